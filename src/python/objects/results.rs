//! Indexes of results, as the study's Python reads them: access variables, parameters, fields.

use std::sync::Arc;

use crate::concepts::{Concept, Mode};
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
    let mut out: Vec<(Arc<str>, Value)> = vec![
        ("NUME_ORDRE".into(), Value::list(modes.orders.iter().map(|i| Value::Integer(*i)).collect())),
        ("NUME_MODE".into(), Value::list(modes.modes.iter().map(|m| Value::Integer(m.number)).collect())),
    ];
    let mut names: Vec<&String> = Vec::new();
    for name in modes.modes.iter().flat_map(|m| m.parameters.keys().chain(m.labels.keys())) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    for name in names {
        let value = |m: &Mode| match (m.parameters.get(name), m.labels.get(name)) {
            (Some(x), _) => Value::Real(*x),
            (_, Some(text)) => Value::text(text.as_str()),
            _ => Value::None,
        };
        out.push((name.as_str().into(), Value::list(modes.modes.iter().map(value).collect())));
    }
    Value::dictionary(out)
}

/// Names of the fields of a result, with the orders that have them.
pub fn result_fields(concept: &Concept) -> Value {
    let mut out: Vec<(Arc<str>, Value)> = Vec::new();
    let list = |orders: Vec<i64>| Value::list(orders.into_iter().map(Value::Integer).collect());
    match concept {
        Concept::Modes(modes) => {
            out.push(("DEPL".into(), list(modes.orders.clone())));
            let mut names: Vec<&String> = Vec::new();
            for name in modes.modes.iter().flat_map(|m| m.fields.keys()) {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
            for name in names {
                let pairs = modes.orders.iter().zip(&modes.modes);
                let has = pairs.filter(|(_, m)| m.fields.contains_key(name)).map(|(order, _)| *order);
                out.push((name.as_str().into(), list(has.collect())));
            }
        }
        Concept::Fields(fields) => {
            let at = |present: &mut dyn Iterator<Item = bool>| {
                list(fields.orders.iter().zip(present).filter(|(_, has)| *has).map(|(order, _)| *order).collect())
            };
            for (name, nodal) in &fields.nodal {
                out.push((name.as_str().into(), at(&mut nodal.iter().map(Option::is_some))));
            }
            for (name, element) in &fields.element {
                out.push((name.as_str().into(), at(&mut element.iter().map(Option::is_some))));
            }
        }
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
