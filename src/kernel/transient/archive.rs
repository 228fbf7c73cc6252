//! Kept states, in order of time.

use super::dynamics::{Dynamics, State};

/// States of one run take no more (4 GiB).
const MOST_BYTES: usize = 1 << 32;

/// States of a run, each with all internal variables. State `k` has displacements
/// `displacement[k*n .. (k+1)*n]`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Archive {
    pub size: usize,
    pub variable_count: usize,
    /// Step counter.
    pub orders: Vec<i64>,
    pub instants: Vec<f64>,
    /// Length of the step that led to the state.
    pub steps: Vec<f64>,
    pub displacement: Vec<f64>,
    pub velocity: Vec<f64>,
    pub acceleration: Vec<f64>,
    pub variables: Vec<f64>,
}

impl Archive {
    /// Room for `states` states, so that a run whose length is known allocates once.
    pub fn with_room(size: usize, variable_count: usize, states: usize) -> Self {
        let room = |width: usize| Vec::with_capacity(width * states);
        Archive {
            size,
            variable_count,
            orders: Vec::with_capacity(states),
            instants: room(1),
            steps: room(1),
            displacement: room(size),
            velocity: room(size),
            acceleration: room(size),
            variables: room(variable_count),
        }
    }

    pub fn len(&self) -> usize {
        self.instants.len()
    }

    pub fn is_empty(&self) -> bool {
        self.instants.is_empty()
    }

    /// Whether the states take all the memory that a run may take.
    pub(super) fn is_full(&self) -> bool {
        let numbers = 3 + 3 * self.size + self.variable_count;
        self.len().saturating_mul(8 * numbers) >= MOST_BYTES
    }

    pub(super) fn push(&mut self, order: i64, state: &State, step: f64, dynamics: &Dynamics) {
        self.orders.push(order);
        self.instants.push(state.t);
        self.steps.push(step);
        self.displacement.extend_from_slice(&state.q);
        self.velocity.extend_from_slice(&state.v);
        self.acceleration.extend_from_slice(&state.a);
        if self.variable_count > 0 {
            let start = self.variables.len();
            self.variables.resize(start + self.variable_count, 0.0);
            dynamics.interactions.store(&mut self.variables[start..]);
        }
    }

    /// Gives back unused room.
    pub(super) fn close(&mut self) {
        self.orders.shrink_to_fit();
        for values in [
            &mut self.instants,
            &mut self.steps,
            &mut self.displacement,
            &mut self.velocity,
            &mut self.acceleration,
            &mut self.variables,
        ] {
            values.shrink_to_fit();
        }
    }
}
