//! INCREMENT and ARCHIVAGE: nominal step, end, instants and states to keep.

use super::keywords::refuse;
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::Concept;
use crate::diag::Diagnostic;
use crate::kernel::transient::{Schedule, ScheduleFault, bytes_of_states};
use crate::source::memory;

/// Start, end and nominal step (s).
pub(super) struct Increment {
    pub start: f64,
    pub end: f64,
    pub step: f64,
    /// Given by LIST_INST, not by PAS.
    pub listed: bool,
}

/// A step not above this cannot be told from nothing.
const SHORTEST: f64 = 1e5 * f64::EPSILON;

/// `start` is the clock of a continued run; INST_INIT does not count then.
pub(super) fn read_increment(call: &Call, start: Option<f64>) -> Result<Increment, CallError> {
    let keywords = match call.factor("INCREMENT") {
        [one] => one,
        [] => return Err(refuse(call, "INCREMENT", "R306", "INCREMENT is missing", "give PAS and INST_FIN")),
        many => {
            let message = format!("INCREMENT is given {} times", many.len());
            return Err(refuse(
                &many[1],
                "PAS",
                "R306",
                message,
                "give one INCREMENT, and continue the run with ETAT_INIT for another step",
            ));
        }
    };
    let increment = match keywords.concept("LIST_INST") {
        Some(Concept::RealList(list)) => from_list(keywords, list, start)?,
        _ => {
            let (Some(step), Some(end)) = (keywords.real_if_given("PAS"), keywords.real_if_given("INST_FIN")) else {
                let help = "give PAS (the time step) and INST_FIN (the end), or LIST_INST";
                return Err(refuse(keywords, "PAS", "R306", "INCREMENT has no PAS or no INST_FIN", help));
            };
            let start = start.or(keywords.real_if_given("INST_INIT")).unwrap_or(0.0);
            Increment { start, end, step, listed: false }
        }
    };
    let Increment { start, end, step, listed } = increment;
    let keyword = if listed { "LIST_INST" } else { "PAS" };
    if !(step.abs() > SHORTEST && step.is_finite()) {
        let message = format!("the time step {step:e} s is too short");
        return Err(refuse(keywords, keyword, "R306", message, format!("a step is longer than {SHORTEST:.1e} s")));
    }
    if step < 0.0 {
        return Err(refuse(
            keywords,
            keyword,
            "R306",
            format!("the time step {step:e} s is negative"),
            "time goes forward",
        ));
    }
    if end.partial_cmp(&start) != Some(std::cmp::Ordering::Greater) {
        let message = format!("the end, INST_FIN = {end} s, does not come after the start, {start} s");
        return Err(refuse(keywords, "INST_FIN", "R306", message, "give a later INST_FIN"));
    }
    Ok(increment)
}

fn from_list(keywords: &Keywords, list: &[f64], start: Option<f64>) -> Result<Increment, CallError> {
    let [first, second, ..] = list else {
        let message = "LIST_INST has fewer than two instants";
        return Err(refuse(keywords, "LIST_INST", "R306", message, "it gives the start, the step and the end"));
    };
    let step = second - first;
    for pair in list.windows(2) {
        let own = pair[1] - pair[0];
        if (own - step).abs() > 1e-6 * step.abs() {
            let message = format!("the steps of LIST_INST differ: {step} s at first, {own} s at {} s", pair[0]);
            let help = "a modal transient has one step: use PAS, or one run for each step with ETAT_INIT";
            return Err(refuse(keywords, "LIST_INST", "R306", message, help));
        }
    }
    let end = if let Some(rank) = keywords.integer_if_given("NUME_FIN") {
        let Some(end) = usize::try_from(rank).ok().and_then(|r| list.get(r)) else {
            let message = format!("NUME_FIN={rank} is not a rank of LIST_INST (0 to {})", list.len() - 1);
            return Err(refuse(keywords, "NUME_FIN", "R306", message, "ranks start from 0"));
        };
        *end
    } else {
        keywords.real_if_given("INST_FIN").unwrap_or(list[list.len() - 1])
    };
    Ok(Increment { start: start.unwrap_or(*first), end, step, listed: true })
}

pub(super) fn read_schedule(call: &Call, increment: &Increment) -> Result<Schedule, CallError> {
    let Increment { start, end, step, .. } = *increment;
    let Some(keywords) = call.one("ARCHIVAGE") else {
        return Schedule::new(start, end, step, Some(1), &[]).map_err(|fault| refused(call, "INCREMENT", fault));
    };
    let mut keyword = "INST";
    let mut instants = keywords.reals("INST");
    if let Some(Concept::RealList(list)) = keywords.concept("LIST_INST") {
        (keyword, instants) = ("LIST_INST", list.to_vec());
    }
    if let Some(Concept::IntegerList(steps)) = keywords.concept("LIST_ARCH") {
        keyword = "LIST_ARCH";
        instants = steps.iter().map(|&n| start + n as f64 * step).filter(|t| *t < end + step / 2.0).collect();
    }
    let period = match keywords.integer_if_given("PAS_ARCH") {
        Some(p) if p >= 1 => Some(p as u64),
        Some(p) => {
            let message = format!("PAS_ARCH={p} keeps nothing");
            return Err(refuse(keywords, "PAS_ARCH", "R307", message, "PAS_ARCH=1 keeps every step"));
        }
        None => None,
    };
    Schedule::new(start, end, step, period, &instants).map_err(|fault| refused(keywords, keyword, fault))
}

/// Bytes of kept states that are told before the run: a browser on a telephone ends a page for less than twice as many.
const MUCH: usize = 256 << 20;

/// Room in memory for all states that a run of fixed step keeps, before it starts; a note where they are many.
pub(super) fn check_room(
    call: &Call,
    schedule: &Schedule,
    size: usize,
    variables: usize,
) -> Result<Option<Diagnostic>, CallError> {
    let states = schedule.planned();
    let (start, end, step) = (schedule.start, schedule.end, schedule.step);
    let keywords = call.one("INCREMENT").unwrap_or(call);
    let keeps = |verb: &str| format!("from {start} s to {end} s by steps of {step:e} s the run {verb} {states} states");
    let why = match bytes_of_states(size, variables, states) {
        None => "more than 4 GB".to_string(),
        Some(bytes) => match memory::ask(bytes as u64) {
            Ok(()) => {
                let note = || {
                    let message = format!("{}: {} MB of memory", keeps("keeps"), bytes >> 20);
                    let note = Diagnostic::note("N324", message).at_if_absent(keywords.span_of("INST_FIN"));
                    note.help("ARCHIVAGE=_F(PAS_ARCH=n) keeps one state in n")
                };
                return Ok((bytes > MUCH).then(note));
            }
            Err(shortage) => shortage.to_string(),
        },
    };
    let message = format!("{}: {why}", keeps("would keep"));
    let help = "shorten the run, lengthen the step, or keep one state in n with ARCHIVAGE=_F(PAS_ARCH=n)";
    Err(refuse(keywords, "INST_FIN", "N315", message, help))
}

fn refused(keywords: &Keywords, keyword: &str, fault: ScheduleFault) -> CallError {
    let (message, help) = match fault {
        ScheduleFault::Outside { instant, start, end } => (
            format!("the instant {instant} s to keep lies outside the run, {start} s to {end} s"),
            "instants to keep lie between the start and INST_FIN",
        ),
        ScheduleFault::NotIncreasing { instant, previous } => (
            format!("the instants to keep do not increase: {instant} s comes after {previous} s"),
            "give them in strictly increasing order",
        ),
        ScheduleFault::Empty { start, end } => {
            (format!("the end, {end} s, does not come after the start, {start} s"), "give a later INST_FIN")
        }
    };
    refuse(keywords, keyword, "R307", message, help)
}
