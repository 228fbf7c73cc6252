//! RECU_TABLE: the parameters of a result, one row per state.

use std::sync::Arc;

use indexmap::IndexMap;

use crate::catalogue::{Call, CallError};
use crate::concepts::{Cell, ColumnType, Concept, Table, Trajectory};
use crate::operators::{Context, Outcome, set_result};

/// Order numbers, and real parameters by name (NaN where absent).
struct Parameters {
    orders: Vec<i64>,
    values: IndexMap<String, Vec<f64>>,
}

pub(super) fn run(call: &Call, _context: &mut Context<'_>) -> Outcome {
    if let Some(name) = call.text_if_given("NOM_TABLE") {
        if let Some(Concept::Fields(series)) = call.concept("CO")
            && let Some(table) = series.tables.get(name.trim_end())
        {
            return set_result(call, Concept::Table(table.clone()));
        }
        let error = call.error("NOM_TABLE", "R434", "this result holds no table of that name");
        return Err(Box::new(error.help("take its parameters with NOM_PARA or TOUT_PARA='OUI'")));
    }
    let parameters = match call.concept("CO") {
        Some(Concept::Modes(modes)) => {
            let mut values: IndexMap<String, Vec<f64>> = IndexMap::new();
            for (rank, mode) in modes.modes.iter().enumerate() {
                for (name, x) in &mode.parameters {
                    values.entry(name.clone()).or_insert_with(|| vec![f64::NAN; modes.len()])[rank] = *x;
                }
            }
            values.insert("NUME_MODE".into(), modes.modes.iter().map(|m| m.number as f64).collect());
            Parameters { orders: modes.orders.clone(), values }
        }
        Some(Concept::Fields(series)) => {
            Parameters { orders: series.orders.clone(), values: series.parameters.clone() }
        }
        Some(Concept::Trajectory(trajectory)) => of_trajectory(&trajectory.get()),
        Some(Concept::Harmonic(response)) => Parameters {
            orders: response.orders.clone(),
            values: IndexMap::from([("FREQ".to_string(), response.frequencies.clone())]),
        },
        _ => return Err(call.error("CO", "R433", "this concept has no parameters by order number")),
    };
    set_result(call, Concept::Table(Arc::new(table(call, &parameters)?)))
}

fn of_trajectory(trajectory: &Trajectory) -> Parameters {
    let steps = (0..trajectory.len()).map(|k| trajectory.steps.at(k, 0)).collect();
    let values = IndexMap::from([("INST".to_string(), trajectory.instants.to_vec()), ("PTEM".to_string(), steps)]);
    Parameters { orders: trajectory.orders.to_vec(), values }
}

fn table(call: &Call, parameters: &Parameters) -> Result<Table, CallError> {
    let mut names: Vec<String> = call.texts("NOM_PARA").iter().map(|t| t.trim_end().to_string()).collect();
    if call.is("TOUT_PARA", "OUI") {
        names = parameters.values.keys().cloned().collect();
    }
    names.retain(|name| name != "NUME_ORDRE");
    let columns: Vec<&Vec<f64>> = names.iter().map(|name| column(call, name, parameters)).collect::<Result<_, _>>()?;
    let kind = |name: &str| if name == "NUME_MODE" { ColumnType::Integer } else { ColumnType::Real };
    let head = std::iter::once(("NUME_ORDRE".to_string(), ColumnType::Integer));
    let mut table = Table::with_columns(head.chain(names.iter().map(|n| (n.clone(), kind(n)))));
    for (rank, order) in parameters.orders.iter().enumerate() {
        let mut row = vec![Cell::Integer(*order)];
        for (name, values) in names.iter().zip(&columns) {
            row.push(match values.get(rank).copied().unwrap_or(f64::NAN) {
                x if x.is_nan() => Cell::Empty,
                x if kind(name) == ColumnType::Integer => Cell::Integer(x as i64),
                x => Cell::Real(x),
            });
        }
        table.rows.push(row);
    }
    Ok(table)
}

fn column<'p>(call: &Call, name: &str, parameters: &'p Parameters) -> Result<&'p Vec<f64>, CallError> {
    parameters.values.get(name).ok_or_else(|| {
        let known: Vec<_> = parameters.values.keys().map(String::as_str).collect();
        let message = format!("NOM_PARA: the result has no parameter '{name}'");
        Box::new(call.error("NOM_PARA", "R445", message).help(format!("it has {}", known.join(", "))))
    })
}
