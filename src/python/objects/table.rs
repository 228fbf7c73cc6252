//! The table object EXTR_TABLE gives to the study's Python, and its columns.

use std::cmp::Ordering;
use std::sync::{Arc, RwLock};

use super::operations::compare;
use crate::concepts::{Cell, ColumnType, Table};
use crate::python::core::compare::order_of;
use crate::python::core::display;
use crate::python::core::fault::{Fault, Result};
use crate::python::core::value::{Shared, TableColumn, TableView, Value, read};
use crate::syntax::CompareOperator;

pub fn cell_value(cell: &Cell) -> Value {
    match cell {
        Cell::Empty => Value::None,
        Cell::Integer(i) => Value::Integer(*i),
        Cell::Real(x) => Value::Real(*x),
        Cell::Complex(z) => Value::Complex(*z),
        Cell::Text(text) | Cell::Concept(text) => Value::text(text.as_str()),
    }
}

/// Cell of a table, in a row counted from 1.
pub fn cell(table: &Table, name: &str, row: i64) -> Result<Value> {
    let Some(column) = table.column(name) else {
        return Err(unknown_column(name, table.columns.iter().map(|c| c.name.as_str())));
    };
    Ok(cell_value(&table.rows.cell(rank_of_row(row, table.rows.len())?, column)))
}

fn rank_of_row(row: i64, count: usize) -> Result<usize> {
    let rank = row.checked_sub(1).and_then(|i| usize::try_from(i).ok()).filter(|i| *i < count);
    rank.ok_or_else(|| Fault::new("IndexError", format!("row {row} of a table of {count} rows")))
}

fn unknown_column<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> Fault {
    let known: Vec<&str> = known.collect();
    Fault::new("KeyError", format!("the table has no column '{name}'; it has {}", known.join(", ")))
}

impl TableView {
    pub fn of(table: &Table) -> Self {
        TableView {
            columns: table.columns.iter().map(|c| (c.name.clone(), c.kind)).collect(),
            rows: table.rows.iter().map(|row| row.iter().map(|cell| cell_value(&cell)).collect()).collect(),
            title: table.title.clone(),
        }
    }

    pub fn value(self) -> Value {
        Value::Table(Arc::new(RwLock::new(self)))
    }

    pub(crate) fn rank(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|(n, _)| n == name.trim_end())
    }

    pub(crate) fn column_values(&self, rank: usize) -> Vec<Value> {
        self.rows.iter().map(|row| row.get(rank).cloned().unwrap_or(Value::None)).collect()
    }

    /// Rows as dictionaries; an empty cell is None.
    pub fn row_values(&self) -> Vec<Value> {
        let row = |cells: &Vec<Value>| {
            Value::dictionary(self.columns.iter().zip(cells).map(|((name, _), v)| (name.as_str().into(), v.clone())))
        };
        self.rows.iter().map(row).collect()
    }

    /// The column of that name, made when there is none.
    pub(crate) fn column_for(&mut self, name: &str, value: &Value) -> usize {
        if let Some(rank) = self.rank(name) {
            if matches!((self.columns[rank].1, value), (ColumnType::Integer, Value::Real(_))) {
                self.columns[rank].1 = ColumnType::Real;
            }
            return rank;
        }
        self.columns.push((name.to_string(), kind_of(value)));
        self.rows.iter_mut().for_each(|row| row.push(Value::None));
        self.columns.len() - 1
    }

    /// Puts the rows in the order of some columns; equal rows keep theirs, and empty cells come first.
    pub(crate) fn sort(&mut self, keys: &[usize], descending: bool) -> Result<()> {
        let mut fault = None;
        let mut rows = std::mem::take(&mut self.rows);
        rows.sort_by(|a, b| {
            let mut order = Ordering::Equal;
            for &key in keys {
                order = match (&a[key], &b[key]) {
                    (Value::None, Value::None) => Ordering::Equal,
                    (Value::None, _) => Ordering::Less,
                    (_, Value::None) => Ordering::Greater,
                    (x, y) => match order_of(x, y) {
                        Ok(order) => order.unwrap_or(Ordering::Equal),
                        Err(why) => {
                            fault.get_or_insert(why);
                            Ordering::Equal
                        }
                    },
                };
                if order != Ordering::Equal {
                    break;
                }
            }
            if descending { order.reverse() } else { order }
        });
        self.rows = rows;
        fault.map_or(Ok(()), Err)
    }

    pub fn attribute(shared: &Shared<Self>, name: &str) -> Option<Value> {
        let table = read(shared);
        Some(match name {
            "para" => Value::list(table.columns.iter().map(|(n, _)| Value::text(n.as_str())).collect()),
            "type" => Value::list(table.columns.iter().map(|(_, kind)| Value::text(kind_name(*kind))).collect()),
            "rows" => Value::list(table.row_values()),
            "titr" => Value::text(table.title.as_str()),
            _ => {
                let values = table.column_values(table.rank(name)?);
                Value::Column(Arc::new(TableColumn { name: name.to_string(), values, table: shared.clone() }))
            }
        })
    }

    /// `table["A"]`, `table["A", "B"]`: a table of those columns; `table["A", 2]`: a cell, rows from 1.
    pub fn item(&self, index: &Value) -> Result<Value> {
        let names = match index {
            Value::Text(name) => vec![name.clone()],
            Value::Tuple(items) => {
                if let [Value::Text(name), row] = &items[..]
                    && let Some(row) = row.as_index()
                {
                    return self.cell(name, row);
                }
                let text = |v: &Value| match v {
                    Value::Text(name) => Some(name.clone()),
                    _ => None,
                };
                items.iter().map(text).collect::<Option<Vec<_>>>().unwrap_or_default()
            }
            _ => Vec::new(),
        };
        if names.is_empty() {
            return Err(Fault::new("KeyError", "a table is indexed by names of columns, or a name and a row"));
        }
        let ranks: Option<Vec<usize>> = names.iter().map(|n| self.rank(n)).collect();
        let ranks = ranks.unwrap_or_default();
        let pick = |row: &Vec<Value>| -> Vec<Value> { ranks.iter().map(|i| row[*i].clone()).collect() };
        let mut rows: Vec<Vec<Value>> =
            if ranks.is_empty() { Vec::new() } else { self.rows.iter().map(pick).collect() };
        rows.retain(|row| row.iter().any(|v| !matches!(v, Value::None)));
        let columns = ranks.iter().map(|i| self.columns[*i].clone()).collect();
        Ok(TableView { columns, rows, title: self.title.clone() }.value())
    }

    /// Cell of a row counted from 1.
    fn cell(&self, name: &str, row: i64) -> Result<Value> {
        let column = self.known(name)?;
        Ok(self.rows[rank_of_row(row, self.rows.len())?][column].clone())
    }

    pub fn to_text(&self) -> String {
        let mut out = self.columns.iter().map(|(n, _)| n.as_str()).collect::<Vec<_>>().join("  ");
        for row in &self.rows {
            out.push('\n');
            let cells: Vec<String> = row
                .iter()
                .map(|v| if matches!(v, Value::None) { "-".to_string() } else { display::display(v) })
                .collect();
            out.push_str(&cells.join("  "));
        }
        out
    }
}

impl TableColumn {
    /// Rows whose cell compares so with `value`.
    pub fn filter(&self, operator: CompareOperator, value: &Value) -> Result<TableView> {
        let table = read(&self.table);
        let mut rows = Vec::new();
        for (row, cell) in table.rows.iter().zip(&self.values) {
            let comparable =
                !matches!(cell, Value::None) || matches!(operator, CompareOperator::Equal | CompareOperator::NotEqual);
            if comparable && matches!(compare(operator, cell, value)?, Value::Logical(true)) {
                rows.push(row.clone());
            }
        }
        Ok(TableView { columns: table.columns.clone(), rows, title: table.title.clone() })
    }
}

fn kind_name(kind: ColumnType) -> String {
    match kind {
        ColumnType::Integer => "I".into(),
        ColumnType::Real => "R".into(),
        ColumnType::Complex => "C".into(),
        ColumnType::Text(n) => format!("K{n}"),
    }
}

fn kind_of(value: &Value) -> ColumnType {
    match value {
        Value::Integer(_) | Value::Logical(_) => ColumnType::Integer,
        Value::Complex(_) => ColumnType::Complex,
        Value::Text(text) => {
            let length = text.chars().count();
            ColumnType::Text([8, 16, 24, 32].into_iter().find(|n| length <= *n).unwrap_or(80))
        }
        _ => ColumnType::Real,
    }
}

impl TableView {
    pub(crate) fn column_of_kind(&mut self, name: &str, kind: ColumnType) -> usize {
        let rank = self.column_for(name, &Value::None);
        if rank + 1 == self.columns.len() && self.rows.iter().all(|row| matches!(row[rank], Value::None)) {
            self.columns[rank].1 = kind;
        }
        rank
    }

    /// Rank of a column that has to be there.
    pub(crate) fn known(&self, name: &str) -> Result<usize> {
        self.rank(name).ok_or_else(|| unknown_column(name, self.columns.iter().map(|(n, _)| n.as_str())))
    }

    /// Keywords of CREA_TABLE that make the same table.
    pub(crate) fn create_keywords(&self) -> Value {
        let columns = self.columns.iter().enumerate().map(|(i, (name, kind))| {
            let values = self.column_values(i);
            let filled: Vec<(usize, Value)> =
                values.into_iter().enumerate().filter(|(_, v)| !matches!(v, Value::None)).collect();
            let list = match kind {
                ColumnType::Integer => "LISTE_I",
                ColumnType::Real => "LISTE_R",
                ColumnType::Complex => "LISTE_C",
                ColumnType::Text(_) => "LISTE_K",
            };
            let mut items: Vec<(Arc<str>, Value)> = vec![("PARA".into(), Value::text(name.as_str()))];
            if let ColumnType::Text(n @ (8 | 16 | 24)) = kind {
                items.push(("TYPE_K".into(), Value::text(format!("K{n}"))));
            }
            if filled.len() < self.rows.len() {
                items.push((
                    "NUME_LIGN".into(),
                    Value::list(filled.iter().map(|(i, _)| Value::Integer(*i as i64 + 1)).collect()),
                ));
            }
            items.push((list.into(), Value::list(filled.into_iter().map(|(_, v)| v).collect())));
            Value::dictionary(items)
        });
        Value::dictionary([("LISTE".into(), Value::list(columns.collect()))])
    }
}
