//! Charts of values: their curves, axes and names.

use crate::concepts::{Cell, Concept, FluidElasticBase, SpeedState, States, Table, Trajectory};
use crate::io::branch_chart;
use crate::io::chart::{Axis, Chart, Curve, with_unit};
use crate::kernel::assembly::Component;
use crate::kernel::mesh::Mesh;
use crate::kernel::signal::Signal;
use crate::python::Value;
use crate::python::{collect, read};
use crate::verdict::significant;

/// Curves drawn at once.
const MOST_CURVES: usize = 7;

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
            let items = items.ok_or_else(|| format!("{name} is {}: there is no chart of it", other.a_type()))?;
            (String::new(), name.to_string(), vec![ranked(name, &items)?])
        }
    };
    if curves.iter().all(|curve: &Curve| !curve.points.iter().any(|(x, y)| x.is_finite() && y.is_finite())) {
        return Err(format!("{name} has no point to draw"));
    }
    Ok(chart(name, (x, y, curves)))
}

fn chart(title: &str, (x, y, curves): Curves) -> Chart {
    let labelled = |name: String| match with_unit(&name) {
        unnamed if unnamed.is_empty() => name,
        named => named,
    };
    let axis = |name| Axis { label: labelled(name), ..Axis::default() };
    Chart { title: title.to_string(), x: axis(x), y: axis(y), curves, ..Chart::default() }
}

/// Several charts as one. Ordinates of two names have an axis each.
pub fn together(mut charts: Vec<(String, Chart)>) -> Chart {
    if charts.len() < 2 {
        return charts.pop().map(|(_, chart)| chart).unwrap_or_default();
    }
    let shared = |mut labels: Vec<String>| {
        labels.dedup();
        if labels.len() == 1 { labels.remove(0) } else { String::new() }
    };
    let mut rows: Vec<String> = Vec::new();
    charts
        .iter()
        .filter(|(_, c)| !rows.contains(&c.y.label))
        .map(|(_, c)| c.y.label.clone())
        .collect::<Vec<_>>()
        .into_iter()
        .for_each(|label| {
            if !rows.contains(&label) {
                rows.push(label)
            }
        });
    let x = shared(charts.iter().map(|(_, c)| c.x.label.clone()).collect());
    let title = charts.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ");
    let two = rows.len() == 2;
    let named = |(name, chart): (String, Chart)| {
        let on_right = two && chart.y.label == rows[1];
        chart.curves.into_iter().map(move |curve| {
            let name = if curve.name.is_empty() { name.clone() } else { format!("{name}: {}", curve.name) };
            Curve { name, on_right, ..curve }
        })
    };
    let curves = charts.into_iter().flat_map(named).collect();
    let axis = |label: String| Axis { label, ..Axis::default() };
    let y = if two || rows.len() == 1 { rows[0].clone() } else { String::new() };
    let right = axis(if two { rows[1].clone() } else { String::new() });
    Chart { title, x: axis(x), y: axis(y), right, curves, ..Chart::default() }
}

/// The first curve of the first chart against that of the second, which is interpolated at the abscissae of the first.
pub fn versus(charts: Vec<(String, Chart)>) -> Result<Chart, String> {
    let [(above, first), (across, second)] = charts.as_slice() else { return Err("write :plot A vs B".to_string()) };
    let (Some(a), Some(b)) = (first.curves.first(), second.curves.first()) else {
        return Err("nothing to draw".into());
    };
    if !b.points.windows(2).all(|w| w[0].0 <= w[1].0) {
        return Err(format!("the abscissae of {across} do not increase"));
    }
    let at = |x: f64| {
        let right = b.points.partition_point(|p| p.0 < x);
        let after = b.points.get(right)?;
        if after.0 == x {
            return Some(after.1);
        }
        let before = b.points.get(right.checked_sub(1)?)?;
        Some(before.1 + (x - before.0) / (after.0 - before.0) * (after.1 - before.1))
    };
    let points: Vec<(f64, f64)> = a.points.iter().filter_map(|(x, y)| Some((at(*x)?, *y))).collect();
    if points.is_empty() {
        return Err(format!("{above} and {across} have no common abscissae"));
    }
    let label = |name: &str, axis: &Axis| {
        if axis.label.is_empty() || axis.label == name { name.to_string() } else { format!("{name}: {}", axis.label) }
    };
    let axis = |label: String| Axis { label, ..Axis::default() };
    let (x, y) = (axis(label(across, &second.y)), axis(label(above, &first.y)));
    Ok(Chart { title: format!("{above} against {across}"), x, y, curves: vec![curve("", points)], ..Chart::default() })
}

/// A component of a node along the states of a result: `RUN DX@TIP`.
pub fn history(
    name: &str,
    concept: &Concept,
    parts: &[&str],
    (component, place): (&str, &str),
) -> Result<Chart, String> {
    let wanted = Component::from_name(component)
        .ok_or_else(|| format!("{component} is no component: DX, DY, DZ, DRX, DRY, DRZ are"))?;
    let node_of = |mesh: &Mesh| match mesh.node_groups.get(place).map(Vec::as_slice) {
        Some([node]) => Ok(*node),
        Some(nodes) => Err(format!("{place} is a group of {} nodes; one is needed", nodes.len())),
        None => mesh.find_node(place).ok_or_else(|| format!("the mesh has no node and no group of nodes {place}")),
    };
    let lacks = || format!("the node {place} has no {component}");
    let field = parts.first().copied().unwrap_or("DEPL");
    let (access, points, note): (&str, Vec<(f64, f64)>, &str) = match concept {
        Concept::Trajectory(kept) => {
            let run = kept.get();
            let basis = &run.basis;
            let mesh = basis.mesh.as_ref().ok_or_else(|| format!("{name} is on a basis without a mesh"))?;
            let node = node_of(&mesh.mesh)?;
            let values = match field {
                "DEPL" => &run.displacement,
                "VITE" => &run.velocity,
                "ACCE" => &run.acceleration,
                _ => return Err(format!("write {name}.DEPL, {name}.VITE or {name}.ACCE")),
            };
            let shape: Option<Vec<f64>> = (0..run.size).map(|mode| basis.component(mode, node, wanted)).collect();
            let shape = shape.ok_or_else(lacks)?;
            let at = |k: usize| shape.iter().zip(&values[k * run.size..]).fold(0.0, |sum, (phi, q)| sum + phi * q);
            let points = run.instants.iter().enumerate().map(|(k, t)| (*t, at(k))).collect();
            ("INST", points, if run.supports.is_empty() { "" } else { ", relative to the supports" })
        }
        Concept::Fields(series) => {
            let states = States::Fields(series);
            let fields = states.all_nodal(field);
            let Some((_, first)) = fields.first() else {
                let known: Vec<&str> = states.field_names().into_iter().collect();
                return Err(format!("{name} has no {field} at nodes; it has {}", known.join(", ")));
            };
            let node = node_of(&first.mesh.mesh)?;
            let (access, abscissae) = (states.abscissa(), states.abscissae());
            let of = |(rank, field): &(usize, std::sync::Arc<crate::concepts::NodalField>)| {
                let z = field.complex(field.numbering.rank(node, wanted)?);
                Some((abscissae[*rank], if field.imaginary.is_empty() { z.re } else { libm::hypot(z.re, z.im) }))
            };
            let points: Vec<(f64, f64)> = fields.iter().filter_map(of).collect();
            if points.is_empty() {
                return Err(lacks());
            }
            (access, points, if access == "FREQ" { ", modulus" } else { "" })
        }
        _ => return Err(format!("{name} has no motion at nodes")),
    };
    let label = format!("{field} {component}{note}");
    Ok(chart(&format!("{name} {component}@{place}"), (access.to_string(), label, vec![curve("", points)])))
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
            if let Some(drawn) = branch(table, parts) {
                return Ok(drawn);
            }
            let heads: Vec<&str> = table.columns.iter().map(|c| c.name.as_str()).collect();
            let number = |cell: &Cell| match cell {
                Cell::Integer(i) => Some(*i as f64),
                Cell::Real(x) => Some(*x),
                _ => None,
            };
            of_columns(&heads, parts, |row, column| {
                table.rows.get(row).map(|r| r.get(column).and_then(|cell| number(&cell)))
            })?
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
        Concept::FluidElastic(base) => of_base(name, base, parts)?,
        Concept::SpectralMatrix(matrix) => {
            let diagonal = matrix.terms.iter().filter(|(place, _)| place.is_diagonal()).take(MOST_CURVES);
            let each = diagonal.map(|(place, values)| {
                let points = matrix.abscissae.iter().enumerate().map(|(k, x)| (*x, values.at(k).re));
                curve(&place.row.to_string(), points.collect())
            });
            (matrix.parameter.clone(), matrix.kind.clone(), each.collect())
        }
        _ => return Err(format!("there is no chart of {name}: functions, tables, lists and transients have one")),
    })
}

/// `NAME.AMOR`, `NAME.FREQ`: dampings or frequencies of modes under flow against the speed; the legend tells where a damping ends.
fn of_base(name: &str, base: &FluidElasticBase, parts: &[&str]) -> Result<Curves, String> {
    let field = parts.first().copied().unwrap_or("AMOR");
    let of = |state: &SpeedState, place: usize| match field {
        "FREQ" => state.frequencies[place],
        _ => state.dampings[place],
    };
    if !["AMOR", "FREQ"].contains(&field) {
        return Err(format!("write {name}.AMOR or {name}.FREQ"));
    }
    let mode = |(place, order): (usize, i64)| {
        let points = base.speeds.iter().zip(&base.states).map(|(v, state)| (*v, of(state, place)));
        let end = base.critical_speed(place);
        let end = end.map_or(String::new(), |v| format!(", critical at {}", significant(v, 4)));
        curve(&format!("mode {order}{end}"), points.collect())
    };
    let each = base.orders().into_iter().enumerate().take(MOST_CURVES).map(mode);
    Ok(("VITE_FLUI".to_string(), field.to_string(), each.collect()))
}

/// A branch of CALC_CYCLE, its multipliers, an orbit: their usual columns, or those of `parts`.
fn branch(table: &Table, parts: &[&str]) -> Option<Curves> {
    let names: Vec<String> = match parts {
        [] => branch_chart::usual(table)?.to_vec(),
        parts => parts.iter().map(|part| part.to_string()).collect(),
    };
    let curves = branch_chart::curves(table, &names)?;
    let y = if let [_, y] = names.as_slice() { y.clone() } else { String::new() };
    Some((names[0].clone(), y, curves))
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
