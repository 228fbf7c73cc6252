//! POST_GLISSEMENT: histories of force and of points, spectra of velocity.

use super::input::refused;
use super::rows::reals;
use crate::catalogue::{Call, CallError};
use crate::concepts::{Cell, ColumnType, SlidingRun, Table};
use crate::diag::Diagnostic;
use crate::kernel::rough::welch;
use crate::operators::Context;
use crate::operators::rough::columns::{body_column, body_name, interval};

/// Whether an instant lies in an interval, rounding aside.
fn within(t: f64, (first, last): (f64, f64), step: f64) -> bool {
    t >= first - 1e-6 * step && t <= last + 1e-6 * step
}

pub(super) fn forces(call: &Call, run: &SlidingRun) -> Result<Table, CallError> {
    let interval = interval(call, run)?;
    let mut table = Table::with_columns([
        ("INST", ColumnType::Real),
        ("FORCE", ColumnType::Real),
        ("NB_NOEUD", ColumnType::Integer),
    ]);
    let archive = &run.result.archive;
    for ((n, force), nodes) in archive.steps.iter().zip(&archive.force).zip(&archive.nodes) {
        let t = *n as f64 * run.step;
        if within(t, interval, run.step) {
            table.rows.push(vec![Cell::Real(t), Cell::Real(*force), Cell::Integer(*nodes as i64)]);
        }
    }
    Ok(table)
}

fn observed<'r>(call: &Call, run: &'r SlidingRun) -> Result<&'r [crate::kernel::rough::PointMotion], CallError> {
    if run.observations.is_empty() {
        let message = "the run kept the motion of no point".to_string();
        let help = "add OBSERVATION=_F(CORPS='RESONATEUR', ABSCISSE=x) to DYNA_GLISSEMENT";
        return Err(refused(call, "OPTION", "R867", message, help));
    }
    Ok(&run.result.points)
}

pub(super) fn points(call: &Call, run: &SlidingRun) -> Result<Table, CallError> {
    let interval = interval(call, run)?;
    let real = ColumnType::Real;
    let mut table = Table::with_columns([
        ("INST", real),
        body_column(),
        ("X", real),
        ("DEPL", real),
        ("VITE", real),
        ("FORCE", real),
    ]);
    for (motion, point) in observed(call, run)?.iter().zip(&run.observations) {
        for (i, n) in motion.steps.iter().enumerate() {
            let t = *n as f64 * run.step;
            if within(t, interval, run.step) {
                let mut row = vec![Cell::Real(t), body_name(point.body)];
                row.extend(reals([point.x, motion.displacement[i], motion.velocity[i]]));
                row.push(motion.force.get(i).map_or(Cell::Empty, |force| Cell::Real(*force)));
                table.rows.push(row);
            }
        }
    }
    Ok(table)
}

pub(super) fn spectrum(call: &Call, run: &SlidingRun, context: &mut Context<'_>) -> Result<Table, CallError> {
    let interval = interval(call, run)?;
    let motions = observed(call, run)?;
    let number = call.integer("NUME_POINT")?;
    let rank = usize::try_from(number - 1).unwrap_or(usize::MAX);
    let (Some(motion), Some(point)) = (motions.get(rank), run.observations.get(rank)) else {
        let message = format!("NUME_POINT={number}: the run has the points 1 to {}", motions.len());
        return Err(refused(call, "NUME_POINT", "R867", message, "points count in the order of OBSERVATION"));
    };
    let kept = |i: &usize| within(motion.steps[*i] as f64 * run.step, interval, run.step);
    let velocity: Vec<f64> = (0..motion.steps.len()).filter(kept).map(|i| motion.velocity[i]).collect();
    let window = match call.integer_if_given("NB_POINT") {
        Some(n) => {
            if n < 4 || n.count_ones() != 1 {
                let message = format!("NB_POINT={n} must be a power of two, from 4 on");
                let help = format!("the nearest is {}", (n.max(4) as u64).next_power_of_two());
                return Err(refused(call, "NB_POINT", "R868", message, help));
            }
            n as usize
        }
        None => (velocity.len() / 4).next_power_of_two().div_euclid(2).clamp(4, 4096),
    };
    if velocity.len() < window {
        let message = format!("{} values are kept in the interval, one window takes {window}", velocity.len());
        return Err(refused(call, "OPTION", "R868", message, "lower NB_POINT or PAS_OBSE, or lengthen the run"));
    }
    if velocity.len() < 4 * window {
        let message =
            format!("only {} values for windows of {window}: the spectrum is hardly averaged", velocity.len());
        context
            .warn(Diagnostic::warning("R869", message).at_if_absent(call.span_of("NB_POINT")).help("lower NB_POINT"));
    }
    let mut table = Table::with_columns([("FREQ", ColumnType::Real), ("DSP", ColumnType::Real)]);
    let spectrum = welch(&velocity, point.every as f64 * run.step, window);
    table.rows = spectrum.into_iter().map(|(f, density)| reals([f, density])).collect();
    Ok(table)
}
