//! Unilateral conditions on unknowns, `a·u <= b`, in statics: each correction holds them exactly.
//!
//! The forces of the stops are `λ a` with `λ >= 0`. With `w = K⁻¹ a` and the motion `d` of a correction without any of them,
//! `g = b - a·d + D λ >= 0`, `D = Aᵀ K⁻¹ A`, and `λ g = 0` for each: a set of stops that hold is looked for, one stop at a time, from the one
//! that holds now.

use super::fault::StepFailure;
use super::matrices::Matrices;
use crate::linalg::{Elimination, SmallSystem};

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
    search: Search,
}

/// Memory of the search for the stops that hold.
#[derive(Clone, Debug, Default)]
struct Search {
    /// `D`, row after row.
    flexibility: Vec<f64>,
    /// Excess of each condition without any of the forces.
    excess: Vec<f64>,
    holds: Vec<bool>,
    forces: Vec<f64>,
    /// Stops that hold, and their forces.
    set: Vec<usize>,
    own: Vec<f64>,
    system: SmallSystem,
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
            search: Search { flexibility: vec![0.0; count * count], ..Search::default() },
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
        let search = &mut self.search;
        for (i, terms) in self.given.terms.iter().enumerate() {
            let row = &mut search.flexibility[i * count..(i + 1) * count];
            row.iter_mut().zip(&self.shapes).for_each(|(d, [shape, _])| *d = along(terms, shape));
            if row[i] <= 0.0 {
                return Err(StepFailure::Singular { unknown: terms.first().map_or(0, |(k, _)| *k) });
            }
        }
        search.excess.clear();
        for (i, terms) in self.given.terms.iter().enumerate() {
            let row = &search.flexibility[i * count..(i + 1) * count];
            let own: f64 = row.iter().zip(&self.forces).map(|(d, force)| d * force).sum();
            search.excess.push(along(terms, u) + along(terms, correction) + own - self.given.bounds[i]);
        }
        search.holds.clear();
        search.holds.extend(self.forces.iter().map(|force| *force > 0.0));
        if !search.find() {
            return Err(StepFailure::Iterations);
        }
        for j in 0..count {
            let more = self.search.forces[j] - self.forces[j];
            self.increments[j] = more;
            let [shape, carried] = &self.shapes[j];
            correction.iter_mut().zip(shape).for_each(|(x, w)| *x -= more * w);
            reaction.iter_mut().zip(carried).for_each(|(r, p)| *r -= more * p);
            self.given.terms[j].iter().for_each(|(k, a)| reaction[*k] += more * a);
        }
        Ok(())
    }
}

impl Search {
    /// `λ >= 0` with `D λ >= excess` and equality where `λ > 0`, from a first set of stops that hold; false where none is found.
    fn find(&mut self) -> bool {
        let Search { flexibility, excess, holds, forces, set, own, system } = self;
        let count = excess.len();
        for _ in 0..20 * (count + 1) {
            set.clear();
            set.extend((0..count).filter(|i| holds[*i]));
            let rows = system.open(set.len());
            for (row, i) in rows.chunks_mut(set.len().max(1)).zip(&*set) {
                row.iter_mut().zip(&*set).for_each(|(d, j)| *d = flexibility[i * count + j]);
            }
            system.factorise();
            own.clear();
            own.extend(set.iter().map(|i| excess[*i]));
            system.solve(own);
            if system.is_unbalanced() {
                return false;
            }
            forces.clear();
            forces.resize(count, 0.0);
            set.iter().zip(&*own).for_each(|(i, force)| forces[*i] = *force);
            // The stop that pulls most lets go; else the one that is exceeded most holds, in the measure of forces.
            let pulls = set.iter().copied().filter(|i| forces[*i] < 0.0);
            if let Some(stop) = pulls.min_by(|a, b| forces[*a].total_cmp(&forces[*b])) {
                holds[stop] = false;
                continue;
            }
            let over = |i: usize| {
                let row = &flexibility[i * count..(i + 1) * count];
                let left: f64 = row.iter().zip(&*forces).map(|(d, force)| d * force).sum();
                (excess[i] - left) / row[i]
            };
            let largest = forces.iter().fold(0.0, |m: f64, f| m.max(*f));
            let exceeded = (0..count).filter(|i| !holds[*i] && over(*i) > 1e-14 * largest);
            match exceeded.max_by(|a, b| over(*a).total_cmp(&over(*b))) {
                Some(stop) => holds[stop] = true,
                None => return true,
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stops_push_and_never_pull() {
        let found = |excess: [f64; 2], holds: [bool; 2]| {
            let (flexibility, excess) = (vec![0.7, 0.6, 0.6, 0.9], excess.to_vec());
            let mut search = Search { flexibility, excess, holds: holds.to_vec(), ..Search::default() };
            search.find().then_some(search.forces)
        };
        // Two coupled stops: the first alone lifts the second off.
        let forces = found([1.3, 0.1], [false, true]).unwrap();
        assert!((forces[0] - 1.3 / 0.7).abs() < 1e-14 && forces[1] == 0.0);
        let forces = found([1.3, 1.9], [false; 2]).unwrap();
        let gaps = [0.7 * forces[0] + 0.6 * forces[1] - 1.3, 0.6 * forces[0] + 0.9 * forces[1] - 1.9];
        assert!(forces.iter().zip(gaps).all(|(f, g)| *f >= 0.0 && g > -1e-14 && (f * g).abs() < 1e-14));
        assert_eq!(found([-0.7, -1.3], [true; 2]), Some(vec![0.0; 2]));
    }
}
