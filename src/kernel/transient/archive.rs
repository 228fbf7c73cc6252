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
    /// Length of the step that led to the state: one column.
    pub steps: Columns,
    pub displacement: Numbers,
    pub velocity: Numbers,
    pub acceleration: Numbers,
    /// Internal variables, a row a state.
    pub variables: Columns,
    /// While the run goes on, for each state: instant, step, then displacement, velocity and acceleration if there
    /// is one coordinate, and the internal variables.
    rows: Columns,
    /// Internal variables of one state.
    row: Vec<f64>,
}

impl Archive {
    /// Room for `states` states, so that a run whose length is known allocates once.
    pub fn with_room(size: usize, variable_count: usize, states: usize) -> Self {
        let states = states.min(MOST_BYTES / 8 / (3 + 3 * size + variable_count) + 1);
        let room = || if size == 1 { Numbers::default() } else { Numbers::with_room(size * states) };
        Archive {
            size,
            orders: Vec::with_capacity(states),
            displacement: room(),
            velocity: room(),
            acceleration: room(),
            rows: Columns::new(leading(size) + variable_count, states),
            row: vec![0.0; variable_count],
            ..Archive::default()
        }
    }

    pub fn len(&self) -> usize {
        self.orders.len()
    }

    pub fn is_empty(&self) -> bool {
        self.orders.is_empty()
    }

    /// Whether the states take all the memory that a run may take.
    pub(super) fn is_full(&self) -> bool {
        8 * (self.len() * (1 + 3 * self.size) + self.rows.kept()) >= MOST_BYTES
    }

    #[inline]
    pub(super) fn push(&mut self, order: i64, state: &State, step: f64, dynamics: &Dynamics) {
        self.orders.push(order);
        let interactions = &dynamics.interactions;
        if let ([q], [v], [a]) = (state.q.as_slice(), state.v.as_slice(), state.a.as_slice()) {
            let plain = interactions.is_plain_of_one();
            if !plain {
                interactions.store(&mut self.row);
            }
            self.rows.push_with(|slot| {
                slot.set(0, [state.t, step, *q, *v, *a]);
                if plain { interactions.store_of_one(slot, 5) } else { slot.copy(5, &self.row) }
            });
            return;
        }
        self.displacement.extend_from_slice(&state.q);
        self.velocity.extend_from_slice(&state.v);
        self.acceleration.extend_from_slice(&state.a);
        interactions.store(&mut self.row);
        self.rows.push_with(|slot| {
            slot.set(0, [state.t, step]);
            slot.copy(2, &self.row);
        });
    }

    /// Makes the states ready to be read.
    pub(super) fn close(&mut self) {
        let mut rows = std::mem::take(&mut self.rows);
        self.variables = rows.split_off(leading(self.size));
        self.variables.close();
        if self.size == 1 {
            self.displacement = rows.take(2);
            self.velocity = rows.take(3);
            self.acceleration = rows.take(4);
        }
        self.instants = rows.take(0);
        rows.split_off(2);
        self.steps = rows.split_off(1);
        self.steps.close();
    }
}

/// Numbers of a row before the internal variables.
fn leading(size: usize) -> usize {
    if size == 1 { 5 } else { 2 }
}
