//! The data that load vectors are made of, and the members they act on.

use std::sync::Arc;

use super::elementary::Request;
use super::material::{elasticity, material_of};
use crate::catalogue::{CallError, Keywords};
use crate::concepts::{ElementProperties, Load, MaterialField, Model};
use crate::kernel::assembly::{Dof, ElementTerm};
use crate::kernel::elements::{Elasticity, Member};
use crate::kernel::mesh::Mesh;

/// What the vectors are made of.
#[derive(Clone, Copy)]
pub struct LoadRequest<'a> {
    pub mesh: &'a Mesh,
    pub model: &'a Model,
    pub properties: Option<&'a ElementProperties>,
    pub materials: Option<&'a MaterialField>,
    pub loads: &'a [Arc<Load>],
    /// Time at which functions are evaluated (s).
    pub instant_s: f64,
}

/// The beam or bar of a cell and its frame; `None` without section.
pub(super) fn member(
    request: &LoadRequest<'_>,
    cell: usize,
    keywords: &Keywords,
) -> Result<Option<(Member, [f64; 3])>, CallError> {
    member_of_length(request, cell, request.mesh.length(cell), keywords)
}

/// The beam or bar of a cell as if it had another length (m).
pub(super) fn member_of_length(
    request: &LoadRequest<'_>,
    cell: usize,
    length: f64,
    keywords: &Keywords,
) -> Result<Option<(Member, [f64; 3])>, CallError> {
    let given = request.properties.and_then(|p| p.cells.get(cell));
    let (Some(modelisation), Some(given)) = (request.model.modelisations[cell], given) else { return Ok(None) };
    let Some(section) = given.section else { return Ok(None) };
    // Line loads depend on the length only: a material is needed for weight, and asked for when there is one.
    let material = match request.materials {
        Some(_) => elasticity(&material_of(request.materials, request.mesh, cell, keywords)?),
        None => Elasticity { young: 0.0, poisson: 0.0, density: 0.0 },
    };
    Ok(Some((Member::new(length, section, material, modelisation), given.angles)))
}

pub(super) fn masses<'a>(request: &LoadRequest<'a>) -> Request<'a> {
    Request {
        option: "MASS_MECA",
        mesh: request.mesh,
        model: request.model,
        properties: request.properties,
        materials: request.materials,
        cells: None,
        stiffness: None,
        mass: None,
        forces: None,
    }
}

pub(super) fn vector_term(cell: usize, dofs: Vec<Dof>, values: Vec<f64>) -> ElementTerm {
    ElementTerm { cell, dofs, values, imaginary: Vec::new(), symmetric: true }
}
