//! The structure of a nonlinear analysis: elements with their laws, mass and damping that do not change, constraints.

use crate::assembly::Constraint;
use crate::elements::BehavingElement;
use crate::linalg::{Elimination, dot};
use crate::signal::Signal;
use crate::structural::Interrupted;

/// Terms that do not come from laws: (row, column, value).
pub type Triplets = Vec<(usize, usize, f64)>;

/// All that does not change along the run.
#[derive(Clone, Debug)]
pub struct NonlinearSystem {
    /// Number of unknowns.
    pub size: usize,
    pub elements: Vec<BehavingElement>,
    /// Terms of the mass; empty in statics.
    pub mass: Triplets,
    /// Terms of the damping that do not change, where there is any damping.
    pub damping: Triplets,
    /// For each element, the factors of its tangent and of its mass in a damping that follows the tangent.
    pub tangent_damping: Vec<f64>,
    /// Internal forces are computed again before each correction, because damping may have changed.
    pub refreshes: bool,
    /// Some law puts dashpots into the damping.
    pub dashpots: bool,
    /// The matrix is rebuilt at every iteration whatever the options, because of a law.
    pub always_tangent: bool,
    pub elimination: Elimination,
    pub constraints: Vec<Constraint>,
    /// For each unknown: it stands in a constraint; it is fixed by a kinematic load.
    pub constrained: Vec<bool>,
    pub kinematic: Vec<bool>,
    pub modal_damping: Vec<DampedMode>,
    pub supports: Vec<DrivenSupport>,
}

/// Damping of one mode: `F = c (K phi)(phiᵀ K v)`, with `c = 2 xi/(m w³)`.
#[derive(Clone, Debug)]
pub struct DampedMode {
    pub factor: f64,
    /// `K phi`.
    pub image: Vec<f64>,
}

/// A support that moves: its static shape, and its displacement, velocity and acceleration.
#[derive(Clone, Debug)]
pub struct DrivenSupport {
    pub shape: Vec<f64>,
    pub motion: [Signal; 3],
}

impl NonlinearSystem {
    /// Number of stored forces, of internal variables, and of terms of element matrices, over all elements.
    pub fn rooms(&self) -> [usize; 3] {
        let sum = |of: fn(&BehavingElement) -> usize| self.elements.iter().map(of).sum();
        [
            sum(BehavingElement::stored_forces),
            sum(BehavingElement::stored_memory),
            sum(|e: &BehavingElement| e.size() * e.size()),
        ]
    }

    /// `force += sum_j c_j (K phi_j)(phi_jᵀ K v)`, times `weight`.
    pub fn add_modal_damping(&self, v: &[f64], weight: f64, force: &mut [f64]) {
        for mode in &self.modal_damping {
            let factor = weight * mode.factor * dot(&mode.image, v);
            force.iter_mut().zip(&mode.image).for_each(|(f, image)| *f += factor * image);
        }
    }

    /// `d - B u`, row by row.
    pub fn defects(&self, imposed: &[f64], u: &[f64], defects: &mut [f64]) {
        for ((defect, value), row) in defects.iter_mut().zip(imposed).zip(&self.constraints) {
            *defect = value - row.terms.iter().map(|(k, a)| a * u[*k]).sum::<f64>();
        }
    }

    /// The nodal forces of stored ones.
    pub fn nodal_forces(&self, stored: &[f64], vector: &mut [f64]) {
        vector.fill(0.0);
        let mut start = 0;
        for element in &self.elements {
            let count = element.stored_forces();
            element.add_nodal_forces(&stored[start..start + count], vector);
            start += count;
        }
    }

    /// Displacement and velocity of the supports that move, at `time`, unknown by unknown.
    pub fn driving(&self, time: f64, displacement: &mut [f64], velocity: &mut [f64]) -> Result<(), Interrupted> {
        displacement.fill(0.0);
        velocity.fill(0.0);
        for support in &self.supports {
            let at = |signal: &Signal| signal.evaluate(time, &mut 0).map_err(|_| Interrupted);
            let (x, v) = (at(&support.motion[0])?, at(&support.motion[1])?);
            for ((d, w), psi) in displacement.iter_mut().zip(velocity.iter_mut()).zip(&support.shape) {
                *d += psi * x;
                *w += psi * v;
            }
        }
        Ok(())
    }
}
