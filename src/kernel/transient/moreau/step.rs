//! One step.

use super::workspace::{Inertia, MoreauStepper, Phase};
use crate::interaction::InteractionFault;
use crate::schemes::Advance;
use crate::simd::wide;
use crate::transient::dynamics::{Dynamics, ModalState, Stepper};
use crate::transient::exact::exchange::VARIABLES;
use crate::transient::fault::TransientFault;

impl Stepper for MoreauStepper {
    fn step(&mut self, dynamics: &mut Dynamics, state: &mut ModalState, h: f64) -> Result<Advance, TransientFault> {
        self.prepare(&dynamics.system, h)?;
        if self.go_on(dynamics, state, h, 1, f64::INFINITY) == 1 {
            return Ok(Advance::constant(h));
        }
        self.motion_of_supports(dynamics, state.t, state.t + h)?;
        match self.contacts.size {
            1 => self.step_of(1, dynamics, state, h)?,
            n => wide(
                #[inline(always)]
                || self.step_of(n, dynamics, state, h),
            )?,
        }
        self.last_length = Some(h);
        Ok(Advance::constant(h))
    }

    const GOES_ON: bool = true;

    fn go_on(&mut self, dynamics: &mut Dynamics, state: &mut ModalState, h: f64, most: u64, latest: f64) -> u64 {
        if self.step == Some(h) && self.refused != state.t && state.t <= latest {
            self.repeat(dynamics, state, h, most, latest)
        } else {
            0
        }
    }

    fn describe(&self, dynamics: &mut Dynamics, state: &ModalState) {
        self.write_variables(dynamics, state, self.last_length);
    }
}

impl MoreauStepper {
    /// Compiled once for one coordinate and once for any number.
    #[inline(always)]
    fn step_of(
        &mut self,
        n: usize,
        dynamics: &mut Dynamics,
        state: &mut ModalState,
        h: f64,
    ) -> Result<(), TransientFault> {
        let theta = self.options.theta;
        self.v0[..n].copy_from_slice(&state.v[..n]);
        dynamics.excitation.impulse(state.t, h, &mut state.f)?;
        dynamics.evaluations += 4;
        self.free_velocity(n, dynamics, state, h);
        self.gather(state, h);
        self.solve_contacts(dynamics, state.t);
        self.push(n, state);
        let (q, v, a, v0) = (&mut state.q[..n], &state.v[..n], &mut state.a[..n], &self.v0[..n]);
        let rate = 1.0 / h;
        for j in 0..n {
            q[j] += h * (theta * v[j] + (1.0 - theta) * v0[j]);
            a[j] = (v[j] - v0[j]) * rate;
        }
        state.t += h;
        self.exchange(dynamics, state.t);
        self.work(&mut dynamics.exchange);
        Ok(())
    }

    /// Adds the impulses of the contacts to the velocity.
    #[inline(always)]
    fn push(&self, n: usize, state: &mut ModalState) {
        for &(i, _) in &self.active {
            let p = &self.impulses[3 * i..3 * i + 3];
            let impulses = self.frame(i).onto_rows([p[0], p[1], p[2]]);
            for (k, impulse) in impulses.into_iter().enumerate().filter(|(_, impulse)| *impulse != 0.0) {
                let row = &self.inverse[(3 * i + k) * n..][..n];
                state.v[..n].iter_mut().zip(row).for_each(|(v, m)| *v += impulse * m);
            }
        }
    }

    /// Velocity at the end of the step without contact forces, from the impulse of the excitation in `state.f`.
    #[inline(always)]
    fn free_velocity(&mut self, n: usize, dynamics: &Dynamics, state: &mut ModalState, h: f64) {
        let (theta, system) = (self.options.theta, &dynamics.system);
        if let (Inertia::Diagonal(inverse), true) = (&self.inertia, system.is_diagonal()) {
            let (q, v, f, inverse) = (&state.q[..n], &mut state.v[..n], &state.f[..n], &inverse[..n]);
            let (m, c, k) = (&system.mass[..n], &system.damping[..n], &system.stiffness[..n]);
            for j in 0..n {
                let elastic = k[j] * (q[j] + h * theta * v[j]);
                v[j] += (f[j] - h * (m[j] * c[j] * v[j]) - h * elastic) * inverse[j];
            }
            return;
        }
        system.damping_force(&state.v, &mut self.part);
        state.f.iter_mut().zip(&self.part).for_each(|(sum, f)| *sum -= h * f);
        for j in 0..n {
            self.force[j] = state.q[j] + h * theta * state.v[j];
        }
        system.elastic_force(&self.force, &mut self.part);
        for j in 0..n {
            self.part[j] = state.f[j] - h * self.part[j];
        }
        self.inertia.solve(&mut self.part);
        for j in 0..n {
            state.v[j] += self.part[j];
        }
    }

    /// Displacements of supports at `t0`, velocities at `t0` and `t1`.
    #[inline]
    pub(super) fn motion_of_supports(&mut self, dynamics: &Dynamics, t0: f64, t1: f64) -> Result<(), TransientFault> {
        if self.cursors.is_empty() {
            return Ok(());
        }
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

    /// Variables at the end of a step of length `h`.
    pub(super) fn write_variables(&self, dynamics: &mut Dynamics, state: &ModalState, h: Option<f64>) {
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
