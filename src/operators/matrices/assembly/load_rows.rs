//! A load of nodes whose values are taken again and again: its unknowns and rows are looked up once.

use std::sync::Arc;

use super::load_vector::{evaluate, not_in_the_numbering};
use super::numbering::ranks;
use crate::catalogue::{CallError, Keywords};
use crate::concepts::{Load, LoadValue, NumberingValue};
use crate::kernel::mesh::Mesh;

/// Nodal forces and imposed values: rank of the unknown or of the row, value, and place (m) where its functions are taken.
pub struct LoadRows {
    forces: Vec<(usize, LoadValue, [f64; 3])>,
    /// None where the numbering lacks the row.
    imposed: Vec<(Option<usize>, LoadValue, [f64; 3])>,
}

impl LoadRows {
    /// The rows of loads; `None` where some of them act on elements.
    pub fn of(numbering: &NumberingValue, mesh: &Mesh, loads: &[Arc<Load>]) -> Option<LoadRows> {
        let of_nodes = |load: &Arc<Load>| {
            load.turned_forces.is_empty()
                && load.body_forces.is_empty()
                && load.line_forces.is_empty()
                && load.strains.is_empty()
        };
        if !loads.iter().all(of_nodes) {
            return None;
        }
        let unknowns = &numbering.numbering;
        let place = |node: usize| mesh.nodes.get(node).map_or([0.0; 3], |n| n.position);
        let (mut forces, mut imposed) = (Vec::new(), Vec::new());
        for load in loads {
            let nodal = load.nodal_forces.iter();
            forces.extend(nodal.filter_map(|(node, component, value)| {
                Some((unknowns.rank(*node, *component)?, value.clone(), place(*node)))
            }));
            imposed.extend(load.constraints.iter().map(|(terms, value)| {
                let row = ranks(unknowns, terms);
                let rank = unknowns.constraints.iter().position(|c| c.terms == row);
                (rank, value.clone(), terms.first().map_or([0.0; 3], |t| place(t.0)))
            }));
        }
        Some(LoadRows { forces, imposed })
    }

    /// Writes forces and imposed values at an instant (s).
    pub fn write(
        &self,
        instant: f64,
        keywords: &Keywords,
        force: &mut [f64],
        imposed: &mut [f64],
    ) -> Result<(), CallError> {
        force.fill(0.0);
        imposed.fill(0.0);
        for (rank, value, place) in &self.forces {
            force[*rank] += evaluate(value, instant, *place, keywords)?;
        }
        for (rank, value, place) in &self.imposed {
            let value = evaluate(value, instant, *place, keywords)?;
            match rank {
                Some(rank) => imposed[*rank] += value,
                None if value != 0.0 => return Err(not_in_the_numbering(keywords, value)),
                None => {}
            }
        }
        Ok(())
    }
}
