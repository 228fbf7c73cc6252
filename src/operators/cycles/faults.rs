//! Why there is no cycle, in sentences.

use super::arguments::CycleArguments;
use super::sentences::{letters, place};
use crate::catalogue::{Call, CallError};
use crate::diag::Diagnostic;
use crate::kernel::cycles::{Failure, NewtonFault, Rest, ReturnFault};
use crate::kernel::transient::TransientFault;
use crate::kernel::transient::event_driven::Tangential;
use crate::kernel::transient::exact::{EventKind, Obstruction};
use crate::operators::response::transient::keywords::refuse;
use crate::verdict::significant;

pub(super) fn of_return(call: &Call, fault: &ReturnFault) -> CallError {
    let (code, help) = match fault {
        ReturnFault::Flow(TransientFault::Obstruction { source: Obstruction::Penetrated { .. }, .. }) => (
            "R797",
            "start at a state where no point is beyond its surface (ETAT_INIT), or move the obstacle (JEU, ORIG_OBST)",
        ),
        ReturnFault::Flow(TransientFault::Diverged { .. }) => {
            ("R797", "the motion grows without bound: give damping, or look at DYNA_VIBRA with SCHEMA='EVENEMENT'")
        }
        ReturnFault::Flow(_) => ("R797", "look at the excitation and the contacts with DYNA_VIBRA, SCHEMA='EVENEMENT'"),
        ReturnFault::TooManyEvents { .. } | ReturnFault::Storm { .. } => {
            ("R797", "contacts that chatter come to rest after endless events: give RIGI_NOR, or a smaller COEF_REST")
        }
        ReturnFault::Stopped => {
            let message = "stopped on request before there was a cycle";
            return Box::new(Diagnostic::error("R002", message).at(call.span));
        }
        ReturnFault::NoReturn { .. } => ("R797", "give a longer DUREE_TRANS, or another start (ETAT_INIT)"),
    };
    let message = match fault {
        ReturnFault::Flow(TransientFault::Obstruction { source: Obstruction::Penetrated { rank, depth }, .. }) => {
            format!("contact {} is rigid, and is passed by {} m at the start", rank + 1, significant(*depth, 4))
        }
        _ => fault.to_string(),
    };
    refuse(call, "MATR_MASS", code, message, help)
}

/// An autonomous motion without cycle.
pub(super) fn of_rest(call: &Call, arguments: &CycleArguments, rest: &Rest, duration: f64) -> CallError {
    let Rest::NoEvents { last, .. } = rest else {
        let Rest::Fault(fault) = rest else {
            return of_return(call, &ReturnFault::NoReturn { latest: duration, last: None });
        };
        return of_return(call, fault);
    };
    let states = arguments.map.tangential_states();
    let speed = arguments.map.landing.speed.iter().take(arguments.map.size()).fold(0.0_f64, |a, v| a.max(v.abs()));
    let sticks: Vec<String> = states
        .iter()
        .enumerate()
        .filter(|(_, state)| **state == Tangential::Stick)
        .map(|(i, _)| (i + 1).to_string())
        .collect();
    let slides = states.iter().any(|state| matches!(state, Tangential::Slip(_)));
    let state = match () {
        () if !sticks.is_empty() => format!("rest in stick of contact {}", sticks.join(", ")),
        () if slides => "the steady slide".to_string(),
        () if speed > 0.0 => "a motion without events, which is that of a linear system".to_string(),
        () => "rest".to_string(),
    };
    let before = match last {
        Some(event) => format!(
            "; the last event is that of contact {} ({}) at {} s of the transient",
            event.contact + 1,
            word(event.kind),
            significant(event.time, 6)
        ),
        None => "; there is no event at all".to_string(),
    };
    let message = format!("no cycle: after {} s the motion is {state}{before}", significant(2.0 * duration, 4));
    let help =
        "start elsewhere (ETAT_INIT=_F(DEPL=..., VITE=...)): a cycle may exist beside it; or take a longer DUREE_TRANS";
    refuse(call, "DUREE_TRANS", "R797", message, help)
}

fn word(kind: EventKind) -> &'static str {
    match kind {
        EventKind::Slip => "slip begins",
        EventKind::Stick => "stick begins",
        EventKind::Reversal => "slip is reversed",
        EventKind::Impact => "impact",
        EventKind::Separation => "separation",
    }
}

pub(super) fn of_newton(call: &Call, arguments: &CycleArguments, fault: &NewtonFault) -> CallError {
    match fault {
        NewtonFault::Return(fault) => of_return(call, fault),
        NewtonFault::NoConvergence(failure) => {
            refuse(call, "NEWTON", "R798", no_convergence(failure, arguments.map.size()), HELP)
        }
    }
}

const HELP: &str =
    "take a longer transient (DUREE_TRANS), a cycle of more periods (NB_PERIODE), or another start (ETAT_INIT)";

/// Residuals, the largest component, the last two orders of events.
pub(super) fn no_convergence(failure: &Failure, size: usize) -> String {
    let residuals: Vec<String> = failure.residuals.iter().rev().take(5).rev().map(|r| significant(*r, 3)).collect();
    let [before, last] = &failure.letters;
    format!(
        "no convergence after {} returns: residuals ... {}; the largest is that of {}; last orders of events {} and {}",
        failure.residuals.len(),
        residuals.join(", "),
        place(failure.worst, size),
        letters(before),
        letters(last)
    )
}
