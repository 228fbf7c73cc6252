//! The steps of a run, the states it keeps, and those kept.

use super::energy::Energies;
use super::system::NodalState;
use crate::schemes::RunStatistics;

/// Steps of equal length.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    pub start: f64,
    /// Length of a step (s).
    pub step: f64,
    pub count: usize,
}

/// Steps that follow one another without a new start of the scheme.
#[derive(Clone, Debug, PartialEq)]
pub enum Stretch {
    /// Steps prescribed.
    Equal(Group),
    /// Steps that the scheme chooses, from the length of the first one to the end (s).
    Free { start: f64, first: f64, end: f64 },
}

impl Stretch {
    /// Its first instant (s).
    pub fn start(&self) -> f64 {
        match self {
            Stretch::Equal(group) => group.start,
            Stretch::Free { start, .. } => *start,
        }
    }

    /// Length of its first step (s).
    pub fn step(&self) -> f64 {
        match self {
            Stretch::Equal(group) => group.step,
            Stretch::Free { first, .. } => *first,
        }
    }

    /// Instant that the next step must not pass, after `made` steps of this stretch; none at its end.
    pub(super) fn next(&self, made: usize, time: f64) -> Option<f64> {
        match self {
            Stretch::Equal(group) => (made < group.count).then(|| group.start + (made + 1) as f64 * group.step),
            // A step shorter than rounding would never end.
            Stretch::Free { first, end, .. } => (time < end - 1e-12 * first).then_some(*end),
        }
    }
}

/// States that are kept, beside the last one.
#[derive(Clone, Debug, PartialEq)]
pub enum Keeping {
    /// For each step from the first, whether its end is kept.
    Steps(Vec<bool>),
    /// Instants, increasing (s): the state nearest to each is kept.
    Nearest(Vec<f64>),
}

/// When, and what is kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    pub stretches: Vec<Stretch>,
    pub keeping: Keeping,
    /// The end of the run (s).
    pub end: f64,
    /// Some motion is imposed.
    pub imposed: bool,
    /// Energies are summed at every step.
    pub energies: bool,
}

impl Plan {
    /// Number of steps prescribed.
    pub fn prescribed(&self) -> usize {
        let count = |stretch: &Stretch| if let Stretch::Equal(group) = stretch { group.count } else { 0 };
        self.stretches.iter().map(count).sum()
    }

    /// The steps that follow from the motion.
    pub fn is_free(&self) -> bool {
        self.stretches.iter().any(|s| matches!(s, Stretch::Free { .. }))
    }
}

/// Kept states. State `k` has displacements `displacement[k*n .. (k+1)*n]`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KeptInstants {
    pub instants: Vec<f64>,
    pub displacement: Vec<f64>,
    pub velocity: Vec<f64>,
    pub acceleration: Vec<f64>,
    pub statistics: RunStatistics,
    /// One row per step made: the instant it is known by (its end; its start where the scheme chooses the steps) and the sums.
    pub energies: Vec<(f64, Energies)>,
}

impl KeptInstants {
    /// Room for what `plan` asks for, of `size` unknowns per state.
    pub(super) fn reserve(&mut self, plan: &Plan, size: usize) {
        let states = 1 + match &plan.keeping {
            Keeping::Steps(kept) => kept.iter().filter(|k| **k).count(),
            Keeping::Nearest(instants) => instants.len(),
        };
        for values in [&mut self.displacement, &mut self.velocity, &mut self.acceleration] {
            values.reserve(states * size);
        }
        self.instants.reserve(states);
        self.energies.reserve(if plan.energies { plan.prescribed() } else { 0 });
    }

    pub(super) fn push(&mut self, state: &NodalState) {
        self.instants.push(state.time);
        self.displacement.extend_from_slice(&state.d);
        self.velocity.extend_from_slice(&state.v);
        self.acceleration.extend_from_slice(&state.a);
    }
}
