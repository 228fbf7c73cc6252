//! Central differences with a diagonal mass: `w += h a`, `d += h w`, `a = M⁻¹ (F1 - K d - C w)`.
//!
//! `w` is the velocity half a step late; the velocity kept is that of the end of the step, `v = w + (h/2) a`.
//! Order 2 without damping, 1 with it (the damping force is taken half a step early); stable for
//! `h < 2/ω_max`. Only the diagonal of the mass counts; unknowns fixed or without mass do not move.

use super::step::{Made, Step};
use crate::schemes::Advance;
use crate::structural::loading::Loads;
use crate::structural::system::{NodalState, StructuralFault, StructuralSystem};

/// Inverse of the mass and room for a product, common to the explicit schemes.
#[derive(Clone, Debug)]
pub(super) struct Explicit {
    /// Zero where nothing moves.
    pub inverse_mass: Vec<f64>,
    product: Vec<f64>,
}

impl Explicit {
    /// The inverse masses of `system`. Fails where relations tie unknowns.
    pub fn new(system: &StructuralSystem) -> Result<Self, StructuralFault> {
        if let Some(row) = system.relations.iter().position(|joins| *joins) {
            return Err(StructuralFault::Relation { row });
        }
        let inverse = |i: usize| match system.mass.get(i, i) {
            Some(m) if m != 0.0 && !system.fixed[i] => 1.0 / m,
            _ => 0.0,
        };
        Ok(Explicit { inverse_mass: (0..system.size()).map(inverse).collect(), product: vec![0.0; system.size()] })
    }

    /// `a = M⁻¹ (F - K d - C w)`; `force` is used up.
    pub fn acceleration(&mut self, system: &StructuralSystem, d: &[f64], w: &[f64], force: &mut [f64], a: &mut [f64]) {
        StructuralSystem::subtract(&system.stiffness, d, &mut self.product, force);
        if let Some(damping) = &system.damping {
            StructuralSystem::subtract(damping, w, &mut self.product, force);
        }
        for ((a, f), m) in a.iter_mut().zip(force).zip(&self.inverse_mass) {
            *a = *f * m;
        }
    }

    /// Steps above a twentieth of the period of an unknown alone, `2π sqrt(m/k)`, are refused.
    pub fn check_step(&self, system: &StructuralSystem, step: f64) -> Result<(), StructuralFault> {
        let mut shortest = (f64::INFINITY, 0);
        for (unknown, inverse) in self.inverse_mass.iter().enumerate() {
            let ratio = inverse * system.stiffness.get(unknown, unknown).unwrap_or(0.0);
            if ratio > 0.0 {
                let limit = 0.05 * 2.0 * std::f64::consts::PI / ratio.sqrt();
                if limit < shortest.0 {
                    shortest = (limit, unknown);
                }
            }
        }
        match step > shortest.0 {
            true => Err(StructuralFault::StepTooLong { step, limit: shortest.0, unknown: shortest.1 }),
            false => Ok(()),
        }
    }
}

/// Central differences of constant step.
pub(super) struct Central {
    h: f64,
    explicit: Explicit,
    /// Velocity half a step before the state.
    w: Vec<f64>,
    half_step_last: bool,
}

impl Central {
    /// Starts half a step before the state. `half_step_last`: the last velocity kept is that of half a step before.
    /// Fails where relations tie unknowns, or where `checked` steps are too long.
    pub fn new(
        system: &StructuralSystem,
        h: f64,
        checked: bool,
        half_step_last: bool,
        state: &NodalState,
    ) -> Result<Self, StructuralFault> {
        let explicit = Explicit::new(system)?;
        if checked {
            explicit.check_step(system, h)?;
        }
        let w = state.v.iter().zip(&state.a).map(|(v, a)| v - 0.5 * h * a).collect();
        Ok(Central { h, explicit, w, half_step_last })
    }
}

impl Step for Central {
    fn step(&mut self, system: &StructuralSystem, loads: &mut Loads<'_>, state: &mut NodalState, to: f64) -> Made {
        loads.evaluate(to)?;
        system.subtract_modal_damping(state.time, &state.v, &mut loads.force)?;
        let h = self.h;
        for ((w, d), a) in self.w.iter_mut().zip(&mut state.d).zip(&state.a) {
            *w += h * a;
            *d += h * *w;
        }
        self.explicit.acceleration(system, &state.d, &self.w, &mut loads.force, &mut state.a);
        for ((v, w), a) in state.v.iter_mut().zip(&self.w).zip(&state.a) {
            *v = w + 0.5 * h * a;
        }
        state.time = to;
        Ok(Advance::constant(h))
    }

    fn last_velocity(&self) -> Option<&[f64]> {
        self.half_step_last.then_some(self.w.as_slice())
    }
}
