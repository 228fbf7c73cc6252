//! Reads the tables that IMPR_TABLE writes as aligned columns: FORMAT='ASTER' (between marks, with a line of types) and
//! FORMAT='TABLEAU' (a line of names after lines of comment). Reads columns without any mark too (FORMAT='LIBRE').
//!
//! A cell that is only `-` is empty. Words are separated by blanks, or by another mark when the file has one; texts that
//! hold blanks need one.

use num_complex::Complex64;

use super::comma_table::cell as free_cell;
use crate::concepts::{Cell, Column, ColumnType, Table};

/// A text that holds no such table.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("line {line}: {why}")]
pub struct ListedFault {
    pub line: usize,
    pub why: String,
}

fn fault(line: usize, why: impl Into<String>) -> ListedFault {
    ListedFault { line, why: why.into() }
}

/// How cells are told apart; blanks when there is no other mark.
fn words<'t>(line: &'t str, separator: &str) -> Vec<&'t str> {
    if separator.trim().is_empty() {
        return line.split_whitespace().collect();
    }
    line.split(separator).map(str::trim).collect()
}

/// The table of rank `number` (from 1) written with FORMAT='ASTER'.
pub fn read_marked(text: &str, separator: &str, number: usize) -> Result<Table, ListedFault> {
    let lines: Vec<&str> = text.lines().collect();
    let starts: Vec<usize> = (0..lines.len()).filter(|i| lines[*i].trim() == "#DEBUT_TABLE").collect();
    let Some(&start) = number.checked_sub(1).and_then(|rank| starts.get(rank)) else {
        let why = format!("there are {} tables in the file, table {number} is asked for", starts.len());
        return Err(fault(lines.len(), why));
    };
    let mut table = Table::default();
    let mut titles = Vec::new();
    let mut body = lines.iter().enumerate().skip(start + 1);
    let mut names = None;
    for (i, line) in body.by_ref() {
        match line.strip_prefix("#TITRE") {
            Some(title) => titles.push(title.trim()),
            None if line.starts_with('#') => return Err(fault(i + 1, "the table has no line of names")),
            None => {
                names = Some(words(line, separator));
                break;
            }
        }
    }
    table.title = titles.join("\n");
    let names = names.ok_or_else(|| fault(lines.len(), "the table has no line of names"))?;
    let Some((at, types)) = body.next() else { return Err(fault(lines.len(), "the table has no line of types")) };
    let types = words(types, separator);
    if types.len() != names.len() {
        return Err(fault(at + 1, format!("{} types for {} columns", types.len(), names.len())));
    }
    for (name, kind) in names.iter().zip(types) {
        let kind = column_type(kind).ok_or_else(|| fault(at + 1, format!("{kind} is no type of a column")))?;
        table.columns.push(Column { name: name.to_string(), kind });
    }
    for (i, line) in body {
        if line.trim() == "#FIN_TABLE" {
            return Ok(table);
        }
        let row = typed_row(&table.columns, &words(line, separator)).map_err(|why| fault(i + 1, why))?;
        table.rows.push(row);
    }
    Err(fault(lines.len(), "the table does not end with #FIN_TABLE"))
}

/// The table of rank `number` (from 1) written with FORMAT='TABLEAU': what stands between lines of comment.
pub fn read_plain(text: &str, separator: &str, number: usize) -> Result<Table, ListedFault> {
    let mut blocks: Vec<Vec<(usize, &str)>> = Vec::new();
    let mut inside = false;
    for (i, line) in text.lines().enumerate() {
        if line.starts_with('#') || line.trim().is_empty() {
            inside = false;
            continue;
        }
        if !inside {
            blocks.push(Vec::new());
        }
        inside = true;
        if let Some(block) = blocks.last_mut() {
            block.push((i + 1, line));
        }
    }
    let Some(block) = number.checked_sub(1).and_then(|rank| blocks.get(rank)) else {
        let why = format!("there are {} tables in the file, table {number} is asked for", blocks.len());
        return Err(fault(text.lines().count(), why));
    };
    of_lines(block, separator, &|c| if c == "-" { Cell::Empty } else { free_cell(c) })
}

/// A table without marks (FORMAT='LIBRE'): names in the first line that is neither empty nor a comment, a row in each other one.
pub fn read_free(text: &str, separator: &str) -> Result<Table, ListedFault> {
    let lines = text.lines().enumerate().map(|(i, line)| (i + 1, line));
    let lines: Vec<_> =
        lines.filter(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with('#')).collect();
    if lines.len() < 2 {
        let what = if lines.is_empty() { "line of names" } else { "row below its names" };
        return Err(fault(text.lines().count(), format!("the table has no {what}")));
    }
    of_lines(&lines, separator, &free_cell)
}

/// Names in the first of some lines with their numbers, a row in each of the others; each column has the widest type of its cells.
fn of_lines(lines: &[(usize, &str)], separator: &str, cell: &dyn Fn(&str) -> Cell) -> Result<Table, ListedFault> {
    let mut table = Table::default();
    let mut rows = lines.iter();
    let names = rows.next().map(|(_, line)| words(line, separator)).unwrap_or_default();
    for (line, text) in rows {
        let cells = words(text, separator);
        if cells.len() != names.len() {
            return Err(fault(*line, format!("{} cells for {} columns", cells.len(), names.len())));
        }
        table.rows.push(cells.iter().map(|c| cell(c)));
    }
    for (rank, name) in names.iter().enumerate() {
        if table.rows.is_empty() {
            table.columns.push(Column { name: name.to_string(), kind: ColumnType::Integer });
            continue;
        }
        let kind = ColumnType::of(table.rows.column(rank).iter());
        table.columns.push(Column { name: name.to_string(), kind });
        let cells = table.rows.column(rank).iter().map(|cell| match (cell.into_owned(), kind) {
            (Cell::Integer(i), ColumnType::Real) => Cell::Real(i as f64),
            (Cell::Integer(i), ColumnType::Text(_)) => Cell::Text(i.to_string()),
            (Cell::Real(x), ColumnType::Text(_)) => Cell::Text(format!("{x:?}")),
            (cell, _) => cell,
        });
        let cells = cells.collect();
        table.rows.replace_column(rank, cells);
    }
    Ok(table)
}

fn column_type(name: &str) -> Option<ColumnType> {
    Some(match name {
        "I" => ColumnType::Integer,
        "R" => ColumnType::Real,
        "C" => ColumnType::Complex,
        text => ColumnType::Text(text.strip_prefix('K')?.parse().ok()?),
    })
}

/// The cells of a line; a complex number is two words.
fn typed_row(columns: &[Column], words: &[&str]) -> Result<Vec<Cell>, String> {
    let mut words = words.iter();
    let mut row = Vec::with_capacity(columns.len());
    for column in columns {
        let Some(word) = words.next() else { return Err(format!("no cell for the column {}", column.name)) };
        if *word == "-" {
            row.push(Cell::Empty);
            continue;
        }
        let bad = || format!("'{word}' in the column {}", column.name);
        let real = |text: &str| text.replace(['D', 'd'], "e").parse::<f64>().map_err(|_| bad());
        row.push(match column.kind {
            ColumnType::Integer => Cell::Integer(word.parse().map_err(|_| bad())?),
            ColumnType::Real => Cell::Real(real(word)?),
            ColumnType::Complex => {
                let imaginary = words.next().ok_or_else(bad)?;
                Cell::Complex(Complex64::new(real(word)?, real(imaginary)?))
            }
            ColumnType::Text(_) => Cell::Text(word.to_string()),
        });
    }
    match words.count() {
        0 => Ok(row),
        more => Err(format!("{more} words too many; a text with blanks needs another SEPARATEUR")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::columns::{Layout, aligned};
    use crate::io::numbers::RealFormat;

    fn table() -> Table {
        let kinds = [("NOEUD", ColumnType::Text(8)), ("RANG", ColumnType::Integer), ("P", ColumnType::Real)];
        let mut table = Table::with_columns(kinds);
        table.rows.push(vec![Cell::Text("N1".into()), Cell::Integer(-3), Cell::Real(0.1 + 0.2)]);
        table.rows.push(vec![Cell::Text("N2".into()), Cell::Empty, Cell::Real(-1.0e-300)]);
        table
    }

    #[test]
    fn free_columns_take_their_types_from_their_cells() {
        let text = "# of the shop\n\nNOM_SEC  A  IY\nTUBE 13 0.7\n\n# thick\nROD -7 1.3E-6\n";
        let read = read_free(text, " ").unwrap();
        let kinds: Vec<ColumnType> = read.columns.iter().map(|c| c.kind).collect();
        assert_eq!(kinds, [ColumnType::Text(8), ColumnType::Integer, ColumnType::Real]);
        let row: Vec<Cell> = read.rows.iter().nth(1).unwrap().iter().map(|cell| cell.into_owned()).collect();
        assert_eq!(row, [Cell::Text("ROD".into()), Cell::Integer(-7), Cell::Real(1.3e-6)]);
        assert_eq!(read_free("A;B\n1;two words\n", ";").unwrap().columns[1].kind, ColumnType::Text(16));
        assert_eq!(read_free("A B\n1 2 3\n", " ").unwrap_err(), fault(2, "3 cells for 2 columns"));
        assert_eq!(read_free("# A\n", " ").unwrap_err().why, "the table has no line of names");
        assert_eq!(read_free("A\n", " ").unwrap_err().why, "the table has no row below its names");
    }

    fn layout(types: bool) -> Layout {
        Layout { real: RealFormat::parse("E24.16").unwrap_or_default(), types, ..Layout::default() }
    }

    #[test]
    fn what_is_written_is_read_back() {
        let mut marked = table();
        marked.columns.push(Column { name: "Z".into(), kind: ColumnType::Complex });
        marked.rows.add_column([Cell::Complex(Complex64::new(1.5, -2.0)), Cell::Empty].into_iter().collect());
        let text = format!("log\n{}{}", aligned(&table(), &layout(true)), aligned(&marked, &layout(true)));
        assert_eq!(read_marked(&text, " ", 2), Ok(marked));
        assert_eq!(read_marked(&text, " ", 3).unwrap_err().why, "there are 2 tables in the file, table 3 is asked for");
        let text = aligned(&table(), &layout(false));
        assert_eq!(read_plain(&text, " ", 1), Ok(table()));
        let text = aligned(&table(), &Layout { separator: ";".into(), ..layout(false) });
        assert_eq!(read_plain(&text, ";", 1), Ok(table()));
    }

    #[test]
    fn what_does_not_fit_is_refused_with_its_line() {
        assert_eq!(read_plain("# c\nA B\n1\n", " ", 1).unwrap_err().line, 3);
        let text = "#DEBUT_TABLE\nA B\nI K8\n1 a b\n#FIN_TABLE\n";
        assert_eq!(read_marked(text, " ", 1).unwrap_err().line, 4);
        assert_eq!(read_marked("#DEBUT_TABLE\nA\nI\nx\n#FIN_TABLE\n", " ", 1).unwrap_err().line, 4);
        assert_eq!(
            read_marked("#DEBUT_TABLE\nA\nI\n1\n", " ", 1).unwrap_err().why,
            "the table does not end with #FIN_TABLE"
        );
    }
}
