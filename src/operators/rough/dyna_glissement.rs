//! DYNA_GLISSEMENT: the run.

use std::sync::Arc;

use super::arguments::SlidingArguments;
use crate::catalogue::{Call, CallError};
use crate::concepts::{Concept, SlidingRun};
use crate::diag::Diagnostic;
use crate::kernel::rough::{Sliding, SlidingFault, run as slide};
use crate::operators::{Check, Context, Operator, Outcome, counted, set_result};
use crate::verdict::significant;

pub(in crate::operators) const DYNA_GLISSEMENT: Operator =
    Operator { name: "DYNA_GLISSEMENT", run, check: Check::KeywordsOnly };

fn run(call: &Call, context: &mut Context<'_>) -> Outcome {
    let SlidingArguments { bodies, problem } = SlidingArguments::read(call, context)?;
    let name = call.result.as_ref().map_or_else(String::new, |r| r.name().to_string());
    let mut watch = context.watch();
    let (result, fault) = slide(&problem, &mut |n| {
        let end = problem.steps as f64 * problem.step;
        watch.observe(n as f64 / problem.steps as f64, || {
            format!("{name} V = {} m/s, t = {:.4} s of {end:.4} s", problem.speed, n as f64 * problem.step)
        })
    });
    if result.first_contact.is_none() && result.steps > 0 {
        let clearance = significant(problem.clearance, 3);
        context.say(format!("the bodies never touched in {} (ECART {clearance} m)", counted(result.steps, "step")));
    }
    let fault = fault.map(|fault| stopped(call, &result, problem.step, fault));
    let run = SlidingRun {
        bodies,
        step: problem.step,
        speed: problem.speed,
        clearance: problem.clearance,
        observations: problem.observations,
        shocks_kept: problem.shocks.kept(),
        result,
    };
    set_result(call, Concept::Sliding(Arc::new(run)))?;
    match fault {
        Some(fault) => Err(fault),
        None => Ok(()),
    }
}

/// What a user is told when a run stops before its end.
fn stopped(call: &Call, result: &Sliding, step: f64, fault: SlidingFault) -> CallError {
    let kept = format!("{} states are kept, up to t = {} s", result.archive.steps.len(), {
        result.archive.steps.last().map_or(0.0, |n| *n as f64 * step)
    });
    let (code, message, help) = match fault {
        SlidingFault::Diverged { step: n, body, mode } => {
            let name = ["RESONATEUR", "GLISSEUR"][body];
            (
                "N332",
                format!("mode {} of {name} is not finite at t = {} s (step {n})", mode + 1, n as f64 * step),
                "shorten PAS or lower PENALITE",
            )
        }
        SlidingFault::Multipliers { step: n, residual } => (
            "N333",
            format!("the multipliers of t = {} s (step {n}) leave a residual of {residual:e} m", n as f64 * step),
            "raise NB_ITER or RESI_RELA; where both bodies are held, raise ECART: no motion parts them",
        ),
        SlidingFault::Cancelled { step: n } => {
            ("R002", format!("stopped on request at t = {} s", n as f64 * step), "run it again for the rest")
        }
    };
    Box::new(Diagnostic::error(code, message).at(call.span).help(format!("{help}; {kept}")))
}
