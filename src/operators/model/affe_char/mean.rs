//! LIAISON_RBE3: a node that follows the mean motion of others.
//!
//! The rigid motion `q` (three translations of the master node, three rotations) that is nearest to the motions `u_i` of the
//! slave unknowns, `min Σ w_i (u_i - S_i q)²`, is `q = (Sᵀ W S)⁻¹ Sᵀ W u`; each unknown of DDL_MAIT is bound to its row. A
//! rotation of a slave counts with `w_i L²`, `L` the mean distance from the master to the slaves, so that all terms are
//! lengths. Reference: the interpolation constraint of that name of structural codes.

use nalgebra::{Matrix6, RowVector6, SymmetricEigen};

use super::place::LoadPlace;
use super::values::component;
use crate::catalogue::{CallError, Keywords};
use crate::concepts::{Load, LoadValue};
use crate::kernel::assembly::Component;
use crate::operators::call::entities;
use crate::operators::model::affe_char::components::{ROTATIONS, TRANSLATIONS, lever, no_unknown};

pub fn read(keywords: &Keywords, place: &LoadPlace<'_>, load: &mut Load) -> Result<(), CallError> {
    let master = entities::one_node(keywords, "GROUP_NO_MAIT", "NOEUD_MAIT", place.mesh)?
        .ok_or_else(|| keywords.error("DDL_MAIT", "R103", "LIAISON_RBE3 needs a master node, in GROUP_NO_MAIT"))?;
    let mut nodes = entities::node_groups(keywords, "GROUP_NO_ESCL", place.mesh)?;
    nodes.extend(entities::named_nodes(keywords, "NOEUD_ESCL", place.mesh)?);
    let slaves = slaves(keywords, place, master, &nodes)?;
    let normal: Matrix6<f64> = slaves.iter().map(|s| s.row.transpose() * s.row * s.weight).sum();
    // The terms of the matrix are of the size of its trace: what is singular to rounding holds no motion.
    let values = SymmetricEigen::try_new(normal, f64::EPSILON, 1000).map(|eigen| eigen.eigenvalues);
    let is_regular = values.is_some_and(|values| values.min() > 1e-12 * values.max());
    let inverse = normal.try_inverse().filter(|_| is_regular);
    let Some(inverse) = inverse else {
        let message = format!("the {} slave unknowns leave a rigid motion of the master node undefined", slaves.len());
        let mut error = keywords.error("DDL_ESCL", "R130", message);
        error.help = Some("take three nodes that are not aligned, or their rotations too.".into());
        return Err(error);
    };
    for name in keywords.texts("DDL_MAIT") {
        let led = component(keywords, "DDL_MAIT", &name)?;
        if !place.has(master, led) {
            return Err(keywords.error("DDL_MAIT", "R132", no_unknown(place, master, led)));
        }
        let shares = inverse.row(led as usize);
        let mut terms = vec![(master, led, 1.0)];
        let share = |slave: &Slave| (slave.node, slave.component, -slave.weight * (shares * slave.row.transpose())[0]);
        terms.extend(slaves.iter().map(share).filter(|(.., share)| share.abs() > 1e-15));
        load.constraints.push((terms, LoadValue::Number(0.0)));
    }
    Ok(())
}

/// A slave unknown: what the six rigid motions make of it, and its weight.
struct Slave {
    node: usize,
    component: Component,
    row: RowVector6<f64>,
    weight: f64,
}

/// DDL_ESCL and COEF_ESCL have one value for all the nodes, or one each.
fn slaves(keywords: &Keywords, place: &LoadPlace<'_>, master: usize, nodes: &[usize]) -> Result<Vec<Slave>, CallError> {
    let (names, weights) = (keywords.texts("DDL_ESCL"), keywords.reals("COEF_ESCL"));
    for (keyword, given) in [("DDL_ESCL", names.len()), ("COEF_ESCL", weights.len())] {
        if given != 1 && given != nodes.len() {
            let message =
                format!("{keyword} has {given} values for {} slave nodes: one for all, or one each", nodes.len());
            return Err(keywords.error(keyword, "R125", message));
        }
    }
    let origin = place.mesh.nodes[master].position;
    let arm = |node: usize| -> [f64; 3] { std::array::from_fn(|i| place.mesh.nodes[node].position[i] - origin[i]) };
    let distance = |node: &usize| arm(*node).iter().map(|x| x * x).sum::<f64>().sqrt();
    let mean = nodes.iter().map(distance).sum::<f64>() / nodes.len().max(1) as f64;
    let mut slaves = Vec::new();
    for (rank, &node) in nodes.iter().enumerate() {
        let all = names.get(rank).or(names.first()).cloned().unwrap_or_default();
        let weight = weights.get(rank).or(weights.first()).copied().unwrap_or(1.0);
        if !(weight > 0.0) {
            return Err(keywords.error("COEF_ESCL", "R106", format!("a weight of LIAISON_RBE3 is {weight}")));
        }
        let lever = lever(arm(node));
        for name in all.split('-').map(str::trim) {
            let component = component(keywords, "DDL_ESCL", name)?;
            if !place.has(node, component) {
                return Err(keywords.error("DDL_ESCL", "R132", no_unknown(place, node, component)));
            }
            let mut row = RowVector6::zeros();
            row[component as usize] = 1.0;
            if let Some(axis) = TRANSLATIONS.iter().position(|c| *c == component) {
                (0..3).for_each(|i| row[3 + i] = lever[axis][i]);
            }
            let scale = if ROTATIONS.contains(&component) { mean * mean } else { 1.0 };
            slaves.push(Slave { node, component, row, weight: weight * scale });
        }
    }
    Ok(slaves)
}
