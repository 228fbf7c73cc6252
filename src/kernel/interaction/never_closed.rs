//! Contacts that never closed in a run, and how near they came; contacts that are closed at its start, and how far.
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

/// A contact that is closed in the first state of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClosedContact {
    /// Its rank among the interactions, from 0.
    pub rank: usize,
    /// Depth in the obstacle (m).
    pub depth: f64,
    /// Normal force (N); 0 for a rigid contact.
    pub force: f64,
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

    /// The contacts whose nodes lie inside their obstacles in the first of the states, given by its internal variables.
    pub fn closed_at_start(&self, variables: &Columns) -> Vec<ClosedContact> {
        let mut offset = 0;
        let mut closed = Vec::new();
        for (rank, law) in self.laws().iter().enumerate().take_while(|_| !variables.is_empty()) {
            if let Law::Stop(stop) = law {
                let (gap, size) = gap_at(&stop.obstacle, offset, |k| variables.at(0, k));
                if -gap > TOUCHES * size {
                    closed.push(ClosedContact { rank, depth: -gap, force: variables.at(0, offset) });
                }
            }
            offset += law.width();
        }
        closed
    }
}

/// The gap of a stop whose first internal variable is `offset`, and the size of the positions that it is the difference of (m).
fn gap_at(obstacle: &Obstacle, offset: usize, variable: impl Fn(usize) -> f64) -> (f64, f64) {
    let (on_y, on_z) = obstacle.axes();
    // Positions of node 1, and of node 2 where there is one.
    let along = |counts: bool, k: usize| {
        if counts { variable(offset + k) - variable(offset + k + 3) } else { 0.0 }
    };
    let (y, z) = (along(on_y, 4), along(on_z, 5));
    (obstacle.gap(y, z, [-1.0, 0.0]).gap, y.abs() + z.abs())
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
        let mut smallest = f64::INFINITY;
        for state in 0..variables.len() {
            let (gap, size) = gap_at(obstacle, offset, |k| variables.at(state, k));
            smallest = smallest.min(if gap > TOUCHES * size { gap } else { 0.0 });
        }
        smallest
    }
}
