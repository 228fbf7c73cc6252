//! Unilateral conditions on unknowns, `a·u <= b`, in statics: each correction holds them exactly.
//!
//! The forces of the stops are `λ a` with `λ >= 0`. With `w = K⁻¹ a` and the motion `d` of a correction without any of them,
//! `g = b - a·d + D λ >= 0`, `D = Aᵀ K⁻¹ A`, and `λ g = 0` for each: a set of stops that hold is looked for, one stop at a time, from the one
//! that holds now.

use nalgebra::{DMatrix, DVector};

use super::fault::StepFailure;
use super::matrices::Matrices;
use crate::linalg::Elimination;

/// Conditions `Σ factor u <= bound`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UnilateralConditions {
    /// Unknowns and factors of each condition.
    pub terms: Vec<Vec<(usize, f64)>>,
    pub bounds: Vec<f64>,
}

/// Stops of a run, with the forces they give.
#[derive(Clone, Debug, Default)]
pub struct Stops {
    pub given: UnilateralConditions,
    /// `λ` of the tried state, of the accepted one, and of the correction.
    forces: Vec<f64>,
    before: Vec<f64>,
    increments: Vec<f64>,
    /// `K⁻¹ a`, and what reactions carry of it.
    shapes: Vec<[Vec<f64>; 2]>,
    direction: Vec<f64>,
}

impl Stops {
    /// Stops that hold nothing yet, of a structure with `size` unknowns.
    pub fn new(given: UnilateralConditions, size: usize) -> Stops {
        let count = given.bounds.len();
        let zero = vec![0.0; count];
        let shapes = vec![[vec![0.0; size], vec![0.0; size]]; count];
        Stops {
            given,
            forces: zero.clone(),
            before: zero.clone(),
            increments: zero,
            shapes,
            direction: vec![0.0; size],
        }
    }

    /// True where there is none.
    pub fn is_empty(&self) -> bool {
        self.given.bounds.is_empty()
    }

    /// A new trial from the accepted state.
    pub fn rewind(&mut self) {
        self.forces.copy_from_slice(&self.before);
        self.increments.fill(0.0);
    }

    /// The tried state becomes the accepted one.
    pub fn accept(&mut self) {
        self.before.copy_from_slice(&self.forces);
    }

    /// Moves by a multiple of the correction.
    pub fn move_by(&mut self, multiple: f64) {
        self.forces.iter_mut().zip(&self.increments).for_each(|(force, more)| *force += multiple * more);
    }

    /// Adds the forces of the stops to a correction of the motion `u` and of its reactions. Fails where a stop is on unknowns that cannot
    /// move, and where no set of stops is found.
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
        let along = |terms: &[(usize, f64)], x: &[f64]| -> f64 { terms.iter().map(|(k, a)| a * x[*k]).sum() };
        let mut flexibility = DMatrix::<f64>::zeros(count, count);
        for (i, terms) in self.given.terms.iter().enumerate() {
            for (j, [shape, _]) in self.shapes.iter().enumerate() {
                flexibility[(i, j)] = along(terms, shape);
            }
            if flexibility[(i, i)] <= 0.0 {
                return Err(StepFailure::Singular { unknown: terms.first().map_or(0, |(k, _)| *k) });
            }
        }
        // What each condition is exceeded by without any of the forces.
        let excess: Vec<f64> = (0..count)
            .map(|i| {
                let terms = &self.given.terms[i];
                let own: f64 = (0..count).map(|j| flexibility[(i, j)] * self.forces[j]).sum();
                along(terms, u) + along(terms, correction) + own - self.given.bounds[i]
            })
            .collect();
        let holds: Vec<bool> = self.forces.iter().map(|force| *force > 0.0).collect();
        let forces = held(&flexibility, &excess, holds).ok_or(StepFailure::Iterations)?;
        for j in 0..count {
            let more = forces[j] - self.forces[j];
            self.increments[j] = more;
            let [shape, carried] = &self.shapes[j];
            correction.iter_mut().zip(shape).for_each(|(x, w)| *x -= more * w);
            reaction.iter_mut().zip(carried).for_each(|(r, p)| *r -= more * p);
            self.given.terms[j].iter().for_each(|(k, a)| reaction[*k] += more * a);
        }
        Ok(())
    }
}

/// `λ >= 0` with `D λ >= excess` and equality where `λ > 0`, from a first set of stops that hold; `None` where none is found.
fn held(flexibility: &DMatrix<f64>, excess: &[f64], mut holds: Vec<bool>) -> Option<Vec<f64>> {
    let count = excess.len();
    for _ in 0..20 * (count + 1) {
        let set: Vec<usize> = (0..count).filter(|i| holds[*i]).collect();
        let mut forces = vec![0.0; count];
        if !set.is_empty() {
            let own = DMatrix::from_fn(set.len(), set.len(), |i, j| flexibility[(set[i], set[j])]);
            let right = DVector::from_fn(set.len(), |i, _| excess[set[i]]);
            let solved = own.lu().solve(&right)?;
            set.iter().zip(solved.iter()).for_each(|(i, force)| forces[*i] = *force);
        }
        // The stop that pulls most lets go; else the one that is exceeded most holds, in the measure of forces.
        let pulls = set.iter().copied().filter(|i| forces[*i] < 0.0).min_by(|a, b| forces[*a].total_cmp(&forces[*b]));
        if let Some(stop) = pulls {
            holds[stop] = false;
            continue;
        }
        let over = |i: usize| {
            let left: f64 = (0..count).map(|j| flexibility[(i, j)] * forces[j]).sum();
            (excess[i] - left) / flexibility[(i, i)]
        };
        let largest = forces.iter().fold(0.0, |m: f64, f| m.max(*f));
        let exceeded = (0..count).filter(|i| !holds[*i] && over(*i) > 1e-14 * largest);
        match exceeded.max_by(|a, b| over(*a).total_cmp(&over(*b))) {
            Some(stop) => holds[stop] = true,
            None => return Some(forces),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stops_push_and_never_pull() {
        // Two coupled stops: the first alone lifts the second off.
        let flexibility = DMatrix::from_row_slice(2, 2, &[0.7, 0.6, 0.6, 0.9]);
        let forces = held(&flexibility, &[1.3, 0.1], vec![false, true]).unwrap();
        assert!((forces[0] - 1.3 / 0.7).abs() < 1e-14 && forces[1] == 0.0);
        let forces = held(&flexibility, &[1.3, 1.9], vec![false; 2]).unwrap();
        let gaps = [0.7 * forces[0] + 0.6 * forces[1] - 1.3, 0.6 * forces[0] + 0.9 * forces[1] - 1.9];
        assert!(forces.iter().zip(gaps).all(|(f, g)| *f >= 0.0 && g > -1e-14 && (f * g).abs() < 1e-14));
        assert_eq!(held(&flexibility, &[-0.7, -1.3], vec![true; 2]), Some(vec![0.0; 2]));
    }
}
