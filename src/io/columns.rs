//! Tables as text: aligned columns for people, separated values for programs.
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

/// The table as comma-separated values; numbers in full, so that reading them back gives the same bits.
pub fn comma_separated(table: &Table) -> String {
    let mut writer = csv::WriterBuilder::new().from_writer(Vec::new());
    let names = table.columns.iter().map(|c| c.name.as_str());
    let rows = table.rows.iter().map(|row| row.iter().map(in_full).collect::<Vec<String>>());
    let written =
        writer.write_record(names).and_then(|()| rows.into_iter().try_for_each(|row| writer.write_record(row)));
    // Writing to memory cannot fail.
    match (written, writer.into_inner()) {
        (Ok(()), Ok(bytes)) => String::from_utf8_lossy(&bytes).into_owned(),
        _ => String::new(),
    }
}

fn in_full(cell: &Cell) -> String {
    match cell {
        Cell::Empty => String::new(),
        Cell::Integer(i) => i.to_string(),
        Cell::Real(x) => format!("{x:?}"),
        Cell::Complex(z) => format!("{:?}{}{:?}j", z.re, if z.im.is_sign_negative() { "" } else { "+" }, z.im),
        Cell::Text(text) | Cell::Concept(text) => text.clone(),
    }
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
    use num_complex::Complex64;
    use proptest::prelude::*;

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

    #[test]
    fn separated_values_quote_what_needs_it() {
        assert_eq!(comma_separated(&table()), "NOEUD,RANG,PUIS_USURE\nN1,3,15.2667649\n\"a, \"\"b\"\"\",,-0.0001\n");
        assert_eq!(in_full(&Cell::Complex(Complex64::new(1.0, -2.5))), "1.0-2.5j");
    }

    proptest! {
        /// For all finite numbers, what is written is read back bit for bit.
        #[test]
        fn numbers_come_back_bit_for_bit(values in proptest::collection::vec(proptest::num::f64::NORMAL | proptest::num::f64::SUBNORMAL | proptest::num::f64::ZERO, 1..20)) {
            let mut table = Table::with_columns([("X", ColumnType::Real)]);
            table.rows = values.iter().map(|x| vec![Cell::Real(*x)]).collect();
            let text = comma_separated(&table);
            let mut reader = csv::Reader::from_reader(text.as_bytes());
            let back: Vec<u64> = reader.records().map(|r| r.unwrap()[0].parse::<f64>().unwrap().to_bits()).collect();
            prop_assert_eq!(back, values.iter().map(|x| x.to_bits()).collect::<Vec<_>>());
        }
    }
}
