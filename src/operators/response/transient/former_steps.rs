//! Bounds of the step that DYNA_TRAN_MODAL set by itself. The command dates a study: until October 2015 DEVOGE had a constant step,
//! PAS, and the adaptive scheme a greatest step of a twentieth of the shortest period. DYNA_VIBRA has neither.

use crate::catalogue::{Call, Keywords};
use crate::diag::Diagnostic;
use crate::former::upgrade::Insertion;
use crate::kernel::transient::{ModalScheme, ShortestPeriod, StepLimits};
use crate::operators::{Context, Message};
use crate::verdict::significant;

/// The steps of a twentieth of the shortest period.
const STEPS_PER_PERIOD: f64 = 20.0;

/// Makes the step of DEVOGE constant when the former command gives PAS alone.
pub(super) fn constant(call: &Call, context: &mut Context<'_>, scheme: &mut ModalScheme) {
    let ModalScheme::Devogelaere(options) = scheme else { return };
    let Some((increment, step)) = former_step(call).filter(|_| options.limits == StepLimits::default()) else { return };
    options.limits = StepLimits { minimum: Some(step), maximum: Some(step) };
    let message = "DYNA_TRAN_MODAL: the step of DEVOGE with PAS alone is constant, as it was in this command";
    say(call, context, increment, message, &format!("PAS_MINI={step:?}, PAS_MAXI={step:?}"));
}

/// Bounds the adaptive step when the former command gives no PAS_MAXI.
pub(super) fn bounded(call: &Call, context: &mut Context<'_>, scheme: &mut ModalScheme, shortest: &ShortestPeriod) {
    let ModalScheme::Adaptive(options) = scheme else { return };
    let Some((increment, step)) = former_step(call).filter(|_| options.limits.maximum.is_none()) else { return };
    let greatest = (shortest.period / STEPS_PER_PERIOD).max(step);
    options.limits.maximum = Some(greatest);
    let message = "DYNA_TRAN_MODAL: the adaptive step without PAS_MAXI is at most a twentieth of the shortest period, as it was in this command";
    say(call, context, increment, message, &format!("PAS_MAXI={greatest:?}"));
}

/// INCREMENT of the former command, and its PAS.
fn former_step(call: &Call) -> Option<(&Keywords, f64)> {
    let increment = call.one("INCREMENT").filter(|_| &*call.command == "DYNA_TRAN_MODAL")?;
    Some((increment, increment.real_if_given("PAS")?))
}

/// The note, and what an upgrade writes after PAS.
fn say(call: &Call, context: &mut Context<'_>, increment: &Keywords, message: &str, bounds: &str) {
    let shown: Vec<String> = bounds
        .split(", ")
        .filter_map(|bound| bound.split_once('='))
        .map(|(name, value)| format!("{name}={}", value.parse().map_or(value.to_string(), |x| significant(x, 6))))
        .collect();
    let help = format!("the same with {}, which `stickslip upgrade` writes", shown.join(", "));
    let place = increment.span_of("PAS");
    context.warn(Diagnostic::note("G034", message).help(help).at_if_absent(place));
    if let Some(after) = place {
        let text = format!(", {bounds}");
        context.messages.push(Message::Insertion(Insertion { call: call.span, after, text }));
    }
}
