//! Rows of a table chosen by the value of a column (FILTRE of TEST_TABLE, RECU_FONCTION, IMPR_TABLE).

use num_complex::Complex64;

use super::table::{Cell, Table};

/// CRIT_COMP.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparator {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Empty,
    NotEmpty,
    Largest,
    LargestAbsolute,
    Smallest,
    SmallestAbsolute,
}

impl Comparator {
    pub fn from_word(word: &str) -> Option<Comparator> {
        Some(match word {
            "EQ" => Comparator::Equal,
            "NE" => Comparator::NotEqual,
            "LT" => Comparator::Less,
            "LE" => Comparator::LessEqual,
            "GT" => Comparator::Greater,
            "GE" => Comparator::GreaterEqual,
            "VIDE" => Comparator::Empty,
            "NON_VIDE" => Comparator::NotEmpty,
            "MAXI" => Comparator::Largest,
            "MAXI_ABS" => Comparator::LargestAbsolute,
            "MINI" => Comparator::Smallest,
            "MINI_ABS" => Comparator::SmallestAbsolute,
            _ => return None,
        })
    }
}

/// One condition on one column.
#[derive(Clone, Debug, PartialEq)]
pub struct Filter {
    pub column: String,
    pub comparator: Comparator,
    /// The value compared with; `Empty` where none is needed.
    pub value: Cell,
    /// PRECISION of EQ on reals, relative to the cell or absolute.
    pub precision: f64,
    pub relative: bool,
}

impl Filter {
    /// Ranks of the rows of `table` among `rows` that the filter keeps; `None` for an unknown column.
    pub fn keep(&self, table: &Table, rows: &[usize]) -> Option<Vec<usize>> {
        let column = table.column(&self.column)?;
        let cell = |row: &usize| &table.rows[*row][column];
        let chosen = match self.comparator {
            Comparator::Empty => rows.iter().copied().filter(|r| *cell(r) == Cell::Empty).collect(),
            Comparator::NotEmpty => rows.iter().copied().filter(|r| *cell(r) != Cell::Empty).collect(),
            Comparator::Largest => extreme(rows, |r| cell(r).real()),
            Comparator::LargestAbsolute => extreme(rows, |r| cell(r).real().map(f64::abs)),
            Comparator::Smallest => extreme(rows, |r| cell(r).real().map(|x| -x)),
            Comparator::SmallestAbsolute => extreme(rows, |r| cell(r).real().map(|x| -x.abs())),
            _ => rows.iter().copied().filter(|r| self.holds(cell(r))).collect(),
        };
        Some(chosen)
    }

    fn holds(&self, cell: &Cell) -> bool {
        if *cell == Cell::Empty {
            return false;
        }
        if let (Some(found), Some(wanted)) = (cell.text(), self.value.text()) {
            let same = found.trim() == wanted.trim();
            return match self.comparator {
                Comparator::Equal => same,
                Comparator::NotEqual => !same,
                _ => false,
            };
        }
        if let (Some(found), Some(wanted)) = (cell.real(), self.value.real()) {
            return match self.comparator {
                Comparator::Equal if matches!((cell, &self.value), (Cell::Integer(_), Cell::Integer(_))) => {
                    found == wanted
                }
                Comparator::Equal => self.close((found - wanted).abs(), found.abs()),
                Comparator::NotEqual => found != wanted,
                Comparator::Less => found < wanted,
                Comparator::LessEqual => found <= wanted,
                Comparator::Greater => found > wanted,
                Comparator::GreaterEqual => found >= wanted,
                _ => false,
            };
        }
        match (cell.complex(), self.value.complex()) {
            (Some(found), Some(wanted)) => match self.comparator {
                Comparator::Equal => self.close((found - wanted).norm(), found.norm()),
                Comparator::NotEqual => found != wanted,
                _ => false,
            },
            _ => false,
        }
    }

    fn close(&self, gap: f64, size: f64) -> bool {
        gap <= if self.relative { self.precision * size } else { self.precision }
    }
}

/// The first row where `key` is largest.
fn extreme(rows: &[usize], key: impl Fn(&usize) -> Option<f64>) -> Vec<usize> {
    let mut best: Option<(f64, usize)> = None;
    for row in rows {
        if let Some(value) = key(row)
            && best.is_none_or(|(b, _)| value > b)
        {
            best = Some((value, *row));
        }
    }
    best.map(|(_, row)| row).into_iter().collect()
}

impl Cell {
    /// A real or an integer.
    pub fn real(&self) -> Option<f64> {
        match self {
            Cell::Real(x) => Some(*x),
            Cell::Integer(i) => Some(*i as f64),
            _ => None,
        }
    }

    pub fn complex(&self) -> Option<Complex64> {
        match self {
            Cell::Complex(z) => Some(*z),
            other => other.real().map(|x| Complex64::new(x, 0.0)),
        }
    }

    pub fn text(&self) -> Option<&str> {
        match self {
            Cell::Text(t) | Cell::Concept(t) => Some(t),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::table::ColumnType;
    use super::*;

    fn table() -> Table {
        let mut t = Table::with_columns([("N", ColumnType::Text(8)), ("X", ColumnType::Real)]);
        t.push([("N", Cell::Text("A".into())), ("X", Cell::Real(1.0))]);
        t.push([("N", Cell::Text("B".into())), ("X", Cell::Real(-3.0))]);
        t.push([("N", Cell::Text("B".into()))]);
        t
    }

    fn kept(comparator: Comparator, column: &str, value: Cell) -> Vec<usize> {
        let filter = Filter { column: column.into(), comparator, value, precision: 1e-3, relative: true };
        filter.keep(&table(), &[0, 1, 2]).unwrap()
    }

    #[test]
    fn rows_are_chosen_by_value() {
        assert_eq!(kept(Comparator::Equal, "N", Cell::Text("B  ".into())), [1, 2]);
        assert_eq!(kept(Comparator::Equal, "X", Cell::Real(1.0005)), [0]);
        assert_eq!(kept(Comparator::Less, "X", Cell::Real(1.0)), [1]);
        assert_eq!(kept(Comparator::Empty, "X", Cell::Empty), [2]);
        assert_eq!(kept(Comparator::LargestAbsolute, "X", Cell::Empty), [1]);
        assert_eq!(kept(Comparator::Largest, "X", Cell::Empty), [0]);
        let unknown = Filter {
            column: "Z".into(),
            comparator: Comparator::Empty,
            value: Cell::Empty,
            precision: 0.0,
            relative: true,
        };
        assert_eq!(unknown.keep(&table(), &[0]), None);
    }
}
