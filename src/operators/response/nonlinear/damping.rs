//! AMOR_MODAL, MULT_APPUI and PROJ_MODAL: what modes and supports do.

use std::sync::Arc;

use super::structure::Structure;
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Concept, Mode, ModeSet};
use crate::kernel::assembly::{Numbering, SparseMatrix};
use crate::kernel::linalg::dot;
use crate::kernel::structural::newton::{DampedMode, DrivenSupport, Dynamics, ProjectedMode};
use crate::operators::Context;
use crate::operators::call::coefficients::doubt_negative_damping;
use crate::operators::response::structural::{MovingSupport, moving_supports};

/// Adds modal damping and the supports that move, which are given back with their names for the absolute fields.
pub(super) fn add(
    call: &Call,
    context: &mut Context<'_>,
    structure: &mut Structure,
) -> Result<Vec<MovingSupport>, CallError> {
    structure.system.modal_damping = modal_damping(call, context, structure)?;
    let supports = moving_supports(call, context, &structure.model, structure.numbering())?;
    if let Some(keywords) = call.factor("EXCIT").iter().find(|k| k.is("MULT_APPUI", "OUI"))
        && structure.laws.iter().any(|law| law.name != "ELAS" && law.name != "DASHPOT")
        && !structure.laws.iter().any(|law| law.driven)
    {
        let message = "MULT_APPUI='OUI' with laws that do not see the motion of supports";
        let help =
            "supports that move go with linear elements, or with DIS_CONTACT, DIS_CHOC, CHOC_ENDO, CHOC_ENDO_PENA";
        return Err(Box::new(keywords.error("MULT_APPUI", "R360", message).help(help)));
    }
    let driven = |s: &MovingSupport| DrivenSupport { shape: s.shape.clone(), motion: s.motion.clone() };
    structure.system.supports = supports.iter().map(driven).collect();
    Ok(supports)
}

fn modes<'m>(place: &'m Keywords, keyword: &str) -> Result<&'m ModeSet, CallError> {
    match place.concept(keyword) {
        Some(Concept::Modes(modes)) => Ok(modes),
        _ => Err(place.error(keyword, "R334", "modes are needed: give MODE_MECA")),
    }
}

/// A vector on the unknowns of modes, unknown by unknown of the structure.
fn on_structure(values: &[f64], from: Option<&Arc<Numbering>>, to: &Numbering) -> Vec<f64> {
    let value = |dof: &crate::kernel::assembly::Dof| {
        let rank = from.and_then(|n| n.rank(dof.node, dof.component));
        rank.and_then(|r| values.get(r)).copied().unwrap_or(0.0)
    };
    to.dofs().iter().map(value).collect()
}

fn modal_damping(call: &Call, context: &mut Context<'_>, structure: &Structure) -> Result<Vec<DampedMode>, CallError> {
    let Some(place) = call.one("AMOR_MODAL") else { return Ok(Vec::new()) };
    let modes = modes(place, "MODE_MECA")?;
    let matrices = modes.stiffness.as_ref().zip(modes.mass.as_ref());
    let Some((stiffness, mass)) = matrices else {
        let error = place.error("MODE_MECA", "R334", "these modes do not know the matrices they were computed with");
        return Err(Box::new(error.help("compute them with CALC_MODES")));
    };
    let Some((stiffness, mass)) = stiffness.matrix.real().zip(mass.matrix.real()) else {
        return Err(place.error("MODE_MECA", "R334", "the stiffness or the mass of these modes is complex"));
    };
    let given = match place.concept("LIST_AMOR") {
        Some(Concept::RealList(list)) => list.to_vec(),
        _ => place.reals("AMOR_REDUIT"),
    };
    doubt_negative_damping(context, place, &given);
    let Some(&last) = given.last() else {
        let error = place.error("AMOR_REDUIT", "R334", "AMOR_MODAL gives no damping");
        return Err(Box::new(error.help("give AMOR_REDUIT, one value per mode")));
    };
    let count = place.integer_if_given("NB_MODE").map_or(modes.len(), |n| n.max(0) as usize).min(modes.len());
    let term = |j: usize| {
        let mode = &modes[j];
        let times = |matrix: &SparseMatrix<f64>| matrix.product(&mode.values);
        let omega = pulsation(mode);
        let generalised = dot(&mode.values, &times(mass));
        let reduced = given.get(j).copied().unwrap_or(last);
        let image = on_structure(&times(stiffness), modes.numbering(), structure.numbering());
        DampedMode { factor: 2.0 * reduced / (generalised * omega * omega * omega), image }
    };
    Ok((0..count).filter(|j| pulsation(&modes[*j]) > 0.0).map(term).collect())
}

fn pulsation(mode: &Mode) -> f64 {
    match (mode.parameter("OMEGA2"), mode.parameter("FREQ")) {
        (Some(square), _) => square.max(0.0).sqrt(),
        (None, frequency) => 2.0 * std::f64::consts::PI * frequency.unwrap_or(0.0),
    }
}

/// The modes of PROJ_MODAL, for an explicit scheme.
pub(super) fn project(call: &Call, structure: &Structure, dynamics: &mut Dynamics) -> Result<(), CallError> {
    let Some(place) = call.one("PROJ_MODAL") else { return Ok(()) };
    let Dynamics::Explicit(scheme) = dynamics else {
        let error = call.error("PROJ_MODAL", "R360", "accelerations are projected in explicit schemes only");
        return Err(Box::new(error.help("use SCHEMA='DIFF_CENT' or 'TCHAMWA', or remove PROJ_MODAL")));
    };
    let modes = modes(place, "MODE_MECA")?;
    let count = place.integer_if_given("NB_MODE").map_or(modes.len(), |n| n.max(0) as usize).min(modes.len());
    let mass = SparseMatrix::from_triplets(structure.system.size, &structure.system.mass);
    scheme.modes = modes[..count]
        .iter()
        .map(|mode| {
            let shape = on_structure(&mode.values, modes.numbering(), structure.numbering());
            let generalised_mass = dot(&shape, &mass.product(&shape));
            ProjectedMode { shape, generalised_mass }
        })
        .collect();
    Ok(())
}
