//! Tables as comma-separated values, written and read back without loss.
//!
//! Numbers are written in full: an integer has digits only, a real has a point or an exponent, a complex number is
//! `re+imj`. An empty cell is nothing between two commas. A text is quoted when it would read as something else: a
//! number, nothing at all, or several cells.

use num_complex::Complex64;

use super::numbers::read_complex;
use crate::concepts::{Cell, Column, ColumnType, Table};

/// The table as text, a line of names first.
pub fn write(table: &Table) -> String {
    let mut writer = csv::WriterBuilder::new().quote_style(csv::QuoteStyle::Never).from_writer(Vec::new());
    let names = table.columns.iter().map(|c| quoted(&c.name, false));
    let rows = table.rows.iter().map(|row| row.iter().map(|cell| in_full(&cell)).collect::<Vec<String>>());
    let written =
        writer.write_record(names).and_then(|()| rows.into_iter().try_for_each(|row| writer.write_record(row)));
    // Writing to memory cannot fail.
    match (written, writer.into_inner()) {
        (Ok(()), Ok(bytes)) => String::from_utf8_lossy(&bytes).into_owned(),
        _ => String::new(),
    }
}

/// A text that is no table.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("line {line}: {why}")]
pub struct CommaFault {
    pub line: usize,
    pub why: String,
}

/// The table of a text. The type of a column is the widest of its cells.
pub fn read(text: &str, separator: char) -> Result<Table, CommaFault> {
    let mut records = records(text, separator)?.into_iter();
    let Some((_, names)) = records.next() else { return Err(fault(1, "there is no line of names")) };
    let mut table = Table::default();
    let mut raw: Vec<Vec<(String, bool)>> = Vec::new();
    for (name, _) in &names {
        let name = name.trim();
        if table.column(name).is_some() {
            return Err(fault(1, format!("the column {name} is named twice")));
        }
        table.columns.push(Column { name: name.to_string(), kind: ColumnType::Integer });
    }
    for (line, fields) in records {
        if fields.len() != names.len() {
            return Err(fault(line, format!("{} cells for {} columns", fields.len(), names.len())));
        }
        table.rows.push(fields.iter().map(|(field, quoted)| if *quoted { text_cell(field) } else { cell(field) }));
        raw.push(fields);
    }
    for (rank, column) in table.columns.iter_mut().enumerate() {
        column.kind = ColumnType::of(table.rows.column(rank).iter());
        let cells = table.rows.column(rank).iter().zip(&raw);
        let cells = cells.map(|(cell, fields)| widened(cell.into_owned(), column.kind, &fields[rank].0)).collect();
        table.rows.replace_column(rank, cells);
    }
    Ok(table)
}

/// A cell in a column of a wider type; a number among texts is the text that was written.
fn widened(cell: Cell, kind: ColumnType, field: &str) -> Cell {
    match (cell, kind) {
        (Cell::Integer(_) | Cell::Real(_) | Cell::Complex(_), ColumnType::Text(_)) => text_cell(field.trim()),
        (Cell::Integer(i), ColumnType::Real) => Cell::Real(i as f64),
        (Cell::Integer(i), ColumnType::Complex) => Cell::Complex(Complex64::new(i as f64, 0.0)),
        (Cell::Real(x), ColumnType::Complex) => Cell::Complex(Complex64::new(x, 0.0)),
        (cell, _) => cell,
    }
}

fn fault(line: usize, why: impl Into<String>) -> CommaFault {
    CommaFault { line, why: why.into() }
}

/// Fields of each record, with whether they were quoted, and the line where the record starts.
type Record = (usize, Vec<(String, bool)>);

fn records(text: &str, separator: char) -> Result<Vec<Record>, CommaFault> {
    let mut records: Vec<Record> = Vec::new();
    let (mut line, mut start) = (1, 1);
    let mut fields: Vec<(String, bool)> = Vec::new();
    let mut field = String::new();
    let (mut inside, mut quoted) = (false, false);
    let mut characters = text.strip_prefix('\u{feff}').unwrap_or(text).chars().peekable();
    while let Some(c) = characters.next() {
        line += usize::from(c == '\n');
        match c {
            '"' if inside && characters.peek() == Some(&'"') => {
                characters.next();
                field.push('"');
            }
            '"' if inside => inside = false,
            c if inside => field.push(c),
            '"' if field.trim().is_empty() && !quoted => {
                field.clear();
                (inside, quoted) = (true, true);
            }
            '\r' if characters.peek() == Some(&'\n') => {}
            '\n' => {
                fields.push((std::mem::take(&mut field), quoted));
                // A line without anything ends no table of several columns.
                if fields.len() > 1
                    || quoted
                    || !fields[0].0.trim().is_empty()
                    || records.first().is_some_and(|(_, r)| r.len() == 1)
                {
                    records.push((start, std::mem::take(&mut fields)));
                }
                fields.clear();
                (quoted, start) = (false, line);
            }
            c if c == separator => {
                fields.push((std::mem::take(&mut field), quoted));
                quoted = false;
            }
            c if quoted && c.is_whitespace() => {}
            c => field.push(c),
        }
    }
    if inside {
        return Err(fault(start, "a quoted text is not closed"));
    }
    if !field.is_empty() || quoted || !fields.is_empty() {
        fields.push((field, quoted));
        records.push((start, fields));
    }
    Ok(records)
}

/// The cell an unquoted field stands for.
pub fn cell(field: &str) -> Cell {
    let field = field.trim();
    if field.is_empty() {
        return Cell::Empty;
    }
    if let Ok(i) = field.parse::<i64>() {
        return Cell::Integer(i);
    }
    if let Some(x) = real(field) {
        return Cell::Real(x);
    }
    match read_complex(field) {
        Some(z) => Cell::Complex(z),
        None => text_cell(field),
    }
}

/// A real as programs write them; a word such as `infinity` is a text.
fn real(field: &str) -> Option<f64> {
    let plain = field.trim_start_matches(['+', '-']);
    let number = plain.starts_with(|c: char| c.is_ascii_digit() || c == '.') || matches!(plain, "inf" | "NaN");
    number.then(|| field.parse().ok()).flatten()
}

fn text_cell(text: &str) -> Cell {
    Cell::Text(text.trim_end().to_string())
}

fn in_full(cell: &Cell) -> String {
    match cell {
        Cell::Empty => String::new(),
        Cell::Integer(i) => i.to_string(),
        Cell::Real(x) => format!("{x:?}"),
        Cell::Complex(z) => complex(*z),
        Cell::Text(text) | Cell::Concept(text) => quoted(text, true),
    }
}

fn complex(z: Complex64) -> String {
    let sign = if z.im.is_sign_negative() || z.im.is_nan() { "" } else { "+" };
    format!("{:?}{sign}{:?}j", z.re, z.im)
}

/// Quoted when it would not read as the same text.
fn quoted(text: &str, as_cell: bool) -> String {
    let plain = !text.contains(['"', ',', '\n', '\r'])
        && text.trim() == text
        && (!as_cell || matches!(cell(text), Cell::Text(_)));
    if plain { text.to_string() } else { format!("\"{}\"", text.replace('"', "\"\"")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn only_what_needs_it_is_quoted() {
        let mut table = Table::with_columns([
            ("NOEUD", ColumnType::Text(8)),
            ("RANG", ColumnType::Integer),
            ("P", ColumnType::Real),
        ]);
        let text = |t: &str| Cell::Text(t.into());
        table.rows.push(vec![text("N1"), Cell::Integer(3), Cell::Real(15.2667649)]);
        table.rows.push(vec![text("12"), Cell::Empty, Cell::Real(-1.0e-4)]);
        table.rows.push(vec![text("a, \"b\""), Cell::Empty, Cell::Real(1.0)]);
        let written = write(&table);
        assert_eq!(written, "NOEUD,RANG,P\nN1,3,15.2667649\n\"12\",,-0.0001\n\"a, \"\"b\"\"\",,1.0\n");
        assert_eq!(read(&written, ','), Ok(table));
        assert_eq!(complex(Complex64::new(1.0, -2.5)), "1.0-2.5j");
    }

    #[test]
    fn what_is_no_table_is_refused_with_its_line() {
        assert_eq!(read("A,B\n1,2\n3\n", ',').unwrap_err().to_string(), "line 3: 1 cells for 2 columns");
        assert_eq!(read("A,A\n", ',').unwrap_err().line, 1);
        assert_eq!(read("A\n\"open\n", ',').unwrap_err().line, 2);
        assert!(read("", ',').is_err());
    }

    fn any_real() -> impl Strategy<Value = f64> {
        use proptest::num::f64;
        f64::NORMAL | f64::SUBNORMAL | f64::ZERO | f64::INFINITE
    }

    fn any_column() -> impl Strategy<Value = Vec<Cell>> {
        let integers = any::<i64>().prop_map(Cell::Integer).boxed();
        let reals = any_real().prop_map(Cell::Real).boxed();
        let complexes = (any_real(), any_real()).prop_map(|(re, im)| Cell::Complex(Complex64::new(re, im))).boxed();
        let texts = "[ -~é\n]{0,12}".prop_map(|t| Cell::Text(t.trim_end().to_string())).boxed();
        let numerals = "-?[0-9]{1,3}(\\.[0-9]{0,2})?j?".prop_map(Cell::Text).boxed();
        prop_oneof![Just(integers), Just(reals), Just(complexes), Just(texts), Just(numerals)]
            .prop_flat_map(|kind| proptest::collection::vec(prop_oneof![1 => Just(Cell::Empty).boxed(), 4 => kind], 12))
    }

    fn bits(cell: &Cell) -> String {
        match cell {
            Cell::Real(x) => format!("R{:x}", x.to_bits()),
            Cell::Complex(z) => format!("C{:x},{:x}", z.re.to_bits(), z.im.to_bits()),
            other => format!("{other:?}"),
        }
    }

    proptest! {
        /// For all tables, what is written is read back bit for bit: reals, complex and whole numbers, texts, empty cells.
        #[test]
        fn tables_come_back_bit_for_bit(columns in proptest::collection::vec(any_column(), 2..5), height in 0usize..12) {
            let names = ["A", "B,\"", "12", "DEPL_X"];
            let mut table = Table::default();
            for (name, cells) in names.iter().zip(&columns) {
                let kind = ColumnType::of(cells[..height].iter());
                table.columns.push(Column { name: name.to_string(), kind });
            }
            table.rows = (0..height).map(|row| columns.iter().map(|cells| cells[row].clone()).collect::<Vec<_>>()).collect();
            let back = read(&write(&table), ',').unwrap();
            let cells = |t: &Table| t.rows.iter().map(|r| r.iter().map(|cell| bits(&cell)).collect::<Vec<_>>()).collect::<Vec<_>>();
            prop_assert_eq!(cells(&back), cells(&table));
            prop_assert_eq!(back.columns, table.columns);
        }
    }
}
