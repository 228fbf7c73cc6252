//! One step.

use super::workspace::{MoreauStepper, Phase};
use crate::interaction::InteractionFault;
use crate::schemes::Advance;
use crate::transient::contact_problem::{NormalLaw, TangentialLaw};
use crate::transient::dynamics::{Dynamics, State, Stepper};
use crate::transient::exact::exchange::{TOTALS, VARIABLES};
use crate::transient::fault::TransientFault;

/// Gauss's points on [0, 1] and their weights.
const GAUSS: [(f64, f64); 4] = [
    (0.06943184420297371, 0.17392742256872693),
    (0.33000947820757187, 0.32607257743127307),
    (0.66999052179242813, 0.32607257743127307),
    (0.93056815579702629, 0.17392742256872693),
];

impl Stepper for MoreauStepper {
    fn step(&mut self, dynamics: &mut Dynamics, state: &mut State, h: f64) -> Result<Advance, TransientFault> {
        self.prepare(&dynamics.system, h)?;
        self.motion_of_supports(dynamics, state.t, state.t + h)?;
        let (n, theta) = (self.contacts.size, self.options.theta);
        self.v0.copy_from_slice(&state.v);
        // Impulse of everything but contacts.
        state.f.fill(0.0);
        for (x, weight) in GAUSS {
            dynamics.excitation.evaluate(state.t + x * h, &mut self.force)?;
            dynamics.evaluations += 1;
            state.f.iter_mut().zip(&self.force).for_each(|(sum, f)| *sum += h * weight * f);
        }
        dynamics.system.damping_force(&state.v, &mut self.part);
        state.f.iter_mut().zip(&self.part).for_each(|(sum, f)| *sum -= h * f);
        for j in 0..n {
            self.force[j] = state.q[j] + h * theta * state.v[j];
        }
        dynamics.system.elastic_force(&self.force, &mut self.part);
        for j in 0..n {
            self.part[j] = state.f[j] - h * self.part[j];
        }
        self.inertia.solve(&mut self.part);
        for j in 0..n {
            state.v[j] += self.part[j];
        }
        self.gather(state, h);
        if !self.active.is_empty() {
            let outcome = self.problem.solve(self.options.sweeps, self.options.residual);
            dynamics.exchange.statistics.account(state.t, outcome);
        }
        self.impulses.fill(0.0);
        for (a, &i) in self.active.iter().enumerate() {
            for k in 0..3 {
                self.impulses[3 * i + k] = self.problem.p[3 * a + k];
            }
            let impulses = self.frame(i).onto_rows([0, 1, 2].map(|k| self.impulses[3 * i + k]));
            for (k, impulse) in impulses.into_iter().enumerate() {
                if impulse != 0.0 {
                    let row = &self.inverse[(3 * i + k) * n..(3 * i + k + 1) * n];
                    state.v.iter_mut().zip(row).for_each(|(v, m)| *v += impulse * m);
                }
            }
        }
        for j in 0..n {
            state.q[j] += h * (theta * state.v[j] + (1.0 - theta) * self.v0[j]);
            state.a[j] = (state.v[j] - self.v0[j]) / h;
        }
        state.t += h;
        self.exchange(dynamics, state.t);
        self.work(dynamics, state);
        self.describe(dynamics, state, Some(h));
        Ok(Advance::constant(h))
    }
}

impl MoreauStepper {
    /// Displacements of supports at `t0`, velocities at `t0` and `t1`.
    pub(super) fn motion_of_supports(&mut self, dynamics: &Dynamics, t0: f64, t1: f64) -> Result<(), TransientFault> {
        for (s, motion) in dynamics.interactions.support_motions().iter().enumerate() {
            let [depl, velo] = &mut self.cursors[s];
            let mut late = *velo;
            for (signal, cursor, time, out) in [
                (&motion.displacement, depl, t0, 0),
                (&motion.velocity, velo, t0, 1),
                (&motion.velocity, &mut late, t1, 2),
            ] {
                if let Some(signal) = signal {
                    let fault = |source| InteractionFault::Support { support: s, time, source };
                    self.supports[out][s] = signal.evaluate(time, cursor).map_err(fault)?;
                }
            }
        }
        Ok(())
    }

    /// The reduced problem of the points that may touch.
    fn gather(&mut self, state: &State, h: f64) {
        let theta = self.options.theta;
        self.active.clear();
        for i in 0..self.contacts.points.len() {
            if self.may_close(i, state, h) {
                self.active.push(i);
            }
        }
        let (count, width) = (self.active.len(), 3 * self.contacts.points.len());
        self.problem.reset(count);
        for a in 0..count {
            let i = self.active[a];
            let frame = self.frame(i);
            for (b, &j) in self.active.iter().enumerate() {
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
            let motion = self.local(i, &state.v, &self.supports[2]);
            for k in 0..3 {
                self.problem.b[3 * a + k] = motion[k];
                self.problem.p[3 * a + k] = self.impulses[3 * i + k];
            }
            let point = &self.contacts.points[i];
            let before = self.local(i, &self.v0, &self.supports[1])[0];
            match point.restitution {
                Some(restitution) => self.problem.b[3 * a] += restitution * before,
                None => {
                    let gap = self.gap_of_side(i, state);
                    let slope = point.stiffness * h * theta + point.damping;
                    if slope > 0.0 {
                        self.problem.b[3 * a] += (point.stiffness * gap / slope + (1.0 - theta) * before) / theta;
                        self.problem.w[3 * a * (3 * count + 1)] += 1.0 / (h * theta * slope);
                    }
                }
            }
            let rubs = point.along != [false, false];
            let (mu_static, mu_dynamic, along) = (point.mu_static, point.mu_dynamic, point.along);
            let tangential =
                if rubs { TangentialLaw::Rest { mu_static, mu_dynamic, along } } else { TangentialLaw::None };
            self.problem.laws[a] = (NormalLaw::Unilateral, tangential);
        }
    }

    /// Notes who opened, stuck or slipped.
    fn exchange(&mut self, dynamics: &mut Dynamics, time: f64) {
        let mut rank = 0;
        for i in 0..self.contacts.points.len() {
            let mut phase = Phase::Open;
            if self.active.get(rank) == Some(&i) {
                let status = self.problem.statuses[rank];
                if status.pushes && self.impulses[3 * i] > 0.0 {
                    phase = match self.problem.laws[rank].1 {
                        TangentialLaw::None => Phase::Smooth,
                        _ if status.sticks => Phase::Stick,
                        _ => Phase::Slip(status.direction),
                    };
                }
                rank += 1;
            }
            self.note(&mut dynamics.exchange, time, i, phase);
        }
    }

    /// Impulses and work of the step.
    fn work(&self, dynamics: &mut Dynamics, state: &State) {
        let theta = self.options.theta;
        for &i in &self.active {
            let (point, p) = (&self.contacts.points[i], &self.impulses[3 * i..3 * i + 3]);
            let ends = [self.local(i, &self.v0, &self.supports[1]), self.local(i, &state.v, &self.supports[2])];
            let both = |k: usize| (ends[0][k], ends[1][k]);
            let local = self.contacts.tangents(i, self.signs[i], [p[1], p[2]]);
            let totals = &mut dynamics.exchange.totals[TOTALS * i..TOTALS * (i + 1)];
            totals[0] += p[0];
            totals[1] += local[0];
            totals[2] += local[1];
            let (mut speeds, mut work) = ([0.0; 2], 0.0);
            for k in (0..2).filter(|&k| point.along[k]) {
                let (before, after) = both(k + 1);
                let after = if self.phases[i] == Phase::Stick { 0.0 } else { after };
                speeds[0] += before * before;
                speeds[1] += after * after;
                work -= p[k + 1] * (theta * after + (1.0 - theta) * before);
            }
            totals[3] += 0.5 * p[0] * (speeds[0].sqrt() + speeds[1].sqrt());
            totals[4] += work;
            if point.restitution.is_some() {
                let (before, after) = both(0);
                let mean = theta * after + (1.0 - theta) * before;
                dynamics.exchange.statistics.impact_loss -= p[0] * mean;
            }
        }
    }

    /// Variables at the end of a step of length `h`.
    pub(super) fn describe(&self, dynamics: &mut Dynamics, state: &State, h: Option<f64>) {
        for i in 0..self.contacts.points.len() {
            let out = &mut dynamics.exchange.variables[VARIABLES * i..VARIABLES * (i + 1)];
            let sticks = self.phases[i] == Phase::Stick;
            let closed = (self.phases[i] != Phase::Open).then_some((self.signs[i], sticks));
            let supports = (self.supports[0].as_slice(), self.supports[2].as_slice());
            self.contacts.describe(i, &state.q, &state.v, supports, closed, out);
            if let Some(h) = h {
                let p = &self.impulses[3 * i..3 * i + 3];
                out[0] = p[0] / h;
                let r = self.contacts.tangents(i, self.signs[i], [p[1] / h, p[2] / h]);
                (out[1], out[2]) = (r[0], r[1]);
            }
        }
    }
}
