//! Cells of MED files: names, kinds, numbers.

use crate::kernel::mesh::{Cell, CellKind};

/// A type of cells.
#[derive(Debug, PartialEq, Eq)]
pub struct Shape {
    pub name: &'static str,
    pub kind: CellKind,
    pub nodes: usize,
    /// Number of the type (GEO).
    pub number: i64,
    /// Its place in sets of types.
    pub bit: u32,
    /// Places of our nodes in files; empty where they are the same. The base of a solid is seen from inside there, and the middle nodes of
    /// its top come before those of its sides.
    order: &'static [usize],
}

impl Shape {
    /// The place in files of a node of ours.
    pub(super) fn place(&self, node: usize) -> usize {
        self.order.get(node).copied().unwrap_or(node)
    }

    /// The node of ours that has a place in files.
    pub(super) fn node_at(&self, place: usize) -> usize {
        self.order.iter().position(|own| *own == place).unwrap_or(place)
    }
}

const fn shape(name: &'static str, kind: CellKind, nodes: usize, number: i64, bit: u32) -> Shape {
    Shape { name, kind, nodes, number, bit, order: &[] }
}

const fn solid(name: &'static str, kind: CellKind, number: i64, bit: u32, order: &'static [usize]) -> Shape {
    Shape { name, kind, nodes: order.len(), number, bit, order }
}

/// The types in the order in which their cells are numbered.
pub(super) const SHAPES: [Shape; 20] = [
    shape("PO1", CellKind::Point1, 1, 1, 0),
    shape("SE2", CellKind::Segment2, 2, 102, 1),
    shape("SE3", CellKind::Segment3, 3, 103, 2),
    shape("SE4", CellKind::Segment4, 4, 104, 3),
    shape("TR3", CellKind::Triangle3, 3, 203, 4),
    shape("TR6", CellKind::Triangle6, 6, 206, 6),
    shape("TR7", CellKind::Other, 7, 207, 7),
    shape("QU4", CellKind::Quadrangle4, 4, 204, 5),
    shape("QU8", CellKind::Quadrangle8, 8, 208, 8),
    shape("QU9", CellKind::Quadrangle9, 9, 209, 9),
    solid("TE4", CellKind::Tetrahedron4, 304, 10, &[0, 2, 1, 3]),
    solid("T10", CellKind::Tetrahedron10, 310, 14, &[0, 2, 1, 3, 6, 5, 4, 7, 9, 8]),
    solid("PY5", CellKind::Other, 305, 11, &[0, 3, 2, 1, 4]),
    shape("P13", CellKind::Other, 13, 313, 16),
    solid("PE6", CellKind::Pentahedron6, 306, 12, &[0, 2, 1, 3, 5, 4]),
    solid("P15", CellKind::Pentahedron15, 315, 17, &[0, 2, 1, 3, 5, 4, 8, 7, 6, 12, 14, 13, 11, 10, 9]),
    shape("P18", CellKind::Other, 18, 318, 18),
    solid("HE8", CellKind::Hexahedron8, 308, 13, &[0, 3, 2, 1, 4, 7, 6, 5]),
    solid(
        "H20",
        CellKind::Hexahedron20,
        320,
        19,
        &[0, 3, 2, 1, 4, 7, 6, 5, 11, 10, 9, 8, 16, 19, 18, 17, 15, 14, 13, 12],
    ),
    shape("H27", CellKind::Other, 27, 327, 20),
];

/// The type of a cell; none for shapes that MED lacks.
pub(super) fn of(cell: &Cell) -> Option<&'static Shape> {
    SHAPES.iter().find(|shape| shape.kind == cell.kind && shape.nodes == cell.nodes.len())
}

/// The ranks of the cells of a type in a mesh.
pub(super) fn cells_of(cells: &[Cell], shape: &Shape) -> Vec<usize> {
    let is_own = |cell: &Cell| cell.kind == shape.kind && cell.nodes.len() == shape.nodes;
    (0..cells.len()).filter(|rank| is_own(&cells[*rank])).collect()
}
