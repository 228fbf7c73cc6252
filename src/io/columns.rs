//! Tables as aligned columns of text, for people.
//!
//! The aligned form is the one users of the command language know: a commented header, a line of column
//! names, then one line a row; texts to the left, numbers to the right, `-` for an empty cell.

use super::numbers::RealFormat;
use crate::concepts::{Cell, ColumnType, Table};

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
    let mut text = String::new();
    let mut line = |cells: &str| {
        text.push_str(&layout.line_start);
        text.push_str(cells);
        text.push_str(&layout.line_end);
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
    let columns: Vec<Written> = (0..table.columns.len()).map(|i| Written::new(table, i, layout)).collect();
    let join = |cells: Vec<String>| cells.join(&layout.separator).trim_end().to_string();
    let names = join(columns.iter().map(|c| c.justified(&c.name)).collect());
    line(&format!("{}{names}", layout.names_comment));
    if layout.types {
        line(&join(columns.iter().map(|c| c.justified(&c.kind)).collect()));
    }
    for row in 0..table.rows.len() {
        line(&join(columns.iter().map(|c| c.justified(&c.cells[row])).collect()));
    }
    if layout.types {
        line(&format!("{comment}FIN_TABLE"));
    }
    if !layout.table_end.is_empty() {
        line(&layout.table_end);
    }
    text
}

/// One column, every cell as text.
struct Written {
    name: String,
    kind: String,
    cells: Vec<String>,
    width: usize,
    left: bool,
}

impl Written {
    fn new(table: &Table, rank: usize, layout: &Layout) -> Self {
        let column = &table.columns[rank];
        let (kind, least, left) = match column.kind {
            ColumnType::Integer => ("I".to_string(), 12, false),
            ColumnType::Real => ("R".to_string(), 12, false),
            ColumnType::Complex => ("C".to_string(), 12, false),
            ColumnType::Text(length) => (format!("K{length}"), 8, true),
        };
        let write = |row: &Vec<Cell>| match &row[rank] {
            Cell::Empty => "-".to_string(),
            Cell::Integer(i) => i.to_string(),
            Cell::Real(x) => layout.real.write(*x).trim_start().to_string(),
            Cell::Complex(z) => {
                let (re, im) = (layout.real.write(z.re), layout.real.write(z.im));
                format!("{} {}", re.trim_start(), im.trim_start())
            }
            Cell::Text(text) | Cell::Concept(text) => text.clone(),
        };
        let cells: Vec<String> = table.rows.iter().map(write).collect();
        let longest = cells.iter().chain([&column.name]).map(|c| c.chars().count()).max().unwrap_or(0);
        let width = longest.max(least).max(if left { 0 } else { layout.real.width });
        Written { name: column.name.clone(), kind, cells, width, left }
    }

    fn justified(&self, cell: &str) -> String {
        let width = self.width;
        if self.left || cell == "-" { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
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
