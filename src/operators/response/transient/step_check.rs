//! The step against the shortest period, before the run.

use std::f64::consts::TAU;

use super::arguments::TransientArguments;
use super::keywords::refuse;
use crate::catalogue::{Call, CallError, Keywords};
use crate::diag::{Diagnostic, Fix};
use crate::kernel::schemes::StepLimit;
use crate::kernel::transient::{Cause, ShortestPeriod};
use crate::operators::call::coefficients::doubt_long_step;
use crate::operators::{Context, Message};
use crate::verdict::significant;

pub(super) fn check(call: &Call, context: &mut Context<'_>, arguments: &TransientArguments) -> Result<(), CallError> {
    let shortest = ShortestPeriod::of(&arguments.system, &arguments.interactions.modal_stiffnesses());
    let step = arguments.schedule.step;
    check_maximum(call, context, arguments, &shortest)?;
    let duration = arguments.schedule.end - arguments.schedule.start;
    let increment = call.one("INCREMENT").unwrap_or(call);
    doubt_long_step(context, increment, step, duration);
    let limit = arguments.scheme.info().map_or(StepLimit::None, |info| info.limit);
    let Some(fraction) = limit.steps_per_period() else { return Ok(()) };
    let admissible = shortest.period / fraction;
    if step <= admissible {
        if matches!(limit, StepLimit::Stability(_)) {
            advise(context, increment, step, admissible);
        }
        return Ok(());
    }
    let message = format!(
        "the step {} s is above {} s, the shortest period {} s divided by {fraction}: {}",
        significant(step, 6),
        significant(admissible, 5),
        significant(shortest.period, 5),
        cause(&shortest, arguments)
    );
    let only_accuracy = matches!(limit, StepLimit::Resolution(_));
    let adapts = matches!(limit, StepLimit::FirstStep(_));
    if only_accuracy || adapts || increment.is("VERI_PAS", "NON") {
        let help = if only_accuracy {
            "the scheme is stable, but motion that fast is not resolved"
        } else if adapts {
            "the step is used at first, and the scheme shortens it"
        } else {
            "with VERI_PAS='NON' the step is used as it is; the run may diverge"
        };
        context.warn(Diagnostic::warning("N301", message).help(help).at_if_absent(increment.span_of("PAS")));
        return Ok(());
    }
    // Rounding must not bring it above the limit again.
    let below = admissible * 0.9995;
    let help = format!(
        "give PAS={below:.3e} or less ({:.0} steps), use an adaptive scheme, or VERI_PAS='NON' to run all the same",
        (duration / below).ceil()
    );
    Err(refuse(increment, "PAS", "N301", message, help))
}

/// Part of the admissible step above which a step is near it.
const NEAR: f64 = 2.0 / 3.0;

/// A step that is stable today and may not be tomorrow, for `lint`.
fn advise(context: &mut Context<'_>, increment: &Keywords, step: f64, admissible: f64) {
    let Some(span) = increment.span_of("PAS").filter(|_| increment.written("PAS") && step > NEAR * admissible) else {
        return;
    };
    let fifth = significant(admissible / 5.0, 2);
    let message = format!(
        "the step {} s is {} % of the greatest stable one, {} s",
        significant(step, 4),
        significant(100.0 * step / admissible, 3),
        significant(admissible, 4)
    );
    let help = "a slightly stiffer contact or mode makes it diverge: take a fifth of the bound, or an implicit scheme";
    let fix = Fix::new(format!("write PAS={fifth}, a fifth of the bound"), vec![(span, fifth)]);
    let advice = Diagnostic::warning("L009", message).at(span).help(help).fix(Some(fix));
    context.messages.push(Message::Advice(Box::new(advice)));
}

fn cause(shortest: &ShortestPeriod, arguments: &TransientArguments) -> String {
    let frequency = 1.0 / shortest.period;
    match shortest.cause {
        Cause::Mode(mode) => format!("mode {} ({} Hz)", mode + 1, significant(frequency, 4)),
        Cause::Contact(contact) => {
            let own = arguments.system.pulsation[contact.mode] / TAU;
            let title = arguments.records.get(contact.interaction).map_or("", |r| &r.title);
            let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
            format!(
                "with contact {} ('{title}') closed (generalised stiffness {} N/m), mode {} ({} Hz) rises to {} Hz",
                contact.interaction + 1,
                significant(contact.stiffness, 4),
                contact.mode + 1,
                significant(own, 4),
                significant(frequency, 4)
            )
        }
        Cause::Nothing => "nothing oscillates".to_string(),
    }
}

/// PAS_MAXI must leave room for PAS, and should resolve the motion.
fn check_maximum(
    call: &Call,
    context: &mut Context<'_>,
    arguments: &TransientArguments,
    shortest: &ShortestPeriod,
) -> Result<(), CallError> {
    let Some(maximum) = arguments.scheme.limits().and_then(|limits| limits.maximum) else { return Ok(()) };
    let place = call.one("SCHEMA_TEMPS").filter(|s| s.has("PAS_MAXI")).or(call.one("INCREMENT")).unwrap_or(call);
    let step = arguments.schedule.step;
    if maximum < step {
        let message = format!("PAS_MAXI = {maximum:e} s is below PAS = {step:e} s");
        return Err(refuse(place, "PAS_MAXI", "R310", message, "give PAS_MAXI >= PAS"));
    }
    if maximum > shortest.period / 20.0 {
        let message = format!(
            "PAS_MAXI = {maximum:e} s is above {:.4e} s, a twentieth of the shortest period: {}",
            shortest.period / 20.0,
            cause(shortest, arguments)
        );
        context.warn(Diagnostic::warning("N301", message).at_if_absent(place.span_of("PAS_MAXI")));
    }
    Ok(())
}
