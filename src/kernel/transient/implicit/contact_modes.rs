//! ITMI in the modes of the structure as its closed contacts hold it.
//!
//! With `M = D²` diagonal, `D⁻¹ (K + K_a) D⁻¹ = V diag(w²) Vᵀ` gives coordinates `y = Vᵀ D q` of unit mass. Each is propagated exactly
//! under a force linear over the step, as in `itmi`; the terms off the diagonal of the damping go to the force, at both ends
//! of the step. The modes are computed again when the matrices change, and the propagators when the step does.

use nalgebra::DMatrix;

use crate::linalg::symmetric_eigen;
use crate::schemes::Advance;
use crate::transient::dynamics::{Dynamics, ModalState, Stepper};
use crate::transient::fault::TransientFault;
use crate::transient::itmi::Propagator;
use crate::transient::matrix::Square;
use crate::transient::system::System;

/// The scheme with its modes.
#[derive(Clone, Debug)]
pub struct ContactModes {
    /// Version of the matrices that the modes are for, and the step of the propagators.
    key: Option<u64>,
    step: Option<f64>,
    /// `D⁻¹ V` and `Vᵀ D`.
    shapes: Square,
    inverse: Square,
    pulsation: Vec<f64>,
    /// `Vᵀ D⁻¹ (C + C_a) D⁻¹ V`
    damping: Square,
    propagators: Vec<Propagator>,
    predicted: [Vec<f64>; 2],
    /// Displacement, velocity and force of the modes, at the start and at the end.
    start: [Vec<f64>; 3],
    end: [Vec<f64>; 3],
    force: Vec<f64>,
}

impl ContactModes {
    /// Room for `size` coordinates.
    pub fn new(size: usize) -> Self {
        let zero = || vec![0.0; size];
        let three = || [zero(), zero(), zero()];
        ContactModes {
            key: None,
            step: None,
            shapes: Square::zero(size),
            inverse: Square::zero(size),
            pulsation: zero(),
            damping: Square::zero(size),
            propagators: vec![Propagator::default(); size],
            predicted: [zero(), zero()],
            start: three(),
            end: three(),
            force: zero(),
        }
    }

    fn prepare(&mut self, system: &System, h: f64) {
        if self.key != Some(system.version) {
            self.key = Some(system.version);
            self.step = None;
            self.find_modes(system);
        }
        if self.step != Some(h) {
            self.step = Some(h);
            for (i, propagator) in self.propagators.iter_mut().enumerate() {
                *propagator = Propagator::of(self.pulsation[i], self.damping.at(i, i), h);
            }
        }
    }

    fn find_modes(&mut self, system: &System) {
        let size = self.pulsation.len();
        let root: Vec<f64> = system.mass.iter().map(|m| m.sqrt()).collect();
        let scaled = |term: &dyn Fn(usize, usize) -> f64| {
            DMatrix::from_fn(size, size, |i, j| 0.5 * (term(i, j) + term(j, i)) / (root[i] * root[j]))
        };
        let eigen = symmetric_eigen(scaled(&|i, j| system.stiffness_term(i, j)));
        let v = &eigen.eigenvectors;
        let damping = v.transpose() * scaled(&|i, j| system.damping_term(i, j)) * v;
        for (w, square) in self.pulsation.iter_mut().zip(eigen.eigenvalues.iter()) {
            *w = square.abs().sqrt();
        }
        self.shapes = Square::from_fn(size, |i, j| v[(i, j)] / root[i]);
        self.inverse = Square::from_fn(size, |i, j| v[(j, i)] * root[j]);
        self.damping = Square::from_fn(size, |i, j| damping[(i, j)]);
    }
}

/// `Pᵀ f` less the damping forces off the diagonal.
fn modal_force(shapes: &Square, damping: &Square, f: &[f64], velocity: &[f64], out: &mut [f64]) {
    damping.multiply(velocity, out);
    for (i, out) in out.iter_mut().enumerate() {
        let column: f64 = f.iter().enumerate().map(|(k, f)| shapes.at(k, i) * f).sum();
        *out = column - (*out - damping.at(i, i) * velocity[i]);
    }
}

impl Stepper for ContactModes {
    fn step(&mut self, dynamics: &mut Dynamics, state: &mut ModalState, h: f64) -> Result<Advance, TransientFault> {
        self.prepare(&dynamics.system, h);
        let (t, n) = (state.t, state.q.len());
        let [q, v] = &mut self.predicted;
        for i in 0..n {
            v[i] = state.v[i] + h * state.a[i];
            q[i] = state.q[i] + h * v[i];
        }
        dynamics.save();
        let [y1, w1, f1] = &mut self.start;
        let [y2, w2, f2] = &mut self.end;
        self.inverse.multiply(&state.q, y1);
        self.inverse.multiply(&state.v, w1);
        self.inverse.multiply(v, w2);
        dynamics.force(t, 0.0, &state.q, &state.v, &mut self.force)?;
        modal_force(&self.shapes, &self.damping, &self.force, w1, f1);
        dynamics.force(t + h, h, q, v, &mut self.force)?;
        modal_force(&self.shapes, &self.damping, &self.force, w2, f2);
        dynamics.restore();
        for (i, p) in self.propagators.iter().enumerate() {
            (y2[i], w2[i]) = p.advance(y1[i], w1[i], f1[i], f2[i]);
        }
        self.shapes.multiply(y2, &mut state.q);
        self.shapes.multiply(w2, &mut state.v);
        dynamics.acceleration(t + h, h, &state.q, &state.v, &mut state.f, &mut state.a)?;
        state.t = t + h;
        Ok(Advance::constant(h))
    }
}
