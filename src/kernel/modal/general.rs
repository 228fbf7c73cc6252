//! The general symmetric problem `(A + λ B) φ = 0`: buckling load factors and the like.
//!
//! Some combination `D = ±(A + τB)` or `±B` must be positive definite. With `D = L Lᵀ` the problem is the
//! ordinary symmetric one of `S = L⁻¹ B L⁻ᵀ` (or `L⁻¹ A L⁻ᵀ`), whose zero eigenvalues are infinite `λ`.

use nalgebra::DMatrix;

use super::clusters;
use super::krylov::Krylov;
use super::problem::Spectrum;
use super::selection::{Selection, select};
use crate::assembly::SparseMatrix;
use crate::lanes::Block;
use crate::linalg::{
    LowerTriangle, SIDES, SymmetricFactor, bilinear, dense, multiply_bundle, symmetric_eigen, symmetrised, vectors,
};
use crate::modal::eigenpair::{EigenFault, Eigenpair};

/// Largest size whose modes are all computed, and size up to which they always are.
const LIMIT: usize = 1500;
const FULL: usize = 600;
/// Largest Krylov space, and the residual of a mode relative to its value.
const SPACE: usize = 400;
const CONVERGED: f64 = 1e-12;
/// Starting vectors of the space: modes that come together are found together.
const BLOCK: usize = 8;
/// Eigenvalues of `S` below this fraction of the largest are zero.
const NULL: f64 = 1e-13;

/// The definite combination found.
enum Definite {
    /// `sign (A + shift B)`
    Shifted { sign: f64, shift: f64 },
    /// `sign B`
    Second { sign: f64 },
}

/// Modes selected by `λ`, sorted by increasing value; vectors have unit energy in the definite matrix. Fails where a
/// matrix is not finite or has no modes of this kind, or the problem is too large.
pub fn general_modes(
    a: &SparseMatrix<f64>,
    b: &SparseMatrix<f64>,
    selection: &Selection,
) -> Result<Spectrum, EigenFault> {
    let size = a.size();
    if let Selection::Smallest(count) = selection
        && size > FULL
        && let Some(pairs) = smallest(a, b, *count)
    {
        return Ok(Spectrum { available: size, pairs });
    }
    if size > LIMIT {
        return Err(EigenFault::TooLarge { size, limit: LIMIT });
    }
    let (first, second) = (symmetrised(&dense(a)), symmetrised(&dense(b)));
    if !first.iter().chain(second.iter()).all(|v| v.is_finite()) {
        return Err(EigenFault::NotFinite);
    }
    let (definite, lower) = definite_combination(&first, &second)?;
    let other = match definite {
        Definite::Shifted { .. } => &second,
        Definite::Second { .. } => &first,
    };
    let eigen = symmetric_eigen(congruence(&lower, other));
    let top = eigen.eigenvalues.iter().fold(0.0, |m: f64, v| m.max(v.abs()));
    let mut pairs = Vec::new();
    for (mu, column) in eigen.eigenvalues.iter().zip(eigen.eigenvectors.column_iter()) {
        let mut vector: Vec<f64> = column.iter().copied().collect();
        lower.solve_upper(&mut vector);
        let value = match definite {
            Definite::Shifted { .. } if mu.abs() <= NULL * top => continue,
            Definite::Shifted { sign, shift } => shift - sign / mu,
            Definite::Second { sign } => -sign * mu,
        };
        let weight = bilinear(b, &vector, &vector);
        let quotient = -bilinear(a, &vector, &vector) / weight;
        let value = if (quotient - value).abs() <= 1e-6 * value.abs() { quotient } else { value };
        pairs.push(Eigenpair { value, rank: 0, vector });
    }
    pairs.sort_by(|x, y| x.value.total_cmp(&y.value));
    pairs.iter_mut().enumerate().for_each(|(i, p)| p.rank = i + 1);
    clusters::rotate(&mut pairs, &[], 0.0);
    Ok(Spectrum { available: pairs.len(), pairs: select(pairs, selection) })
}

/// The values of smallest modulus where `A` is positive definite: `A⁻¹ B` is self-adjoint for its scalar product, and has
/// `-1/λ`. None where it is not, or where they do not converge.
fn smallest(a: &SparseMatrix<f64>, b: &SparseMatrix<f64>, count: usize) -> Option<Vec<Eigenpair>> {
    let factor = SymmetricFactor::new(a).ok().filter(|factor| factor.negative_pivots() == 0)?;
    let operator = |v: &[Block], _: &[Block]| factor.solve_bundle(&multiply_bundle(b, v));
    let mut space = Krylov::new(&operator, a, BLOCK);
    let mut length = 2 * count + 3 * BLOCK;
    loop {
        let ended = !space.grow(length);
        let (values, coefficients) = space.ritz();
        let top = values.first()?.0.abs();
        let finite = values.iter().take_while(|(theta, _)| theta.abs() > NULL * top);
        let found = finite.take_while(|(theta, residual)| *residual <= CONVERGED * top.max(theta.abs())).count();
        if found >= count || ended {
            let pair = |vector: Vec<f64>| {
                let value = -bilinear(a, &vector, &vector) / bilinear(b, &vector, &vector);
                Eigenpair { value, rank: 0, vector }
            };
            let found = found.min(count);
            let bundles = space.combine(&coefficients, found);
            let all = bundles.iter().flat_map(|bundle| vectors(bundle, SIDES)).take(found);
            let mut pairs: Vec<Eigenpair> = all.map(pair).collect();
            pairs.sort_by(|x, y| x.value.total_cmp(&y.value));
            pairs.iter_mut().enumerate().for_each(|(i, p)| p.rank = i + 1);
            clusters::rotate(&mut pairs, &[], 0.0);
            return Some(pairs);
        }
        if length >= SPACE.max(2 * count) {
            return None;
        }
        length = length + length / 2;
    }
}

fn definite_combination(a: &DMatrix<f64>, b: &DMatrix<f64>) -> Result<(Definite, LowerTriangle), EigenFault> {
    let mut failed = 0;
    let ratio = if b.amax() > 0.0 { a.amax() / b.amax() } else { 0.0 };
    let shifts = [0.0].into_iter().chain([1e-6, 1e-3, 1.0, 1e3].into_iter().flat_map(|f| [f * ratio, -f * ratio]));
    for shift in shifts {
        for sign in [1.0, -1.0] {
            match LowerTriangle::new(&((a + b * shift) * sign)) {
                Ok(lower) => return Ok((Definite::Shifted { sign, shift }, lower)),
                Err(unknown) => failed = unknown,
            }
        }
    }
    for sign in [1.0, -1.0] {
        if let Ok(lower) = LowerTriangle::new(&(b * sign)) {
            return Ok((Definite::Second { sign }, lower));
        }
    }
    let null = |m: &DMatrix<f64>| m.column(failed).iter().all(|v| *v == 0.0);
    match null(a) && null(b) {
        true => Err(EigenFault::Undetermined { unknown: failed }),
        false => Err(EigenFault::IndefinitePencil { unknown: failed }),
    }
}

/// `L⁻¹ X L⁻ᵀ`.
fn congruence(lower: &LowerTriangle, matrix: &DMatrix<f64>) -> DMatrix<f64> {
    let n = matrix.nrows().max(1);
    let mut half = matrix.clone();
    half.as_mut_slice().chunks_exact_mut(n).for_each(|column| lower.solve_lower(column));
    let mut result = half.transpose();
    result.as_mut_slice().chunks_exact_mut(n).for_each(|column| lower.solve_lower(column));
    symmetrised(&result)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn diagonal(values: &[f64]) -> SparseMatrix<f64> {
        let triplets: Vec<_> = values.iter().enumerate().map(|(i, v)| (i, i, *v)).collect();
        SparseMatrix::from_triplets(values.len(), &triplets)
    }

    fn values(a: &[f64], b: &[f64]) -> Vec<f64> {
        let spectrum = general_modes(&diagonal(a), &diagonal(b), &Selection::All).unwrap();
        spectrum.pairs.iter().map(|p| p.value).collect()
    }

    #[test]
    fn vibration_matrices_give_minus_the_square_of_the_pulsation() {
        assert_eq!(values(&[4.0, 18.0], &[1.0, 2.0]), [-9.0, -4.0]);
    }

    #[test]
    fn a_space_finds_the_smallest_of_a_large_problem() {
        // Two chains side by side: K = tridiag(-1, 2, -1), B diagonal of both signs; all values are double.
        let n = 90;
        let chain = |f: &dyn Fn(usize) -> Vec<(usize, usize, f64)>| {
            let terms: Vec<_> =
                (0..n).flat_map(|i| f(i).into_iter().flat_map(|(r, c, v)| [(r, c, v), (r + n, c + n, v)])).collect();
            SparseMatrix::from_triplets(2 * n, &terms)
        };
        let a = chain(&|i| {
            if i + 1 < n { vec![(i, i, 2.0), (i, i + 1, -1.0), (i + 1, i, -1.0)] } else { vec![(i, i, 2.0)] }
        });
        let b = chain(&|i| vec![(i, i, if i % 3 == 0 { -1.0 } else { 0.4 })]);
        let all = general_modes(&a, &b, &Selection::Smallest(6)).unwrap().pairs;
        let found = smallest(&a, &b, 6).unwrap();
        assert_eq!(found.len(), 6);
        for (x, y) in found.iter().zip(&all) {
            assert!((x.value / y.value - 1.0).abs() < 1e-9, "{} {}", x.value, y.value);
        }
        assert!(smallest(&b, &a, 6).is_none());
    }

    #[test]
    fn indefinite_second_matrix_and_infinite_values() {
        // 2 + λ = 0, 3 - λ/2 = 0, and no finite value for the third.
        assert_eq!(values(&[2.0, 3.0, 1.0], &[1.0, -0.5, 0.0]), [-2.0, 6.0]);
        // A indefinite, B definite.
        assert_eq!(values(&[2.0, -3.0], &[-1.0, -1.0]), [-3.0, 2.0]);
    }
}
