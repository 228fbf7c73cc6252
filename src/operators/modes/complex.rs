//! Complex modes: damping, hysteretic stiffness, unsymmetric matrices.

use std::f64::consts::TAU;

use indexmap::IndexMap;
use num_complex::Complex64;

use super::faults::{Names, eigen_error, is_zero};
use super::matrices::ProblemMatrix;
use super::real::{Solved, mode_set, new_mode};
use super::request::{Choice, Request};
use super::scaling::{Measures, scale_to_largest};
use crate::catalogue::{CallError, Keywords};
use crate::kernel::linalg::modulus;
use crate::kernel::modal::{ComplexPair, EigenFault, QuadraticProblem, Wanted};

/// Imaginary parts below this fraction of the shape make a real mode of an undamped problem.
const REAL: f64 = 1e-9;

/// Up to this size all modes are computed.
const FULL: usize = 150;

/// `(λ² M + λ C + K) φ = 0`.
pub struct DampedVibration<'a> {
    pub keywords: &'a Keywords,
    pub names: Names,
    pub stiffness: &'a ProblemMatrix,
    pub mass: &'a ProblemMatrix,
    pub damping: Option<&'a ProblemMatrix>,
    pub request: &'a Request,
    /// Parameters of 2020, from `μ` in place of `w`, where there is no damping.
    pub of_squares: bool,
}

impl DampedVibration<'_> {
    pub fn solve(&self) -> Result<Solved, CallError> {
        let space = self.stiffness.space();
        let mass = self.mass.real();
        let stiffness = space.elimination.reduce_matrix(&self.stiffness.complex());
        let damping = self.damping.map(|c| space.elimination.reduce_matrix(&c.complex()));
        let reduced_mass = space.elimination.reduce_matrix(&mass);
        let problem = QuadraticProblem { stiffness: &stiffness, damping: damping.as_ref(), mass: &reduced_mass };
        let bare = |u: usize| {
            is_zero(&stiffness, u) && is_zero(&reduced_mass, u) && damping.as_ref().is_none_or(|c| is_zero(c, u))
        };
        let mut all =
            self.candidates(&problem).map_err(|fault| eigen_error(self.keywords, self.names, &space, &fault, bare))?;
        all.retain(|pair| self.vibrates(pair));
        if self.damping.is_none() && !self.of_squares {
            all.sort_by(|a, b| modulus(a.value).total_cmp(&modulus(b.value)));
        }
        let ranked: Vec<(i64, ComplexPair)> = (1..).zip(all).collect();
        let mode = |(order, (rank, pair)): (i64, (i64, ComplexPair))| {
            let pair = problem.refined(&pair);
            let part =
                |f: fn(&Complex64) -> f64| space.elimination.expand(&pair.vector.iter().map(f).collect::<Vec<_>>());
            // Modes of PROCHE and of PLUS_GRANDE are numbered as they are stored.
            let number = if matches!(self.request.choice, Choice::Near | Choice::Largest) { order } else { rank };
            new_mode(part(|z| z.re), part(|z| z.im), number, self.parameters(pair.value))
        };
        let modes = (1..).zip(self.select(ranked)).map(mode).collect();
        let mut set = mode_set(&space, [Some(self.stiffness), Some(self.mass), self.damping], modes);
        let participation = space.participation(&mass);
        let damping = self.damping.map(ProblemMatrix::real);
        let measures =
            Measures { stiffness: self.stiffness.real(), loss: self.stiffness.loss(), mass, damping, participation };
        scale_to_largest(&mut set, &measures);
        if self.damping.is_none() && !self.stiffness.is_complex() {
            let real = set.iter_mut().filter(|m| m.imaginary.iter().all(|y| y.abs() < REAL));
            real.for_each(|m| m.imaginary.clear());
        }
        Ok(Solved { set, measures, warnings: Vec::new() })
    }

    /// Frequency and reduced damping, from `λ`. Without a damping matrix `λ = i w`, `w² = μ` an eigenvalue of `K φ = μ M φ`:
    /// `FREQ = |w| / 2π`, `AMOR_REDUIT = Im w / |w|`.
    fn parameters(&self, value: Complex64) -> IndexMap<String, f64> {
        let size = modulus(value);
        let (frequency, damping) = if self.of_squares {
            let square = -value * value;
            (square.re.max(0.0).sqrt() / TAU, 0.5 * square.im / square.re)
        } else {
            (if self.damping.is_some() { value.im } else { size } / TAU, -value.re / size)
        };
        let omega = TAU * frequency;
        IndexMap::from([
            ("FREQ".to_string(), frequency),
            ("OMEGA2".to_string(), omega * omega),
            ("AMOR_REDUIT".to_string(), damping),
        ])
    }

    /// Whether an eigenvalue is that of a mode: with damping, null ones are rigid motions, and defective pairs of them
    /// come out spread by rounding.
    fn vibrates(&self, pair: &ComplexPair) -> bool {
        self.damping.is_none() || modulus(pair.value) > TAU * self.request.zero
    }

    /// The `count` modes nearest to 0, null eigenvalues not counted, and perhaps more.
    fn smallest(&self, problem: &QuadraticProblem<'_>, count: usize) -> Result<Vec<ComplexPair>, EigenFault> {
        let mut asked = count;
        loop {
            let found = problem.nearest(Complex64::default(), Wanted::Count(asked))?;
            let modes = found.iter().filter(|pair| self.vibrates(pair)).count();
            if modes >= count || found.len() < asked {
                return Ok(found);
            }
            asked += count - modes;
        }
    }

    /// Modes among which those asked for are: all of them, or for larger problems those near what is asked.
    fn candidates(&self, problem: &QuadraticProblem<'_>) -> Result<Vec<ComplexPair>, EigenFault> {
        let request = self.request;
        let near = |target: Complex64, count: usize| problem.nearest(target, Wanted::Count(count));
        let found = match request.choice {
            _ if problem.mass.size() <= FULL => return problem.solve(),
            Choice::Smallest => self.smallest(problem, request.count),
            Choice::Centre => near(self.target(0), request.count),
            Choice::Near => {
                let each: Result<Vec<_>, _> = (0..request.values.len()).map(|k| near(self.target(k), 1)).collect();
                each.map(|found| {
                    let mut pairs: Vec<ComplexPair> = found.into_iter().flatten().collect();
                    pairs.sort_by(|a, b| a.value.im.total_cmp(&b.value.im));
                    let twice = |b: &mut ComplexPair, a: &mut ComplexPair| {
                        modulus(a.value - b.value) <= 1e-9 * modulus(a.value)
                    };
                    pairs.dedup_by(twice);
                    pairs
                })
            }
            Choice::Band | Choice::Between => {
                let (low, high) = (TAU * request.values[0], TAU * request.values[request.values.len() - 1]);
                // Damped modes are off the axis: half of the upper end is room for reduced dampings up to about 0.4.
                let radius = libm::hypot(0.5 * (high - low), 0.5 * high);
                problem.nearest(Complex64::new(0.0, 0.5 * (low + high)), Wanted::Within(radius))
            }
            Choice::All | Choice::Largest => return problem.solve(),
        };
        match found {
            Err(EigenFault::NotConverged { .. }) => problem.solve(),
            found => found,
        }
    }

    fn select(&self, mut all: Vec<(i64, ComplexPair)>) -> Vec<(i64, ComplexPair)> {
        let request = self.request;
        let frequency = |pair: &ComplexPair| self.parameters(pair.value)["FREQ"];
        let nearest = |target: Complex64, count: usize| {
            let mut order: Vec<usize> = (0..all.len()).collect();
            let distance = |k: usize| modulus(all[k].1.value - target);
            order.sort_by(|&a, &b| distance(a).total_cmp(&distance(b)));
            order.truncate(count);
            order.sort_unstable();
            order
        };
        let ranks: Vec<usize> = match request.choice {
            Choice::All => (0..all.len()).collect(),
            Choice::Smallest => nearest(Complex64::default(), request.count),
            Choice::Largest => (all.len().saturating_sub(request.count)..all.len()).rev().collect(),
            Choice::Centre => nearest(self.target(0), request.count),
            Choice::Near => (0..request.values.len()).flat_map(|k| nearest(self.target(k), 1)).collect(),
            Choice::Band | Choice::Between => {
                let (low, high) = (request.values[0], request.values[request.values.len() - 1]);
                all.retain(|(_, pair)| (low..=high).contains(&frequency(pair)));
                if request.choice == Choice::Between && request.count > 0 {
                    all.truncate(request.count);
                }
                return all;
            }
        };
        ranks.into_iter().map(|k| all[k].clone()).collect()
    }

    /// The eigenvalue of an oscillator of the k-th frequency asked, and its reduced damping.
    fn target(&self, k: usize) -> Complex64 {
        let omega = TAU * self.request.values[k];
        let damping = self.request.damping.get(k).copied().unwrap_or(0.0).clamp(0.0, 1.0);
        Complex64::new(-damping * omega, omega * (1.0 - damping * damping).sqrt())
    }
}
