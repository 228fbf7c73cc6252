//! What each node holds of the lengths or areas of some cells: a cell gives equal parts to its nodes.

use std::collections::BTreeMap;

use super::vector::{cross, minus, norm};
use super::{CellKind, Mesh};

impl Mesh {
    /// Length of a segment in the plane of x and y, area of a triangle or of a plane quadrangle of straight sides (m, m²), whatever
    /// the nodes in the middle of their sides; `None` for other cells.
    pub fn measure(&self, cell: usize) -> Option<f64> {
        let place = |rank: usize| self.nodes[self.cells[cell].nodes[rank]].position;
        match self.cells[cell].kind {
            CellKind::Segment2 | CellKind::Segment3 | CellKind::Segment4 => {
                let (a, b) = (place(0), place(1));
                Some(libm::hypot(b[0] - a[0], b[1] - a[1]))
            }
            CellKind::Triangle3 | CellKind::Triangle6 => Some(0.5 * crossed(place(0), place(1), place(0), place(2))),
            // Half the product of the diagonals and of the sine between them.
            CellKind::Quadrangle4 | CellKind::Quadrangle8 | CellKind::Quadrangle9 => {
                Some(0.5 * crossed(place(0), place(2), place(1), place(3)))
            }
            _ => None,
        }
    }

    /// Part of each node in the measure of some cells; the error is the first cell that has none.
    pub fn shares(&self, cells: &[usize]) -> Result<BTreeMap<usize, f64>, usize> {
        let mut shares = BTreeMap::new();
        for &cell in cells {
            let nodes = &self.cells[cell].nodes;
            let part = self.measure(cell).ok_or(cell)? / nodes.len() as f64;
            for &node in nodes {
                *shares.entry(node).or_insert(0.0) += part;
            }
        }
        Ok(shares)
    }
}

/// Length of the vector product of `ab` and `cd`.
fn crossed(a: [f64; 3], b: [f64; 3], c: [f64; 3], d: [f64; 3]) -> f64 {
    norm(cross(minus(b, a), minus(d, c)))
}

#[cfg(test)]
mod tests {
    use super::super::{Cell, Node};
    use super::*;

    #[test]
    fn a_square_a_triangle_and_a_segment() {
        let places = [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0], [3.0, 0.0]];
        let node = |[x, y]: [f64; 2]| Node { label: "".into(), position: [x, y, 1.0] };
        let cell = |kind, nodes: &[usize]| Cell { label: "".into(), kind, nodes: nodes.into() };
        let mesh = Mesh {
            nodes: places.map(node).to_vec(),
            cells: vec![
                cell(CellKind::Quadrangle4, &[0, 1, 2, 3]),
                cell(CellKind::Triangle3, &[1, 4, 2]),
                cell(CellKind::Segment2, &[0, 4]),
                cell(CellKind::Point1, &[0]),
            ],
            ..Mesh::default()
        };
        let shares = |cells: &[usize]| mesh.shares(cells).map(|s| s.into_values().collect::<Vec<_>>());
        let third = 1.0 / 3.0;
        assert_eq!(shares(&[0, 1]), Ok(vec![1.0, 1.0 + third, 1.0 + third, 1.0, third]));
        assert_eq!(shares(&[2]), Ok(vec![1.5, 1.5]));
        assert_eq!(shares(&[2, 3]), Err(3));
    }
}
