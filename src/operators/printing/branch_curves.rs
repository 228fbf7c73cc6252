//! Bifurcation diagrams: the columns of a table of CALC_CYCLE over VALE_PARA or FREQ, stable parts full and unstable ones dashed,
//! special points marked and named; multipliers with the unit circle.

use super::curves::{Sampled, plain};
use super::table_curves::Drawn;
use crate::concepts::{Cell, Table};
use crate::io::chart::{Mark, Stroke};

/// Abscissae of a branch.
const ABSCISSAE: [&str; 2] = ["VALE_PARA", "FREQ"];
/// Points of the unit circle.
const CIRCLE: usize = 180;

/// The curves of these columns; `None` where the table is no branch or the columns are not drawn so.
pub(super) fn drawn(table: &Table, names: &[String]) -> Option<Drawn> {
    let (nature, stability) = (table.column("NATURE")?, table.column("STABILITE")?);
    table.column("NB_INSTABLE")?;
    let [x_name, rest @ ..] = names else { return None };
    if rest.is_empty() {
        return None;
    }
    let column = |name: &String| Some(numbers(table, table.column(name)?));
    let x = column(x_name)?;
    let text = |column: usize, row: usize| match &*table.rows.cell(row, column) {
        Cell::Text(text) => text.trim().to_string(),
        _ => String::new(),
    };
    let natures: Vec<String> = (0..table.rows.len()).map(|row| text(nature, row)).collect();
    let mut curves = Vec::new();
    if x_name == "MULT_REEL" && rest == ["MULT_IMAG"] {
        let angle = |k: usize| std::f64::consts::TAU * k as f64 / CIRCLE as f64;
        let circle = |f: fn(f64) -> f64| (0..=CIRCLE).map(|k| f(angle(k))).collect();
        let own = plain(x_name.clone(), rest[0].clone(), circle(libm::cos), circle(libm::sin));
        curves.push(Sampled { legend: "MODULE = 1".into(), line: Stroke::Dotted, ..own });
    } else if !ABSCISSAE.contains(&x_name.as_str()) {
        return None;
    }
    for (rank, name) in rest.iter().enumerate() {
        let y = column(name)?;
        for (kind, line) in [("STABLE", Stroke::Solid), ("INSTABLE", Stroke::Dashed), ("NON_EVALUE", Stroke::Dotted)] {
            let is = |row: usize| text(stability, row) == kind;
            // A part reaches to the first point of the next one.
            let shown = |row: usize| is(row) || (row > 0 && is(row - 1));
            if !(0..x.len()).any(is) {
                continue;
            }
            let part = (0..x.len()).map(|row| if shown(row) { y[row] } else { f64::NAN }).collect();
            let legend = if rest.len() > 1 { format!("{name} {kind}") } else { kind.to_string() };
            let own = plain(x_name.clone(), name.clone(), x.clone(), part);
            curves.push(Sampled { legend, line, colour: Some(rank), ..own });
        }
        let mut seen: Vec<&str> = Vec::new();
        for special in natures.iter().filter(|n| !["REGULIER", "DEBUT", "FIN", "CIBLE"].contains(&n.as_str())) {
            if seen.contains(&special.as_str()) {
                continue;
            }
            let rows: Vec<usize> = (0..x.len()).filter(|row| natures[*row] == *special).collect();
            let of = |values: &[f64]| rows.iter().map(|row| values[*row]).collect::<Vec<f64>>();
            let own = plain(x_name.clone(), name.clone(), of(&x), of(&y));
            let legend = if rank == 0 { special.clone() } else { String::new() };
            let mark = Mark::of_rank(seen.len());
            curves.push(Sampled {
                legend,
                line: Stroke::Absent,
                mark_every: 1,
                mark,
                colour: Some(4 + seen.len()),
                ..own
            });
            seen.push(special);
        }
    }
    let y_name = if let [one] = rest { one.clone() } else { String::new() };
    Some(Drawn { x_name: x_name.clone(), y_name, names: Vec::new(), curves })
}

fn numbers(table: &Table, column: usize) -> Vec<f64> {
    let number = |row: usize| match &*table.rows.cell(row, column) {
        Cell::Integer(i) => *i as f64,
        Cell::Real(x) => *x,
        _ => f64::NAN,
    };
    (0..table.rows.len()).map(number).collect()
}
