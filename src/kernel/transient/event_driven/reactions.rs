//! Unknown reactions of closed and sticking contacts, order by order.

use super::scheme::TERMS;
use super::series::push;
use super::workspace::{EventStepper, Normal, Tangential};
use crate::transient::dynamics::Dynamics;
use crate::transient::exact::contacts::product;

impl EventStepper {
    /// Gathers the unknown reactions and factorises what gives them. The directions of forces that are not rows are
    /// written to `oblique`.
    pub(super) fn gather(&mut self, dynamics: &mut Dynamics) {
        self.unknowns.clear();
        for (i, track) in self.tracks.iter().enumerate() {
            if track.normal == Normal::Closed {
                self.unknowns.push((i, 0));
            }
            if track.tangential == Tangential::Stick {
                let along = self.contacts.points[i].along;
                self.unknowns.extend((0..2).filter(|&k| along[k]).map(|k| (i, k + 1)));
            } else if track.turns_from_rest() {
                self.unknowns.push((i, 3));
            }
        }
        if self.unknowns.is_empty() {
            return;
        }
        self.factorise(dynamics, 0);
        let n = self.contacts.size;
        for (slot, &(i, k)) in self.unknowns.iter().enumerate() {
            let parts = self.force_parts(i, k);
            let rows = [0, 1, 2].map(|row| self.contacts.inverse(3 * i + row));
            for (j, out) in self.oblique[slot * n..(slot + 1) * n].iter_mut().enumerate() {
                *out = parts[0] * rows[0][j] + parts[1] * rows[1][j] + parts[2] * rows[2][j];
            }
        }
    }

    /// Unknown reaction `k` of a contact as forces along its rows: a normal force brings its friction.
    pub(super) fn force_parts(&self, i: usize, k: usize) -> [f64; 3] {
        let (point, track) = (&self.contacts.points[i], &self.tracks[i]);
        let mut parts = self.parts(i, k);
        if k == 0 {
            parts[0] = track.sign;
            match track.tangential {
                Tangential::Slip(sign) => parts[if point.along[0] { 1 } else { 2 }] = -point.mu_dynamic * sign,
                Tangential::Slide => {
                    for axis in 0..2 {
                        parts[1 + axis] = -point.mu_dynamic * track.heading[axis][0];
                    }
                }
                _ => {}
            }
        }
        parts
    }

    /// The Delassus operator of the unknown reactions of order `k`, factorised.
    pub(super) fn factorise(&mut self, dynamics: &mut Dynamics, k: usize) {
        let (size, width) = (self.unknowns.len(), 3 * self.tracks.len());
        let mut factors = std::mem::take(&mut self.factors);
        let matrix = factors.open(size);
        for (column, &(j, l)) in self.unknowns.iter().enumerate() {
            let force = self.force_parts(j, l);
            for (row, &(i, k)) in self.unknowns.iter().enumerate() {
                let motion = self.parts(i, k);
                let mut term = 0.0;
                for (a, x) in motion.iter().enumerate().filter(|(_, x)| **x != 0.0) {
                    let w = &self.contacts.delassus[(3 * i + a) * width + 3 * j..(3 * i + a) * width + 3 * j + 3];
                    for (force, w) in force.iter().zip(w).filter(|(force, _)| **force != 0.0) {
                        term += x * force * w;
                    }
                }
                matrix[row * size + column] = term;
            }
            if l == 3 {
                matrix[column * size + column] += self.tracks[j].compliance(k, self.contacts.points[j].mu_dynamic);
            }
        }
        dynamics.exchange.statistics.redundant |= factors.factorise();
        self.factors = factors;
    }

    /// Takes rounding out of velocities that closed and sticking points hold at zero.
    pub(super) fn project(&mut self) {
        if self.unknowns.is_empty() {
            return;
        }
        let (n, supports) = (self.contacts.size, self.contacts.supports);
        self.reactions.clear();
        for &(i, k) in &self.unknowns {
            let parts = self.parts(i, k);
            let along = |row: usize| match parts[row] {
                0.0 => 0.0,
                part => part * self.contacts.along(3 * i + row, &self.v[..n], &self.support_velo[..supports]),
            };
            self.reactions.push(-(along(0) + along(1) + along(2)));
        }
        self.factors.solve(&mut self.reactions);
        for (slot, r) in self.reactions.iter().enumerate() {
            for (v, m) in self.v[..n].iter_mut().zip(&self.oblique[slot * n..(slot + 1) * n]) {
                *v += r * m;
            }
        }
    }

    /// Unknown reactions of order `k`, and their part of the acceleration.
    #[inline]
    pub(super) fn react(&mut self, k: usize) {
        let (n, supports) = (self.contacts.size, self.contacts.supports);
        self.reactions.clear();
        for &(i, unknown) in &self.unknowns {
            let track = &self.tracks[i];
            let along = |row: usize| {
                let mut motion = product(self.contacts.row(3 * i + row), &self.a);
                if supports > 0 && k + 1 < TERMS {
                    let next = &self.support_velo[(k + 1) * supports..(k + 2) * supports];
                    motion += (k + 1) as f64 * product(self.contacts.support_row(3 * i + row), next);
                }
                if row < 2
                    && let Some(turning) = track.turning.as_deref()
                {
                    motion += turning.bend(k)[row];
                }
                motion
            };
            let motion = if unknown < 3 {
                along(unknown)
            } else {
                let e = track.across();
                e[0] * along(1) + e[1] * along(2) - track.target(k)
            };
            self.reactions.push(-motion);
        }
        self.factors.solve(&mut self.reactions);
        for (slot, (&(i, row), r)) in self.unknowns.iter().zip(&self.reactions).enumerate() {
            push(&mut self.a, &self.oblique[slot * n..(slot + 1) * n], *r);
            let (point, track) = (&self.contacts.points[i], &mut self.tracks[i]);
            if row == 3 {
                track.turn_heading(k, *r, point.mu_dynamic);
                continue;
            }
            if row > 0 {
                track.friction[row - 1][k] = *r;
                continue;
            }
            track.force[k] = *r;
            match track.tangential {
                Tangential::Slip(sign) => {
                    let along = usize::from(!point.along[0]);
                    track.friction[along][k] = -sign * point.mu_dynamic * r;
                }
                Tangential::Slide => {
                    for along in 0..2 {
                        track.friction[along][k] -= point.mu_dynamic * r * track.heading[along][0];
                    }
                }
                _ => {}
            }
        }
    }
}
