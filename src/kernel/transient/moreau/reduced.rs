//! The reduced problem of the points that may touch in a step, and what becomes of them.

use super::workspace::{MoreauStepper, Phase};
use crate::transient::contact_problem::{NormalLaw, Outcome, TangentialLaw, Three};
use crate::transient::dynamics::{Dynamics, ModalState};
use crate::transient::exact::Exchange;
use crate::transient::exact::contacts::Point;
use crate::transient::exact::exchange::TOTALS;

impl MoreauStepper {
    /// Finds the points that may touch and writes their motions without contact forces. The matrix and the laws are
    /// written only where other points than before may touch, or along other normals.
    #[inline(always)]
    pub(super) fn gather(&mut self, state: &ModalState, h: f64) {
        let mut count = 0;
        let mut same = self.gathered;
        for i in 0..self.contacts.points.len() {
            let approach = self.look_ahead(i, state, h);
            if !self.may_close(i, approach, state) {
                continue;
            }
            let touching = (i, self.signs[i]);
            same &= self.contacts.points[i].round.is_none();
            match self.active.get_mut(count) {
                Some(before) => {
                    same &= *before == touching;
                    *before = touching;
                }
                None => {
                    same = false;
                    self.active.push(touching);
                }
            }
            count += 1;
        }
        same &= self.active.len() == count;
        self.active.truncate(count);
        if !same {
            self.write_problem(h);
            self.gathered = true;
        }
        for a in 0..count {
            self.write_motion(a, state, h);
        }
    }

    /// Matrix and laws of the points that may touch.
    #[inline(never)]
    fn write_problem(&mut self, h: f64) {
        let theta = self.options.theta;
        let (count, width) = (self.active.len(), 3 * self.contacts.points.len());
        self.problem.reset(count);
        self.before.resize(count, [0.0; 3]);
        for a in 0..count {
            let (i, _) = self.active[a];
            let frame = self.frame(i);
            for (b, &(j, _)) in self.active.iter().enumerate() {
                let other = self.frame(j);
                let given = |k: usize, l: usize| self.delassus[(3 * i + k) * width + 3 * j + l];
                let rows = [0, 1, 2].map(|k| other.along([given(k, 0), given(k, 1), given(k, 2)]));
                for l in 0..3 {
                    let column = frame.along([rows[0][l], rows[1][l], rows[2][l]]);
                    for k in 0..3 {
                        self.problem.w[(3 * a + k) * 3 * count + 3 * b + l] = column[k];
                    }
                }
            }
            let point = &self.contacts.points[i];
            let slope = point.stiffness * h * theta + point.damping;
            if point.restitution.is_none() && slope > 0.0 {
                self.problem.w[3 * a * (3 * count + 1)] += 1.0 / (h * theta * slope);
            }
            let rubs = point.along != [false, false];
            let (mu_static, mu_dynamic, along) = (point.mu_static, point.mu_dynamic, point.along);
            let tangential =
                if rubs { TangentialLaw::Rest { mu_static, mu_dynamic, along } } else { TangentialLaw::None };
            self.problem.laws[a] = (NormalLaw::Unilateral, tangential);
        }
    }

    /// Motion of a point that may touch: before the step, and after it without contact forces.
    #[inline(always)]
    fn write_motion(&mut self, a: usize, state: &ModalState, h: f64) {
        let (i, _) = self.active[a];
        let row = |row| self.contacts.along_both(row, (&self.v0, &self.supports[1]), (&state.v, &self.supports[2]));
        let (x, y, z) = (row(3 * i), row(3 * i + 1), row(3 * i + 2));
        let frame = self.frame(i);
        let before = frame.along([x[0], y[0], z[0]]);
        let mut motion = frame.along([x[1], y[1], z[1]]);
        let (theta, point) = (self.options.theta, &self.contacts.points[i]);
        motion[0] += normal_part(point, theta, before[0], h, || self.gap_of_side(i, state));
        self.before[a] = before;
        self.problem.b[3 * a..3 * a + 3].copy_from_slice(&motion);
    }

    /// Impulses of the points that may touch; those of the last step are the first guess where nothing better is known.
    #[inline(always)]
    pub(super) fn solve_contacts(&mut self, dynamics: &mut Dynamics, time: f64) {
        if !self.active.is_empty() {
            let outcome = match self.problem.solve_again() {
                Some(outcome) => outcome,
                None => self.solve_anew(),
            };
            dynamics.exchange.statistics.account(time, outcome);
        }
        for impulse in &mut self.impulses {
            *impulse = 0.0;
        }
        for (&(i, _), p) in self.active.iter().zip(self.problem.p.chunks_exact(3)) {
            let to = &mut self.impulses[3 * i..3 * i + 3];
            (to[0], to[1], to[2]) = (p[0], p[1], p[2]);
        }
    }

    #[inline(never)]
    fn solve_anew(&mut self) -> Outcome {
        for (a, &(i, _)) in self.active.iter().enumerate() {
            self.problem.p[3 * a..3 * a + 3].copy_from_slice(&self.impulses[3 * i..3 * i + 3]);
        }
        self.problem.solve(self.options.sweeps, self.options.residual)
    }

    /// Notes who opened, stuck or slipped.
    #[inline(always)]
    pub(super) fn exchange(&mut self, dynamics: &mut Dynamics, time: f64) {
        let mut rank = 0;
        for i in 0..self.contacts.points.len() {
            let mut phase = Phase::Open;
            if self.active.get(rank).is_some_and(|(active, _)| *active == i) {
                phase = self.phase(rank, self.impulses[3 * i]);
                rank += 1;
            }
            self.note(&mut dynamics.exchange, time, i, phase);
        }
    }

    /// Outcome of the point of rank `rank` among those that may touch.
    #[inline(always)]
    pub(super) fn phase(&self, rank: usize, impulse: f64) -> Phase {
        let status = self.problem.statuses[rank];
        match self.problem.laws[rank].1 {
            _ if !status.pushes || !(impulse > 0.0) => Phase::Open,
            TangentialLaw::None => Phase::Smooth,
            _ if status.sticks => Phase::Stick,
            _ => Phase::Slip(status.direction),
        }
    }

    /// Impulses and work of the step.
    #[inline(always)]
    pub(super) fn work(&self, exchange: &mut Exchange) {
        for (a, &(i, _)) in self.active.iter().enumerate() {
            let [p, ends] = [&self.impulses[3 * i..], &self.problem.u[3 * a..]].map(|x| [x[0], x[1], x[2]]);
            let Some(totals) = exchange.totals[TOTALS * i..].first_chunk_mut::<TOTALS>() else { return };
            let way = Way { theta: self.options.theta, sign: self.signs[i], sticks: self.phases[i] == Phase::Stick };
            add_work(
                &self.contacts.points[i],
                way,
                [self.before[a], ends, p],
                totals,
                &mut exchange.statistics.impact_loss,
            );
        }
    }
}

/// Part of the motion of a point that its normal law adds: from the velocity `before` the step, or the penetration of a linear stop.
#[inline(always)]
pub(super) fn normal_part(point: &Point, theta: f64, before: f64, h: f64, gap: impl FnOnce() -> f64) -> f64 {
    if let Some(restitution) = point.restitution {
        return restitution * before;
    }
    let slope = point.stiffness * h * theta + point.damping;
    if slope > 0.0 { (point.stiffness * gap() / slope + (1.0 - theta) * before) / theta } else { 0.0 }
}

/// Parameters of the work of a point beside its motion.
#[derive(Clone, Copy)]
pub(super) struct Way {
    pub theta: f64,
    /// Sign of the normal.
    pub sign: f64,
    pub sticks: bool,
}

/// Adds impulses and work of one point, from its velocities at both ends of the step and its impulses.
#[inline(always)]
pub(super) fn add_work(
    point: &Point,
    way: Way,
    [starts, ends, p]: [Three; 3],
    totals: &mut [f64; TOTALS],
    impact_loss: &mut f64,
) {
    let theta = way.theta;
    let local = point.tangents(way.sign, [p[1], p[2]]);
    totals[0] += p[0];
    totals[1] += local[0];
    totals[2] += local[1];
    let (mut speeds, mut work) = ([0.0; 2], 0.0);
    for k in 0..2 {
        if point.along[k] {
            let before = starts[k + 1];
            let after = if way.sticks { 0.0 } else { ends[k + 1] };
            speeds[0] += before * before;
            speeds[1] += after * after;
            work -= p[k + 1] * (theta * after + (1.0 - theta) * before);
        }
    }
    totals[3] += 0.5 * p[0] * (speeds[0].sqrt() + speeds[1].sqrt());
    totals[4] += work;
    if let Some(restitution) = point.restitution {
        let after = ends[0] - restitution * starts[0];
        let mean = theta * after + (1.0 - theta) * starts[0];
        *impact_loss -= p[0] * mean;
    }
}
