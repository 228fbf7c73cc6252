//! LIAISON_SOLIDE: nodes that move as one rigid body.
//!
//! With a node that has rotations, every other node follows it: `u = u0 + θ × (x - x0)`, `θ = θ0`. Without one, the rigid
//! motions of the nodes (`k` of them, six for three nodes of space that are not aligned) are described by `k` of the
//! unknowns, chosen by pivoting, and each other unknown is the linear combination of those that holds for all rigid
//! motions.

use super::place::LoadPlace;
use crate::catalogue::{CallError, Keywords};
use crate::concepts::{Load, LoadValue};
use crate::kernel::assembly::Component;
use crate::operators::call::entities;
use crate::operators::model::affe_char::components::{ROTATIONS, TRANSLATIONS, lever};

pub fn read(keywords: &Keywords, place: &LoadPlace<'_>, load: &mut Load) -> Result<(), CallError> {
    let nodes = entities::selected_nodes(keywords, place.mesh)?;
    match nodes.iter().copied().find(|n| place.has(*n, Component::Drz)) {
        Some(lead) => follow(place, &nodes, lead, load),
        None => keep_distances(place, &nodes, load),
    }
    Ok(())
}

/// All nodes move with one that has rotations.
fn follow(place: &LoadPlace<'_>, nodes: &[usize], lead: usize, load: &mut Load) {
    let x0 = place.mesh.nodes[lead].position;
    for &node in nodes.iter().filter(|n| **n != lead) {
        let x = place.mesh.nodes[node].position;
        let lever = lever([x[0] - x0[0], x[1] - x0[1], x[2] - x0[2]]);
        for (translation, row) in TRANSLATIONS.into_iter().zip(lever) {
            if !place.has(node, translation) {
                continue;
            }
            let mut terms = vec![(node, translation, 1.0), (lead, translation, -1.0)];
            let arms = ROTATIONS.into_iter().zip(row).filter(|(c, arm)| *arm != 0.0 && place.has(lead, *c));
            terms.extend(arms.map(|(c, arm)| (lead, c, -arm)));
            load.constraints.push((terms, LoadValue::Number(0.0)));
        }
        for rotation in ROTATIONS.into_iter().filter(|c| place.has(node, *c) && place.has(lead, *c)) {
            let terms = vec![(node, rotation, 1.0), (lead, rotation, -1.0)];
            load.constraints.push((terms, LoadValue::Number(0.0)));
        }
    }
}

/// What the six rigid motions make of one unknown; rotations are measured by the displacement at the size of the body.
type Row = [f64; 6];

fn keep_distances(place: &LoadPlace<'_>, nodes: &[usize], load: &mut Load) {
    let centre: [f64; 3] = std::array::from_fn(|i| {
        nodes.iter().map(|n| place.mesh.nodes[*n].position[i]).sum::<f64>() / nodes.len().max(1) as f64
    });
    let arm = |node: usize| -> [f64; 3] {
        let x = place.mesh.nodes[node].position;
        std::array::from_fn(|i| x[i] - centre[i])
    };
    let size = nodes.iter().map(|n| arm(*n).iter().map(|r| r * r).sum::<f64>()).fold(0.0, f64::max).sqrt();
    let scale = if size > 0.0 { 1.0 / size } else { 1.0 };
    let mut rows: Vec<(usize, Component, Row)> = Vec::new();
    for &node in nodes {
        let lever = lever(arm(node).map(|r| r * scale));
        for (axis, translation) in TRANSLATIONS.into_iter().enumerate().filter(|(_, c)| place.has(node, *c)) {
            let mut row = [0.0; 6];
            row[axis] = 1.0;
            row[3..].copy_from_slice(&lever[axis]);
            rows.push((node, translation, row));
        }
    }
    let pivots = independent(&rows);
    for (_, (node, component, row)) in rows.iter().enumerate().filter(|(rank, _)| !pivots.contains(rank)) {
        let mut terms = vec![(*node, *component, 1.0)];
        let shares = combination(&rows, &pivots, row);
        let led = pivots.iter().zip(shares).filter(|(_, share)| share.abs() > 1e-12);
        terms.extend(led.map(|(pivot, share)| (rows[*pivot].0, rows[*pivot].1, -share)));
        load.constraints.push((terms, LoadValue::Number(0.0)));
    }
}

/// Ranks of rows that span the others: each time the one that is the farthest from those chosen.
fn independent(rows: &[(usize, Component, Row)]) -> Vec<usize> {
    let mut left: Vec<Row> = rows.iter().map(|r| r.2).collect();
    let mut chosen = Vec::new();
    let norm = |row: &Row| row.iter().map(|x| x * x).sum::<f64>().sqrt();
    while chosen.len() < 6 {
        let farthest = left.iter().enumerate().fold((0, 1e-9), |best: (usize, f64), (rank, row)| {
            // The first of rows that are as far, so that the choice does not hang on rounding.
            if norm(row) > best.1 * (1.0 + 1e-9) { (rank, norm(row)) } else { best }
        });
        if farthest.1 <= 1e-9 {
            break;
        }
        let direction = left[farthest.0].map(|x| x / farthest.1);
        for row in &mut left {
            let along: f64 = row.iter().zip(direction).map(|(x, d)| x * d).sum();
            row.iter_mut().zip(direction).for_each(|(x, d)| *x -= along * d);
        }
        chosen.push(farthest.0);
    }
    chosen
}

/// Shares of the pivots in a row, by the normal equations.
fn combination(rows: &[(usize, Component, Row)], pivots: &[usize], row: &Row) -> Vec<f64> {
    let dot = |a: &Row, b: &Row| a.iter().zip(b).map(|(x, y)| x * y).sum::<f64>();
    let gram =
        nalgebra::DMatrix::from_fn(pivots.len(), pivots.len(), |i, j| dot(&rows[pivots[i]].2, &rows[pivots[j]].2));
    let right = nalgebra::DVector::from_fn(pivots.len(), |i, _| dot(&rows[pivots[i]].2, row));
    let solved = gram.cholesky().map(|factor| factor.solve(&right));
    solved.map_or_else(Vec::new, |shares| shares.iter().copied().collect())
}
