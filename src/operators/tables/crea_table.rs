//! CREA_TABLE: a table from lists, from a function, from fields.
//!
//! ```text
//! T = CREA_TABLE(LISTE=(_F(PARA="RANK", LISTE_I=(1, 2)), _F(PARA="LOAD", LISTE_R=(2.5, -1.25))))
//! T = CREA_TABLE(FONCTION=_F(FONCTION=DX, PARA=("INST", "DX")))
//! T = CREA_TABLE(RESU=_F(RESULTAT=MODES, NOM_CHAM="DEPL", TOUT="OUI", NOM_CMP=("DX", "DZ")))
//! ```
//!
//! With TYPE_TABLE="TABLE_FONCTION" the table holds the functions that LISTE_K names.

use std::sync::Arc;

use super::cell::cell;
use super::fields;
use crate::catalogue::{Call, CallError, FreeValue, Keywords};
use crate::concepts::{Cell, Cells, Column, ColumnType, Concept, Held, Rows, Table};
use crate::operators::{Check, Context, Operator, Outcome, set_result};

pub(in crate::operators) const CREA_TABLE: Operator = Operator { name: "CREA_TABLE", run, check: Check::Small };

fn run(call: &Call, context: &mut Context<'_>) -> Outcome {
    let mut table = match (call.one("FONCTION"), call.one("RESU")) {
        (Some(keywords), _) => of_function(keywords)?,
        (_, Some(keywords)) => fields::table(call, keywords, context)?,
        _ => of_lists(call.factor("LISTE"))?,
    };
    table.held = functions(call);
    table.title = call.text_if_given("TITRE").map_or(String::new(), |title| title.to_string());
    set_result(call, Concept::Table(Arc::new(table)))
}

/// The functions and formulas that a table of functions names in its lists of texts.
fn functions(call: &Call) -> Held {
    if !call.is("TYPE_TABLE", "TABLE_FONCTION") {
        return Held::default();
    }
    let value = |value: &FreeValue| match value {
        FreeValue::Concept(handle) => Some(Arc::new(handle.get()?.clone()) as Arc<dyn std::any::Any + Send + Sync>),
        _ => None,
    };
    Held(call.free().iter().filter_map(|(name, free)| Some((name.to_string(), value(free)?))).collect())
}

/// One column per occurrence of LISTE; shorter columns end with empty cells.
fn of_lists(lists: &[Keywords]) -> Result<Table, CallError> {
    let mut columns: Vec<(Column, Vec<(usize, Cell)>)> = Vec::new();
    for list in lists {
        let name = list.text_if_given("PARA").unwrap_or_default().to_string();
        if columns.iter().any(|(column, _)| column.name == name) {
            return Err(list.error("PARA", "R605", format!("the column {name} is given twice")));
        }
        let (keyword, kind) = if list.has("LISTE_I") {
            ("LISTE_I", ColumnType::Integer)
        } else if list.has("LISTE_R") {
            ("LISTE_R", ColumnType::Real)
        } else {
            let length =
                list.text_if_given("TYPE_K").and_then(|kind| kind.strip_prefix('K')?.parse().ok()).unwrap_or(8);
            ("LISTE_K", ColumnType::Text(length))
        };
        let values = list.get(keyword).map(|given| &*given.values).unwrap_or_default();
        let cells: Vec<Cell> = values.iter().map(|value| typed(cell(value), kind)).collect();
        let rows = rows(list, cells.len())?;
        columns.push((Column { name, kind }, rows.into_iter().zip(cells).collect()));
    }
    let height = columns.iter().flat_map(|(_, cells)| cells.iter().map(|(row, _)| row + 1)).max().unwrap_or(0);
    let mut table = Table::default();
    for (column, given) in columns {
        table.columns.push(column);
        let in_order = given.len() == height && given.iter().enumerate().all(|(rank, (row, _))| rank == *row);
        let cells: Cells = if in_order {
            given.into_iter().map(|(_, cell)| cell).collect()
        } else {
            let mut cells = vec![Cell::Empty; height];
            given.into_iter().for_each(|(row, cell)| cells[row] = cell);
            cells.into_iter().collect()
        };
        table.rows.add_column(cells);
    }
    Ok(table)
}

/// Ranks (from 0) of the rows a list fills: NUME_LIGN, or the first ones.
fn rows(list: &Keywords, count: usize) -> Result<Vec<usize>, CallError> {
    if !list.has("NUME_LIGN") {
        return Ok((0..count).collect());
    }
    let numbers = list.integers("NUME_LIGN");
    if numbers.len() != count {
        let message = format!("NUME_LIGN names {} rows for {count} values", numbers.len());
        return Err(list.error("NUME_LIGN", "R605", message));
    }
    let mut rows = Vec::with_capacity(count);
    for number in numbers {
        match usize::try_from(number) {
            Ok(rank @ 1..=10_000_000) => rows.push(rank - 1),
            _ => return Err(list.error("NUME_LIGN", "R605", format!("there is no row {number}: rows count from 1"))),
        }
    }
    Ok(rows)
}

/// Whole numbers in a column of reals become reals; texts are cut to the length of theirs.
fn typed(cell: Cell, kind: ColumnType) -> Cell {
    match (cell, kind) {
        (Cell::Integer(i), ColumnType::Real) => Cell::Real(i as f64),
        (Cell::Real(x), ColumnType::Integer) if x == x.trunc() => Cell::Integer(x as i64),
        (Cell::Text(text), ColumnType::Text(length)) => Cell::Text(text.chars().take(length).collect()),
        (cell, _) => cell,
    }
}

/// Abscissae and ordinates of a function; a complex one gives three columns.
fn of_function(keywords: &Keywords) -> Result<Table, CallError> {
    let asked = keywords.texts("PARA");
    let names = |parameter: &str, result: &str| match &asked[..] {
        [x, y] => (x.to_string(), y.to_string()),
        _ => (parameter.to_string(), result.to_string()),
    };
    let (names, table) = match keywords.concept("FONCTION") {
        Some(Concept::Function(function)) => {
            let (x, y) = names(&function.parameter, &function.result);
            let points = function.table();
            let mut table = Table::with_columns([&x, &y].map(|name| (name.clone(), ColumnType::Real)));
            let columns = [&points.abscissae, &points.ordinates].map(|values| Cells::Real(values.clone()));
            table.rows = Rows::of_columns(columns.to_vec());
            ((x, y), table)
        }
        Some(Concept::ComplexFunction(function)) => {
            let (x, y) = names(&function.parameter, &function.result);
            let columns = [x.clone(), format!("{y}_R"), format!("{y}_I")];
            let mut table = Table::with_columns(columns.map(|name| (name, ColumnType::Real)));
            let points = function.abscissae.iter().zip(&function.values);
            table.rows = points.map(|(x, z)| [*x, z.re, z.im].map(Cell::Real)).collect();
            ((x, y), table)
        }
        _ => return Err(keywords.error("FONCTION", "R605", "CREA_TABLE takes a tabulated function")),
    };
    if names.0 == names.1 {
        let mut error = keywords.error("PARA", "R605", format!("both columns would be called {}", names.0));
        error.help = Some("PARA=(name of the abscissa, name of the ordinate) gives them other names".into());
        return Err(error);
    }
    Ok(table)
}
