//! Local nonlinearities of a modal transient: contact with friction, buckling stops, dampers and the
//! other relations.
//!
//! Each interaction sees the motion of one or two nodes, `u = sum_j phi_j q_j (+ supports)`, and gives
//! back forces on the generalised coordinates. It remembers internal variables between evaluations
//! (a stick anchor, a plastic shortening); every evaluation advances them, so results depend on the
//! exact sequence of evaluations that a scheme makes.

/// Why an interaction stops a run.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum InteractionFault {
    /// Rank of the interaction (from 0), in the order of definition.
    #[error("interaction {interaction}: {quantity} is not finite at t = {time}")]
    Diverged { interaction: usize, time: f64, quantity: &'static str },
    #[error("interaction {interaction}: {source} (t = {time})")]
    Function { interaction: usize, time: f64, source: crate::kernel::signal::SignalFault },
    #[error("interaction {interaction}: {message} (t = {time})")]
    Law { interaction: usize, time: f64, message: String },
}

/// All interactions of a problem, ready to be evaluated many times without allocating.
#[derive(Clone, Debug, Default)]
pub struct InteractionSet {}

impl InteractionSet {
    pub fn is_empty(&self) -> bool {
        true
    }

    /// Number of internal variables stored for one state, all interactions together.
    pub fn variable_count(&self) -> usize {
        0
    }

    /// Adds to `force` (generalised, one value a coordinate) the forces at time `t` (s) in state
    /// (`q`, `v`), and advances the memory. `step` is the length (s) passed to rate-type laws.
    pub fn evaluate(
        &mut self,
        _t: f64,
        _step: f64,
        _q: &[f64],
        _v: &[f64],
        _force: &mut [f64],
    ) -> Result<(), InteractionFault> {
        Ok(())
    }

    /// Remembers the memory; [`InteractionSet::restore`] brings it back (a rejected attempt of a step).
    pub fn save(&mut self) {}

    pub fn restore(&mut self) {}

    /// Writes the internal variables as they are after the last evaluation.
    pub fn store(&self, _variables: &mut [f64]) {}

    /// Takes up stored internal variables (restart).
    pub fn load(&mut self, _variables: &[f64]) {}

    /// Local stiffnesses that bound an explicit step, as (mode, `k phi²` in N/m of that mode): one for
    /// each contact, node, mode, stiffness and direction.
    pub fn modal_stiffnesses(&self) -> Vec<ModalStiffness> {
        Vec::new()
    }
}

/// One term of the stability estimate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ModalStiffness {
    pub interaction: usize,
    pub mode: usize,
    /// `k phi_j,c(N)²`
    pub stiffness: f64,
}
