//! POST_GLISSEMENT: tables of a run.

use std::sync::Arc;

use super::input::refused;
use super::rows::{reals, titled};
use super::{distribution, histories, regression};
use crate::catalogue::{Call, CallError};
use crate::concepts::{Cell, ColumnType, Concept, SlidingRun, Table};
use crate::operators::call::access::Closeness;
use crate::operators::rough::columns::{body_column, body_name, interval};
use crate::operators::{Check, Context, Operator, Outcome, set_result};

pub(in crate::operators) const POST_GLISSEMENT: Operator =
    Operator { name: "POST_GLISSEMENT", run, check: Check::KeywordsOnly };

/// Velocity that levels refer to (m/s).
const REFERENCE_VELOCITY: f64 = 1e-9;

fn run(call: &Call, context: &mut Context<'_>) -> Outcome {
    let option = call.text("OPTION")?;
    if &*option == "REGRESSION" {
        let table = titled(call, regression::table(call)?);
        return set_result(call, Concept::Table(Arc::new(table)));
    }
    let Some(Concept::Sliding(run)) = call.concept("RESULTAT") else {
        let message = format!("OPTION='{option}' needs RESULTAT, a run of DYNA_GLISSEMENT");
        let help = "TABLE is for OPTION='REGRESSION' alone";
        return Err(refused(call, "OPTION", "R865", message, help));
    };
    let table = match &*option {
        "NIVEAU" => levels(call, run)?,
        "HISTOIRE" => histories::forces(call, run)?,
        "POINT" => histories::points(call, run)?,
        "SPECTRE" => histories::spectrum(call, run, context)?,
        "CHOC" => distribution::shocks(call, run)?,
        "DISTRIBUTION" => distribution::classes(call, run)?,
        "MODE" => modes(call, run)?,
        _ => balance(run),
    };
    set_result(call, Concept::Table(Arc::new(titled(call, table))))
}

fn levels(call: &Call, run: &SlidingRun) -> Result<Table, CallError> {
    let mut table = Table::with_columns([body_column(), ("VRMS", ColumnType::Real), ("LV", ColumnType::Real)]);
    let whole = !call.has("INST_INIT") && !call.has("INST_FIN");
    let (first, last) = interval(call, run)?;
    for body in 0..2 {
        let square = if whole {
            run.result.mean_square[body]
        } else {
            let until = |t: f64| run.result.square_until(body, t / run.step);
            (until(last) - until(first)) / ((last - first) / run.step)
        };
        let velocity = libm::sqrt(square.max(0.0));
        let level = 20.0 * libm::log10(velocity / REFERENCE_VELOCITY);
        let level = if level.is_finite() { Cell::Real(level) } else { Cell::Empty };
        table.rows.push(vec![body_name(body), Cell::Real(velocity), level]);
    }
    Ok(table)
}

fn balance(run: &SlidingRun) -> Table {
    let result = &run.result;
    let duration = result.steps as f64 * run.step;
    let first = result.first_contact.map_or(Cell::Empty, |n| Cell::Real(n as f64 * run.step));
    let cells = [
        ("NB_PAS", Cell::Integer(result.steps as i64)),
        ("NB_PAS_CONTACT", Cell::Integer(result.contact_steps as i64)),
        ("NB_CONTACT", Cell::Integer(result.contact_nodes as i64)),
        ("INST_CONTACT", first),
        ("FORC_MAXI", Cell::Real(result.peak_force)),
        ("IMPULSION", Cell::Real(result.impulse)),
        ("FORC_MOYE", Cell::Real(result.impulse / duration)),
        ("ENER_ECHANGEE", Cell::Real(result.exchanged)),
        ("ENER_RESIDU", Cell::Real(result.residual)),
        ("ECART", Cell::Real(run.clearance)),
    ];
    let kind = |name: &str| if name.starts_with("NB_") { ColumnType::Integer } else { ColumnType::Real };
    let mut table = Table::with_columns(cells.iter().map(|(name, _)| (*name, kind(name))));
    table.push(cells);
    table
}

fn modes(call: &Call, run: &SlidingRun) -> Result<Table, CallError> {
    let archive = &run.result.archive;
    let instants: Vec<f64> = archive.steps.iter().map(|n| *n as f64 * run.step).collect();
    let rank = match call.real_if_given("INST") {
        None => instants.len() - 1,
        Some(t) => Closeness::read(call).find(&instants, t).ok_or_else(|| {
            let apart = |other: &&f64| (**other - t).abs();
            let nearest = instants.iter().min_by(|a, b| apart(a).total_cmp(&apart(b))).copied().unwrap_or(0.0);
            let message = format!("no state is archived at t = {t} s; the nearest is at {nearest} s");
            refused(call, "INST", "R866", message, "archive more (ARCHIVAGE), or widen PRECISION")
        })?,
    };
    let mut table = Table::with_columns([
        body_column(),
        ("NUME_MODE", ColumnType::Integer),
        ("FREQ", ColumnType::Real),
        ("COOR", ColumnType::Real),
        ("VITE", ColumnType::Real),
    ]);
    let count = [0, 1].map(|b: usize| run.bodies[b].beam.modes());
    let mut place = rank * (count[0] + count[1]);
    for body in 0..2 {
        for k in 0..count[body] {
            let mut row = vec![body_name(body), Cell::Integer(k as i64 + 1)];
            let frequency = run.bodies[body].beam.frequency(k);
            row.extend(reals([frequency, archive.amplitudes[place], archive.velocities[place]]));
            table.rows.push(row);
            place += 1;
        }
    }
    Ok(table)
}
