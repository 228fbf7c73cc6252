//! Kept states, in order of time.

use super::dynamics::{Dynamics, State};
use crate::kernel::columns::Columns;
use crate::kernel::numbers::Numbers;

/// States of one run take no more (4 GiB).
const MOST_BYTES: usize = 1 << 32;

/// States of a run, each with all internal variables. State `k` has displacements
/// `displacement[k*n .. (k+1)*n]`.
#[derive(Clone, Debug, Default)]
pub struct Archive {
    pub size: usize,
    /// Step counter.
    pub orders: Vec<i64>,
    pub instants: Numbers,
    /// Length of the step that led to the state.
    pub steps: Numbers,
    pub displacement: Numbers,
    pub velocity: Numbers,
    pub acceleration: Numbers,
    /// Internal variables, a row a state.
    pub variables: Columns,
}

impl Archive {
    /// Room for `states` states, so that a run whose length is known allocates once.
    pub fn with_room(size: usize, variable_count: usize, states: usize) -> Self {
        let states = states.min(MOST_BYTES / 8 / (3 + 3 * size + variable_count) + 1);
        let room = |width: usize| Numbers::with_room(width * states);
        Archive {
            size,
            orders: Vec::with_capacity(states),
            instants: room(1),
            steps: room(1),
            displacement: room(size),
            velocity: room(size),
            acceleration: room(size),
            variables: Columns::new(variable_count, states),
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
        8 * (self.len() * (3 + 3 * self.size) + self.variables.kept()) >= MOST_BYTES
    }

    #[inline]
    pub(super) fn push(&mut self, order: i64, state: &State, step: f64, dynamics: &Dynamics) {
        self.orders.push(order);
        self.instants.push(state.t);
        self.steps.push(step);
        if let ([q], [v], [a]) = (state.q.as_slice(), state.v.as_slice(), state.a.as_slice()) {
            self.displacement.push(*q);
            self.velocity.push(*v);
            self.acceleration.push(*a);
        } else {
            self.displacement.extend_from_slice(&state.q);
            self.velocity.extend_from_slice(&state.v);
            self.acceleration.extend_from_slice(&state.a);
        }
        if self.variables.width() > 0 {
            self.variables.push_with(|row| dynamics.interactions.store(row));
        }
    }

    /// Makes the states ready to be read.
    pub(super) fn close(&mut self) {
        self.variables.close();
    }
}
