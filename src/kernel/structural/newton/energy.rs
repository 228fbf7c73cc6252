//! Works and energies of a nonlinear analysis, summed over its accepted steps.
//!
//! With `du = u1 - u0` and means of both ends: external work `du.f - du.(Bᵀl)` (the second part is that of imposed motions),
//! work of the internal forces `du.F` (stored and dissipated by the laws), kinetic energy `v.M (v1 - v0)`, damping
//! `du.(C v + Fmod)`. What is left is what the scheme dissipates: zero for Newmark's mean acceleration but for the tolerance
//! of convergence.

use super::matrices::Matrices;
use super::residual::Balance;
use super::state::NonlinearState;
use super::system::NonlinearSystem;
use crate::linalg::dot;
use crate::structural::Energies;

/// Sums of works and energies, and the forces of the last accepted instant.
#[derive(Clone, Debug)]
pub(super) struct EnergyMeter {
    pub sums: Energies,
    external: Vec<f64>,
    internal: Vec<f64>,
    damping: Vec<f64>,
    moved: Vec<f64>,
    product: Vec<f64>,
}

impl EnergyMeter {
    /// Sums at zero, with the forces of the initial state.
    pub fn new(system: &NonlinearSystem, matrices: &Matrices, balance: &Balance, state: &NonlinearState) -> Self {
        let zero = vec![0.0; system.size];
        let mut meter = EnergyMeter {
            sums: Energies::default(),
            external: balance.external.clone(),
            internal: zero.clone(),
            damping: zero.clone(),
            moved: zero.clone(),
            product: zero,
        };
        system.nodal_forces(&state.forces, &mut meter.internal);
        matrices.damping.multiply(&state.v, &mut meter.damping);
        system.add_modal_damping(&state.v, 1.0, &mut meter.damping);
        meter
    }

    /// Adds the step from `before` to `now`.
    pub fn step(
        &mut self,
        system: &NonlinearSystem,
        matrices: &Matrices,
        balance: &Balance,
        before: &NonlinearState,
        now: &NonlinearState,
    ) {
        let EnergyMeter { sums, external, internal, damping, moved, product } = self;
        let differ = |moved: &mut [f64], a: &[f64], b: &[f64]| {
            moved.iter_mut().zip(a.iter().zip(b)).for_each(|(m, (a, b))| *m = b - a);
        };
        differ(moved, &before.v, &now.v);
        matrices.mass.multiply(moved, product);
        sums.kinetic += 0.5 * (dot(&before.v, product) + dot(&now.v, product));
        differ(moved, &before.u, &now.u);
        sums.external += 0.5 * (dot(moved, external) + dot(moved, &balance.external));
        sums.external -= 0.5 * (dot(moved, &before.reaction) + dot(moved, &now.reaction));
        sums.strain += 0.5 * (dot(moved, internal) + dot(moved, &balance.internal));
        sums.damping += 0.5 * dot(moved, damping);
        matrices.damping.multiply(&now.v, damping);
        system.add_modal_damping(&now.v, 1.0, damping);
        sums.damping += 0.5 * dot(moved, damping);
        external.copy_from_slice(&balance.external);
        internal.copy_from_slice(&balance.internal);
    }
}
