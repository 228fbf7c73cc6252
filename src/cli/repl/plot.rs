//! Charts of values: as SVG, or in the terminal with eight dots a character.

use crate::concepts::{Cell, Concept, Trajectory};
use crate::io::chart::{Axis, Chart, Curve};
use crate::kernel::signal::Signal;
use crate::study::Value;
use crate::study::python::{collect, read};
use crate::verdict::significant;

/// Curves drawn at once.
const MOST_CURVES: usize = 7;
/// Characters of the plot in the terminal.
const WIDTH: usize = 64;
const HEIGHT: usize = 16;

/// The curves of a value: all, or those of the columns named in `parts`.
pub fn curves(name: &str, value: &Value, parts: &[&str]) -> Result<Chart, String> {
    let (x, y, curves) = match value {
        Value::Concept(handle) => {
            let concept = handle.get().ok_or_else(|| format!("{name} is not computed"))?;
            of_concept(name, concept, parts)?
        }
        Value::Table(table) => {
            let table = read(table);
            let heads: Vec<&str> = table.columns.iter().map(|(name, _)| name.as_str()).collect();
            of_columns(&heads, parts, |row, column| table.rows.get(row).map(|r| r[column].as_real()))?
        }
        Value::Column(column) => (String::new(), column.name.clone(), vec![ranked(name, &column.values)?]),
        other => {
            let items = match other {
                Value::List(_) | Value::Tuple(_) | Value::Array(_) => collect(other).ok().flatten(),
                _ => None,
            };
            let items = items.ok_or_else(|| format!("{name} is a {}: there is no chart of it", other.type_name()))?;
            (String::new(), name.to_string(), vec![ranked(name, &items)?])
        }
    };
    if curves.iter().all(|curve: &Curve| !curve.points.iter().any(|(x, y)| x.is_finite() && y.is_finite())) {
        return Err(format!("{name} has no point to draw"));
    }
    let axis = |label: String| Axis { label, ..Axis::default() };
    Ok(Chart { title: name.to_string(), x: axis(x), y: axis(y), curves, ..Chart::default() })
}

type Curves = (String, String, Vec<Curve>);

fn curve(name: &str, points: Vec<(f64, f64)>) -> Curve {
    Curve { name: name.to_string(), points, ..Curve::default() }
}

fn ranked(name: &str, items: &[Value]) -> Result<Curve, String> {
    let point = |(i, item): (usize, &Value)| item.as_real().map(|y| (i as f64, y));
    let points: Option<Vec<(f64, f64)>> = items.iter().enumerate().map(point).collect();
    points.map(|points| curve("", points)).ok_or_else(|| format!("{name} holds more than numbers"))
}

fn of_concept(name: &str, concept: &Concept, parts: &[&str]) -> Result<Curves, String> {
    Ok(match concept {
        Concept::Function(function) => match &function.signal {
            Signal::Table(table) => {
                let points = table.abscissae.iter().copied().zip(table.ordinates.iter().copied()).collect();
                (function.parameter.clone(), function.result.clone(), vec![curve("", points)])
            }
            _ => return Err(format!("{name} has no points; CALC_FONC_INTERP tabulates it")),
        },
        Concept::ComplexFunction(function) => {
            let modulus = function.values.iter().map(|z| libm::hypot(z.re, z.im));
            let points = function.abscissae.iter().copied().zip(modulus).collect();
            (function.parameter.clone(), format!("|{}|", function.result), vec![curve("", points)])
        }
        Concept::Surface(surface) => {
            let each = surface.values.iter().zip(&surface.functions).take(MOST_CURVES).map(|(value, table)| {
                let label = format!("{} {}", surface.parameter, significant(*value, 6));
                curve(&label, table.abscissae.iter().copied().zip(table.ordinates.iter().copied()).collect())
            });
            (surface.inner_parameter.clone(), surface.result.clone(), each.collect())
        }
        Concept::RealList(values) => {
            let points = values.iter().enumerate().map(|(i, y)| (i as f64, *y)).collect();
            (String::new(), name.to_string(), vec![curve("", points)])
        }
        Concept::Table(table) => {
            let heads: Vec<&str> = table.columns.iter().map(|c| c.name.as_str()).collect();
            let number = |cell: &Cell| match cell {
                Cell::Integer(i) => Some(*i as f64),
                Cell::Real(x) => Some(*x),
                _ => None,
            };
            of_columns(&heads, parts, |row, column| table.rows.get(row).map(|r| r.get(column).and_then(number)))?
        }
        Concept::Trajectory(kept) => of_trajectory(name, &kept.get(), parts)?,
        Concept::Harmonic(response) => {
            let modulus = |i: usize| {
                let q = |k: usize| response.q(k).get(i).map_or(f64::NAN, |z| libm::hypot(z.re, z.im));
                response.frequencies.iter().enumerate().map(|(k, f)| (*f, q(k))).collect()
            };
            let each = (0..response.size.min(MOST_CURVES)).map(|i| curve(&format!("coordinate {}", i + 1), modulus(i)));
            ("FREQ".to_string(), "|DEPL|".to_string(), each.collect())
        }
        _ => return Err(format!("there is no chart of {name}: functions, tables, lists and transients have one")),
    })
}

/// `NAME.DEPL`, `NAME.VITE.2`: generalised coordinates against time.
fn of_trajectory(name: &str, trajectory: &Trajectory, parts: &[&str]) -> Result<Curves, String> {
    let field = parts.first().copied().unwrap_or("DEPL");
    let values = match field {
        "DEPL" => &trajectory.displacement,
        "VITE" => &trajectory.velocity,
        "ACCE" => &trajectory.acceleration,
        _ => return Err(format!("write {name}.DEPL, {name}.VITE or {name}.ACCE, and the coordinate: {name}.DEPL.1")),
    };
    let wanted = match parts.get(1) {
        None => 0..trajectory.size.min(MOST_CURVES),
        Some(text) => match text.parse::<usize>() {
            Ok(rank) if (1..=trajectory.size).contains(&rank) => rank - 1..rank,
            _ => return Err(format!("{name} has generalised coordinates 1 to {}", trajectory.size)),
        },
    };
    let at = |i: usize, k: usize| values.get(k * trajectory.size + i).copied().unwrap_or(f64::NAN);
    let each = wanted.map(|i| {
        let points = trajectory.instants.iter().enumerate().map(|(k, t)| (*t, at(i, k))).collect();
        curve(&format!("coordinate {}", i + 1), points)
    });
    Ok(("INST".to_string(), field.to_string(), each.collect()))
}

/// `NAME.Y` against the rank of the row, `NAME.X.Y`, `NAME.X.Y1.Y2`; the first two columns of numbers by default.
/// `cell` gives nothing beyond the last row.
fn of_columns(
    heads: &[&str],
    parts: &[&str],
    cell: impl Fn(usize, usize) -> Option<Option<f64>>,
) -> Result<Curves, String> {
    let column = |part: &&str| {
        let found = heads.iter().position(|head| head == part);
        found.ok_or_else(|| format!("the table has no column {part}; it has {}", heads.join(", ")))
    };
    let rows = (0..).take_while(|row| cell(*row, 0).is_some()).count();
    let mut chosen: Vec<usize> = parts.iter().map(column).collect::<Result<_, _>>()?;
    if chosen.is_empty() {
        let is_number = |column: &usize| (0..rows).any(|row| cell(row, *column).flatten().is_some());
        chosen = (0..heads.len()).filter(is_number).take(2).collect();
    }
    let number = |row: usize, column: usize| cell(row, column).flatten().unwrap_or(f64::NAN);
    let (x, ys) = match chosen.as_slice() {
        [] => return Err("the table has no column of numbers".to_string()),
        [y] => (None, vec![*y]),
        [x, ys @ ..] => (Some(*x), ys.to_vec()),
    };
    let abscissa = |row: usize| x.map_or(row as f64 + 1.0, |x| number(row, x));
    let each = ys.iter().take(MOST_CURVES).map(|&y| {
        let label = if ys.len() > 1 { heads[y] } else { "" };
        curve(label, (0..rows).map(|row| (abscissa(row), number(row, y))).collect())
    });
    let label = if let [y] = ys.as_slice() { heads[*y].to_string() } else { String::new() };
    Ok((x.map_or(String::new(), |x| heads[x].to_string()), label, each.collect()))
}

/// The chart in characters, each of two by four dots.
pub fn drawn(chart: &Chart) -> String {
    let finite = |p: &&(f64, f64)| p.0.is_finite() && p.1.is_finite();
    let points = || chart.curves.iter().flat_map(|c| c.points.iter()).filter(finite);
    let bounds = |value: fn(&(f64, f64)) -> f64| {
        points().map(value).fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)))
    };
    let ((x0, x1), (y0, y1)) = (bounds(|p| p.0), bounds(|p| p.1));
    let mut dots = vec![false; WIDTH * 2 * HEIGHT * 4];
    let scale = |v: f64, low: f64, high: f64, last: usize| {
        // Relative to the largest, so that no difference overflows.
        let size = low.abs().max(high.abs());
        let part = (v / size - low / size) / (high / size - low / size);
        (if part.is_finite() { part.clamp(0.0, 1.0) } else { 0.5 }) * last as f64
    };
    let at = |p: &(f64, f64)| (scale(p.0, x0, x1, WIDTH * 2 - 1), scale(p.1, y0, y1, HEIGHT * 4 - 1));
    for curve in &chart.curves {
        for part in curve.points.split(|p| !finite(&p)) {
            let first = part.first().into_iter().map(|p| (p, p));
            for (from, to) in first.chain(part.windows(2).map(|w| (&w[0], &w[1]))) {
                let ((ax, ay), (bx, by)) = (at(from), at(to));
                let steps = (bx - ax).abs().max((by - ay).abs()).ceil().max(1.0);
                for step in 0..=steps as usize {
                    let f = step as f64 / steps;
                    let (column, row) = ((ax + f * (bx - ax)).round() as usize, (ay + f * (by - ay)).round() as usize);
                    if let Some(dot) = dots.get_mut((HEIGHT * 4 - 1).saturating_sub(row) * WIDTH * 2 + column) {
                        *dot = true;
                    }
                }
            }
        }
    }
    let (top, bottom) = (significant(y1, 5), significant(y0, 5));
    let margin = top.chars().count().max(bottom.chars().count());
    let mut out = if chart.y.label.is_empty() { String::new() } else { format!("{:margin$}  {}\n", "", chart.y.label) };
    for row in 0..HEIGHT {
        let label = if row == 0 {
            &top
        } else if row == HEIGHT - 1 {
            &bottom
        } else {
            ""
        };
        let line: String = (0..WIDTH).map(|column| character(&dots, row, column)).collect();
        out.push_str(&format!("{label:>margin$} |{}\n", line.trim_end_matches('\u{2800}')));
    }
    let (left, right) = (significant(x0, 5), significant(x1, 5));
    let middle = WIDTH.saturating_sub(left.chars().count() + right.chars().count());
    out.push_str(&format!("{:margin$}  {left}{:^middle$}{right}\n", "", chart.x.label));
    out
}

/// The character of the dots at a place, from the block of Braille patterns.
fn character(dots: &[bool], row: usize, column: usize) -> char {
    const BITS: [[u32; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];
    let mut code = 0x2800;
    for (i, bits) in BITS.iter().enumerate() {
        for (j, bit) in bits.iter().enumerate() {
            if dots.get((row * 4 + i) * WIDTH * 2 + column * 2 + j).copied().unwrap_or(false) {
                code |= bit;
            }
        }
    }
    char::from_u32(code).unwrap_or(' ')
}
