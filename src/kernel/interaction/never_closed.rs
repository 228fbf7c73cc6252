//! Contacts that never closed in a run, and how near they came.
//!
//! Whether a contact closed is noted by its law where it pushes; the smallest gap is read from the kept states afterwards, and
//! only for the contacts that stayed open: an open contact costs a step nothing.

use super::laws::Law;
use super::obstacles::Obstacle;
use super::set::InteractionSet;
use crate::columns::Columns;

/// Gaps up to this part of the position are rounding: the contact touches.
const TOUCHES: f64 = 1e-12;

/// A contact that stayed open.
#[derive(Clone, Debug)]
pub struct OpenContact {
    /// Its rank among the interactions, from 0.
    pub rank: usize,
    obstacle: Obstacle,
    /// First of its internal variables in a kept state.
    offset: usize,
}

impl InteractionSet {
    /// The contacts that no step found closed; `pushed` tells of each interaction whether an exact scheme gave it an impulse.
    pub fn never_closed(&self, pushed: impl Fn(usize) -> bool) -> Vec<OpenContact> {
        let mut offset = 0;
        let mut open = Vec::new();
        for (rank, law) in self.laws().iter().enumerate() {
            if let Law::Stop(stop) = law
                && !stop.state.touched
                && !pushed(rank)
            {
                open.push(OpenContact { rank, obstacle: stop.obstacle.clone(), offset });
            }
            offset += law.width();
        }
        open
    }
}

impl OpenContact {
    /// Smallest gap (m) in the kept states; 0 where the contact touches in one of them.
    pub fn smallest_gap(&self, variables: &Columns) -> f64 {
        let count = variables.len();
        let column = |k: usize| variables.column(self.offset + k, 0..count);
        let (on_y, on_z) = self.obstacle.axes();
        // Positions of node 1, and of node 2 where there is one.
        let columns = [(on_y, 4), (on_z, 5)].map(|(counts, k)| counts.then(|| (column(k), column(k + 3))));
        let mut smallest = f64::INFINITY;
        for state in 0..count {
            let [y, z] = columns.map(|pair| pair.map_or(0.0, |(first, second)| first.at(state) - second.at(state)));
            let gap = self.obstacle.gap(y, z, [-1.0, 0.0]).gap;
            smallest = smallest.min(if gap > TOUCHES * (y.abs() + z.abs()) { gap } else { 0.0 });
        }
        smallest
    }
}
