//! Methods of bases of modes under flow: their table, and the speeds at which modes become unstable.

use std::sync::Arc;

use crate::concepts::{Cell, ColumnType, Concept, FluidElasticBase, Table};
use crate::python::core::fault::{Fault, Result};
use crate::python::core::methods::Call;
use crate::python::core::value::{TableView, Value};

/// `EXTR_TABLE()`: a row for each speed and mode, VITE_FLUI, NUME_MODE, FREQ, AMOR.
pub fn speeds(concept: &Concept) -> Value {
    match concept {
        Concept::FluidElastic(base) => TableView::of(&Arc::new(table(base))).value(),
        _ => Value::Unknown,
    }
}

/// Frequencies and dampings as a table.
pub fn table(base: &FluidElasticBase) -> Table {
    let columns = [("VITE_FLUI", ColumnType::Real), ("NUME_MODE", ColumnType::Integer)];
    let numbers = [("FREQ", ColumnType::Real), ("AMOR", ColumnType::Real)];
    let mut table = Table::with_columns(columns.into_iter().chain(numbers));
    for (speed, state) in base.speeds.iter().zip(&base.states) {
        for (order, (f, xi)) in base.orders().into_iter().zip(state.frequencies.iter().zip(&state.dampings)) {
            table.rows.push(vec![Cell::Real(*speed), Cell::Integer(order), Cell::Real(*f), Cell::Real(*xi)]);
        }
    }
    table
}

/// `VITE_CRITIQUE(mode)`: speed at which the damping of a mode passes zero, linear between the speeds studied; None where it does not.
pub fn critical_speed(concept: &Concept, call: Call) -> Result<Value> {
    let Concept::FluidElastic(base) = concept else { return Ok(Value::Unknown) };
    let [mode] = call.exactly(["mode"])?;
    let Some(place) = mode.as_index().and_then(|order| base.place(order)) else {
        let known: Vec<String> = base.orders().iter().map(i64::to_string).collect();
        return Err(Fault::new("KeyError", format!("the coupled modes are {}", known.join(", "))));
    };
    Ok(base.critical_speed(place).filter(|_| !base.states.is_empty()).map_or(Value::None, Value::Real))
}
