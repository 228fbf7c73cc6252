//! Impacts of rigid contacts: Newton's restitution with Coulomb's law for the impulses.

use super::workspace::{EventStepper, Happening, Impulse, Normal, Tangential};
use crate::transient::contact_problem::{NormalLaw, TangentialLaw};
use crate::transient::dynamics::Dynamics;
use crate::transient::exact::EventKind;

/// A flight shorter than this part of the step PAS is a rest.
const FLIGHT: f64 = 1e-10;
/// Part of the velocities of an impact that counts as rounding.
const ROUNDING: f64 = 1e-12;

impl EventStepper {
    /// True where a contact opened at the present instant.
    pub(super) fn parted_now(&self, i: usize) -> bool {
        self.start - self.tracks[i].left < FLIGHT * self.nominal
    }

    /// Closes the contacts that parted at this instant where one of them meets again, without restitution: bodies that collide in
    /// turn without end have their last impact together.
    fn gather_again(&mut self) {
        let meets = |stepper: &EventStepper, i: usize| {
            let closes = stepper.is_happening(i, |what| matches!(what, Happening::Closing(_)));
            closes && stepper.parted_now(i) && stepper.contacts.points[i].restitution.is_some_and(|e| e < 1.0)
        };
        if !(0..self.tracks.len()).any(|i| self.tracks[i].normal == Normal::Closed && meets(self, i)) {
            return;
        }
        for i in 0..self.tracks.len() {
            let rigid = self.contacts.points[i].restitution.is_some_and(|e| e < 1.0);
            if rigid && self.tracks[i].normal == Normal::Open && self.parted_now(i) && self.grazes(i) {
                self.tracks[i].normal = Normal::Closed;
            }
        }
    }

    /// Newton's restitution with Coulomb's law for the impulses, over all rigid contacts that are closed.
    pub(super) fn impact(&mut self, dynamics: &mut Dynamics) {
        let (n, supports) = (self.contacts.size, self.contacts.supports);
        self.gather_again();
        self.involved.clear();
        self.involved.extend((0..self.tracks.len()).filter(|&i| self.tracks[i].normal == Normal::Closed));
        self.set_up();
        let count = self.involved.len();
        self.b.copy_from_slice(&self.v[..n]);
        for (a, &i) in self.involved.iter().enumerate() {
            let (point, track) = (&self.contacts.points[i], &self.tracks[i]);
            let own = |k: usize| self.contacts.along(3 * i + k, &self.v[..n], &self.support_velo[..supports]);
            let normal = track.sign * own(0);
            let mut restitution = if normal < 0.0 { point.restitution.unwrap_or(0.0) } else { 0.0 };
            // A flight that lasts no more than rounding: the contact closes.
            let flight = self.start - track.left;
            if restitution > 0.0 && restitution < 1.0 && restitution * flight < FLIGHT * self.nominal {
                restitution = 0.0;
                dynamics.exchange.statistics.settled += 1;
            }
            if let Some(impulses) = &mut self.impulses {
                impulses.push(Impulse {
                    contact: i,
                    restitution,
                    pushes: false,
                    sticks: false,
                    between: false,
                    impulse: [0.0; 3],
                    approach: normal,
                });
            }
            self.problem.b[3 * a] = normal * (1.0 + restitution);
            self.problem.b[3 * a + 1] = if point.along[0] { own(1) } else { 0.0 };
            self.problem.b[3 * a + 2] = if point.along[1] { own(2) } else { 0.0 };
            let tangential = if point.along == [false, false] {
                TangentialLaw::None
            } else {
                TangentialLaw::Rest { mu_static: point.mu_static, mu_dynamic: point.mu_dynamic, along: point.along }
            };
            self.problem.laws[a] = (NormalLaw::Unilateral, tangential);
        }
        let outcome = self.problem.solve(super::resolve::SWEEPS, 1e-14);
        dynamics.exchange.statistics.account(self.start, outcome);
        self.note_impulses();
        for (a, &i) in self.involved.iter().enumerate() {
            let p = [self.problem.p[3 * a], self.problem.p[3 * a + 1], self.problem.p[3 * a + 2]];
            for k in 0..3 {
                let impulse = if k == 0 { self.tracks[i].sign * p[0] } else { p[k] };
                if impulse != 0.0 {
                    for (v, m) in self.v[..n].iter_mut().zip(self.contacts.inverse(3 * i + k)) {
                        *v += impulse * m;
                    }
                }
            }
        }
        // Impulses, work of friction and energy lost. The loss along normals is the mean velocity times the impulse.
        for a in 0..count {
            let i = self.involved[a];
            let (point, sign) = (&self.contacts.points[i], self.tracks[i].sign);
            let p = [self.problem.p[3 * a], self.problem.p[3 * a + 1], self.problem.p[3 * a + 2]];
            let mean = |k: usize| {
                let motion = |v: &[f64]| self.contacts.along(3 * i + k, v, &self.support_velo[..supports]);
                (motion(&self.b), motion(&self.v[..n]))
            };
            let local = self.contacts.tangents(i, sign, [p[1], p[2]]);
            let totals = &mut self.totals[5 * i..5 * i + 5];
            totals[0] += p[0];
            totals[1] += local[0];
            totals[2] += local[1];
            let mut work = 0.0;
            let mut slid = [0.0; 2];
            for k in 0..2 {
                if point.along[k] {
                    let (before, after) = mean(k + 1);
                    work -= p[k + 1] * 0.5 * (before + after);
                    slid[k] = 0.5 * (before + after);
                }
            }
            totals[3] += p[0] * (slid[0] * slid[0] + slid[1] * slid[1]).sqrt();
            totals[4] += work;
            let (before, after) = mean(0);
            dynamics.exchange.statistics.impact_loss -= p[0] * sign * 0.5 * (before + after);
        }
        let fastest = self.involved.iter().map(|&i| {
            let own = |v: &[f64]| self.contacts.along(3 * i, v, &self.support_velo[..supports]).abs();
            own(&self.b).max(own(&self.v[..n]))
        });
        let noise = ROUNDING * fastest.fold(0.0, f64::max);
        dynamics.system.acceleration(&self.q[..n], &self.v[..n], &self.force[..n], &mut self.a);
        for a in 0..count {
            let i = self.involved[a];
            // Neither rounding of the modes' velocities nor a flight of no length is a departure.
            let pull: f64 = self.contacts.row(3 * i).iter().zip(&self.a).map(|(row, a)| (row * a).abs()).sum();
            let least = noise.max(FLIGHT * self.nominal * pull);
            if self.leaving(i) > least && self.speed(i, 0) != 0.0 {
                self.tracks[i].normal = Normal::Open;
                self.tracks[i].fresh[0] = true;
                self.release(i, self.start);
            } else {
                let speeds = self.speeds(i);
                let sticks = self.problem.statuses[a].sticks && self.problem.p[3 * a] > 0.0;
                let same_side = !self.is_happening(i, |what| matches!(what, Happening::Closing(_)));
                if sticks || !self.rubs(i) {
                    self.tracks[i].tangential = if self.rubs(i) { Tangential::Stick } else { Tangential::Free };
                } else if !(same_side && self.problem.p[3 * a] == 0.0) {
                    self.tracks[i].tangential =
                        if speeds == [0.0; 2] { Tangential::Stick } else { self.slipping(i, speeds) };
                }
            }
        }
        for i in 0..self.tracks.len() {
            self.turn_slip(i, dynamics);
            self.turn_dashpot(i, dynamics);
        }
    }

    /// Slip that the impulses of other contacts began, turned or ended: friction under a finite force holds no impulse.
    fn turn_slip(&mut self, i: usize, dynamics: &mut Dynamics) {
        let bears = self.involved.iter().position(|&j| j == i).is_some_and(|a| self.problem.p[3 * a] > 0.0);
        let closes = self.is_happening(i, |what| matches!(what, Happening::Closing(_)));
        if !self.tracks[i].touches() || !self.rubs(i) || bears || closes {
            return;
        }
        let (n, supports) = (self.contacts.size, self.contacts.supports);
        let (mut speeds, mut turned) = ([0.0; 2], false);
        for k in (0..2).filter(|&k| self.contacts.points[i].along[k]) {
            let row = 3 * i + 1 + k;
            let own = |v: &[f64]| self.contacts.along(row, v, &self.support_velo[..supports]);
            let (before, after) = (own(&self.b), own(&self.v[..n]));
            let velocities = self.b.iter().zip(&self.v[..n]).map(|(a, b)| a.abs() + b.abs());
            let parts: f64 = self.contacts.row(row).iter().zip(velocities).map(|(row, v)| row.abs() * v).sum();
            if after.abs() > ROUNDING * parts {
                speeds[k] = after;
            }
            turned |= (after - before).abs() > ROUNDING * parts;
        }
        if !turned {
            return;
        }
        let before = self.tracks[i].tangential;
        let after = if speeds == [0.0; 2] { Tangential::Stick } else { self.slipping(i, speeds) };
        (self.tracks[i].tangential, self.tracks[i].fresh[1]) = (after, false);
        self.happenings.retain(|&(j, what)| j != i || !matches!(what, Happening::SlipEnds | Happening::StickEnds));
        let kind = match (before, after) {
            (Tangential::Stick, Tangential::Stick) => return,
            (Tangential::Stick, _) => EventKind::Slip,
            (_, Tangential::Stick) => EventKind::Stick,
            (Tangential::Slip(a), Tangential::Slip(b)) if a != b => EventKind::Reversal,
            _ => return,
        };
        dynamics.exchange.note(self.start, i, kind);
    }

    /// A stop with a dashpot that pulls after the impulses of others is without force, and one that pushes has it again.
    fn turn_dashpot(&mut self, i: usize, dynamics: &mut Dynamics) {
        if self.contacts.points[i].damping == 0.0 || self.tracks[i].fresh[0] {
            return;
        }
        match self.tracks[i].normal {
            Normal::Pressing if self.stop_force(i) < 0.0 => {
                self.tracks[i].normal = Normal::Adrift;
                self.release(i, self.start);
                dynamics.exchange.stick(self.start, i, false);
            }
            Normal::Adrift if self.stop_force(i) > 0.0 => {
                self.tracks[i].normal = Normal::Pressing;
                self.rest_or_slip(i);
            }
            _ => {}
        }
    }

    /// Force of a linear stop at the start of the piece (N); negative where its dashpot would pull.
    pub(super) fn stop_force(&self, i: usize) -> f64 {
        let (n, supports, point) = (self.contacts.size, self.contacts.supports, &self.contacts.points[i]);
        let u = self.contacts.along(3 * i, &self.q[..n], &self.support_depl[..supports]);
        let damping = if point.damping != 0.0 { point.damping * self.leaving(i) } else { 0.0 };
        -point.stiffness * point.gap_on(self.tracks[i].sign, u) - damping
    }
}
