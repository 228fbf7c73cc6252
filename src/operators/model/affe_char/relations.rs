//! Linear relations between unknowns: LIAISON_DDL, LIAISON_OBLIQUE, DDL_POUTRE, LIAISON_UNIF, LIAISON_CHAMNO; others
//! are in the files beside.

use super::place::LoadPlace;
use super::values::{component, value};
use super::{mean, pairs, rigid};
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Concept, Load, LoadValue};
use crate::diag::Faults;
use crate::kernel::assembly::Component;
use crate::kernel::elements::{Frame, angles_of_direction, spin_for_y};
use crate::operators::call::entities;
use crate::operators::model::affe_char::components::{ROTATIONS, TRANSLATIONS, no_unknown};

pub fn read(call: &Call, place: &LoadPlace<'_>, load: &mut Load) -> Result<(), CallError> {
    let mut faults = Faults::default();
    for keywords in call.factor("LIAISON_DDL") {
        load.constraints.extend(faults.keep(combination(keywords, place)));
    }
    for keywords in call.factor("LIAISON_OBLIQUE") {
        faults.keep(oblique(keywords, place, load));
    }
    for keywords in call.factor("DDL_POUTRE") {
        faults.keep(along_beams(keywords, place, load));
    }
    for keywords in call.factor("LIAISON_UNIF") {
        faults.keep(uniform(keywords, place, load));
    }
    for keywords in call.factor("LIAISON_SOLIDE") {
        faults.keep(rigid::read(keywords, place, load));
    }
    for keywords in call.factor("LIAISON_RBE3") {
        faults.keep(mean::read(keywords, place, load));
    }
    for keywords in call.factor("LIAISON_GROUP") {
        faults.keep(pairs::pair(keywords, place, load));
    }
    for keywords in call.factor("CHAMNO_IMPO") {
        faults.keep(pairs::by_field(keywords, place, load));
    }
    for keywords in call.factor("LIAISON_CHAMNO") {
        load.constraints.extend(faults.keep(weighted(keywords, place)));
    }
    faults.end()
}

/// `Σ COEF_MULT u(node, DDL) = COEF_IMPO`. The same node may come several times.
fn combination(
    keywords: &Keywords,
    place: &LoadPlace<'_>,
) -> Result<(Vec<(usize, Component, f64)>, LoadValue), CallError> {
    let mut nodes = entities::named_nodes(keywords, "NOEUD", place.mesh)?;
    // Groups one after the other, repetitions kept.
    entities::node_groups(keywords, "GROUP_NO", place.mesh)?;
    for group in keywords.texts("GROUP_NO") {
        nodes.extend(place.mesh.node_groups.get(&*group).into_iter().flatten());
    }
    let components = keywords.texts("DDL");
    let coefficients = match keywords.concepts("COEF_MULT_FONC") {
        none if none.is_empty() => keywords.reals("COEF_MULT"),
        functions => at_the_nodes(keywords, &functions, &nodes, place)?,
    };
    if components.len() != nodes.len() || coefficients.len() != nodes.len() {
        let message = format!(
            "a relation needs as many nodes as DDL and COEF_MULT: there are {} nodes, {} DDL, {} COEF_MULT",
            nodes.len(),
            components.len(),
            coefficients.len()
        );
        let mut error = keywords.error("DDL", "R131", message);
        error.help = Some("each group of GROUP_NO counts for all its nodes; give groups of one node.".into());
        return Err(error);
    }
    let mut terms = Vec::with_capacity(nodes.len());
    for ((node, name), coefficient) in nodes.into_iter().zip(components).zip(coefficients) {
        let component = component(keywords, "DDL", &name)?;
        if !place.has(node, component) {
            return Err(keywords.error("DDL", "R132", no_unknown(place, node, component)));
        }
        terms.push((node, component, coefficient));
    }
    let imposed = value(keywords, "COEF_IMPO")?.unwrap_or(LoadValue::Number(0.0));
    Ok((terms, imposed))
}

/// Coefficients that are functions of X, Y, Z, each at its node.
fn at_the_nodes(
    keywords: &Keywords,
    functions: &[&Concept],
    nodes: &[usize],
    place: &LoadPlace<'_>,
) -> Result<Vec<f64>, CallError> {
    let coefficient = |(function, node): (&&Concept, &usize)| {
        let [x, y, z] = place.mesh.nodes[*node].position;
        let value = match function {
            Concept::Formula(formula) => {
                formula.value_by_name(&[("X", x), ("Y", y), ("Z", z)]).map(|value| value.complex().re)
            }
            Concept::Function(function) => match function.parameter.as_str() {
                "X" => function.solver_value(x),
                "Y" => function.solver_value(y),
                "Z" => function.solver_value(z),
                other => {
                    let message = format!("the coefficients are functions of X, Y, Z, not of {other}");
                    return Err(keywords.error("COEF_MULT_FONC", "R107", message));
                }
            },
            _ => return Err(entities::missing(keywords, "COEF_MULT_FONC", "a list of functions of X, Y, Z")),
        };
        let message = |fault| format!("a coefficient has no value at ({x}, {y}, {z}): {fault}");
        value.map_err(|fault| keywords.error("COEF_MULT_FONC", "R142", message(fault)))
    };
    functions.iter().zip(nodes).map(coefficient).collect()
}

/// Imposed components in a frame turned by ANGL_NAUT (degrees).
fn oblique(keywords: &Keywords, place: &LoadPlace<'_>, load: &mut Load) -> Result<(), CallError> {
    let angles = keywords.reals("ANGL_NAUT");
    let angles = std::array::from_fn(|i| angles.get(i).copied().unwrap_or(0.0).to_radians());
    let frame = Frame::from_angles(angles);
    for node in entities::selected_nodes(keywords, place.mesh)? {
        in_frame(keywords, place, node, &frame, load)?;
    }
    Ok(())
}

/// Imposed components in the frame of the beam at each node: x along the beam, from its other end towards the node,
/// whatever the order of its nodes; y by VECT_Y or ANGL_VRIL (degrees).
fn along_beams(keywords: &Keywords, place: &LoadPlace<'_>, load: &mut Load) -> Result<(), CallError> {
    let candidates = match keywords.get("GROUP_MA_REPE").or_else(|| keywords.get("MAILLE_REPE")) {
        Some(_) => {
            let mut cells = entities::cell_groups(keywords, "GROUP_MA_REPE", place.mesh)?;
            cells.extend(entities::named_cells(keywords, "MAILLE_REPE", place.mesh)?);
            cells
        }
        None => (0..place.mesh.cells.len()).collect(),
    };
    let is_beam = |c: &usize| place.model.modelisations[*c].is_some_and(|m| m.is_beam());
    let beams: Vec<usize> = candidates.into_iter().filter(is_beam).collect();
    for node in entities::selected_nodes(keywords, place.mesh)? {
        let mut here = beams.iter().copied().filter(|&c| place.mesh.cells[c].nodes.contains(&node));
        let wrong = |why: &str| {
            let name = ["GROUP_NO", "GROUP_MA"].into_iter().find(|k| keywords.has(k)).unwrap_or("TOUT");
            let label = &place.mesh.nodes[node].label;
            let mut error = keywords.error(name, "R134", format!("node N{} ({label}) {why}", node + 1));
            error.help = Some("GROUP_MA_REPE names the beam whose frame is used.".into());
            error
        };
        let beam = here.next().ok_or_else(|| wrong("is the end of no beam"))?;
        if here.next().is_some() {
            return Err(wrong("is the end of several beams"));
        }
        let towards =
            |d: [f64; 3]| if place.mesh.cells[beam].nodes.first() == Some(&node) { d.map(|x| 0.0 - x) } else { d };
        let mut angles = angles_of_direction(towards(place.mesh.direction(beam)));
        angles[2] = match keywords.reals("VECT_Y").as_slice() {
            &[x, y, z] => spin_for_y(angles[0], angles[1], [x, y, z])
                .ok_or_else(|| keywords.error("VECT_Y", "R106", "VECT_Y is along the beam"))?,
            _ => keywords.real_if_given("ANGL_VRIL").unwrap_or(0.0).to_radians(),
        };
        in_frame(keywords, place, node, &Frame::from_angles(angles), load)?;
    }
    Ok(())
}

/// Imposed components of one node along the axes of a frame.
fn in_frame(
    keywords: &Keywords,
    place: &LoadPlace<'_>,
    node: usize,
    frame: &Frame,
    load: &mut Load,
) -> Result<(), CallError> {
    for triple in [TRANSLATIONS, ROTATIONS] {
        for (axis, local) in frame.axes.iter().zip(triple) {
            let Some(imposed) = value(keywords, local.name())? else { continue };
            let terms: Vec<_> = triple
                .iter()
                .zip(axis)
                .filter(|(c, cosine)| place.has(node, **c) && **cosine != 0.0)
                .map(|(c, cosine)| (node, *c, *cosine))
                .collect();
            if !terms.is_empty() {
                load.constraints.push((terms, imposed));
            }
        }
    }
    Ok(())
}

/// Links that give each DDL one value on all nodes (LIAISON_UNIF).
fn uniform(keywords: &Keywords, place: &LoadPlace<'_>, load: &mut Load) -> Result<(), CallError> {
    let nodes = entities::selected_nodes(keywords, place.mesh)?;
    for name in keywords.texts("DDL") {
        let component = component(keywords, "DDL", &name)?;
        let mut carriers = nodes.iter().copied().filter(|n| place.has(*n, component));
        let Some(first) = carriers.next() else { continue };
        for node in carriers {
            let terms = vec![(node, component, 1.0), (first, component, -1.0)];
            load.constraints.push((terms, LoadValue::Number(0.0)));
        }
    }
    Ok(())
}

/// `Σ field u = COEF_IMPO`.
fn weighted(
    keywords: &Keywords,
    place: &LoadPlace<'_>,
) -> Result<(Vec<(usize, Component, f64)>, LoadValue), CallError> {
    let Some(Concept::NodalField(field)) = keywords.concept("CHAM_NO") else {
        return Err(entities::missing(keywords, "CHAM_NO", "a field on nodes"));
    };
    let dofs = field.numbering.dofs().iter().zip(&field.values);
    let carried = dofs.filter(|(dof, weight)| **weight != 0.0 && place.has(dof.node, dof.component));
    let terms: Vec<_> = carried.map(|(dof, weight)| (dof.node, dof.component, *weight)).collect();
    if terms.is_empty() {
        return Err(keywords.error("CHAM_NO", "R132", "the field is zero on all unknowns of the model"));
    }
    Ok((terms, value(keywords, "COEF_IMPO")?.unwrap_or(LoadValue::Number(0.0))))
}
