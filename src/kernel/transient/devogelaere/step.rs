//! Start-up, attempts, acceptance.

use super::control::Verdict;
use super::workspace::DevogelaereStepper;
use crate::kernel::transient::dynamics::{Advance, Dynamics, State, Stepper, diverged};
use crate::kernel::transient::fault::TransientFault;
use crate::kernel::transient::matrix::all_finite;

impl Stepper for DevogelaereStepper {
    #[inline]
    fn step(&mut self, dynamics: &mut Dynamics, state: &mut State, h: f64) -> Result<Advance, TransientFault> {
        self.follow(&mut dynamics.system);
        if !self.started {
            self.start(dynamics, state, h)?;
        }
        if self.active {
            dynamics.save();
        }
        let mut length = h;
        let mut attempts = 1;
        let next = loop {
            self.attempt(dynamics, state, length)?;
            if !self.active {
                break length;
            }
            if !all_finite(&self.a_end) {
                return Err(diverged(state.t + length, length, &self.a_end));
            }
            match self.judge(state, length, attempts) {
                Verdict::Accept(next) => break next,
                Verdict::Repeat(next) => {
                    self.shorten(state, next / length);
                    length = next;
                    attempts += 1;
                    dynamics.restore();
                }
                Verdict::Stuck { error, mode } => {
                    let minimum = self.minimum;
                    return Err(TransientFault::StepTooSmall { time: state.t, step: length, minimum, error, mode });
                }
            }
        };
        self.accept(state, length);
        Ok(Advance { length, next, rejected: attempts - 1, forced: false })
    }
}

impl DevogelaereStepper {
    /// The mid-step before the start.
    fn start(&mut self, dynamics: &mut Dynamics, state: &State, h: f64) -> Result<(), TransientFault> {
        self.started = true;
        let n = state.q.len();
        dynamics.system.undamped_acceleration(&state.q, &state.f, &mut self.g);
        self.rate.multiply(&state.v, &mut self.product);
        for i in 0..n {
            self.middle.q[i] = state.q[i] - h / 2.0 * state.v[i] + h / 8.0 * (self.g[i] - self.product[i]);
        }
        dynamics.system.undamped_acceleration(&self.middle.q, &state.f, &mut self.middle.g);
        for i in 0..n {
            self.middle.v[i] = 4.0 * state.v[i] + h * self.product[i] - h * (self.g[i] + self.middle.g[i]);
        }
        self.rate.solve(4.0, -h, &mut self.middle.v)?;
        self.previous.q.copy_from_slice(&state.q);
        self.previous.v.copy_from_slice(&state.v);
        self.previous.g.copy_from_slice(&self.g);
        self.lengths = [h; 2];
        let half = h / 2.0;
        for i in 0..n {
            self.q_middle[i] = 2.0 * self.middle.q[i] - state.q[i]
                + half * (2.0 * self.middle.v[i] - state.v[i])
                + half * half / 24.0 * 13.0 * self.g[i];
        }
        Ok(())
    }

    fn attempt(&mut self, dynamics: &mut Dynamics, state: &mut State, h: f64) -> Result<(), TransientFault> {
        let (t, half, n) = (state.t, h / 2.0, state.q.len());
        let (middle, g) = (&self.middle, &self.g);

        for i in 0..n {
            self.part[i] = 4.0 * state.v[i] - middle.v[i];
        }
        self.rate.multiply(&self.part, &mut self.product);
        for i in 0..n {
            let rise = 4.0 * g[i] - middle.g[i] - self.product[i];
            self.half.q[i] = state.q[i] + half * state.v[i] + h * h / 24.0 * rise;
            self.half.v[i] = (self.half.q[i] - state.q[i]) / half;
        }
        dynamics.force(t + half, half, &self.half.q, &self.half.v, &mut state.f)?;
        dynamics.system.undamped_acceleration(&self.half.q, &state.f, &mut self.half.g);
        self.rate.multiply(&state.v, &mut self.product);
        for i in 0..n {
            self.half.v[i] = 4.0 * (state.v[i] + h / 4.0 * (g[i] + self.half.g[i] - self.product[i]));
        }
        self.rate.solve(4.0, h, &mut self.half.v)?;

        for i in 0..n {
            self.part[i] = state.v[i] + 2.0 * self.half.v[i];
        }
        self.rate.multiply(&self.part, &mut self.product);
        for i in 0..n {
            let rise = g[i] + 2.0 * self.half.g[i] - self.product[i];
            self.end.q[i] = state.q[i] + h * state.v[i] + h * h / 6.0 * rise;
            self.end.v[i] = (self.end.q[i] - self.half.q[i]) / half;
        }
        dynamics.force(t + h, half, &self.end.q, &self.end.v, &mut state.f)?;
        dynamics.system.undamped_acceleration(&self.end.q, &state.f, &mut self.end.g);
        for i in 0..n {
            self.part[i] = 4.0 * self.half.v[i] + state.v[i];
        }
        self.rate.multiply(&self.part, &mut self.product);
        for i in 0..n {
            let sum = self.end.g[i] + 4.0 * self.half.g[i] + g[i] - self.product[i];
            self.end.v[i] = 6.0 * (state.v[i] + h / 6.0 * sum);
        }
        self.rate.solve(6.0, h, &mut self.end.v)?;
        self.rate.multiply(&self.end.v, &mut self.product);
        for i in 0..n {
            self.a_end[i] = self.end.g[i] - self.product[i];
        }
        Ok(())
    }

    /// Brings the previous mid-step nearer by the ratio of a shorter attempt to the last one.
    fn shorten(&mut self, state: &State, ratio: f64) {
        for i in 0..state.q.len() {
            self.middle.g[i] = self.g[i] + ratio * (self.middle.g[i] - self.g[i]);
            self.middle.q[i] = state.q[i] + ratio * (self.middle.q[i] - state.q[i]);
            self.middle.v[i] = state.v[i] + ratio * (self.middle.v[i] - state.v[i]);
        }
    }

    fn accept(&mut self, state: &mut State, length: f64) {
        std::mem::swap(&mut self.previous.q, &mut state.q);
        std::mem::swap(&mut self.previous.v, &mut state.v);
        std::mem::swap(&mut self.previous.g, &mut self.g);
        std::mem::swap(&mut state.q, &mut self.end.q);
        std::mem::swap(&mut state.v, &mut self.end.v);
        std::mem::swap(&mut self.g, &mut self.end.g);
        std::mem::swap(&mut state.a, &mut self.a_end);
        std::mem::swap(&mut self.middle, &mut self.half);
        std::mem::swap(&mut self.q_middle, &mut self.q_half);
        self.lengths = [self.lengths[1], length];
        state.t += length;
    }
}
