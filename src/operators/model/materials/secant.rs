//! The coefficient of thermal expansion from the temperature without strain.
//!
//! ALPHA of ELAS_FO is given from a temperature `Td` (TEMP_DEF_ALPHA): a body heated from `Td` to `T` expands by
//! `alpha(T) (T - Td)`. From the temperature `Tr` of no strain (VALE_REF) the same body expands by `alpha^(T) (T - Tr)`, with at the
//! points `T_i` of ALPHA
//!
//! ```text
//! alpha^_i = (alpha_i (T_i - Td) - alpha(Tr) (Tr - Td)) / (T_i - Tr)
//! ```
//!
//! and the interpolation of ALPHA between them. Where `T_i` is `Tr` (within PRECISION) this is `alpha(Tr) + (Tr - Td) s`, `s` the
//! mean of the slopes of ALPHA on both sides.

use std::sync::Arc;

use crate::catalogue::{CallError, Keywords};
use crate::concepts::{Function, Material, Property};
use crate::kernel::signal::{Signal, SignalFault, Table};

/// The coefficient of a material that has ALPHA; an occurrence of AFFE_VARC gives VALE_REF.
pub(super) fn secant(keywords: &Keywords, material: &Material, reference: f64) -> Result<Property, CallError> {
    let law = material.laws.get("ELAS");
    let number = |name: &str| law.and_then(|law| law.get(name)).copied();
    let alpha = match material.of_temperature.get("ELAS").and_then(|law| law.get("ALPHA")) {
        Some(property) => property.clone(),
        None => Property::Number(number("ALPHA").unwrap_or(0.0)),
    };
    // ELAS has no such temperature: its ALPHA counts from VALE_REF.
    let (Some(defined), precision) = (number("TEMP_DEF_ALPHA"), number("PRECISION").unwrap_or(1.0)) else {
        return Ok(alpha);
    };
    if defined == reference {
        return Ok(alpha);
    }
    let tabulated = match &alpha {
        Property::Function(function) => match &function.signal {
            Signal::Table(table) => Some((function, table)),
            _ => None,
        },
        _ => None,
    };
    let Some((function, table)) = tabulated else {
        if (reference - defined).abs() < precision {
            return Ok(alpha);
        }
        let message = format!(
            "ALPHA is constant or a formula and defined from TEMP_DEF_ALPHA={defined}: it cannot be taken from VALE_REF={reference}"
        );
        let error = keywords.error("VALE_REF", "R107", message);
        return Err(Box::new(error.help("give the same temperature to both, or ALPHA as a DEFI_FONCTION")));
    };
    let shifted = shifted(function, table, defined, reference, precision).map_err(|fault| {
        let message = format!("ALPHA has no value at VALE_REF={reference}: {fault}");
        keywords.error("VALE_REF", "R142", message)
    })?;
    let signal = Signal::Table(Arc::new(shifted));
    Ok(Property::Function(Arc::new(Function { signal, ..Function::clone(function) })))
}

fn shifted(
    function: &Function,
    table: &Table,
    defined: f64,
    reference: f64,
    precision: f64,
) -> Result<Table, SignalFault> {
    let at_reference = function.solver_value(reference)?;
    let (x, y) = (&table.abscissae, &table.ordinates);
    let slope = |a: usize, b: usize| (y[b] - y[a]) / (x[b] - x[a]);
    let value = |i: usize| {
        let distance = x[i] - reference;
        if distance.abs() >= precision {
            return (y[i] * (x[i] - defined) - at_reference * (reference - defined)) / distance;
        }
        let sides: Vec<f64> = [i.checked_sub(1).map(|k| slope(k, i)), (i + 1 < x.len()).then(|| slope(i, i + 1))]
            .into_iter()
            .flatten()
            .collect();
        let mean = if sides.is_empty() { 0.0 } else { sides.iter().sum::<f64>() / sides.len() as f64 };
        at_reference + (reference - defined) * mean
    };
    Ok(table.with_points(x.clone(), (0..x.len()).map(value).collect()))
}
