//! Indexes of results, as the study's Python reads them: access variables, parameters, fields.

use std::sync::Arc;

use crate::concepts::{Concept, States};
use crate::python::core::value::Value;

/// Access variables of a result, each a list.
pub fn access_variables(concept: &Concept) -> Value {
    let integers = |items: &[i64]| Value::list(items.iter().map(|i| Value::Integer(*i)).collect());
    let mut out: Vec<(Arc<str>, Value)> = Vec::new();
    match concept {
        Concept::Modes(modes) => {
            out.push(("NUME_ORDRE".into(), integers(&modes.orders)));
            out.push(("NUME_MODE".into(), Value::list(modes.modes.iter().map(|m| Value::Integer(m.number)).collect())));
            for name in ["FREQ", "OMEGA2", "CHAR_CRIT"] {
                let values: Option<Vec<f64>> = modes.modes.iter().map(|m| m.parameter(name)).collect();
                if let Some(values) = values.filter(|v| !v.is_empty()) {
                    out.push((name.into(), Value::reals(values)));
                }
            }
        }
        Concept::Trajectory(t) => {
            let t = t.get();
            out.push(("NUME_ORDRE".into(), integers(&t.orders)));
            out.push(("INST".into(), Value::reals(t.instants.iter().copied())));
        }
        Concept::Harmonic(response) => {
            out.push(("NUME_ORDRE".into(), integers(&response.orders)));
            out.push(("FREQ".into(), Value::reals(response.frequencies.iter().copied())));
        }
        Concept::Fields(fields) => {
            out.push(("NUME_ORDRE".into(), integers(&fields.orders)));
            for (name, values) in &fields.parameters {
                out.push((name.as_str().into(), Value::reals(values.iter().copied())));
            }
            for (name, values) in &fields.labels {
                out.push((name.as_str().into(), Value::list(values.iter().map(|v| Value::text(v.as_str())).collect())));
            }
        }
        _ => return Value::Unknown,
    }
    Value::dictionary(out)
}

/// Parameters of a result by name, one value an order (None where an order lacks it).
pub fn result_parameters(concept: &Concept) -> Value {
    let Concept::Modes(modes) = concept else { return access_variables(concept) };
    let states = States::Modes(modes);
    let list = |value: &dyn Fn(usize) -> Value| Value::list((0..modes.len()).map(value).collect());
    let mut out: Vec<(Arc<str>, Value)> = vec![
        ("NUME_ORDRE".into(), list(&|rank| Value::Integer(modes.orders[rank]))),
        ("NUME_MODE".into(), list(&|rank| Value::Integer(states.number(rank)))),
    ];
    let mut names = states.parameter_names();
    names.extend(states.label_names());
    for name in names {
        let value = |rank| match (states.parameter(name, rank), states.label(name, rank)) {
            (Some(x), _) => Value::Real(x),
            (_, Some(text)) => Value::text(text),
            _ => Value::None,
        };
        out.push((name.into(), list(&value)));
    }
    Value::dictionary(out)
}

/// Names of the fields of a result, with the orders that have them.
pub fn result_fields(concept: &Concept) -> Value {
    let mut out: Vec<(Arc<str>, Value)> = Vec::new();
    let list = |orders: Vec<i64>| Value::list(orders.into_iter().map(Value::Integer).collect());
    if let Some(states) = States::of(concept) {
        let orders = states.orders();
        for name in states.field_names() {
            let has = (0..orders.len()).filter(|rank| states.has(name, *rank)).map(|rank| orders[rank]);
            out.push((name.into(), list(has.collect())));
        }
        return Value::dictionary(out);
    }
    match concept {
        Concept::Trajectory(t) => {
            let t = t.get();
            for name in ["DEPL", "VITE", "ACCE"] {
                out.push((name.into(), list(t.orders.to_vec())));
            }
        }
        _ => return Value::Unknown,
    }
    Value::dictionary(out)
}

/// Numbers of the orders of a result.
pub fn orders(concept: &Concept) -> Vec<i64> {
    match concept {
        Concept::Modes(modes) => modes.orders.clone(),
        Concept::Trajectory(trajectory) => trajectory.get().orders.to_vec(),
        Concept::Harmonic(response) => response.orders.clone(),
        Concept::Fields(series) => series.orders.clone(),
        _ => Vec::new(),
    }
}
