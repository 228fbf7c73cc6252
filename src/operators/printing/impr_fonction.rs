//! IMPR_FONCTION: functions as columns of a table, or as curves.
//!
//! ```text
//! IMPR_FONCTION(UNITE=40, COURBE=(_F(FONCTION=V_SUP, LEGENDE="support"), _F(FONCTION=V_SHOE, LEGENDE="shoe")))
//! ```
//!
//! FORMAT='TABLEAU' (the default) prints the abscissae of the first curve and one column for each curve, the
//! others being evaluated there by the command rule; curves that are not functions of their abscissa get
//! columns of their own. FORMAT='XMGRACE' writes a Grace project, FORMAT='CSV' separated values, FORMAT='NPZ' an
//! archive with one array of two columns for each curve (`io::arrays`), FORMAT='SVG' or 'PNG' a chart (`io::chart`), where TRACE
//! makes of a curve the bars of a histogram (with their cumulative share), marks with their line of regression, vertical marks,
//! reference slopes, a band, or an area. A unit
//! bound to `*.csv`, `*.npz`, `*.svg` or `*.png` gets that format.

use std::borrow::Cow;

use super::axes::{x_axis, y_axis};
use super::curves::{Sampled, sampled};
use super::format::{file_of, format_of, layout, picture};
use super::grace;
use super::refusals::no_file;
use crate::catalogue::Call;
use crate::concepts::{Cell, Column, ColumnType, Table};
use crate::diag::Diagnostic;
use crate::io::arrays::{Array, archive};
use crate::io::chart::{Axis, Chart, Curve, Kind, result_with_unit, with_unit};
use crate::io::columns::{Layout, Sheet, write_aligned};
use crate::io::comma_table;
use crate::operators::{Check, Context, Operator, Outcome};

pub(in crate::operators) const IMPR_FONCTION: Operator =
    Operator { name: "IMPR_FONCTION", run, check: Check::Rehearsed };

fn run(call: &Call, context: &mut Context<'_>) -> Outcome {
    let unit = call.integer("UNITE")?;
    let file = context.units.output_file(unit);
    let curves = sampled(call)?;
    let title = call.text_if_given("TITRE").unwrap_or_default();
    let subtitle = call.text_if_given("SOUS_TITRE").unwrap_or_default();
    let [x_label, y_label] = labels(&curves);
    let (x, y) = (x_axis(call, &x_label), y_axis(call, &y_label));
    let right = call.text_if_given("LEGENDE_DROITE").map_or_else(|| right_label(&curves), |label| label.to_string());
    let right = Axis { label: right, ..Axis::default() };
    let format = format_of(call, file.as_deref())?;
    let file = file_of(context.units, unit, &format);
    match (&*format, file) {
        (format @ ("SVG" | "PNG"), Some(path)) => {
            let curves = curves.into_iter().map(drawn).collect();
            let chart = Chart { title: title.to_string(), subtitle: subtitle.to_string(), x, y, right, curves };
            let bytes = picture(call, format, &path, chart.svg())?;
            context.replace_file(call, "UNITE", path, &bytes)
        }
        ("SVG" | "PNG", None) => Err(no_file(call, unit, "a chart")),
        ("NPZ", Some(path)) => context.replace_file(call, "UNITE", path, &archive(&arrays(&curves))),
        ("NPZ", None) => Err(no_file(call, unit, "an archive")),
        ("CSV", _) => {
            let text: Vec<String> = pages(&curves).iter().map(|page| comma_table::write(&page.table())).collect();
            context.print_as(call, "UNITE", (unit, "csv"), &text.join("\n"))
        }
        ("XMGRACE", _) => {
            super::refusals::say_project_only(call, context);
            context.print(call, "UNITE", unit, &grace::project(&title, &subtitle, &x, &y, &curves))
        }
        (format, _) => {
            if format != "TABLEAU" {
                let message = format!("FORMAT='{format}' is not available: aligned columns are written in its place");
                let help = "TABLEAU, XMGRACE, CSV, NPZ, SVG and PNG are written";
                context.warn(Diagnostic::warning("I602", message).at_if_absent(call.span_of("FORMAT")).help(help));
            }
            let layout = layout(call)?;
            for page in pages(&curves) {
                context.print_with(call, "UNITE", unit, &|out| page.write(&layout, out))?;
            }
            Ok(())
        }
    }
}

/// Columns that are printed together, as long as the first.
struct Page<'a> {
    columns: Vec<Column>,
    values: Vec<Values<'a>>,
}

enum Values<'a> {
    Own(&'a [f64]),
    /// Values where another curve has its abscissae; none where the function has none.
    There(Vec<Option<f64>>),
}

impl<'a> Page<'a> {
    fn add(&mut self, name: String, values: Values<'a>) {
        self.columns.push(Column { name, kind: ColumnType::Real });
        self.values.push(values);
    }

    fn rows(&self) -> usize {
        if let Some(Values::Own(first)) = self.values.first() { first.len() } else { 0 }
    }

    fn cell(&self, row: usize, column: usize) -> Cell {
        match &self.values[column] {
            Values::Own(values) => values.get(row).map_or(Cell::Empty, |x| Cell::Real(*x)),
            Values::There(values) => values.get(row).copied().flatten().map_or(Cell::Empty, Cell::Real),
        }
    }

    fn write(&self, layout: &Layout, out: &mut Vec<u8>) {
        let cell = |row: usize, column: usize| Cow::Owned(self.cell(row, column));
        write_aligned(&Sheet { columns: &self.columns, rows: self.rows(), cell: &cell }, layout, out);
    }

    fn table(&self) -> Table {
        let mut table = Table { columns: self.columns.clone(), ..Table::default() };
        let row = |row: usize| (0..self.columns.len()).map(|column| self.cell(row, column)).collect::<Vec<_>>();
        table.rows = (0..self.rows()).map(row).collect();
        table
    }
}

/// Curves as columns: one page for those that share the abscissae of the first or can be evaluated there, and one
/// for each of the others.
fn pages(curves: &[Sampled]) -> Vec<Page<'_>> {
    let Some(first) = curves.first() else { return Vec::new() };
    let page = |name: &str, x| {
        let mut page = Page { columns: Vec::new(), values: Vec::new() };
        page.add(column_name(name, "ABSCISSE"), Values::Own(x));
        page
    };
    let mut together = page(&first.x_name, &first.x);
    let mut apart = Vec::new();
    for (rank, curve) in curves.iter().enumerate() {
        let values = match &curve.value {
            _ if curve.x == first.x => Values::Own(&curve.y),
            Some(value) => Values::There(first.x.iter().map(|x| value(*x)).collect()),
            None => {
                let mut alone = page(&curve.x_name, &curve.x);
                alone.add(column_name(&curve.legend, "ORDONNEE"), Values::Own(&curve.y));
                apart.push(alone);
                continue;
            }
        };
        together.add(column_name(&curve.legend, &format!("COURBE_{}", rank + 1)), values);
    }
    std::iter::once(together).chain(apart).collect()
}

/// Each curve as an array of two columns under its name; a name given again gets its rank.
fn arrays(curves: &[Sampled]) -> Vec<(String, Array)> {
    let mut named: Vec<(String, Array)> = Vec::with_capacity(curves.len());
    for (rank, curve) in curves.iter().enumerate() {
        let numbered = format!("COURBE_{}", rank + 1);
        let name = column_name(&curve.legend, &numbered).replace(['/', '\\'], "_");
        let name = if named.iter().any(|(known, _)| *known == name) { format!("{name}_{}", rank + 1) } else { name };
        named.push((name, Array::of_columns(&[&curve.x, &curve.y])));
    }
    named
}

fn column_name(name: &str, default: &str) -> String {
    if name.is_empty() { default.to_string() } else { name.replace(' ', "_") }
}

fn drawn(curve: Sampled) -> Curve {
    Curve {
        name: curve.legend,
        points: curve.x.into_iter().zip(curve.y).collect(),
        colour: curve.colour,
        line: curve.line,
        mark_every: curve.mark_every,
        mark: curve.mark,
        on_right: curve.on_right,
        kind: curve.kind,
        slopes: curve.slopes,
    }
}

/// Name of the axis on the right when the call gives none: that of its curve.
fn right_label(curves: &[Sampled]) -> String {
    // The share of a histogram names its axis itself.
    if curves.iter().any(|c| c.kind == Kind::Cumulated) {
        return String::new();
    }
    let mut names = curves.iter().filter(|c| c.on_right).map(|c| result_with_unit(&c.y_name));
    names.next().filter(|first| names.all(|name| name == *first)).unwrap_or_default()
}

/// Names of the axes when the call gives none: those that the curves share, with the units that are always the same.
fn labels(curves: &[Sampled]) -> [String; 2] {
    let shared = |mut names: Vec<&String>, label: fn(&str) -> String| {
        names.dedup();
        if let [one] = names.as_slice() { label(one) } else { String::new() }
    };
    let left = curves.iter().filter(|c| !c.on_right);
    [
        shared(curves.iter().map(|c| &c.x_name).collect(), with_unit),
        shared(left.map(|c| &c.y_name).collect(), result_with_unit),
    ]
}
