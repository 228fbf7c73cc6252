//! PROJ_BASE, RESU_GENE: a physical transient on generalised coordinates, instant by instant.

use std::sync::Arc;

use super::numbering::shapes;
use super::vector::Projector;
use crate::catalogue::{CallError, Keywords};
use crate::concepts::{Concept, GeneralizedNumbering, ModeSet, States, Trajectory};
use crate::operators::matrices::on_numbering;

/// Displacement, velocity and acceleration are projected alike; a field the result lacks is zero.
pub fn project(
    keywords: &Keywords,
    basis: &Arc<ModeSet>,
    numbering: &Arc<GeneralizedNumbering>,
) -> Result<Trajectory, CallError> {
    let Some(Concept::Fields(series)) = keywords.concept("RESU") else {
        return Err(keywords.error("RESU", "R216", "RESU holds no transient on physical unknowns"));
    };
    let Some(support) = basis.numbering() else {
        return Err(keywords.error("RESU", "R216", "the basis is generalised and the result is physical"));
    };
    let Some(instants) = series.parameters.get("INST") else {
        return Err(keywords.error("RESU", "R216", "the result has no instants (INST)"));
    };
    let projector = Projector::new(keywords, shapes(basis, numbering))?;
    let states = States::Fields(series);
    let coordinates = |name: &str| -> Vec<f64> {
        let mut all = Vec::with_capacity(series.orders.len() * numbering.size);
        for rank in 0..series.orders.len() {
            match states.nodal(name, rank) {
                Some(field) => all.extend(projector.apply(&on_numbering(&field, support).0)),
                None => all.extend(std::iter::repeat_n(0.0, numbering.size)),
            }
        }
        all
    };
    let steps: Vec<f64> = (0..instants.len()).map(|k| instants[k] - instants[k.saturating_sub(1)]).collect();
    let motion = ["DEPL", "VITE", "ACCE"].map(|name| coordinates(name).into());
    let orders = series.orders.iter().copied().collect();
    Ok(Trajectory::without_run((basis, numbering.size), orders, (instants.clone(), &steps), motion))
}
