//! Rows and columns of a table that IMPR_TABLE and CALC_TABLE keep: FILTRE, TRI, NOM_PARA.
//!
//! A FILTRE here accepts several values (a row stays when it matches one of them) and keeps all the rows
//! that hold an extreme. Texts are compared without the blanks around them. A real equals x within p when it
//! lies in [x (1 - p), x (1 + p)], or [x - p, x + p] with CRITERE='ABSOLU'.

use std::borrow::Cow;
use std::cmp::Ordering;

use crate::catalogue::{CallError, Keywords};
use crate::concepts::{Cell, Cells, Table};
use crate::diag::every;
use crate::operators::call::expression::expression;
use crate::operators::tables::columns::columns;
use crate::operators::tables::filter::former_name;

/// The rows that pass every occurrence of FILTRE, in order.
pub(in crate::operators) fn filtered<'t>(table: &'t Table, filters: &[Keywords]) -> Result<Cow<'t, Table>, CallError> {
    let mut table = Cow::Borrowed(table);
    let named = every(filters.iter().map(|filter| columns(filter, "NOM_PARA", &table)))?;
    for (filter, column) in filters.iter().zip(named.into_iter().flatten()) {
        let criterion = filter.text("CRIT_COMP")?;
        let kept = match &*criterion {
            "VIDE" => table.rows.column(column).iter().map(|cell| *cell == Cell::Empty).collect(),
            "NON_VIDE" => table.rows.column(column).iter().map(|cell| *cell != Cell::Empty).collect(),
            "REGEXP" => matching(&table, column, filter)?,
            "MAXI" | "MINI" | "MAXI_ABS" | "MINI_ABS" => extremes(&table, column, &criterion),
            _ => comparisons(&table, column, &criterion, filter),
        };
        let mut kept: Vec<bool> = kept;
        if *criterion == *"EQ" && !kept.contains(&true) {
            let all: Vec<usize> = (0..table.rows.len()).collect();
            former_name(filter, &table, &all, column)?.into_iter().for_each(|row| kept[row] = true);
        }
        if kept.contains(&false) {
            let Table { title, columns, mesh, rows, held } = &*table;
            let (title, columns, mesh, held) = (title.clone(), columns.clone(), mesh.clone(), held.clone());
            table = Cow::Owned(Table { title, columns, mesh, held, rows: rows.keep(&kept) });
        }
    }
    Ok(table)
}

/// The rows in the order of TRI: by the first column named, ties by the next ones.
pub(in crate::operators) fn sorted(table: &Table, order: &Keywords) -> Result<Table, CallError> {
    let columns = columns(order, "NOM_PARA", table)?;
    let down = order.is("ORDRE", "DECROISSANT");
    let mut ranks: Vec<usize> = (0..table.rows.len()).collect();
    if let [column] = columns[..]
        && let Cells::Real(cells) = table.rows.column(column)
    {
        let mut keyed: Vec<(f64, usize)> = cells.iter().copied().zip(ranks).collect();
        if down {
            keyed.sort_by(|a, b| b.0.total_cmp(&a.0));
        } else {
            keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
        }
        ranks = keyed.into_iter().map(|(_, rank)| rank).collect();
    } else {
        let cells: Vec<&Cells> = columns.iter().map(|&c| table.rows.column(c)).collect();
        ranks.sort_by(|&a, &b| {
            let order = cells.iter().map(|cells| compare(&cells.get(a), &cells.get(b)));
            let by = order.into_iter().find(|o| o.is_ne()).unwrap_or(Ordering::Equal);
            if down { by.reverse() } else { by }
        });
    }
    let Table { title, columns, mesh, rows, held } = table;
    Ok(Table {
        title: title.clone(),
        columns: columns.clone(),
        mesh: mesh.clone(),
        held: held.clone(),
        rows: rows.pick(&ranks),
    })
}

/// The columns named, in the order of the names.
pub(in crate::operators) fn extracted(table: &Table, keywords: &Keywords, keyword: &str) -> Result<Table, CallError> {
    let columns = columns(keywords, keyword, table)?;
    Ok(Table {
        title: table.title.clone(),
        columns: columns.iter().map(|&c| table.columns[c].clone()).collect(),
        rows: table.rows.only(&columns),
        mesh: table.mesh.clone(),
        held: table.held.clone(),
    })
}

/// The table without some columns, given by rank.
pub(in crate::operators) fn without(table: &Table, dropped: &[usize]) -> Table {
    let kept: Vec<usize> = (0..table.columns.len()).filter(|c| !dropped.contains(c)).collect();
    Table {
        title: table.title.clone(),
        columns: kept.iter().map(|&c| table.columns[c].clone()).collect(),
        rows: table.rows.only(&kept),
        mesh: table.mesh.clone(),
        held: table.held.clone(),
    }
}

/// Every row that holds the extreme of a column.
fn extremes(table: &Table, column: usize, criterion: &str) -> Vec<bool> {
    let cells = table.rows.column(column);
    let measure = |row: usize| {
        let value = cells.number(row)?;
        Some(if criterion.ends_with("ABS") { value.abs() } else { value })
    };
    let better = if criterion.starts_with("MAXI") { f64::max } else { f64::min };
    let extreme = (0..cells.len()).filter_map(measure).reduce(better);
    (0..cells.len()).map(|row| measure(row).is_some() && measure(row) == extreme).collect()
}

fn comparisons(table: &Table, column: usize, criterion: &str, filter: &Keywords) -> Vec<bool> {
    let precision = filter.real_if_given("PRECISION").unwrap_or(1.0e-3);
    let relative = !filter.is("CRITERE", "ABSOLU");
    let near = |x: f64, wanted: f64| {
        let reach = if relative { wanted.abs() * precision } else { precision };
        wanted - reach <= x && x <= wanted + reach
    };
    let (integers, reals) = (filter.integers("VALE_I"), filter.reals("VALE"));
    let (complexes, texts) = (filter.complexes("VALE_C"), filter.texts("VALE_K"));
    let wanted: Vec<f64> = if filter.has("VALE_I") { integers.iter().map(|i| *i as f64).collect() } else { reals };
    let any = |cell: &Cell| {
        if let Cell::Text(text) | Cell::Concept(text) = cell {
            return texts.iter().any(|t| t.trim().cmp(text.trim()).is_eq());
        }
        if let Cell::Complex(z) = cell {
            return complexes.iter().any(|w| near(z.re, w.re) && near(z.im, w.im));
        }
        number(cell).is_some_and(|x| wanted.iter().any(|w| near(x, *w)))
    };
    let ordered = |cell: &Cell, holds: fn(Ordering) -> bool| match cell {
        Cell::Text(text) | Cell::Concept(text) => texts.iter().any(|t| holds(text.trim().cmp(t.trim()))),
        cell => number(cell).is_some_and(|x| wanted.iter().any(|w| x.partial_cmp(w).is_some_and(holds))),
    };
    let kept = |cell: &Cell| match criterion {
        _ if *cell == Cell::Empty => false,
        "EQ" => any(cell),
        "NE" => !any(cell),
        "LT" => ordered(cell, Ordering::is_lt),
        "LE" => ordered(cell, Ordering::is_le),
        "GT" => ordered(cell, Ordering::is_gt),
        _ => ordered(cell, Ordering::is_ge),
    };
    match table.rows.column(column) {
        Cells::Real(cells) => related(cells, |x| x, criterion, &wanted, near),
        Cells::Integer(cells) => related(cells, |i| i as f64, criterion, &wanted, near),
        Cells::Mixed(cells) => cells.iter().map(kept).collect(),
    }
}

/// Which numbers of a column are in the relation of a criterion with one of `wanted` at least.
fn related<T: Copy>(
    cells: &[T],
    value: impl Fn(T) -> f64,
    criterion: &str,
    wanted: &[f64],
    near: impl Fn(f64, f64) -> bool,
) -> Vec<bool> {
    match criterion {
        "EQ" => one_of(cells, value, wanted, near),
        "NE" => one_of(cells, value, wanted, near).into_iter().map(|found| !found).collect(),
        "LT" => one_of(cells, value, wanted, |x, w| x < w),
        "LE" => one_of(cells, value, wanted, |x, w| x <= w),
        "GT" => one_of(cells, value, wanted, |x, w| x > w),
        _ => one_of(cells, value, wanted, |x, w| x >= w),
    }
}

/// Which cells are in a relation with one of some numbers at least; a loop for each number and relation.
fn one_of<T: Copy>(
    cells: &[T],
    value: impl Fn(T) -> f64,
    wanted: &[f64],
    holds: impl Fn(f64, f64) -> bool,
) -> Vec<bool> {
    let Some((first, others)) = wanted.split_first() else { return vec![false; cells.len()] };
    let mut found: Vec<bool> = cells.iter().map(|x| holds(value(*x), *first)).collect();
    for other in others {
        found.iter_mut().zip(cells).for_each(|(found, x)| *found |= holds(value(*x), *other));
    }
    found
}

/// The texts in which the regular expression VALE_K is found.
fn matching(table: &Table, column: usize, filter: &Keywords) -> Result<Vec<bool>, CallError> {
    let pattern = expression(filter, "VALE_K", &filter.text_if_given("VALE_K").unwrap_or_default())?;
    let found = |cell: Cow<'_, Cell>| match &*cell {
        Cell::Text(text) | Cell::Concept(text) => pattern.is_match(text),
        _ => false,
    };
    Ok(table.rows.column(column).iter().map(found).collect())
}

fn number(cell: &Cell) -> Option<f64> {
    match cell {
        Cell::Integer(i) => Some(*i as f64),
        Cell::Real(x) => Some(*x),
        _ => None,
    }
}

/// Order of cells for TRI: empty cells first, then numbers, then texts.
fn compare(a: &Cell, b: &Cell) -> Ordering {
    match (a, b) {
        (Cell::Text(a) | Cell::Concept(a), Cell::Text(b) | Cell::Concept(b)) => a.cmp(b),
        _ => match (number(a), number(b)) {
            (Some(a), Some(b)) => a.total_cmp(&b),
            _ => rank(a).cmp(&rank(b)),
        },
    }
}

fn rank(cell: &Cell) -> u8 {
    match cell {
        Cell::Empty => 0,
        Cell::Integer(_) | Cell::Real(_) => 1,
        Cell::Complex(_) => 2,
        Cell::Text(_) | Cell::Concept(_) => 3,
    }
}
