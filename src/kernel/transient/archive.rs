//! Kept states, in order of time.

use super::dynamics::{Dynamics, ModalState};
use super::orders::Orders;
use crate::columns::Columns;
use crate::pooled::Numbers;

/// States of one run take no more: 4 GiB, or 2 GiB where an address has 32 bits.
const MOST_BYTES: usize = if usize::BITS > 32 { 1 << (usize::BITS / 2) } else { 1 << 31 };

/// Bytes that `states` states of `size` coordinates and `variable_count` internal variables take; `None` when a run may
/// not keep so many.
pub fn bytes_of_states(size: usize, variable_count: usize, states: usize) -> Option<usize> {
    states.checked_mul(8 * (5 + 3 * size + variable_count)).filter(|bytes| *bytes < MOST_BYTES)
}

/// States of a run, each with all internal variables. State `k` has displacements
/// `displacement[k*n .. (k+1)*n]`.
#[derive(Clone, Debug, Default)]
pub struct Archive {
    pub size: usize,
    /// Step counter.
    pub orders: Orders,
    pub instants: Numbers,
    /// Length of the step that led to the state: one column.
    pub steps: Columns,
    pub displacement: Numbers,
    pub velocity: Numbers,
    pub acceleration: Numbers,
    /// Internal variables, a row per state.
    pub variables: Columns,
    /// Exchanges of contacts up to each state in a scheme of exact friction: no column in the others.
    pub exchanged: Columns,
    /// While the run goes on: instant and step of each state, then displacement, velocity and acceleration if there
    /// is one coordinate.
    motion: Columns,
    /// Place of each mode in the state, where the run has them in another order.
    places: Option<Vec<usize>>,
}

impl Archive {
    /// Room for `states` states, so that a run whose length is known allocates once.
    pub fn with_room(size: usize, variable_count: usize, exchanged: usize, states: usize) -> Self {
        let states = states.min(MOST_BYTES / 8 / (3 + 3 * size + variable_count + exchanged) + 1);
        let room = || if size == 1 { Numbers::default() } else { Numbers::with_room(size * states) };
        Archive {
            size,
            displacement: room(),
            velocity: room(),
            acceleration: room(),
            motion: Columns::new(if size == 1 { 5 } else { 2 }, states),
            variables: Columns::new(variable_count, states),
            exchanged: Columns::new(exchanged, states),
            ..Archive::default()
        }
    }

    /// States come with their modes in this order (for each place its mode); they are kept in the order of modes.
    pub(super) fn reorder(&mut self, order: &[usize]) {
        let mut places = vec![0; order.len()];
        order.iter().enumerate().for_each(|(place, mode)| places[*mode] = place);
        self.places = Some(places);
    }

    /// Number of kept states.
    pub fn len(&self) -> usize {
        self.orders.len()
    }

    /// True where no state is kept.
    pub fn is_empty(&self) -> bool {
        self.orders.is_empty()
    }

    /// True where the states take all the memory that a run may take.
    pub(super) fn is_full(&self) -> bool {
        8 * (3 * self.displacement.len() + self.motion.kept() + self.variables.kept() + self.exchanged.kept())
            >= MOST_BYTES
    }

    #[inline]
    pub(crate) fn push(&mut self, order: i64, state: &ModalState, step: f64, dynamics: &mut Dynamics) {
        self.orders.push(order);
        if let ([q], [v], [a]) = (state.q.as_slice(), state.v.as_slice(), state.a.as_slice()) {
            self.motion.push_with(|row| row.copy_from_slice(&[state.t, step, *q, *v, *a]));
        } else {
            self.motion.push(&[state.t, step]);
            let motion = [&state.q, &state.v, &state.a];
            let kept = [&mut self.displacement, &mut self.velocity, &mut self.acceleration];
            for (kept, motion) in kept.into_iter().zip(motion) {
                match &self.places {
                    None => kept.extend_from_slice(motion),
                    Some(places) => kept.extend(places.iter().map(|&place| motion[place])),
                }
            }
        }
        if !dynamics.exchange.is_empty() {
            return self.push_exchange(state.t, dynamics);
        }
        let interactions = &mut dynamics.interactions;
        if interactions.is_plain_of_one() {
            self.variables.push_with(|row| interactions.store_of_one(row));
        } else if self.variables.width() > 0 {
            self.variables.push_with(|row| interactions.store(row));
        }
    }

    #[inline(never)]
    fn push_exchange(&mut self, time: f64, dynamics: &mut Dynamics) {
        let exchange = &mut dynamics.exchange;
        exchange.keep(time);
        self.variables.push(&exchange.variables);
        self.exchanged.push(&exchange.totals);
    }

    /// Makes the states ready to be read.
    pub(crate) fn close(&mut self) {
        self.variables.close();
        self.exchanged.close();
        let mut columns = std::mem::take(&mut self.motion).apart().into_iter();
        let mut next = || columns.next().unwrap_or_default();
        (self.instants, self.steps) = (next().into_numbers(), next());
        if self.size == 1 {
            (self.displacement, self.velocity) = (next().into_numbers(), next().into_numbers());
            self.acceleration = next().into_numbers();
        }
    }
}
