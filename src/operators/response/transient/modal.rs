//! Transients on a basis of modes: orchestration.

use super::arguments::TransientArguments;
use super::{device_files, former_steps, open_contacts, report, step_check};
use crate::catalogue::Call;
use crate::concepts::{Concept, Kept, Trajectory};
use crate::kernel::columns::Columns;
use crate::kernel::pooled::Numbers;
use crate::kernel::schemes::Progress;
use crate::kernel::transient::{Dynamics, ModalProblem, ModalRun, ShortestPeriod, TransientFault, run as integrate};
use crate::operators::{Context, Outcome, set_result};

pub fn run(call: &Call, context: &mut Context<'_>) -> Outcome {
    let mut arguments = TransientArguments::read(call, context)?;
    step_check::check(call, context, &arguments)?;
    let shortest = ShortestPeriod::of(&arguments.system, &arguments.interactions.modal_stiffnesses());
    former_steps::bounded(call, context, &mut arguments.scheme, &shortest);
    if context.rehearsal {
        return Ok(());
    }
    let appended = arguments.initial.continued.as_ref().filter(|_| call.reuse.is_some());
    let first_order = appended.map_or(0, |(run, rank)| run.orders[*rank]);
    let keep_start = appended.is_none();
    let problem = ModalProblem {
        dynamics: Dynamics::new(
            arguments.system.clone(),
            arguments.excitation.clone(),
            std::mem::take(&mut arguments.interactions),
        ),
        start: arguments.start(),
        schedule: arguments.schedule.clone(),
        scheme: arguments.scheme,
        implicit: arguments.implicit,
        first_order,
        keep_start,
    };
    let outcome = integrate(problem, &mut observer(call, context, &arguments));
    // Of a run that is stopped nothing is left to count.
    if !matches!(outcome.fault, Some(TransientFault::Cancelled { .. })) {
        report::statistics(call, context, arguments.scheme_name, &outcome);
        open_contacts::tell(context, &outcome);
        if arguments.initial.continued.is_none() {
            open_contacts::tell_closed(context, &outcome);
        }
    }
    for name in &outcome.slips {
        context.slip(name, Some(call.span));
    }
    let fault = outcome.fault.as_ref().map(|fault| report::fault(call, &arguments, &outcome, fault));
    let result = result(arguments, outcome, !keep_start);
    device_files::write(call, context, &result)?;
    set_result(call, Concept::Trajectory(Kept::new(result)))?;
    match fault {
        Some(fault) => Err(fault),
        None => Ok(()),
    }
}

/// Looks for a request to stop, and reports progress a few times per second.
fn observer(call: &Call, context: &Context<'_>, arguments: &TransientArguments) -> impl FnMut(Progress) -> bool {
    let (start, end) = (arguments.schedule.start, arguments.schedule.end);
    let mut watch = context.watch();
    let name = call.result.as_ref().map_or_else(String::new, |r| r.name().to_string());
    move |now: Progress| {
        watch.observe((now.time - start) / (end - start), || {
            let culprit = now.culprit.map_or(String::new(), |mode| format!(" by the error of mode {}", mode + 1));
            let left = (end - now.time) / now.step;
            let short = match now.minimal > 100_000 && left > 1e6 {
                true => format!(", made so short{culprit}: {left:.0e} such steps are left"),
                false => String::new(),
            };
            format!("{name} t = {:.4} s of {end} s, step {:.2e} s, {} steps{short}", now.time, now.step, now.steps)
        })
    }
}

fn result(arguments: TransientArguments, run: ModalRun, appended: bool) -> Trajectory {
    let (scheme, records) = (arguments.scheme_name, arguments.records);
    let mut new = Trajectory {
        continued: arguments.initial.continued.is_some(),
        supports: arguments.supports,
        statistics: run.statistics,
        ..Trajectory::of_run(arguments.basis, scheme, run.archive, records, run.events)
    };
    if let Some((old, rank)) = arguments.initial.continued {
        new.scheme = old.scheme.clone();
        if appended {
            prepend(&mut new, &old, rank + 1);
        }
    }
    new
}

/// Joins what contacts exchanged to that of an old run: its work and events go on from where the old run was.
fn join_exchange(new: &mut Trajectory, old: &Trajectory, count: usize) {
    let width = new.exchanged.width();
    if width == 0 || old.exchanged.width() != width {
        new.exchanged = Columns::default();
        return;
    }
    let before = old.exchanged.row(count - 1);
    let mut joined = old.exchanged.head(count);
    for k in 0..new.exchanged.len() {
        let row: Vec<f64> = new.exchanged.row(k).iter().zip(&before).map(|(a, b)| a + b).collect();
        joined.push(&row);
    }
    joined.settle();
    new.exchanged = joined;
    let last = old.instants[count - 1];
    let events = old.events.iter().filter(|e| e.time <= last).chain(&new.events).copied().collect();
    new.events = events;
}

/// Puts the first `count` states of `old` before those of `new`.
fn prepend(new: &mut Trajectory, old: &Trajectory, count: usize) {
    let n = old.size;
    let join = |old: &[f64], new: &mut Numbers| {
        new.splice(0..0, old.iter().copied());
    };
    new.orders = old.orders[..count].iter().chain(new.orders.iter()).copied().collect();
    join(&old.instants[..count], &mut new.instants);
    join(&old.displacement[..count * n], &mut new.displacement);
    join(&old.velocity[..count * n], &mut new.velocity);
    join(&old.acceleration[..count * n], &mut new.acceleration);
    for (old, new) in [(&old.steps, &mut new.steps), (&old.variables, &mut new.variables)] {
        let mut joined = old.head(count);
        joined.append(new);
        *new = joined;
    }
    join_exchange(new, old, count);
}
