//! PROJ_MATR_BASE: `Φᵀ A Φ` of a physical or generalised matrix.

use std::sync::Arc;

use nalgebra::DMatrix;

use super::laid::laid;
use super::numbering::{read_basis, read_numbering, shapes};
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Concept, GeneralizedMatrix, GeneralizedNumbering, ModeSet, ModeSupport, Storage};
use crate::kernel::assembly::{Numbering, SparseMatrix};
use crate::kernel::modal::project_matrix;
use crate::operators::{Context, Outcome, set_result};

pub fn proj_matr_base(call: &Call, context: &mut Context<'_>) -> Outcome {
    let basis = read_basis(call)?;
    let Some(numbering) = read_numbering(call, &basis)? else {
        return Err(call.error("NUME_DDL_GENE", "R213", "NUME_DDL_GENE holds no numbering"));
    };
    let matrix = project(call, context, &basis, &numbering)?;
    set_result(call, Concept::GeneralizedMatrix(Arc::new(matrix)))
}

/// Projects the matrix of `MATR_ASSE` or `MATR_ASSE_GENE` at this level.
pub fn project(
    keywords: &Keywords,
    context: &mut Context<'_>,
    basis: &ModeSet,
    numbering: &Arc<GeneralizedNumbering>,
) -> Result<GeneralizedMatrix, CallError> {
    let mut shapes = shapes(basis, numbering);
    let others: Vec<Vec<f64>>;
    let diagonal = numbering.storage == Storage::Diagonal;
    let (real, imaginary, option) = match (keywords.concept("MATR_ASSE"), keywords.concept("MATR_ASSE_GENE")) {
        (Some(Concept::Matrix(matrix)), _) => {
            let own = physical(keywords, basis)?;
            let mesh = matrix.numbering.model.as_ref().map(|model| &model.mesh);
            let place = (matrix.matrix.numbering.dofs(), mesh);
            if let Some(moved) = laid(keywords, context, "MATR_ASSE", (basis, own), &shapes, place)? {
                others = moved;
                shapes = others.iter().map(Vec::as_slice).collect();
            }
            let complex = match matrix.matrix.real() {
                Some(_) => None,
                None => Some(matrix.matrix.complex()),
            };
            match complex {
                None => (matrix.matrix.real().cloned(), None, matrix.option.clone()),
                Some(z) => {
                    let part = |f: fn(&num_complex::Complex64) -> f64| {
                        let triplets: Vec<_> = z.triplets().map(|(r, c, v)| (r, c, f(&v))).collect();
                        SparseMatrix::from_triplets(z.size(), &triplets)
                    };
                    (Some(part(|v| v.re)), Some(part(|v| v.im)), matrix.option.clone())
                }
            }
        }
        (_, Some(Concept::GeneralizedMatrix(matrix))) => {
            let found = matrix.values.nrows();
            let expected = basis[0].values.len();
            if found != expected {
                return Err(mismatch(keywords, "MATR_ASSE_GENE", found, expected));
            }
            (Some(sparse(&matrix.values)), matrix.imaginary.as_ref().map(sparse), matrix.option.clone())
        }
        _ => (None, None, String::new()),
    };
    let Some(real) = real else {
        return Err(keywords.error("MATR_ASSE", "R214", "no matrix to project"));
    };
    Ok(GeneralizedMatrix {
        unlinked: None,
        numbering: numbering.clone(),
        values: project_matrix(&shapes, &real, diagonal),
        imaginary: imaginary.map(|m| project_matrix(&shapes, &m, diagonal)),
        option,
    })
}

/// The unknowns of a basis that physical matrices are projected on.
fn physical<'b>(keywords: &Keywords, basis: &'b ModeSet) -> Result<&'b Numbering, CallError> {
    match &basis.support {
        ModeSupport::Physical(numbering) => Ok(numbering),
        ModeSupport::Generalized(_) => {
            let mut error = keywords.error("MATR_ASSE", "R214", "the basis is generalised and the matrix is physical");
            error.help = Some(
                "project the generalised matrix (MATR_ASSE_GENE), or restore the basis with REST_GENE_PHYS".into(),
            );
            Err(error)
        }
    }
}

fn mismatch(keywords: &Keywords, name: &'static str, found: usize, expected: usize) -> CallError {
    let message = format!("{name} acts on {found} unknowns that are not the {expected} of the basis");
    let mut error = keywords.error(name, "R214", message);
    error.help = Some("assemble the matrix with the numbering the modes were computed on".into());
    error
}

/// A dense matrix as a sparse one.
pub fn sparse(matrix: &DMatrix<f64>) -> SparseMatrix<f64> {
    let n = matrix.nrows();
    let triplets: Vec<_> = (0..n * n).map(|k| (k % n, k / n, matrix[(k % n, k / n)])).filter(|t| t.2 != 0.0).collect();
    SparseMatrix::from_triplets(n, &triplets)
}
