//! PROJ_VECT_BASE: a force as `Φᵀ f`, a motion by Euclidean least squares.

use std::sync::Arc;

use nalgebra::DVector;

use super::laid::laid;
use super::numbering::{read_basis, read_numbering, shapes};
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Concept, GeneralizedNumbering, GeneralizedVector, ModeSet};
use crate::kernel::modal::{LeastSquares, project_force};
use crate::operators::matrices::on_numbering;
use crate::operators::{Context, Outcome, set_result};

pub fn proj_vect_base(call: &Call, context: &mut Context<'_>) -> Outcome {
    let basis = read_basis(call)?;
    let Some(numbering) = read_numbering(call, &basis)? else {
        return Err(call.error("NUME_DDL_GENE", "R213", "NUME_DDL_GENE holds no numbering"));
    };
    let vector = project(call, context, &basis, &numbering)?;
    set_result(call, Concept::GeneralizedVector(Arc::new(vector)))
}

/// Projects the vector of `VECT_ASSE` or `VECT_ASSE_GENE` at this level, as its `TYPE_VECT` says.
pub fn project(
    keywords: &Keywords,
    context: &mut Context<'_>,
    basis: &ModeSet,
    numbering: &Arc<GeneralizedNumbering>,
) -> Result<GeneralizedVector, CallError> {
    let mut shapes = shapes(basis, numbering);
    let others: Vec<Vec<f64>>;
    let (real, imaginary) = match (keywords.concept("VECT_ASSE"), keywords.concept("VECT_ASSE_GENE")) {
        (Some(Concept::NodalField(field)), _) => {
            let Some(support) = basis.numbering() else {
                let mut error =
                    keywords.error("VECT_ASSE", "R215", "the basis is generalised and the vector is physical");
                error.help = Some("give a generalised vector (VECT_ASSE_GENE)".into());
                return Err(error);
            };
            let place = (field.numbering.dofs(), Some(&field.mesh));
            if let Some(moved) = laid(keywords, context, "VECT_ASSE", (basis, support), &shapes, place)? {
                others = moved;
                shapes = others.iter().map(Vec::as_slice).collect();
            }
            on_numbering(field, &field.numbering)
        }
        (_, Some(Concept::GeneralizedVector(vector))) => {
            let (found, expected) = (vector.values.len(), basis[0].values.len());
            if found != expected {
                let message = format!("the vector has {found} coordinates and the shapes {expected}");
                return Err(keywords.error("VECT_ASSE_GENE", "R215", message));
            }
            (vector.values.as_slice().to_vec(), vector.imaginary.as_ref().map(|v| v.as_slice().to_vec()))
        }
        _ => return Err(keywords.error("VECT_ASSE", "R215", "no vector to project")),
    };
    let projector = Projector::new(keywords, shapes)?;
    Ok(GeneralizedVector {
        unlinked: None,
        numbering: numbering.clone(),
        values: DVector::from_vec(projector.apply(&real)),
        imaginary: imaginary.map(|v| DVector::from_vec(projector.apply(&v))),
    })
}

/// How vectors of a kind (TYPE_VECT) are projected.
pub struct Projector<'a> {
    shapes: Vec<&'a [f64]>,
    least_squares: Option<LeastSquares>,
}

impl<'a> Projector<'a> {
    pub fn new(keywords: &Keywords, shapes: Vec<&'a [f64]>) -> Result<Self, CallError> {
        let force = keywords.text_if_given("TYPE_VECT").is_none_or(|t| &*t == "FORC");
        let least_squares = match force {
            true => None,
            false => Some(LeastSquares::new(&shapes).map_err(|rank| {
                let message = format!("shape {} of the basis depends on the ones before it", rank + 1);
                let mut error = keywords.error("TYPE_VECT", "N211", message);
                error.help = Some("a motion has no unique coordinates on it: use an independent basis (ORTHO='OUI' in DEFI_BASE_MODALE)".into());
                error
            })?),
        };
        Ok(Projector { shapes, least_squares })
    }

    pub fn apply(&self, vector: &[f64]) -> Vec<f64> {
        match &self.least_squares {
            None => project_force(&self.shapes, vector),
            Some(fit) => fit.coordinates(&self.shapes, vector),
        }
    }
}
