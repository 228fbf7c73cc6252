//! The result of a transient on a modal basis.

use std::sync::Arc;

use super::modes::ModeSet;
use crate::kernel::columns::Columns;
use crate::kernel::pooled::Numbers;
use crate::kernel::signal::Signal;
use crate::kernel::transient::{Archive, Orders};

pub use crate::kernel::schemes::RunStatistics;
use crate::kernel::transient::exact::FrictionEvent;

/// One local nonlinearity of a transient, and where its internal variables are.
#[derive(Clone, Debug, PartialEq)]
pub struct InteractionRecord {
    /// `DIS_CHOC`, `FLAMBAGE`, `RELA_EFFO_DEPL` ...
    pub relation: String,
    /// INTITULE, or the default title (16 characters of relation, 8 of rank).
    pub title: String,
    /// Nodes (rank from 0) in the mesh of the basis.
    pub node_1: usize,
    pub node_2: Option<usize>,
    /// First internal variable in a state's variables, and how many.
    pub offset: usize,
    pub width: usize,
    /// A stop without friction law: no speed of sliding is kept.
    pub frictionless: bool,
    /// RELA_EFFO_*: component and function name; empty otherwise.
    pub component: String,
    pub function: String,
    /// SOUS_STRUC_1, SOUS_STRUC_2; empty otherwise.
    pub substructures: [String; 2],
}

/// Motion of supports or a static correction, added when physical fields are restored.
#[derive(Clone, Debug)]
pub struct Support {
    /// One value for each unknown of the basis's numbering.
    pub shape: Vec<f64>,
    /// Displacement, velocity and acceleration as functions of time.
    pub motion: [Option<Signal>; 3],
    /// True for CORR_STAT, false for MULT_APPUI.
    pub correction: bool,
}

/// Archived states, in order of time. State `k` has coordinates `q[k*n .. (k+1)*n]`.
#[derive(Clone, Debug)]
pub struct Trajectory {
    pub basis: Arc<ModeSet>,
    /// Number of generalised coordinates.
    pub size: usize,
    /// Scheme of the first run (`DIFF_CENTRE` ...), which decides what statistics apply; `None` where no run made the states (projection).
    pub scheme: Option<String>,
    /// True when the run continued another (ETAT_INIT/RESULTAT).
    pub continued: bool,
    /// Step counter at each archived state.
    pub orders: Orders,
    pub instants: Numbers,
    /// Length of the step that led to the state (s): one column.
    pub steps: Columns,
    pub displacement: Numbers,
    pub velocity: Numbers,
    pub acceleration: Numbers,
    pub interactions: Vec<InteractionRecord>,
    /// Internal variables of all interactions, a row per state.
    pub variables: Columns,
    pub supports: Vec<Support>,
    pub statistics: RunStatistics,
    /// Exchanges of contacts up to each state, five numbers per contact; no column except in schemes of exact friction.
    pub exchanged: Columns,
    /// Events of contacts, of such a scheme.
    pub events: Vec<FrictionEvent>,
}

impl Trajectory {
    /// The kept states of a run, of supports at rest.
    pub fn of_run(
        basis: Arc<ModeSet>,
        scheme: &str,
        archive: Archive,
        interactions: Vec<InteractionRecord>,
        events: Vec<FrictionEvent>,
    ) -> Self {
        Trajectory {
            basis,
            size: archive.size,
            scheme: Some(scheme.to_string()),
            continued: false,
            orders: archive.orders,
            instants: archive.instants,
            steps: archive.steps,
            displacement: archive.displacement,
            velocity: archive.velocity,
            acceleration: archive.acceleration,
            interactions,
            variables: archive.variables,
            supports: Vec::new(),
            statistics: RunStatistics::default(),
            exchanged: archive.exchanged,
            events,
        }
    }

    /// States that no run made, without interactions: their instants (s), the length of the step to each (s), and displacements,
    /// velocities and accelerations, one state after the other.
    pub fn without_run(
        (basis, size): (&Arc<ModeSet>, usize),
        orders: Orders,
        (instants, steps): (Vec<f64>, &[f64]),
        [displacement, velocity, acceleration]: [Numbers; 3],
    ) -> Self {
        Trajectory {
            basis: basis.clone(),
            size,
            scheme: None,
            continued: false,
            orders,
            instants: instants.into(),
            steps: Columns::from_rows(1, steps),
            displacement,
            velocity,
            acceleration,
            interactions: Vec::new(),
            variables: Columns::default(),
            supports: Vec::new(),
            statistics: RunStatistics::default(),
            exchanged: Columns::default(),
            events: Vec::new(),
        }
    }

    /// True when all archived instants are the same step apart, to rounding.
    pub fn has_equal_steps(&self) -> bool {
        let [first, .., last] = self.instants.as_slice() else { return true };
        let step = (last - first) / (self.len() - 1) as f64;
        self.instants.windows(2).all(|pair| (pair[1] - pair[0] - step).abs() <= 1e-9 * step.abs())
    }

    /// Number of kept states.
    pub fn len(&self) -> usize {
        self.instants.len()
    }

    /// True without any state.
    pub fn is_empty(&self) -> bool {
        self.instants.is_empty()
    }

    /// Generalised displacement of state `k`.
    pub fn q(&self, k: usize) -> &[f64] {
        &self.displacement[k * self.size..(k + 1) * self.size]
    }

    /// Generalised velocities of state `k`, one per mode.
    pub fn v(&self, k: usize) -> &[f64] {
        &self.velocity[k * self.size..(k + 1) * self.size]
    }

    /// Generalised accelerations of state `k`, one per mode.
    pub fn a(&self, k: usize) -> &[f64] {
        &self.acceleration[k * self.size..(k + 1) * self.size]
    }

    /// Internal variable `j` of interaction `i` in state `k`.
    pub fn internal(&self, k: usize, i: usize, j: usize) -> f64 {
        self.variables.at(k, self.interactions[i].offset + j)
    }
}
