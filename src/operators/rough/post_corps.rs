//! POST_CORPS: frequencies and shapes of a rough body.

use std::sync::Arc;

use super::input::refused;
use super::rows::{reals, titled};
use crate::catalogue::{Call, CallError};
use crate::concepts::{Cell, ColumnType, Concept, RoughBody, Table};
use crate::operators::{Check, Context, Operator, Outcome, set_result};

pub(in crate::operators) const POST_CORPS: Operator = Operator { name: "POST_CORPS", run, check: Check::KeywordsOnly };

fn run(call: &Call, _context: &mut Context<'_>) -> Outcome {
    let body = call.rough_body("CORPS")?;
    let table = if call.is("OPTION", "DEFORMEE") { shape(call, body)? } else { frequencies(body) };
    set_result(call, Concept::Table(Arc::new(titled(call, table))))
}

fn frequencies(body: &RoughBody) -> Table {
    let mut table = Table::with_columns([
        ("NUME_MODE", ColumnType::Integer),
        ("FREQ", ColumnType::Real),
        ("AMOR_REDUIT", ColumnType::Real),
        ("MASS_LINE", ColumnType::Real),
    ]);
    for k in 0..body.beam.modes() {
        let (frequency, damping) = (body.beam.frequency(k), body.beam.damping[k]);
        let mut row = vec![Cell::Integer(k as i64 + 1)];
        row.extend(reals([frequency, damping, body.beam.mass]));
        table.rows.push(row);
    }
    table
}

fn shape(call: &Call, body: &RoughBody) -> Result<Table, CallError> {
    let (number, modes) = (call.integer("NUME_MODE")?, body.beam.modes());
    if number < 1 || number > modes as i64 {
        let message = format!("NUME_MODE={number}: the body has the modes 1 to {modes}");
        return Err(refused(
            call,
            "NUME_MODE",
            "R856",
            message,
            "modes count from 1; the two rigid ones of a free body come first",
        ));
    }
    let mut table = Table::with_columns([("X", ColumnType::Real), ("PSI", ColumnType::Real)]);
    let length = body.beam.shapes.length;
    for x in call.reals("ABSCISSE") {
        if !(x >= 0.0 && x <= length) {
            let message = format!("ABSCISSE={x} m lies outside the body, which goes from 0 to {length} m");
            return Err(refused(call, "ABSCISSE", "R858", message, "abscissae are in the frame of the body"));
        }
        table.rows.push(reals([x, body.beam.shapes.value(number as usize - 1, x)]));
    }
    Ok(table)
}
