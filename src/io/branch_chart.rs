//! Curves of the tables of CALC_CYCLE: bifurcation diagrams over VALE_PARA or FREQ, stable parts full and unstable ones dashed, special points
//! marked and named; multipliers with the unit circle; phase planes with the events marked.

use super::chart::{Curve, Kind, Mark, Stroke};
use crate::concepts::{Cell, Table};

/// Abscissae of a branch.
const ABSCISSAE: [&str; 2] = ["VALE_PARA", "FREQ"];
/// Points of the unit circle.
const CIRCLE: usize = 180;
/// Natures of cycles that are no special points.
const PLAIN: [&str; 4] = ["REGULIER", "DEBUT", "FIN", "CIBLE"];
/// Colours of marks begin after those of the first curves.
const FIRST_COLOUR: usize = 4;

/// The columns that are drawn of a table when none is named; `None` where it is no branch, list of multipliers or orbit.
pub fn usual(table: &Table) -> Option<[String; 2]> {
    let pairs = [["VALE_PARA", "AMPLITUDE"], ["DEPL_1", "VITE_1"], ["REEL", "IMAG"]];
    let pair = pairs.into_iter().map(|pair| pair.map(str::to_string)).find(|pair| curves(table, pair).is_some())?;
    let several = table.rows.len() > 1 && numbers(table, table.column(&pair[0])?).iter().any(|x| x.is_finite());
    several.then_some(pair)
}

/// The curves of these columns, abscissae first; `None` where the table is none of these or the columns are not drawn so.
pub fn curves(table: &Table, names: &[String]) -> Option<Vec<Curve>> {
    let [x, ys @ ..] = names else { return None };
    if ys.is_empty() || !names.iter().all(|name| table.column(name).is_some()) {
        return None;
    }
    let circular = [("MULT_REEL", "MULT_IMAG"), ("REEL", "IMAG")].iter().any(|(re, im)| x == re && ys == [*im]);
    let is_branch = ["NATURE", "STABILITE", "NB_INSTABLE"].iter().all(|name| table.column(name).is_some());
    let is_orbit = table.column("NATURE").is_some() && table.column("DEPL_1").is_some();
    match () {
        () if is_branch && (circular || ABSCISSAE.contains(&x.as_str())) => {
            let mut curves = if circular { vec![unit_circle()] } else { Vec::new() };
            for (rank, y) in ys.iter().enumerate() {
                add_parts(table, [x, y], (rank, ys.len() > 1), &mut curves);
                add_special(table, [x, y], rank, &mut curves);
            }
            Some(curves)
        }
        () if is_orbit => {
            let mut curves = Vec::new();
            for (rank, y) in ys.iter().enumerate() {
                let name = if ys.len() > 1 { y.clone() } else { String::new() };
                let points = points(table, [x, y], |_| true);
                curves.push(Curve { name, points, colour: Some(rank), ..Curve::default() });
                add_special(table, [x, y], rank, &mut curves);
            }
            Some(curves)
        }
        () if circular && table.column("MODULE").is_some() => {
            let own = Curve {
                line: Stroke::Absent,
                mark_every: 1,
                points: points(table, [x, &ys[0]], |_| true),
                ..Curve::default()
            };
            Some(vec![unit_circle(), own])
        }
        () => None,
    }
}

fn unit_circle() -> Curve {
    let at = |k: usize| {
        let angle = std::f64::consts::TAU * k as f64 / CIRCLE as f64;
        (libm::cos(angle), libm::sin(angle))
    };
    Curve {
        name: "MODULE = 1".into(),
        points: (0..=CIRCLE).map(at).collect(),
        line: Stroke::Dotted,
        kind: Kind::Circle,
        ..Curve::default()
    }
}

/// The parts of one stability each.
fn add_parts(table: &Table, columns: [&String; 2], (rank, several): (usize, bool), curves: &mut Vec<Curve>) {
    for (kind, line) in [("STABLE", Stroke::Solid), ("INSTABLE", Stroke::Dashed), ("NON_EVALUE", Stroke::Dotted)] {
        let is = |row: usize| text(table, "STABILITE", row) == kind;
        if !(0..table.rows.len()).any(is) {
            continue;
        }
        // A part reaches to the first point of the next one.
        let points = points(table, columns, |row| is(row) || (row > 0 && is(row - 1)));
        let name = if several { format!("{} {kind}", columns[1]) } else { kind.to_string() };
        curves.push(Curve { name, points, line, colour: Some(rank), ..Curve::default() });
    }
}

/// The special points, or the events of an orbit, nature by nature.
fn add_special(table: &Table, columns: [&String; 2], rank: usize, curves: &mut Vec<Curve>) {
    let natures: Vec<String> = (0..table.rows.len()).map(|row| text(table, "NATURE", row)).collect();
    let mut seen: Vec<&String> = Vec::new();
    for nature in natures.iter().filter(|nature| !nature.is_empty() && !PLAIN.contains(&nature.as_str())) {
        if seen.contains(&nature) {
            continue;
        }
        let mut points = points(table, columns, |row| natures[row] == *nature);
        points.retain(|(x, y)| x.is_finite() && y.is_finite());
        curves.push(Curve {
            name: if rank == 0 { nature.clone() } else { String::new() },
            points,
            line: Stroke::Absent,
            mark_every: 1,
            mark: Mark::of_rank(seen.len()),
            colour: Some(FIRST_COLOUR + seen.len()),
            ..Curve::default()
        });
        seen.push(nature);
    }
}

/// Points of two columns; no number in the rows that are not shown.
fn points(table: &Table, columns: [&String; 2], shown: impl Fn(usize) -> bool) -> Vec<(f64, f64)> {
    let [x, y] = columns.map(|name| table.column(name).map_or(Vec::new(), |column| numbers(table, column)));
    let place = |(row, (x, y)): (usize, (f64, f64))| (x, if shown(row) { y } else { f64::NAN });
    x.into_iter().zip(y).enumerate().map(place).collect()
}

fn text(table: &Table, name: &str, row: usize) -> String {
    match table.column(name).map(|column| table.rows.cell(row, column)).as_deref() {
        Some(Cell::Text(text)) => text.trim().to_string(),
        _ => String::new(),
    }
}

fn numbers(table: &Table, column: usize) -> Vec<f64> {
    let number = |row: usize| match &*table.rows.cell(row, column) {
        Cell::Integer(i) => *i as f64,
        Cell::Real(x) => *x,
        _ => f64::NAN,
    };
    (0..table.rows.len()).map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::concepts::ColumnType;

    fn table(columns: &[&str], rows: &[(&[f64], &[&str])]) -> Table {
        let texts = rows.first().map_or(0, |row| row.1.len());
        let kind = |(i, name): (usize, &&str)| {
            let real = i < columns.len() - texts;
            ((*name).to_string(), if real { ColumnType::Real } else { ColumnType::Text(16) })
        };
        let mut table = Table::with_columns(columns.iter().enumerate().map(kind));
        for (numbers, texts) in rows {
            let cells = numbers.iter().map(|x| Cell::Real(*x)).chain(texts.iter().map(|t| Cell::Text((*t).into())));
            table.rows.push(cells.collect::<Vec<_>>());
        }
        table
    }

    fn told(curve: &Curve) -> (String, Stroke, Vec<f64>) {
        (curve.name.clone(), curve.line, curve.points.iter().map(|p| p.1).filter(|y| y.is_finite()).collect())
    }

    #[test]
    fn a_branch_changes_its_line_where_it_changes_its_stability() {
        let columns = ["VALE_PARA", "AMPLITUDE", "MULT_REEL", "MULT_IMAG", "NB_INSTABLE", "NATURE", "STABILITE"];
        let rows: [(&[f64], &[&str]); 4] = [
            (&[0.3, 1.0, 0.5, 0.1, 0.0], &["DEBUT", "STABLE"]),
            (&[0.7, 2.0, -1.0, 0.0, 0.0], &["DOUBLEMENT", "STABLE"]),
            (&[0.9, 3.0, -1.3, 0.0, 1.0], &["REGULIER", "INSTABLE"]),
            (&[1.3, 4.0, -1.7, 0.0, 1.0], &["FIN", "INSTABLE"]),
        ];
        let branch = table(&columns, &rows);
        assert_eq!(usual(&branch), Some(["VALE_PARA".to_string(), "AMPLITUDE".to_string()]));
        let drawn = curves(&branch, &["VALE_PARA".into(), "AMPLITUDE".into()]).unwrap();
        let expected = [
            ("STABLE".to_string(), Stroke::Solid, vec![1.0, 2.0, 3.0]),
            ("INSTABLE".to_string(), Stroke::Dashed, vec![3.0, 4.0]),
            ("DOUBLEMENT".to_string(), Stroke::Absent, vec![2.0]),
        ];
        assert_eq!(drawn.iter().map(told).collect::<Vec<_>>(), expected);
        let circle = curves(&branch, &["MULT_REEL".into(), "MULT_IMAG".into()]).unwrap();
        assert_eq!((circle[0].name.as_str(), circle[0].line), ("MODULE = 1", Stroke::Dotted));
        assert_eq!(curves(&branch, &["AMPLITUDE".into(), "VALE_PARA".into()]).map(|c| c.len()), None);
    }

    #[test]
    fn an_orbit_has_its_events_marked() {
        let rows: [(&[f64], &[&str]); 3] =
            [(&[0.0, 0.3, 1.1], &[""]), (&[0.1, 0.4, 0.9], &["IMPACT"]), (&[0.1, 0.4, -0.7], &[""])];
        let orbit = table(&["INST", "DEPL_1", "VITE_1", "NATURE"], &rows);
        let pair = usual(&orbit).unwrap();
        let drawn = curves(&orbit, &pair).unwrap();
        let expected =
            [(String::new(), Stroke::Solid, vec![1.1, 0.9, -0.7]), ("IMPACT".to_string(), Stroke::Absent, vec![0.9])];
        assert_eq!(drawn.iter().map(told).collect::<Vec<_>>(), expected);
    }
}
