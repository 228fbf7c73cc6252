//! Matrices of coupled sub-structures with the multipliers of their links, two for each row.
//!
//! With `M`, `C`, `K` block diagonal over the parts, `L` the rows of the links (`L u = 0`), `α` the largest term of `K` over
//! the largest of `L`, `K* = max(K, αL)` and `C* = max C` (signed), unknowns `(u, l, l')`:
//!
//! ```text
//!      | K   αLᵀ  αLᵀ |        the same blocks times 1/K* in the mass,
//!      | αL  -α    α  |        times C*/K* in the damping
//!      | αL   α   -α  |
//! ```
//!
//! Both multipliers of a row are equal and obey `l" + C* l' + K* l = K* R / 2α`, `R` the reaction of the row; `L u` stays 0.
//! Without damping `C* = 0`. They belong to the state, so that schemes that control their step see them in its error.

use nalgebra::DMatrix;

use super::matrix::Square;

/// Meaning of an unknown of the completed matrices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkedUnknown {
    /// Rank among the coordinates of all parts.
    Coordinate(usize),
    /// First or second multiplier of a row.
    Multiplier { row: usize, second: bool },
}

/// Completed matrices, in the order of the unknowns.
#[derive(Clone, Debug)]
pub struct LinkedMatrices {
    pub mass: Square,
    pub damping: Option<Square>,
    pub stiffness: Square,
    pub is_multiplier: Vec<bool>,
}

impl LinkedMatrices {
    /// `rows` has one independent row a link equation.
    pub fn new(
        mass: &DMatrix<f64>,
        damping: Option<&DMatrix<f64>>,
        stiffness: &DMatrix<f64>,
        rows: &DMatrix<f64>,
        order: &[LinkedUnknown],
    ) -> Self {
        let (largest_link, largest_stiffness) = (rows.amax(), stiffness.amax());
        let alpha = if largest_link > 0.0 && largest_stiffness > 0.0 { largest_stiffness / largest_link } else { 1.0 };
        let top = |matrix: &DMatrix<f64>| matrix.iter().fold(f64::NEG_INFINITY, |top: f64, x| top.max(*x));
        let k = top(stiffness).max(alpha * top(rows)).max(f64::MIN_POSITIVE);
        let with_links = |block: &DMatrix<f64>, scale: f64| {
            Square::from_fn(order.len(), |i, j| match (order[i], order[j]) {
                (LinkedUnknown::Coordinate(i), LinkedUnknown::Coordinate(j)) => block[(i, j)],
                (LinkedUnknown::Coordinate(u), LinkedUnknown::Multiplier { row, .. })
                | (LinkedUnknown::Multiplier { row, .. }, LinkedUnknown::Coordinate(u)) => scale * rows[(row, u)],
                (LinkedUnknown::Multiplier { row: a, second: first }, LinkedUnknown::Multiplier { row: b, second }) => {
                    match (a == b, first == second) {
                        (false, _) => 0.0,
                        (true, true) => -scale,
                        (true, false) => scale,
                    }
                }
            })
        };
        LinkedMatrices {
            mass: with_links(mass, alpha / k),
            damping: damping.map(|c| with_links(c, alpha * top(c) / k)),
            stiffness: with_links(stiffness, alpha),
            is_multiplier: order.iter().map(|u| matches!(u, LinkedUnknown::Multiplier { .. })).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two parts of two and one coordinates, tied by `u1 = u2`: the reaction, and the multipliers at the start.
    #[test]
    fn reactions_of_a_tie() {
        let mass = DMatrix::from_row_slice(3, 3, &[1.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 1.5]);
        let stiffness = DMatrix::from_row_slice(3, 3, &[300.0, -100.0, 0.0, -100.0, 100.0, 0.0, 0.0, 0.0, 200.0]);
        let rows = DMatrix::from_row_slice(1, 3, &[0.0, 1.0, -1.0]);
        let order = [
            LinkedUnknown::Coordinate(0),
            LinkedUnknown::Coordinate(1),
            LinkedUnknown::Multiplier { row: 0, second: false },
            LinkedUnknown::Coordinate(2),
            LinkedUnknown::Multiplier { row: 0, second: true },
        ];
        let linked = LinkedMatrices::new(&mass, None, &stiffness, &rows, &order);
        // Under a unit force on u1 at rest: a = 1/3.5, R = 1 - 2/3.5, and l" = K* R / 2α with K* = α = 300.
        let mut x = [0.0, 1.0, 0.0, 0.0, 0.0];
        super::super::matrix::Factors::of(&linked.mass).unwrap().solve(&mut x);
        let (a, reaction) = (1.0 / 3.5, 1.0 - 2.0 / 3.5);
        for (found, expected) in x.iter().zip([0.0, a, reaction / 2.0, a, reaction / 2.0]) {
            assert!((found - expected).abs() < 1e-15, "{x:?}");
        }
    }
}
