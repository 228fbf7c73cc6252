//! NORM_MODE: rescales the shapes of a mode set.

use std::sync::Arc;

use super::matrices::participation;
use super::scaling::{Measures, Scaling, components, named_scaling, unsuited};
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Concept, MatrixValue, ModeSet};
use crate::diag::Diagnostic;
use crate::kernel::assembly::{Component, SparseMatrix};
use crate::kernel::mesh::Mesh;
use crate::kernel::modal::Norm;
use crate::operators::call::entities::{named_nodes, node_groups};
use crate::operators::{Context, Outcome, set_result};

pub fn norm_mode(call: &Call, context: &mut Context<'_>) -> Outcome {
    let Some(Concept::Modes(modes)) = call.concept("MODE") else {
        return Err(call.error("MODE", "R205", "MODE holds no modes"));
    };
    let mut set = ModeSet::clone(modes);
    let empty = Mesh::default();
    let mesh = set.mesh.clone();
    let mesh = mesh.as_ref().map_or(&empty, |m| context.latest_mesh(call, m).as_ref());
    let (scaling, label) = read_scaling(call, &set, mesh)?;
    let sign = read_sign(call, &set, mesh)?;
    let measures = measures(call, &set)?;
    if let Some((message, help)) = unsuited(&label, &set, measures.damping.is_some()) {
        return Err(Box::new(call.error("NORME", "R206", message).help(format!("norms there are: {help}."))));
    }
    let is_complex = set.iter().any(|m| !m.imaginary.is_empty());
    if sign.is_some() && is_complex {
        let message = "MODE_SIGNE has no bearing on complex modes: their phase stays as the norm gives it";
        context.warn(Diagnostic::warning("N216", message).at_if_absent(call.span_of("MODE_SIGNE")));
    }
    let mut zero = Vec::new();
    for (order, mode) in modes.orders.iter().zip(set.iter_mut()) {
        if !measures.rescale(mode, &scaling) {
            zero.push(order.to_string());
        }
        mode.labels.insert("NORME".into(), label.clone());
        if let Some((component, positive)) = sign
            && mode.imaginary.is_empty()
        {
            measures.orient(mode, component, positive);
        }
    }
    if !zero.is_empty() {
        let message =
            format!("nothing to scale to 1 by {label} in modes {}: they are left as they were", zero.join(", "));
        context.warn(Diagnostic::warning("N213", message).at(call.span));
    }
    set_result(call, Concept::Modes(Arc::new(set)))
}

/// The scaling and its name.
fn read_scaling(call: &Call, set: &ModeSet, mesh: &Mesh) -> Result<(Scaling, String), CallError> {
    if let Some(norm) = call.text_if_given("NORME") {
        return Ok((named_scaling(&norm, set), norm.to_string()));
    }
    if call.has("GROUP_NO") || call.has("NOEUD") {
        let rank = read_component(call, set, mesh)?;
        return Ok((Scaling::Norm(Norm::Component(rank)), "NOEUD_CMP".into()));
    }
    let size = set.first().map_or(0, |m| m.values.len());
    let (name, listed) = if call.has("AVEC_CMP") { ("AVEC_CMP", true) } else { ("SANS_CMP", false) };
    let names = call.texts(name);
    if let Some(unknown) = names.iter().find(|n| Component::from_name(n).is_none() && &***n != "LAGR") {
        let message = format!("'{unknown}' is no component of a displacement");
        let help = "the components are DX, DY, DZ, DRX, DRY, DRZ";
        return Err(Box::new(call.error(name, "R206", message).help(help)));
    }
    let allowed = components(&set.support, size, |c| names.iter().any(|n| &**n == c) == listed);
    Ok((Scaling::Norm(Norm::Largest(allowed)), format!("{name}: {}", names.join(" "))))
}

/// MODE_SIGNE: a component and whether it becomes positive.
fn read_sign(call: &Call, set: &ModeSet, mesh: &Mesh) -> Result<Option<(usize, bool)>, CallError> {
    let Some(level) = call.one("MODE_SIGNE") else { return Ok(None) };
    Ok(Some((read_component(level, set, mesh)?, !level.is("SIGNE", "NEGATIF"))))
}

/// The unknown NOM_CMP of the one node of GROUP_NO or NOEUD.
fn read_component(keywords: &Keywords, set: &ModeSet, mesh: &Mesh) -> Result<usize, CallError> {
    let place = if keywords.has("GROUP_NO") { "GROUP_NO" } else { "NOEUD" };
    let mut nodes = node_groups(keywords, "GROUP_NO", mesh)?;
    nodes.extend(named_nodes(keywords, "NOEUD", mesh)?);
    let [node] = nodes.as_slice() else {
        let message = format!("{place} designates {} nodes where one is needed", nodes.len());
        return Err(keywords.error(place, "R206", message));
    };
    let name = keywords.text_if_given("NOM_CMP").unwrap_or_default();
    let component = Component::from_name(&name);
    let rank = component.and_then(|c| set.numbering()?.rank(*node, c));
    rank.ok_or_else(|| {
        let message = format!("node N{} has no unknown '{name}' in these modes", node + 1);
        keywords.error("NOM_CMP", "R206", message)
    })
}

/// The matrices of the modes, or those of MASSE, RAIDE and AMOR.
fn measures(call: &Call, set: &ModeSet) -> Result<Measures, CallError> {
    let size = set.first().map_or(0, |m| m.values.len());
    let null = || SparseMatrix::from_triplets(size, &[]);
    let pick = |name: &str, own: &Option<Arc<MatrixValue>>| -> Result<Option<SparseMatrix<f64>>, CallError> {
        let matrix = match super::matrices::read_matrix(call, name) {
            Some(given) => Some(given.real()),
            None => own.clone().map(|m| super::matrices::ProblemMatrix::Physical(m).real()),
        };
        match matrix {
            Some(m) if m.size() != size && size > 0 => {
                let message = format!("{name} acts on {} unknowns and the modes have {size}", m.size());
                Err(call.error(name, "R202", message))
            }
            other => Ok(other),
        }
    };
    let mass = pick("MASSE", &set.mass)?;
    let needs_mass = call.is("NORME", "MASS_GENE") && mass.is_none();
    let stiffness = pick("RAIDE", &set.stiffness)?;
    if needs_mass || (call.is("NORME", "RIGI_GENE") && stiffness.is_none()) {
        let name = if needs_mass { "MASSE" } else { "RAIDE" };
        let message = "these modes do not come with the matrix this norm needs";
        return Err(Box::new(call.error("NORME", "R206", message).help(format!("give it: {name}=..."))));
    }
    let mass = mass.unwrap_or_else(null);
    let participation = participation(&set.support, &mass);
    let damping = pick("AMOR", &set.damping)?;
    let loss = match super::matrices::read_matrix(call, "RAIDE") {
        Some(given) => given.loss(),
        None => set.stiffness.clone().and_then(|m| super::matrices::ProblemMatrix::Physical(m).loss()),
    };
    Ok(Measures { stiffness: stiffness.unwrap_or_else(null), loss, mass, damping, participation })
}
