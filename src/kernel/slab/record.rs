//! Kept results of a run: states at archived instants, events, fields, balances.

use super::fault::SlabFault;

/// SlabState of the contact at one instant.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SlabState {
    /// (s)
    pub time: f64,
    /// Slip speed (m/s).
    pub slip: f64,
    /// Displacement and velocity of the base (m, m/s).
    pub displacement: f64,
    pub velocity: f64,
    /// Friction stress (Pa): `G w_x` at the base, of the sign of the slip.
    pub shear: f64,
    /// Pressure (Pa) and gap (m).
    pub pressure: f64,
    pub gap: f64,
    /// Solutions of the relation at the contact.
    pub solutions: u32,
    /// Up to this instant: slip distance (m) and friction work (J/m2).
    pub distance: f64,
    pub work: f64,
}

/// Part of a state that each tangential direction has; kept for the second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Across {
    pub slip: f64,
    pub displacement: f64,
    pub velocity: f64,
    pub shear: f64,
}

impl From<Across> for SlabState {
    /// The state with this as its first direction; the rest is 0.
    fn from(first: Across) -> SlabState {
        let Across { slip, displacement, velocity, shear } = first;
        SlabState { slip, displacement, velocity, shear, ..SlabState::default() }
    }
}

/// Kind of an event of the contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nature {
    /// The slip speed leaves 0.
    Slip,
    /// The slip speed reaches 0.
    Stick,
    /// Change of branch of the relation.
    Jump,
    Impact,
    Release,
}

/// An event of the contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Event {
    pub time: f64,
    pub nature: Nature,
    /// Slip speed before and after (m/s); of a vector, its size.
    pub before: f64,
    pub after: f64,
    /// True where the contact sticks after it.
    pub sticks: bool,
    /// Slip distance and friction work up to it.
    pub distance: f64,
    pub work: f64,
}

/// Motion over the height at one instant: one value per point.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Field {
    pub time: f64,
    pub heights: Vec<f64>,
    pub displacement: Vec<f64>,
    pub velocity: Vec<f64>,
    pub shear: Vec<f64>,
    /// Displacement, velocity and shear stress in the second direction; empty where there is none.
    pub across: [Vec<f64>; 3],
    pub normal_displacement: Vec<f64>,
    pub pressure: Vec<f64>,
}

/// Energies and works per area (J/m2).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Balance {
    pub initial: f64,
    pub kinetic: f64,
    pub elastic: f64,
    /// Slip distance (m).
    pub distance: f64,
    /// Work that friction takes, work of the top and of the foundation on the slab.
    pub friction: f64,
    pub top: f64,
    pub base: f64,
}

impl Balance {
    /// Energy that the identity does not account for.
    pub fn residual(&self) -> f64 {
        (self.kinetic + self.elastic - self.initial) - (self.top + self.base - self.friction)
    }
}

/// Most events that are kept.
pub const MOST_EVENTS: usize = 100_000;

/// All that a run gives.
#[derive(Clone, Debug, Default)]
pub struct SlabRun {
    pub states: Vec<SlabState>,
    /// The second direction of each state; empty where there is none.
    pub across: Vec<Across>,
    pub events: Vec<Event>,
    /// Events beyond those kept.
    pub lost_events: u64,
    pub fields: Vec<Field>,
    pub balance: Balance,
    /// Time in stick (s), and in all.
    pub stuck: f64,
    pub end: f64,
    /// The contact sticks at the start.
    pub starts_stuck: bool,
    pub steps: u64,
    /// Length of a step (s).
    pub step: f64,
    /// Steps between archived states.
    pub archive: u64,
    /// Pieces that had to be joined (see the delay line).
    pub joined: u64,
    pub fault: Option<SlabFault>,
    /// Stopped by the user.
    pub interrupted: bool,
}

impl SlabRun {
    /// Keeps a state, and its second direction where there is one.
    pub fn keep(&mut self, (state, across): (SlabState, Option<Across>)) {
        self.states.push(state);
        self.across.extend(across);
    }

    /// Puts the states in the order of their instants; those of the same instant keep theirs.
    pub fn sort(&mut self) {
        let mut order: Vec<usize> = (0..self.states.len()).collect();
        order.sort_by(|a, b| self.states[*a].time.total_cmp(&self.states[*b].time));
        self.states = order.iter().map(|i| self.states[*i]).collect();
        if !self.across.is_empty() {
            self.across = order.iter().map(|i| self.across[*i]).collect();
        }
    }

    /// Keeps an event, and counts those beyond the room for them.
    pub fn note(&mut self, event: Event) {
        if self.events.len() < MOST_EVENTS {
            self.events.push(event);
        } else {
            self.lost_events += 1;
        }
    }
}
