//! Rows of the tables of POST_DYNA_MODA_T: wear, impacts, buckling.

use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Cell, ColumnType, InteractionRecord, Table, Trajectory};
use crate::kernel::wear::{ContactHistory, SignalStatistics, StepClass, classes, impacts, wear_statistics};
use crate::operators::Context;
use crate::operators::call::entities::one_node;

/// One occurrence of CHOC.
pub(super) struct ChocArguments {
    pub from_s: f64,
    pub to_s: f64,
    pub blocks: usize,
    pub threshold_n: f64,
    pub rest_s: f64,
    pub class_count: usize,
    pub impacts: bool,
}

pub(super) fn wear_columns() -> Table {
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

pub(super) fn push_wear(
    table: &mut Table,
    record: &InteractionRecord,
    history: &ContactHistory<'_>,
    class: StepClass,
    exact_power: Option<f64>,
    arguments: &ChocArguments,
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

pub(super) fn impact_columns() -> Table {
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

/// Rows of OPTION='IMPACT'; whether an impulse has the weight of the first or the last instant.
pub(super) fn push_impacts(
    table: &mut Table,
    record: &InteractionRecord,
    rank: i64,
    history: &ContactHistory<'_>,
    arguments: &ChocArguments,
) -> bool {
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
    found.presses_at_ends
}

/// Rows of a stop that keeps a plastic shortening: one per node, each with its share.
pub(super) fn push_buckling(table: &mut Table, record: &InteractionRecord, rank: i64, history: &ContactHistory<'_>) {
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
pub(super) fn identify(record: &InteractionRecord, row: &str) -> [(&'static str, Cell); 3] {
    let text = |t: &str| Cell::Text(t.trim_end().to_string());
    [("INTITULE", text(&record.title)), ("NOEUD", text(&(record.node_1 + 1).to_string())), ("CALCUL", text(row))]
}

/// Phases in which a force-displacement relation acts.
pub(super) fn force_phases(
    call: &Call,
    keywords: &Keywords,
    trajectory: &Trajectory,
    context: &Context<'_>,
) -> Result<Table, CallError> {
    let Some(value) = &trajectory.basis.mesh else {
        return Err(keywords.error("GROUP_NO", "R405", "the basis of the transient has no mesh"));
    };
    let mesh = context.latest_mesh(call, value);
    let node = one_node(keywords, "GROUP_NO", "NOEUD", mesh)?;
    let component = keywords.text_if_given("NOM_CMP").unwrap_or_default();
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
