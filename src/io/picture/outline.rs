//! The lines of cells: segments, and the edges of faces and solids between their corners.

use crate::io::grid::Grid;
use crate::kernel::mesh::CellKind;

/// Pairs of corners.
fn edges(kind: CellKind) -> &'static [(usize, usize)] {
    use CellKind::*;
    match kind {
        Segment2 | Segment3 | Segment4 => &[(0, 1)],
        Triangle3 | Triangle6 => &[(0, 1), (1, 2), (2, 0)],
        Quadrangle4 | Quadrangle8 | Quadrangle9 => &[(0, 1), (1, 2), (2, 3), (3, 0)],
        Tetrahedron4 | Tetrahedron10 => &[(0, 1), (1, 2), (2, 0), (0, 3), (1, 3), (2, 3)],
        Pentahedron6 | Pentahedron15 => &[(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3), (0, 3), (1, 4), (2, 5)],
        Hexahedron8 | Hexahedron20 => {
            &[(0, 1), (1, 2), (2, 3), (3, 0), (4, 5), (5, 6), (6, 7), (7, 4), (0, 4), (1, 5), (2, 6), (3, 7)]
        }
        Point1 | Other => &[],
    }
}

/// The lines of a grid, each once, and its cells of one point.
pub fn of(grid: &Grid) -> (Vec<(usize, usize)>, Vec<usize>) {
    let mut seen = std::collections::BTreeSet::new();
    let mut lines = Vec::new();
    for (kind, nodes) in &grid.cells {
        for (a, b) in edges(*kind) {
            let (Some(a), Some(b)) = (nodes.get(*a), nodes.get(*b)) else { continue };
            if seen.insert((*a.min(b), *a.max(b))) {
                lines.push((*a, *b));
            }
        }
    }
    let mut points: Vec<usize> =
        grid.cells.iter().filter(|(kind, _)| *kind == CellKind::Point1).map(|(_, nodes)| nodes[0]).collect();
    points.sort_unstable();
    points.dedup();
    (lines, points)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shared_edges_are_drawn_once() {
        let face = |nodes: [usize; 4]| (CellKind::Quadrangle4, nodes.to_vec());
        let cells =
            vec![face([0, 1, 2, 3]), face([1, 4, 5, 2]), (CellKind::Point1, vec![4]), (CellKind::Point1, vec![4])];
        let (lines, points) = of(&Grid { points: vec![[0.0; 3]; 6], cells });
        assert_eq!((lines.len(), points), (7, vec![4]));
    }
}
