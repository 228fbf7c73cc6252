//! The residual of a step: `R = F(u) + Bᵀl - E`, with `E` the external forces and all dynamic terms.
//!
//! With `c = 1/(1 - eta)`:
//! `E = f1 + c eta f0 - c eta F0 - c [M a + (1 - delta) C v + delta (C v)0 + Fmod]`.

use super::coefficients::ImplicitScheme;
use super::convergence::Residuals;
use super::matrices::Matrices;
use super::state::NonlinearState;
use super::system::NonlinearSystem;

/// Memory of multi-step schemes of the last accepted step; zero at the start of a run.
#[derive(Clone, Debug)]
pub struct History {
    /// External forces, internal forces, damping forces.
    pub external: Vec<f64>,
    pub internal: Vec<f64>,
    pub damping: Vec<f64>,
}

/// Vectors of a step.
#[derive(Clone, Debug)]
pub struct Balance {
    /// External forces at the end of the step, and imposed values.
    pub external: Vec<f64>,
    pub imposed: Vec<f64>,
    /// Internal forces of the last evaluation.
    pub internal: Vec<f64>,
    /// `E`.
    pub applied: Vec<f64>,
    pub history: History,
    product: Vec<f64>,
}

impl Balance {
    /// Zeros for `system`.
    pub fn new(system: &NonlinearSystem) -> Self {
        let zero = vec![0.0; system.size];
        Balance {
            external: zero.clone(),
            imposed: vec![0.0; system.constraints.len()],
            internal: zero.clone(),
            applied: zero.clone(),
            history: History { external: zero.clone(), internal: zero.clone(), damping: zero.clone() },
            product: zero,
        }
    }

    /// Forms `E` at the motion of `now`; modal damping takes `modal_velocity`.
    pub fn apply(
        &mut self,
        system: &NonlinearSystem,
        matrices: &Matrices,
        scheme: Option<&ImplicitScheme>,
        now: &NonlinearState,
        modal_velocity: &[f64],
    ) {
        let Balance { external, applied, history, product, .. } = self;
        applied.copy_from_slice(external);
        let Some(scheme) = scheme else { return };
        let c = scheme.weight();
        if scheme.eta != 0.0 {
            let pairs = history.external.iter().zip(&history.internal);
            applied.iter_mut().zip(pairs).for_each(|(e, (f, s))| *e += c * scheme.eta * (f - s));
        }
        let mut subtract = |factor: f64, matrix: &crate::assembly::SparseMatrix<f64>, x: &[f64]| {
            matrix.multiply(x, product);
            applied.iter_mut().zip(&*product).for_each(|(e, p)| *e -= factor * p);
        };
        subtract(c, &matrices.mass, &now.a);
        subtract(c * (1.0 - scheme.delta), &matrices.damping, &now.v);
        if scheme.delta != 0.0 {
            applied.iter_mut().zip(&history.damping).for_each(|(e, d)| *e -= c * scheme.delta * d);
        }
        system.add_modal_damping(modal_velocity, -c, applied);
    }

    /// `-R`, into `right`.
    pub fn unbalanced(&self, reaction: &[f64], right: &mut [f64]) {
        let sums = self.applied.iter().zip(&self.internal).zip(reaction);
        right.iter_mut().zip(sums).for_each(|(r, ((e, s), l))| *r = e - s - l);
    }

    /// Sizes of the residual `-R` in `right`. `inertia` is the least force to compare with; unknowns that a reaction acts
    /// on are left out when `free_only`.
    pub fn residuals(
        &self,
        system: &NonlinearSystem,
        reaction: &[f64],
        right: &[f64],
        inertia: f64,
        free_only: bool,
        references: Option<&[f64]>,
    ) -> Residuals {
        let mut found = Residuals { scale: inertia, ..Residuals::default() };
        for (k, r) in right.iter().enumerate() {
            let force = match system.kinematic[k] {
                true => self.internal[k].abs(),
                false => (reaction[k] - self.applied[k]).abs(),
            };
            found.scale = found.scale.max(force);
            if system.kinematic[k] || (free_only && reaction[k] != 0.0) {
                continue;
            }
            let size = r.abs();
            if size > found.largest || size.is_nan() {
                (found.largest, found.unknown) = (size, k);
            }
            if let Some(reference) = references.map(|of| of[k]).filter(|reference| !reference.is_nan()) {
                found.over_reference = found.over_reference.max(size / reference);
            }
        }
        found
    }

    /// Keeps what multi-step schemes need of the accepted step that ends in `now`.
    pub fn remember(&mut self, matrices: &Matrices, now: &NonlinearState) {
        self.history.external.copy_from_slice(&self.external);
        self.history.internal.copy_from_slice(&self.internal);
        matrices.damping.multiply(&now.v, &mut self.history.damping);
    }

    /// `max |M v|`.
    pub fn largest_momentum(&mut self, matrices: &Matrices, v: &[f64]) -> f64 {
        matrices.mass.multiply(v, &mut self.product);
        self.product.iter().fold(0.0, |m: f64, p| m.max(p.abs()))
    }
}
