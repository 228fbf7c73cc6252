//! Elements of Ideas by their descriptor, and the order of their nodes.

use crate::kernel::mesh::CellKind;

/// Rods and beams, which have a record of their own for the orientation.
pub fn is_beam(descriptor: i64) -> bool {
    matches!(descriptor, 11 | 21..=24)
}

/// The shape of an element, from its descriptor and its number of nodes.
pub fn kind(descriptor: i64, nodes: usize) -> CellKind {
    match (descriptor, nodes) {
        (_, 1) => CellKind::Point1,
        (_, 2) => CellKind::Segment2,
        (11..=32, 3) => CellKind::Segment3,
        (41..=99, 3) => CellKind::Triangle3,
        (41..=99, 6) => CellKind::Triangle6,
        (41..=99, 4) => CellKind::Quadrangle4,
        (41..=99, 8) => CellKind::Quadrangle8,
        (41..=99, 9) => CellKind::Quadrangle9,
        (111, 4) => CellKind::Tetrahedron4,
        (118, 10) => CellKind::Tetrahedron10,
        (112, 6) => CellKind::Pentahedron6,
        (113, 15) => CellKind::Pentahedron15,
        (115, 8) => CellKind::Hexahedron8,
        (116, 20) => CellKind::Hexahedron20,
        _ => CellKind::Other,
    }
}

/// Ideas goes round an element, corner, middle, corner: puts the corners first.
pub fn corners_first(kind: CellKind, nodes: &mut Vec<usize>) {
    let order: &[usize] = match kind {
        CellKind::Segment3 => &[0, 2, 1],
        CellKind::Triangle6 => &[0, 2, 4, 1, 3, 5],
        CellKind::Quadrangle8 => &[0, 2, 4, 6, 1, 3, 5, 7],
        CellKind::Tetrahedron10 => &[0, 2, 4, 9, 1, 3, 5, 6, 7, 8],
        CellKind::Pentahedron15 => &[0, 2, 4, 9, 11, 13, 1, 3, 5, 6, 7, 8, 10, 12, 14],
        CellKind::Hexahedron20 => &[0, 2, 4, 6, 12, 14, 16, 18, 1, 3, 5, 7, 8, 9, 10, 11, 13, 15, 17, 19],
        _ => return,
    };
    *nodes = order.iter().filter_map(|&rank| nodes.get(rank).copied()).collect();
}
