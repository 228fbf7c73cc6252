//! Stiffnesses that are nothing but rounding.
//!
//! A spring given in turned axes leaves `k cos²(90°) ≈ 4·10⁻³³ k` across itself, where exact arithmetic leaves nothing.
//! Such terms are no stiffness: an eigensolver that takes them for one sees unknowns 10³³ times softer than the others.

use crate::assembly::SparseMatrix;

/// Diagonal terms below this share of the largest one, in rows whose other terms are below its root, are rounding.
pub const NEGLIGIBLE: f64 = 1e-28;

/// The matrix without the rows and columns that are rounding; as it is when there are none.
pub fn without_rounding(stiffness: SparseMatrix<f64>) -> SparseMatrix<f64> {
    let size = stiffness.size();
    let diagonal: Vec<f64> = (0..size).map(|i| stiffness.get(i, i).unwrap_or(0.0).abs()).collect();
    let top = diagonal.iter().fold(0.0, |top: f64, k| top.max(*k));
    let mut negligible: Vec<bool> = diagonal.iter().map(|k| *k > 0.0 && *k <= NEGLIGIBLE * top).collect();
    // Beside an infinite stiffness nothing can be told: the solvers refuse it.
    if !top.is_finite() || !negligible.contains(&true) {
        return stiffness;
    }
    for (row, column, value) in stiffness.triplets() {
        if value.abs() > 10.0 * NEGLIGIBLE.sqrt() * top {
            negligible[row] = false;
            negligible[column] = false;
        }
    }
    let kept: Vec<_> =
        stiffness.triplets().filter(|(row, column, _)| !negligible[*row] && !negligible[*column]).collect();
    SparseMatrix::from_triplets(size, &kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_quarter_of_a_turn_leaves_is_dropped() {
        let (c, k) = (6.1e-17, 1e8);
        let turned = [(0, 0, k * c * c), (0, 1, k * c), (1, 0, k * c), (1, 1, k), (2, 2, 1e-3)];
        let clean = without_rounding(SparseMatrix::from_triplets(3, &turned));
        assert_eq!(
            (clean.get(0, 0), clean.get(0, 1), clean.get(1, 1), clean.get(2, 2)),
            (None, None, Some(k), Some(1e-3))
        );
    }

    #[test]
    fn an_infinite_stiffness_stays() {
        let kept = without_rounding(SparseMatrix::from_triplets(2, &[(0, 0, f64::INFINITY), (1, 1, 1e8)]));
        assert_eq!((kept.get(0, 0), kept.get(1, 1)), (Some(f64::INFINITY), Some(1e8)));
    }
}
