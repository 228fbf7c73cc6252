//! Element load vectors, and the assembled vector: forces and imposed values.

use std::sync::Arc;

use super::body_force::body_force;
use super::numbering::ranks;
use crate::catalogue::{CallError, Keywords};
use crate::concepts::{InitialStrain, LineForce, Load, LoadValue, NodalField, NumberingValue};
use crate::kernel::assembly::{Component, Dof, ElementTerm, assemble_vector};
use crate::kernel::elements::{Frame, angles_of_direction};
use crate::kernel::mesh::vector::norm;
use crate::kernel::signal::SignalFault;
use crate::operators::matrices::assembly::load_request::{LoadRequest, member, member_of_length, vector_term};

/// Forces of the loads, as element vectors (`cell` is that of the element, or past the last one for nodal
/// forces). Imaginary parts come in terms of their own, whose real values are zero.
pub fn element_loads(request: &LoadRequest<'_>, keywords: &Keywords) -> Result<Vec<ElementTerm>, CallError> {
    let mut terms = Vec::new();
    for load in request.loads {
        nodal_forces(request, load, keywords, &mut terms)?;
        for (force, cells) in &load.body_forces {
            body_force(request, *force, cells.as_deref(), keywords, &mut terms)?;
        }
        for force in &load.line_forces {
            terms.extend(line_force(request, force, false, keywords)?);
            if force.values.iter().any(|v| matches!(v, LoadValue::Complex(_))) {
                let turned = line_force(request, force, true, keywords)?;
                terms.extend(turned.map(|t| ElementTerm {
                    values: vec![0.0; t.values.len()],
                    imaginary: t.values,
                    ..t
                }));
            }
        }
        for strain in &load.strains {
            terms.push(initial_strain(request, strain, keywords)?);
        }
    }
    Ok(terms)
}

fn nodal_forces(
    request: &LoadRequest<'_>,
    load: &Load,
    keywords: &Keywords,
    terms: &mut Vec<ElementTerm>,
) -> Result<(), CallError> {
    let (mut dofs, mut values) = (Vec::new(), Vec::new());
    for (node, component, force) in &load.nodal_forces {
        let place = request.mesh.nodes.get(*node).map_or([0.0; 3], |n| n.position);
        dofs.push(Dof { node: *node, component: *component });
        values.push(evaluate(force, request.instant_s, place, keywords)?);
    }
    for turned in &load.turned_forces {
        let place = request.mesh.nodes.get(turned.node).map_or([0.0; 3], |n| n.position);
        let (mut force, mut angles) = ([0.0; 6], [0.0; 3]);
        for (slot, given) in force.iter_mut().zip(&turned.values).chain(angles.iter_mut().zip(&turned.angles)) {
            *slot = evaluate(given, request.instant_s, place, keywords)?;
        }
        dofs.extend(Component::ALL[..6].iter().map(|component| Dof { node: turned.node, component: *component }));
        values.extend(Frame::from_angles(angles.map(f64::to_radians)).six_to_global(force));
    }
    if !dofs.is_empty() {
        terms.push(vector_term(request.mesh.cells.len(), dofs, values));
    }
    Ok(())
}

/// Motion of the two ends of a cell (m, m/s, m/s²), in global axes.
#[derive(Clone, Copy, Debug, Default)]
pub struct EndMotion {
    pub displacement: [[f64; 3]; 2],
    pub velocity: [[f64; 3]; 2],
    pub acceleration: [[f64; 3]; 2],
}

/// A line load on a beam or a bar, its functions taken at both ends.
fn line_force(
    request: &LoadRequest<'_>,
    force: &LineForce,
    imaginary: bool,
    keywords: &Keywords,
) -> Result<Option<ElementTerm>, CallError> {
    line_force_at(request, (force, imaginary), &EndMotion::default(), keywords)
}

/// A line load on a beam or a bar that has moved: length and local axes are those of the chord, which keeps its roll.
pub fn following_line_force(
    request: &LoadRequest<'_>,
    force: &LineForce,
    motion: &EndMotion,
    keywords: &Keywords,
) -> Result<Option<ElementTerm>, CallError> {
    line_force_at(request, (force, false), motion, keywords)
}

fn line_force_at(
    request: &LoadRequest<'_>,
    (force, imaginary): (&LineForce, bool),
    motion: &EndMotion,
    keywords: &Keywords,
) -> Result<Option<ElementTerm>, CallError> {
    let nodes = &request.mesh.cells[force.cell].nodes;
    let place = |end: usize| -> [f64; 3] {
        let mesh = nodes.get(end).map_or([0.0; 3], |node| request.mesh.nodes[*node].position);
        std::array::from_fn(|i| mesh[i] + motion.displacement[end][i])
    };
    let places = [place(0), place(1)];
    let axis: [f64; 3] = std::array::from_fn(|i| places[1][i] - places[0][i]);
    let moves = motion.displacement != [[0.0; 3]; 2];
    let length = if moves { norm(axis) } else { request.mesh.length(force.cell) };
    let Some((member, given)) = member_of_length(request, force.cell, length, keywords)? else {
        let message = format!("a line load needs the section of the beam M{}", force.cell + 1);
        return Err(keywords.error("CARA_ELEM", "R145", message));
    };
    let angles = match moves {
        true => {
            let [alpha, beta, _] = angles_of_direction(axis);
            [alpha, beta, given[2]]
        }
        false => given,
    };
    // At each end, a force and a couple per unit length.
    let mut ends = [[[0.0; 3]; 2]; 2];
    for (rank, end) in ends.iter_mut().enumerate() {
        let mut known = vec![("INST", request.instant_s)];
        let values = [places[rank], axis, motion.velocity[rank], motion.acceleration[rank]];
        for (names, values) in LINE_PARAMETERS.iter().zip(values) {
            known.extend(names.iter().copied().zip(values));
        }
        for (q, value) in end.iter_mut().flatten().zip(&force.values) {
            *q = value.part_among(imaginary, &known).map_err(|fault| no_value(request.instant_s, &fault, keywords))?;
        }
        if force.local {
            *end = end.map(|vector| Frame::from_angles(angles).to_global(vector));
        }
    }
    let mut values = member.line_load(angles, ends[0][0], ends[1][0]);
    let couples = ends.map(|[_, couple]| couple);
    if couples != [[0.0; 3]; 2] {
        if request.materials.is_none() {
            let message = format!("couples on the beam M{} need its material", force.cell + 1);
            return Err(keywords.error("CHAM_MATER", "R145", message));
        }
        let Some(more) = member.line_couple(angles, couples[0], couples[1]) else {
            let message = format!(
                "couples per unit length act on the cell M{}, a bar or a beam whose section varies: only beams of constant \
                 section take them",
                force.cell + 1
            );
            return Err(keywords.error("FORCE_POUTRE", "R145", message));
        };
        values.iter_mut().zip(more).for_each(|(v, c)| *v += c);
    }
    Ok(Some(vector_term(force.cell, request.model.cell_dofs(force.cell), values)))
}

/// The forces of an initial strain, its functions taken at the middle of the element.
fn initial_strain(
    request: &LoadRequest<'_>,
    strain: &InitialStrain,
    keywords: &Keywords,
) -> Result<ElementTerm, CallError> {
    let cell = strain.cell;
    let Some((member, angles)) = member(request, cell, keywords)? else {
        let message = format!("an initial strain needs the section of the beam M{}", cell + 1);
        return Err(keywords.error("CARA_ELEM", "R145", message));
    };
    if request.materials.is_none() {
        let message = format!("an initial strain needs the material of the beam M{}", cell + 1);
        return Err(keywords.error("CHAM_MATER", "R145", message));
    }
    let nodes = &request.mesh.cells[cell].nodes;
    let mean = |of: &dyn Fn(usize) -> f64| nodes.iter().map(|n| of(*n)).sum::<f64>() / nodes.len().max(1) as f64;
    let [x, y, z] = [0, 1, 2].map(|i| mean(&|n| request.mesh.nodes[n].position[i]));
    let mut known = vec![("INST", request.instant_s), ("X", x), ("Y", y), ("Z", z)];
    known.extend(request.mesh.abscissae.as_ref().map(|at| ("ABSC", mean(&|n| at[n]))));
    let mut values = [0.0; 3];
    for (value, given) in values.iter_mut().zip(&strain.values) {
        *value = given.among(&known).map_err(|fault| no_value(request.instant_s, &fault, keywords))?;
    }
    Ok(vector_term(cell, request.model.cell_dofs(cell), member.initial_strain(angles, values)))
}

/// The assembled vector: forces, and the imposed value of each row of the numbering that these loads give.
pub fn vector_field(
    numbering: &NumberingValue,
    mesh: &crate::concepts::MeshValue,
    terms: &[ElementTerm],
    loads: &[Arc<Load>],
    instant_s: f64,
    keywords: &Keywords,
) -> Result<NodalField, CallError> {
    let unknowns = &numbering.numbering;
    let mut parts = [const { Vec::new() }; 2];
    for (imposed, imaginary) in parts.iter_mut().zip([false, true]) {
        for (terms, value) in loads.iter().flat_map(|load| &load.constraints) {
            let place = terms.first().and_then(|t| mesh.mesh.nodes.get(t.0)).map_or([0.0; 3], |n| n.position);
            let value = evaluate_part(value, imaginary, instant_s, place, keywords)?;
            if value == 0.0 {
                continue;
            }
            imposed.resize(unknowns.constraints.len(), 0.0);
            let row = ranks(unknowns, terms);
            match unknowns.constraints.iter().position(|c| c.terms == row) {
                Some(rank) => imposed[rank] += value,
                None => return Err(not_in_the_numbering(keywords, value)),
            }
        }
    }
    let [imposed, imposed_imaginary] = parts;
    let complex = !imposed_imaginary.is_empty() || terms.iter().any(|t| !t.imaginary.is_empty());
    let turned = |t: &ElementTerm| ElementTerm { values: t.imaginary.clone(), imaginary: Vec::new(), ..t.clone() };
    let imaginary: Vec<ElementTerm> = terms.iter().filter(|t| !t.imaginary.is_empty()).map(turned).collect();
    Ok(NodalField {
        mesh: mesh.clone(),
        numbering: unknowns.clone(),
        values: assemble_vector(unknowns, terms),
        imaginary: if complex { assemble_vector(unknowns, &imaginary) } else { Vec::new() },
        present: None,
        imposed,
        imposed_imaginary,
        model: numbering.model.clone(),
    })
}

pub(super) fn not_in_the_numbering(keywords: &Keywords, value: f64) -> CallError {
    let message = format!("a load of the vector imposes a motion ({value}) that the numbering does not constrain");
    let mut error = keywords.error("CHARGE", "R141", message);
    error.help = Some("give the same load to CHARGE when the stiffness is computed, or to ASSEMBLAGE.".into());
    error
}

pub(super) fn evaluate(
    value: &LoadValue,
    instant_s: f64,
    place: [f64; 3],
    keywords: &Keywords,
) -> Result<f64, CallError> {
    evaluate_part(value, false, instant_s, place, keywords)
}

fn evaluate_part(
    value: &LoadValue,
    imaginary: bool,
    instant_s: f64,
    place: [f64; 3],
    keywords: &Keywords,
) -> Result<f64, CallError> {
    value.part(imaginary, instant_s, place).map_err(|fault| no_value(instant_s, &fault, keywords))
}

/// Names of the parameters of line loads beside INST: place, axis, velocity and acceleration.
pub const LINE_PARAMETERS: [[&str; 3]; 4] =
    [["X", "Y", "Z"], ["DX", "DY", "DZ"], ["VITE_X", "VITE_Y", "VITE_Z"], ["ACCE_X", "ACCE_Y", "ACCE_Z"]];

fn no_value(instant_s: f64, fault: &SignalFault, keywords: &Keywords) -> CallError {
    keywords.error("CHARGE", "R142", format!("a load has no value at {instant_s} s: {fault}"))
}
