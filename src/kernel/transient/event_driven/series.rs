//! The series of one piece: prescribed forces, motion, reactions, work.

use super::scheme::{ORDER, TERMS};
use super::workspace::{EventStepper, Normal, Tangential};
use crate::transient::dynamics::Dynamics;
use crate::transient::fault::TransientFault;

/// A piece is not longer than this divided by the largest pulsation: rounding in fast modes stays small.
pub(super) const LONGEST_TURN: f64 = 5.0;
/// Relative size of the last terms of a series of a linear system.
const ROUNDING: f64 = 2e-16;

impl EventStepper {
    /// Expands prescribed forces and supports about the start of the piece; returns how far they hold (s).
    pub(super) fn expand_forces(&mut self, dynamics: &mut Dynamics, longest: f64) -> Result<f64, TransientFault> {
        let (t, tolerance) = (self.start, 0.1 * self.options.tolerance);
        let mut series = [0.0; TERMS];
        let (expanders, force) = (&mut self.expanders, &mut self.force);
        let found = dynamics.excitation.expand(t, longest, tolerance, expanders, &mut series, force)?;
        let (mut until, mut fitted) = (found.until, found.fitted);
        let supports = self.contacts.supports;
        for (s, motion) in dynamics.interactions.support_motions().iter().enumerate() {
            let [depl, velo] = &mut self.support_expanders[s];
            for (signal, expander, out) in
                [(&motion.displacement, depl, &mut self.support_depl), (&motion.velocity, velo, &mut self.support_velo)]
            {
                let Some(signal) = signal else { continue };
                let found = expander
                    .expand(signal, t, longest, tolerance, &mut series)
                    .map_err(|source| crate::interaction::InteractionFault::Support { support: s, time: t, source })?;
                until = until.min(found.until);
                fitted |= found.fitted;
                for (k, c) in series.iter().enumerate() {
                    out[k * supports + s] = *c;
                }
            }
        }
        dynamics.exchange.statistics.fitted |= fitted;
        Ok(until - t)
    }

    /// All coefficients, from the state at the start of the piece. Returns how long the series hold (s).
    pub(super) fn expand_motion(&mut self, dynamics: &mut Dynamics) -> f64 {
        self.expand_motion_with(dynamics, self.fastest, |_, _, _| {})
    }

    /// All coefficients of a motion without pulsations above `fastest` (rad/s), orders being corrected.
    pub(super) fn expand_motion_with(
        &mut self,
        dynamics: &mut Dynamics,
        fastest: f64,
        correct: impl FnMut(usize, &mut [f64], &mut [f64]),
    ) -> f64 {
        dynamics.exchange.statistics.series += 1;
        self.expand_with(dynamics, correct);
        for (track, point) in self.tracks.iter_mut().zip(&self.contacts.points) {
            super::heading::work_series(track, usize::from(!point.along[0]));
        }
        self.holding(&dynamics.system.mass, fastest)
    }

    /// All coefficients of the motion, from those of order 0.
    pub(super) fn expand_orders(&mut self, dynamics: &mut Dynamics) {
        self.expand_with(dynamics, |_, _, _| {});
    }

    /// All coefficients of the motion, coordinates and velocities of each order from 1 on being corrected before the next.
    #[inline]
    pub(super) fn expand_with(
        &mut self,
        dynamics: &mut Dynamics,
        mut correct: impl FnMut(usize, &mut [f64], &mut [f64]),
    ) {
        let (n, supports) = (self.contacts.size, self.contacts.supports);
        let rising = self.tracks.iter().any(|track| track.rising.is_some());
        let compliant = self.tracks.iter().any(|track| track.compliance(1, 1.0) != 0.0);
        self.at_work.clear();
        for i in 0..self.tracks.len() {
            if self.works(i) {
                self.at_work.push(i);
            }
            self.track_motion(i, 0, n, supports);
        }
        for k in 0..ORDER {
            self.b.copy_from_slice(&self.force[k * n..(k + 1) * n]);
            for rank in 0..if k == 0 { self.tracks.len() } else { self.at_work.len() } {
                let i = if k == 0 { rank } else { self.at_work[rank] };
                if rising && self.tracks[i].rising.is_some() {
                    self.tracks[i].prepare_heading(k);
                }
                self.push_known(i, k);
            }
            let (q, v) = (&self.q[k * n..(k + 1) * n], &self.v[k * n..(k + 1) * n]);
            dynamics.system.acceleration(q, v, &self.b, &mut self.a);
            if !self.unknowns.is_empty() {
                if k > 0 && compliant {
                    self.factorise(dynamics, k);
                }
                self.react(k);
            }
            let (scale, next) = (INVERSES[k], (k + 1) * n);
            let (now, later) = self.v.split_at_mut(next);
            for (later, v) in self.q[next..next + n].iter_mut().zip(&now[k * n..]) {
                *later = v * scale;
            }
            for (later, a) in later.iter_mut().zip(&self.a) {
                *later = a * scale;
            }
            correct(k + 1, &mut self.q[next..next + n], &mut self.v[next..next + n]);
            for rank in 0..self.at_work.len() {
                self.track_motion(self.at_work[rank], k + 1, n, supports);
            }
        }
    }

    /// True where a contact has series of its own beyond order 0: one under a force that does not change, which sticks or is
    /// open and cannot move, has none. Its series are then cleared.
    fn works(&mut self, i: usize) -> bool {
        let (point, track) = (&self.contacts.points[i], &mut self.tracks[i]);
        let still = !point.moves && point.round.is_none() && track.normal != Normal::Closed;
        if !still || !matches!(track.tangential, Tangential::Free | Tangential::Stick) {
            return true;
        }
        track.u[1..].fill(0.0);
        track.force[1..].fill(0.0);
        false
    }

    /// Displacement along row 0 and slip velocities of a contact, order `k`.
    #[inline]
    fn track_motion(&mut self, i: usize, k: usize, n: usize, supports: usize) {
        let contacts = &self.contacts;
        if let Some(round) = contacts.points[i].round {
            return self.turning_motion(i, round, k);
        }
        let track = &mut self.tracks[i];
        let (q, v) = (&self.q[k * n..(k + 1) * n], &self.v[k * n..(k + 1) * n]);
        let (depl, velo) = (
            &self.support_depl[k * supports..(k + 1) * supports],
            &self.support_velo[k * supports..(k + 1) * supports],
        );
        if contacts.points[i].moves && track.normal != Normal::Closed {
            track.u[k] = contacts.along(3 * i, q, depl);
        }
        match track.tangential {
            Tangential::Slip(_) => {
                let along = usize::from(!contacts.points[i].along[0]);
                track.slip[along][k] = contacts.along(3 * i + 1 + along, v, velo);
            }
            Tangential::Slide => {
                for along in 0..2 {
                    track.slip[along][k] = contacts.along(3 * i + 1 + along, v, velo);
                }
                super::heading::follow_heading(track, k);
            }
            _ => {}
        }
    }

    /// Forces of order `k` that do not depend on unknown reactions of that order.
    #[inline]
    fn push_known(&mut self, i: usize, k: usize) {
        let (n, point, track) = (self.contacts.size, &self.contacts.points[i], &mut self.tracks[i]);
        if point.round.is_some() {
            return self.push_turning(i, k);
        }
        if track.normal == Normal::Pressing {
            let gap = match k {
                0 => point.rest[0] * track.sign + point.half_gap.unwrap_or(point.offset),
                _ => 0.0,
            } + track.sign * track.u[k];
            let mut force = -point.stiffness * gap;
            if point.damping != 0.0 && point.moves {
                let supports = self.contacts.supports;
                let v = self.contacts.along(
                    3 * i,
                    &self.v[k * n..(k + 1) * n],
                    &self.support_velo[k * supports..(k + 1) * supports],
                );
                force -= point.damping * track.sign * v;
            }
            track.force[k] = force;
            push(&mut self.b, self.contacts.row(3 * i), track.sign * force);
        }
        match track.tangential {
            Tangential::Slip(sign) if track.normal == Normal::Pressing => {
                let along = usize::from(!point.along[0]);
                let friction = -sign * point.mu_dynamic * track.force[k];
                track.friction[along][k] = friction;
                push(&mut self.b, self.contacts.row(3 * i + 1 + along), friction);
            }
            Tangential::Slide => {
                let known = if track.normal == Normal::Pressing { k + 1 } else { k };
                for along in 0..2 {
                    let sum: f64 = (0..known).map(|j| track.force[j] * track.heading[along][k - j]).sum();
                    track.friction[along][k] = -point.mu_dynamic * sum;
                    push(&mut self.b, self.contacts.row(3 * i + 1 + along), track.friction[along][k]);
                }
            }
            _ => {}
        }
    }

    /// Time over which the last two orders stay below rounding, or below the tolerance where directions turn.
    pub(super) fn holding(&self, mass: &[f64], fastest: f64) -> f64 {
        let heaviest = mass.iter().fold(0.0_f64, |a, m| a.max(m.abs())).sqrt();
        let n = self.contacts.size;
        // Velocities of order k, and those that the forces would give alone: reactions follow forces.
        let supports = self.contacts.supports;
        let size = |k: usize| {
            let v = &self.v[k * n..(k + 1) * n];
            let f = if k > 0 { &self.force[(k - 1) * n..k * n] } else { &[][..] };
            let parts = v.iter().zip(mass).map(|(v, m)| v.abs() * m.abs().sqrt()).fold(0.0, f64::max);
            let scale = 1.0 / k.max(1) as f64;
            let forces = f.iter().zip(mass).map(|(f, m)| scale * f.abs() / m.abs().sqrt()).fold(parts, f64::max);
            let moved = self.support_velo[k * supports..(k + 1) * supports].iter().map(|v| v.abs() * heaviest);
            moved.fold(forces, f64::max)
        };
        let (last, middle) = (size(ORDER).max(size(ORDER - 1)), size(ORDER - 8).max(size(ORDER - 9)));
        let most = 1e3 * self.nominal;
        let bound = if fastest > 0.0 { (LONGEST_TURN / fastest).min(most) } else { most };
        if last == 0.0 {
            return bound;
        }
        let bends = |t: &super::workspace::Track| t.turning.is_some() && t.normal != Normal::Open;
        let slides = self.tracks.iter().any(|t| t.tangential == Tangential::Slide || bends(t));
        let tolerance = if slides { (1e-3 * self.options.tolerance).max(ROUNDING) } else { ROUNDING };
        // Inverse of the radius, from the ratio of coefficients eight orders apart: for the first guess alone.
        let rate = if middle > 0.0 { (last / middle).sqrt().sqrt().sqrt() } else { fastest };
        let sizes: [f64; 6] = std::array::from_fn(size);
        // Largest term of the series at `x`, and where the last one is its part `tolerance`.
        let largest = |x: f64| sizes.iter().rev().fold(0.0, |sum: f64, size| size.max(sum * x));
        // The 24th root, with the exponent of the last term.
        let reach = |x: f64| libm::cbrt((tolerance * largest(x) / last).sqrt().sqrt().sqrt());
        let length = reach(reach(reach(1.0 / rate)));
        // The bound of stick in two directions is a square, of twice the frequency.
        let squares = self.tracks.iter().zip(&self.contacts.points);
        let squares = squares.into_iter().any(|(t, p)| t.tangential == Tangential::Stick && p.along == [true, true]);
        let length = if squares { 0.5 * length } else { length };
        if length.is_finite() { length.min(bound) } else { bound }
    }

    /// State at `x` (s) from the start of the piece: `q`, `v`, `a` of the series.
    pub(crate) fn state_at(&self, x: f64, q: &mut [f64], v: &mut [f64], a: &mut [f64]) {
        let n = self.contacts.size;
        if n == 1 {
            let (mut sum_q, mut sum_v, mut sum_a) = (0.0, 0.0, 0.0);
            for k in (0..TERMS).rev() {
                sum_a = sum_a * x + sum_v;
                sum_q = sum_q * x + self.q[k];
                sum_v = sum_v * x + self.v[k];
            }
            (q[0], v[0], a[0]) = (sum_q, sum_v, sum_a);
            return self.swing(x, q, v, a);
        }
        q.fill(0.0);
        v.fill(0.0);
        a.fill(0.0);
        for k in (0..TERMS).rev() {
            let (qk, vk) = (&self.q[k * n..(k + 1) * n], &self.v[k * n..(k + 1) * n]);
            for j in 0..n {
                a[j] = a[j] * x + v[j];
                q[j] = q[j] * x + qk[j];
                v[j] = v[j] * x + vk[j];
            }
        }
        self.swing(x, q, v, a);
    }

    /// Totals of a contact at `x` (s) from the start of the piece.
    pub(crate) fn totals_at(&self, i: usize, x: f64, out: &mut [f64]) {
        let (point, track) = (&self.contacts.points[i], &self.tracks[i]);
        out.copy_from_slice(&self.totals[5 * i..5 * i + 5]);
        if !track.touches() {
            return;
        }
        let swings = self.swings.as_deref().filter(|swings| swings.is_long());
        out[0] += integral(&track.force[..ORDER], x) + swings.map_or(0.0, |s| s.integral(i, x, |part| part.force));
        if track.tangential == Tangential::Free {
            return;
        }
        let own = [0, 1].map(|k| {
            let swing = swings.map_or(0.0, |s| s.integral(i, x, |part| part.friction[k]));
            if point.along[k] { integral(&track.friction[k][..ORDER], x) + swing } else { 0.0 }
        });
        let local = self.contacts.tangents(i, track.sign, own);
        out[1] += local[0];
        out[2] += local[1];
        if track.tangential != Tangential::Stick {
            let mut wear = integral(&track.wear[..track.wear_terms], x);
            if let (Some(swings), Tangential::Slip(sign)) = (swings, track.tangential) {
                let along = usize::from(!point.along[0]);
                wear += sign * swings.wear(i, x, along, &track.force, &track.slip[along]);
            }
            out[3] += wear;
            out[4] += point.mu_dynamic * wear;
        }
    }
}

/// Integral of a series from 0 to `x`.
fn integral(c: &[f64], x: f64) -> f64 {
    c.iter().zip(&INVERSES).rev().fold(0.0, |sum, (c, inverse)| sum * x + c * inverse) * x
}

/// `1/(k + 1)`
const INVERSES: [f64; 2 * TERMS] = {
    let mut list = [0.0; 2 * TERMS];
    let mut k = 0;
    while k < 2 * TERMS {
        list[k] = 1.0 / (k + 1) as f64;
        k += 1;
    }
    list
};

#[inline]
pub(crate) fn push(force: &mut [f64], row: &[f64], f: f64) {
    if f == 0.0 {
        return;
    }
    for (force, row) in force.iter_mut().zip(row) {
        *force += f * row;
    }
}
