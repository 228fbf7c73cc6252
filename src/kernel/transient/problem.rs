//! A modal transient, complete: equation, initial state, instants, scheme.

use super::adaptive::{AdaptiveOptions, AdaptiveOrder};
use super::devogelaere::DevogelaereOptions;
use super::dynamics::Dynamics;
use super::event_driven::EventOptions;
use super::moreau::MoreauOptions;
use super::newmark::NewmarkOptions;
use super::runge_kutta::{Pair, RungeKuttaOptions};
use super::schedule::Schedule;
use crate::schemes::SchemeInfo;
use crate::transient::step_limits::StepLimits;

/// The initial state.
#[derive(Clone, Debug, PartialEq)]
pub enum Start {
    /// Given displacement and velocity; the acceleration follows from equilibrium.
    Fresh { q: Vec<f64>, v: Vec<f64> },
    /// A kept state of another run, taken as it is, with all internal variables.
    Continued { q: Vec<f64>, v: Vec<f64>, a: Vec<f64>, variables: Vec<f64> },
}

/// Scheme with its options.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ModalScheme {
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

impl ModalScheme {
    /// The scheme called `name` in the table of schemes, with its usual options and, where it controls its step, all steps of
    /// length `step` (s); `None` where modal coordinates have no such scheme.
    pub fn standard(name: &str, step: f64) -> Option<ModalScheme> {
        let limits = StepLimits { minimum: Some(step), maximum: Some(step) };
        let adaptive = |order| ModalScheme::Adaptive(AdaptiveOptions { order, limits, ..AdaptiveOptions::default() });
        let (tolerance, alpha) = (1e-5, 0.0);
        let runge_kutta = |pair| ModalScheme::RungeKutta(RungeKuttaOptions { pair, tolerance, alpha, limits });
        Some(match name {
            "DIFF_CENTRE" => ModalScheme::SymplecticEuler,
            "DEVOGE" => ModalScheme::Devogelaere(DevogelaereOptions { tolerance, alpha, limits }),
            "ADAPT_ORDRE1" => adaptive(AdaptiveOrder::First),
            "ADAPT_ORDRE2" => adaptive(AdaptiveOrder::Second),
            "RUNGE_KUTTA_32" => runge_kutta(Pair::BogackiShampine32),
            "RUNGE_KUTTA_54" => runge_kutta(Pair::DormandPrince54),
            "NEWMARK" => ModalScheme::Newmark(NewmarkOptions::new(0.25, 0.5)),
            "TRBDF2" => ModalScheme::Trbdf2,
            "ITMI" => ModalScheme::Itmi,
            "EVENEMENT" => ModalScheme::EventDriven(EventOptions { tolerance: 1e-12 }),
            "MOREAU" => ModalScheme::Moreau(MoreauOptions::default()),
            _ => return None,
        })
    }

    /// Name in the table of schemes.
    pub fn name(&self) -> &'static str {
        match self {
            ModalScheme::SymplecticEuler => "DIFF_CENTRE",
            ModalScheme::Adaptive(AdaptiveOptions { order: AdaptiveOrder::First, .. }) => "ADAPT_ORDRE1",
            ModalScheme::Adaptive(_) => "ADAPT_ORDRE2",
            ModalScheme::RungeKutta(RungeKuttaOptions { pair: Pair::BogackiShampine32, .. }) => "RUNGE_KUTTA_32",
            ModalScheme::RungeKutta(_) => "RUNGE_KUTTA_54",
            ModalScheme::Devogelaere(_) => "DEVOGE",
            ModalScheme::Newmark(_) => "NEWMARK",
            ModalScheme::Trbdf2 => "TRBDF2",
            ModalScheme::Itmi => "ITMI",
            ModalScheme::EventDriven(_) => "EVENEMENT",
            ModalScheme::Moreau(_) => "MOREAU",
        }
    }

    /// Its row in the table of schemes.
    pub fn info(&self) -> Option<&'static SchemeInfo> {
        SchemeInfo::named(self.name())
    }

    /// Bounds of the step given by the user, for the schemes that control it.
    pub fn limits(&self) -> Option<StepLimits> {
        match self {
            ModalScheme::Adaptive(options) => Some(options.limits),
            ModalScheme::RungeKutta(options) => Some(options.limits),
            ModalScheme::Devogelaere(options) => Some(options.limits),
            _ => None,
        }
    }

    /// True where contacts have Coulomb's law itself, without penalty.
    pub fn is_exact(&self) -> bool {
        self.info().is_some_and(|info| info.is_exact)
    }

    /// True where a run of nominal step `step` adapts it.
    pub fn adapts(&self, step: f64) -> bool {
        self.limits().is_some_and(|limits| {
            let (minimum, maximum) = limits.or(1e-6 * step, 1e6 * step);
            (maximum / minimum - 1.0).abs() > 100.0 * f64::EPSILON
        })
    }
}

/// Everything a run needs.
#[derive(Clone, Debug)]
pub struct ModalProblem {
    pub dynamics: Dynamics,
    pub start: Start,
    pub schedule: Schedule,
    pub scheme: ModalScheme,
    /// Contacts are in the matrices while they are closed.
    pub implicit: bool,
    /// Order number of the initial state.
    pub first_order: i64,
    /// True where the initial state is kept (not when the run is appended to the one it continues).
    pub keep_start: bool,
}
