//! IMPR_FONCTION: functions as columns of a table, or as curves.
//!
//! ```text
//! IMPR_FONCTION(UNITE=40, COURBE=(_F(FONCTION=V_SUP, LEGENDE="support"), _F(FONCTION=V_SHOE, LEGENDE="shoe")))
//! ```
//!
//! FORMAT='TABLEAU' (the default) prints the abscissae of the first curve and one column for each curve, the
//! others being evaluated there by the command rule; curves that are not functions of their abscissa get
//! columns of their own. FORMAT='XMGRACE' writes a Grace project, FORMAT='CSV' separated values, FORMAT='NPZ' an
//! archive with one array of two columns for each curve (`io::arrays`), FORMAT='SVG' a chart (`io::chart`), where TRACE makes of
//! a curve the bars of a histogram, marks with their line of regression, vertical marks, or a band. A unit
//! bound to `*.csv`, `*.npz` or `*.svg` gets that format.

use super::curves::{Sampled, sampled};
use super::{format_of, grace, layout, no_file, x_axis, y_axis};
use crate::catalogue::Call;
use crate::concepts::{Cell, ColumnType, Table};
use crate::diag::Diagnostic;
use crate::io::arrays::{Array, archive};
use crate::io::chart::{Axis, Chart, Curve, with_unit};
use crate::io::columns::aligned;
use crate::io::comma_table;
use crate::operators::{Context, Operator, Outcome};

pub(in crate::operators) const IMPR_FONCTION: Operator = Operator { name: "IMPR_FONCTION", run };

fn run(call: &Call, context: &mut Context<'_>) -> Outcome {
    let unit = call.integer("UNITE").unwrap_or(8);
    let file = context.units.output_file(unit);
    let curves = sampled(call)?;
    let title = call.text("TITRE").unwrap_or_default();
    let subtitle = call.text("SOUS_TITRE").unwrap_or_default();
    let [x_label, y_label] = labels(&curves);
    let (x, y) = (x_axis(call, &x_label), y_axis(call, &y_label));
    let right = call.text("LEGENDE_DROITE").map_or_else(|| right_label(&curves), |label| label.to_string());
    let right = Axis { label: right, ..Axis::default() };
    match (&*format_of(call, file.as_deref()), file) {
        ("SVG", Some(path)) => {
            let curves = curves.into_iter().map(drawn).collect();
            let chart = Chart { title: title.to_string(), subtitle: subtitle.to_string(), x, y, right, curves };
            context.replace_file(call, "UNITE", path, chart.svg().as_bytes())
        }
        ("SVG", None) => Err(no_file(call, unit, "a chart")),
        ("NPZ", Some(path)) => context.replace_file(call, "UNITE", path, &archive(&arrays(&curves))),
        ("NPZ", None) => Err(no_file(call, unit, "an archive")),
        ("CSV", _) => {
            let text: Vec<String> = tables(&curves).iter().map(comma_table::write).collect();
            context.print(call, "UNITE", unit, &text.join("\n"))
        }
        ("XMGRACE", _) => {
            super::say_project_only(call, context);
            context.print(call, "UNITE", unit, &grace::project(&title, &subtitle, &x, &y, &curves))
        }
        (format, _) => {
            if format != "TABLEAU" {
                let message = format!("FORMAT='{format}' is not written here: aligned columns are");
                let help = "TABLEAU, XMGRACE, CSV, NPZ and SVG are written";
                context.warn(Diagnostic::warning("I602", message).at_if_absent(call.span_of("FORMAT")).help(help));
            }
            let layout = layout(call)?;
            for table in tables(&curves) {
                context.print(call, "UNITE", unit, &aligned(&table, &layout))?;
            }
            Ok(())
        }
    }
}

/// Curves as tables: one for those that share the abscissae of the first or can be evaluated there, and one
/// for each of the others.
fn tables(curves: &[Sampled]) -> Vec<Table> {
    let Some(first) = curves.first() else { return Vec::new() };
    let cell = |value: Option<f64>| value.map_or(Cell::Empty, Cell::Real);
    let mut columns = vec![(column_name(&first.x_name, "ABSCISSE"), ColumnType::Real)];
    let mut rows: Vec<Vec<Cell>> = first.x.iter().map(|x| vec![Cell::Real(*x)]).collect();
    let mut apart = Vec::new();
    for (rank, curve) in curves.iter().enumerate() {
        let values: Vec<Cell> = match &curve.value {
            _ if curve.x == first.x => curve.y.iter().map(|y| Cell::Real(*y)).collect(),
            Some(value) => first.x.iter().map(|x| cell(value(*x))).collect(),
            None => {
                apart.push(curve);
                continue;
            }
        };
        columns.push((column_name(&curve.legend, &format!("COURBE_{}", rank + 1)), ColumnType::Real));
        rows.iter_mut().zip(values).for_each(|(row, value)| row.push(value));
    }
    let mut together = Table::with_columns(columns);
    together.rows = rows;
    let alone = apart.into_iter().map(|curve| {
        let names = [column_name(&curve.x_name, "ABSCISSE"), column_name(&curve.legend, "ORDONNEE")];
        let mut table = Table::with_columns(names.map(|name| (name, ColumnType::Real)));
        table.rows = curve.x.iter().zip(&curve.y).map(|(x, y)| vec![Cell::Real(*x), Cell::Real(*y)]).collect();
        table
    });
    std::iter::once(together).chain(alone).collect()
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
    }
}

/// Name of the axis on the right when the call gives none: that of its curve.
fn right_label(curves: &[Sampled]) -> String {
    let mut names = curves.iter().filter(|c| c.on_right).map(|c| with_unit(&c.y_name));
    names.next().filter(|first| names.all(|name| name == *first)).unwrap_or_default()
}

/// Names of the axes when the call gives none: those that the curves share, with the units that are always the same.
fn labels(curves: &[Sampled]) -> [String; 2] {
    let shared = |mut names: Vec<&String>| {
        names.dedup();
        if let [one] = names.as_slice() { with_unit(one) } else { String::new() }
    };
    let left = curves.iter().filter(|c| !c.on_right);
    [shared(curves.iter().map(|c| &c.x_name).collect()), shared(left.map(|c| &c.y_name).collect())]
}
