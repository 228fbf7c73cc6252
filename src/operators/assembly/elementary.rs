//! Element matrices of a model, for one option.

use crate::catalogue::{CallError, Keywords};
use crate::concepts::{ElementProperties, MaterialField, Model, Modelisation};
use crate::kernel::elements::{CellProperties, DiscreteMatrix, ElementTerm, SquareMatrix};
use crate::kernel::mesh::Mesh;

/// What the matrices are made of.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    pub option: &'a str,
    pub mesh: &'a Mesh,
    pub model: &'a Model,
    pub properties: Option<&'a ElementProperties>,
    pub materials: Option<&'a MaterialField>,
    /// Cells to keep (all when `None`).
    pub cells: Option<&'a [usize]>,
}

/// One matrix for each cell that has one. `keywords` places the errors.
pub fn element_matrices(request: &Request<'_>, keywords: &Keywords) -> Result<Vec<ElementTerm>, CallError> {
    let built = ["RIGI_MECA", "MASS_MECA", "MASS_MECA_DIAG", "AMOR_MECA", "RIGI_MECA_HYST"];
    if !built.contains(&request.option) {
        let message = format!("element matrices {} are not built", request.option);
        return Err(keywords.error("OPTION", "R140", message));
    }
    let mut terms = Vec::new();
    let Some(properties) = request.properties else { return Ok(terms) };
    let all: Vec<usize>;
    let cells = match request.cells {
        Some(cells) => cells,
        None => {
            all = (0..request.mesh.cells.len()).collect();
            &all
        }
    };
    for &cell in cells {
        let (Some(modelisation), Some(given)) = (request.model.modelisations[cell], properties.cells.get(cell)) else {
            continue;
        };
        if modelisation.is_discrete()
            && let Some(term) = discrete(request, cell, modelisation, given)
        {
            terms.push(term);
        }
    }
    Ok(terms)
}

fn discrete(
    request: &Request<'_>,
    cell: usize,
    modelisation: Modelisation,
    given: &CellProperties,
) -> Option<ElementTerm> {
    let source: &DiscreteMatrix = match request.option {
        "RIGI_MECA" | "RIGI_MECA_HYST" => given.stiffness.as_deref()?,
        "MASS_MECA" | "MASS_MECA_DIAG" => given.mass.as_deref()?,
        "AMOR_MECA" => given.damping.as_deref()?,
        _ => return None,
    };
    let matrix = source.in_global(given.angles, modelisation);
    let mut term = term(request, cell, matrix, source.symmetric);
    if request.option == "RIGI_MECA_HYST" {
        term.imaginary = term.values.iter().map(|k| k * source.loss_factor).collect();
    }
    Some(term)
}

fn term(request: &Request<'_>, cell: usize, matrix: SquareMatrix, symmetric: bool) -> ElementTerm {
    ElementTerm {
        cell,
        dofs: request.model.cell_dofs(cell),
        values: matrix.into_rows(),
        imaginary: Vec::new(),
        symmetric,
    }
}
