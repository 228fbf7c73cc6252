//! ETAT_INIT: rest, given fields, or a state of another result.

use std::sync::Arc;

use super::element_values::{forces_of, memory_of};
use super::structure::Structure;
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Concept, ElementField, FieldSeries, NodalField, States};
use crate::diag::Diagnostic;
use crate::kernel::structural::newton::{Acceleration, NonlinearState};
use crate::operators::Context;
use crate::operators::call::access::Closeness;
use crate::operators::matrices::on_numbering;

/// The state an analysis starts from.
pub(super) struct Initial {
    pub state: NonlinearState,
    pub acceleration: Acceleration,
    /// Instant of the initial state (s).
    pub instant: Option<f64>,
    /// The state is a later state of a result.
    pub continues: bool,
    /// Number of states of the result that stay in front of the new ones, where it is continued.
    pub kept: usize,
    /// Displacement that differential loads start from.
    pub reference: Vec<f64>,
}

pub(super) fn read(call: &Call, context: &mut Context<'_>, structure: &Structure) -> Result<Initial, CallError> {
    let state = NonlinearState::rest(&structure.system, 0.0);
    let reference = state.u.clone();
    let acceleration = Acceleration::Computed;
    let mut initial = Initial { state, acceleration, instant: None, continues: false, kept: 0, reference };
    let Some(keywords) = call.one("ETAT_INIT") else {
        if call.reuse.is_some() {
            let message = "the analysis begins at rest again: RESULTAT without ETAT_INIT gives no initial state";
            let warning = Diagnostic::warning("R371", message).at_if_absent(call.span_of("RESULTAT"));
            context.warn(warning.help("write ETAT_INIT=_F(EVOL_NOLI=...) to go on from its last state"));
        }
        return Ok(initial);
    };
    if let Some(Concept::Fields(series)) = keywords.concept("EVOL_NOLI") {
        from_result(keywords, series, structure, &mut initial)?;
    }
    from_fields(keywords, structure, &mut initial)?;
    if !keywords.has("NUME_DIDI") {
        initial.reference = initial.state.u.clone();
    }
    Ok(initial)
}

fn from_result(
    keywords: &Keywords,
    series: &Arc<FieldSeries>,
    structure: &Structure,
    initial: &mut Initial,
) -> Result<(), CallError> {
    let instants = series.parameters.get("INST").map_or(&[][..], Vec::as_slice);
    let (keyword, found) = if let Some(instant) = keywords.real_if_given("INST") {
        ("INST", Closeness::read(keywords).find(instants, instant))
    } else if let Some(order) = keywords.integer_if_given("NUME_ORDRE") {
        ("NUME_ORDRE", series.orders.iter().position(|o| *o == order))
    } else {
        ("EVOL_NOLI", instants.len().checked_sub(1))
    };
    let Some(rank) = found else {
        let error = keywords.error(keyword, "R363", "the result has no state there");
        let help = match (instants.first(), instants.last()) {
            (Some(first), Some(last)) => format!("its {} states go from {first} s to {last} s", instants.len()),
            _ => "it has no state".to_string(),
        };
        return Err(Box::new(error.help(help)));
    };
    let states = States::Fields(series);
    let nodal = |name: &str| states.nodal(name, rank);
    let Some(displacement) = nodal("DEPL") else {
        return Err(keywords.error("EVOL_NOLI", "R363", "the state holds no DEPL"));
    };
    initial.state.u = values(&displacement, structure);
    if let Some(velocity) = nodal("VITE") {
        initial.state.v = values(&velocity, structure);
    }
    if let Some(acceleration) = nodal("ACCE") {
        initial.state.a = values(&acceleration, structure);
        initial.acceleration = Acceleration::Given;
    }
    if let Some(forces) = states.element("SIEF_ELGA", rank) {
        forces_of(forces, structure, &mut initial.state.forces);
    }
    if let Some(variables) = states.element("VARI_ELGA", rank) {
        memory_of(variables, structure, &mut initial.state.memory);
    }
    initial.instant = instants.get(rank).copied();
    initial.continues = series.orders.get(rank).is_some_and(|order| *order >= 2);
    initial.kept = rank + 1;
    if let Some(order) = keywords.integer_if_given("NUME_DIDI") {
        let found = series.orders.iter().position(|o| *o == order);
        let field = found.and_then(|rank| states.nodal("DEPL", rank));
        let Some(field) = field else {
            return Err(keywords.error("NUME_DIDI", "R363", format!("the result has no order {order}")));
        };
        initial.reference = values(&field, structure);
    }
    Ok(())
}

fn from_fields(keywords: &Keywords, structure: &Structure, initial: &mut Initial) -> Result<(), CallError> {
    let nodal = |name: &str| -> Result<Option<Vec<f64>>, CallError> {
        match keywords.concept(name) {
            None => Ok(None),
            Some(Concept::NodalField(field)) => Ok(Some(values(field, structure))),
            Some(Concept::CellField(field)) => {
                let numbering = structure.numbering();
                let laid = field.values.on_numbering(&structure.model.mesh, numbering);
                laid.map(|field| Some(values(&field, structure)))
                    .ok_or_else(|| keywords.error(name, "R363", format!("{name} is not a field on nodes")))
            }
            Some(_) => Err(keywords.error(name, "R363", format!("{name} is not a field on nodes"))),
        }
    };
    let element = |name: &str| -> Result<Option<Arc<ElementField>>, CallError> {
        match keywords.concept(name) {
            None => Ok(None),
            Some(Concept::CellField(field)) if !field.values.at_nodes => Ok(Some(field.values.clone())),
            Some(_) => Err(keywords.error(name, "R363", format!("{name} is not a field on elements"))),
        }
    };
    if let Some(u) = nodal("DEPL")? {
        initial.state.u = u;
    }
    if let Some(v) = nodal("VITE")? {
        initial.state.v = v;
    }
    if let Some(a) = nodal("ACCE")? {
        initial.state.a = a;
        initial.acceleration = Acceleration::Given;
    }
    if let Some(forces) = element("SIGM")? {
        forces_of(&forces, structure, &mut initial.state.forces);
    }
    if let Some(variables) = element("VARI")? {
        memory_of(&variables, structure, &mut initial.state.memory);
    }
    Ok(())
}

fn values(field: &NodalField, structure: &Structure) -> Vec<f64> {
    on_numbering(field, structure.numbering()).0
}
