//! INCREMENT: the instants of the analysis, and the answers to steps that fail.

use std::sync::Arc;

use super::structure::Structure;
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{AdaptationOccasion, Concept, InstantList, StepEvent, StepGrowth, WatchedComponent};
use crate::diag::Diagnostic;
use crate::kernel::assembly::Component;
use crate::kernel::elements::Mechanics;
use crate::kernel::laws::LawInfo;
use crate::kernel::structural::increments::{Action, Adaptation, Adaptive, Growth, Increments, Occasion};
use crate::kernel::structural::newton::{Answers, Bound, Quantity};
use crate::operators::Context;
use crate::operators::call::variables::listed;

/// Part of the smallest step within which two instants are one.
const ROUNDING: f64 = 1e-6;

/// The steps to make.
pub(super) struct Plan {
    pub increments: Increments,
    pub answers: Answers,
    pub start: f64,
    pub end: f64,
    /// Number of steps of the list; cuts and steps that adapt make more.
    pub count: u64,
}

/// Reads INCREMENT. `initial` is the instant of the initial state; `most_iterations` that of CONVERGENCE.
pub(super) fn read(
    call: &Call,
    context: &mut Context<'_>,
    structure: &Structure,
    initial: Option<f64>,
    most_iterations: u32,
) -> Result<Plan, CallError> {
    let Some(keywords) = call.one("INCREMENT") else {
        return Err(call.error("INCREMENT", "R362", "INCREMENT is missing"));
    };
    let list: Arc<InstantList> = match keywords.concept("LIST_INST") {
        Some(Concept::Instants(list)) => list.clone(),
        Some(Concept::RealList(instants)) => Arc::new(InstantList {
            instants: instants.to_vec(),
            failure: former_cut(keywords)?.unwrap_or(Action::Stop),
            events: Vec::new(),
            adaptive: None,
        }),
        _ => return Err(keywords.error("LIST_INST", "R362", "LIST_INST is not a list of instants")),
    };
    let instants = selected(keywords, context, &list.instants, initial)?;
    let (start, end) = (instants[0], instants.last().copied().unwrap_or(0.0));
    let mut quantities = Vec::new();
    let mut watch = |component: &WatchedComponent| -> Result<usize, CallError> {
        quantities.push(quantity(keywords, structure, component)?);
        Ok(quantities.len() - 1)
    };
    let mut answers = Answers {
        failure: list.failure,
        divergence: None,
        too_large: None,
        too_far: Vec::new(),
        quantities: Vec::new(),
    };
    for (event, action) in &list.events {
        match event {
            StepEvent::Divergence => answers.divergence = Some(*action),
            StepEvent::Residual(bound) => answers.too_large = Some((*bound, *action)),
            StepEvent::Increment { component, largest } => {
                answers.too_far.push((Bound { quantity: watch(component)?, largest: *largest }, *action));
            }
        }
    }
    let adaptive = match &list.adaptive {
        None => None,
        Some(steps) => {
            let mut adaptations = Vec::new();
            for rule in &steps.rules {
                let growth = match &rule.growth {
                    StepGrowth::Factor(factor) => Growth::Factor(*factor),
                    StepGrowth::Iterations(aim) => Growth::Iterations(*aim),
                    StepGrowth::Increment { component, reference } => {
                        Growth::Increment { reference: *reference, watch: watch(component)? }
                    }
                };
                let occasion = match rule.occasion {
                    AdaptationOccasion::EachStep => Occasion::EachStep,
                    AdaptationOccasion::Never => Occasion::Never,
                    AdaptationOccasion::Threshold { steps, comparison, value } => {
                        Occasion::Threshold { steps, comparison, value: value.unwrap_or(most_iterations / 2) }
                    }
                };
                adaptations.push(Adaptation { occasion, growth });
            }
            Some(Adaptive {
                shortest: steps.shortest.unwrap_or(0.0),
                longest: steps.longest.unwrap_or(f64::INFINITY),
                most: steps.most,
                adaptations,
            })
        }
    };
    answers.quantities = quantities;
    Ok(Plan { increments: Increments::new(&instants, adaptive), answers, start, end, count: instants.len() as u64 - 1 })
}

/// SUBD_ of a former INCREMENT.
fn former_cut(keywords: &Keywords) -> Result<Option<Action>, CallError> {
    let Some(parts) = keywords.integer_if_given("SUBD_PAS").filter(|p| *p > 1) else { return Ok(None) };
    if keywords.text_if_given("SUBD_METHODE").is_some_and(|m| &*m == "AUCUNE") {
        return Ok(None);
    }
    let count = |value: i64| u32::try_from(value).unwrap_or(0);
    let levels = keywords.integer_if_given("SUBD_NIVEAU").map_or(u32::MAX, count);
    let shortest = keywords.real_if_given("SUBD_PAS_MINI").unwrap_or_default();
    Ok(Some(Action::Cut { parts: count(parts), levels, shortest }))
}

fn refused(keywords: &Keywords, keyword: &str, message: String, help: &str) -> CallError {
    Box::new(keywords.error(keyword, "R362", message).help(help))
}

/// The instants from the first to the last asked for.
fn selected(
    keywords: &Keywords,
    context: &mut Context<'_>,
    all: &[f64],
    initial: Option<f64>,
) -> Result<Vec<f64>, CallError> {
    if all.len() < 2 || all.windows(2).any(|w| w[1].partial_cmp(&w[0]) != Some(std::cmp::Ordering::Greater)) {
        let message = "LIST_INST does not hold two instants or more in increasing order".into();
        return Err(refused(keywords, "LIST_INST", message, "make it with DEFI_LIST_REEL"));
    }
    let smallest = all.windows(2).map(|w| w[1] - w[0]).fold(f64::INFINITY, f64::min);
    let tolerance = match keywords.has("PRECISION") {
        true => keywords.real("PRECISION")? * smallest,
        // Ranks, or the instant of the initial state, which rounding alone may part from that of the list.
        false => ROUNDING * smallest,
    };
    let rank_of = |t: f64| all.iter().position(|s| (s - t).abs() <= tolerance);
    let rank_given = |name: &str| -> Result<Option<usize>, CallError> {
        let Some(rank) = keywords.integer_if_given(name) else { return Ok(None) };
        let found = usize::try_from(rank).ok().filter(|r| *r < all.len());
        found.map(Some).ok_or_else(|| {
            let message = format!("{name}={rank} is not a rank of LIST_INST (0 to {})", all.len() - 1);
            refused(keywords, name, message, "ranks start from 0")
        })
    };
    let (first_keyword, wanted) = match keywords.real_if_given("INST_INIT") {
        Some(t) => ("INST_INIT", Some(t)),
        None => ("LIST_INST", initial),
    };
    let first = match (rank_given("NUME_INST_INIT")?, wanted) {
        (Some(rank), _) => rank,
        (None, None) => 0,
        (None, Some(t)) => match rank_of(t) {
            Some(rank) => rank,
            None => {
                let after = all.iter().position(|s| *s >= t - tolerance);
                let Some(before) = after.and_then(|rank| rank.checked_sub(1)) else {
                    let (from, to) = (all[0], all[all.len() - 1]);
                    let message = format!("the analysis starts at {t} s, and LIST_INST goes from {from} s to {to} s");
                    let help = "begin the list at the instant of the initial state, or before it";
                    return Err(refused(keywords, first_keyword, message, help));
                };
                let message = format!(
                    "{t} s, where the analysis starts, is not in LIST_INST: its first step ends at {} s",
                    all[before + 1]
                );
                let note = Diagnostic::note("R368", message).at_if_absent(keywords.span_of(first_keyword));
                context.warn(note.help("put the instant of the initial state into the list"));
                before
            }
        },
    };
    let last = match (rank_given("NUME_INST_FIN")?, keywords.real_if_given("INST_FIN")) {
        (Some(rank), _) => rank,
        (None, None) => all.len() - 1,
        (None, Some(t)) => rank_of(t).ok_or_else(|| {
            let message = format!("INST_FIN={t} is not an instant of LIST_INST");
            refused(keywords, "INST_FIN", message, "put it into the list, or give NUME_INST_FIN")
        })?,
    };
    if first >= last {
        let message =
            format!("no step lies between the first instant, {} s, and the last, {} s", all[first], all[last]);
        return Err(refused(keywords, "LIST_INST", message, "the end comes after the start"));
    }
    Ok(all[first..=last].to_vec())
}

/// Ranks of a watched component.
fn quantity(keywords: &Keywords, structure: &Structure, watched: &WatchedComponent) -> Result<Quantity, CallError> {
    let mesh = &structure.mesh;
    let group =
        |names: &[String], find: &dyn Fn(&str) -> Option<Vec<usize>>| -> Result<Option<Vec<usize>>, CallError> {
            let mut all = Vec::new();
            for name in names {
                let Some(members) = find(name) else {
                    let message = format!("the list of instants watches the group {name}, which the mesh has not");
                    return Err(refused(keywords, "LIST_INST", message, "name a group of the mesh in DEFI_LIST_INST"));
                };
                all.extend(members);
            }
            Ok((!names.is_empty()).then_some(all))
        };
    let nodes = group(&watched.node_groups, &|name| mesh.node_groups.get(name).map(|g| g.to_vec()))?;
    let cells = group(&watched.cell_groups, &|name| mesh.cell_groups.get(name).map(|g| g.to_vec()))?;
    let none = || {
        let message = format!("nothing has the component {} of {}", watched.component, watched.field);
        let mut laws: Vec<&'static LawInfo> = Vec::new();
        if watched.field == "VARI_ELGA" {
            let elements = structure.system.elements.iter().zip(&structure.laws);
            for (_, law) in elements.filter(|(element, _)| cells.as_ref().is_none_or(|c| c.contains(&element.cell))) {
                laws.extend((!laws.iter().any(|known| known.name == law.name)).then_some(*law));
            }
        }
        let help = match listed(&laws) {
            names if names.is_empty() => "NOM_CMP of DEFI_LIST_INST names a component of the elements watched".into(),
            names => format!("{names}; or by number: V1, V2 ..."),
        };
        refused(keywords, "LIST_INST", message, &help)
    };
    if watched.field == "DEPL" {
        let component = Component::from_name(&watched.component).ok_or_else(none)?;
        let within = |node: usize| match (&nodes, &cells) {
            (Some(nodes), _) => nodes.contains(&node),
            (None, Some(cells)) => cells.iter().any(|c| mesh.cells[*c].nodes.contains(&node)),
            _ => true,
        };
        let dofs = structure.numbering().dofs().iter().enumerate();
        let ranks: Vec<usize> =
            dofs.filter(|(_, d)| d.component == component && within(d.node)).map(|(rank, _)| rank).collect();
        return if ranks.is_empty() { Err(none()) } else { Ok(Quantity::Unknowns(ranks)) };
    }
    let (mut force, mut memory) = (0, 0);
    let mut ranks = Vec::new();
    let of_forces = watched.field == "SIEF_ELGA";
    for (element, law) in structure.system.elements.iter().zip(&structure.laws) {
        let (forces, variables) = (element.stored_forces(), element.stored_memory());
        if cells.as_ref().is_none_or(|c| c.contains(&element.cell)) {
            if of_forces {
                let names = super::element_values::force_names(element);
                let width = names.len();
                let found = names.iter().position(|n| *n == watched.component);
                ranks.extend(found.into_iter().flat_map(|k| (k..forces).step_by(width)).map(|k| force + k));
            } else if !matches!(element.mechanics, Mechanics::Beam { .. }) {
                ranks.extend(law.variable(&watched.component).filter(|k| *k < variables).map(|k| memory + k));
            }
        }
        force += forces;
        memory += variables;
    }
    match (ranks.is_empty(), of_forces) {
        (true, _) => Err(none()),
        (false, true) => Ok(Quantity::Forces(ranks)),
        (false, false) => Ok(Quantity::Memory(ranks)),
    }
}
