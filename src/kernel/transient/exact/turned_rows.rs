//! Rows of relative motion of points on circles.
//!
//! Rows 0 and 1 of a round point are those of the local axes y and z, until [`Contacts::turn`] takes them along the
//! normal and the tangent of its position: all that holds for a plane holds then for the circle, at that instant.

use super::contacts::{Contacts, product};
use crate::transient::matrix::dot;

impl Contacts {
    /// Position of a round point in its plane (y, z), from the centre.
    pub fn place(&self, i: usize, q: &[f64], supports: &[f64]) -> [f64; 2] {
        let motion = &self.points[i].motion;
        [1, 2].map(|axis| {
            let own = if motion.rows[axis].is_empty() { 0.0 } else { product(&motion.rows[axis], q) };
            motion.rest[axis] + if supports.is_empty() { own } else { own + dot(&motion.supports[axis], supports) }
        })
    }

    /// Distance of a round point from its centre (m).
    pub fn distance(&self, i: usize, q: &[f64], supports: &[f64]) -> f64 {
        let [y, z] = self.place(i, q, supports);
        (y * y + z * z).sqrt()
    }

    /// Takes rows 0 and 1 of a round point along its normal and tangent where it is: their inverses, their parts of
    /// the Delassus operator, its position at rest and the rows of supports follow.
    pub fn turn(&mut self, i: usize, q: &[f64], supports: &[f64]) {
        let Some(round) = self.points[i].round else { return };
        let [c, s] = round.normal(self.place(i, q, supports));
        let (n, m, count) = (self.size, self.supports, self.points.len());
        let point = &mut self.points[i];
        let axes = [&point.motion.rows[1], &point.motion.rows[2]];
        let held = [&point.motion.supports[1], &point.motion.supports[2]];
        let at = |row: &[f64], j: usize| row.get(j).copied().unwrap_or(0.0);
        let mixed = |y: f64, z: f64| [c * y + s * z, c * z - s * y];
        for j in 0..n {
            let now = mixed(at(axes[0], j), at(axes[1], j));
            let fixed = &self.fixed_inverse[2 * i * n..2 * (i + 1) * n];
            let inverse = mixed(fixed[j], fixed[n + j]);
            for k in 0..2 {
                self.rows[(3 * i + k) * n + j] = now[k];
                self.inverse[(3 * i + k) * n + j] = inverse[k];
            }
        }
        for j in 0..m {
            let now = mixed(at(held[0], j), at(held[1], j));
            for k in 0..2 {
                self.support_rows[(3 * i + k) * m + j] = now[k];
            }
        }
        [point.rest[0], point.rest[1]] = mixed(point.motion.rest[1], point.motion.rest[2]);
        for k in 0..2 {
            self.present[3 * i + k] = true;
            for j in 0..3 * count {
                let w = dot(self.row(3 * i + k), self.inverse(j));
                self.delassus[(3 * i + k) * 3 * count + j] = w;
                self.delassus[j * 3 * count + 3 * i + k] = w;
            }
        }
    }
}
