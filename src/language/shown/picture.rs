//! The picture of a value: curves, a structure, modes.

use super::plot::curves;
use super::structure::{self, Structure};
use crate::io::branch_chart;
use crate::io::chart::Chart;
use crate::python::Value;

/// Nodes of a structure beyond which nobody draws it unasked.
const MOST_NODES: usize = 20_000;

/// A drawing.
pub enum Picture {
    Chart(Chart),
    Structure(Structure),
}

impl Picture {
    pub fn svg(&self) -> String {
        match self {
            Picture::Chart(chart) => chart.svg(),
            Picture::Structure(structure) => structure.svg(),
        }
    }
}

/// The picture of a value that is shown; `None` for what is read better than looked at, or is too large.
pub fn picture(name: &str, value: &Value) -> Option<Picture> {
    use crate::concepts::Concept;
    let Value::Concept(handle) = value else { return None };
    let concept = handle.get()?;
    if let Some(found) = structure::of(name, concept, None) {
        return found.ok().filter(|structure| structure.nodes() <= MOST_NODES).map(Picture::Structure);
    }
    match concept {
        Concept::Function(_)
        | Concept::ComplexFunction(_)
        | Concept::Surface(_)
        | Concept::Trajectory(_)
        | Concept::Harmonic(_)
        | Concept::SpectralMatrix(_)
        | Concept::FluidElastic(_) => curves(name, value, &[]).ok().map(Picture::Chart),
        Concept::Table(table) if branch_chart::usual(table).is_some() => {
            curves(name, value, &[]).ok().map(Picture::Chart)
        }
        _ => None,
    }
}
