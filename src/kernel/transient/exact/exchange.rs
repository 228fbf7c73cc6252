//! What contacts exchange during a run of an exact scheme, kept with its states.

use crate::transient::contact_problem::Outcome;

/// Numbers accumulated per contact: impulses along the normal and both tangents (N s), the integral of
/// `N |v_t|` (J, Archard's convention, without friction coefficient), the work of friction (J, positive).
pub const TOTALS: usize = 5;
/// Internal variables of a contact, as a stop has them.
pub const VARIABLES: usize = 20;

/// Kind of an event of a contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EventKind {
    /// Slip begins.
    Slip,
    /// Stick begins.
    Stick,
    /// Slip changes its direction at once.
    Reversal,
    /// Contact begins.
    Impact,
    /// Contact ends.
    Separation,
}

/// One event: date (s), rank of the contact from 0, nature.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrictionEvent {
    pub time: f64,
    pub contact: usize,
    pub kind: EventKind,
}

/// Counts of a run of an exact scheme.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ExactStatistics {
    /// Events by nature, in the order of [`EventKind`].
    pub events: [u64; 5],
    /// Longest stick (s).
    pub longest_stick: f64,
    /// Smallest distance between two events of different dates (s).
    pub smallest_distance: f64,
    /// Steps with more events than the limit, made without locating them.
    pub fallbacks: u64,
    /// First of these steps (s).
    pub first_fallback: Option<f64>,
    /// Bounces that became too small to be told from rest.
    pub settled: u64,
    /// First instant where the reduced problem of contacts was not solved to rounding (s), and how often.
    pub unsolved: Option<f64>,
    pub unsolved_count: u64,
    /// Some reactions were not determined by the motion.
    pub redundant: bool,
    /// A force without series was replaced by polynomials.
    pub fitted: bool,
    /// Series computed (event scheme), sweeps of the reduced problem (both).
    pub series: u64,
    pub sweeps: u64,
    /// Series that are short because modes far above the others move what contacts do, and the lowest frequency of these (Hz).
    pub followed: u64,
    pub fast: f64,
    /// Kinetic energy lost in impacts (J), friction apart.
    pub impact_loss: f64,
}

impl ExactStatistics {
    /// Counts how the reduced problem of contacts was solved at time `time` (s).
    pub fn account(&mut self, time: f64, outcome: Outcome) {
        self.sweeps += u64::from(outcome.sweeps);
        self.redundant |= outcome.redundant;
        if !outcome.exact {
            self.unsolved = self.unsolved.or(Some(time));
            self.unsolved_count += 1;
        }
    }
}

/// Totals and variables of all contacts at the present instant. Empty for the other schemes.
#[derive(Clone, Debug, Default)]
pub struct Exchange {
    pub totals: Vec<f64>,
    pub variables: Vec<f64>,
    pub events: Vec<FrictionEvent>,
    pub statistics: ExactStatistics,
    /// Since when each contact sticks.
    stick_since: Vec<Option<f64>>,
    last_event: Option<f64>,
    /// Totals and instant of the state kept before.
    kept: Vec<f64>,
    kept_at: Option<f64>,
}

/// Events kept with a run; more are counted only.
const MOST_EVENTS: usize = 1 << 21;

impl Exchange {
    /// Nothing exchanged yet, for so many contacts.
    pub fn new(contacts: usize) -> Exchange {
        Exchange {
            totals: vec![0.0; TOTALS * contacts],
            variables: vec![0.0; VARIABLES * contacts],
            events: Vec::with_capacity(256),
            statistics: ExactStatistics { smallest_distance: f64::INFINITY, ..ExactStatistics::default() },
            stick_since: vec![None; contacts],
            last_event: None,
            kept: vec![0.0; TOTALS * contacts],
            kept_at: None,
        }
    }

    /// True without contacts.
    pub fn is_empty(&self) -> bool {
        self.totals.is_empty()
    }

    /// Notes an event; times do not decrease.
    pub fn note(&mut self, time: f64, contact: usize, kind: EventKind) {
        self.statistics.events[kind as usize] += 1;
        if let Some(last) = self.last_event
            && time > last
        {
            self.statistics.smallest_distance = self.statistics.smallest_distance.min(time - last);
        }
        self.last_event = Some(time);
        self.stick(time, contact, kind == EventKind::Stick);
        if self.events.len() < MOST_EVENTS {
            self.events.push(FrictionEvent { time, contact, kind });
        }
    }

    /// Notes since when a contact sticks, or that it no longer does.
    pub fn stick(&mut self, time: f64, contact: usize, sticks: bool) {
        let since = &mut self.stick_since[contact];
        match (*since, sticks) {
            (None, true) => *since = Some(time),
            (Some(from), false) => {
                self.statistics.longest_stick = self.statistics.longest_stick.max(time - from);
                *since = None;
            }
            _ => {}
        }
    }

    /// Counts the sticks that last to the end.
    pub fn finish(&mut self, time: f64) {
        for contact in 0..self.stick_since.len() {
            self.stick(time, contact, false);
        }
    }

    /// Forces of a kept state: impulses since the state kept before, divided by the time between.
    pub fn keep(&mut self, time: f64) {
        if let Some(before) = self.kept_at
            && time > before
        {
            let rows = self.variables.chunks_exact_mut(VARIABLES).zip(self.totals.chunks_exact(TOTALS));
            for ((variables, totals), kept) in rows.zip(self.kept.chunks_exact(TOTALS)) {
                for k in 0..3 {
                    variables[k] = (totals[k] - kept[k]) / (time - before);
                }
            }
        }
        self.kept_at = Some(time);
        self.kept.copy_from_slice(&self.totals);
    }
}
