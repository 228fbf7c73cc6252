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
use crate::kernel::wear::{
    ContactHistory, SignalStatistics, SlidingSamples, StepClass, classes, impacts, pressed_way, select,
    sliding_samples, wear_statistics,
};
use crate::operators::call::entities::one_node;
use crate::operators::{Context, Operator, Outcome, set_result};

pub(in crate::operators) const POST_DYNA_MODA_T: Operator = Operator { name: "POST_DYNA_MODA_T", run };

/// One occurrence of CHOC.
struct Arguments {
    from_s: f64,
    to_s: f64,
    blocks: usize,
    threshold_n: f64,
    rest_s: f64,
    class_count: usize,
    impacts: bool,
}

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
    match SchemeInfo::named(&trajectory.scheme) {
        Some(SchemeInfo { has_equal_steps: true, .. }) => StepClass::Constant,
        _ => StepClass::Variable,
    }
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
    let arguments = read_arguments(choc);
    let class = step_class(trajectory);
    let records = ["DIS_CHOC", "FLAMBAGE"]
        .into_iter()
        .flat_map(|relation| trajectory.interactions.iter().filter(move |record| record.relation == relation));
    let mut table = if arguments.impacts { impact_columns() } else { wear_columns() };
    table.mesh = trajectory.base.mesh.as_ref().map(|value| value.mesh.clone());
    let (from, to) = (arguments.from_s, arguments.to_s);
    let window = select(&trajectory.instants, from, to, class, trajectory.continued).map_err(|fault| {
        let keyword = if choc.written("INST_INIT") { "INST_INIT" } else { "INST_FIN" };
        let help = "choose INST_INIT < INST_FIN within the archived instants";
        Box::new(choc.error(keyword, "R422", fault.to_string()).help(help))
    })?;
    let mut rank = 0;
    for record in records {
        rank += 1;
        let Some(history) = history(trajectory, record) else { continue };
        let history = history.window(window);
        if arguments.impacts {
            push_impacts(&mut table, record, rank, &history, &arguments);
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
        let message = format!("the scheme {} locates no events", trajectory.scheme);
        let help = "OPTION='EVENEMENT' needs a run with SCHEMA='EVENEMENT' or 'MOREAU'";
        return Err(Box::new(choc.error("OPTION", "R484", message).help(help)));
    }
    use ColumnType::{Integer, Real, Text};
    let mut table =
        Table::with_columns([("INST", Real), ("CHOC", Integer), ("NATURE", Text(16)), ("INTITULE", Text(24))]);
    let (from, to) = (choc.real("INST_INIT").unwrap_or(-1.0), choc.real("INST_FIN").unwrap_or(999.0));
    for event in trajectory.events.iter().filter(|e| e.time >= from && e.time <= to) {
        let nature = match event.kind {
            EventKind::Slip => "GLISSEMENT",
            EventKind::Stick => "ADHERENCE",
            EventKind::Reversal => "INVERSION",
            EventKind::Impact => "IMPACT",
            EventKind::Separation => "DECOLLEMENT",
        };
        let title = trajectory.interactions.get(event.contact).map_or("", |r| r.title.trim_end());
        table.push([
            ("INST", Cell::Real(event.time)),
            ("CHOC", Cell::Integer(event.contact as i64 + 1)),
            ("NATURE", Cell::Text(nature.into())),
            ("INTITULE", Cell::Text(title.into())),
        ]);
    }
    Ok(table)
}

fn read_arguments(choc: &Keywords) -> Arguments {
    let count = |name: &str, absent: i64| choc.integer(name).unwrap_or(absent).max(0) as usize;
    let impacts = choc.is("OPTION", "IMPACT");
    Arguments {
        from_s: choc.real("INST_INIT").unwrap_or(-1.0),
        to_s: choc.real("INST_FIN").unwrap_or(999.0),
        // Impacts are looked for in one piece.
        blocks: if impacts { 1 } else { count("NB_BLOC", 1).max(1) },
        threshold_n: choc.real("SEUIL_FORCE").unwrap_or(0.0),
        rest_s: choc.real("DUREE_REPOS").unwrap_or(0.0),
        class_count: count("NB_CLASSE", 10),
        impacts,
    }
}

fn wear_columns() -> Table {
    use ColumnType::{Integer, Real, Text};
    let identification = [("INTITULE", Text(24)), ("NOEUD", Text(8)), ("CALCUL", Text(16))];
    let reals =
        ["MOYEN", "ECART_TYPE", "RMS", "MAXI", "MINI", "MOYEN_T_TOTAL", "MOYEN_T_CHOC", "RMS_T_TOTAL", "RMS_T_CHOC"];
    let shocks = [
        ("NB_CHOC_S", Integer),
        ("NB_REBON_CHOC", Integer),
        ("T_CHOC_MOYEN", Real),
        ("T_CHOC_MAXI", Real),
        ("T_CHOC_MINI", Real),
        ("T_REBON_MOYEN", Real),
        ("%_T_CHOC", Integer),
        ("PUIS_USURE", Real),
    ];
    Table::with_columns(identification.into_iter().chain(reals.map(|name| (name, Real))).chain(shocks))
}

fn push_wear(
    table: &mut Table,
    record: &InteractionRecord,
    history: &ContactHistory<'_>,
    class: StepClass,
    exact_power: Option<f64>,
    arguments: &Arguments,
) {
    let found = wear_statistics(history, class, arguments.blocks, arguments.threshold_n, arguments.rest_s);
    let mut push = |name: &str, cells: &[(&'static str, Cell)]| {
        table.push(identify(record, name).into_iter().chain(cells.iter().cloned()));
    };
    let signal = |s: &SignalStatistics| {
        let SignalStatistics { mean, deviation, rms, max, min } = *s;
        [("MOYEN", mean), ("ECART_TYPE", deviation), ("RMS", rms), ("MAXI", max), ("MINI", min)]
            .map(|(name, x)| (name, Cell::Real(x)))
    };
    for (name, s) in ["DEPL_X", "DEPL_Y", "DEPL_Z", "DEPL_RADIAL", "DEPL_ANGULAIRE"].iter().zip(&found.signals) {
        push(name, &signal(s));
    }
    let f = found.normal_force;
    let normal = [
        ("MOYEN_T_TOTAL", f.mean_total),
        ("MOYEN_T_CHOC", f.mean_contact),
        ("RMS_T_TOTAL", f.rms_total),
        ("RMS_T_CHOC", f.rms_contact),
        ("MAXI", f.max),
    ];
    push("FORCE_NORMALE", &normal.map(|(name, x)| (name, Cell::Real(x))));
    push("FORCE_TANG_1", &signal(&found.signals[5]));
    push("FORCE_TANG_2", &signal(&found.signals[6]));
    let s = found.shocks;
    let shocks = [
        ("NB_CHOC_S", Cell::Integer(s.shocks_per_second)),
        ("NB_REBON_CHOC", Cell::Integer(s.rebounds_per_shock)),
        ("T_CHOC_MOYEN", Cell::Real(s.mean_duration)),
        ("T_CHOC_MAXI", Cell::Real(s.max_duration)),
        ("T_CHOC_MINI", Cell::Real(s.min_duration)),
        ("T_REBON_MOYEN", Cell::Real(s.mean_rebound)),
        ("%_T_CHOC", Cell::Integer(s.percentage)),
    ];
    push("STAT_CHOC", &shocks);
    push("PUIS_USURE", &[("PUIS_USURE", Cell::Real(exact_power.unwrap_or(found.power)))]);
}

fn impact_columns() -> Table {
    use ColumnType::{Integer, Real, Text};
    Table::with_columns([
        ("INTITULE", Text(24)),
        ("NOEUD", Text(8)),
        ("CALCUL", Text(16)),
        ("CHOC", Integer),
        ("INSTANT", Real),
        ("F_MAX", Real),
        ("IMPULSION", Real),
        ("T_CHOC", Real),
        ("V_IMPACT", Real),
        ("NB_IMPACT", Integer),
        ("F_MAX_ABS", Real),
        ("F_MAX_MOY", Real),
        ("F_MAX_ETYPE", Real),
        ("CLASSE", Integer),
        ("DEBUT", Real),
        ("FIN", Real),
        ("PROBA", Real),
        ("FLAMBAGE", Text(8)),
        ("ECRAS_RESI", Real),
        ("INST_FLAMB", Real),
    ])
}

fn push_impacts(
    table: &mut Table,
    record: &InteractionRecord,
    rank: i64,
    history: &ContactHistory<'_>,
    arguments: &Arguments,
) {
    let found = impacts(history, arguments.threshold_n, arguments.rest_s);
    let mut push = |name: &str, cells: &[(&'static str, Cell)]| {
        table.push(identify(record, name).into_iter().chain(cells.iter().cloned()));
    };
    let none = [crate::kernel::wear::Impact { rebounds: 0, ..found.last }];
    let (rows, first) = if found.impacts.is_empty() { (&none[..], 0) } else { (&found.impacts[..], 1) };
    for (impact, number) in rows.iter().zip(first..) {
        let cells = [
            ("CHOC", Cell::Integer(number)),
            ("INSTANT", Cell::Real(impact.instant)),
            ("F_MAX", Cell::Real(impact.max_force)),
            ("IMPULSION", Cell::Real(impact.impulse)),
            ("T_CHOC", Cell::Real(impact.duration)),
            ("V_IMPACT", Cell::Real(impact.velocity)),
            ("NB_IMPACT", Cell::Integer(impact.rebounds)),
        ];
        push("IMPACT", &cells);
    }
    let global = [
        ("F_MAX_ABS", Cell::Real(found.max_force)),
        ("F_MAX_MOY", Cell::Real(found.mean_force)),
        ("F_MAX_ETYPE", Cell::Real(found.force_deviation)),
    ];
    push("GLOBAL", &global);
    for (class, number) in classes(&found.impacts, arguments.class_count).iter().zip(1..) {
        let cells = [
            ("CLASSE", Cell::Integer(number)),
            ("DEBUT", Cell::Real(class.from)),
            ("FIN", Cell::Real(class.to)),
            ("PROBA", Cell::Real(class.probability)),
        ];
        push("PROBA", &cells);
    }
    push_buckling(table, record, rank, history);
}

/// Rows of a stop that keeps a plastic shortening: one per node, each with its share.
fn push_buckling(table: &mut Table, record: &InteractionRecord, rank: i64, history: &ContactHistory<'_>) {
    let n = history.times().len();
    let residual = history.shortening(n - 1);
    let Some(first) = (0..n).find(|&k| history.shortening(k) > 0.0) else { return };
    if residual <= 0.0 {
        return;
    }
    let nodes: Vec<usize> = std::iter::once(record.node_1).chain(record.node_2).collect();
    for node in &nodes {
        let own = InteractionRecord { node_1: *node, ..record.clone() };
        let cells = [
            ("CHOC", Cell::Integer(rank)),
            ("FLAMBAGE", Cell::Text("OUI".into())),
            ("ECRAS_RESI", Cell::Real(residual / nodes.len() as f64)),
            ("INST_FLAMB", Cell::Real(history.times()[first])),
        ];
        table.push(identify(&own, "FLAMBAGE").into_iter().chain(cells));
    }
}

/// The first cells of a row. Nodes are named by their rank in the mesh, from 1.
fn identify(record: &InteractionRecord, row: &str) -> [(&'static str, Cell); 3] {
    let text = |t: &str| Cell::Text(t.trim_end().to_string());
    [("INTITULE", text(&record.title)), ("NOEUD", text(&(record.node_1 + 1).to_string())), ("CALCUL", text(row))]
}

/// Phases in which a force-displacement relation acts.
fn force_phases(
    call: &Call,
    keywords: &Keywords,
    trajectory: &Trajectory,
    context: &Context<'_>,
) -> Result<Table, CallError> {
    let Some(value) = &trajectory.base.mesh else {
        return Err(keywords.error("GROUP_NO", "R405", "the basis of the transient has no mesh"));
    };
    let mesh = context.latest_mesh(call, value);
    let node = one_node(keywords, "GROUP_NO", "NOEUD", mesh)?;
    let component = keywords.text("NOM_CMP").unwrap_or_default();
    let mut found = trajectory.interactions.iter().enumerate().filter(|(_, r)| r.relation == "RELA_EFFO_DEPL");
    let record = found.find(|(_, r)| Some(r.node_1) == node && r.component == *component);
    let Some((rank, record)) = record else {
        let message = format!("the transient has no RELA_EFFO_DEPL relation on {component} of this node");
        return Err(keywords.error("GROUP_NO", "R424", message));
    };
    use ColumnType::{Integer, Real, Text};
    let mut table = Table::with_columns([
        ("RELATION", Text(8)),
        ("NOEUD", Text(8)),
        ("CMP", Text(8)),
        ("PHASE", Integer),
        ("INST_INIT", Real),
        ("INST_FIN", Real),
        ("MAXI", Real),
        ("INST_MAXI", Real),
    ]);
    table.mesh = Some(mesh.clone());
    let n = trajectory.len();
    let acts = |k: usize| trajectory.internal(k, rank, 2) > 0.5;
    let mut k = 0;
    let mut phase = 0;
    while k < n {
        if !acts(k) {
            k += 1;
            continue;
        }
        let start = k;
        let mut peak = k;
        while k < n && acts(k) {
            let size = |k: usize| trajectory.internal(k, rank, 0).abs();
            if size(k) > size(peak) {
                peak = k;
            }
            k += 1;
        }
        phase += 1;
        let instant = |k: usize| Cell::Real(trajectory.instants[k.min(n - 1)]);
        table.push([
            ("RELATION", Cell::Text(record.function.clone())),
            ("NOEUD", Cell::Text((record.node_1 + 1).to_string())),
            ("CMP", Cell::Text(record.component.clone())),
            ("PHASE", Cell::Integer(phase)),
            ("INST_INIT", instant(start)),
            ("INST_FIN", instant(k)),
            ("MAXI", Cell::Real(trajectory.internal(peak, rank, 0))),
            ("INST_MAXI", instant(peak)),
        ]);
    }
    Ok(table)
}
