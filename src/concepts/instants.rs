//! List of instants of a nonlinear analysis, with answers to steps that fail and rules for steps that adapt.

use crate::kernel::structural::increments::{Action, Comparison};

/// DEFI_LIST_INST, or a plain list of instants.
#[derive(Clone, Debug, PartialEq)]
pub struct InstantList {
    /// Instants in increasing order (s): ends of steps, or milestones of steps that adapt.
    pub instants: Vec<f64>,
    /// Answer to a step that fails.
    pub failure: Action,
    pub events: Vec<(StepEvent, Action)>,
    pub adaptive: Option<AdaptiveSteps>,
}

/// Event that a step is watched for.
#[derive(Clone, Debug, PartialEq)]
pub enum StepEvent {
    /// DIVE_RESI: residuals grow.
    Divergence,
    /// RESI_MAXI: the largest residual exceeds a bound.
    Residual(f64),
    /// DELTA_GRANDEUR: a component moves more than a bound over the step.
    Increment { component: WatchedComponent, largest: f64 },
}

/// A component of a field, on some groups (everywhere without any).
#[derive(Clone, Debug, PartialEq)]
pub struct WatchedComponent {
    /// DEPL, SIEF_ELGA or VARI_ELGA.
    pub field: String,
    pub component: String,
    pub cell_groups: Vec<String>,
    pub node_groups: Vec<String>,
}

/// METHODE='AUTO'.
#[derive(Clone, Debug, PartialEq)]
pub struct AdaptiveSteps {
    /// PAS_MINI, PAS_MAXI (s), NB_PAS_MAXI.
    pub shortest: Option<f64>,
    pub longest: Option<f64>,
    pub most: u64,
    pub rules: Vec<AdaptationRule>,
}

/// One ADAPTATION.
#[derive(Clone, Debug, PartialEq)]
pub struct AdaptationRule {
    pub occasion: AdaptationOccasion,
    pub growth: StepGrowth,
}

/// When a length is proposed for the next step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum AdaptationOccasion {
    /// After steps in a row whose iterations compare with a number, by default half of the most allowed.
    Threshold {
        steps: u32,
        comparison: Comparison,
        value: Option<u32>,
    },
    EachStep,
    Never,
}

/// The length proposed for the next step.
#[derive(Clone, Debug, PartialEq)]
pub enum StepGrowth {
    Factor(f64),
    Iterations(f64),
    Increment { component: WatchedComponent, reference: f64 },
}
