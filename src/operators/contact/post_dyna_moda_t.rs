//! POST_DYNA_MODA_T: statistics of the contacts of a modal transient.
//!
//! ```text
//! WEAR = POST_DYNA_MODA_T(RESU_GENE=TRAN, CHOC=_F(OPTION='USURE', INST_INIT=4., INST_FIN=12., NB_BLOC=8))
//! ```
//!
//! * OPTION='USURE': ten rows per contact: motion, forces, shocks, and the mean wear power PUIS_USURE (W).
//! * OPTION='IMPACT': one row an impact, then GLOBAL, the histogram (PROBA), and FLAMBAGE for stops that buckled.
//! * OPTION='EVENEMENT': one row per event of a run with exact friction: date, contact, nature.
//! * RELA_EFFO_DEPL: the phases in which a force-displacement relation acts.
//!
//! Contacts come in the order of their definition, DIS_CHOC first, FLAMBAGE next. Kernel: `wear`.

use std::sync::Arc;

use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Cell, ColumnType, Concept, InteractionRecord, Row, Table, Trajectory};
use crate::diag::Diagnostic;
use crate::kernel::schemes::SchemeInfo;
use crate::kernel::transient::exact::EventKind;
use crate::kernel::transient::exact::exchange::TOTALS;
use crate::kernel::wear::{ContactHistory, SlidingSamples, StepClass, pressed_way, select, sliding_samples};
use crate::operators::contact::statistics_rows::{
    ChocArguments, force_phases, impact_columns, push_impacts, push_wear, wear_columns,
};
use crate::operators::{Check, Context, Operator, Outcome, set_result};

pub(in crate::operators) const POST_DYNA_MODA_T: Operator =
    Operator { name: "POST_DYNA_MODA_T", run, check: Check::KeywordsOnly };

fn run(call: &Call, context: &mut Context<'_>) -> Outcome {
    let trajectory = trajectory(call)?;
    let table = if let Some(relation) = call.one("RELA_EFFO_DEPL") {
        force_phases(call, relation, &trajectory, context)?
    } else {
        let occurrences = call.factor("CHOC");
        let Some(choc) = occurrences.last() else { return Ok(()) };
        if occurrences.len() > 1 {
            let message = "CHOC is given several times: each occurrence makes the whole table, the last one stays";
            let warning = Diagnostic::warning("R421", message).at_if_absent(occurrences[0].span);
            context.warn(warning.help("call POST_DYNA_MODA_T once for each"));
        }
        contact_table(choc, &trajectory, context)?
    };
    set_result(call, Concept::Table(Arc::new(table)))
}

/// The modal transient given to RESU_GENE.
pub(in crate::operators) fn trajectory(call: &Call) -> Result<Arc<Trajectory>, CallError> {
    match call.concept("RESU_GENE") {
        Some(Concept::Trajectory(trajectory)) => Ok(trajectory.get()),
        _ => Err(call.error("RESU_GENE", "R420", "RESU_GENE is not a transient on a modal basis")),
    }
}

/// Whether plain averages or integrals apply to a run.
pub(in crate::operators) fn step_class(trajectory: &Trajectory) -> StepClass {
    let equal = match &trajectory.scheme {
        Some(name) => SchemeInfo::named(name).is_some_and(|info| info.has_equal_steps),
        None => trajectory.has_equal_steps(),
    };
    if equal { StepClass::Constant } else { StepClass::Variable }
}

/// The archived variables of a contact; `None` for other relations.
pub(in crate::operators) fn history<'a>(
    trajectory: &'a Trajectory,
    record: &InteractionRecord,
) -> Option<ContactHistory<'a>> {
    let (times, variables, offset) = (trajectory.instants.as_slice(), &trajectory.variables, record.offset);
    match record.relation.as_str() {
        "DIS_CHOC" => Some(ContactHistory::stop(times, variables, offset)),
        "FLAMBAGE" => Some(ContactHistory::buckling(times, variables, offset)),
        _ => None,
    }
}

fn contact_table(choc: &Keywords, trajectory: &Trajectory, context: &mut Context<'_>) -> Result<Table, CallError> {
    if choc.is("OPTION", "EVENEMENT") {
        return event_table(choc, trajectory);
    }
    let arguments = read_arguments(choc)?;
    let class = step_class(trajectory);
    let records = ["DIS_CHOC", "FLAMBAGE"]
        .into_iter()
        .flat_map(|relation| trajectory.interactions.iter().filter(move |record| record.relation == relation));
    let mut table = if arguments.impacts { impact_columns() } else { wear_columns() };
    table.mesh = trajectory.basis.mesh.as_ref().map(|value| value.mesh.clone());
    let (from, to) = (arguments.from_s, arguments.to_s);
    let window = select(&trajectory.instants, from, to, class, trajectory.continued).map_err(|fault| {
        let keyword = if choc.written("INST_INIT") { "INST_INIT" } else { "INST_FIN" };
        let help = "choose INST_INIT < INST_FIN within the archived instants";
        Box::new(choc.error(keyword, "R422", fault.to_string()).help(help))
    })?;
    let (mut rank, mut presses_at_ends) = (0, false);
    for record in records {
        rank += 1;
        let Some(history) = history(trajectory, record) else { continue };
        let history = history.window(window);
        if arguments.impacts {
            presses_at_ends |= push_impacts(&mut table, record, rank, &history, &arguments);
        } else {
            let exact = exact_power(trajectory, rank as usize - 1, (from, to));
            if exact.is_none() {
                warn_of_samples(choc, record, &history, context);
            }
            push_wear(&mut table, record, &history, class, exact, &arguments);
        }
    }
    let duration = table.columns.iter().position(|column| column.name == "T_CHOC_MAXI");
    let shocks = |row: Row<'_>| duration.is_some_and(|k| matches!(*row.cell(k), Cell::Real(x) if x > 0.0));
    if table.rows.iter().any(shocks) {
        context.slip("shortest-shock", choc.span);
    }
    if presses_at_ends {
        context.slip("impulse-at-ends", choc.span);
    }
    if rank == 0 {
        let error = choc.error("OPTION", "R423", "the transient has no contact: no DIS_CHOC and no FLAMBAGE relation");
        return Err(Box::new(
            error.help("statistics need a DYNA_VIBRA with COMPORTEMENT=_F(RELATION='DIS_CHOC', ...)"),
        ));
    }
    Ok(table)
}

/// States that slide between two reversals: with 8 of a sine, the trapezoid of the wear power lacks 1 %.
const STATES_PER_REVERSAL: usize = 8;
/// Part of the way of a pressed contact that goes along the obstacle when it slides.
const SLIDING_PART: f64 = 0.1;

/// Warns where the kept states cannot give the wear power.
pub(in crate::operators) fn warn_of_samples(
    keywords: &Keywords,
    record: &InteractionRecord,
    history: &ContactHistory<'_>,
    context: &mut Context<'_>,
) {
    let title = record.title.trim_end();
    let (along, all) = if record.frictionless { pressed_way(history) } else { (0.0, 0.0) };
    if along > SLIDING_PART * all {
        let message = format!(
            "{title} has no friction law: what slides {along:.3e} m along it under load keeps no speed, and its wear power is 0"
        );
        let warning = Diagnostic::warning("R486", message).at_if_absent(keywords.span);
        context.warn(warning.help("give FROTTEMENT='COULOMB', COULOMB and RIGI_TAN in COMPORTEMENT"));
    }
    let SlidingSamples { states, reversals } = sliding_samples(history);
    if reversals > 1 && states < STATES_PER_REVERSAL * reversals {
        let message = format!("{title}: {states} states for {reversals} slip reversals are few for a wear power");
        let warning = Diagnostic::warning("R485", message).at_if_absent(keywords.span);
        let help = "keep more states in DYNA_VIBRA: a smaller PAS_ARCH (it counts steps, those of a varying step too), or a smaller PAS";
        context.warn(warning.help(help));
    }
}

/// Wear power between two instants (s) of a run that accumulated `N |v|`: exact between instants that were kept,
/// whatever was kept between them; an instant that was not kept is interpolated.
fn exact_power(trajectory: &Trajectory, contact: usize, (from, to): (f64, f64)) -> Option<f64> {
    const WEAR: usize = 3;
    let column = TOTALS * contact + WEAR;
    let times = &trajectory.instants;
    let (Some(&start), Some(&end)) = (times.first(), times.last()) else { return None };
    if column >= trajectory.exchanged.width() {
        return None;
    }
    let (from, to) = (from.max(start), to.min(end));
    let at = |t: f64| {
        let next = times.partition_point(|&x| x < t).clamp(1, times.len() - 1);
        let (t0, t1) = (times[next - 1], times[next]);
        let (w0, w1) = (trajectory.exchanged.at(next - 1, column), trajectory.exchanged.at(next, column));
        w0 + (w1 - w0) * ((t - t0) / (t1 - t0)).clamp(0.0, 1.0)
    };
    Some(if to > from && times.len() > 1 { (at(to) - at(from)) / (to - from) } else { 0.0 })
}

/// Dates of the events of a run with exact friction.
fn event_table(choc: &Keywords, trajectory: &Trajectory) -> Result<Table, CallError> {
    if trajectory.exchanged.width() == 0 {
        let scheme = trajectory.scheme.as_deref().unwrap_or("of a projected result");
        let message = format!("the scheme {scheme} locates no events");
        let help = "OPTION='EVENEMENT' needs a run with SCHEMA='EVENEMENT' or 'MOREAU'";
        return Err(Box::new(choc.error("OPTION", "R484", message).help(help)));
    }
    use ColumnType::{Integer, Real, Text};
    let mut table =
        Table::with_columns([("INST", Real), ("CHOC", Integer), ("NATURE", Text(16)), ("INTITULE", Text(24))]);
    let (from, to) = (choc.real("INST_INIT")?, choc.real("INST_FIN")?);
    for event in trajectory.events.iter().filter(|e| e.time >= from && e.time <= to) {
        let title = trajectory.interactions.get(event.contact).map_or("", |r| r.title.trim_end());
        table.push([
            ("INST", Cell::Real(event.time)),
            ("CHOC", Cell::Integer(event.contact as i64 + 1)),
            ("NATURE", Cell::Text(nature(event.kind).into())),
            ("INTITULE", Cell::Text(title.into())),
        ]);
    }
    Ok(table)
}

/// Name of a kind of event in tables.
pub(in crate::operators) fn nature(kind: EventKind) -> &'static str {
    match kind {
        EventKind::Slip => "GLISSEMENT",
        EventKind::Stick => "ADHERENCE",
        EventKind::Reversal => "INVERSION",
        EventKind::Impact => "IMPACT",
        EventKind::Separation => "DECOLLEMENT",
    }
}

fn read_arguments(choc: &Keywords) -> Result<ChocArguments, CallError> {
    let count = |name: &str| choc.integer(name).map(|n| n.max(0) as usize);
    let impacts = choc.is("OPTION", "IMPACT");
    Ok(ChocArguments {
        from_s: choc.real("INST_INIT")?,
        to_s: choc.real("INST_FIN")?,
        // Impacts are looked for in one piece.
        blocks: if impacts { 1 } else { count("NB_BLOC")?.max(1) },
        threshold_n: choc.real("SEUIL_FORCE")?,
        rest_s: choc.real("DUREE_REPOS")?,
        class_count: count("NB_CLASSE")?,
        impacts,
    })
}
