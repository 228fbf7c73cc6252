//! What a run says: its cost, and why it stopped.

use super::arguments::TransientArguments;
use crate::catalogue::{Call, CallError};
use crate::concepts::InteractionRecord;
use crate::diag::Diagnostic;
use crate::kernel::interaction::InteractionFault;
use crate::kernel::transient::exact::{ExactStatistics, Obstruction};
use crate::kernel::transient::{ModalRun, TransientFault};
use crate::operators::{Context, counted};
use crate::source::Span;
use crate::verdict::significant;

/// One line of statistics, and warnings.
pub(super) fn statistics(call: &Call, context: &mut Context<'_>, scheme: &str, run: &ModalRun) {
    let s = &run.statistics;
    let rejected =
        if s.rejected > 0 { format!(" and {}", counted(s.rejected, "rejected attempt")) } else { String::new() };
    let length = if s.smallest_step == s.largest_step {
        format!("step {} s", significant(s.largest_step, 4))
    } else {
        format!("step {} to {} s", significant(s.smallest_step, 4), significant(s.largest_step, 4))
    };
    if run.archive.is_empty() && s.steps == 0 {
        return;
    }
    context.say(format!(
        "{scheme}: {}{rejected}, {}, {length}, {} kept",
        counted(s.steps, "step"),
        counted(s.force_evaluations, "force evaluation"),
        counted(run.archive.len() as u64, "state")
    ));
    if let Some(exact) = &run.exact {
        friction(call, context, exact);
    }
    let mut warn = |code, message: String, help: &str| {
        context.warn(Diagnostic::warning(code, message).help(help).at(call.span));
    };
    if s.forced > 0 {
        let message =
            format!("accepted with too large an error, after NMAX_ITER_PAS attempts: {}", counted(s.forced, "step"));
        warn("N313", message, "raise NMAX_ITER_PAS, or COEF_DIVI_PAS to shorten the step faster");
    }
    if s.minimal > 1_000_000 && !matches!(run.fault, Some(TransientFault::StepsCollapsed { .. })) {
        let message = format!(
            "{} steps were no longer than the shortest allowed, or than a millionth of PAS: {:e} s and more",
            s.minimal, s.smallest_step
        );
        warn("N314", message, JUMPS);
    }
}

/// What to do where steps become tiny.
const JUMPS: &str = "a force that jumps defeats an error control that is relative to a motion near 0: give ALPHA (the size of the motion \
    that matters), raise TOLERANCE or PAS_MINI, or use a constant step";

/// `3 starts of slip`.
fn starts(number: u64, what: &str) -> String {
    format!("{} of {what}", counted(number, "start"))
}

/// A title with one blank between its words.
fn plain(title: &str) -> String {
    title.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Short series from which on the modes that ask for them are named: some tenths of a second.
const MANY_FOLLOWED: u64 = 50_000;

/// What contacts did in a scheme of exact friction.
fn friction(call: &Call, context: &mut Context<'_>, exact: &ExactStatistics) {
    let [slips, sticks, reversals, impacts, separations] = exact.events;
    let distance = if exact.smallest_distance.is_finite() {
        format!("{:.3e} s between the two closest", exact.smallest_distance)
    } else {
        "never two dates".to_string()
    };
    context.say(format!(
        "events: {}, {}, {}, {}, {}; {distance}; longest stick {} s",
        starts(slips, "slip"),
        starts(sticks, "stick"),
        counted(reversals, "reversal"),
        counted(impacts, "impact"),
        counted(separations, "separation"),
        significant(exact.longest_stick, 4)
    ));
    if exact.settled > 0 {
        context.say(format!("{} too small to be told from rest: the contact closed", counted(exact.settled, "bounce")));
    }
    if exact.redundant {
        context.say("some reactions are not determined by the motion (contacts that hold the same motion): the smallest were taken");
    }
    if exact.fitted {
        context.say("a force has no series: it was replaced by polynomials within TOLERANCE");
    }
    if exact.followed > MANY_FOLLOWED {
        context.say(format!(
            "modes of {} Hz and more, far above the others, move what contacts do: {} of {} series had to be as short as their periods; \
             without them (NMAX_FREQ), or with the nodes tied between which they move, the run is faster",
            significant(exact.fast, 4),
            exact.followed,
            exact.series
        ));
    }
    let mut warn = |code, message: String, help: &str| {
        context.warn(Diagnostic::warning(code, message).help(help).at(call.span));
    };
    if let Some(time) = exact.first_fallback {
        let message = format!(
            "more than 50 events of one contact in a step PAS: {} from t = {time} s on made by MOREAU from there on, without locating them",
            counted(exact.fallbacks, "step")
        );
        warn("N318", message, "shorten PAS, or look whether contacts really open and close that often");
    }
    if let Some(time) = exact.unsolved {
        let message = format!(
            "the laws of the contacts were not all met to rounding {}, first at t = {time} s",
            counted(exact.unsolved_count, "time")
        );
        warn(
            "N319",
            message,
            "raise NB_ITER (MOREAU); friction that couples contacts too strongly may have no solution",
        );
    }
}

/// The error of a run that stopped. States kept before stay in the result.
pub(super) fn fault(call: &Call, arguments: &TransientArguments, run: &ModalRun, fault: &TransientFault) -> CallError {
    let records = &arguments.records;
    let kept = match (run.archive.instants.last(), run.archive.len()) {
        (Some(last), 1) => format!("the state kept at {last} s stays in the result"),
        (Some(last), n) => format!("the {n} states kept up to {last} s stay in the result"),
        (None, _) => "no state was kept".to_string(),
    };
    let (code, message, help) = match fault {
        TransientFault::Diverged { time, step, mode } => (
            "N302",
            format!("the run diverged at t = {time} s (step {step:e} s): mode {} is no longer finite{}", mode + 1, carrier(records, run)),
            "shorten PAS, lower the contact stiffness, or use a scheme with step control".to_string(),
        ),
        TransientFault::StepTooSmall { time, step, minimum, error, mode } => (
            "N303",
            format!(
                "at t = {time} s the step would have to be {step:e} s, below its minimum {minimum:e} s (error {error:.3} times the tolerance, mode {} most){}",
                mode + 1,
                carrier(records, run)
            ),
            "raise the tolerance, lower PAS_MINI, or use PAS_MINI = PAS_MAXI for a constant step".to_string(),
        ),
        TransientFault::StepLost { time, step } => (
            "N303",
            format!("at t = {time} s a step of {step:e} s is below the rounding of the time, which would not move any more"),
            "count the time from a smaller INST_INIT, or raise PAS or PAS_MINI".to_string(),
        ),
        TransientFault::StepsCollapsed { time, step, left, mode } => (
            "N303",
            format!(
                "the steps became too short to reach the end: at t = {} s they are {} s ({} of PAS), and {left:.0e} such steps are left{}{}",
                significant(*time, 6),
                significant(*step, 3),
                significant(step / arguments.schedule.step, 3),
                mode.map_or(String::new(), |mode| format!("; the error of mode {} is the largest", mode + 1)),
                carrier(records, run)
            ),
            format!("{JUMPS}; a PAS_MINI that is given lets the run go on, however long"),
        ),
        TransientFault::Excitation { term, time, source } => (
            "N305",
            format!("excitation {}{} has no value at t = {time} s: {source}", term + 1, multiplier(call, *term).1),
            "the function must have a value at every instant of the run: extend it (PROL_DROITE, PROL_GAUCHE) or correct it".to_string(),
        ),
        TransientFault::Rotation { time, source } => (
            "N305",
            format!("the rotation speed has no value at t = {time} s: {source}"),
            "VITE_ROTA and ACCE_ROTA must have a value at every instant of the run".to_string(),
        ),
        TransientFault::Interaction(fault) => interaction(records, fault),
        TransientFault::Singular { matrix, source } => (
            "N304",
            format!("the {matrix} has no inverse: {source}"),
            "check the generalised matrices: a coordinate has neither mass, damping nor stiffness".to_string(),
        ),
        TransientFault::Obstruction { time, source } => obstruction(records, *time, source),
        TransientFault::Full { time, states } => (
            "N315",
            format!("the run keeps {states} states up to t = {time} s, 4 GiB of them, and stopped there"),
            "keep fewer with ARCHIVAGE=_F(PAS_ARCH=...) or INST, or end the run earlier".to_string(),
        ),
        TransientFault::ContactStates { time, attempts } => (
            "N334",
            format!("the set of closed contacts changes again in each of {attempts} shorter steps at t = {time} s"),
            "shorten PAS, or use TRAITEMENT_NONL='EXPLICITE'".to_string(),
        ),
        TransientFault::Cancelled { time } => {
            let message = format!("stopped on request at t = {time} s; its states are lost");
            return Box::new(Diagnostic::error("R002", message).at(call.span));
        }
    };
    let place = match fault {
        TransientFault::Excitation { term, .. } => multiplier(call, *term).0,
        _ => None,
    };
    Box::new(Diagnostic::error(code, message).at(place.unwrap_or(call.span)).help(format!("{help}; {kept}")))
}

/// Where an excitation says how it depends on time, and the name of that function.
fn multiplier(call: &Call, term: usize) -> (Option<Span>, String) {
    let Some(keywords) = call.factor("EXCIT").get(term) else { return (None, String::new()) };
    let given = ["FONC_MULT", "ACCE"].into_iter().find(|name| keywords.has(name));
    let name = given.and_then(|name| keywords.handle(name)).map_or("", |handle| handle.name());
    let named = if name.is_empty() { String::new() } else { format!(" (the function {name})") };
    (given.and_then(|name| keywords.span_of(name)), named)
}

/// The interaction with the largest force in the last evaluation.
fn carrier(records: &[InteractionRecord], run: &ModalRun) -> String {
    // The first internal variable, but for laws that have motions before it.
    let place = |relation: &str| match relation {
        "RELA_EFFO_DEPL" | "RELA_EFFO_VITE" => 1,
        "DIS_ECRO_TRAC" => 6,
        "DIS_VISC" => 7,
        _ => 0,
    };
    let force = |r: &InteractionRecord| run.variables.get(r.offset + place(&r.relation)).map_or(0.0, |f| f.abs());
    let rank = |x: f64| if x.is_nan() { f64::INFINITY } else { x };
    let largest = records.iter().enumerate().reduce(|a, b| if rank(force(b.1)) > rank(force(a.1)) { b } else { a });
    match largest {
        Some((i, record)) if force(record) != 0.0 => {
            format!("; contact {} ('{}') carries {:.3e} N", i + 1, plain(&record.title), force(record))
        }
        _ => String::new(),
    }
}

/// Contacts that a scheme of exact friction cannot start from.
fn obstruction(records: &[InteractionRecord], time: f64, source: &Obstruction) -> (&'static str, String, String) {
    let title = |rank: usize| {
        let record = records.get(rank);
        format!("nonlinearity {} ('{}')", rank + 1, record.map_or(String::new(), |r| plain(&r.title)))
    };
    match source {
        Obstruction::NotAContact { rank } => {
            let relation = records.get(*rank).map_or("", |r| r.relation.as_str());
            let what = if relation == "DIS_CHOC" { "has an obstacle made of facets" } else { "is no contact" };
            (
                "N316",
                format!("{} {what}: {relation}, which SCHEMA='EVENEMENT' and 'MOREAU' do not treat", title(*rank)),
                "they treat RELATION='DIS_CHOC' with PLAN_Y, PLAN_Z, CERCLE, BI_PLAN_Y, BI_PLAN_Z, BI_CERCLE and BI_CERC_INT; use \
                 another scheme"
                    .to_string(),
            )
        }
        Obstruction::NoClearance { rank } => (
            "N316",
            format!("{} is a circle of radius 0: the direction of its force is not determined at rest", title(*rank)),
            "SCHEMA='EVENEMENT' and 'MOREAU' treat circles with JEU (or DIST_1, DIST_2) above 0; use another scheme".to_string(),
        ),
        Obstruction::Penetrated { rank, depth } => (
            "N317",
            format!("{} is rigid, and is passed by {} m at t = {time} s", title(*rank), significant(*depth, 4)),
            "move the obstacle (JEU, ORIG_OBST, DIST_1) or the initial state, or give RIGI_NOR for a stop that yields; contacts \
             that contradict each other have no rigid solution"
                .to_string(),
        ),
    }
}

/// Code, message and help of a fault inside a local nonlinearity.
fn interaction(records: &[InteractionRecord], fault: &InteractionFault) -> (&'static str, String, String) {
    let title = |rank: &usize| {
        let title = records.get(*rank).map_or(String::new(), |r| plain(&r.title));
        format!("nonlinearity {} ('{title}')", rank + 1)
    };
    match fault {
        InteractionFault::Diverged { interaction, time, quantity } => (
            "N302",
            format!("the run diverged at t = {time} s: {quantity} of {} is not finite", title(interaction)),
            "shorten PAS, lower the contact stiffness, or use a scheme with step control".to_string(),
        ),
        InteractionFault::Function { interaction, time, source } => (
            "N306",
            format!("a function of {} has no value at t = {time} s: {source}", title(interaction)),
            "extend the function (PROL_DROITE, PROL_GAUCHE) over all values the motion reaches".to_string(),
        ),
        InteractionFault::Law { interaction, time, message } => (
            "N306",
            format!("{} has no solution at t = {time} s: {message}", title(interaction)),
            "shorten PAS, or look at the data of this law".to_string(),
        ),
        InteractionFault::Support { support, time, source } => (
            "N305",
            format!("the motion of support {} has no value at t = {time} s: {source}", support + 1),
            "DEPL and VITE must have a value at every instant of the run".to_string(),
        ),
    }
}
