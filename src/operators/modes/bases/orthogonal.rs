//! ORTHO='OUI' and ORTHO_BASE: a basis of unit shapes, orthogonal for a matrix.

use crate::catalogue::{CallError, Keywords};
use crate::concepts::{Concept, ModeSet};
use crate::diag::Diagnostic;
use crate::kernel::assembly::SparseMatrix;
use crate::kernel::linalg::bilinear;
use crate::kernel::modal::{Orthogonalised, orthonormalise};
use crate::operators::Context;
use crate::operators::matrices::projection::sparse;
use crate::operators::modes::bases::sets::numbered;

/// Orthonormalises for MATRICE. Shapes that depend on those before them are removed, or become zero.
pub fn orthonormal(
    keywords: &Keywords,
    basis: ModeSet,
    remove: bool,
    context: &mut Context<'_>,
) -> Result<ModeSet, CallError> {
    let matrix = read_matrix(keywords, &basis)?;
    let shapes: Vec<&[f64]> = basis.iter().map(|m| m.values.as_slice()).collect();
    let results = orthonormalise(&shapes, &matrix);
    let mut dependent = Vec::new();
    let mut modes = Vec::with_capacity(results.len());
    for (rank, (mut mode, result)) in basis.iter().cloned().zip(results).enumerate() {
        let size = mode.values.len();
        mode.values = match result {
            Orthogonalised::Independent(values) => values,
            Orthogonalised::Dependent => {
                dependent.push((rank + 1).to_string());
                if remove {
                    continue;
                }
                vec![0.0; size]
            }
            Orthogonalised::WithoutEnergy(energy) => {
                let message = format!("shape {} has energy {energy:e} in MATRICE, which must be positive", rank + 1);
                let help = "a rigid mode has none in the stiffness: make the basis orthogonal for the mass";
                return Err(Box::new(keywords.error("MATRICE", "N214", message).help(help)));
            }
        };
        mode.imaginary.clear();
        mode.fields.clear();
        for (name, own) in [("MASS_GENE", &basis.mass), ("RIGI_GENE", &basis.stiffness)] {
            if let Some(own) = own.as_ref().and_then(|m| m.matrix.real()) {
                mode.parameters.insert(name.into(), bilinear(own, &mode.values, &mode.values));
            }
        }
        modes.push(mode);
    }
    if !dependent.is_empty() {
        let fate = if remove { "removed from the basis" } else { "zero in the basis" };
        let message = format!("depending on the ones before them, these shapes are {fate}: {}", dependent.join(", "));
        context.warn(Diagnostic::warning("N215", message).at_if_absent(keywords.span));
    }
    Ok(numbered(basis, modes))
}

fn read_matrix(keywords: &Keywords, basis: &ModeSet) -> Result<SparseMatrix<f64>, CallError> {
    let size = basis.first().map_or(0, |m| m.values.len());
    let matrix = match keywords.concept("MATRICE") {
        Some(Concept::Matrix(matrix)) => matrix.matrix.real().cloned(),
        Some(Concept::GeneralizedMatrix(matrix)) => Some(sparse(&matrix.values)),
        _ => None,
    };
    match matrix {
        Some(matrix) if matrix.size() == size || size == 0 => Ok(matrix),
        Some(matrix) => {
            let message = format!("MATRICE acts on {} unknowns and the shapes have {size}", matrix.size());
            Err(keywords.error("MATRICE", "R202", message))
        }
        None => {
            let help = "give the stiffness or the mass";
            Err(Box::new(keywords.error("MATRICE", "R201", "MATRICE holds no real matrix").help(help)))
        }
    }
}
