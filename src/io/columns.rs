//! Tables as aligned columns of text, for people.
//!
//! The aligned form is the one users of the command language know: a commented header, a line of column
//! names, then one line per row; texts to the left, numbers to the right, `-` for an empty cell.

use std::borrow::Cow;

use super::numbers::RealFormat;
use crate::concepts::{Cell, Column, ColumnType, Table};

/// How aligned text is laid out.
#[derive(Clone, Debug)]
pub struct Layout {
    pub separator: String,
    /// Before the lines of the header.
    pub comment: String,
    /// Before the line of column names.
    pub names_comment: String,
    pub line_start: String,
    pub line_end: String,
    pub table_start: String,
    pub table_end: String,
    pub titles: Vec<String>,
    pub real: RealFormat,
    /// A line of types under the names (FORMAT="ASTER").
    pub types: bool,
}

impl Default for Layout {
    fn default() -> Self {
        Layout {
            separator: " ".into(),
            comment: "#".into(),
            names_comment: String::new(),
            line_start: String::new(),
            line_end: "\n".into(),
            table_start: String::new(),
            table_end: String::new(),
            titles: Vec::new(),
            real: RealFormat::default(),
            types: false,
        }
    }
}

/// The table as aligned columns, header included.
pub fn aligned(table: &Table, layout: &Layout) -> String {
    let mut out = Vec::new();
    write_table(table, layout, &mut out);
    String::from_utf8(out).unwrap_or_default()
}

/// Appends the table as aligned columns to `out`.
pub fn write_table(table: &Table, layout: &Layout, out: &mut Vec<u8>) {
    let cell = |row: usize, rank: usize| table.rows.cell(row, rank);
    write_aligned(&Sheet { columns: &table.columns, rows: table.rows.len(), cell: &cell }, layout, out);
}

/// What is laid out: columns, and the cell of a row and a column.
pub struct Sheet<'a> {
    pub columns: &'a [Column],
    pub rows: usize,
    pub cell: &'a dyn Fn(usize, usize) -> Cow<'a, Cell>,
}

/// Writes a table or another sheet line by line.
pub fn write_aligned(sheet: &Sheet<'_>, layout: &Layout, out: &mut Vec<u8>) {
    let mut line = |cells: &str| {
        out.extend_from_slice(layout.line_start.as_bytes());
        out.extend_from_slice(cells.as_bytes());
        out.extend_from_slice(layout.line_end.as_bytes());
    };
    let comment = &layout.comment;
    if layout.types {
        line(&format!("{comment}DEBUT_TABLE"));
        layout.titles.iter().for_each(|title| line(&format!("{comment}TITRE {title}")));
    } else {
        line(comment);
        line(&format!("{comment}{}", "-".repeat(80)));
        line(comment);
        layout.titles.iter().for_each(|title| line(&format!("{comment} {title}")));
    }
    if !layout.table_start.is_empty() {
        line(&layout.table_start);
    }
    let columns: Vec<Written> = (0..sheet.columns.len()).map(|i| Written::new(sheet, i, layout)).collect();
    let join = |texts: Vec<&str>| {
        let mut cells = String::new();
        for (rank, (column, text)) in columns.iter().zip(texts).enumerate() {
            cells.push_str(if rank == 0 { "" } else { &layout.separator });
            column.justify(text, &mut cells);
        }
        cells.trim_end().to_string()
    };
    line(&format!("{}{}", layout.names_comment, join(sheet.columns.iter().map(|c| c.name.as_str()).collect())));
    if layout.types {
        line(&join(columns.iter().map(|c| c.kind.as_str()).collect()));
    }
    let (mut cells, mut text) = (String::new(), String::new());
    for row in 0..sheet.rows {
        cells.clear();
        for (rank, column) in columns.iter().enumerate() {
            cells.push_str(if rank == 0 { "" } else { &layout.separator });
            text.clear();
            write_cell(&(sheet.cell)(row, rank), layout, &mut text);
            column.justify(&text, &mut cells);
        }
        line(cells.trim_end());
    }
    if layout.types {
        line(&format!("{comment}FIN_TABLE"));
    }
    if !layout.table_end.is_empty() {
        line(&layout.table_end);
    }
}

fn write_cell(cell: &Cell, layout: &Layout, out: &mut String) {
    match cell {
        Cell::Empty => out.push('-'),
        Cell::Integer(i) => out.push_str(&i.to_string()),
        Cell::Real(x) => layout.real.append(*x, out),
        Cell::Complex(z) => {
            layout.real.append(z.re, out);
            out.push(' ');
            layout.real.append(z.im, out);
        }
        Cell::Text(text) | Cell::Concept(text) => out.push_str(text),
    }
}

/// How one column is written.
struct Written {
    kind: String,
    width: usize,
    left: bool,
}

impl Written {
    fn new(sheet: &Sheet<'_>, rank: usize, layout: &Layout) -> Self {
        let column = &sheet.columns[rank];
        let (kind, least, left) = match column.kind {
            ColumnType::Integer => ("I".to_string(), 12, false),
            ColumnType::Real => ("R".to_string(), 12, false),
            ColumnType::Complex => ("C".to_string(), 12, false),
            ColumnType::Text(length) => (format!("K{length}"), 8, true),
        };
        let (mut longest, mut text) = (column.name.chars().count(), String::new());
        for row in 0..sheet.rows {
            let cell = (sheet.cell)(row, rank);
            let length = match &*cell {
                Cell::Empty => 1,
                Cell::Text(text) | Cell::Concept(text) => text.chars().count(),
                Cell::Real(x) if layout.real.length(*x).is_some_and(|length| length <= longest) => continue,
                cell => {
                    text.clear();
                    write_cell(cell, layout, &mut text);
                    text.chars().count()
                }
            };
            longest = longest.max(length);
        }
        Written { kind, width: longest.max(least).max(if left { 0 } else { layout.real.width }), left }
    }

    fn justify(&self, text: &str, out: &mut String) {
        let blanks = self.width.saturating_sub(text.chars().count());
        let left = self.left || text == "-";
        if left {
            out.push_str(text);
        }
        (0..blanks).for_each(|_| out.push(' '));
        if !left {
            out.push_str(text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let mut table = Table::with_columns([
            ("NOEUD", ColumnType::Text(8)),
            ("RANG", ColumnType::Integer),
            ("PUIS_USURE", ColumnType::Real),
        ]);
        let text = |t: &str| Cell::Text(t.into());
        table.rows.push(vec![text("N1"), Cell::Integer(3), Cell::Real(15.2667649)]);
        table.rows.push(vec![text("a, \"b\""), Cell::Empty, Cell::Real(-1.0e-4)]);
        table
    }

    #[test]
    fn columns_are_aligned_under_their_names() {
        let layout = Layout { titles: vec!["Wear".into()], ..Layout::default() };
        let lines: Vec<String> = aligned(&table(), &layout).lines().map(str::to_string).collect();
        assert_eq!(lines[3], "# Wear");
        assert_eq!(lines[4], "NOEUD            RANG   PUIS_USURE");
        assert_eq!(lines[5], "N1                  3  1.52668E+01");
        assert_eq!(lines[6], "a, \"b\"   -            -1.00000E-04");
    }
}
