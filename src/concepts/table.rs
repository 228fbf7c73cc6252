//! Tables: named, typed columns; rows whose cells may be empty.

use std::any::Any;
use std::borrow::Borrow;
use std::sync::Arc;

use super::rows::Rows;
use crate::concepts::cell::Cell;
use crate::kernel::mesh::Mesh;

/// Type of the values of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnType {
    Integer,
    Real,
    Complex,
    /// Text of at most that many characters (K8, K16, K24, K32, K80).
    Text(usize),
}

impl ColumnType {
    /// The type of a column that holds these cells: texts before complex numbers, reals, whole numbers.
    pub fn of<C: Borrow<Cell>>(cells: impl Iterator<Item = C>) -> ColumnType {
        let mut kind = ColumnType::Integer;
        for cell in cells {
            kind = match (cell.borrow(), kind) {
                (Cell::Text(text) | Cell::Concept(text), kind) => {
                    let known = if let ColumnType::Text(length) = kind { length } else { 8 };
                    ColumnType::Text(known.max(text_size(text.chars().count())))
                }
                (_, ColumnType::Text(length)) => ColumnType::Text(length),
                (Cell::Complex(_), _) | (_, ColumnType::Complex) => ColumnType::Complex,
                (Cell::Real(_), _) => ColumnType::Real,
                (_, kind) => kind,
            };
        }
        kind
    }
}

/// The smallest text type that holds so many characters.
fn text_size(length: usize) -> usize {
    [8, 16, 24, 32].into_iter().find(|size| length <= *size).unwrap_or(80)
}

/// Name and type of a column.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    pub name: String,
    pub kind: ColumnType,
}

/// A table: columns with names and types, and rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    pub title: String,
    pub columns: Vec<Column>,
    /// Each row has one cell for each column.
    pub rows: Rows,
    /// The mesh whose nodes and cells the columns NOEUD and MAILLE number.
    pub mesh: Option<Arc<Mesh>>,
    /// Values of concepts that a table_container holds, by the name in its column NOM_SD.
    pub held: Held,
}

/// Values of concepts by name, each of the type of its concept; two are equal when they hold the same values.
#[derive(Clone, Debug, Default)]
pub struct Held(pub Vec<(String, Arc<dyn Any + Send + Sync>)>);

impl Held {
    /// The value of a name, where it is one of the type asked.
    pub fn value<T: Any + Send + Sync>(&self, name: &str) -> Option<Arc<T>> {
        let (_, value) = self.0.iter().find(|(known, _)| known == name)?;
        value.clone().downcast::<T>().ok()
    }
}

impl PartialEq for Held {
    fn eq(&self, other: &Self) -> bool {
        let pairs = || self.0.iter().zip(&other.0);
        self.0.len() == other.0.len() && pairs().all(|(a, b)| a.0 == b.0 && Arc::ptr_eq(&a.1, &b.1))
    }
}

impl Table {
    /// An empty table with these columns.
    pub fn with_columns(columns: impl IntoIterator<Item = (impl Into<String>, ColumnType)>) -> Self {
        let columns = columns.into_iter().map(|(name, kind)| Column { name: name.into(), kind }).collect();
        Table { columns, ..Table::default() }
    }

    /// Rank of a column by its name, from 0; blanks at its end do not count.
    pub fn column(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|c| c.name == name.trim_end())
    }

    /// Appends a row given by some of its cells; unknown names are dropped.
    pub fn push(&mut self, cells: impl IntoIterator<Item = (&'static str, Cell)>) {
        let mut row = vec![Cell::Empty; self.columns.len()];
        for (name, cell) in cells {
            if let Some(i) = self.column(name) {
                row[i] = cell;
            }
        }
        self.rows.push(row);
    }
}
