//! POST_COUCHE: tables of a run of DYNA_COUCHE.

use std::sync::Arc;

use super::{statistics, welch};
use crate::catalogue::{Call, CallError};
use crate::concepts::{Cell, ColumnType, Concept, Table};
use crate::kernel::slab::{Nature, SlabRun, SlabState};
use crate::operators::{Check, Context, Operator, Outcome, set_result};

pub(in crate::operators) const POST_COUCHE: Operator =
    Operator { name: "POST_COUCHE", run, check: Check::KeywordsOnly };

fn run(call: &Call, _context: &mut Context<'_>) -> Outcome {
    let Some(Concept::Slab(run)) = call.concept("RESULTAT") else {
        return Err(call.error("RESULTAT", "R757", "RESULTAT is not a result of DYNA_COUCHE"));
    };
    let option = call.text("OPTION")?;
    let table = match &*option {
        "EVENEMENT" => events(run, window(call, run)?),
        "BILAN" => balance(run),
        "CHAMP" => fields(call, run)?,
        "STATISTIQUE" => cycle(run, window(call, run)?),
        "SPECTRE" => spectrum(call, run)?,
        _ => history(run, window(call, run)?),
    };
    set_result(call, Concept::Table(Arc::new(table)))
}

/// First and last instant looked at.
fn window(call: &Call, run: &SlabRun) -> Result<(f64, f64), CallError> {
    let (first, last) =
        (call.real_if_given("INST_INIT").unwrap_or(0.0), call.real_if_given("INST_FIN").unwrap_or(run.end));
    let keyword = if call.has("INST_INIT") { "INST_INIT" } else { "INST_FIN" };
    if !(first >= 0.0 && first < last) && run.end > 0.0 {
        let message = format!("the window goes from {first} s to {last} s; the run from 0 to {} s", run.end);
        return Err(call.error(keyword, "R757", message));
    }
    if first >= run.end && run.end > 0.0 {
        let message = format!("INST_INIT is {first} s and the run ended at {} s", run.end);
        return Err(call.error("INST_INIT", "R757", message));
    }
    Ok((first, last.min(run.end)))
}

fn reals(names: &[&'static str]) -> Table {
    Table::with_columns(names.iter().map(|name| (*name, ColumnType::Real)))
}

/// Ranks of the states of the window, with a margin for rounding.
fn states(run: &SlabRun, (first, last): (f64, f64)) -> impl Iterator<Item = usize> {
    let margin = 1e-6 * run.step;
    let inside = move |s: &SlabState| s.time >= first - margin && s.time <= last + margin;
    (0..run.states.len()).filter(move |i| inside(&run.states[*i]))
}

fn history(run: &SlabRun, window: (f64, f64)) -> Table {
    let mut names = vec!["INST", "GLIS", "DEPL", "VITE", "CISA"];
    if !run.across.is_empty() {
        names.extend(["GLIS_2", "DEPL_2", "VITE_2", "CISA_2", "GLIS_NORM"]);
    }
    names.extend(["PRES", "DEPL_NORM"]);
    let mut table = reals(&names);
    table.columns.push(crate::concepts::Column { name: "NB_SOLU".into(), kind: ColumnType::Integer });
    for i in states(run, window) {
        let s = &run.states[i];
        let mut reals = vec![s.time, s.slip, s.displacement, s.velocity, s.shear];
        if let Some(across) = run.across.get(i) {
            let size = libm::sqrt(s.slip * s.slip + across.slip * across.slip);
            reals.extend([across.slip, across.displacement, across.velocity, across.shear, size]);
        }
        reals.extend([s.pressure, s.gap]);
        let mut row: Vec<Cell> = reals.into_iter().map(Cell::Real).collect();
        row.push(Cell::Integer(i64::from(s.solutions)));
        table.rows.push(row);
    }
    table
}

fn word(nature: Nature) -> &'static str {
    match nature {
        Nature::Slip => "GLISSEMENT",
        Nature::Stick => "ADHERENCE",
        Nature::Jump => "SAUT",
        Nature::Impact => "IMPACT",
        Nature::Release => "DECOLLEMENT",
    }
}

fn events(run: &SlabRun, (first, last): (f64, f64)) -> Table {
    let mut table = Table::with_columns([
        ("INST", ColumnType::Real),
        ("NATURE", ColumnType::Text(16)),
        ("GLIS_AVANT", ColumnType::Real),
        ("GLIS_APRES", ColumnType::Real),
    ]);
    for event in run.events.iter().filter(|e| e.time >= first && e.time <= last) {
        table.push([
            ("INST", Cell::Real(event.time)),
            ("NATURE", Cell::Text(word(event.nature).into())),
            ("GLIS_AVANT", Cell::Real(event.before)),
            ("GLIS_APRES", Cell::Real(event.after)),
        ]);
    }
    table
}

fn balance(run: &SlabRun) -> Table {
    let b = &run.balance;
    let names = [
        "GLIS_CUMU",
        "TRAV_FROT",
        "ENER_INIT",
        "ENER_CINE",
        "ENER_ELAS",
        "TRAV_HAUT",
        "TRAV_BASE",
        "RESIDU",
        "INST_FIN",
    ];
    let mut table = reals(&names);
    let values = [b.distance, b.friction, b.initial, b.kinetic, b.elastic, b.top, b.base, b.residual(), run.end];
    table.rows.push(values.into_iter().map(Cell::Real));
    table
}

fn fields(call: &Call, run: &SlabRun) -> Result<Table, CallError> {
    if run.fields.is_empty() {
        let help = "ask for them in DYNA_COUCHE with CHAMP=_F(INST=(...), NB_POINT=...)";
        return Err(Box::new(call.error("OPTION", "R757", "the result holds no field").help(help)));
    }
    let second = !run.across.is_empty();
    let mut names = vec!["INST", "X", "DEPL", "VITE", "CISA"];
    if second {
        names.extend(["DEPL_2", "VITE_2", "CISA_2"]);
    }
    names.extend(["DEPL_NORM", "PRES"]);
    let mut table = reals(&names);
    for field in &run.fields {
        for i in 0..field.heights.len() {
            let mut values =
                vec![field.time, field.heights[i], field.displacement[i], field.velocity[i], field.shear[i]];
            if second {
                values.extend(field.across.iter().map(|values| values[i]));
            }
            values.extend([field.normal_displacement[i], field.pressure[i]]);
            table.rows.push(values.into_iter().map(Cell::Real).collect::<Vec<_>>());
        }
    }
    Ok(table)
}

fn cycle(run: &SlabRun, (first, last): (f64, f64)) -> Table {
    let mut table = reals(&["PART_ADHE", "PERIODE", "GLIS_CYCLE", "TRAV_CYCLE"]);
    let found = statistics::of(run, first, last);
    let cell = |of: fn((f64, f64, f64)) -> f64| found.cycle.map_or(Cell::Empty, |c| Cell::Real(of(c)));
    table.rows.push(vec![Cell::Real(found.stick), cell(|c| c.0), cell(|c| c.1), cell(|c| c.2)]);
    table
}

fn spectrum(call: &Call, run: &SlabRun) -> Result<Table, CallError> {
    let window = window(call, run)?;
    let dt = run.step * run.archive as f64;
    // States at events, and the last one, lie between two archived steps.
    let on_grid = |i: &usize| {
        let place = run.states[*i].time / dt;
        (place - place.round()).abs() <= 1e-6
    };
    let mut ranks: Vec<usize> = states(run, window).filter(on_grid).collect();
    ranks.dedup_by(|later, kept| {
        let same = run.states[*later].time == run.states[*kept].time;
        *kept = if same { *later } else { *kept };
        same
    });
    let values: Vec<f64> = ranks.iter().map(|i| run.states[*i].slip).collect();
    let second: Vec<f64> = ranks.iter().filter_map(|i| run.across.get(*i)).map(|across| across.slip).collect();
    let asked = call.integer_if_given("NB_POINT");
    let n = asked.unwrap_or(1024).max(0) as usize;
    let n = if asked.is_none() && n > values.len() && values.len() >= 4 { 1 << values.len().ilog2() } else { n };
    if n < 4 || !n.is_power_of_two() {
        let message = format!("NB_POINT is {n}: it must be a power of two, 4 or more");
        return Err(call.error("NB_POINT", "R757", message));
    }
    if n > values.len() {
        let message = format!("a spectrum of {n} points needs as many states; {} lie in the window", values.len());
        return Err(Box::new(
            call.error("NB_POINT", "R757", message).help("lower NB_POINT or PAS_ARCH, or widen the window"),
        ));
    }
    let mut table = reals(&["FREQ", "DSP"]);
    // Of a vector: the sum over both directions, which does not depend on their choice.
    let across = if second.is_empty() { Vec::new() } else { welch::density(&second, dt, n) };
    for (rank, (frequency, density)) in welch::density(&values, dt, n).into_iter().enumerate() {
        let density = density + across.get(rank).map_or(0.0, |(_, density)| *density);
        table.rows.push(vec![Cell::Real(frequency), Cell::Real(density)]);
    }
    Ok(table)
}
