//! One instant of a nonlinear analysis, accepted or tried.

use super::system::NonlinearSystem;

/// Motion, reactions, stored forces and internal variables at an instant.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NonlinearState {
    pub time: f64,
    pub u: Vec<f64>,
    /// Velocity and acceleration; zero in statics.
    pub v: Vec<f64>,
    pub a: Vec<f64>,
    /// `Bᵀ l`, unknown by unknown.
    pub reaction: Vec<f64>,
    /// Stored forces and internal variables, element after element.
    pub forces: Vec<f64>,
    pub memory: Vec<f64>,
}

impl NonlinearState {
    /// Rest at `time` (s).
    pub fn rest(system: &NonlinearSystem, time: f64) -> Self {
        let [forces, memory, _] = system.rooms();
        let zero = vec![0.0; system.size];
        NonlinearState {
            time,
            u: zero.clone(),
            v: zero.clone(),
            a: zero.clone(),
            reaction: zero,
            forces: vec![0.0; forces],
            memory: vec![0.0; memory],
        }
    }

    /// Copies another state of the same structure; allocates nothing.
    pub fn take(&mut self, other: &NonlinearState) {
        self.time = other.time;
        self.u.copy_from_slice(&other.u);
        self.v.copy_from_slice(&other.v);
        self.a.copy_from_slice(&other.a);
        self.reaction.copy_from_slice(&other.reaction);
        self.forces.copy_from_slice(&other.forces);
        self.memory.copy_from_slice(&other.memory);
    }
}
