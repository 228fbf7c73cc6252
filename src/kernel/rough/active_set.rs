//! The point nearest to the origin under inequalities, by a dual active set: `min |v|^2 / 2` with `n_a . v >= b_a`.
//!
//! The inequalities come one at a time, each violated at the present point. Each is made to hold by steps that keep all
//! multipliers non-negative, those that would turn negative leaving the active set (Goldfarb and Idnani 1983). The point is
//! `v = sum_a lambda_a n_a`; the normals of the active set stay independent, so that there are never more of them than unknowns
//! and rows that say nearly the same need no regularisation. The factor N = Q R is kept by Gram and Schmidt, done twice.

/// Share of a normal that must be independent of the active ones for it to count as independent.
const INDEPENDENT: f64 = 1e-10;

/// Active inequalities, their multipliers, and the point. `T` says what an inequality is.
#[derive(Clone, Debug)]
pub struct ActiveSet<T> {
    size: usize,
    /// Normals and orthonormal rows, `size` numbers each; triangular factor, column after column.
    normals: Vec<f64>,
    basis: Vec<f64>,
    factor: Vec<f64>,
    multipliers: Vec<f64>,
    tags: Vec<T>,
    point: Vec<f64>,
    /// The part of a normal that is independent; its coordinates, then the change of the multipliers.
    rest: Vec<f64>,
    share: Vec<f64>,
}

/// Reason for which [`ActiveSet::push`] stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stuck {
    /// No point satisfies the active inequalities and the new one.
    Impossible,
    /// More changes than allowed.
    TooLong,
}

impl<T: Copy> ActiveSet<T> {
    /// An empty set for `size` unknowns.
    pub fn new(size: usize) -> ActiveSet<T> {
        let most = size + 1;
        ActiveSet {
            size,
            normals: Vec::with_capacity(most * size),
            basis: Vec::with_capacity(most * size),
            factor: vec![0.0; most * most],
            multipliers: Vec::with_capacity(most),
            tags: Vec::with_capacity(most),
            point: vec![0.0; size],
            rest: vec![0.0; size],
            share: vec![0.0; most],
        }
    }

    /// Forgets all inequalities; the point is the origin.
    pub fn clear(&mut self) {
        self.normals.clear();
        self.basis.clear();
        self.multipliers.clear();
        self.tags.clear();
        self.point.fill(0.0);
    }

    /// The nearest point that satisfies the inequalities given so far (those that left the set may be violated again).
    pub fn point(&self) -> &[f64] {
        &self.point
    }

    /// Active inequalities and their multipliers, all non-negative.
    pub fn active(&self) -> impl Iterator<Item = (T, f64)> {
        self.tags.iter().copied().zip(self.multipliers.iter().copied())
    }

    /// Makes an inequality hold, `normal . v >= b`, `lack` being `b - normal . v > 0` at the present point. Takes from
    /// `changes` one for each change of the set.
    pub fn push(&mut self, normal: &[f64], tag: T, mut lack: f64, changes: &mut usize) -> Result<(), Stuck> {
        let (mut multiplier, length) = (0.0, norm(normal));
        loop {
            if *changes == 0 {
                return Err(Stuck::TooLong);
            }
            *changes -= 1;
            self.split(normal);
            let count = self.tags.len();
            self.back_substitute();
            let independent = norm(&self.rest);
            let whole =
                if independent > INDEPENDENT * length { lack / (independent * independent) } else { f64::INFINITY };
            let (mut step, mut leaving) = (whole, None);
            for (a, share) in self.share[..count].iter().enumerate() {
                if *share > 0.0 && self.multipliers[a] / share < step {
                    (step, leaving) = (self.multipliers[a] / share, Some(a));
                }
            }
            if !step.is_finite() {
                return Err(Stuck::Impossible);
            }
            self.multipliers.iter_mut().zip(&self.share).for_each(|(m, share)| *m -= step * share);
            multiplier += step;
            if whole.is_finite() {
                self.point.iter_mut().zip(&self.rest).for_each(|(v, z)| *v += step * z);
                lack -= step * independent * independent;
            }
            match leaving {
                Some(a) => self.leave(a),
                None => {
                    self.factorise(normal);
                    self.normals.extend_from_slice(normal);
                    self.multipliers.push(multiplier);
                    self.tags.push(tag);
                    return Ok(());
                }
            }
        }
    }

    /// Coordinates of `normal` on the basis, in `share`, and what is independent of it, in `rest`.
    fn split(&mut self, normal: &[f64]) {
        let (size, count) = (self.size, self.basis.len() / self.size);
        self.rest.copy_from_slice(normal);
        self.share[..count].fill(0.0);
        for _ in 0..2 {
            for a in 0..count {
                let row = &self.basis[a * size..(a + 1) * size];
                let part = row.iter().zip(&self.rest).fold(0.0, |sum, (q, z)| sum + q * z);
                self.rest.iter_mut().zip(row).for_each(|(z, q)| *z -= part * q);
                self.share[a] += part;
            }
        }
    }

    /// Adds a column to the factor.
    fn factorise(&mut self, normal: &[f64]) {
        self.split(normal);
        let (count, most) = (self.basis.len() / self.size, self.size + 1);
        let independent = norm(&self.rest);
        self.factor[count * most..count * most + count].copy_from_slice(&self.share[..count]);
        self.factor[count * most + count] = independent;
        self.basis.extend(self.rest.iter().map(|z| z / independent));
    }

    /// Solves R x = share in place.
    fn back_substitute(&mut self) {
        let (count, most) = (self.basis.len() / self.size, self.size + 1);
        for a in (0..count).rev() {
            let mut sum = self.share[a];
            for b in a + 1..count {
                sum -= self.factor[b * most + a] * self.share[b];
            }
            self.share[a] = sum / self.factor[a * most + a];
        }
    }

    /// Takes one inequality out; the columns behind it get other coordinates.
    fn leave(&mut self, a: usize) {
        let (size, count) = (self.size, self.tags.len());
        self.multipliers.remove(a);
        self.tags.remove(a);
        self.normals.copy_within((a + 1) * size..count * size, a * size);
        self.normals.truncate((count - 1) * size);
        self.basis.truncate(a * size);
        let normals = std::mem::take(&mut self.normals);
        normals.chunks_exact(size).skip(a).for_each(|normal| self.factorise(normal));
        self.normals = normals;
    }
}

fn norm(row: &[f64]) -> f64 {
    libm::sqrt(row.iter().fold(0.0, |sum, x| sum + x * x))
}

#[cfg(test)]
mod tests {
    use super::{ActiveSet, Stuck};

    /// Nearest point under `n . v >= b`, the most violated inequality first.
    fn nearest(rows: &[([f64; 3], f64)]) -> Result<(Vec<f64>, Vec<(usize, f64)>), Stuck> {
        let mut set = ActiveSet::new(3);
        let mut changes = 1000;
        loop {
            let lack = |(n, b): &([f64; 3], f64)| b - n.iter().zip(set.point()).map(|(n, v)| n * v).sum::<f64>();
            let worst = (0..rows.len()).max_by(|i, j| lack(&rows[*i]).total_cmp(&lack(&rows[*j]))).unwrap();
            if lack(&rows[worst]) <= 1e-14 {
                return Ok((set.point().to_vec(), set.active().collect()));
            }
            let (normal, lack) = (rows[worst].0, lack(&rows[worst]));
            set.push(&normal, worst, lack, &mut changes)?;
        }
    }

    #[test]
    fn the_corner_of_a_cube_is_found_with_its_multipliers() {
        let rows = [([1.0, 0.0, 0.0], 1.0), ([0.0, 1.0, 0.0], 2.0), ([0.0, 0.0, 1.0], 3.0), ([1.0, 1.0, 1.0], 5.0)];
        let (point, mut active) = nearest(&rows).unwrap();
        assert!(point.iter().zip([1.0, 2.0, 3.0]).all(|(v, x)| (v - x).abs() < 1e-14));
        active.sort_by_key(|a| a.0);
        assert!(active.iter().all(|(a, m)| (m - (*a as f64 + 1.0)).abs() < 1e-13), "{active:?}");
    }

    #[test]
    fn optimality_holds_for_many_nearly_parallel_inequalities() {
        // Tangents of a paraboloid: neighbours differ by 1e-4, many more than unknowns.
        let mut rows = Vec::new();
        for i in -40..=40 {
            for j in -3..=3 {
                let (x, y) = (1e-4 * f64::from(i), 1e-2 * f64::from(j));
                rows.push(([x, y, 1.0], 1e-6 + 0.5 * (x * x + y * y) * libm::sin(f64::from(i * i + j))));
            }
        }
        let (point, active) = nearest(&rows).unwrap();
        let gradient = |k: usize| point[k] - active.iter().map(|(a, m)| m * rows[*a].0[k]).sum::<f64>();
        assert!((0..3).all(|k| gradient(k).abs() < 1e-15), "{point:?}");
        assert!(active.iter().all(|(_, m)| *m >= 0.0) && active.len() <= 3 && !active.is_empty());
        for (a, _) in active {
            let (normal, b) = rows[a];
            assert!((normal.iter().zip(&point).map(|(n, v)| n * v).sum::<f64>() - b).abs() < 1e-14);
        }
    }

    #[test]
    fn what_cannot_be_is_said() {
        assert_eq!(nearest(&[([1.0, 0.0, 0.0], 1.0), ([-1.0, 0.0, 0.0], 1.0)]), Err(Stuck::Impossible));
        assert_eq!(nearest(&[([0.0, 0.0, 0.0], 1.0)]), Err(Stuck::Impossible));
    }
}
