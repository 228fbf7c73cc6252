//! What contacts are at the start of a run, and what events make of them.

use super::workspace::{EventStepper, Happening, Normal, Tangential};
use crate::transient::dynamics::Dynamics;
use crate::transient::exact::{EventKind, Obstruction};

impl EventStepper {
    /// State of each contact at the start, from positions and velocities.
    pub(super) fn classify(&mut self, dynamics: &mut Dynamics) -> Result<(), Obstruction> {
        let (n, supports) = (self.contacts.size, self.contacts.supports);
        for i in 0..self.tracks.len() {
            let u = self.contacts.along(3 * i, &self.q[..n], &self.support_depl[..supports]);
            let (gap, sign) = self.contacts.gap(i, u);
            let point = &mut self.contacts.points[i];
            let track = &mut self.tracks[i];
            track.sign = sign;
            track.fresh = [false; 2];
            track.u[0] = u;
            if point.restitution.is_some() {
                let scale = point.half_gap.unwrap_or(point.offset).abs() + point.rest[0].abs() + u.abs();
                track.normal = if gap > 1e-10 * scale { Normal::Open } else { Normal::Closed };
                if gap < -1e-8 * scale && !self.started {
                    return Err(Obstruction::Penetrated { rank: i, depth: -gap });
                }
            } else {
                track.normal = if gap > 0.0 { Normal::Open } else { Normal::Pressing };
            }
            // A point that leaves its rigid surface is on its way.
            let departs = self.tracks[i].normal == Normal::Closed && self.speed(i, 0) * sign > 0.0;
            if departs {
                self.tracks[i].normal = Normal::Open;
                self.tracks[i].fresh[0] = true;
            }
            let speeds = self.speeds(i);
            self.tracks[i].tangential = match speeds {
                _ if !self.tracks[i].touches() || !self.rubs(i) => Tangential::Free,
                [0.0, 0.0] => Tangential::Stick,
                speeds => self.slipping(i, speeds),
            };
        }
        self.impact_and_resolve(dynamics, 0);
        Ok(())
    }

    pub(super) fn rubs(&self, i: usize) -> bool {
        self.contacts.points[i].along != [false, false]
    }

    /// Slip velocities at the start of the piece; 0 where they are rounding.
    pub(super) fn speeds(&self, i: usize) -> [f64; 2] {
        [0, 1].map(|k| if self.contacts.points[i].along[k] { self.speed(i, k + 1) } else { 0.0 })
    }

    /// Velocity along a row of a contact at the start of the piece; 0 where it is rounding.
    pub(super) fn speed(&self, i: usize, k: usize) -> f64 {
        let (n, supports, row) = (self.contacts.size, self.contacts.supports, 3 * i + k);
        let speed = self.contacts.along(row, &self.v[..n], &self.support_velo[..supports]);
        let parts = self.contacts.row(row).iter().zip(&self.v[..n]).map(|(a, b)| (a * b).abs()).sum::<f64>()
            + self.contacts.support_row(row).iter().zip(&self.support_velo).map(|(a, b)| (a * b).abs()).sum::<f64>();
        if speed.abs() <= 1e-13 * parts { 0.0 } else { speed }
    }

    pub(super) fn slipping(&self, i: usize, speeds: [f64; 2]) -> Tangential {
        match self.contacts.points[i].along {
            [true, true] => Tangential::Slide,
            [true, false] => Tangential::Slip(speeds[0].signum()),
            _ => Tangential::Slip(speeds[1].signum()),
        }
    }

    /// Normal velocity at the start of the piece, positive when leaving.
    pub(super) fn leaving(&self, i: usize) -> f64 {
        let (n, supports) = (self.contacts.size, self.contacts.supports);
        self.tracks[i].sign * self.contacts.along(3 * i, &self.v[..n], &self.support_velo[..supports])
    }

    /// Applies what happens at the start of the piece (the end of the one before).
    pub(super) fn transit(&mut self, dynamics: &mut Dynamics) {
        let time = self.start;
        let mut forced = 0;
        for i in 0..self.tracks.len() {
            let [normal, tangential] = self.tracks[i].fresh;
            self.tracks[i].fresh = [normal && self.grazes(i), tangential && self.barely_slips(i)];
        }
        for rank in 0..self.happenings.len() {
            let (i, what) = self.happenings[rank];
            self.tracks[i].count += 1;
            match what {
                Happening::Closing(sign) => {
                    let track = &mut self.tracks[i];
                    track.sign = sign;
                    track.normal =
                        if self.contacts.points[i].restitution.is_some() { Normal::Closed } else { Normal::Pressing };
                    track.fresh[0] = track.normal == Normal::Pressing && self.contacts.points[i].damping == 0.0;
                    dynamics.exchange.note(time, i, EventKind::Impact);
                    if self.tracks[i].normal == Normal::Pressing {
                        self.rest_or_slip(i);
                    }
                }
                Happening::ForceEnds => {
                    let damped =
                        self.contacts.points[i].restitution.is_none() && self.contacts.points[i].damping != 0.0;
                    self.tracks[i].normal = if damped { Normal::Adrift } else { Normal::Open };
                    self.tracks[i].fresh[0] = true;
                    self.release(i, time);
                    dynamics.exchange.stick(time, i, false);
                    if !damped {
                        dynamics.exchange.note(time, i, EventKind::Separation);
                    }
                }
                Happening::ForceReturns => {
                    self.tracks[i].normal = Normal::Pressing;
                    self.tracks[i].fresh[0] = true;
                    self.rest_or_slip(i);
                }
                Happening::Opening => {
                    self.tracks[i].normal = Normal::Open;
                    self.tracks[i].fresh[0] = true;
                    dynamics.exchange.note(time, i, EventKind::Separation);
                }
                // Stick is what a point at rest is given to the reduced problem as.
                Happening::SlipEnds => {}
                Happening::StickEnds => {
                    let track = &mut self.tracks[i];
                    let along = self.contacts.points[i].along;
                    let r = [0, 1]
                        .map(|k| if along[k] { super::roots::value(&track.friction[k], self.length) } else { 0.0 });
                    let size = (r[0] * r[0] + r[1] * r[1]).sqrt();
                    track.direction = if size > 0.0 { r.map(|r| -r / size) } else { [1.0, 0.0] };
                    forced += 1;
                }
            }
        }
        self.impact_and_resolve(dynamics, forced);
    }

    /// True where an open contact that just left, or an elastic stop that was just met, is still as near to its surface as rounding: the
    /// event of another contact at the same date must not make it close, or open.
    pub(super) fn grazes(&self, i: usize) -> bool {
        let (n, point, track) = (self.contacts.size, &self.contacts.points[i], &self.tracks[i]);
        if !matches!(track.normal, Normal::Open | Normal::Pressing) || point.round.is_some() {
            return false;
        }
        let u = self.contacts.along(3 * i, &self.q[..n], &self.support_depl[..self.contacts.supports]);
        let clearance = point.half_gap.unwrap_or(point.offset);
        let scale = clearance.abs() + point.rest[0].abs() + u.abs();
        (clearance + track.sign * (point.rest[0] + u)).abs() <= self.rounding_along(3 * i, &self.q, 0) + 1e-13 * scale
    }

    /// True where slip at speed 0, or stick, has no event of its own at this date.
    fn barely_slips(&self, i: usize) -> bool {
        match self.tracks[i].tangential {
            Tangential::Slip(_) => self.speeds(i) == [0.0; 2] && !self.is_happening(i, |_| true),
            Tangential::Stick => !self.is_happening(i, |_| true),
            Tangential::Free | Tangential::Slide => false,
        }
    }

    pub(super) fn rest_or_slip(&mut self, i: usize) {
        self.tracks[i].tangential = match self.speeds(i) {
            _ if !self.rubs(i) => Tangential::Free,
            [0.0, 0.0] => Tangential::Stick,
            speeds => self.slipping(i, speeds),
        };
    }

    pub(super) fn release(&mut self, i: usize, time: f64) {
        let track = &mut self.tracks[i];
        track.tangential = Tangential::Free;
        track.left = time;
    }

    /// Impulses where rigid contacts close with a velocity, then who sticks, slips or leaves.
    pub(super) fn impact_and_resolve(&mut self, dynamics: &mut Dynamics, forced: usize) {
        let closes = |stepper: &EventStepper, i: usize| {
            let track = &stepper.tracks[i];
            track.normal == Normal::Closed && stepper.is_happening(i, |what| matches!(what, Happening::Closing(_)))
        };
        let impact = (0..self.tracks.len()).any(|i| {
            closes(self, i) || (!self.started && self.tracks[i].normal == Normal::Closed && self.leaving(i) < 0.0)
        });
        if impact {
            self.impact(dynamics);
        }
        self.resolve(dynamics, forced);
    }

    pub(super) fn is_happening(&self, i: usize, test: impl Fn(Happening) -> bool) -> bool {
        self.happenings.iter().any(|&(j, what)| j == i && test(what))
    }
}
