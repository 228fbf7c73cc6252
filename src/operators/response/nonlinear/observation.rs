//! OBSERVATION: nodes and points of elements watched along the run.

use super::element_values::{force_names, points};
use super::structure::Structure;
use crate::kernel::assembly::Numbering;
use crate::kernel::elements::Mechanics;
use crate::kernel::laws::LawInfo;
use crate::kernel::structural::newton::NonlinearState;
use crate::operators::response::structural::{Observations, Observed};

impl Observed for Structure {
    fn numbering(&self) -> &Numbering {
        &self.numbering.numbering
    }

    fn points(&self, cell: usize, _field: &str) -> usize {
        self.element(cell).map_or(0, |(rank, ..)| points(&self.system.elements[rank], self.laws[rank]))
    }

    fn law(&self, cell: usize) -> Option<&'static LawInfo> {
        self.element(cell).map(|(rank, ..)| self.laws[rank])
    }

    fn at_point(&self, cell: usize, point: usize, field: &str, component: &str) -> Option<Vec<(usize, f64)>> {
        let (rank, force, memory) = self.element(cell)?;
        let element = &self.system.elements[rank];
        if field == "VARI_ELGA" {
            return self.laws[rank].variable(component).map(|k| vec![(memory + k, 1.0)]);
        }
        let names = force_names(element);
        let k = names.iter().position(|n| *n == component)?;
        let half = names.len();
        Some(match (&element.mechanics, point) {
            (Mechanics::Beam { warping: Some(points), .. }, point) => {
                points.row(point.min(2) * half + k).enumerate().map(|(j, factor)| (force + j, factor)).collect()
            }
            (Mechanics::Beam { .. }, 0) => vec![(force + k, -1.0)],
            (Mechanics::Beam { .. }, 1) => vec![(force + k, -0.5), (force + half + k, 0.5)],
            (Mechanics::Beam { .. }, _) => vec![(force + half + k, 1.0)],
            (_, point) => vec![(force + point * half + k, 1.0)],
        })
    }
}

impl Structure {
    /// Rank of the element of a cell, and where its stored forces and variables begin.
    fn element(&self, cell: usize) -> Option<(usize, usize, usize)> {
        let rank = self.system.elements.iter().position(|e| e.cell == cell)?;
        let before = &self.system.elements[..rank];
        let forces = before.iter().map(|e| e.stored_forces()).sum();
        Some((rank, forces, before.iter().map(|e| e.stored_memory()).sum()))
    }
}

/// Observes a state; false where a formula has no value. `absolute` gives the fields with the motion of supports.
pub(super) fn note(observations: &mut Observations, state: &NonlinearState, absolute: &[Vec<f64>; 3]) -> bool {
    observations.note(state.time, &|field| match field {
        "VITE" => &state.v,
        "ACCE" => &state.a,
        "SIEF_ELGA" => &state.forces,
        "VARI_ELGA" => &state.memory,
        "DEPL_ABSOLU" => {
            if absolute[0].is_empty() {
                &state.u
            } else {
                &absolute[0]
            }
        }
        "VITE_ABSOLU" => {
            if absolute[1].is_empty() {
                &state.v
            } else {
                &absolute[1]
            }
        }
        "ACCE_ABSOLU" => {
            if absolute[2].is_empty() {
                &state.a
            } else {
                &absolute[2]
            }
        }
        _ => &state.u,
    })
}
