//! The step against the shortest period, before the run.

use std::f64::consts::TAU;

use super::arguments::Arguments;
use super::refuse;
use crate::catalogue::{Call, CallError};
use crate::diag::Diagnostic;
use crate::kernel::schemes::StepLimit;
use crate::kernel::transient::{Cause, ShortestPeriod};
use crate::operators::Context;
use crate::operators::call::coefficients::doubt_long_step;
use crate::verdict::significant;

pub(super) fn check(call: &Call, context: &mut Context<'_>, arguments: &Arguments) -> Result<(), CallError> {
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

fn cause(shortest: &ShortestPeriod, arguments: &Arguments) -> String {
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
    arguments: &Arguments,
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
