//! EXCIT_RESU: the displacements of another transient, read as forces.
//!
//! `F(t) = COEF_MULT d(t)`, `d` linear between the states kept; there is no force outside them, it is an error.

use std::sync::Arc;

use super::structure::Structure;
use crate::catalogue::{CallError, Keywords};
use crate::concepts::{Concept, NodalField, States};
use crate::operators::matrices::on_numbering;

pub(super) struct History<'c> {
    keywords: &'c Keywords,
    instants: Vec<f64>,
    /// One vector for each instant, on the unknowns of the matrices.
    forces: Vec<Vec<f64>>,
    scale: f64,
}

impl<'c> History<'c> {
    pub fn read(keywords: &'c Keywords, structure: &Structure) -> Result<History<'c>, CallError> {
        let refused = |message: &str| {
            let error = keywords.error("RESULTAT", "R332", message);
            Box::new(error.help("EXCIT_RESU reads the displacements of a transient on the same unknowns as forces"))
        };
        let Some(Concept::Fields(series)) = keywords.concept("RESULTAT") else {
            return Err(refused("RESULTAT is no transient on physical unknowns"));
        };
        let states = States::Fields(series);
        let force = |(rank, field): &(usize, Arc<NodalField>)| {
            Some((states.parameter("INST", *rank)?, on_numbering(field, structure.numbering()).0))
        };
        let (instants, forces): (Vec<f64>, Vec<Vec<f64>>) = states.all_nodal("DEPL").iter().filter_map(force).unzip();
        if instants.is_empty() {
            return Err(refused("RESULTAT holds no displacement"));
        }
        Ok(History { keywords, instants, forces, scale: keywords.real_if_given("COEF_MULT").unwrap_or(1.0) })
    }

    /// Adds the forces at an instant.
    pub fn add(&self, time: f64, force: &mut [f64]) -> Result<(), CallError> {
        let (first, last) = (self.instants[0], self.instants[self.instants.len() - 1]);
        let noise = 1e-9 * (last - first).max(last.abs());
        if time < first - noise || time > last + noise {
            let message = format!("the result read as forces goes from {first} to {last} s: it has none at {time} s");
            let help = "run it over the whole interval of this transient";
            return Err(Box::new(self.keywords.error("RESULTAT", "R332", message).help(help)));
        }
        let next = self.instants.partition_point(|t| *t < time).clamp(1, (self.instants.len() - 1).max(1));
        let (before, after) = (next - 1, next.min(self.instants.len() - 1));
        let length = self.instants[after] - self.instants[before];
        let share = if length > 0.0 { ((time - self.instants[before]) / length).clamp(0.0, 1.0) } else { 0.0 };
        for ((sum, a), b) in force.iter_mut().zip(&self.forces[before]).zip(&self.forces[after]) {
            *sum += self.scale * (a + share * (b - a));
        }
        Ok(())
    }
}
