//! CALC_TABLE: actions on a table, one after the other.
//!
//! ```text
//! T2 = CALC_TABLE(TABLE=T1, ACTION=(_F(OPERATION="OPER", FORMULE=F, NOM_PARA="ENERGY"),
//!                                   _F(OPERATION="TRI", NOM_PARA="ENERGY", ORDRE="DECROISSANT")))
//! ```
//!
//! Rows are kept (FILTRE, UNIQUE), ordered (TRI), joined (COMB), added (AJOUT_LIGNE); columns are kept (EXTR),
//! dropped (SUPPRIME), renamed (RENOMME), added (AJOUT_COLONNE), computed by a formula (OPER); CALCUL reduces
//! columns to their extremes, sums and means.

use std::borrow::Cow;
use std::sync::Arc;

use super::cell::cell;
use super::join::{joined, unique};
use super::{extracted, filtered, sorted, without};
use crate::catalogue::{Call, CallError, Keywords, Value};
use crate::concepts::{Cell, Column, ColumnType, Concept, FormulaValue, Table};
use crate::diag::Faults;
use crate::operators::functions::no_value;
use crate::operators::tables::columns::{add_column, columns, unknown_column};
use crate::operators::{Check, Context, Operator, Outcome, set_result};

pub(in crate::operators) const CALC_TABLE: Operator = Operator { name: "CALC_TABLE", run, check: Check::Small };

fn run(call: &Call, _context: &mut Context<'_>) -> Outcome {
    let Some(Concept::Table(table)) = call.concept("TABLE") else {
        return Err(call.error("TABLE", "R604", "CALC_TABLE needs a table"));
    };
    let mut table = Cow::Borrowed(table.as_ref());
    let mut faults = Faults::default();
    for action in call.factor("ACTION") {
        let done = match &table {
            Cow::Borrowed(given) => apply(call, action, given),
            Cow::Owned(made) => apply(call, action, made).map(|new| Cow::Owned(new.into_owned())),
        };
        match faults.keep(done) {
            Some(new) => table = new,
            // An action that only leaves something out is passed over, to look at the ones behind it.
            None if ["FILTRE", "EXTR", "SUPPRIME", "TRI", "UNIQUE"].iter().any(|o| action.is("OPERATION", o)) => {}
            None => break,
        }
    }
    faults.end()?;
    let mut table = table.into_owned();
    if let Some(title) = call.text_if_given("TITRE") {
        table.title = title.to_string();
    }
    set_result(call, Concept::Table(Arc::new(table)))
}

fn apply<'t>(call: &Call, action: &Keywords, table: &'t Table) -> Result<Cow<'t, Table>, CallError> {
    let operation = action.text("OPERATION")?;
    let copy = || table.clone();
    let new = match &*operation {
        "FILTRE" => return filtered(table, std::slice::from_ref(action)),
        "EXTR" => extracted(table, action, "NOM_PARA"),
        "SUPPRIME" => {
            let dropped = columns(action, "NOM_PARA", table)?;
            Ok(without(table, &dropped))
        }
        "RENOMME" => renamed(action, copy()),
        "TRI" => sorted(table, action),
        "UNIQUE" => unique(action, copy()),
        "COMB" => joined(action, copy()),
        "AJOUT_LIGNE" => with_row(action, copy()),
        "AJOUT_COLONNE" => with_columns(action, copy()),
        "OPER" => with_computed_column(action, copy()),
        "CALCUL" => reduced(call, action, copy()),
        other => Err(action.error("OPERATION", "R606", format!("OPERATION='{other}' is not computed"))),
    };
    new.map(Cow::Owned)
}

fn renamed(action: &Keywords, mut table: Table) -> Result<Table, CallError> {
    let names = action.texts("NOM_PARA");
    let [old, new] = &names[..] else {
        return Err(action.error("NOM_PARA", "R606", "RENOMME takes NOM_PARA=(old name, new name)"));
    };
    let Some(column) = table.column(old) else { return Err(unknown_column(action, "NOM_PARA", &[old], &table)) };
    if table.column(new).is_some() {
        return Err(action.error("NOM_PARA", "R606", format!("the table has a column {new} already")));
    }
    table.columns[column].name = new.to_string();
    Ok(table)
}

/// AJOUT_LIGNE: one row, its values in the order of NOM_PARA; unknown names make new columns.
fn with_row(action: &Keywords, mut table: Table) -> Result<Table, CallError> {
    let names = action.texts("NOM_PARA");
    let values = values(action, "VALE");
    if names.len() != values.len() {
        let message = format!("NOM_PARA names {} columns and VALE gives {} values", names.len(), values.len());
        return Err(action.error("VALE", "R606", message));
    }
    let mut row = vec![Cell::Empty; table.columns.len()];
    for (name, value) in names.iter().zip(values) {
        let column = match table.column(name) {
            Some(column) => column,
            None => {
                add_column(&mut table, name, ColumnType::of(std::iter::once(&value)));
                row.push(Cell::Empty);
                table.columns.len() - 1
            }
        };
        row[column] = promoted(value, table.columns[column].kind);
    }
    table.rows.push(row);
    Ok(table)
}

/// AJOUT_COLONNE: columns of one value (VALE), or of values given row by row (VALE_COLONNE).
fn with_columns(action: &Keywords, mut table: Table) -> Result<Table, CallError> {
    let names = action.texts("NOM_PARA");
    let by_row = action.has("VALE_COLONNE");
    let values = values(action, if by_row { "VALE_COLONNE" } else { "VALE" });
    let height = table.rows.len();
    let per_column = if by_row { height } else { 1 };
    if values.len() != names.len() * per_column {
        let message =
            format!("{} values are given for {} column(s) of {} value(s)", values.len(), names.len(), per_column);
        return Err(action.error(if by_row { "VALE_COLONNE" } else { "VALE" }, "R606", message));
    }
    for (rank, name) in names.iter().enumerate() {
        if table.column(name).is_some() {
            return Err(action.error("NOM_PARA", "R606", format!("the table has a column {name} already")));
        }
        let column = &values[rank * per_column..(rank + 1) * per_column];
        let kind = ColumnType::of(column.iter());
        table.columns.push(Column { name: name.to_string(), kind });
        let cells = (0..height).map(|row| promoted(column[if by_row { row } else { 0 }].clone(), kind));
        table.rows.add_column(cells.collect());
    }
    Ok(table)
}

/// OPER: a column computed row by row; empty where an argument is empty.
fn with_computed_column(action: &Keywords, mut table: Table) -> Result<Table, CallError> {
    let formula = action.formula("FORMULE")?;
    let arguments = if action.has("NOM_COLONNE") {
        columns(action, "NOM_COLONNE", &table)?
    } else {
        let find = |name: &String| table.column(name).ok_or_else(|| unknown_column(action, "FORMULE", &[name], &table));
        formula.parameters.iter().map(find).collect::<Result<Vec<usize>, _>>()?
    };
    if arguments.len() != formula.parameters.len() {
        let (given, needed) = (arguments.len(), formula.parameters.len());
        let message = format!("NOM_COLONNE names {given} column(s) and the formula has {needed} variable(s)");
        return Err(action.error("NOM_COLONNE", "R606", message));
    }
    let mut results = Vec::with_capacity(table.rows.len());
    for row in 0..table.rows.len() {
        let given: Option<Vec<f64>> = arguments.iter().map(|&c| table.rows.column(c).number(row)).collect();
        results.push(match given {
            None => Cell::Empty,
            Some(given) => match formula.value(&given) {
                Ok(FormulaValue::Real(x)) => Cell::Real(x),
                Ok(FormulaValue::Complex(z)) => Cell::Complex(z),
                Err(fault) => return Err(no_value(action, "FORMULE", action.handle("FORMULE"), &fault)),
            },
        });
    }
    let name = action.text_if_given("NOM_PARA").unwrap_or_default();
    let kind = if formula.complex { ColumnType::Complex } else { ColumnType::Real };
    let column = match table.column(&name) {
        Some(column) => {
            table.columns[column].kind = kind;
            column
        }
        None => {
            add_column(&mut table, &name, kind);
            table.columns.len() - 1
        }
    };
    table.rows.replace_column(column, results.into_iter().collect());
    Ok(table)
}

/// CALCUL: one row for each calculation asked for, over the cells that are not empty. Alone, or after the
/// rows of the table when it is modified in place.
fn reduced(call: &Call, action: &Keywords, table: Table) -> Result<Table, CallError> {
    let asked = columns(action, "NOM_PARA", &table)?;
    let kinds = action.texts("TYPE_CALCUL");
    let mut result = match call.reuse {
        Some(_) => table.clone(),
        None => Table {
            title: table.title.clone(),
            columns: asked.iter().map(|&c| Column { kind: ColumnType::Real, ..table.columns[c].clone() }).collect(),
            ..Table::default()
        },
    };
    let label = match result.column("TYPE_CALCUL") {
        Some(column) => column,
        None => {
            add_column(&mut result, "TYPE_CALCUL", ColumnType::Text(8));
            result.columns.len() - 1
        }
    };
    for kind in kinds {
        let mut row = vec![Cell::Empty; result.columns.len()];
        row[label] = Cell::Text(kind.to_string());
        for &column in &asked {
            let values: Vec<f64> =
                (0..table.rows.len()).filter_map(|row| table.rows.column(column).number(row)).collect();
            let target = result.column(&table.columns[column].name);
            if let (Some(target), Some(value)) = (target, calculated(&kind, &values)) {
                row[target] = Cell::Real(value);
            }
        }
        result.rows.push(row);
    }
    Ok(result)
}

fn calculated(kind: &str, values: &[f64]) -> Option<f64> {
    let sum = |of: fn(f64) -> f64| values.iter().fold(0.0, |s, v| s + of(*v));
    match kind {
        "MAXI" => values.iter().copied().reduce(f64::max),
        "MINI" => values.iter().copied().reduce(f64::min),
        "MAXI_ABS" => values.iter().map(|v| v.abs()).reduce(f64::max),
        "MINI_ABS" => values.iter().map(|v| v.abs()).reduce(f64::min),
        _ if values.is_empty() => None,
        "SOMM" => Some(sum(|v| v)),
        "SOMM_ABS" => Some(sum(f64::abs)),
        _ => Some(sum(|v| v) / values.len() as f64),
    }
}

fn values(keywords: &Keywords, keyword: &str) -> Vec<Cell> {
    let given: &[Value] = keywords.get(keyword).map(|g| &*g.values).unwrap_or_default();
    given.iter().map(cell).collect()
}

/// A whole number put in a column of reals is a real.
fn promoted(cell: Cell, kind: ColumnType) -> Cell {
    match (cell, kind) {
        (Cell::Integer(i), ColumnType::Real) => Cell::Real(i as f64),
        (cell, _) => cell,
    }
}
