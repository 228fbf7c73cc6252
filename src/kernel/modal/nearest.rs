//! The complex modes nearest to a target: Arnoldi's method on the inverted problem, any size.
//!
//! With `y = (φ, λ φ / s)`, `s` a frequency that makes both halves of one order of magnitude, the problem
//! `P(λ) φ = (λ² M + λ C + K) φ = 0` is linear. Inverted about a shift `σ` it reads `T y = y / (λ - σ)`, and `T (u, z)` is
//!
//! ```text
//! a = -P(σ)⁻¹ (M (s z + σ u) + C u),    b = (u + σ a) / s
//! ```
//!
//! `P(σ)` is factorised once. The space grows vector by vector from a block, so that modes that come in
//! pairs (a shaft in two planes) are both found; every vector is orthogonalised twice against all the others (Y. Saad,
//! Numerical Methods for Large Eigenvalue Problems, chapter 6). Starting vectors come from a fixed sequence.

use nalgebra::DMatrix;
use num_complex::Complex64;

use super::krylov::noise;
use super::quadratic::{ComplexPair, QuadraticProblem};
use crate::linalg::{SolverPlan, SparseSolver, complex_eigen, modulus};
use crate::modal::eigenpair::EigenFault;

/// Starting vectors.
const BLOCK: usize = 4;
/// Largest space: its projection is a full matrix.
const LARGEST: usize = 600;
/// A new direction shorter than this fraction of its vector is rounding.
const NEGLIGIBLE: f64 = 1e-10;
/// Residual of a pair, relative to its value; pairs are refined afterwards.
const CONVERGED: f64 = 1e-8;

/// The modes that are asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Wanted {
    /// So many, the nearest.
    Count(usize),
    /// All within this distance (rad/s).
    Within(f64),
}

impl QuadraticProblem<'_> {
    /// The modes near `target` (rad/s) whose eigenvalue has a positive imaginary part, refined, by increasing imaginary
    /// part. There may be some more than wanted.
    pub fn nearest(&self, target: Complex64, wanted: Wanted) -> Result<Vec<ComplexPair>, EigenFault> {
        let size = self.mass.size();
        let mut space = Space::new(self, target)?;
        // About another shift the order of the distances is not quite the same: a few more are looked at.
        let spare = if space.shift == target { 0 } else { 4 };
        let mut length = match wanted {
            Wanted::Count(count) => 2 * (count + spare) + 20,
            Wanted::Within(_) => 40,
        };
        loop {
            let ended = !space.grow(length);
            let (found, in_order) = space.converged()?;
            let enough = match wanted {
                Wanted::Count(count) => found.len() >= count + spare,
                Wanted::Within(radius) => in_order.is_some_and(|farthest| farthest > radius),
            };
            if enough || ended {
                let pair = |(value, vector): (Complex64, Vec<Complex64>)| {
                    self.refined_with(&ComplexPair { value, vector }, &space.plan)
                };
                let mut pairs: Vec<ComplexPair> = found.into_iter().map(pair).collect();
                pairs.sort_by(|a, b| a.value.im.total_cmp(&b.value.im));
                return Ok(pairs);
            }
            if length >= LARGEST {
                let expected = if let Wanted::Count(count) = wanted { count } else { size };
                return Err(EigenFault::NotConverged { found: found.len(), expected });
            }
            length = (length + length / 2).min(LARGEST);
        }
    }
}

/// A growing space and the projection of the operator on it.
struct Space<'a> {
    problem: &'a QuadraticProblem<'a>,
    factor: SparseSolver<Complex64>,
    /// Orderings for `P` anywhere.
    plan: SolverPlan,
    shift: Complex64,
    scale: f64,
    vectors: Vec<Vec<Complex64>>,
    /// Column `j`: components of `T v_j`, for the vectors already processed.
    columns: Vec<Vec<Complex64>>,
}

impl<'a> Space<'a> {
    fn new(problem: &'a QuadraticProblem<'a>, target: Complex64) -> Result<Self, EigenFault> {
        let scale = problem.frequency_scale().max(modulus(target));
        let mut singular = EigenFault::NotFinite;
        let plan = SolverPlan::default();
        for part in [0.0, 1e-3, 0.0137, 0.37] {
            let shift = target + Complex64::new(part * scale, 0.0);
            let matrix = problem.at(shift);
            if !matrix.triplets().all(|(_, _, z)| z.is_finite()) {
                return Err(EigenFault::NotFinite);
            }
            match SparseSolver::with_plan(&matrix, &plan) {
                Ok(factor) => {
                    let (vectors, columns) = (Vec::new(), Vec::new());
                    let mut space = Space { problem, factor, plan, shift, scale, vectors, columns };
                    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
                    for _ in 0..BLOCK {
                        let mut next = || Complex64::new(noise(&mut state), noise(&mut state));
                        let start: Vec<Complex64> = (0..2 * problem.mass.size()).map(|_| next()).collect();
                        let vector = space.apply(&start);
                        space.append(vector);
                    }
                    return Ok(space);
                }
                Err(fault) => singular = EigenFault::Undetermined { unknown: fault.unknown },
            }
        }
        Err(singular)
    }

    /// `T y`
    fn apply(&self, y: &[Complex64]) -> Vec<Complex64> {
        let n = self.problem.mass.size();
        let (u, z) = y.split_at(n);
        let inner: Vec<Complex64> = u.iter().zip(z).map(|(u, z)| z * self.scale + self.shift * u).collect();
        let mut right = vec![Complex64::default(); n];
        self.problem.mass.triplets().for_each(|(i, j, m)| right[i] -= inner[j] * m);
        if let Some(damping) = self.problem.damping {
            damping.triplets().for_each(|(i, j, c)| right[i] -= u[j] * c);
        }
        let (mut scratch, mut result) = (vec![Complex64::default(); 2 * n], vec![Complex64::default(); 2 * n]);
        let (a, b) = result.split_at_mut(n);
        self.factor.solve_into(&right, &mut scratch, a);
        for ((b, a), u) in b.iter_mut().zip(a).zip(u) {
            *b = (u + self.shift * *a) / self.scale;
        }
        result
    }

    /// Orthogonalises a vector and keeps what is new in it. Returns its components.
    fn append(&mut self, mut vector: Vec<Complex64>) -> Vec<Complex64> {
        let mut components = vec![Complex64::default(); self.vectors.len()];
        for _ in 0..2 {
            for (component, v) in components.iter_mut().zip(&self.vectors) {
                let c: Complex64 = v.iter().zip(&vector).map(|(v, x)| v.conj() * x).sum();
                vector.iter_mut().zip(v).for_each(|(x, v)| *x -= c * v);
                *component += c;
            }
        }
        let length = norm(&vector);
        if length > NEGLIGIBLE * (norm(&components).powi(2) + length * length).sqrt() {
            self.vectors.push(vector.iter().map(|x| x / length).collect());
            components.push(Complex64::new(length, 0.0));
        }
        components
    }

    /// Processes vectors until `count` are. False when the space is exhausted before.
    fn grow(&mut self, count: usize) -> bool {
        while self.columns.len() < count {
            let Some(vector) = self.vectors.get(self.columns.len()) else { return false };
            let image = self.apply(vector);
            let column = self.append(image);
            self.columns.push(column);
        }
        true
    }

    /// Eigenvalues of positive imaginary part, with their vectors, by increasing distance from the shift, up to the first
    /// of any kind that has not converged; and the distance of the farthest that has, of any kind.
    fn converged(&self) -> Result<(Vec<(Complex64, Vec<Complex64>)>, Option<f64>), EigenFault> {
        let m = self.columns.len();
        let entry = |i: usize, j: usize| self.columns[j].get(i).copied().unwrap_or_default();
        let (values, coefficients) = complex_eigen(DMatrix::from_fn(m, m, entry))
            .map_err(|_| EigenFault::NotConverged { found: 0, expected: m })?;
        let mut order: Vec<usize> = (0..m).collect();
        order.sort_by(|&a, &b| modulus(values[b]).total_cmp(&modulus(values[a])));
        let (mut found, mut farthest) = (Vec::new(), None);
        for k in order {
            let outside = m..self.vectors.len();
            let part = |i: usize| (0..m).map(|j| entry(i, j) * coefficients[(j, k)]).sum::<Complex64>();
            let residual = norm(&outside.map(part).collect::<Vec<_>>());
            if !(residual <= CONVERGED * modulus(values[k])) || values[k] == Complex64::default() {
                break;
            }
            let value = self.shift + Complex64::new(1.0, 0.0) / values[k];
            farthest = Some(modulus(value - self.shift));
            // Overdamped modes are real; conjugates of the others are dropped.
            if value.im > 1e-9 * modulus(value) {
                let mut vector = vec![Complex64::default(); self.problem.mass.size()];
                for (j, v) in self.vectors.iter().take(m).enumerate() {
                    vector.iter_mut().zip(v).for_each(|(x, v)| *x += coefficients[(j, k)] * v);
                }
                found.push((value, vector));
            }
        }
        Ok((found, farthest))
    }
}

fn norm(x: &[Complex64]) -> f64 {
    x.iter().map(|z| z.norm_sqr()).sum::<f64>().sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assembly::SparseMatrix;

    /// Two chains of `n` masses in two planes, with dashpots, coupled by gyroscopic terms: without them all modes are double.
    fn shaft(n: usize, spin: f64) -> [SparseMatrix<Complex64>; 3] {
        let (mut k, mut c, mut m) = (Vec::new(), Vec::new(), Vec::new());
        for plane in [0, n] {
            for i in 0..n {
                k.push((plane + i, plane + i, 2e4));
                m.push((plane + i, plane + i, 1.0));
                c.push((plane + i, plane + i, if i == n / 3 { 8.0 } else { 0.0 }));
                if i > 0 {
                    k.extend([(plane + i, plane + i - 1, -1e4), (plane + i - 1, plane + i, -1e4)]);
                }
            }
        }
        c.extend((0..n).flat_map(|i| [(i, n + i, spin), (n + i, i, -spin)]));
        [k, c, m].map(|terms| SparseMatrix::from_triplets(2 * n, &terms).to_complex())
    }

    fn real(matrix: &SparseMatrix<Complex64>) -> SparseMatrix<f64> {
        let terms: Vec<_> = matrix.triplets().map(|(i, j, z)| (i, j, z.re)).collect();
        SparseMatrix::from_triplets(matrix.size(), &terms)
    }

    #[test]
    fn those_near_are_among_all_and_none_is_missed() {
        for spin in [0.0, 7.0] {
            let [k, c, m] = shaft(20, spin);
            let mass = real(&m);
            let problem = QuadraticProblem { stiffness: &k, damping: Some(&c), mass: &mass };
            let all: Vec<Complex64> = problem.solve().unwrap().iter().map(|p| problem.refined(p).value).collect();
            for target in [Complex64::default(), Complex64::new(-1.0, 90.0), Complex64::new(0.0, 500.0)] {
                let mut expected = all.clone();
                expected.sort_by(|a, b| (a - target).norm().total_cmp(&(b - target).norm()));
                for (wanted, count) in
                    [(Wanted::Count(6), 6), (Wanted::Within((expected[9] - target).norm() + 1e-3), 10)]
                {
                    let mut found: Vec<Complex64> =
                        problem.nearest(target, wanted).unwrap().iter().map(|p| p.value).collect();
                    found.sort_by(|a, b| (a - target).norm().total_cmp(&(b - target).norm()));
                    assert!(found.len() >= count, "{target} {wanted:?}");
                    for (a, b) in found.iter().zip(&expected).take(count) {
                        let distance = ((a - target).norm(), (b - target).norm());
                        assert!((distance.0 - distance.1).abs() < 1e-9 * a.norm(), "{spin} {target} {a} {b}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_free_and_massless_structure_has_its_modes() {
        // Free chain: K is singular about 0. The last unknown has no mass.
        let n = 12;
        let terms: Vec<_> =
            (0..n - 1).flat_map(|i| [(i, i, 9.0), (i + 1, i + 1, 9.0), (i, i + 1, -9.0), (i + 1, i, -9.0)]).collect();
        let k = SparseMatrix::from_triplets(n, &terms).to_complex();
        let mass = SparseMatrix::from_triplets(n, &(0..n - 1).map(|i| (i, i, 1.0)).collect::<Vec<_>>());
        let problem = QuadraticProblem { stiffness: &k, damping: None, mass: &mass };
        // A free chain of eleven masses; the twelfth follows the eleventh.
        let exact = |j: f64| 6.0 * libm::sin(j * std::f64::consts::PI / 22.0);
        let found = problem.nearest(Complex64::new(0.0, exact(2.0)), Wanted::Count(3)).unwrap();
        for j in [1.0, 2.0, 3.0] {
            assert!(found.iter().any(|p| (p.value - Complex64::new(0.0, exact(j))).norm() < 1e-10), "{j}");
        }
    }
}
