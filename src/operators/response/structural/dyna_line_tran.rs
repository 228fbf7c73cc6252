//! DYNA_LINE_TRAN, and DYNA_VIBRA on physical unknowns in time.

use super::{energies, initial, instants, loading, observation, result, schemes, structure, supports};
use crate::catalogue::{Call, CallError};
use crate::concepts::Concept;
use crate::kernel::structural::run as integrate;
use crate::kernel::structural::{KeptInstants, NodalState, StructuralFault, StructuralScheme};
use crate::operators::{Check, Context, Operator, Outcome, counted, set_result};

pub const DYNA_LINE_TRAN: Operator = Operator { name: "DYNA_LINE_TRAN", run, check: Check::UpToFirstStep };

pub fn run(call: &Call, context: &mut Context<'_>) -> Outcome {
    let scheme = schemes::read(call)?;
    let mut structure = structure::read(call)?;
    schemes::warn_of_coupled_mass(call, context, &scheme, &structure);
    let supports = supports::moving_supports(call, context, &structure.model, structure.numbering())?;
    structure.system.modal_damping = structure::modal_damping(call, context, &structure, &supports)?;
    let initial = initial::read(call, &structure)?;
    let mut plan = instants::read(call, context, initial.instant, &scheme)?;
    let mut loading = loading::Loads::read(call, &structure, context)?;
    plan.imposed = loading.imposes_motion();
    if plan.imposed && !matches!(scheme, StructuralScheme::Newmark { .. }) {
        let error = call.error("EXCIT", "R331", "a motion is imposed, and only NEWMARK imposes motions");
        return Err(Box::new(error.help("use SCHEMA='NEWMARK', or write the equations of the relative motion")));
    }
    if matches!(scheme, StructuralScheme::Central { half_step_last: true, .. }) {
        context.slip("velocity-half-step-late", call.one("ARCHIVAGE").and_then(|a| a.span_of("CHAM_EXCLU")));
    }
    if plan.energies && matches!(scheme, StructuralScheme::Adaptive(_)) {
        context.slip("energies-at-the-start", call.span_of("ENERGIE"));
    }
    for warning in [schemes::amplifying(call, &scheme), instants::missed(call, &plan)].into_iter().flatten() {
        context.warn(warning);
    }
    let start = plan.stretches.first().map_or(0.0, |s| s.start());
    let mut state =
        NodalState { time: start, d: initial.displacement, v: initial.velocity, a: vec![0.0; structure.system.size()] };
    plan.imposed |= structure.is_off_constraints(&state);
    match initial.acceleration {
        initial::Acceleration::Given(a) => state.a = a,
        initial::Acceleration::Zero => {
            // The run itself tells what has no value.
            if loading.force_at(start).is_ok_and(|force| force.iter().any(|f| *f != 0.0)) {
                context.slip("zero-initial-acceleration", Some(call.span));
            }
        }
        initial::Acceleration::Balance => {
            let force = loading.force_at(start)?;
            let made = structure.system.initial_acceleration(&mut state, &force);
            made.map_err(|fault| structure.refused(call, &fault))?;
        }
    }
    let first = state.clone();
    let mut observations = {
        let mesh = context.latest_mesh(call, &structure.model.mesh);
        observation::Observations::read(call, "OBSERVATION", mesh, &structure)?
    };
    if context.rehearsal {
        return Ok(());
    }
    if !noted(&mut observations, &first) {
        return observations.failure().map_or(Ok(()), Err);
    }
    let mut kept = KeptInstants::default();
    let (mut watch, end) = (context.watch(), plan.end);
    let mut observe = |state: &NodalState| {
        let fraction = (state.time - start) / (end - start);
        noted(&mut observations, state) && watch.observe(fraction, || format!("t = {:.4} s of {end} s", state.time))
    };
    let outcome = integrate(&structure.system, &scheme, &plan, &mut loading, &mut state, &mut kept, &mut observe);
    let (steps, states) = (counted(kept.statistics.steps, "step"), counted(kept.instants.len() as u64, "state"));
    if !matches!(outcome, Err(StructuralFault::Interrupted { .. })) {
        context.say(format!("{steps} to {} s, {states} kept", state.time));
    }
    structure.lost_digits(call, &kept).into_iter().for_each(|warning| context.warn(warning));
    let mut series = result::series(call, context, &structure, &supports, initial.continued, &first, &kept)?;
    if !observations.is_empty() {
        result::add_table(&mut series, "OBSERVATION", observations.take());
    }
    if plan.energies {
        result::add_table(&mut series, "PARA_CALC", energies::energy_table(&kept.energies));
    }
    set_result(call, Concept::Fields(std::sync::Arc::new(series)))?;
    outcome.map_err(|fault| match (loading.failure().or(observations.failure()), &fault) {
        (Some(error), _) => error,
        (None, StructuralFault::Interrupted { time }) => stopped(call, *time),
        (None, fault) => structure.refused(call, fault),
    })
}

/// Observes a state; false where a formula has no value.
fn noted(observations: &mut observation::Observations, state: &NodalState) -> bool {
    observations.note(state.time, &|field| match field {
        "VITE" => &state.v,
        "ACCE" => &state.a,
        _ => &state.d,
    })
}

fn stopped(call: &Call, time: f64) -> CallError {
    call.error("INCREMENT", "R002", format!("stopped on request at t = {time} s; its states are lost"))
}
