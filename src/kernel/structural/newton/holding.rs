//! Stops that hold: forces `λ >= 0` with `D λ >= e`, and equality where `λ > 0`.
//!
//! From the stops that held before, those that would pull let go. Then the stop exceeded most is made to hold, by steps in which no other comes
//! to pull: it leaves instead (dual active set, Goldfarb and Idnani 1983). Two bounds of one component exchange their force so. Rows
//! and columns are scaled to a diagonal of ones, so that translations and rotations compare.

use crate::linalg::SmallSystem;

/// Part of its own flexibility that a stop must have beside those that hold, to hold with them.
const INDEPENDENT: f64 = 1e-11;
/// Part of the terms of a sum that is rounding.
const ROUNDING: f64 = 1e-14;

/// The problem, and memory of the search.
#[derive(Clone, Debug, Default)]
pub struct Search {
    /// `D`, row after row. [`Search::find`] scales it.
    pub flexibility: Vec<f64>,
    /// `e`, which is scaled too, and the sizes of its terms, to which those of `D λ` are added.
    pub excess: Vec<f64>,
    pub sizes: Vec<f64>,
    /// `λ`.
    pub forces: Vec<f64>,
    scales: Vec<f64>,
    /// Stops that hold.
    set: Vec<usize>,
    part: Vec<f64>,
    system: SmallSystem,
}

impl Search {
    /// Room for `count` stops.
    pub fn new(count: usize) -> Search {
        let zero = vec![0.0; count];
        Search {
            flexibility: vec![0.0; count * count],
            excess: zero.clone(),
            sizes: zero.clone(),
            forces: zero.clone(),
            scales: zero,
            set: Vec::with_capacity(count),
            part: Vec::with_capacity(count),
            system: SmallSystem::default(),
        }
    }

    /// Finds the forces, from the stops that are `holding`. Fails at a stop that contradicts others, or at none where the search does
    /// not end. A stop that never holds has an infinite negative excess.
    pub fn find(&mut self, holding: impl Iterator<Item = bool>) -> Result<(), Option<usize>> {
        let count = self.excess.len();
        let free = |(i, scale): (usize, &mut f64)| *scale = 1.0 / self.flexibility[i * (count + 1)].max(0.0).sqrt();
        self.scales.iter_mut().enumerate().for_each(free);
        self.scales.iter_mut().filter(|s| !s.is_finite()).for_each(|s| *s = 0.0);
        for (i, row) in self.flexibility.chunks_exact_mut(count.max(1)).enumerate() {
            row.iter_mut().zip(&self.scales).for_each(|(d, scale)| *d *= scale * self.scales[i]);
            if self.scales[i] > 0.0 {
                self.excess[i] *= self.scales[i];
            }
        }
        self.set.clear();
        self.set.extend(holding.enumerate().filter(|(_, holds)| *holds).map(|(i, _)| i));
        self.balance();
        for _ in 0..20 * (count + 1) {
            let Some(stop) = self.exceeded() else {
                for i in 0..count {
                    let size = self.extent(i);
                    if self.scales[i] > 0.0 {
                        self.sizes[i] += size / self.scales[i];
                    }
                }
                self.forces.iter_mut().zip(&self.scales).for_each(|(force, scale)| *force *= scale);
                return Ok(());
            };
            if !self.hold(stop) {
                return Err(Some(stop));
            }
            self.balance();
        }
        Err(None)
    }

    fn row(&self, i: usize) -> &[f64] {
        let count = self.excess.len();
        &self.flexibility[i * count..(i + 1) * count]
    }

    /// Size of the terms of a row of `D λ`.
    fn extent(&self, i: usize) -> f64 {
        self.row(i).iter().zip(&self.forces).map(|(d, force)| (d * force).abs()).sum()
    }

    /// Excess that the forces leave at a stop.
    fn left(&self, i: usize) -> f64 {
        self.excess[i] - self.row(i).iter().zip(&self.forces).map(|(d, force)| d * force).sum::<f64>()
    }

    /// The stop exceeded most, beyond rounding.
    fn exceeded(&self) -> Option<usize> {
        let mut most: Option<(usize, f64)> = None;
        for i in (0..self.excess.len()).filter(|i| !self.set.contains(i)) {
            let left = self.left(i);
            let rounding = ROUNDING * (self.sizes[i] * self.scales[i] + self.extent(i));
            if left > rounding && most.is_none_or(|(_, other)| left > other) {
                most = Some((i, left));
            }
        }
        most.map(|(i, _)| i)
    }

    /// `part := D⁻¹ part`, on the stops that hold.
    fn solve(&mut self) {
        let (count, n) = (self.excess.len(), self.set.len());
        for (row, i) in self.system.open(n).chunks_exact_mut(n.max(1)).zip(&self.set) {
            row.iter_mut().zip(&self.set).for_each(|(d, j)| *d = self.flexibility[i * count + j]);
        }
        self.system.factorise();
        self.system.solve(&mut self.part);
    }

    /// Forces of the stops that hold; those that pull let go, the hardest first.
    fn balance(&mut self) {
        loop {
            self.part.clear();
            self.part.extend(self.set.iter().map(|i| self.excess[*i]));
            self.solve();
            if self.system.is_redundant() {
                self.set.clear();
            }
            self.forces.fill(0.0);
            self.set.iter().zip(&self.part).for_each(|(i, force)| self.forces[*i] = *force);
            let largest = self.forces.iter().fold(0.0, |m: f64, force| m.max(force.abs()));
            let pulls = (0..self.set.len()).filter(|place| self.part[*place] < -ROUNDING * largest);
            match pulls.min_by(|a, b| self.part[*a].total_cmp(&self.part[*b])) {
                Some(place) => self.set.remove(place),
                None => break,
            };
        }
        self.forces.iter_mut().for_each(|force| *force = force.max(0.0));
    }

    /// Makes a stop hold that does not. False where it contradicts those that hold.
    fn hold(&mut self, stop: usize) -> bool {
        let count = self.excess.len();
        loop {
            self.part.clear();
            self.part.extend(self.set.iter().map(|i| self.flexibility[i * count + stop]));
            self.solve();
            let row = self.row(stop);
            let own = row[stop] - self.set.iter().zip(&self.part).map(|(i, share)| row[*i] * share).sum::<f64>();
            let whole = if own > INDEPENDENT { self.left(stop) / own } else { f64::INFINITY };
            let (mut step, mut leaving) = (whole, None);
            for (place, (i, share)) in self.set.iter().zip(&self.part).enumerate() {
                if *share > INDEPENDENT && self.forces[*i] / share < step {
                    (step, leaving) = (self.forces[*i] / share, Some(place));
                }
            }
            if step == f64::INFINITY {
                return false;
            }
            self.set.iter().zip(&self.part).for_each(|(i, share)| self.forces[*i] -= step * share);
            self.forces[stop] += step;
            match leaving {
                Some(place) => {
                    let other = self.set.remove(place);
                    self.forces[other] = 0.0;
                }
                None => {
                    self.set.push(stop);
                    return true;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(flexibility: &[f64], excess: &[f64], holding: &[bool]) -> Result<Vec<f64>, Option<usize>> {
        let mut search = Search::new(excess.len());
        search.flexibility.copy_from_slice(flexibility);
        search.excess.copy_from_slice(excess);
        search.sizes.iter_mut().zip(excess).for_each(|(size, e)| *size = e.abs());
        search.find(holding.iter().copied()).map(|()| search.forces)
    }

    /// `λ >= 0`, `D λ >= e`, and equality where `λ > 0`, to rounding of the sizes of the terms.
    fn solves(flexibility: &[f64], excess: &[f64], forces: &[f64]) -> bool {
        let rows = flexibility.chunks_exact(excess.len()).zip(excess.iter().zip(forces));
        rows.into_iter().all(|(row, (e, force))| {
            let gap = row.iter().zip(forces).map(|(d, f)| d * f).sum::<f64>() - e;
            let size: f64 = row.iter().zip(forces).map(|(d, f)| (d * f).abs()).sum::<f64>() + e.abs();
            *force >= 0.0 && gap > -1e-11 * size && (*force == 0.0 || gap < 1e-11 * size)
        })
    }

    #[test]
    fn stops_push_and_never_pull() {
        // Two coupled stops: the first alone lifts the second off.
        let flexibility = [0.7, 0.6, 0.6, 0.9];
        let forces = found(&flexibility, &[1.3, 0.1], &[false, true]).unwrap();
        assert!((forces[0] - 1.3 / 0.7).abs() < 1e-14 && forces[1] == 0.0);
        let forces = found(&flexibility, &[1.3, 1.9], &[false; 2]).unwrap();
        assert!(solves(&flexibility, &[1.3, 1.9], &forces) && forces[0] > 0.0 && forces[1] > 0.0);
        assert_eq!(found(&flexibility, &[-0.7, -1.3], &[true; 2]), Ok(vec![0.0; 2]));
    }

    #[test]
    fn bounds_of_one_component_exchange_their_force() {
        for scale in [1.0, 0.7e-9] {
            let d = 0.7 * scale;
            for holding in [[true, false], [false, true], [true, true], [false, false]] {
                let forces = found(&[d; 4], &[1.3, 1.9], &holding).unwrap();
                assert!(forces[0] == 0.0 && (forces[1] * d - 1.9).abs() < 1e-14, "{holding:?}: {forces:?}");
                // The same bound twice: whichever holds.
                let forces = found(&[d; 4], &[1.3, 1.3], &holding).unwrap();
                assert!(solves(&[d; 4], &[1.3, 1.3], &forces), "{holding:?}: {forces:?}");
            }
            // A bound from each side: exceeded by 0.3 where there is 0.7 to the other one, and where there is 0.1.
            assert_eq!(found(&[d, -d, -d, d], &[-0.7, 0.3], &[false; 2]).map(|f| f[0]), Ok(0.0));
            assert_eq!(found(&[d, -d, -d, d], &[0.3, -0.1], &[true, false]), Err(Some(1)));
        }
    }

    #[test]
    fn many_stops_of_few_unknowns_are_found_from_any_start() {
        let mut seed = 7_u64;
        let mut next = move || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 11) as f64 / (1u64 << 53) as f64 - 0.5
        };
        for round in 0..300 {
            // Stops `a·u <= b` of a body of three unknowns, some of them twice, some in other units; 0 keeps them all.
            let count = 1 + round % 9;
            let mut rows: Vec<[f64; 3]> = (0..count).map(|_| std::array::from_fn(|_| next())).collect();
            (1..count).step_by(3).for_each(|i| rows[i] = rows[i - 1].map(|a| 1.7e3 * a));
            let flexibilities = [0.7, 1.3e-3, 0.9];
            let product = |a: &[f64; 3], b: &[f64; 3]| (0..3).map(|k| a[k] * b[k] * flexibilities[k]).sum::<f64>();
            let flexibility: Vec<f64> = rows.iter().flat_map(|a| rows.iter().map(move |b| product(a, b))).collect();
            let free: [f64; 3] = std::array::from_fn(|_| next());
            let excess: Vec<f64> = rows
                .iter()
                .map(|a| (0..3).map(|k| a[k] * free[k]).sum::<f64>() - 0.1 * (next() + 0.5) * a[0].abs())
                .collect();
            let holding: Vec<bool> = (0..count).map(|_| next() > 0.0).collect();
            let forces = found(&flexibility, &excess, &holding);
            assert!(forces.as_ref().is_ok_and(|f| solves(&flexibility, &excess, f)), "round {round}: {forces:?}");
        }
    }
}
