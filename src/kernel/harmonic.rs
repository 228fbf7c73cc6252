//! Harmonic response: `(K - ω² M + iω C) u = f` for one pulsation after another.
//!
//! `K` may be complex (hysteretic damping), `C` and `K` unsymmetric (rotors). Linear constraints
//! `A u = d` are eliminated, `u = Z y + g`, so imposed motions act too. The matrices are plain sparse
//! matrices: those of a structure, of a modal basis or of coupled substructures.
//!
//! Symbols: `ω = 2πf` pulsation (rad/s), `u` complex amplitude of `Re(u exp(iωt))`.

use num_complex::Complex64;

use super::assembly::{Constraint, SparseMatrix};
use super::linalg::{ConstraintFault, Elimination, SolverPlan, SparseSolver};

/// Faults of a harmonic response.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum HarmonicFault {
    /// The pulsation is that of a mode without damping, or the structure is free at zero frequency.
    #[error("the structure resonates without damping at unknown {unknown}")]
    Resonance { unknown: usize },
    #[error(transparent)]
    Constraint(#[from] ConstraintFault),
}

/// The matrices of a response, constraints eliminated.
#[derive(Clone, Debug)]
pub struct HarmonicSystem {
    /// Matrices on all unknowns, which imposed motions load.
    stiffness: SparseMatrix<Complex64>,
    mass: SparseMatrix<Complex64>,
    damping: SparseMatrix<Complex64>,
    elimination: Elimination,
    /// Matrices on the kept unknowns, all three on the pattern of their sum.
    reduced: [SparseMatrix<Complex64>; 3],
    /// Orderings, the same at all frequencies.
    plan: SolverPlan,
}

impl HarmonicSystem {
    /// Matrices on all unknowns, without constraint terms; no damping matrix when `None`.
    pub fn new(
        stiffness: SparseMatrix<Complex64>,
        mass: SparseMatrix<Complex64>,
        damping: Option<SparseMatrix<Complex64>>,
        constraints: &[Constraint],
    ) -> Self {
        let size = stiffness.size();
        let damping = damping.unwrap_or_else(|| SparseMatrix::from_triplets(size, &[]));
        let elimination = Elimination::new(size, constraints);
        let parts = [&stiffness, &mass, &damping].map(|matrix| elimination.reduce_matrix(matrix));
        let zeros = |matrix: &SparseMatrix<Complex64>| {
            matrix.triplets().map(|(r, c, _)| (r, c, Complex64::default())).collect::<Vec<_>>()
        };
        let pattern: Vec<_> = parts.iter().flat_map(zeros).collect();
        let on_pattern = |matrix: &SparseMatrix<Complex64>| {
            let terms: Vec<_> = pattern.iter().copied().chain(matrix.triplets()).collect();
            SparseMatrix::from_triplets(elimination.size(), &terms)
        };
        let reduced = parts.each_ref().map(on_pattern);
        HarmonicSystem { stiffness, mass, damping, elimination, reduced, plan: SolverPlan::default() }
    }

    /// `u` at pulsation `omega` (rad/s) under `force` (one value per unknown) and `imposed` values (one per
    /// constraint). Fails at a resonance without damping, or where the constraints contradict each other.
    pub fn respond(
        &self,
        omega: f64,
        force: &[Complex64],
        imposed: &[Complex64],
    ) -> Result<Vec<Complex64>, HarmonicFault> {
        let moved = self.imposed_motion(imposed)?;
        let mut remaining = force.to_vec();
        if moved.iter().any(|g| *g != Complex64::default()) {
            for (matrix, factor) in [&self.stiffness, &self.mass, &self.damping].into_iter().zip(factors(omega)) {
                matrix.triplets().for_each(|(row, column, value)| remaining[row] -= value * factor * moved[column]);
            }
        }
        let size = self.elimination.size();
        let zero = Complex64::default();
        let (mut reduced, mut scratch, mut y) = (vec![zero; size], vec![zero; 2 * size], vec![zero; size]);
        self.elimination.reduce_into(&remaining, &mut reduced);
        let factor = SparseSolver::with_plan(&self.dynamic_stiffness(omega), &self.plan)
            .map_err(|fault| HarmonicFault::Resonance { unknown: self.elimination.kept()[fault.unknown] })?;
        factor.solve_into(&reduced, &mut scratch, &mut y);
        let mut u = vec![zero; force.len()];
        self.elimination.expand_into(&y, &mut u);
        u.iter_mut().zip(&moved).for_each(|(u, g)| *u += g);
        Ok(u)
    }

    /// `K - ω² M + iω C` on the kept unknowns.
    fn dynamic_stiffness(&self, omega: f64) -> SparseMatrix<Complex64> {
        let [stiffness, mass, damping] = &self.reduced;
        let [k, m, c] = factors(omega);
        let values = stiffness.values().iter().zip(mass.values()).zip(damping.values());
        stiffness.with_values(values.map(|((x, y), z)| x * k + y * m + z * c).collect())
    }

    fn imposed_motion(&self, imposed: &[Complex64]) -> Result<Vec<Complex64>, ConstraintFault> {
        let part = |of: fn(&Complex64) -> f64| -> Result<Vec<f64>, ConstraintFault> {
            self.elimination.particular(&imposed.iter().map(of).collect::<Vec<_>>())
        };
        let (re, im) = (part(|z| z.re)?, part(|z| z.im)?);
        Ok(re.into_iter().zip(im).map(|(re, im)| Complex64::new(re, im)).collect())
    }
}

/// Factors of stiffness, mass and damping in the dynamic stiffness.
fn factors(omega: f64) -> [Complex64; 3] {
    [Complex64::new(1.0, 0.0), Complex64::new(-omega * omega, 0.0), Complex64::new(0.0, omega)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matrix(size: usize, terms: &[(usize, usize, f64)]) -> SparseMatrix<Complex64> {
        SparseMatrix::from_triplets(size, terms).to_complex()
    }

    #[test]
    fn transmissibility_of_a_support_that_shakes() {
        // Mass m on a spring k and a damper c, whose other end moves by 1:
        // u = (k + iωc) / (k - ω²m + iωc).
        let (m, c, k, omega) = (2.0, 3.0, 50.0, 6.0);
        let springs = |k: f64| matrix(2, &[(0, 0, k), (0, 1, -k), (1, 0, -k), (1, 1, k)]);
        let shaken = [Constraint { terms: vec![(0, 1.0)], value: 0.0, load: 0 }];
        let system = HarmonicSystem::new(springs(k), matrix(2, &[(1, 1, m)]), Some(springs(c)), &shaken);
        let u = system.respond(omega, &[Complex64::default(); 2], &[Complex64::new(1.0, 0.0)]).unwrap();
        let path = Complex64::new(k, omega * c);
        assert!((u[1] - path / (path - omega * omega * m)).norm_sqr() < 1e-28);
        assert_eq!(u[0], Complex64::new(1.0, 0.0));
    }

    #[test]
    fn an_undamped_resonance_is_refused() {
        let system = HarmonicSystem::new(matrix(1, &[(0, 0, 9.0)]), matrix(1, &[(0, 0, 1.0)]), None, &[]);
        let force = [Complex64::new(1.0, 0.0)];
        assert_eq!(system.respond(3.0, &force, &[]), Err(HarmonicFault::Resonance { unknown: 0 }));
        assert_eq!(system.respond(2.0, &force, &[]).unwrap()[0], Complex64::new(0.2, 0.0));
    }
}
