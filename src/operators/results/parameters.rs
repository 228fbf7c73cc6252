//! RECU_TABLE: the parameters of a result, one row per state.

use std::sync::Arc;

use crate::catalogue::{Call, CallError};
use crate::concepts::{Cell, ColumnType, Concept, States, Table};
use crate::operators::{Context, Outcome, set_result};

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
    let table = call.concept("CO").and_then(|concept| States::look(concept, |states| table(call, states)));
    let none = || call.error("CO", "R433", "this concept has no parameters by order number");
    set_result(call, Concept::Table(Arc::new(table.ok_or_else(none)??)))
}

fn table(call: &Call, states: States<'_>) -> Result<Table, CallError> {
    let mut known = states.parameter_names();
    let of_modes = matches!(states, States::Modes(_));
    known.extend(of_modes.then_some("NUME_MODE"));
    let mut names: Vec<String> = call.texts("NOM_PARA").iter().map(|t| t.trim_end().to_string()).collect();
    if call.is("TOUT_PARA", "OUI") {
        names = known.iter().map(|name| name.to_string()).collect();
    }
    names.retain(|name| name != "NUME_ORDRE");
    if let Some(unknown) = names.iter().find(|name| !known.contains(name.as_str())) {
        let known: Vec<_> = known.into_iter().collect();
        let message = format!("NOM_PARA: the result has no parameter '{unknown}'");
        return Err(Box::new(call.error("NOM_PARA", "R445", message).help(format!("it has {}", known.join(", ")))));
    }
    let kind = |name: &str| if name == "NUME_MODE" { ColumnType::Integer } else { ColumnType::Real };
    let head = std::iter::once(("NUME_ORDRE".to_string(), ColumnType::Integer));
    let mut table = Table::with_columns(head.chain(names.iter().map(|n| (n.clone(), kind(n)))));
    for (rank, order) in states.orders().iter().enumerate() {
        let value = |name: &String| match (states.parameter(name, rank), kind(name)) {
            (None, ColumnType::Integer) if of_modes => Cell::Integer(states.number(rank)),
            (None, _) => Cell::Empty,
            (Some(x), ColumnType::Integer) => Cell::Integer(x as i64),
            (Some(x), _) => Cell::Real(x),
        };
        table.rows.push(std::iter::once(Cell::Integer(*order)).chain(names.iter().map(value)).collect::<Vec<_>>());
    }
    Ok(table)
}
