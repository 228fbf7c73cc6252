//! Indexes of results, as the study's Python reads them: access variables, parameters, fields.

use std::sync::Arc;

use crate::concepts::{Concept, States};
use crate::python::core::value::Value;

/// Access variables of a result, each a list.
pub fn access_variables(concept: &Concept) -> Value {
    States::look(concept, access).unwrap_or(Value::Unknown)
}

fn access(states: States<'_>) -> Value {
    let mut out = vec![("NUME_ORDRE".into(), integers(states.orders()))];
    let column = |name: &str| (Arc::from(name), Value::reals(states.parameters(name).iter().copied()));
    match states {
        States::Modes(modes) => {
            out.push(("NUME_MODE".into(), Value::list(modes.iter().map(|m| Value::Integer(m.number)).collect())));
            let has = |name: &&str| !modes.is_empty() && modes.iter().all(|mode| mode.parameter(name).is_some());
            out.extend(["FREQ", "OMEGA2", "CHAR_CRIT"].into_iter().filter(has).map(column));
        }
        States::Fields(series) => {
            out.extend(series.parameters.keys().map(|name| column(name)));
            for (name, values) in &series.labels {
                out.push((name.as_str().into(), Value::list(values.iter().map(|v| Value::text(v.as_str())).collect())));
            }
        }
        on_basis => out.push(column(on_basis.abscissa())),
    }
    Value::dictionary(out)
}

fn integers(items: &[i64]) -> Value {
    Value::list(items.iter().map(|i| Value::Integer(*i)).collect())
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
    let fields = |states: States<'_>| {
        let orders = states.orders();
        let named = |name: &str| {
            let has = (0..orders.len()).filter(|rank| states.has(name, *rank)).map(|rank| orders[rank]);
            (Arc::from(name), integers(&has.collect::<Vec<_>>()))
        };
        Value::dictionary(states.field_names().into_iter().map(named))
    };
    States::look(concept, fields).unwrap_or(Value::Unknown)
}

/// Numbers of the orders of a result.
pub fn orders(concept: &Concept) -> Vec<i64> {
    States::look(concept, |states| states.orders().to_vec()).unwrap_or_default()
}
