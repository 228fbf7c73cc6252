//! What each node holds of the lengths or areas of some cells: a cell gives equal parts to its nodes.

use std::collections::BTreeMap;

use super::{CellKind, Mesh};

impl Mesh {
    /// Length of a segment, area of a triangle or of a plane quadrangle of straight sides (m, m²); `None` for other cells.
    pub fn measure(&self, cell: usize) -> Option<f64> {
        let place = |rank: usize| self.nodes[self.cells[cell].nodes[rank]].position;
        match self.cells[cell].kind {
            CellKind::Segment2 => Some(self.length(cell)),
            CellKind::Triangle3 => Some(0.5 * crossed(place(0), place(1), place(0), place(2))),
            // Half the product of the diagonals and of the sine between them.
            CellKind::Quadrangle4 => Some(0.5 * crossed(place(0), place(2), place(1), place(3))),
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
    let u: [f64; 3] = std::array::from_fn(|i| b[i] - a[i]);
    let v: [f64; 3] = std::array::from_fn(|i| d[i] - c[i]);
    let product = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    product.iter().map(|x| x * x).sum::<f64>().sqrt()
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_square_a_triangle_and_a_segment() {
        let text = "COOR_3D A 0 0 1 B 2 0 1 C 2 2 1 D 0 2 1 E 3 0 1 FINSF
                    QUAD4 Q A B C D FINSF TRIA3 T B E C FINSF SEG2 S A E FINSF POI1 P A FINSF FIN";
        let mesh = crate::io::mail::read("m.mail", text.as_bytes()).unwrap();
        assert_eq!(
            mesh.shares(&[0, 1]).unwrap().into_values().collect::<Vec<_>>(),
            [1.0, 1.0 + 1.0 / 3.0, 1.0 + 1.0 / 3.0, 1.0, 1.0 / 3.0]
        );
        assert_eq!(mesh.shares(&[2]).unwrap().into_values().collect::<Vec<_>>(), [1.5, 1.5]);
        assert_eq!(mesh.shares(&[2, 3]), Err(3));
    }
}
