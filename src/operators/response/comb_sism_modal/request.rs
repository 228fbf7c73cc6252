//! What a call asks for, whichever way it is written.

use std::sync::Arc;

use crate::catalogue::{Call, Keywords};
use crate::concepts::{Concept, ModeSet};
use crate::kernel::response_spectrum::{Cumulation, DirectionRule, ModeCombination, Oscillator};

/// Names of the three directions, by rank.
pub const AXES: [&str; 3] = ["X", "Y", "Z"];

pub struct Request<'c> {
    pub modes: Arc<ModeSet>,
    /// Ranks of the modes used, in increasing order of frequency.
    pub selected: Vec<usize>,
    /// Frequency and damping of each.
    pub oscillators: Vec<Oscillator>,
    pub rule: ModeCombination,
    pub correction: Option<Correction<'c>>,
    /// Frequency (Hz) from which the ground is followed rigidly, and whether the study gave it.
    pub cutoff: f64,
    pub cutoff_written: bool,
    /// Ranks of the directions that have a spectrum, increasing.
    pub directions: Vec<usize>,
    pub spectra: Vec<Spectrum<'c>>,
    pub ground: Ground<'c>,
    pub direction_rule: Option<DirectionRule>,
    pub options: Vec<Arc<str>>,
    pub naming: Naming<'c>,
}

impl<'c> Request<'c> {
    /// The oscillators of the modes `selected` and their rule; all else is not read yet.
    pub fn of_modes(
        call: &'c Call,
        modes: &Arc<ModeSet>,
        selected: Vec<usize>,
        oscillators: Vec<Oscillator>,
        rule: ModeCombination,
    ) -> Self {
        let highest = oscillators.last().map_or(0.0, |o| o.frequency);
        Request {
            modes: modes.clone(),
            selected,
            oscillators,
            rule,
            correction: None,
            cutoff: call.real_if_given("FREQ_COUP").unwrap_or(highest),
            cutoff_written: call.has("FREQ_COUP"),
            directions: Vec::new(),
            spectra: Vec::new(),
            ground: Ground::One,
            direction_rule: None,
            options: call.texts("OPTION"),
            naming: Naming::Cases(Vec::new()),
        }
    }
}

/// Static shapes that stand for the modes left out.
pub struct Correction<'c> {
    pub shapes: &'c Arc<ModeSet>,
    /// Name of the keyword that gives them.
    pub keyword: &'static str,
}

/// A spectrum along one direction, at one support.
pub struct Spectrum<'c> {
    pub direction: usize,
    /// Rank of the support; 0 when all supports move together.
    pub support: usize,
    pub values: &'c Concept,
    pub scale: f64,
    pub nature: Nature,
    /// Whether frequencies and values are corrected for damping.
    pub damped: bool,
    /// Where it is written.
    pub keywords: &'c Keywords,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nature {
    Acceleration,
    Velocity,
    Displacement,
}

pub enum Ground<'c> {
    /// All supports follow one motion (the largest of several spectra, for an envelope).
    One,
    Many(Supports<'c>),
}

/// Supports that move separately.
pub struct Supports<'c> {
    pub names: Vec<String>,
    pub nodes: Vec<Vec<usize>>,
    /// Ranks of the supports that move together; each support is in one group.
    pub groups: Vec<Vec<usize>>,
    pub displacements: Vec<Displacement<'c>>,
    /// Between the supports of a group, mode by mode.
    pub within: Cumulation,
    /// Supports whose responses count in absolute value.
    pub absolute: Vec<bool>,
    /// Between the static corrections of the supports of a group.
    pub corrected: Cumulation,
    /// Between the displacements of the supports of a group.
    pub displaced: Cumulation,
    /// Between groups.
    pub between: Cumulation,
    /// Whether the displacements of supports are left out of the totals.
    pub apart: bool,
    /// Whether they belong to the dynamic part too.
    pub in_dynamic: bool,
}

/// Largest displacement of one support.
pub struct Displacement<'c> {
    pub support: usize,
    pub shapes: &'c Arc<ModeSet>,
    pub vector: [Option<f64>; 3],
    /// Number of the case, in the older syntax.
    pub case: i64,
}

/// How the fields of the result are named.
pub enum Naming<'c> {
    /// NOM_CAS, as each TYPE_RESU asks.
    Cases(Vec<Output>),
    /// NUME_ORDRE of the older syntax, with its combinations of support displacements.
    Orders(Vec<Secondary<'c>>),
}

/// One TYPE_RESU.
pub struct Output {
    pub kind: Kind,
    /// Directions whose own field is kept.
    pub axes: Vec<usize>,
    /// Whether the signed combinations of directions are kept.
    pub newmark: bool,
    /// VALE_SPEC: ranks of the modes among the selected ones, and of the supports.
    pub modes: Vec<usize>,
    pub supports: Vec<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Modal,
    Directional,
    Dynamic,
    QuasiStatic,
    Inertial,
    Displacement,
    Total,
}

/// One COMB_DEPL_APPUI: cases of support displacement kept apart.
pub struct Secondary<'c> {
    pub cases: Option<Vec<i64>>,
    pub rule: Cumulation,
    pub keywords: &'c Keywords,
}

impl Request<'_> {
    /// `p_r`: participation factor of each selected mode along a direction.
    pub fn participations(&self, direction: usize) -> Vec<f64> {
        let name = ["FACT_PARTICI_DX", "FACT_PARTICI_DY", "FACT_PARTICI_DZ"][direction];
        self.selected.iter().map(|&r| self.modes[r].parameter(name).unwrap_or(0.0)).collect()
    }

    /// `ω_r` (rad/s)
    pub fn pulsations(&self) -> Vec<f64> {
        self.oscillators.iter().map(Oscillator::pulsation).collect()
    }

    /// Whether even the first mode lies above the cut-off frequency that the study gave.
    pub fn all_rigid(&self) -> bool {
        self.cutoff_written && self.oscillators.first().is_some_and(|o| self.cutoff < o.frequency)
    }
}
