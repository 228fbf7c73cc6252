//! ETAT_INIT: rest, given displacement and velocity, or a kept state of another run.

use std::sync::Arc;

use super::coordinates::{Coordinates, Meaning};
use super::excitation::vector;
use super::keywords::{refuse, spelling};
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Concept, InteractionRecord, Trajectory};
use crate::diag::Diagnostic;
use crate::kernel::transient::Start;
use crate::operators::Context;

/// Where a run starts.
pub(super) struct Initial {
    pub start: Start,
    /// Clock at the start (s), for a continued run.
    pub instant: Option<f64>,
    /// The run continued, and the rank of the state it starts from.
    pub continued: Option<(Arc<Trajectory>, usize)>,
}

pub(super) fn read(
    call: &Call,
    context: &mut Context<'_>,
    coordinates: &Coordinates,
    records: &[InteractionRecord],
    variable_count: usize,
) -> Result<Initial, CallError> {
    let size = coordinates.size;
    let fresh = |q, v| Initial { start: Start::Fresh { q, v }, instant: None, continued: None };
    let Some(keywords) = call.one("ETAT_INIT") else {
        not_enriched(call)?;
        return Ok(fresh(vec![0.0; size], vec![0.0; size]));
    };
    let run_name = spelling(keywords, &["RESULTAT", "RESU_GENE"]);
    if keywords.has(run_name) {
        let Some(Concept::Trajectory(run)) = keywords.concept(run_name) else {
            let message = format!("{run_name} is not a modal transient");
            return Err(refuse(
                keywords,
                run_name,
                "R304",
                message,
                "give the result of a DYNA_VIBRA on a modal basis",
            ));
        };
        let run = coordinates.brought(&run.get());
        check_same(keywords, run_name, &run, coordinates, records, variable_count)?;
        return continue_run(context, keywords, run_name, &run);
    }
    not_enriched(call)?;
    let given = |names: &[&str]| {
        let name = spelling(keywords, names);
        if keywords.has(name) { vector(keywords, name, coordinates, Meaning::Motion) } else { Ok(vec![0.0; size]) }
    };
    Ok(fresh(given(&["DEPL", "DEPL_INIT_GENE"])?, given(&["VITE", "VITE_INIT_GENE"])?))
}

fn not_enriched(call: &Call) -> Result<(), CallError> {
    if call.reuse.is_none() {
        return Ok(());
    }
    let help = "with reuse, give ETAT_INIT=_F(RESULTAT=...) with the same result: the new states are appended to its";
    Err(refuse(call, "reuse", "R304", "reuse is given, and the run does not continue the result", help))
}

/// Base and interactions of the two runs must agree.
fn check_same(
    keywords: &Keywords,
    keyword: &str,
    run: &Trajectory,
    coordinates: &Coordinates,
    records: &[InteractionRecord],
    variable_count: usize,
) -> Result<(), CallError> {
    let size = coordinates.size;
    if run.size != size || run.basis.len() != coordinates.basis.len() {
        let message = format!("{keyword} has {} generalised coordinates where the matrices have {size}", run.size);
        return Err(refuse(keywords, keyword, "R304", message, "a run is continued on the same basis"));
    }
    let (before, now) = (run.interactions.len(), records.len());
    let help = "a run is continued with the same local nonlinearities, in the same order and at the same nodes";
    if before != now || run.variables.width() != variable_count {
        let message = format!("{keyword} was made with {before} local nonlinearities, and {now} are given here");
        return Err(refuse(keywords, keyword, "R305", message, help));
    }
    for (rank, (a, b)) in run.interactions.iter().zip(records).enumerate() {
        if a.relation != b.relation || a.node_1 != b.node_1 || a.node_2 != b.node_2 {
            let place = |r: &InteractionRecord| match r.node_2 {
                Some(second) => format!("{} between nodes {} and {}", r.relation, r.node_1 + 1, second + 1),
                None => format!("{} at node {}", r.relation, r.node_1 + 1),
            };
            let message = format!("nonlinearity {} was {}, and is {} here", rank + 1, place(a), place(b));
            return Err(refuse(keywords, keyword, "R305", message, help));
        }
    }
    Ok(())
}

fn continue_run(
    context: &mut Context<'_>,
    keywords: &Keywords,
    keyword: &str,
    run: &Arc<Trajectory>,
) -> Result<Initial, CallError> {
    let Some(last) = run.len().checked_sub(1) else {
        return Err(refuse(keywords, keyword, "R305", format!("{keyword} has no state"), "give a run that has states"));
    };
    let (instant, state, up_to) = if let Some(instant) = keywords.real_if_given("INST_INIT") {
        let state = matching_instant(keywords, run, instant)?;
        (instant, state, state)
    } else if let Some(order) = keywords.integer_if_given("NUME_ORDRE") {
        let Some(rank) = run.orders.iter().position(|&o| o == order) else {
            let (first, end) = (run.orders[0], run.orders[last]);
            let message = format!("NUME_ORDRE={order} is not an order of the result ({first} to {end})");
            return Err(refuse(keywords, "NUME_ORDRE", "R305", message, "give an order that was kept, or INST_INIT"));
        };
        if rank != last {
            let message = format!(
                "NUME_ORDRE sets the clock to {} s, and the state is the last one kept ({} s), as in the reference program",
                run.instants[rank], run.instants[last]
            );
            let warning = Diagnostic::warning("R315", message).help("use INST_INIT to start from that state");
            context.warn(warning.at_if_absent(keywords.span_of("NUME_ORDRE")));
            context.slip("order-of-last-state", keywords.span_of("NUME_ORDRE"));
        }
        (run.instants[rank], last, rank)
    } else {
        (run.instants[last], last, last)
    };
    let start = Start::Continued {
        q: run.q(state).to_vec(),
        v: run.v(state).to_vec(),
        a: run.a(state).to_vec(),
        variables: run.variables.row(state),
    };
    Ok(Initial { start, instant: Some(instant), continued: Some((run.clone(), up_to)) })
}

/// The kept instant nearest to the one asked for, within the tolerance.
fn matching_instant(keywords: &Keywords, run: &Trajectory, asked: f64) -> Result<usize, CallError> {
    let precision = keywords.real_if_given("PRECISION").unwrap_or(1e-6);
    let tolerance = if keywords.is("CRITERE", "ABSOLU") { precision } else { precision * asked.abs() };
    let distance = |i: usize| (run.instants[i] - asked).abs();
    let nearest = (0..run.len()).fold(0, |best, i| if distance(i) < distance(best) { i } else { best });
    if distance(nearest) <= tolerance.max(f64::EPSILON) {
        return Ok(nearest);
    }
    let message = format!("no state was kept at INST_INIT={asked} s; the nearest is at {} s", run.instants[nearest]);
    let help = "give an instant that was kept, or a PRECISION (with CRITERE) that reaches it";
    Err(refuse(keywords, "INST_INIT", "R305", message, help))
}
