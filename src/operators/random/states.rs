//! Fields of a result on physical unknowns as signals, and back.

use std::sync::Arc;

use num_complex::Complex64;

use crate::catalogue::{Call, CallError};
use crate::concepts::{NodalField, States};
use crate::kernel::random::Signals;

/// The values of a field in all states, and its first state.
pub(super) fn signals_of(call: &Call, name: &str, states: States<'_>) -> Result<(Arc<NodalField>, Signals), CallError> {
    let refused = |what: &str| call.error("NOM_CHAM", "R539", format!("the field {name} {what}"));
    let Some(first) = states.nodal(name, 0) else { return Err(refused("is not in the first state")) };
    let size = first.values.len();
    let mut values = Vec::with_capacity(size * states.orders().len());
    for rank in 0..states.orders().len() {
        let Some(field) = states.nodal(name, rank) else { return Err(refused("is not in all states")) };
        if field.values.len() != size {
            return Err(refused("has not the same unknowns in all states"));
        }
        values.extend((0..size).map(|rank| field.complex(rank)));
    }
    Ok((first, Signals { size, values }))
}

/// One field for each state; real ones for a transient.
pub(super) fn field_series(first: &NodalField, signals: &Signals, real: bool) -> Vec<Option<Arc<NodalField>>> {
    let field = |values: &[Complex64]| {
        Some(Arc::new(NodalField {
            values: values.iter().map(|z| z.re).collect(),
            imaginary: if real { Vec::new() } else { values.iter().map(|z| z.im).collect() },
            imposed: Vec::new(),
            imposed_imaginary: Vec::new(),
            ..first.clone()
        }))
    };
    signals.values.chunks(signals.size.max(1)).map(field).collect()
}
