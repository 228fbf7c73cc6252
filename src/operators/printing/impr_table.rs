//! IMPR_TABLE: a table as aligned text, CSV, or curves.
//!
//! ```text
//! IMPR_TABLE(TABLE=WEAR, NOM_PARA=("NOEUD", "PUIS_USURE"), FILTRE=_F(NOM_PARA="RANG", VALE_I=1), FORMAT_R="E20.13")
//! ```
//!
//! Columns that are empty everywhere are left out, and so are empty rows. PAGINATION prints one table for
//! each value of its columns; TABLEAU_CROISE one row for each value of the first column and one column for
//! each value of the second. XMGRACE, SVG and PNG draw the other columns against the first; a first column of texts
//! gives the names along the axis, or a curve for each of its values where they repeat.

use std::borrow::Cow;

use super::axes::{x_axis, y_axis};
use super::format::{file_of, format_of, layout};
use super::grace;
use crate::catalogue::{Call, CallError};
use crate::concepts::{Cell, Column, Concept, Row, Table};
use crate::diag::{Diagnostic, Faults};
use crate::io::arrays::{Array, archive};
use crate::io::branch_chart;
use crate::io::chart::{Axis, Chart, Curve, Kind, Stroke, result_with_unit, with_unit};
use crate::io::columns::write_table;
use crate::io::comma_table;
use crate::operators::printing::curves::{Sampled, kind};
use crate::operators::printing::table_curves::{Drawn, drawn};
use crate::operators::tables::{columns, extracted, filtered, sorted, without};
use crate::operators::{Check, Context, Operator, Outcome};

pub(in crate::operators) const IMPR_TABLE: Operator = Operator { name: "IMPR_TABLE", run, check: Check::Rehearsed };

fn run(call: &Call, context: &mut Context<'_>) -> Outcome {
    let Some(Concept::Table(table)) = call.concept("TABLE") else {
        return Err(call.error("TABLE", "R604", "IMPR_TABLE needs a table"));
    };
    let mut table = Cow::Borrowed(table.as_ref());
    let mut faults = Faults::default();
    for keyword in ["NOM_PARA", "PAGINATION"] {
        faults.keep(columns(call, keyword, &table));
    }
    if !call.factor("FILTRE").is_empty()
        && let Some(kept) = faults.keep(filtered(&table, call.factor("FILTRE")).map(Cow::into_owned))
    {
        table = Cow::Owned(kept);
    }
    if let Some(order) = call.one("TRI")
        && let Some(kept) = faults.keep(sorted(&table, order))
    {
        table = Cow::Owned(kept);
    }
    faults.end()?;
    let pages = paginated(call, &table)?;
    let unit = call.integer("UNITE")?;
    let file = context.units.output_file(unit);
    let format = format_of(call, file.as_deref())?;
    let file = file_of(context.units, unit, &format);
    let mut layout = layout(call)?;
    layout.types = format == "ASTER";
    if layout.titles.is_empty() && !table.title.is_empty() {
        layout.titles.push(table.title.clone());
    }
    let concept = |cell: Cow<'_, Cell>| matches!(*cell, Cell::Concept(_));
    let held = (0..table.columns.len()).any(|column| table.rows.column(column).iter().any(concept));
    if held && call.is("IMPR_FONCTION", "OUI") {
        let message = "the functions that the table holds are named, not written out";
        let warning = Diagnostic::warning("I602", message).at_if_absent(call.span_of("IMPR_FONCTION"));
        context.warn(warning.help("IMPR_FONCTION writes a function"));
    }
    for (page_title, page) in pages {
        let named: Vec<String> = call.texts("NOM_PARA").iter().map(|name| name.to_string()).collect();
        let branch = branch_chart::curves(&page, &named);
        let page = if call.has("NOM_PARA") { Cow::Owned(extracted(&page, call, "NOM_PARA")?) } else { page };
        let page = without_empty_parts(page);
        let mut layout = layout.clone();
        layout.titles.extend(page_title);
        match (&*format, &file) {
            (format @ ("SVG" | "PNG"), Some(path)) => {
                let title = layout.titles.join(" ");
                let chart = match branch {
                    Some(curves) => Chart { title, ..branch_chart(call, &named, curves) },
                    None => Chart { title, ..chart(call, &drawn(call, &page)?) },
                };
                let bytes = super::format::picture(call, format, path, chart.svg())?;
                context.replace_file(call, "UNITE", path.clone(), &bytes)?;
            }
            ("SVG" | "PNG", None) => return Err(super::refusals::no_file(call, unit, "a chart")),
            ("NPZ" | "NUMPY", Some(path)) => {
                let bytes = archive(&numeric_columns(call, &page, context));
                context.replace_file(call, "UNITE", path.clone(), &bytes)?;
            }
            ("NPZ" | "NUMPY", None) => return Err(super::refusals::no_file(call, unit, "an archive")),
            ("CSV", _) => context.print_as(call, "UNITE", (unit, "csv"), &comma_table::write(&page))?,
            ("XMGRACE", _) => {
                super::refusals::say_project_only(call, context);
                let page = drawn(call, &page)?;
                let (x, y) = (x_axis(call, &page.x_name), y_axis(call, &page.y_name));
                let text = grace::project(&layout.titles.join(" "), "", &x, &y, &page.curves);
                context.print(call, "UNITE", unit, &text)?;
            }
            ("TABLEAU_CROISE", _) => {
                let crossed = crossed(call, &page)?;
                context.print_with(call, "UNITE", unit, &|out| write_table(&crossed, &layout, out))?;
            }
            (format, _) => {
                if !["TABLEAU", "ASTER"].contains(&format) {
                    let message =
                        format!("FORMAT='{format}' is not available: aligned columns are written in its place");
                    let help = "TABLEAU, ASTER, TABLEAU_CROISE, XMGRACE, CSV, NUMPY, SVG and PNG are written";
                    let warning = Diagnostic::warning("I602", message).at_if_absent(call.span_of("FORMAT"));
                    context.warn(warning.help(help));
                }
                context.print_with(call, "UNITE", unit, &|out| write_table(&page, &layout, out))?;
            }
        }
    }
    Ok(())
}

/// Each column of numbers as an array under its name; empty cells are not numbers.
fn numeric_columns(call: &Call, table: &Table, context: &mut Context<'_>) -> Vec<(String, Array)> {
    let mut arrays = Vec::new();
    for (rank, column) in table.columns.iter().enumerate() {
        let number = |row: Row<'_>| match row.get(rank).as_deref() {
            Some(Cell::Real(x)) => Some(*x),
            Some(Cell::Integer(i)) => Some(*i as f64),
            Some(Cell::Empty) => Some(f64::NAN),
            _ => None,
        };
        match table.rows.iter().map(number).collect::<Option<Vec<f64>>>() {
            Some(numbers) => arrays.push((column.name.clone(), Array { width: 1, numbers })),
            None => {
                let message = format!("the column {} does not hold reals: it is left out of the archive", column.name);
                context.warn(Diagnostic::warning("I602", message).at_if_absent(call.span_of("TABLE")));
            }
        }
    }
    arrays
}

/// One table for each combination of values of the columns of PAGINATION, with a title; these columns are
/// left out.
fn paginated<'a>(call: &Call, table: &'a Table) -> Result<Vec<(Option<String>, Cow<'a, Table>)>, CallError> {
    let names = call.texts("PAGINATION");
    if names.is_empty() {
        return Ok(vec![(None, Cow::Borrowed(table))]);
    }
    let keys = columns(call, "PAGINATION", table)?;
    let mut pages: Vec<(Vec<Cell>, Table)> = Vec::new();
    for row in table.rows.iter() {
        let key: Vec<Cell> = keys.iter().map(|&k| row.cell(k).into_owned()).collect();
        let page = match pages.iter().position(|(known, _)| *known == key) {
            Some(page) => page,
            None => {
                pages.push((
                    key,
                    Table {
                        title: table.title.clone(),
                        columns: table.columns.clone(),
                        mesh: table.mesh.clone(),
                        ..Table::default()
                    },
                ));
                pages.len() - 1
            }
        };
        pages[page].1.rows.push(row.to_vec());
    }
    let titled = |(key, page): (Vec<Cell>, Table)| {
        let title: Vec<String> = names.iter().zip(&key).map(|(name, cell)| format!("{name}={}", text(cell))).collect();
        (Some(title.join(" ")), Cow::Owned(without(&page, &keys)))
    };
    Ok(pages.into_iter().map(titled).collect())
}

fn without_empty_parts(table: Cow<'_, Table>) -> Cow<'_, Table> {
    let empty = |c: &usize| table.rows.column(*c).iter().all(|cell| *cell == Cell::Empty);
    let dropped: Vec<usize> =
        if table.rows.is_empty() { Vec::new() } else { (0..table.columns.len()).filter(empty).collect() };
    let filled = |row: Row<'_>| row.iter().any(|cell| *cell != Cell::Empty);
    if dropped.is_empty() && table.rows.iter().all(filled) {
        return table;
    }
    let mut table = without(&table, &dropped);
    table.rows.retain(filled);
    Cow::Owned(table)
}

/// Rows by the first column, columns by the second, cells from the third.
fn crossed(call: &Call, table: &Table) -> Result<Table, CallError> {
    if table.columns.len() != 3 {
        let message = format!("TABLEAU_CROISE crosses three columns, this table has {}", table.columns.len());
        let mut error = call.error("FORMAT", "R604", message);
        error.help = Some("choose them with NOM_PARA=(rows, columns, values)".into());
        return Err(error);
    }
    let mut across: Vec<Cell> = Vec::new();
    let mut down: Vec<Cell> = Vec::new();
    for row in table.rows.iter() {
        for (list, cell) in [(&mut down, row.cell(0)), (&mut across, row.cell(1))] {
            if !list.contains(&cell) {
                list.push(cell.into_owned());
            }
        }
    }
    let corner = format!("{}/{}", table.columns[0].name, table.columns[1].name);
    let mut crossed = Table { title: table.title.clone(), ..Table::default() };
    crossed.columns.push(Column { name: corner, kind: table.columns[0].kind });
    crossed.columns.extend(across.iter().map(|cell| Column { name: text(cell), kind: table.columns[2].kind }));
    for key in &down {
        let value = |column: &Cell| {
            let found = table.rows.iter().find(|row| *row.cell(0) == *key && *row.cell(1) == *column);
            found.map_or(Cell::Empty, |row| row.cell(2).into_owned())
        };
        crossed.rows.push(std::iter::once(key.clone()).chain(across.iter().map(value)));
    }
    Ok(crossed)
}

/// The chart of a branch, of multipliers or of an orbit: the first column across.
fn branch_chart(call: &Call, names: &[String], curves: Vec<Curve>) -> Chart {
    let label = |names: &[String]| if let [one] = names { one.clone() } else { String::new() };
    let (x, y) = names.split_at(1);
    Chart {
        x: x_axis(call, &with_unit(&label(x))),
        y: y_axis(call, &result_with_unit(&label(y))),
        curves,
        ..Chart::default()
    }
}

fn chart(call: &Call, page: &Drawn) -> Chart {
    let kind = kind(call);
    let named = !page.names.is_empty();
    let drawn = |curve: &Sampled| {
        // A bar stands about its name; without bars nothing leads from one name to the next.
        let shift = if named && matches!(kind, Kind::Bars | Kind::Cumulated) { -0.5 } else { 0.0 };
        let points = curve.x.iter().map(|x| x + shift).zip(curve.y.iter().copied()).collect();
        let line = if named && kind == Kind::Line { Stroke::Absent } else { curve.line };
        let (mark, mark_every, colour) = (curve.mark, curve.mark_every, curve.colour);
        Curve { name: curve.legend.clone(), points, kind, line, mark, mark_every, colour, ..Curve::default() }
    };
    Chart {
        x: Axis { names: page.names.clone(), ..x_axis(call, &with_unit(&page.x_name)) },
        y: y_axis(call, &result_with_unit(&page.y_name)),
        curves: page.curves.iter().map(drawn).collect(),
        ..Chart::default()
    }
}

fn text(cell: &Cell) -> String {
    match cell {
        Cell::Empty => "-".into(),
        Cell::Integer(i) => i.to_string(),
        Cell::Real(x) => format!("{x:?}"),
        Cell::Complex(z) => z.to_string(),
        Cell::Text(text) | Cell::Concept(text) => text.clone(),
    }
}
