//! A modal transient, complete: equation, initial state, instants, scheme.

use super::adaptive::AdaptiveOptions;
use super::devogelaere::DevogelaereOptions;
use super::dynamics::Dynamics;
use super::event_driven::EventOptions;
use super::moreau::MoreauOptions;
use super::newmark::NewmarkOptions;
use super::runge_kutta::RungeKuttaOptions;
use super::schedule::Schedule;

/// The initial state.
#[derive(Clone, Debug, PartialEq)]
pub enum Start {
    /// Given displacement and velocity; the acceleration follows from equilibrium.
    Fresh { q: Vec<f64>, v: Vec<f64> },
    /// A kept state of another run, taken as it is, with all internal variables.
    Continued { q: Vec<f64>, v: Vec<f64>, a: Vec<f64>, variables: Vec<f64> },
}

/// Which scheme, with its options.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scheme {
    SymplecticEuler,
    Adaptive(AdaptiveOptions),
    RungeKutta(RungeKuttaOptions),
    Devogelaere(DevogelaereOptions),
    Newmark(NewmarkOptions),
    Trbdf2,
    Itmi,
    /// Exact friction, events located.
    EventDriven(EventOptions),
    /// Exact friction by impulses.
    Moreau(MoreauOptions),
}

impl Scheme {
    /// Bounds of the step given by the user, for the schemes that control it.
    pub fn limits(&self) -> Option<StepLimits> {
        match self {
            Scheme::Adaptive(options) => Some(options.limits),
            Scheme::RungeKutta(options) => Some(options.limits),
            Scheme::Devogelaere(options) => Some(options.limits),
            _ => None,
        }
    }

    /// Whether contacts have Coulomb's law itself, without penalty.
    pub fn is_exact(&self) -> bool {
        matches!(self, Scheme::EventDriven(_) | Scheme::Moreau(_))
    }

    /// Whether a run of nominal step `step` adapts it.
    pub fn adapts(&self, step: f64) -> bool {
        self.limits().is_some_and(|limits| {
            let (minimum, maximum) = limits.or(1e-6 * step, 1e6 * step);
            (maximum / minimum - 1.0).abs() > 100.0 * f64::EPSILON
        })
    }
}

/// PAS_MINI and PAS_MAXI, where given (s).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StepLimits {
    pub minimum: Option<f64>,
    pub maximum: Option<f64>,
}

impl StepLimits {
    pub fn or(self, minimum: f64, maximum: f64) -> (f64, f64) {
        (self.minimum.unwrap_or(minimum), self.maximum.unwrap_or(maximum))
    }
}

/// Everything a run needs.
#[derive(Clone, Debug)]
pub struct Problem {
    pub dynamics: Dynamics,
    pub start: Start,
    pub schedule: Schedule,
    pub scheme: Scheme,
    /// Contacts are in the matrices while they are closed.
    pub implicit: bool,
    /// Order number of the initial state.
    pub first_order: i64,
    /// Whether the initial state is kept (not when the run is appended to the one it continues).
    pub keep_start: bool,
}
