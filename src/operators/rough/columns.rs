//! Names of the bodies in tables, and the interval of a run that statistics cover.

use super::input::refused;
use crate::catalogue::{Call, CallError};
use crate::concepts::{Cell, ColumnType, SlidingRun};

/// Names of the bodies in tables.
pub(super) const BODIES: [&str; 2] = ["RESONATEUR", "GLISSEUR"];

/// Text column of the names of bodies.
pub(super) fn body_column() -> (&'static str, ColumnType) {
    ("CORPS", ColumnType::Text(16))
}

pub(super) fn body_name(body: usize) -> Cell {
    Cell::Text(BODIES[body].to_string())
}

/// The interval of INST_INIT and INST_FIN, cut to the run.
pub(super) fn interval(call: &Call, run: &SlidingRun) -> Result<(f64, f64), CallError> {
    let end = run.result.steps as f64 * run.step;
    let first = call.real_if_given("INST_INIT").unwrap_or(0.0).max(0.0);
    let last = call.real_if_given("INST_FIN").unwrap_or(end).min(end);
    if !(first < last) {
        let message = format!("the interval from {first} to {last} s is empty; the run goes from 0 to {end} s");
        return Err(refused(call, "INST_INIT", "R866", message, "INST_INIT must come before INST_FIN, inside the run"));
    }
    Ok((first, last))
}
