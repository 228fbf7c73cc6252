//! Unilateral conditions on unknowns, `a·u <= b`, in statics: each correction holds them exactly.
//!
//! The forces of the stops are `λ a` with `λ >= 0`. With `w = K⁻¹ a` and the motion `d` of a correction without any of them,
//! `g = b - a·d + D λ >= 0`, `D = Aᵀ K⁻¹ A`, and `λ g = 0` for each: [`Search`] finds the stops that hold, from those that hold now.

use super::fault::{BoundFault, StepFailure};
use super::holding::Search;
use super::matrices::Matrices;
use crate::linalg::Elimination;

/// Conditions `Σ factor u <= bound`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UnilateralConditions {
    /// Unknowns and factors of each condition.
    pub terms: Vec<Vec<(usize, f64)>>,
    pub bounds: Vec<f64>,
}

impl UnilateralConditions {
    /// Bytes that `count` conditions on a structure of `size` unknowns need.
    pub fn bytes(count: usize, size: usize) -> u64 {
        (2 * size as u64).saturating_add(3 * count as u64).saturating_mul(8 * count as u64)
    }
}

/// Part of the terms of a condition by which it may be missed.
const MISSED: f64 = 1e-11;

/// Stops of a run, with the forces they give.
#[derive(Clone, Debug, Default)]
pub struct Stops {
    pub given: UnilateralConditions,
    /// Unknowns and factors at the accepted state.
    accepted: Vec<Vec<(usize, f64)>>,
    /// `λ` of the tried state and of the accepted one.
    forces: Vec<f64>,
    before: Vec<f64>,
    /// `K⁻¹ a`, and what reactions carry of it.
    shapes: Vec<[Vec<f64>; 2]>,
    direction: Vec<f64>,
    search: Search,
}

impl Stops {
    /// Stops that hold nothing yet, of a structure with `size` unknowns.
    pub fn new(given: UnilateralConditions, size: usize) -> Stops {
        let count = given.bounds.len();
        let zero = vec![0.0; count];
        let shapes = vec![[vec![0.0; size], vec![0.0; size]]; count];
        Stops {
            accepted: given.terms.clone(),
            given,
            forces: zero.clone(),
            before: zero,
            shapes,
            direction: vec![0.0; size],
            search: Search::new(count),
        }
    }

    /// True where there is none.
    pub fn is_empty(&self) -> bool {
        self.given.bounds.is_empty()
    }

    /// A new trial from the accepted state, whose `reaction` loses the forces along directions that have changed since.
    pub fn rewind(&mut self, reaction: &mut [f64]) {
        self.forces.copy_from_slice(&self.before);
        for (force, (old, new)) in self.forces.iter_mut().zip(self.accepted.iter().zip(&self.given.terms)) {
            if *force != 0.0 && old != new {
                old.iter().for_each(|(k, a)| reaction[*k] -= *force * a);
                *force = 0.0;
            }
        }
    }

    /// The tried state becomes the accepted one.
    pub fn accept(&mut self) {
        self.before.copy_from_slice(&self.forces);
        self.accepted.iter_mut().zip(&self.given.terms).for_each(|(old, new)| old.clone_from(new));
    }

    /// True where the motion `u` keeps all conditions, and touches those whose stops push.
    pub fn are_kept(&self, u: &[f64]) -> bool {
        let rows = self.given.terms.iter().zip(&self.given.bounds).zip(self.forces.iter().zip(&self.search.sizes));
        rows.into_iter().all(|((terms, bound), (force, size))| {
            let near = MISSED * (size + bound.abs() + extent(terms, u));
            let over = along(terms, u) - bound;
            over <= near && (*force == 0.0 || over >= -near)
        })
    }

    /// Finds the forces of the stops at the end of a correction of the motion `u`, and adds what they change to it and to its reactions, which
    /// is taken whole whatever multiple of the motion is. Fails where a condition that is exceeded is on
    /// unknowns that cannot move, or contradicts others, and where no stops are found that hold.
    pub fn correct(
        &mut self,
        matrices: &mut Matrices,
        elimination: &Elimination,
        u: &[f64],
        correction: &mut [f64],
        reaction: &mut [f64],
    ) -> Result<(), StepFailure> {
        let count = self.given.bounds.len();
        for (terms, [shape, carried]) in self.given.terms.iter().zip(&mut self.shapes) {
            self.direction.fill(0.0);
            terms.iter().for_each(|(k, a)| self.direction[*k] += a);
            matrices.solve(elimination, &self.direction, None, carried, shape);
        }
        let largest = u.iter().chain(&*correction).fold(0.0, |m: f64, x| m.max(x.abs()));
        let search = &mut self.search;
        for (i, terms) in self.given.terms.iter().enumerate() {
            let row = &mut search.flexibility[i * count..(i + 1) * count];
            row.iter_mut().zip(&self.shapes).for_each(|(d, [shape, _])| *d = along(terms, shape));
            let of_forces = || row.iter().zip(&self.forces).map(|(d, force)| d * force);
            let (own, bound) = (of_forces().sum::<f64>(), self.given.bounds[i]);
            let excess = along(terms, u) + along(terms, correction) + own - bound;
            let factors: f64 = terms.iter().map(|(_, a)| a.abs()).sum();
            let mut size = bound.abs() + extent(terms, u) + extent(terms, correction) + 1e-6 * factors * largest;
            size += of_forces().map(f64::abs).sum::<f64>();
            (search.excess[i], search.sizes[i]) = (excess, size);
            // A condition on unknowns that do not move is kept or not, whatever the forces.
            let still = 1e-12 * extent(terms, &self.shapes[i][0]);
            if row[i] <= still {
                search.excess[i] = f64::NEG_INFINITY;
                if excess > MISSED * size {
                    let fault = if row[i] < -still { BoundFault::Softens } else { BoundFault::Held };
                    return Err(failure(terms, fault));
                }
            }
        }
        let given = &self.given.terms;
        search.find(self.forces.iter().map(|force| *force > 0.0)).map_err(|stop| match stop {
            Some(stop) => failure(&given[stop], BoundFault::Contradicts),
            None => StepFailure::Iterations,
        })?;
        for j in 0..count {
            let more = self.search.forces[j] - self.forces[j];
            let [shape, carried] = &self.shapes[j];
            correction.iter_mut().zip(shape).for_each(|(x, w)| *x -= more * w);
            reaction.iter_mut().zip(carried).for_each(|(r, p)| *r -= more * p);
            self.given.terms[j].iter().for_each(|(k, a)| reaction[*k] += more * a);
        }
        self.forces.copy_from_slice(&self.search.forces);
        Ok(())
    }
}

fn along(terms: &[(usize, f64)], x: &[f64]) -> f64 {
    terms.iter().map(|(k, a)| a * x[*k]).sum()
}

/// Size of the terms of a sum.
fn extent(terms: &[(usize, f64)], x: &[f64]) -> f64 {
    terms.iter().map(|(k, a)| (a * x[*k]).abs()).sum()
}

fn failure(terms: &[(usize, f64)], fault: BoundFault) -> StepFailure {
    StepFailure::Bound { unknown: terms.first().map_or(0, |(k, _)| *k), fault }
}
