//! Forces in proportion to mass: gravity, and the centrifugal forces of a steady rotation.

use super::elementary::{Request, element_matrices};
use crate::catalogue::{CallError, Keywords};
use crate::concepts::{BodyForce, Modelisation};
use crate::kernel::assembly::{Component, Dof, ElementTerm};
use crate::kernel::mesh::vector::{cross, minus};
use crate::operators::matrices::assembly::load_request::{LoadRequest, masses, member, vector_term};

/// Discrete elements: gravity acts by the diagonal of their mass matrix on translations only, without moments nor couplings, as
/// Code_Aster has it; a rotation by the whole matrix. Beams and bars: a line load, without couples of the section.
pub fn body_force(
    request: &LoadRequest<'_>,
    force: BodyForce,
    cells: Option<&[usize]>,
    keywords: &Keywords,
    terms: &mut Vec<ElementTerm>,
) -> Result<(), CallError> {
    let all: Vec<usize> = match cells {
        Some(cells) => cells.to_vec(),
        None => (0..request.mesh.cells.len()).collect(),
    };
    let is_discrete = |c: &usize| request.model.modelisations[*c].is_some_and(Modelisation::is_discrete);
    let (discrete, others): (Vec<usize>, Vec<usize>) = all.into_iter().partition(is_discrete);
    let place = |node: usize| request.mesh.nodes.get(node).map_or([0.0; 3], |n| n.position);
    for term in element_matrices(&Request { cells: Some(&discrete), ..masses(request) }, keywords)? {
        let values = match force {
            BodyForce::Gravity(acceleration) => {
                let size = term.dofs.len();
                let own =
                    |(i, dof): (usize, &Dof)| term.values[i * size + i] * part([acceleration, [0.0; 3]], dof.component);
                term.dofs.iter().enumerate().map(own).collect()
            }
            BodyForce::Rotation { speed, centre } => centrifugal(&term, speed, centre, place),
        };
        terms.push(vector_term(term.cell, term.dofs, values));
    }
    for cell in others {
        let Some((member, angles)) = member(request, cell, keywords)? else { continue };
        let mut ends = [[0.0; 3]; 2];
        for (end, node) in ends.iter_mut().zip(&request.mesh.cells[cell].nodes) {
            *end = match force {
                BodyForce::Gravity(acceleration) => acceleration,
                BodyForce::Rotation { speed, centre } => {
                    let velocity = cross(speed, minus(place(*node), centre));
                    cross(speed, velocity).map(|a| -a)
                }
            };
        }
        let values = member.weight(angles, ends);
        terms.push(vector_term(cell, request.model.cell_dofs(cell), values));
    }
    Ok(())
}

fn times(term: &ElementTerm, x: &[f64]) -> Vec<f64> {
    let rows = term.values.chunks(x.len().max(1));
    rows.map(|row| row.iter().zip(x).map(|(m, x)| m * x).sum()).collect()
}

/// In a steady rotation `ω` the momenta `P`, `H` of the bodies (mass matrix times velocities) turn with it: the forces of
/// inertia on a node of velocity `v` are `-ω × P` and `-(ω × H + v × P)`.
fn centrifugal(term: &ElementTerm, speed: [f64; 3], centre: [f64; 3], place: impl Fn(usize) -> [f64; 3]) -> Vec<f64> {
    let velocity = |node: usize| cross(speed, minus(place(node), centre));
    let velocities: Vec<f64> = term.dofs.iter().map(|dof| part([velocity(dof.node), speed], dof.component)).collect();
    let momenta = times(term, &velocities);
    let force = |dof: &Dof| {
        let (mut linear, mut angular) = ([0.0; 3], [0.0; 3]);
        for (other, momentum) in term.dofs.iter().zip(&momenta).filter(|(other, _)| other.node == dof.node) {
            match other.component as usize {
                axis @ 0..=2 => linear[axis] = *momentum,
                axis @ 3..=5 => angular[axis - 3] = *momentum,
                _ => {}
            }
        }
        let couple = cross(velocity(dof.node), linear);
        let turned = cross(speed, angular);
        let moment = std::array::from_fn(|i| -(turned[i] + couple[i]));
        part([cross(speed, linear).map(|f| -f), moment], dof.component)
    };
    term.dofs.iter().map(force).collect()
}

/// A component of a vector and a rotation.
fn part([translation, rotation]: [[f64; 3]; 2], component: Component) -> f64 {
    match component as usize {
        axis @ 0..=2 => translation[axis],
        axis @ 3..=5 => rotation[axis - 3],
        _ => 0.0,
    }
}
