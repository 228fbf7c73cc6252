//! Forces: FORCE_NODALE, VECT_ASSE, FORCE_POUTRE, FORCE_ELEC, PESANTEUR, ROTATION; initial strains: PRE_EPSI.

use super::super::entities;
use super::relations::no_unknown;
use super::{Place, value};
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{BodyForce, Concept, InitialStrain, LineForce, Load, LoadValue, Modelisation};
use crate::kernel::assembly::Component;
use crate::kernel::elements::Frame;

const FORCES: [(&str, Component); 6] = [
    ("FX", Component::Dx),
    ("FY", Component::Dy),
    ("FZ", Component::Dz),
    ("MX", Component::Drx),
    ("MY", Component::Dry),
    ("MZ", Component::Drz),
];

pub fn read(call: &Call, place: &Place<'_>, load: &mut Load) -> Result<(), CallError> {
    for keywords in call.factor("FORCE_NODALE") {
        nodal(keywords, place, load)?;
    }
    if let Some(concept) = call.concept("VECT_ASSE") {
        let Concept::NodalField(field) = concept else {
            return Err(entities::missing(call, "VECT_ASSE", "a vector"));
        };
        let forces = field.numbering.dofs().iter().zip(&field.values).filter(|(_, v)| **v != 0.0);
        load.nodal_forces.extend(forces.map(|(dof, v)| (dof.node, dof.component, LoadValue::Number(*v))));
    }
    for keywords in call.factor("FORCE_POUTRE") {
        line(keywords, place, load)?;
    }
    for keywords in call.factor("PRE_EPSI") {
        strain(keywords, place, load)?;
    }
    for keywords in call.factor("FORCE_ELEC") {
        electric(keywords, place, load)?;
    }
    for keywords in call.factor("PESANTEUR") {
        gravity(keywords, place, load)?;
    }
    for keywords in call.factor("ROTATION") {
        rotation(keywords, place, load)?;
    }
    Ok(())
}

/// Forces and moments on nodes; occurrences add up.
fn nodal(keywords: &Keywords, place: &Place<'_>, load: &mut Load) -> Result<(), CallError> {
    let mut asked = Vec::new();
    for (name, component) in FORCES {
        if let Some(force) = value(keywords, name)? {
            asked.push((name, component, force));
        }
    }
    let angles = keywords.reals("ANGL_NAUT");
    let turned = angles.iter().any(|a| *a != 0.0);
    if turned {
        asked = turn(keywords, &angles, &asked)?;
    }
    for node in entities::selected_nodes(keywords, place.mesh)? {
        for (name, component, force) in &asked {
            if place.has(node, *component) {
                load.nodal_forces.push((node, *component, force.clone()));
            } else if force.constant() != Some(0.0) && !turned {
                return Err(keywords.error(name, "R132", no_unknown(place, node, *component)));
            }
        }
    }
    Ok(())
}

type Force = (&'static str, Component, LoadValue);

/// Forces given in a frame turned by ANGL_NAUT (degrees), in global axes.
fn turn(keywords: &Keywords, angles: &[f64], asked: &[Force]) -> Result<Vec<Force>, CallError> {
    let mut local = [0.0; 6];
    for (name, component, force) in asked {
        local[*component as usize] = force.constant().ok_or_else(|| {
            let message = "forces that are functions cannot be given in a turned frame";
            keywords.error(name, "R107", message)
        })?;
    }
    let frame = Frame::from_angles(std::array::from_fn(|i| angles.get(i).copied().unwrap_or(0.0).to_radians()));
    let [fx, fy, fz, mx, my, mz] = local;
    let (f, m) = (frame.to_global([fx, fy, fz]), frame.to_global([mx, my, mz]));
    let global = f.into_iter().chain(m).zip(FORCES);
    Ok(global.filter(|(v, _)| *v != 0.0).map(|(v, (name, c))| (name, c, LoadValue::Number(v))).collect())
}

/// Line loads on beams and bars; a later occurrence takes over the cells it shares with an earlier one.
fn line(keywords: &Keywords, place: &Place<'_>, load: &mut Load) -> Result<(), CallError> {
    let local = ["N", "VY", "VZ", "MT", "MFY", "MFZ"];
    let is_local = local.iter().any(|name| keywords.get(name).is_some());
    let names = if is_local { local } else { FORCES.map(|(name, _)| name) };
    let couples = names[3..].iter().any(|name| keywords.get(name).is_some());
    let mut values = [const { LoadValue::Number(0.0) }; 6];
    for (slot, name) in values.iter_mut().zip(names) {
        if let Some(given) = value(keywords, name)? {
            *slot = given;
        }
    }
    let carries =
        |c: &usize| place.model.modelisations[*c].is_some_and(|m| m.is_beam() || (m.is_bar() && !is_local && !couples));
    let cells: Vec<usize> = entities::selected_cells(keywords, place.mesh)?.into_iter().filter(carries).collect();
    if cells.is_empty() {
        return Err(keywords.error("GROUP_MA", "R124", "none of the cells carries a beam"));
    }
    load.line_forces.retain(|f| !cells.contains(&f.cell));
    let force = |cell| LineForce { cell, values: values.clone(), local: is_local };
    load.line_forces.extend(cells.into_iter().map(force));
    Ok(())
}

/// Initial strains of beams and bars; a later occurrence takes over the cells it shares with an earlier one.
fn strain(keywords: &Keywords, place: &Place<'_>, load: &mut Load) -> Result<(), CallError> {
    let mut values = [const { LoadValue::Number(0.0) }; 3];
    for (slot, name) in values.iter_mut().zip(["EPX", "KY", "KZ"]) {
        if let Some(given) = value(keywords, name)? {
            *slot = given;
        }
    }
    let carries = |c: &usize| place.model.modelisations[*c].is_some_and(|m| m.is_beam() || m.is_bar());
    let cells: Vec<usize> = entities::selected_cells(keywords, place.mesh)?.into_iter().filter(carries).collect();
    if cells.is_empty() {
        return Err(keywords.error("GROUP_MA", "R124", "none of the cells carries a beam or a bar"));
    }
    load.strains.retain(|s| !cells.contains(&s.cell));
    load.strains.extend(cells.into_iter().map(|cell| InitialStrain { cell, values: values.clone() }));
    Ok(())
}

/// Forces on a conductor by an infinite one through POINT1 and POINT2, for a unit product of currents (which the
/// multiplying function holds): the field of a straight wire, summed over 100 points of each beam.
fn electric(keywords: &Keywords, place: &Place<'_>, load: &mut Load) -> Result<(), CallError> {
    let position = keywords.text("POSITION").unwrap_or_else(|| "".into());
    if &*position != "INFI" {
        let message = "FORCE_ELEC is built for POSITION='INFI' only";
        return Err(keywords.error("POSITION", "R107", message));
    }
    let point = |name: &str| -> [f64; 3] {
        let values = keywords.reals(name);
        std::array::from_fn(|i| values.get(i).copied().unwrap_or(0.0))
    };
    let (origin, second) = (point("POINT1"), point("POINT2"));
    let wire = unit(subtract(second, origin))
        .ok_or_else(|| keywords.error("POINT2", "R106", "POINT1 and POINT2 are the same point"))?;
    for cell in entities::selected_cells(keywords, place.mesh)? {
        let is_beam = place.model.modelisations[cell].is_some_and(Modelisation::is_beam);
        let (Some(axis), &[first, last]) = (unit(place.mesh.direction(cell)), place.mesh.cells[cell].nodes.as_slice())
        else {
            continue;
        };
        if !is_beam {
            continue;
        }
        let length = place.mesh.length(cell);
        let (x1, x2) = (place.mesh.nodes[first].position, place.mesh.nodes[last].position);
        let mut sums = [[0.0; 3]; 4];
        for i in 0..100 {
            let a = (f64::from(i) + 0.5) / 100.0;
            // The abscissa runs from the second node, as in the reference.
            let x: [f64; 3] = std::array::from_fn(|k| x2[k] * (1.0 - a) + x1[k] * a);
            let q = subtract(x, origin);
            let field = cross(wire, q);
            let distance = norm(field);
            if distance < 1e-8 * norm(q) {
                continue;
            }
            let Some(u) = unit(cross(axis, field.map(|b| b / distance))) else { continue };
            let w = cross(axis, u);
            let weight = 0.01 * length / distance;
            let shapes = [
                1.0 - 3.0 * a * a + 2.0 * a * a * a,
                length * (a - 2.0 * a * a + a * a * a),
                3.0 * a * a - 2.0 * a * a * a,
                length * (a * a * a - a * a),
            ];
            for (sum, (shape, along)) in sums.iter_mut().zip(shapes.into_iter().zip([u, w, u, w])) {
                for (s, v) in sum.iter_mut().zip(along) {
                    *s += weight * shape * v;
                }
            }
        }
        let places = [(first, &FORCES[..3]), (first, &FORCES[3..]), (last, &FORCES[..3]), (last, &FORCES[3..])];
        for (sum, (node, components)) in sums.into_iter().zip(places) {
            let forces = sum.into_iter().zip(components).map(|(v, (_, c))| (node, *c, LoadValue::Number(v)));
            load.nodal_forces.extend(forces);
        }
    }
    Ok(())
}

fn subtract(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn norm(a: [f64; 3]) -> f64 {
    (a[0] * a[0] + a[1] * a[1] + a[2] * a[2]).sqrt()
}

fn unit(a: [f64; 3]) -> Option<[f64; 3]> {
    let length = norm(a);
    (length > 0.0).then(|| a.map(|x| x / length))
}

fn gravity(keywords: &Keywords, place: &Place<'_>, load: &mut Load) -> Result<(), CallError> {
    let direction = keywords.reals("DIRECTION");
    let direction: [f64; 3] = std::array::from_fn(|i| direction.get(i).copied().unwrap_or(0.0));
    let length = direction.iter().map(|d| d * d).sum::<f64>().sqrt();
    if length == 0.0 {
        return Err(keywords.error("DIRECTION", "R106", "DIRECTION has no length"));
    }
    let size = keywords.real("GRAVITE").unwrap_or(0.0) / length;
    let cells = match keywords.get("GROUP_MA").is_some() || keywords.get("MAILLE").is_some() {
        true => Some(entities::selected_cells(keywords, place.mesh)?),
        false => None,
    };
    load.body_forces.push((BodyForce::Gravity(direction.map(|d| d * size)), cells));
    Ok(())
}

/// Centrifugal forces of a steady rotation about an axis.
fn rotation(keywords: &Keywords, place: &Place<'_>, load: &mut Load) -> Result<(), CallError> {
    let vector = |name: &str| -> [f64; 3] {
        let values = keywords.reals(name);
        std::array::from_fn(|i| values.get(i).copied().unwrap_or(0.0))
    };
    let axis = unit(vector("AXE")).ok_or_else(|| keywords.error("AXE", "R106", "AXE has no length"))?;
    let speed = keywords.real("VITESSE").unwrap_or(0.0);
    let mut cells = entities::selected_cells(keywords, place.mesh)?;
    let mut without = entities::cell_groups(keywords, "SANS_GROUP_MA", place.mesh)?;
    without.extend(entities::named_cells(keywords, "SANS_MAILLE", place.mesh)?);
    cells.retain(|c| !without.contains(c));
    let force = BodyForce::Rotation { speed: axis.map(|a| a * speed), centre: vector("CENTRE") };
    load.body_forces.push((force, Some(cells)));
    Ok(())
}
