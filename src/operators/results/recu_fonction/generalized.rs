//! From a transient on a modal basis: generalised coordinates, motion of a node, time steps.

use super::curve::{Curve, Ordinates};
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{ModeSet, States, Trajectory};
use crate::diag::Faults;
use crate::kernel::assembly::Component;
use crate::kernel::mesh::Mesh;
use crate::kernel::signal::Signal;
use crate::operators::Context;
use crate::operators::call::access::Sample;
use crate::operators::call::entities::one_node;
use crate::operators::call::states::chosen_or_all;
use crate::operators::functions::no_value;
use crate::operators::results::motion::{Motion, signal_of_concept, supports};

pub(super) fn extract(call: &Call, trajectory: &Trajectory, context: &Context<'_>) -> Result<Curve, CallError> {
    let field = call.text_if_given("NOM_CHAM").map_or_else(String::new, |t| t.to_string());
    let samples = selected(call, trajectory)?;
    let abscissae: Vec<f64> = samples.iter().map(|s| s.at).collect();
    let curve = |result: &str, values| Curve {
        parameter: "INST".into(),
        result: result.into(),
        abscissae,
        ordinates: Ordinates::Real(values),
    };
    if field == "PTEM" {
        let step = |k: usize| trajectory.steps.at(k, 0);
        let values = samples.iter().map(|s| s.mix(step(s.left), step(s.right))).collect();
        return Ok(curve("PTEM", values));
    }
    let motion = Motion::named(&field);
    if let Some(rank) = call.integer_if_given("NUME_CMP_GENE") {
        let j = (rank - 1) as usize;
        if rank < 1 || j >= trajectory.size {
            let message = format!("NUME_CMP_GENE={rank}: the basis has {} generalised coordinates", trajectory.size);
            return Err(call.error("NUME_CMP_GENE", "R436", message));
        }
        let value = |k: usize| motion.state(trajectory, k)[j];
        let values = samples.iter().map(|s| s.mix(value(s.left), value(s.right))).collect();
        return Ok(curve(&field, values));
    }
    let row = shape_row(call, &trajectory.basis, trajectory.size, context)?;
    let value = |k: usize| -> f64 { row.shape.iter().zip(motion.state(trajectory, k)).map(|(phi, x)| phi * x).sum() };
    let mut values: Vec<f64> = samples.iter().map(|s| s.mix(value(s.left), value(s.right))).collect();
    add_supports(call, trajectory, row.rank, motion, &samples, &mut values)?;
    let mut name = field;
    if motion == Motion::Acceleration
        && let Some(signal) = signal_of(call, "ACCE_MONO_APPUI")?
    {
        add_signal(call, "ACCE_MONO_APPUI", &signal, 1.0, &samples, &mut values)?;
        name = "ACCE_ABS".into();
    }
    Ok(curve(&name, values))
}

/// The states asked for; all of them by default.
pub(super) fn selected(call: &Call, trajectory: &Trajectory) -> Result<Vec<Sample>, CallError> {
    chosen_or_all(call, States::Trajectory(trajectory), call.is("INTERP_NUME", "LIN"))
}

/// Component of a node in every mode.
pub(super) struct ShapeRow {
    pub shape: Vec<f64>,
    /// Rank of the unknown.
    rank: usize,
}

/// The row of NOM_CMP of the node asked for, in the first `size` shapes of a basis.
pub(super) fn shape_row(
    call: &Call,
    basis: &ModeSet,
    size: usize,
    context: &Context<'_>,
) -> Result<ShapeRow, CallError> {
    let (Some(value), Some(numbering)) = (&basis.mesh, basis.numbering()) else {
        let error =
            call.error("GROUP_NO", "R405", "the basis of this result has no nodes: it is not made of modes of a mesh");
        return Err(Box::new(
            error.help("take a generalised coordinate with NUME_CMP_GENE, or restore with REST_GENE_PHYS"),
        ));
    };
    let mesh = context.latest_mesh(call, value);
    let rank = unknown(call, mesh, |node, c| numbering.rank(node, c))?;
    let shape = basis.iter().take(size).map(|m| m.values.get(rank).copied().unwrap_or(0.0)).collect();
    Ok(ShapeRow { shape, rank })
}

/// Rank of the unknown that is NOM_CMP of the node asked for. Where the node is wrong the component is looked for on all of them.
pub(super) fn unknown(
    call: &Call,
    mesh: &Mesh,
    rank: impl Fn(usize, Component) -> Option<usize>,
) -> Result<usize, CallError> {
    let mut faults = Faults::default();
    match faults.keep(one_node(call, "GROUP_NO", "NOEUD", mesh)) {
        Some(Some(node)) => return component_rank(call, |c| rank(node, c), Some(node)),
        Some(None) => {
            let keyword = if call.has("GROUP_NO") { "GROUP_NO" } else { "NOEUD" };
            return Err(call.error(keyword, "R437", "a node is needed: GROUP_NO with a group of one node"));
        }
        None => {
            let any = |c| (0..mesh.nodes.len()).find_map(|node| rank(node, c));
            faults.keep(component_rank(call, any, None));
        }
    }
    faults.end().map(|()| 0)
}

/// Rank of the component NOM_CMP of a node, or of any.
fn component_rank(
    keywords: &Keywords,
    rank: impl Fn(Component) -> Option<usize>,
    node: Option<usize>,
) -> Result<usize, CallError> {
    let name = keywords.text_if_given("NOM_CMP").unwrap_or_default();
    Component::from_name(&name).and_then(&rank).ok_or_else(|| {
        let has: Vec<_> = Component::ALL.iter().filter(|c| rank(**c).is_some()).map(|c| c.name()).collect();
        let of = node.map_or("no node".to_string(), |node| format!("node {}", node + 1));
        let verb = if node.is_some() { "has no" } else { "has" };
        let message = format!("NOM_CMP='{name}': {of} of the mesh {verb} such component");
        let help = match node {
            Some(_) if has.is_empty() => "it has none: no element bears on it".into(),
            Some(_) => format!("it has {}", has.join(", ")),
            None => format!("the components are {}", has.join(", ")),
        };
        Box::new(keywords.error("NOM_CMP", "R438", message).help(help))
    })
}

fn add_supports(
    call: &Call,
    trajectory: &Trajectory,
    rank: usize,
    motion: Motion,
    samples: &[Sample],
    values: &mut [f64],
) -> Result<(), CallError> {
    for (keyword, correction) in [("MULT_APPUI", false), ("CORR_STAT", true)] {
        if !call.is(keyword, "OUI") {
            continue;
        }
        for support in supports(call, keyword, trajectory, correction)? {
            let psi = support.shape.get(rank).copied().unwrap_or(0.0);
            if let Some(signal) = motion.of_support(support)
                && psi != 0.0
            {
                add_signal(call, keyword, signal, psi, samples, values)?;
            }
        }
    }
    Ok(())
}

/// Adds `factor * signal(t)` at each sample.
fn add_signal(
    call: &Call,
    keyword: &str,
    signal: &Signal,
    factor: f64,
    samples: &[Sample],
    values: &mut [f64],
) -> Result<(), CallError> {
    let mut cursor = 0;
    for (sample, value) in samples.iter().zip(values) {
        let x = signal.evaluate(sample.at, &mut cursor);
        *value += factor * x.map_err(|fault| no_value(call, keyword, call.handle(keyword), &fault))?;
    }
    Ok(())
}

/// The function or real formula given for a keyword.
pub(in crate::operators) fn signal_of(keywords: &Keywords, keyword: &str) -> Result<Option<Signal>, CallError> {
    match keywords.concept(keyword) {
        None => Ok(None),
        Some(concept) => signal_of_concept(keywords, keyword, concept).map(Some),
    }
}
