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
}

const fn shape(name: &'static str, kind: CellKind, nodes: usize, number: i64, bit: u32) -> Shape {
    Shape { name, kind, nodes, number, bit }
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
    shape("TE4", CellKind::Tetrahedron4, 4, 304, 10),
    shape("T10", CellKind::Tetrahedron10, 10, 310, 14),
    shape("PY5", CellKind::Other, 5, 305, 11),
    shape("P13", CellKind::Other, 13, 313, 16),
    shape("PE6", CellKind::Pentahedron6, 6, 306, 12),
    shape("P15", CellKind::Pentahedron15, 15, 315, 17),
    shape("P18", CellKind::Other, 18, 318, 18),
    shape("HE8", CellKind::Hexahedron8, 8, 308, 13),
    shape("H20", CellKind::Hexahedron20, 20, 320, 19),
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
