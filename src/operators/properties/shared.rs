//! Matrices shared among the nodes of a foundation: RIGI_PARASOL (springs, dampers) and MASS_REP (masses).
//!
//! A node `P` at the place `r = OP` from the centre holds `s(P)` of the length or area of the cells, times the weight of its
//! group; a cell gives equal parts to its nodes, those in the middle of its sides too. Lengths are those in the plane of x and y.
//! Each cell of RIGI_PARASOL gets a zero mass matrix too, as Code_Aster has it. With `a(P) = s(P) / Σ s`, the translations are `k_x(P) = K_x a(P)`, and the rotations what the springs of translation
//! leave of the moment: `k_rx(P) = [K_rx - Σ (k_y z² + k_z y²)] a(P)`, and so on by circular permutation, so that a rigid
//! motion of the foundation about the centre meets the stiffness given. Reference: Code_Aster U4.42.01, RIGI_PARASOL.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::super::{Context, entities};
use crate::catalogue::{CallError, Keywords};
use crate::concepts::{Concept, Model, Modelisation};
use crate::diag::Diagnostic;
use crate::kernel::elements::{CellProperties, DiscreteCode, DiscreteMatrix, Letter, SquareMatrix};
use crate::kernel::mesh::{CellKind, Mesh};

/// RIGI_PARASOL. A later occurrence replaces the matrices of the cells it shares with an earlier one.
pub fn springs(
    keywords: &Keywords,
    mesh: &Mesh,
    model: &Model,
    cells: &mut [CellProperties],
    ctx: &mut Context<'_>,
) -> Result<(), CallError> {
    let shares = weighted_shares(keywords, mesh)?;
    let centre = centre(keywords, mesh)?;
    let holders = holders(keywords, mesh, model, &shares)?;
    let values = keywords.reals("VALE");
    let names = keywords.texts("CARA");
    let wanted = names.len().max(1);
    for (rank, name) in names.iter().enumerate() {
        let Some(code) = DiscreteCode::from_name(name) else {
            return Err(keywords.error("CARA", "R123", format!("`{name}` is no code of a discrete element")));
        };
        let size = code.value_count(false, true);
        if values.len() != size * wanted {
            let message = format!("{} values are given for {wanted} codes of {size} values", values.len());
            return Err(keywords.error("VALE", "R125", message));
        }
        let given = &values[rank * size..(rank + 1) * size];
        let total: f64 = shares.values().sum();
        for (&node, &cell) in &holders {
            let unknowns = model.modelisations[cell].map_or(0, |m| m.components().len()) * mesh.cells[cell].nodes.len();
            cells[cell].mass = Some(Arc::new(matrix_of(SquareMatrix::zeros(unknowns), false)));
            suits(keywords, name, code, mesh, model, cell)?;
            let part = shares.get(&node).copied().unwrap_or(0.0) / total;
            let mut k: Vec<f64> = given.iter().map(|value| value * part).collect();
            if code.rotations {
                for (axis, k) in k[3..].iter_mut().enumerate() {
                    *k = part * remainder(given, axis, &shares, total, centre, mesh);
                }
            }
            let matrix = code.matrix(false, true, &k).map_err(|f| keywords.error("VALE", "R126", f.to_string()))?;
            let place = match code.letter {
                Letter::Damping => &mut cells[cell].damping,
                _ => &mut cells[cell].stiffness,
            };
            *place = Some(Arc::new(matrix_of(matrix, keywords.is("REPERE", "LOCAL"))));
        }
        let rest = |axis| remainder(given, axis, &shares, total, centre, mesh);
        if code.rotations && (0..3).any(|axis| rest(axis) < 0.0) {
            ctx.warn(negative(keywords, name, [rest(0), rest(1), rest(2)]));
        }
    }
    Ok(())
}

/// MASS_REP: `held` are the cells that an earlier occurrence gave a mass.
pub fn masses(
    keywords: &Keywords,
    mesh: &Mesh,
    model: &Model,
    cells: &mut [CellProperties],
    held: &mut Vec<usize>,
) -> Result<(), CallError> {
    let shares = shares(keywords, mesh, &[1.0])?;
    let given = keywords.real("VALE").unwrap_or(0.0);
    let kind = keywords.text("TYPE").unwrap_or_else(|| "".into());
    let dimension = |c: &usize| mesh.cells[*c].kind.dimension();
    for cell in entities::cell_groups(keywords, "GROUP_MA", mesh)? {
        let wrong = match &*kind {
            "LINEIQUE" => dimension(&cell) != Some(1),
            "SURFACIQUE" => dimension(&cell) != Some(2),
            _ => false,
        };
        if wrong {
            let message =
                format!("TYPE='{kind}' does not suit cell {}, a {}", label(mesh, cell), mesh.cells[cell].kind.name());
            return Err(keywords.error("TYPE", "R138", message));
        }
    }
    let factor = if &*kind == "TOTALE" { given / shares.values().sum::<f64>() } else { given };
    for (node, cell) in holders(keywords, mesh, model, &shares)? {
        if held.contains(&cell) {
            let message = format!("two occurrences of MASS_REP give a mass to cell {}", label(mesh, cell));
            let mut error = keywords.error("GROUP_MA_POI1", "R138", message);
            error.help = Some("Give each occurrence point cells of its own, made by its own CREA_MAILLAGE: the masses of a node add up.".into());
            return Err(error);
        }
        held.push(cell);
        let mass = factor * shares.get(&node).copied().unwrap_or(0.0);
        let unknowns = model.modelisations[cell].map_or(0, |m| m.components().len());
        let diagonal: Vec<f64> = (0..unknowns).map(|i| if i < 3 { mass } else { 0.0 }).collect();
        cells[cell].mass = Some(Arc::new(matrix_of(SquareMatrix::diagonal(&diagonal), false)));
    }
    Ok(())
}

fn matrix_of(matrix: SquareMatrix, local: bool) -> DiscreteMatrix {
    DiscreteMatrix { matrix, local, symmetric: true, loss_factor: 0.0 }
}

/// What the translations leave of the rotation about an axis.
fn remainder(
    given: &[f64],
    axis: usize,
    shares: &BTreeMap<usize, f64>,
    total: f64,
    centre: [f64; 3],
    mesh: &Mesh,
) -> f64 {
    let (next, after) = ((axis + 1) % 3, (axis + 2) % 3);
    let moment = |(node, share): (&usize, &f64)| {
        let arm = |i: usize| mesh.nodes[*node].position[i] - centre[i];
        share / total * (given[next] * arm(after) * arm(after) + given[after] * arm(next) * arm(next))
    };
    given[3 + axis] - shares.iter().map(moment).sum::<f64>()
}

/// Shares of the nodes, each group with its COEF_GROUP, or with FONC_GROUP at the distance from the centre.
fn weighted_shares(keywords: &Keywords, mesh: &Mesh) -> Result<BTreeMap<usize, f64>, CallError> {
    let groups = keywords.texts("GROUP_MA").len();
    let count = |keyword: &str, given: usize| {
        let message = format!("{keyword} has {given} values for {groups} groups of GROUP_MA");
        if given == groups { Ok(()) } else { Err(keywords.error(keyword, "R125", message)) }
    };
    let laws = keywords.concepts("FONC_GROUP");
    if laws.is_empty() {
        let weights = keywords.reals("COEF_GROUP");
        count("COEF_GROUP", weights.len())?;
        return shares(keywords, mesh, &weights);
    }
    count("FONC_GROUP", laws.len())?;
    let centre = centre(keywords, mesh)?;
    let mut all = BTreeMap::new();
    for (rank, law) in laws.into_iter().enumerate() {
        let mut weights = vec![0.0; groups];
        weights[rank] = 1.0;
        for (node, share) in shares(keywords, mesh, &weights)? {
            let place = mesh.nodes[node].position;
            let distance = (0..3).map(|i| (place[i] - centre[i]) * (place[i] - centre[i])).sum::<f64>().sqrt();
            let weight = match law {
                Concept::Function(function) => function.solver_value(distance),
                Concept::Formula(formula) => formula.value(&[distance]).map(|v| v.complex().re),
                _ => return Err(entities::missing(keywords, "FONC_GROUP", "a function of the distance")),
            };
            let weight = weight.map_err(|fault| {
                keywords.error("FONC_GROUP", "R142", format!("no value at {distance} m from the centre: {fault}"))
            })?;
            *all.entry(node).or_insert(0.0) += weight * share;
        }
    }
    positive(keywords, all)
}

fn shares(keywords: &Keywords, mesh: &Mesh, weights: &[f64]) -> Result<BTreeMap<usize, f64>, CallError> {
    entities::cell_groups(keywords, "GROUP_MA", mesh)?;
    let mut all = BTreeMap::new();
    for (group, weight) in keywords.texts("GROUP_MA").iter().zip(weights) {
        let Some(cells) = mesh.cell_groups.get(group.trim_end()) else { continue };
        let shares = mesh.shares(cells).map_err(|cell| {
            let message = format!(
                "cell {} is a {}: only segments, triangles and quadrangles are shared among nodes",
                label(mesh, cell),
                mesh.cells[cell].kind.name()
            );
            keywords.error("GROUP_MA", "R138", message)
        })?;
        for (node, share) in shares {
            *all.entry(node).or_insert(0.0) += weight * share;
        }
    }
    if weights.contains(&0.0) && weights.len() > 1 { Ok(all) } else { positive(keywords, all) }
}

fn positive(keywords: &Keywords, shares: BTreeMap<usize, f64>) -> Result<BTreeMap<usize, f64>, CallError> {
    if shares.values().sum::<f64>() > 0.0 {
        return Ok(shares);
    }
    Err(keywords.error(
        "GROUP_MA",
        "R138",
        "the cells have no length or area to share, or their weights are not positive",
    ))
}

fn centre(keywords: &Keywords, mesh: &Mesh) -> Result<[f64; 3], CallError> {
    if let Some(node) = entities::one_node(keywords, "GROUP_NO_CENTRE", "NOEUD_CENTRE", mesh)? {
        return Ok(mesh.nodes[node].position);
    }
    let given = keywords.reals("COOR_CENTRE");
    Ok(std::array::from_fn(|i| given.get(i).copied().unwrap_or(0.0)))
}

/// For each node of the foundation, the cell of GROUP_MA_POI1 or GROUP_MA_SEG2 that gets its matrix.
fn holders(
    keywords: &Keywords,
    mesh: &Mesh,
    model: &Model,
    shares: &BTreeMap<usize, f64>,
) -> Result<BTreeMap<usize, usize>, CallError> {
    let keyword = if keywords.has("GROUP_MA_SEG2") { "GROUP_MA_SEG2" } else { "GROUP_MA_POI1" };
    let mut holders = BTreeMap::new();
    for cell in entities::cell_groups(keywords, keyword, mesh)? {
        let mut own = mesh.cells[cell].nodes.iter().copied().filter(|n| shares.contains_key(n));
        let is_discrete = model.modelisations[cell].is_some_and(|m| m.is_discrete() && !m.is_plane());
        let (Some(node), None, true) = (own.next(), own.next(), is_discrete) else {
            let message = format!(
                "cell {} must be a discrete element in space with one node, and only one, among those of GROUP_MA",
                label(mesh, cell)
            );
            return Err(keywords.error(keyword, "R138", message));
        };
        if holders.insert(node, cell).is_some() {
            let message = format!("{keyword} has two cells on node N{} ({})", node + 1, mesh.nodes[node].label);
            return Err(keywords.error(keyword, "R138", message));
        }
    }
    match shares.keys().find(|node| !holders.contains_key(node)) {
        None => Ok(holders),
        Some(node) => {
            let message = format!("{keyword} has no cell on node N{} ({})", node + 1, mesh.nodes[*node].label);
            let mut error = keywords.error(keyword, "R138", message);
            error.help = Some("CREA_MAILLAGE with CREA_POI1 makes a point cell on each node of a group.".into());
            Err(error)
        }
    }
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
    let rotations = model.modelisations[cell] == Some(Modelisation::DisTr);
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
    warning.help("Check the stiffness given, the centre, and the weights of the groups.")
}

fn label(mesh: &Mesh, cell: usize) -> String {
    format!("M{} ({})", cell + 1, mesh.cells[cell].label)
}
