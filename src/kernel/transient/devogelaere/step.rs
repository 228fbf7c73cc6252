//! Start-up, attempts, acceptance.

use super::control::Verdict;
use super::workspace::DevogelaereStepper;
use crate::schemes::Advance;
use crate::simd::wide;
use crate::transient::dynamics::{Dynamics, ModalState, Stepper, diverged};
use crate::transient::fault::TransientFault;
use crate::transient::matrix::all_finite;

impl Stepper for DevogelaereStepper {
    fn minimum(&self) -> f64 {
        if self.active { self.minimum } else { 0.0 }
    }

    #[inline]
    fn step(&mut self, dynamics: &mut Dynamics, state: &mut ModalState, h: f64) -> Result<Advance, TransientFault> {
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
            match self.judge(dynamics.measure.as_ref(), state, length, attempts) {
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

    fn keep(&mut self) {
        let kept = &mut self.kept;
        kept.middle.copy_from(&self.middle);
        kept.previous.copy_from(&self.previous);
        kept.g.copy_from_slice(&self.g);
        kept.q_middle.copy_from_slice(&self.q_middle);
        (kept.lengths, kept.flags) = (self.lengths, [self.started, self.first]);
    }

    fn go_back(&mut self) {
        let kept = &self.kept;
        self.middle.copy_from(&kept.middle);
        self.previous.copy_from(&kept.previous);
        self.g.copy_from_slice(&kept.g);
        self.q_middle.copy_from_slice(&kept.q_middle);
        self.lengths = kept.lengths;
        [self.started, self.first] = kept.flags;
    }

    fn slips(&self, seen: &mut Vec<&'static str>) {
        let names = ["devoge-start", "devoge-first-estimate", "devoge-same-length"];
        seen.extend(names.into_iter().zip(self.slipped).filter(|(_, slipped)| *slipped).map(|(name, _)| name));
    }
}

impl DevogelaereStepper {
    /// The mid-step before the start.
    fn start(&mut self, dynamics: &mut Dynamics, state: &ModalState, h: f64) -> Result<(), TransientFault> {
        self.started = true;
        let n = state.q.len();
        dynamics.system.undamped_acceleration(&state.q, &state.f, &mut self.g);
        self.rate.multiply(&state.v, &mut self.product);
        for i in 0..n {
            let a = self.g[i] - self.product[i];
            self.slipped[0] |= a != 0.0;
            self.middle.q[i] = state.q[i] - h / 2.0 * state.v[i] + h / 8.0 * a;
        }
        dynamics.system.undamped_acceleration(&self.middle.q, &state.f, &mut self.middle.g);
        for i in 0..n {
            self.middle.v[i] = 4.0 * state.v[i] + h * self.product[i] - h * (self.g[i] + self.middle.g[i]);
        }
        self.rate.solve(4.0, -h, &mut self.middle.v)?;
        self.previous.q.copy_from_slice(&state.q);
        self.previous.v.copy_from_slice(&state.v);
        // The force itself, where the acceleration belongs: it decides the error of a second attempt.
        self.previous.g.copy_from_slice(&state.f);
        self.lengths = [h; 2];
        let half = h / 2.0;
        for i in 0..n {
            self.q_middle[i] = 2.0 * self.middle.q[i] - state.q[i]
                + half * (2.0 * self.middle.v[i] - state.v[i])
                + half * half / 24.0 * 13.0 * self.g[i];
        }
        Ok(())
    }

    #[inline]
    fn attempt(&mut self, dynamics: &mut Dynamics, state: &mut ModalState, h: f64) -> Result<(), TransientFault> {
        wide(
            #[inline(always)]
            || self.attempt_of(dynamics, state, h),
        )
    }

    #[inline(always)]
    fn attempt_of(&mut self, dynamics: &mut Dynamics, state: &mut ModalState, h: f64) -> Result<(), TransientFault> {
        let n = state.q.len();
        let (t, half) = (state.t, h / 2.0);
        let ModalState { q, v, f, .. } = state;
        let (q, v, f) = (&q[..n], &v[..n], &mut f[..n]);
        let (g, before) = (&self.g[..n], &self.middle);
        let (part, product) = (&mut self.part[..n], &mut self.product[..n]);
        let (rate, a_end) = (&mut self.rate, &mut self.a_end[..n]);
        let (half_q, half_v, half_g) = self.half.parts(n);
        let (end_q, end_v, end_g) = self.end.parts(n);
        let (before_v, before_g) = (&before.v[..n], &before.g[..n]);

        for i in 0..n {
            part[i] = 4.0 * v[i] - before_v[i];
        }
        rate.multiply(part, product);
        for i in 0..n {
            let rise = 4.0 * g[i] - before_g[i] - product[i];
            half_q[i] = q[i] + half * v[i] + h * h / 24.0 * rise;
            half_v[i] = (half_q[i] - q[i]) / half;
        }
        dynamics.force(t + half, half, half_q, half_v, f)?;
        dynamics.system.undamped_acceleration(half_q, f, half_g);
        rate.multiply(v, product);
        for i in 0..n {
            half_v[i] = 4.0 * (v[i] + h / 4.0 * (g[i] + half_g[i] - product[i]));
        }
        rate.solve(4.0, h, half_v)?;

        for i in 0..n {
            part[i] = v[i] + 2.0 * half_v[i];
        }
        rate.multiply(part, product);
        for i in 0..n {
            let rise = g[i] + 2.0 * half_g[i] - product[i];
            end_q[i] = q[i] + h * v[i] + h * h / 6.0 * rise;
            end_v[i] = (end_q[i] - half_q[i]) / half;
        }
        dynamics.force(t + h, half, end_q, end_v, f)?;
        dynamics.system.undamped_acceleration(end_q, f, end_g);
        for i in 0..n {
            part[i] = 4.0 * half_v[i] + v[i];
        }
        rate.multiply(part, product);
        for i in 0..n {
            let sum = end_g[i] + 4.0 * half_g[i] + g[i] - product[i];
            end_v[i] = 6.0 * (v[i] + h / 6.0 * sum);
        }
        rate.solve(6.0, h, end_v)?;
        rate.multiply(end_v, product);
        for i in 0..n {
            a_end[i] = end_g[i] - product[i];
        }
        Ok(())
    }

    /// Brings the previous mid-step nearer by the ratio of a shorter attempt to the last one.
    fn shorten(&mut self, state: &ModalState, ratio: f64) {
        for i in 0..state.q.len() {
            self.middle.g[i] = self.g[i] + ratio * (self.middle.g[i] - self.g[i]);
            self.middle.q[i] = state.q[i] + ratio * (self.middle.q[i] - state.q[i]);
            self.middle.v[i] = state.v[i] + ratio * (self.middle.v[i] - state.v[i]);
        }
    }

    fn accept(&mut self, state: &mut ModalState, length: f64) {
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
        self.first = false;
        state.t += length;
    }
}
