//! Relations between the nodes of two groups (LIAISON_GROUP) and unknowns imposed by a field (CHAMNO_IMPO).

use super::place::LoadPlace;
use super::values::{component, value};
use crate::catalogue::{CallError, Keywords};
use crate::concepts::{Concept, Load, LoadValue};
use crate::kernel::elements::Frame;
use crate::operators::call::entities;
use crate::operators::model::affe_char::components::no_unknown;

/// One relation a pair: `Σ COEF_MULT_1 u1(DDL_1) + Σ COEF_MULT_2 u2(DDL_2) = COEF_IMPO`. A node of the first group is
/// turned by ANGL_NAUT (degrees) about CENTRE, moved by TRAN, and goes with the nearest node of the second group.
pub fn pair(keywords: &Keywords, place: &LoadPlace<'_>, load: &mut Load) -> Result<(), CallError> {
    let group = |side: char| -> Result<Vec<usize>, CallError> {
        let mut nodes = entities::node_groups(keywords, &format!("GROUP_NO_{side}"), place.mesh)?;
        nodes.extend(entities::named_nodes(keywords, &format!("NOEUD_{side}"), place.mesh)?);
        let mut cells = entities::cell_groups(keywords, &format!("GROUP_MA_{side}"), place.mesh)?;
        cells.extend(entities::named_cells(keywords, &format!("MAILLE_{side}"), place.mesh)?);
        nodes.extend(place.mesh.nodes_of_cells(&cells));
        let mut without = entities::node_groups(keywords, "SANS_GROUP_NO", place.mesh)?;
        without.extend(entities::named_nodes(keywords, "SANS_NOEUD", place.mesh)?);
        let without = entities::marked(&without, place.mesh.nodes.len());
        nodes.retain(|n| !without[*n]);
        Ok(nodes)
    };
    let (first, second) = (group('1')?, group('2')?);
    if first.len() != second.len() || first.is_empty() {
        let message =
            format!("the two groups have {} and {} nodes: they must go two by two", first.len(), second.len());
        let keyword = if keywords.has("GROUP_NO_1") { "GROUP_NO_1" } else { "GROUP_MA_1" };
        return Err(keywords.error(keyword, "R133", message));
    }
    let sides = [side(keywords, '1')?, side(keywords, '2')?];
    let imposed = value(keywords, "COEF_IMPO")?.unwrap_or(LoadValue::Number(0.0));
    let mut free = second;
    for node in first {
        let image = moved(keywords, place.mesh.nodes[node].position);
        let distance = |other: usize| {
            let x = place.mesh.nodes[other].position;
            (0..3).map(|i| (x[i] - image[i]) * (x[i] - image[i])).sum::<f64>()
        };
        let nearest = (0..free.len()).min_by(|a, b| distance(free[*a]).total_cmp(&distance(free[*b])));
        let Some(nearest) = nearest else { break };
        let other = free.remove(nearest);
        let mut terms = Vec::new();
        for (end, own) in [node, other].into_iter().zip(&sides) {
            for (component, coefficient) in own {
                if !place.has(end, *component) {
                    return Err(keywords.error("DDL_1", "R132", no_unknown(place, end, *component)));
                }
                terms.push((end, *component, *coefficient));
            }
        }
        load.constraints.push((terms, imposed.clone()));
    }
    Ok(())
}

type Side = Vec<(crate::kernel::assembly::Component, f64)>;

/// Components and coefficients of the nodes of one group.
fn side(keywords: &Keywords, side: char) -> Result<Side, CallError> {
    let (unknowns, keyword) = if side == '1' { ("DDL_1", "COEF_MULT_1") } else { ("DDL_2", "COEF_MULT_2") };
    let (names, coefficients) = (keywords.texts(unknowns), keywords.reals(keyword));
    if names.len() != coefficients.len() {
        let message = format!("{} coefficients are given for {} unknowns", coefficients.len(), names.len());
        return Err(keywords.error(keyword, "R131", message));
    }
    let term = |(name, x): (&std::sync::Arc<str>, f64)| Ok((component(keywords, unknowns, name)?, x));
    names.iter().zip(coefficients).map(term).collect()
}

fn moved(keywords: &Keywords, place: [f64; 3]) -> [f64; 3] {
    let read = |name: &str| -> [f64; 3] {
        let values = keywords.reals(name);
        std::array::from_fn(|i| values.get(i).copied().unwrap_or(0.0))
    };
    let (centre, shift) = (read("CENTRE"), read("TRAN"));
    let frame = Frame::from_angles(read("ANGL_NAUT").map(f64::to_radians));
    let turned = frame.to_global(std::array::from_fn(|i| place[i] - centre[i]));
    std::array::from_fn(|i| centre[i] + turned[i] + shift[i])
}

/// Each unknown of the field takes COEF_IMPO times its value.
pub fn by_field(keywords: &Keywords, place: &LoadPlace<'_>, load: &mut Load) -> Result<(), CallError> {
    let Some(Concept::NodalField(field)) = keywords.concept("CHAM_NO") else {
        return Err(entities::missing(keywords, "CHAM_NO", "a field on nodes"));
    };
    let factor = keywords.real("COEF_IMPO")?;
    for (rank, (dof, own)) in field.numbering.dofs().iter().zip(&field.values).enumerate() {
        if field.has(rank) && place.has(dof.node, dof.component) {
            load.constraints.push((vec![(dof.node, dof.component, 1.0)], LoadValue::Number(factor * own)));
        }
    }
    Ok(())
}
