//! Complex modes: `(λ² M + λ C + K) φ = 0`, `K` and `C` real or complex, symmetric or not.
//!
//! With a real shift `s` such that `P(s)` is regular, `λ = s + 1/μ`, `M = F Fᵀ` (rank-revealing), `w = μ φ`
//! and `p = Fᵀ φ`, the problem is the ordinary one of
//!
//! ```text
//! μ w = -P(s)⁻¹ (P'(s) w + F p),    μ p = Fᵀ w
//! ```
//!
//! of size `n + rank(M)`: unknowns without mass bring no defective infinite eigenvalue. Newton's
//! method on `P(λ) φ = 0` refines a pair (A. Ruhe, SIAM J. Numer. Anal. 10 (1973) 674).

use nalgebra::DMatrix;
use num_complex::Complex64;

use super::definite::mass_root;
use super::rounding::NEGLIGIBLE;
use crate::assembly::SparseMatrix;
use crate::linalg::{SolverPlan, SparseSolver, complex_eigen, dense, modulus, symmetrised};
use crate::modal::eigenpair::EigenFault;

/// Largest size solved.
const LIMIT: usize = 700;

/// One complex mode.
#[derive(Clone, Debug, PartialEq)]
pub struct ComplexPair {
    /// `λ` (rad/s), of positive imaginary part.
    pub value: Complex64,
    pub vector: Vec<Complex64>,
}

/// Matrices of the problem on the reduced unknowns.
#[derive(Clone, Debug)]
pub struct QuadraticProblem<'a> {
    pub stiffness: &'a SparseMatrix<Complex64>,
    pub damping: Option<&'a SparseMatrix<Complex64>>,
    pub mass: &'a SparseMatrix<f64>,
}

struct Polynomial {
    k: DMatrix<Complex64>,
    c: DMatrix<Complex64>,
    m: DMatrix<Complex64>,
}

impl QuadraticProblem<'_> {
    /// All modes whose eigenvalue has a positive imaginary part, by increasing imaginary part, not refined. Fails
    /// where a matrix is not finite, or the problem is too large for all its modes.
    pub fn solve(&self) -> Result<Vec<ComplexPair>, EigenFault> {
        let mut pairs = self.all()?;
        // Overdamped modes are real; conjugates of the others are dropped.
        pairs.retain(|pair| pair.value.im > 1e-9 * modulus(pair.value));
        pairs.sort_by(|a, b| a.value.im.total_cmp(&b.value.im));
        Ok(pairs)
    }

    /// All finite eigenvalues, real ones and conjugates too. Fails where a matrix is not finite, or the problem is too
    /// large for all its modes.
    pub fn eigenvalues(&self) -> Result<Vec<Complex64>, EigenFault> {
        Ok(self.all()?.into_iter().map(|pair| pair.value).collect())
    }

    fn all(&self) -> Result<Vec<ComplexPair>, EigenFault> {
        let size = self.mass.size();
        if size > LIMIT {
            return Err(EigenFault::TooLarge { size, limit: LIMIT });
        }
        if size == 0 {
            return Ok(Vec::new());
        }
        let real_mass = dense(self.mass);
        let polynomial = Polynomial {
            k: full(self.stiffness),
            c: self.damping.map_or_else(|| DMatrix::zeros(size, size), full),
            m: real_mass.map(|x| Complex64::new(x, 0.0)),
        };
        let terms = polynomial.k.iter().chain(polynomial.c.iter()).chain(polynomial.m.iter());
        if !terms.clone().all(|z| z.is_finite()) {
            return Err(EigenFault::NotFinite);
        }
        let root = mass_root(&symmetrised(&real_mass))?;
        let scale = self.frequency_scale();
        let (shift, companion) = companion(&polynomial, &root.columns, scale)?;
        let (values, vectors) =
            complex_eigen(companion).map_err(|_| EigenFault::NotConverged { found: 0, expected: size })?;
        let top = values.iter().fold(0.0, |t: f64, z| t.max(modulus(*z)));
        let mut pairs = Vec::new();
        for (mu, column) in values.iter().zip(vectors.column_iter()) {
            if modulus(*mu) <= 1e-13 * top {
                continue;
            }
            let value = shift + Complex64::new(scale, 0.0) / mu;
            pairs.push(ComplexPair { value, vector: column.iter().take(size).copied().collect() });
        }
        Ok(pairs)
    }
}

impl QuadraticProblem<'_> {
    /// `P(λ)`.
    pub(super) fn at(&self, value: Complex64) -> SparseMatrix<Complex64> {
        let mut terms: Vec<_> = self.stiffness.triplets().collect();
        if let Some(damping) = self.damping {
            terms.extend(damping.triplets().map(|(i, j, c)| (i, j, value * c)));
        }
        terms.extend(self.mass.triplets().map(|(i, j, m)| (i, j, value * value * m)));
        SparseMatrix::from_triplets(self.mass.size(), &terms)
    }

    /// `P'(λ) x`.
    fn slope_times(&self, value: Complex64, x: &[Complex64]) -> Vec<Complex64> {
        let mut product = vec![Complex64::default(); x.len()];
        if let Some(damping) = self.damping {
            damping.triplets().for_each(|(i, j, c)| product[i] += c * x[j]);
        }
        self.mass.triplets().for_each(|(i, j, m)| product[i] += value * x[j] * (2.0 * m));
        product
    }

    /// A frequency (rad/s) that makes the terms of the problem of one order of magnitude.
    pub(super) fn frequency_scale(&self) -> f64 {
        let diagonal =
            |i: usize| (self.stiffness.get(i, i).map_or(0.0, modulus), self.mass.get(i, i).unwrap_or(0.0).abs());
        let size = self.mass.size();
        let top = (0..size).fold(0.0, |top: f64, i| top.max(diagonal(i).0));
        let ratio = |i: usize| {
            let (k, m) = diagonal(i);
            (k > NEGLIGIBLE * top && m > 0.0).then(|| (k / m).sqrt())
        };
        let smallest = (0..size).filter_map(ratio).fold(f64::INFINITY, f64::min);
        if smallest.is_finite() { smallest } else { 1.0 }
    }

    /// A pair after two or three Newton steps; a step that does not reduce the correction ends them.
    pub fn refined(&self, pair: &ComplexPair) -> ComplexPair {
        self.refined_with(pair, &SolverPlan::default())
    }

    /// [`QuadraticProblem::refined`], with the orderings of earlier calls.
    pub(super) fn refined_with(&self, pair: &ComplexPair, plan: &SolverPlan) -> ComplexPair {
        let ComplexPair { mut value, mut vector } = pair.clone();
        let mut last = f64::INFINITY;
        let mut scratch = vec![Complex64::default(); 2 * vector.len()];
        for _ in 0..4 {
            let slope = self.slope_times(value, &vector);
            let mut right = vec![Complex64::default(); vector.len()];
            let Ok(factor) = SparseSolver::with_plan(&self.at(value), plan) else { break };
            factor.solve_into(&slope, &mut scratch, &mut right);
            if !right.iter().all(|z| z.is_finite()) {
                break;
            }
            let overlap: Complex64 = vector.iter().zip(&right).map(|(v, r)| v.conj() * r).sum();
            let square: f64 = vector.iter().map(|v| v.norm_sqr()).sum();
            let correction = Complex64::new(square, 0.0) / overlap;
            let length = right.iter().map(|r| r.norm_sqr()).sum::<f64>().sqrt();
            vector = right.iter().map(|r| r / length).collect();
            if modulus(correction) > 0.5 * last || modulus(correction) > 1e-3 * modulus(value) {
                break;
            }
            value -= correction;
            last = modulus(correction);
            if last <= 4.0 * f64::EPSILON * modulus(value) {
                break;
            }
        }
        ComplexPair { value, vector }
    }
}

fn full(matrix: &SparseMatrix<Complex64>) -> DMatrix<Complex64> {
    let mut result = DMatrix::zeros(matrix.size(), matrix.size());
    for (row, column, value) in matrix.triplets() {
        result[(row, column)] += value;
    }
    result
}

/// The shift used and the matrix whose eigenvalues are `scale / (λ - shift)`.
fn companion(p: &Polynomial, root: &[Vec<f64>], scale: f64) -> Result<(f64, DMatrix<Complex64>), EigenFault> {
    let (n, r) = (p.k.nrows(), root.len());
    for factor in [0.0, 0.37, 1.9, 11.0] {
        let shift = factor * scale;
        let value = p.at(Complex64::new(shift, 0.0));
        let lu = value.clone().lu();
        let diagonal = lu.u().diagonal();
        let regular = (0..n)
            .all(|i| modulus(diagonal[i]) > 1e-13 * value.row(i).iter().fold(0.0, |t: f64, z| t.max(modulus(*z))));
        if !regular {
            continue;
        }
        // Unknowns (w, p / scale): μ' = scale μ.
        let mut right = DMatrix::zeros(n, n + r);
        right.view_mut((0, 0), (n, n)).copy_from(&(p.slope(Complex64::new(shift, 0.0)) * Complex64::new(-scale, 0.0)));
        for (j, column) in root.iter().enumerate() {
            (0..n).for_each(|i| right[(i, n + j)] = Complex64::new(-column[i] * scale * scale, 0.0));
        }
        if !lu.solve_mut(&mut right) {
            continue;
        }
        let mut matrix = DMatrix::zeros(n + r, n + r);
        matrix.view_mut((0, 0), (n, n + r)).copy_from(&right);
        for (j, column) in root.iter().enumerate() {
            (0..n).for_each(|i| matrix[(n + j, i)] = Complex64::new(column[i], 0.0));
        }
        return Ok((shift, matrix));
    }
    let null = |i: usize| [&p.k, &p.c, &p.m].iter().all(|a| a.row(i).iter().all(|z| modulus(*z) == 0.0));
    match (0..n).find(|&i| null(i)) {
        Some(unknown) => Err(EigenFault::Undetermined { unknown }),
        None => Err(EigenFault::IndefinitePencil { unknown: 0 }),
    }
}

impl Polynomial {
    /// `P(λ)`.
    fn at(&self, value: Complex64) -> DMatrix<Complex64> {
        self.combination(Complex64::new(1.0, 0.0), value, value * value)
    }

    /// `P'(λ)`.
    fn slope(&self, value: Complex64) -> DMatrix<Complex64> {
        self.combination(Complex64::default(), Complex64::new(1.0, 0.0), value * 2.0)
    }

    fn combination(&self, k: Complex64, c: Complex64, m: Complex64) -> DMatrix<Complex64> {
        let terms = self.k.iter().zip(self.c.iter()).zip(self.m.iter());
        DMatrix::from_iterator(self.k.nrows(), self.k.ncols(), terms.map(|((x, y), z)| x * k + y * c + z * m))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sparse(n: usize, terms: &[(usize, usize, f64)]) -> SparseMatrix<Complex64> {
        SparseMatrix::from_triplets(n, terms).to_complex()
    }

    fn solve(k: &SparseMatrix<Complex64>, c: Option<&SparseMatrix<Complex64>>, m: &[f64]) -> Vec<ComplexPair> {
        let terms: Vec<_> = m.iter().enumerate().map(|(i, v)| (i, i, *v)).collect();
        let mass = SparseMatrix::from_triplets(m.len(), &terms);
        let problem = QuadraticProblem { stiffness: k, damping: c, mass: &mass };
        problem.solve().unwrap().iter().map(|pair| problem.refined(pair)).collect()
    }

    #[test]
    fn one_damped_oscillator() {
        // m = 2, c = 3, k = 50: λ = -3/4 ± i sqrt(25 - 9/16).
        let pairs = solve(&sparse(1, &[(0, 0, 50.0)]), Some(&sparse(1, &[(0, 0, 3.0)])), &[2.0]);
        let exact = Complex64::new(-0.75, (25.0_f64 - 0.5625).sqrt());
        assert_eq!(pairs.len(), 1);
        assert!((pairs[0].value - exact).norm() < 1e-14);
        // Overdamped: no complex mode.
        assert!(solve(&sparse(1, &[(0, 0, 50.0)]), Some(&sparse(1, &[(0, 0, 300.0)])), &[2.0]).is_empty());
    }

    #[test]
    fn proportional_damping_keeps_the_modes_of_the_chain() {
        let n = 9;
        let mut k = Vec::new();
        for i in 0..n {
            k.push((i, i, 2e5));
            if i > 0 {
                k.extend([(i, i - 1, -1e5), (i - 1, i, -1e5)]);
            }
        }
        let c: Vec<_> = k.iter().map(|&(i, j, v)| (i, j, 2e-4 * v)).collect();
        let pairs = solve(&sparse(n, &k), Some(&sparse(n, &c)), &[10.0; 9]);
        assert_eq!(pairs.len(), n);
        for (j, pair) in pairs.iter().enumerate() {
            let sine = libm::sin((j + 1) as f64 * std::f64::consts::PI / 20.0);
            let square = 4e4 * sine * sine;
            let damping = 1e-4 * square;
            let exact = Complex64::new(-damping, (square - damping * damping).sqrt());
            assert!((pair.value / exact - 1.0).norm() < 1e-13, "{j}");
            let ratio = pair.vector[1] / pair.vector[0];
            assert!((ratio - 2.0 * libm::cos((j + 1) as f64 * std::f64::consts::PI / 10.0)).norm() < 1e-11);
        }
    }

    #[test]
    fn gyroscopic_coupling_splits_a_repeated_frequency() {
        // M = I, K = 100 I, G = 2 Ω J: λ = i (±Ω + sqrt(Ω² + 100)).
        let gyro = sparse(2, &[(0, 1, 6.0), (1, 0, -6.0)]);
        let pairs = solve(&sparse(2, &[(0, 0, 100.0), (1, 1, 100.0)]), Some(&gyro), &[1.0, 1.0]);
        let root = 109.0_f64.sqrt();
        for (pair, exact) in pairs.iter().zip([root - 3.0, root + 3.0]) {
            assert!((pair.value - Complex64::new(0.0, exact)).norm() < 1e-13);
        }
    }

    #[test]
    fn hysteresis_rigid_modes_and_massless_unknowns() {
        // ω² = k (1 + iη) / m, with a massless unknown between two springs in series (k = 60).
        let loss = Complex64::new(1.0, 0.1);
        let triplets = [(0, 0, 120.0 * loss), (0, 1, -120.0 * loss), (1, 0, -120.0 * loss), (1, 1, 240.0 * loss)];
        let k = SparseMatrix::from_triplets(2, &triplets);
        let pairs = solve(&k, None, &[3.0, 0.0]);
        assert_eq!(pairs.len(), 1);
        assert!((-pairs[0].value * pairs[0].value - 20.0 * loss).norm() < 1e-12);
        // A free pair of masses: the rigid mode is not oscillating, the other is.
        let free = sparse(2, &[(0, 0, 8.0), (0, 1, -8.0), (1, 0, -8.0), (1, 1, 8.0)]);
        let pairs = solve(&free, None, &[1.0, 1.0]);
        assert!((pairs.last().unwrap().value - Complex64::new(0.0, 4.0)).norm() < 1e-12);
    }
}
