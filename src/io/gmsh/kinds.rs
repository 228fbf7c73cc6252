//! Kinds of cells, their numbers in gmsh, and the order of their nodes.

use crate::kernel::mesh::CellKind;

/// Type, kind, number of nodes.
pub(super) const KINDS: [(i64, CellKind, usize); 17] = [
    (15, CellKind::Point1, 1),
    (1, CellKind::Segment2, 2),
    (8, CellKind::Segment3, 3),
    (26, CellKind::Segment4, 4),
    (2, CellKind::Triangle3, 3),
    (9, CellKind::Triangle6, 6),
    (3, CellKind::Quadrangle4, 4),
    (16, CellKind::Quadrangle8, 8),
    (10, CellKind::Quadrangle9, 9),
    (4, CellKind::Tetrahedron4, 4),
    (11, CellKind::Tetrahedron10, 10),
    (6, CellKind::Pentahedron6, 6),
    (18, CellKind::Pentahedron15, 15),
    (7, CellKind::Other, 5),
    (5, CellKind::Hexahedron8, 8),
    (17, CellKind::Hexahedron20, 20),
    (12, CellKind::Other, 27),
];

/// The order in which gmsh has the nodes of a cell, as ranks in ours, where it differs: middle nodes of solids.
pub(super) fn order(kind: CellKind) -> &'static [usize] {
    match kind {
        CellKind::Tetrahedron10 => &[0, 1, 2, 3, 4, 5, 6, 7, 9, 8],
        CellKind::Pentahedron15 => &[0, 1, 2, 3, 4, 5, 6, 8, 9, 7, 10, 11, 12, 14, 13],
        CellKind::Hexahedron20 => &[0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 9, 13, 10, 14, 15, 16, 19, 17, 18],
        _ => &[],
    }
}
