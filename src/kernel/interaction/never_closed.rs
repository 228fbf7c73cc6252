//! Contacts that never closed in a run, and how near they came.
//!
//! Whether a contact closed is noted by its law where it pushes; the smallest gap is read from the kept states afterwards, and
//! only for the contacts that stayed open: an open contact costs a step nothing. FLAMBAGE and CHOC_ELAS_TRAC, which are rare, note
//! their gap at each evaluation.

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
    seen: Seen,
}

/// Source of the gap of an open contact.
#[derive(Clone, Debug)]
enum Seen {
    /// From its positions in the kept states, of which `offset` is the first internal variable.
    Kept { obstacle: Obstacle, offset: usize },
    /// From all evaluations.
    Everywhere { gap: f64 },
}

impl InteractionSet {
    /// The contacts that no step found closed; `pushed` tells of each interaction whether an exact scheme gave it an impulse.
    pub fn never_closed(&self, pushed: impl Fn(usize) -> bool) -> Vec<OpenContact> {
        let mut offset = 0;
        let mut open = Vec::new();
        for (rank, law) in self.laws().iter().enumerate() {
            let seen = match law {
                Law::Stop(stop) if !stop.state.touched && !pushed(rank) => {
                    Some(Seen::Kept { obstacle: stop.obstacle.clone(), offset })
                }
                Law::Buckling(stop) => Some(Seen::Everywhere { gap: stop.smallest_gap }),
                Law::ElasticShock(shock) => Some(Seen::Everywhere { gap: shock.smallest_gap }),
                _ => None,
            };
            open.extend(seen.map(|seen| OpenContact { rank, seen }));
            offset += law.width();
        }
        open
    }
}

impl OpenContact {
    /// True where the kept states alone tell the gap.
    pub fn is_seen_in_kept_states(&self) -> bool {
        matches!(self.seen, Seen::Kept { .. })
    }

    /// Smallest gap (m); 0 or less where the contact touches.
    pub fn smallest_gap(&self, variables: &Columns) -> f64 {
        let (obstacle, offset) = match &self.seen {
            Seen::Kept { obstacle, offset } => (obstacle, *offset),
            Seen::Everywhere { gap } => return *gap,
        };
        let count = variables.len();
        let column = |k: usize| variables.column(offset + k, 0..count);
        let (on_y, on_z) = obstacle.axes();
        // Positions of node 1, and of node 2 where there is one.
        let columns = [(on_y, 4), (on_z, 5)].map(|(counts, k)| counts.then(|| (column(k), column(k + 3))));
        let mut smallest = f64::INFINITY;
        for state in 0..count {
            let [y, z] = columns.map(|pair| pair.map_or(0.0, |(first, second)| first.at(state) - second.at(state)));
            let gap = obstacle.gap(y, z, [-1.0, 0.0]).gap;
            smallest = smallest.min(if gap > TOUCHES * (y.abs() + z.abs()) { gap } else { 0.0 });
        }
        smallest
    }
}
