//! What values belong to: a state, and kinds of entities.

use super::super::shapes::{self, Shape};
use crate::kernel::mesh::Cell;

/// A state of a result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    pub number: i64,
    pub order: i64,
    /// Instant, frequency or factor.
    pub time: f64,
}

impl Step {
    /// That of a field which belongs to no state.
    pub const NONE: Step = Step { number: -1, order: -1, time: 0.0 };
}

/// What has values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Support {
    Nodes,
    Cells(&'static Shape),
    /// Nodes of cells, in the order of MED.
    CellNodes(&'static Shape),
}

impl Support {
    /// The cells like this one; none for a shape that MED lacks.
    pub fn cells_like(cell: &Cell, at_nodes: bool) -> Option<Support> {
        let shape = shapes::of(cell)?;
        Some(if at_nodes { Support::CellNodes(shape) } else { Support::Cells(shape) })
    }

    /// The place in files of a point of ours: nodes of solids have another order there.
    pub fn place(&self, point: usize) -> usize {
        match self {
            Support::CellNodes(shape) => shape.place(point),
            _ => point,
        }
    }

    /// The point of ours that has a place in files.
    pub fn point_at(&self, place: usize) -> usize {
        match self {
            Support::CellNodes(shape) => shape.node_at(place),
            _ => place,
        }
    }

    pub(in super::super) fn name(&self) -> String {
        match self {
            Support::Nodes => "NOE".into(),
            Support::Cells(shape) => format!("MAI.{}", shape.name),
            Support::CellNodes(shape) => format!("NOE.{}", shape.name),
        }
    }
}
