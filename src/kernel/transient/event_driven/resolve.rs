//! Events: where the next one is, and what contacts do after it.

use super::rising::Rising;
use super::roots::first_root;
use super::scheme::{ORDER, TERMS};
use super::workspace::{EventStepper, Happening, Normal, Tangential};
use crate::kernel::transient::contact_problem::{NormalLaw, TangentialLaw};
use crate::kernel::transient::dynamics::Dynamics;
use crate::kernel::transient::exact::{EventKind, Obstruction};

/// Sweeps of Gauss-Seidel before the direct solution.
const SWEEPS: u32 = 400;
/// Friction passes its bound by more than this part of it before a point slips: a bound only touched is not passed.
const ROUNDING: f64 = 32.0 * f64::EPSILON;
/// A flight shorter than this part of the step PAS is a rest.
const FLIGHT: f64 = 1e-10;
/// Slip in two directions that would end within this part of the step PAS ends: the way left is its square.
const STOPPED: f64 = 1e-7;

impl EventStepper {
    /// Finds the first event on the piece, shortens it to there and notes what happens.
    pub(super) fn search(&mut self) {
        self.happenings.clear();
        for i in 0..self.tracks.len() {
            let point = &self.contacts.points[i];
            let track = &self.tracks[i];
            let mut found: [Option<(f64, Happening)>; 4] = [None; 4];
            let length = self.length * (1.0 + 1e-12);
            let look = |series: &[f64; TERMS], fresh: bool, what| first_root(series, length, fresh).map(|x| (x, what));
            let shifted = |scale: f64, at_zero: f64| {
                let mut gap = track.u.map(|u| scale * u);
                gap[0] += at_zero;
                gap
            };
            match track.normal {
                Normal::Open if point.moves => {
                    let sides: &[f64] = if point.half_gap.is_some() { &[1.0, -1.0] } else { &[point.sign] };
                    for (slot, &sign) in found.iter_mut().zip(sides) {
                        let gap = shifted(sign, point.half_gap.unwrap_or(point.offset) + sign * point.rest[0]);
                        *slot = look(&gap, track.fresh[0] && sign == track.sign, Happening::Closing(sign));
                    }
                }
                Normal::Pressing | Normal::Closed if point.moves => {
                    found[0] = look(&track.force, track.fresh[0], Happening::ForceEnds);
                }
                Normal::Adrift => {
                    let gap = shifted(track.sign, point.half_gap.unwrap_or(point.offset) + track.sign * point.rest[0]);
                    let mut pull = gap.map(|g| point.stiffness * g);
                    for k in 0..ORDER {
                        pull[k] += point.damping * track.sign * (k + 1) as f64 * track.u[k + 1];
                    }
                    pull[ORDER] = 0.0;
                    found[0] = look(&pull, track.fresh[0], Happening::ForceReturns);
                    found[1] = look(&gap.map(|g| -g), false, Happening::Opening);
                }
                _ => {}
            }
            match track.tangential {
                Tangential::Slip(sign) => {
                    let slip = track.slip[usize::from(!point.along[0])].map(|v| sign * v);
                    found[2] = look(&slip, track.fresh[1], Happening::SlipEnds);
                }
                Tangential::Slide => {
                    let near = STOPPED * self.nominal + 4.0 * f64::EPSILON * self.start.abs();
                    // Closer to its end a slip turns too fast for a series in double precision.
                    let turns = !track.heading[0][ORDER].is_finite() || !track.heading[1][ORDER].is_finite();
                    found[2] = if track.rising.is_some() {
                        look(&track.speed, true, Happening::SlipEnds)
                    } else if track.speed[0] < -track.speed[1] * near || turns {
                        Some((0.0, Happening::SlipEnds))
                    } else {
                        look(&track.speed, false, Happening::SlipEnds)
                    };
                }
                Tangential::Stick if point.along == [true, true] => {
                    let [r, t] = &track.friction;
                    let bound = point.mu_static * (1.0 + ROUNDING);
                    let mut reserve = [0.0; TERMS];
                    for k in 0..ORDER {
                        let n = &track.force;
                        let term = |j: usize| bound * bound * n[j] * n[k - j] - r[j] * r[k - j] - t[j] * t[k - j];
                        reserve[k] = (0..=k).map(term).sum();
                    }
                    let limit = bound * track.force[0];
                    let fresh = track.fresh[1] && reserve[0].abs() <= 1e-12 * limit * limit;
                    found[2] = look(&reserve, fresh, Happening::StickEnds);
                }
                Tangential::Stick => {
                    let r = &track.friction[usize::from(!point.along[0])];
                    let bound = point.mu_static * (1.0 + ROUNDING);
                    for (slot, sign) in found[2..].iter_mut().zip([1.0, -1.0]) {
                        let mut reserve = [0.0; TERMS];
                        for k in 0..ORDER {
                            reserve[k] = bound * track.force[k] - sign * r[k];
                        }
                        let fresh = track.fresh[1] && reserve[0].abs() <= 1e-12 * bound * track.force[0].abs();
                        *slot = look(&reserve, fresh, Happening::StickEnds);
                    }
                }
                Tangential::Free => {}
            }
            for (x, what) in found.into_iter().flatten() {
                if x < self.length * (1.0 - 1e-12) {
                    self.length = x;
                    self.happenings.clear();
                }
                self.happenings.push((i, what));
            }
        }
    }

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

    fn rubs(&self, i: usize) -> bool {
        self.contacts.points[i].along != [false, false]
    }

    /// Slip velocities at the start of the piece; 0 where they are rounding.
    fn speeds(&self, i: usize) -> [f64; 2] {
        [0, 1].map(|k| if self.contacts.points[i].along[k] { self.speed(i, k + 1) } else { 0.0 })
    }

    /// Velocity along a row of a contact at the start of the piece; 0 where it is rounding.
    fn speed(&self, i: usize, k: usize) -> f64 {
        let (n, supports, row) = (self.contacts.size, self.contacts.supports, 3 * i + k);
        let speed = self.contacts.along(row, &self.v[..n], &self.support_velo[..supports]);
        let parts = self.contacts.row(row).iter().zip(&self.v[..n]).map(|(a, b)| (a * b).abs()).sum::<f64>()
            + self.support_velo[..supports].iter().map(|v| v.abs()).sum::<f64>();
        if speed.abs() <= 1e-13 * parts { 0.0 } else { speed }
    }

    fn slipping(&self, i: usize, speeds: [f64; 2]) -> Tangential {
        match self.contacts.points[i].along {
            [true, true] => Tangential::Slide,
            [true, false] => Tangential::Slip(speeds[0].signum()),
            _ => Tangential::Slip(speeds[1].signum()),
        }
    }

    /// Normal velocity at the start of the piece, positive when leaving.
    fn leaving(&self, i: usize) -> f64 {
        let (n, supports) = (self.contacts.size, self.contacts.supports);
        self.tracks[i].sign * self.contacts.along(3 * i, &self.v[..n], &self.support_velo[..supports])
    }

    /// Applies what happens at the start of the piece (the end of the one before).
    pub(super) fn transit(&mut self, dynamics: &mut Dynamics) {
        let time = self.start;
        let mut forced = 0;
        for track in &mut self.tracks {
            track.fresh = [false; 2];
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

    fn rest_or_slip(&mut self, i: usize) {
        self.tracks[i].tangential = match self.speeds(i) {
            _ if !self.rubs(i) => Tangential::Free,
            [0.0, 0.0] => Tangential::Stick,
            speeds => self.slipping(i, speeds),
        };
    }

    fn release(&mut self, i: usize, time: f64) {
        let track = &mut self.tracks[i];
        track.tangential = Tangential::Free;
        track.left = time;
    }

    /// Impulses where rigid contacts close with a velocity, then who sticks, slips or leaves.
    fn impact_and_resolve(&mut self, dynamics: &mut Dynamics, forced: usize) {
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

    fn is_happening(&self, i: usize, test: impl Fn(Happening) -> bool) -> bool {
        self.happenings.iter().any(|&(j, what)| j == i && test(what))
    }

    fn set_up(&mut self) {
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

    /// Newton's restitution with Coulomb's law for the impulses, over all rigid contacts that are closed.
    fn impact(&mut self, dynamics: &mut Dynamics) {
        let (n, supports) = (self.contacts.size, self.contacts.supports);
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
        let outcome = self.problem.solve(SWEEPS, 1e-14);
        self.account(dynamics, outcome);
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
        let noise = 1e-12 * fastest.fold(0.0, f64::max);
        for a in 0..count {
            let i = self.involved[a];
            if self.leaving(i) > noise {
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
    }

    fn account(&self, dynamics: &mut Dynamics, outcome: crate::kernel::transient::contact_problem::Outcome) {
        let statistics = &mut dynamics.exchange.statistics;
        statistics.sweeps += u64::from(outcome.sweeps);
        statistics.redundant |= outcome.redundant;
        if !outcome.exact {
            statistics.unsolved = statistics.unsolved.or(Some(self.start));
            statistics.unsolved_count += 1;
        }
    }

    /// Accelerations decide: points at rest stick or start to slip, closed points stay or leave.
    fn resolve(&mut self, dynamics: &mut Dynamics, forced: usize) {
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
                let u = self.contacts.along(3 * i, &self.q[..n], &self.support_depl[..supports]);
                let gap = point.half_gap.unwrap_or(point.offset) + track.sign * (point.rest[0] + u);
                let damping = if point.damping != 0.0 { point.damping * self.leaving(i) } else { 0.0 };
                NormalLaw::Given((-point.stiffness * gap - damping).max(0.0))
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
        self.account(dynamics, outcome);
        if forced > 0 {
            self.aim(dynamics);
        }
        for a in 0..self.involved.len() {
            self.take(a, dynamics);
        }
    }

    /// Points that friction lets go in two directions slip along their acceleration.
    fn aim(&mut self, dynamics: &mut Dynamics) {
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
                let (u, p) = (&self.problem.u[3 * a + 1..3 * a + 3], self.problem.p[3 * a]);
                let size = (u[0] * u[0] + u[1] * u[1]).sqrt();
                let width = 3 * self.problem.len() + 1;
                let friction = mu * p * (self.problem.w[(3 * a + 1) * width] + self.problem.w[(3 * a + 2) * width]);
                // Friction that leaves its bound continuously has no acceleration to follow.
                if size <= 1e-9 * friction {
                    continue;
                }
                let next = [old[0] + u[0] / size, old[1] + u[1] / size];
                let length = (next[0] * next[0] + next[1] * next[1]).sqrt();
                if !(length > 0.0) {
                    continue;
                }
                turned = turned.max((u[0] / size - old[0]).abs()).max((u[1] / size - old[1]).abs());
                track.direction = next.map(|x| x / length);
                self.problem.laws[a] = (normal, TangentialLaw::Sliding { mu, direction: track.direction });
            }
            if turned < 1e-14 {
                return;
            }
            let outcome = self.problem.solve(SWEEPS, 1e-14);
            self.account(dynamics, outcome);
        }
    }

    /// Takes over what the reduced problem says of one contact.
    fn take(&mut self, a: usize, dynamics: &mut Dynamics) {
        let (i, time, status) = (self.involved[a], self.start, self.problem.statuses[a]);
        let law = self.problem.laws[a];
        if law.0 == NormalLaw::Unilateral && !status.pushes {
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
