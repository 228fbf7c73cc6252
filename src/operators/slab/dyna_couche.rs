//! DYNA_COUCHE: the motion of the slab.

use std::sync::Arc;

use super::arguments::{self, Scheme, SlabArguments};
use crate::catalogue::{Call, CallError};
use crate::concepts::Concept;
use crate::diag::Diagnostic;
use crate::kernel::slab::{Mesh, Nature, Observer, SlabFault, SlabProblem, SlabRun, characteristics, meshed};
use crate::operators::{Check, Context, Operator, Outcome, counted, set_result};
use crate::verdict::significant;

pub(in crate::operators) const DYNA_COUCHE: Operator =
    Operator { name: "DYNA_COUCHE", run, check: Check::KeywordsOnly };

fn run(call: &Call, context: &mut Context<'_>) -> Outcome {
    let arguments = arguments::read(call)?;
    let (outcome, reduced) = {
        let mut watch = context.watch();
        let name = call.result.as_ref().map_or_else(String::new, |r| r.name().to_string());
        let end = arguments.problem.end;
        let mut observer = |time: f64, steps: u64| {
            watch.observe(time / end, || format!("{name} t = {time:.4} s of {end} s, {steps} steps"))
        };
        match &arguments.scheme {
            Scheme::Characteristics(cells) => (characteristics(&arguments.problem, *cells, &mut observer), None),
            Scheme::Mesh(mesh, step) => on_mesh(&arguments.problem, mesh, *step, &mut observer),
        }
    };
    report(call, context, &arguments, &outcome);
    if let Some((bound, pressure)) = reduced {
        context.say(format!(
            "the step is {:e} s: one slip speed at the contact needs less than {bound:e} s, (rho h/2 + MASSE_SURF)/(P max(-mu')), at {pressure} Pa\n",
            outcome.step
        ));
    }
    let fault = fault(call, &outcome);
    set_result(call, Concept::Slab(Arc::new(outcome)))?;
    fault.map_or(Ok(()), Err)
}

/// The meshed run; without a step of the study, with the longest that is stable and makes the slip speed unique. Gives back
/// the bound that reduced it (s) and the pressure there (Pa).
fn on_mesh(
    problem: &SlabProblem,
    mesh: &Mesh,
    step: Option<f64>,
    observer: Observer<'_>,
) -> (SlabRun, Option<(f64, f64)>) {
    let mut reduced = None;
    let mut length = step.unwrap_or_else(|| mesh.stable_step(problem));
    loop {
        let run = meshed(problem, mesh, length, &mut *observer);
        match run.fault {
            Some(SlabFault::Uniqueness { bound, pressure, .. }) if step.is_none() && bound > 1e-12 * problem.end => {
                reduced = Some((bound, pressure));
                length = 0.95 * bound;
            }
            _ => return (run, reduced),
        }
    }
}

fn report(call: &Call, context: &mut Context<'_>, arguments: &SlabArguments, run: &SlabRun) {
    let problem = &arguments.problem;
    let count = |nature: Nature| run.events.iter().filter(|e| e.nature == nature).count() as u64;
    context.say(format!(
        "{} steps of {:e} s, echo time {:e} s, impedance {:e} Pa s/m, steepest weakening {:e} s/m\n\
         {}, {}, {}, {}, {}; residual of the energy balance {:e} J/m2\n",
        run.steps,
        run.step,
        problem.echo(),
        problem.impedance(),
        problem.law.steepest(),
        counted(count(Nature::Slip), "start") + " of slip",
        counted(count(Nature::Stick), "start") + " of stick",
        counted(count(Nature::Jump), "jump"),
        counted(count(Nature::Impact), "impact"),
        counted(count(Nature::Release), "release"),
        run.balance.residual(),
    ));
    let smallest = run.states.iter().map(|state| state.gap).fold(f64::INFINITY, f64::min);
    if smallest > 0.0 && smallest.is_finite() && count(Nature::Impact) == 0 {
        let kept = if run.archive > 1 { " in the kept states" } else { "" };
        context.say(format!("the contact never closed (smallest gap{kept} {} m)\n", significant(smallest, 3)));
    }
    if run.archive > 1 && !call.one("ARCHIVAGE").is_some_and(|a| a.has("PAS_ARCH")) {
        context.say(format!("one state in {} is kept: ARCHIVAGE=_F(PAS_ARCH=...) decides otherwise\n", run.archive));
    }
    if let Scheme::Mesh(mesh, _) = &arguments.scheme {
        warn_of_growth(call, context, problem, mesh, run);
    }
    if run.joined > 0 {
        let message = format!(
            "{} of the wave had to be joined to the next: motion finer than that is lost, {} J/m2 of the {} that friction takes",
            counted(run.joined, "straight piece"),
            significant(run.balance.residual().abs(), 3),
            significant(run.balance.friction, 3),
        );
        let help = "raise NB_PAS, or shorten the run: from echo to echo, events may double where friction weakens";
        context.warn(Diagnostic::warning("R750", message).help(help).at(call.span));
    }
    if run.lost_events > 0 {
        let message = format!("{} events beyond the first {} are not kept", run.lost_events, run.events.len());
        let help = "shorten the run; balances and archived states are complete";
        context.warn(Diagnostic::warning("R756", message).help(help).at(call.span));
    }
}

/// Under a weakening law, oscillations from node to node grow at the contact where its mass is too small.
fn warn_of_growth(call: &Call, context: &mut Context<'_>, problem: &SlabProblem, mesh: &Mesh, run: &SlabRun) {
    let pressure = run.states.iter().map(|state| state.pressure).fold(0.0, f64::max);
    let needed = 0.5 * run.step * pressure * problem.law.steepest();
    if mesh.mass < needed * (1.0 - 1e-9) {
        let message = format!(
            "MASSE_SURF is {} kg/m2: under this weakening law and {pressure} Pa, oscillations from node to node grow below {needed:e} kg/m2",
            mesh.mass
        );
        let help = "raise MASSE_SURF to PAS P max(-mu')/2 or more, or shorten PAS";
        context.warn(Diagnostic::warning("R759", message).help(help).at(call.span));
    }
}

/// The error of a run that stopped. What was computed before stays in the result.
fn fault(call: &Call, run: &SlabRun) -> Option<CallError> {
    let kept = match run.states.last() {
        Some(last) => {
            format!("; the {} up to {} s stay in the result", counted(run.states.len() as u64, "state"), last.time)
        }
        None => String::new(),
    };
    if run.interrupted {
        let message = format!("stopped on request at t = {} s; its states are lost", run.end);
        return Some(Box::new(Diagnostic::error("R002", message).at(call.span)));
    }
    let fault = run.fault.as_ref()?;
    let (code, keyword, message, help) = match fault {
        SlabFault::Data { keyword, at, fault } => (
            "R754",
            *keyword,
            format!("{keyword} has no value at {at}: {fault}"),
            "the function must have a finite value over the whole run, or height: extend it or correct it",
        ),
        SlabFault::NegativePressure { time, pressure } => (
            "R753",
            "PRESSION",
            format!("PRESSION is {pressure} Pa at t = {time} s: the foundation can only push"),
            "a pressure is 0 or more; give DEPL_HAUT_NORM for a contact that may open",
        ),
        SlabFault::NoCoefficient { .. } => (
            "R755",
            "FROTTEMENT",
            fault.to_string(),
            "extend the law to larger slip speeds, or reduce what drives the slab",
        ),
        SlabFault::Uniqueness { time, pressure, step, bound } => (
            "R758",
            "SCHEMA",
            format!(
                "PAS is {step} s; at t = {time} s, under {pressure} Pa, the slip speed is unique below {bound} s only: (rho h/2 + MASSE_SURF)/(P max(-mu'))"
            ),
            "shorten PAS, raise MASSE_SURF, or leave PAS out: it is then reduced",
        ),
        _ => ("N302", "", fault.to_string(), "check the data: a value is too large"),
    };
    Some(Box::new(call.error(keyword, code, message).help(format!("{help}{kept}"))))
}
