//! Motions of a transient on a basis of modes, and those of its supports.

use crate::catalogue::{CallError, Keywords};
use crate::concepts::{Concept, Support, Trajectory};
use crate::kernel::signal::Signal;

/// Which of the three motions of a trajectory.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::operators) enum Motion {
    Displacement,
    Velocity,
    Acceleration,
}

impl Motion {
    pub fn named(field: &str) -> Motion {
        match field {
            "VITE" => Motion::Velocity,
            "ACCE" | "ACCE_ABSOLU" => Motion::Acceleration,
            _ => Motion::Displacement,
        }
    }

    pub fn state(self, trajectory: &Trajectory, k: usize) -> &[f64] {
        match self {
            Motion::Displacement => trajectory.q(k),
            Motion::Velocity => trajectory.v(k),
            Motion::Acceleration => trajectory.a(k),
        }
    }

    pub fn of_support(self, support: &Support) -> Option<&Signal> {
        support.motion[self as usize].as_ref()
    }
}

/// The supports (or static corrections) of a run; an error when it has none.
pub(in crate::operators) fn supports<'t>(
    keywords: &Keywords,
    keyword: &str,
    trajectory: &'t Trajectory,
    correction: bool,
) -> Result<Vec<&'t Support>, CallError> {
    let supports: Vec<_> = trajectory.supports.iter().filter(|s| s.correction == correction).collect();
    if supports.is_empty() {
        let message = format!("{keyword}='OUI', but no excitation of this transient was given with {keyword}='OUI'");
        return Err(Box::new(
            keywords.error(keyword, "R439", message).help("remove it here, or ask for it in DYNA_VIBRA"),
        ));
    }
    Ok(supports)
}

/// The real function of one parameter that a concept is.
pub(in crate::operators) fn signal_of_concept(
    keywords: &Keywords,
    keyword: &str,
    concept: &Concept,
) -> Result<Signal, CallError> {
    let wrong = |what: &str| {
        let error = keywords.error(keyword, "R440", format!("{keyword}: {what}"));
        Box::new(error.help("a real function of one parameter is needed"))
    };
    match concept {
        Concept::Function(function) => Ok(function.signal.clone()),
        Concept::Formula(formula) => {
            formula.program.signal().ok_or_else(|| wrong("this formula is complex or has several parameters"))
        }
        _ => Err(wrong("this is not a real function of one parameter")),
    }
}
