//! Accelerations decide who sticks, slips or leaves.

use super::rising::Rising;
use super::workspace::{EventStepper, Happening, Normal, Tangential};
use crate::transient::contact_problem::{NormalLaw, TangentialLaw};
use crate::transient::dynamics::Dynamics;
use crate::transient::exact::EventKind;

/// Sweeps of Gauss-Seidel before the direct solution.
pub(super) const SWEEPS: u32 = 400;

impl EventStepper {
    /// The Delassus operator of the contacts involved, along their normals and tangents.
    pub(super) fn set_up(&mut self) {
        let (count, width) = (self.involved.len(), 3 * self.tracks.len());
        self.problem.reset(count);
        for (a, &i) in self.involved.iter().enumerate() {
            for (b, &j) in self.involved.iter().enumerate() {
                for k in 0..3 {
                    for l in 0..3 {
                        let sign = if k == 0 { self.tracks[i].sign } else { 1.0 }
                            * if l == 0 { self.tracks[j].sign } else { 1.0 };
                        self.problem.w[(3 * a + k) * 3 * count + 3 * b + l] =
                            sign * self.contacts.delassus[(3 * i + k) * width + 3 * j + l];
                    }
                }
            }
        }
    }

    /// Accelerations decide: points at rest stick or start to slip, closed points stay or leave.
    pub(super) fn resolve(&mut self, dynamics: &mut Dynamics, forced: usize) {
        let (n, supports) = (self.contacts.size, self.contacts.supports);
        self.involved.clear();
        self.involved.extend((0..self.tracks.len()).filter(|&i| self.tracks[i].touches()));
        if self.involved.is_empty() {
            return;
        }
        self.set_up();
        dynamics.system.acceleration(&self.q[..n], &self.v[..n], &self.force[..n], &mut self.a);
        for (a, &i) in self.involved.iter().enumerate() {
            let (point, track) = (&self.contacts.points[i], &self.tracks[i]);
            let next = if supports > 0 { &self.support_velo[supports..2 * supports] } else { &[][..] };
            for k in 0..3 {
                let sign = if k == 0 { track.sign } else { 1.0 };
                self.problem.b[3 * a + k] = sign * self.contacts.along(3 * i + k, &self.a, next);
            }
            // Bodies that touch without a force between them: rounding must not decide whether they press.
            if point.round.is_none() && self.problem.b[3 * a].abs() <= self.rounding_along(3 * i, &self.a, 0) {
                self.problem.b[3 * a] = 0.0;
            }
            if let Some(round) = point.round {
                let now = |k: usize| self.contacts.along(3 * i + k, &self.v[..n], &self.support_velo[..supports]);
                let [normal, tangential] = [now(0), now(1)];
                let turn =
                    round.side * tangential / self.contacts.distance(i, &self.q[..n], &self.support_depl[..supports]);
                self.problem.b[3 * a] += turn * tangential;
                self.problem.b[3 * a + 1] -= turn * normal;
            }
            let normal = if track.normal == Normal::Closed {
                NormalLaw::Unilateral
            } else {
                NormalLaw::Given(self.stop_force(i).max(0.0))
            };
            let ends = self.is_happening(i, |what| what == Happening::SlipEnds);
            let starts = forced > 0 && self.is_happening(i, |what| what == Happening::StickEnds);
            let rest =
                TangentialLaw::Rest { mu_static: point.mu_static, mu_dynamic: point.mu_dynamic, along: point.along };
            let tangential = match track.tangential {
                Tangential::Free => TangentialLaw::None,
                Tangential::Stick if starts => {
                    TangentialLaw::Sliding { mu: point.mu_dynamic, direction: track.direction }
                }
                _ if ends => rest,
                Tangential::Stick => rest,
                Tangential::Slip(sign) => {
                    let direction = if point.along[0] { [sign, 0.0] } else { [0.0, sign] };
                    TangentialLaw::Sliding { mu: point.mu_dynamic, direction }
                }
                Tangential::Slide => {
                    let w =
                        [1, 2].map(|k| self.contacts.along(3 * i + k, &self.v[..n], &self.support_velo[..supports]));
                    let size = (w[0] * w[0] + w[1] * w[1]).sqrt();
                    TangentialLaw::Sliding { mu: point.mu_dynamic, direction: w.map(|w| w / size) }
                }
            };
            self.problem.laws[a] = (normal, tangential);
        }
        let outcome = self.problem.solve(SWEEPS, 1e-14);
        dynamics.exchange.statistics.account(self.start, outcome);
        if forced > 0 {
            self.aim(dynamics);
        }
        for a in 0..self.involved.len() {
            self.take(a, dynamics);
        }
    }

    /// Points that friction lets go in two directions slip along their acceleration.
    pub(super) fn aim(&mut self, dynamics: &mut Dynamics) {
        for _ in 0..60 {
            let mut turned = 0.0_f64;
            for a in 0..self.involved.len() {
                let i = self.involved[a];
                let starts = self.is_happening(i, |what| what == Happening::StickEnds);
                let (point, track) = (&self.contacts.points[i], &mut self.tracks[i]);
                let (normal, TangentialLaw::Sliding { mu, direction: old }) = self.problem.laws[a] else { continue };
                if !starts || point.along != [true, true] {
                    continue;
                }
                if let Some(next) = self.problem.follow_slip(a, mu, old) {
                    turned = turned.max((next[0] - old[0]).abs()).max((next[1] - old[1]).abs());
                    track.direction = next;
                    self.problem.laws[a] = (normal, TangentialLaw::Sliding { mu, direction: next });
                }
            }
            if turned < 1e-14 {
                return;
            }
            let outcome = self.problem.solve(SWEEPS, 1e-14);
            dynamics.exchange.statistics.account(self.start, outcome);
        }
    }

    /// True where a contact that was let go closes again at once, its bodies having no acceleration apart: their force
    /// begins at 0, and its series tells when it ends.
    fn returns(&mut self, a: usize) -> bool {
        let i = self.involved[a];
        let closes = self.is_happening(i, |what| matches!(what, Happening::Closing(_)));
        let returns = closes && self.parted_now(i) && self.problem.b[3 * a] == 0.0 && self.problem.p[3 * a] == 0.0;
        self.tracks[i].fresh[0] |= returns;
        returns
    }

    /// Takes over what the reduced problem says of one contact.
    pub(super) fn take(&mut self, a: usize, dynamics: &mut Dynamics) {
        let (i, time, status) = (self.involved[a], self.start, self.problem.statuses[a]);
        let law = self.problem.laws[a];
        if law.0 == NormalLaw::Unilateral && !status.pushes && !self.returns(a) {
            self.tracks[i].normal = Normal::Open;
            self.tracks[i].fresh[0] = true;
            self.release(i, time);
            dynamics.exchange.stick(time, i, false);
            return dynamics.exchange.note(time, i, EventKind::Separation);
        }
        let starts = self.is_happening(i, |what| what == Happening::StickEnds);
        let (before, point, track) = (self.tracks[i].tangential, &self.contacts.points[i], &mut self.tracks[i]);
        match law.1 {
            TangentialLaw::Rest { .. } if status.sticks => {
                track.tangential = Tangential::Stick;
                track.fresh[1] = true;
                if before != Tangential::Stick {
                    dynamics.exchange.note(time, i, EventKind::Stick);
                } else {
                    dynamics.exchange.stick(time, i, true);
                }
            }
            TangentialLaw::Sliding { direction, .. } if !starts => {
                let _ = direction;
                dynamics.exchange.stick(time, i, false);
            }
            TangentialLaw::Rest { .. } | TangentialLaw::Sliding { .. } => {
                let direction = if starts { track.direction } else { status.direction };
                track.direction = direction;
                if point.along == [true, true] {
                    let width = 3 * self.problem.len() + 1;
                    let (u, load) = (&self.problem.u[3 * a + 1..3 * a + 3], self.problem.p[3 * a]);
                    let mobility = self.problem.w[(3 * a + 1) * width] + self.problem.w[(3 * a + 2) * width];
                    let acceleration = direction[0] * u[0] + direction[1] * u[1];
                    let load = if point.mu_dynamic > 0.0 { load } else { 0.0 };
                    track.rising = Some(Rising::new(acceleration, point.mu_dynamic * load * mobility, load));
                }
                track.tangential = match point.along {
                    [true, true] => Tangential::Slide,
                    [true, false] => Tangential::Slip(direction[0].signum()),
                    _ => Tangential::Slip(direction[1].signum()),
                };
                track.fresh[1] = true;
                let kind = if before == Tangential::Stick { EventKind::Slip } else { EventKind::Reversal };
                dynamics.exchange.note(time, i, kind);
            }
            TangentialLaw::None => {}
        }
    }
}
