//! POST_GENE_PHYS: physical values at a few places, rebuilt from modal contributions, as a table.
//!
//! ```text
//! T = POST_GENE_PHYS(RESU_GENE=RUN, OBSERVATION=_F(NOM_CHAM='DEPL', GROUP_NO='TIP', NOM_CMP='DX'))
//! ```
//!
//! One row an observation, state, component and place, in that order: `sum_j phi_j q_j`, with `phi_j` the value of the
//! field in shape `j`. Fields on elements and nodal forces are those the shapes carry, combined by the displacements. Motions
//! have the static corrections of a run made with CORR_STAT; *_ABSOLU adds the motion of the supports of MULT_APPUI, or to
//! accelerations that of a single one (ACCE_MONO_APPUI). States are those kept: nothing is interpolated.

use std::sync::Arc;

use num_complex::Complex64;

use super::refusals::no_basis;
use super::shapes::recombination_base;
use super::transient::SingleSupport;
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Cell, ColumnType, Concept, ModeSet, States, Table, Trajectory, motion_factor};
use crate::kernel::assembly::{Component, Dof};
use crate::kernel::mesh::Mesh;
use crate::operators::call::access::Sample;
use crate::operators::call::entities;
use crate::operators::call::states::chosen_or_all;
use crate::operators::functions::no_value;
use crate::operators::results::motion::Motion;
use crate::operators::{Context, Outcome, set_result};

/// A place and a component of a field, and its value in each shape.
struct Row {
    node: Option<usize>,
    cell: Option<usize>,
    point: Option<usize>,
    component: String,
    shape: Vec<f64>,
    dof: Option<Dof>,
}

pub(super) fn run(call: &Call, context: &mut Context<'_>) -> Outcome {
    let (basis, frequency_domain) = match call.concept("RESU_GENE") {
        Some(Concept::Trajectory(trajectory)) => (recombination_base(call, &trajectory.get().basis)?, false),
        Some(Concept::Harmonic(response)) => (recombination_base(call, &response.basis)?, true),
        _ => return Err(call.error("RESU_GENE", "R451", "RESU_GENE is not a result on a modal basis")),
    };
    let Some(mesh) = &basis.mesh else { return Err(no_basis(call)) };
    let mesh = context.latest_mesh(call, mesh).clone();
    let mut table = Table::with_columns([
        ("NUME_OBSE", ColumnType::Integer),
        ("INST", ColumnType::Real),
        ("FREQ", ColumnType::Real),
        ("NOM_CHAM", ColumnType::Text(16)),
        ("NOM_CMP", ColumnType::Text(8)),
        ("NOEUD", ColumnType::Text(8)),
        ("MAILLE", ColumnType::Text(8)),
        ("POINT", ColumnType::Text(8)),
        ("VALE_R", ColumnType::Real),
        ("VALE_C", ColumnType::Complex),
    ]);
    for (level, number) in call.factor("OBSERVATION").iter().zip(1..) {
        let name = level.text("NOM_CHAM")?;
        let rows = rows(level, &name, &basis, &mesh)?;
        let mut push = |at: f64, row: &Row, value: (Cell, Cell)| {
            let rank = |rank: Option<usize>| rank.map_or(Cell::Empty, |r| Cell::Text((r + 1).to_string()));
            let at = Cell::Real(at);
            let (instant, frequency) = if frequency_domain { (Cell::Empty, at) } else { (at, Cell::Empty) };
            table.push([
                ("NUME_OBSE", Cell::Integer(number)),
                ("INST", instant),
                ("FREQ", frequency),
                ("NOM_CHAM", Cell::Text(name.to_string())),
                ("NOM_CMP", Cell::Text(row.component.clone())),
                ("NOEUD", rank(row.node)),
                ("MAILLE", rank(row.cell)),
                ("POINT", row.point.map_or(Cell::Empty, |p| Cell::Text(format!("PT {}", p + 1)))),
                ("VALE_R", value.0),
                ("VALE_C", value.1),
            ]);
        };
        match call.concept("RESU_GENE") {
            Some(Concept::Trajectory(trajectory)) => {
                let trajectory = trajectory.get();
                let samples = chosen_or_all(level, States::Trajectory(&trajectory), false)?;
                for sample in samples {
                    let values = transient_values(level, &trajectory, &basis, &name, &rows, &sample)?;
                    rows.iter().zip(values).for_each(|(row, x)| push(sample.at, row, (Cell::Real(x), Cell::Empty)));
                }
            }
            Some(Concept::Harmonic(response)) => {
                for sample in chosen_or_all(level, States::Harmonic(response), false)? {
                    let factor = motion_factor(&name, sample.at);
                    let q = response.q(sample.left);
                    for row in &rows {
                        let value: Complex64 = row.shape.iter().zip(q).map(|(phi, q)| *phi * q).sum();
                        push(sample.at, row, (Cell::Empty, Cell::Complex(factor * value)));
                    }
                }
            }
            _ => {}
        }
    }
    set_result(call, Concept::Table(Arc::new(table)))
}

fn transient_values(
    level: &Keywords,
    trajectory: &Trajectory,
    basis: &ModeSet,
    name: &str,
    rows: &[Row],
    sample: &Sample,
) -> Result<Vec<f64>, CallError> {
    let (relative, absolute) = match name.strip_suffix("_ABSOLU") {
        Some(relative) => (relative, true),
        None => (name, false),
    };
    let motion = Motion::named(relative);
    let q = motion.state(trajectory, sample.left);
    let combined = |row: &Row| row.shape.iter().zip(q).map(|(phi, q)| phi * q).sum();
    let mut values: Vec<f64> = rows.iter().map(combined).collect();
    let numbering = basis.numbering();
    for support in trajectory.supports.iter().filter(|s| s.correction || absolute) {
        let Some(signal) = motion.of_support(support) else { continue };
        let x = signal.evaluate(sample.at, &mut 0).map_err(|fault| no_value(level, "NOM_CHAM", None, &fault))?;
        for (value, row) in values.iter_mut().zip(rows) {
            let rank = row.dof.and_then(|dof| numbering?.rank(dof.node, dof.component));
            *value += x * rank.and_then(|r| support.shape.get(r).copied()).unwrap_or(0.0);
        }
    }
    let several = trajectory.supports.iter().any(|s| !s.correction);
    if let Some(single) = SingleSupport::read(level)?.filter(|_| name == "ACCE_ABSOLU" && !several) {
        for (value, row) in values.iter_mut().zip(rows) {
            if let Some(dof) = row.dof {
                *value += single.at(level, dof.component, sample.at)?;
            }
        }
    }
    Ok(values)
}

/// Components of NOM_CMP (all of them by default), each at the places of GROUP_NO, NOEUD, GROUP_MA, MAILLE.
fn rows(level: &Keywords, name: &str, basis: &ModeSet, mesh: &Mesh) -> Result<Vec<Row>, CallError> {
    let asked: Vec<Arc<str>> = level.texts("NOM_CMP");
    let wanted = |component: &str| asked.is_empty() || asked.iter().any(|a| **a == *component);
    let mut rows = Vec::new();
    let relative = name.strip_suffix("_ABSOLU").unwrap_or(name);
    if ["DEPL", "VITE", "ACCE"].contains(&relative) {
        let numbering = basis.numbering();
        let nodes = entities::selected_nodes(level, mesh)?;
        for component in Component::ALL.into_iter().filter(|c| wanted(c.name())) {
            for &node in &nodes {
                let Some(rank) = numbering.and_then(|n| n.rank(node, component)) else { continue };
                let shape = basis.iter().map(|m| m.values.get(rank).copied().unwrap_or(0.0)).collect();
                let dof = Some(Dof { node, component });
                let component = component.name().to_string();
                rows.push(Row { node: Some(node), cell: None, point: None, component, shape, dof });
            }
        }
        return whole(level, name, &asked, rows);
    }
    let fields: Option<Vec<_>> = basis.iter().map(|m| m.fields.get(name)).collect();
    let Some((fields, first)) = fields.and_then(|f| f.first().copied().map(|first| (f, first))) else {
        let error = level.error("NOM_CHAM", "R457", format!("the modes of the basis have no field {name}"));
        return Err(Box::new(error.help(format!("compute it first on the basis: CALC_CHAMP(reuse=..., {name})"))));
    };
    let places = places(level, name, mesh, first)?;
    for (column, component) in first.components.iter().enumerate().filter(|(_, c)| wanted(c)) {
        for &(entry, point, node) in &places {
            let value = |f: &&Arc<crate::concepts::ElementField>| f.value(entry, point, column).map(|z| z.re);
            let shape: Option<Vec<f64>> = fields.iter().map(value).collect();
            let Some(shape) = shape else { continue };
            let at_node = first.at_nodes || name.ends_with("_ELNO");
            rows.push(Row {
                node: node.filter(|_| at_node),
                cell: (!first.at_nodes).then_some(entry),
                point: (!at_node).then_some(point),
                component: component.clone(),
                shape,
                dof: None,
            });
        }
    }
    whole(level, name, &asked, rows)
}

/// The rows, where there is one for each component that is asked for.
fn whole(level: &Keywords, name: &str, asked: &[Arc<str>], rows: Vec<Row>) -> Result<Vec<Row>, CallError> {
    let absent: Vec<&str> = asked.iter().map(|c| &**c).filter(|c| rows.iter().all(|row| row.component != *c)).collect();
    if rows.is_empty() || !absent.is_empty() {
        let message = format!("{name} has no component {} at these places", absent.join(", "));
        return Err(level.error("NOM_CMP", "R457", message));
    }
    Ok(rows)
}

/// (cell, point, node), or (node, 0, node) for values at nodes.
fn places(
    level: &Keywords,
    name: &str,
    mesh: &Mesh,
    field: &crate::concepts::ElementField,
) -> Result<Vec<(usize, usize, Option<usize>)>, CallError> {
    let by_node = level.has("GROUP_NO") || level.has("NOEUD");
    if field.at_nodes {
        return Ok(entities::selected_nodes(level, mesh)?.into_iter().map(|n| (n, 0, Some(n))).collect());
    }
    if by_node && (name.ends_with("_ELGA") || name.ends_with("_ELEM")) {
        return Err(entities::not_at_nodes(level, "R457", name));
    }
    let nodes = if by_node { entities::selected_nodes(level, mesh)? } else { Vec::new() };
    let cells = if by_node { (0..mesh.cells.len()).collect() } else { entities::selected_cells(level, mesh)? };
    let mut places = Vec::new();
    for cell in cells {
        for point in 0..field.points(cell) {
            let node = mesh.cells[cell].nodes.get(point).copied();
            if !by_node || node.is_some_and(|n| nodes.contains(&n)) {
                places.push((cell, point, node));
            }
        }
    }
    Ok(places)
}
