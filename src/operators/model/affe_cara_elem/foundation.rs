//! RIGI_PARASOL: springs and dampers of a foundation, shared among its nodes.
//!
//! A cell `c` has `q(c)`, its length or area times its weight: that of its group, or FONC_GROUP at the distance from the centre
//! to the mean of its nodes. A cell of several groups counts once, in the first. With `w(P)` the part of node `P` in the sum of all
//! `q(c)`, the translations of `P` are `k_x w(P)` and so on; the rotations are what the springs of translation leave of the
//! moment, `[k_rx - Σ (k_y z² + k_z y²) w] w(P)` and so on by circular permutation (places from the centre): a rigid motion about the centre meets
//! the stiffness given. In the plane the value of rotation is lost. Each cell gets a zero mass too. Reference: Code_Aster
//! U4.42.01, RIGI_PARASOL.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::shared::{holders, label, matrix_of, parts, positive};
use crate::catalogue::{CallError, Keywords};
use crate::concepts::{Concept, Model, Modelisation};
use crate::diag::Diagnostic;
use crate::kernel::elements::{CellProperties, DiscreteCode, Letter, SquareMatrix};
use crate::kernel::mesh::{CellKind, Mesh};
use crate::operators::Context;
use crate::operators::call::entities;

/// A later occurrence replaces the matrices of the cells it shares with an earlier one.
pub fn springs(
    keywords: &Keywords,
    mesh: &Mesh,
    model: &Model,
    cells: &mut [CellProperties],
    context: &mut Context<'_>,
) -> Result<(), CallError> {
    let centre = centre(keywords, mesh)?;
    let shares = shares(keywords, mesh, centre, context)?;
    let holders = holders(keywords, mesh, model, &shares)?;
    let plane = holders.values().any(|&cell| model.modelisations[cell].is_some_and(Modelisation::is_plane));
    let total: f64 = shares.values().sum();
    let values = keywords.reals("VALE");
    let names = keywords.texts("CARA");
    let mut erased = false;
    for &cell in holders.values() {
        let unknowns = model.modelisations[cell].map_or(0, |m| m.components().len()) * mesh.cells[cell].nodes.len();
        erased |= cells[cell].mass.as_ref().is_some_and(|m| m.matrix.rows().iter().any(|x| *x != 0.0));
        cells[cell].mass = Some(Arc::new(matrix_of(SquareMatrix::zeros(unknowns), false)));
    }
    if erased {
        context.slip("foundation-mass", keywords.span);
    }
    for (rank, name) in names.iter().enumerate() {
        let Some(code) = DiscreteCode::from_name(name) else {
            return Err(keywords.error("CARA", "R123", format!("`{name}` is no code of a discrete element")));
        };
        let size = code.value_count(plane, true);
        if values.len() != size * names.len() {
            let (given, wanted) = (values.len(), names.len());
            let message = format!("{given} values are given for {wanted} codes of {size} values");
            return Err(keywords.error("VALE", "R125", message));
        }
        let rest = remainders(&values[rank * size..(rank + 1) * size], &shares, total, centre, mesh, plane);
        for (&node, &cell) in &holders {
            suits(keywords, name, code, mesh, model, cell)?;
            let part = shares.get(&node).copied().unwrap_or(0.0) / total;
            let mut k = values[rank * size..(rank + 1) * size].to_vec();
            if code.rotations {
                let first = size - if plane { 1 } else { 3 };
                k.splice(first.., if plane { rest[2..].to_vec() } else { rest.to_vec() });
            }
            k.iter_mut().for_each(|k| *k *= part);
            let matrix = code.matrix(plane, true, &k).map_err(|f| keywords.error("VALE", "R126", f.to_string()))?;
            let place = match code.letter {
                Letter::Damping => &mut cells[cell].damping,
                _ => &mut cells[cell].stiffness,
            };
            *place = Some(Arc::new(matrix_of(matrix, keywords.is("REPERE", "LOCAL"))));
        }
        if code.rotations && plane && values[rank * size + 2] != 0.0 {
            context.slip("foundation-rotation", keywords.span_of("VALE"));
        } else if code.rotations && rest.iter().any(|rest| *rest < 0.0) {
            context.warn(negative(keywords, name, rest));
        }
    }
    Ok(())
}

/// What the translations leave of the rotations about x, y, z; in the plane, of a rotation of zero.
fn remainders(
    given: &[f64],
    shares: &BTreeMap<usize, f64>,
    total: f64,
    centre: [f64; 3],
    mesh: &Mesh,
    plane: bool,
) -> [f64; 3] {
    let translation = |i: usize| if plane && i == 2 { 0.0 } else { given[i] };
    let rotation = |axis: usize| if plane { 0.0 } else { given.get(3 + axis).copied().unwrap_or(0.0) };
    std::array::from_fn(|axis| {
        let (next, after) = ((axis + 1) % 3, (axis + 2) % 3);
        let moment = |(node, share): (&usize, &f64)| {
            let arm = |i: usize| mesh.nodes[*node].position[i] - centre[i];
            share / total * (translation(next) * arm(after) * arm(after) + translation(after) * arm(next) * arm(next))
        };
        rotation(axis) - shares.iter().map(moment).sum::<f64>()
    })
}

/// What each node has of all weighted lengths or areas.
fn shares(
    keywords: &Keywords,
    mesh: &Mesh,
    centre: [f64; 3],
    context: &mut Context<'_>,
) -> Result<BTreeMap<usize, f64>, CallError> {
    entities::cell_groups(keywords, "GROUP_MA", mesh)?;
    let groups = keywords.texts("GROUP_MA");
    let count = |keyword: &str, given: usize| {
        let message = format!("{keyword} has {given} values for {} groups of GROUP_MA", groups.len());
        if given == groups.len() { Ok(()) } else { Err(keywords.error(keyword, "R125", message)) }
    };
    let (laws, weights) = (keywords.concepts("FONC_GROUP"), keywords.reals("COEF_GROUP"));
    if laws.is_empty() { count("COEF_GROUP", weights.len()) } else { count("FONC_GROUP", laws.len()) }?;
    let mut all = BTreeMap::new();
    let (mut seen, mut again, mut slanted) = (vec![false; mesh.cells.len()], Vec::new(), false);
    for (rank, group) in groups.iter().enumerate() {
        for &cell in mesh.cell_groups.get(group.trim_end()).into_iter().flatten() {
            let parts = parts(keywords, mesh, cell)?;
            if std::mem::replace(&mut seen[cell], true) {
                again.push(cell);
                continue;
            }
            let weight = match laws.get(rank) {
                Some(law) => value_at(keywords, law, distance(mesh, cell, centre))?,
                None => weights[rank],
            };
            let nodes = &mesh.cells[cell].nodes;
            let height = |node: usize| mesh.nodes[node].position[2];
            slanted |= mesh.cells[cell].kind.dimension() == Some(1) && height(nodes[0]) != height(nodes[1]);
            for (node, part) in parts {
                *all.entry(node).or_insert(0.0) += weight * part;
            }
        }
    }
    if let Some(first) = again.first() {
        let message = match again.len() {
            1 => format!("cell {} is named twice", label(mesh, *first)),
            n => format!("{n} cells are named twice, the first {}", label(mesh, *first)),
        };
        let warning = Diagnostic::warning("R155", message).at_if_absent(keywords.span_of("GROUP_MA"));
        context.warn(warning.help("each counts once, with the weight of the first of its groups."));
    }
    if slanted {
        context.slip("foundation-lengths", keywords.span_of("GROUP_MA"));
    }
    positive(keywords, all)
}

/// From the centre to the mean of the nodes of a cell.
fn distance(mesh: &Mesh, cell: usize, centre: [f64; 3]) -> f64 {
    let nodes = &mesh.cells[cell].nodes;
    let apart = |i: usize| {
        let sum: f64 = nodes.iter().map(|n| mesh.nodes[*n].position[i]).sum();
        sum / nodes.len() as f64 - centre[i]
    };
    (0..3).map(|i| apart(i) * apart(i)).sum::<f64>().sqrt()
}

fn value_at(keywords: &Keywords, law: &Concept, distance: f64) -> Result<f64, CallError> {
    let value = match law {
        Concept::Function(function) => function.solver_value(distance),
        Concept::Formula(formula) => formula.value(&[distance]).map(|v| v.complex().re),
        _ => return Err(entities::missing(keywords, "FONC_GROUP", "a function of the distance")),
    };
    value.map_err(|fault| {
        keywords.error("FONC_GROUP", "R142", format!("no value at {distance} m from the centre: {fault}"))
    })
}

fn centre(keywords: &Keywords, mesh: &Mesh) -> Result<[f64; 3], CallError> {
    if let Some(node) = entities::one_node(keywords, "GROUP_NO_CENTRE", "NOEUD_CENTRE", mesh)? {
        return Ok(mesh.nodes[node].position);
    }
    let given = keywords.reals("COOR_CENTRE");
    Ok(std::array::from_fn(|i| given.get(i).copied().unwrap_or(0.0)))
}

fn suits(
    keywords: &Keywords,
    name: &str,
    code: DiscreteCode,
    mesh: &Mesh,
    model: &Model,
    cell: usize,
) -> Result<(), CallError> {
    let two_nodes = mesh.cells[cell].kind == CellKind::Segment2;
    let rotations = matches!(model.modelisations[cell], Some(Modelisation::DisTr | Modelisation::PlaneDisTr));
    if (code.two_nodes, code.rotations) == (two_nodes, rotations) {
        return Ok(());
    }
    let (shape, kind) = (mesh.cells[cell].kind.name(), model.modelisations[cell].map_or("", Modelisation::name));
    let message = format!("{name} does not suit cell {}, a {shape} with {kind}", label(mesh, cell));
    Err(keywords.error("CARA", "R123", message))
}

fn negative(keywords: &Keywords, name: &str, rest: [f64; 3]) -> Diagnostic {
    let [x, y, z] = rest;
    let message = format!(
        "{name}: the springs of translation hold more than the rotation stiffness given; the springs of rotation share \
         {x}, {y}, {z} about X, Y, Z"
    );
    let warning = Diagnostic::warning("R139", message).at_if_absent(keywords.span_of("VALE"));
    warning.help("check the stiffness given, the centre, and the weights of the groups.")
}
