//! The coordinates of a modal transient: those of the matrices, or all those of coupled sub-structures with the
//! multipliers of their links where the scheme controls its step.

use std::sync::Arc;

use crate::concepts::{GeneralizedVector, ModeSet, Trajectory};
use crate::operators::matrices::substructures::LinkedCoordinates;

pub(super) struct Coordinates {
    pub basis: Arc<ModeSet>,
    /// Number of coordinates of the run, and of the matrices given.
    pub size: usize,
    pub given: usize,
    pub links: Option<LinkedCoordinates>,
    /// The way between both, for runs continued with another scheme.
    ways: Option<LinkedCoordinates>,
}

/// What a generalised vector stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    Force,
    Motion,
}

impl Coordinates {
    /// `ways` is given for sub-structures; `with_multipliers` tells whether the run has their multipliers.
    pub fn new(basis: Arc<ModeSet>, given: usize, ways: Option<LinkedCoordinates>, with_multipliers: bool) -> Self {
        match ways {
            Some(links) if with_multipliers => {
                let (basis, size) = (links.basis.clone(), links.size());
                Coordinates { basis, size, given, links: Some(links.clone()), ways: Some(links) }
            }
            ways => Coordinates { basis, size: given, given, links: None, ways },
        }
    }

    pub fn vector(&self, vector: &GeneralizedVector, meaning: Meaning) -> Vec<f64> {
        match (&self.links, meaning) {
            (Some(links), Meaning::Force) => links.force(vector),
            (Some(links), Meaning::Motion) => links.motion(vector.values.as_slice()),
            (None, _) => vector.values.iter().copied().collect(),
        }
    }

    /// A run on the other coordinates of the same sub-structures, brought to these; its multipliers start from zero.
    pub fn brought(&self, run: &Arc<Trajectory>) -> Arc<Trajectory> {
        let Some(ways) =
            self.ways.as_ref().filter(|ways| run.size != self.size && run.size.max(self.size) == ways.size())
        else {
            return run.clone();
        };
        if run.size.min(self.size) != self.given {
            return run.clone();
        }
        let all = |states: &[f64]| -> Vec<f64> {
            let one = |state: &[f64]| if self.links.is_some() { ways.motion(state) } else { ways.kept(state) };
            states.chunks(run.size.max(1)).flat_map(one).collect()
        };
        Arc::new(Trajectory {
            basis: self.basis.clone(),
            size: self.size,
            displacement: all(&run.displacement).into(),
            velocity: all(&run.velocity).into(),
            acceleration: all(&run.acceleration).into(),
            ..(**run).clone()
        })
    }
}
