//! MACR_ELEM_DYNA: a component reduced to a basis of shapes, `Φᵀ K Φ`, `Φᵀ M Φ`, `Φᵀ C Φ`.

use std::f64::consts::PI;
use std::sync::Arc;

use nalgebra::DMatrix;

use crate::catalogue::{Call, CallError};
use crate::concepts::{Concept, MacroElement, MatrixValue, ModeSet, Shape};
use crate::kernel::assembly::SparseMatrix;
use crate::kernel::modal::project_matrix;
use crate::operators::call::coefficients::doubt_negative_damping;
use crate::operators::{Context, Outcome, set_result};

pub fn macr_elem_dyna(call: &Call, context: &mut Context<'_>) -> Outcome {
    let Some(Concept::Modes(basis)) = call.concept("BASE_MODALE") else {
        return Err(crate::operators::call::entities::missing(call, "BASE_MODALE", "a basis of shapes"));
    };
    if basis.numbering().is_none() || basis.is_empty() || basis.iter().any(|m| !m.imaginary.is_empty()) {
        let message = "a macro-element is made on real shapes of a model";
        return Err(call.error("BASE_MODALE", "R720", message));
    }
    let stiffness = matrix(call, basis, "MATR_RIGI", &basis.stiffness)?;
    let mass = matrix(call, basis, "MATR_MASS", &basis.mass)?;
    let real = |m: &MatrixValue| match m.matrix.real() {
        Some(real) => real.clone(),
        None => part(m, |z| z.re),
    };
    let imaginary = stiffness.matrix.real().is_none().then(|| projected(basis, &part(&stiffness, |z| z.im)));
    let damping = if call.has("AMOR_REDUIT") {
        Some(reduced_damping(call, context, basis)?)
    } else {
        match call.concept("MATR_AMOR") {
            Some(Concept::Matrix(_)) => {
                let damping: Arc<MatrixValue> = matrix(call, basis, "MATR_AMOR", &None)?;
                Some(projected(basis, &real(&damping)))
            }
            _ => basis.damping.as_ref().map(|c| projected(basis, &real(c))),
        }
    };
    let element = MacroElement {
        basis: basis.clone(),
        stiffness: projected(basis, &real(&stiffness)),
        stiffness_imaginary: imaginary,
        mass: projected(basis, &real(&mass)),
        damping,
    };
    set_result(call, Concept::MacroElement(Arc::new(element)))
}

/// The matrix of a keyword, or the one with which the basis was made.
fn matrix(
    call: &Call,
    basis: &ModeSet,
    name: &str,
    own: &Option<Arc<MatrixValue>>,
) -> Result<Arc<MatrixValue>, CallError> {
    let found = match call.concept(name) {
        Some(Concept::Matrix(matrix)) => Some(matrix.clone()),
        _ => own.clone(),
    };
    let Some(found) = found else {
        let message = format!("the basis does not come with the matrix that {name} would give");
        return Err(call.error(name, "R720", message));
    };
    match basis.numbering() {
        Some(numbering) if numbering.dofs() == found.matrix.numbering.dofs() => Ok(found),
        _ => {
            let message = format!("{name} and the basis are not numbered alike");
            let help = "assemble it with the numbering of the modes";
            Err(Box::new(call.error(name, "R202", message).help(help)))
        }
    }
}

fn part(matrix: &MatrixValue, part: impl Fn(num_complex::Complex64) -> f64) -> SparseMatrix<f64> {
    let complex = matrix.matrix.complex();
    let triplets: Vec<_> = complex.triplets().map(|(r, c, v)| (r, c, part(v))).collect();
    SparseMatrix::from_triplets(complex.size(), &triplets)
}

fn projected(basis: &ModeSet, matrix: &SparseMatrix<f64>) -> DMatrix<f64> {
    let shapes: Vec<&[f64]> = basis.iter().map(|m| m.values.as_slice()).collect();
    project_matrix(&shapes, matrix, false)
}

/// `4 π f ξ m` on the diagonal, for the dynamic modes; the last damping is repeated.
fn reduced_damping(call: &Call, context: &mut Context<'_>, basis: &ModeSet) -> Result<DMatrix<f64>, CallError> {
    let given = call.reals("AMOR_REDUIT");
    let dynamic = basis.iter().filter(|m| m.shape == Shape::Dynamic).count();
    if given.len() > dynamic {
        let message = format!("AMOR_REDUIT holds {} values for {dynamic} modes", given.len());
        return Err(call.error("AMOR_REDUIT", "R720", message));
    }
    doubt_negative_damping(context, call, &given);
    let mut damping = DMatrix::zeros(basis.len(), basis.len());
    let of_kind = basis.iter().enumerate().filter(|(_, m)| m.shape == Shape::Dynamic);
    for (place, (rank, mode)) in of_kind.enumerate() {
        let (Some(f), Some(m)) = (mode.parameter("FREQ"), mode.parameter("MASS_GENE")) else {
            let message = format!("shape {} of the basis has no frequency and generalised mass", rank + 1);
            return Err(call.error("AMOR_REDUIT", "R720", message));
        };
        let xi = given.get(place).or(given.last()).copied().unwrap_or(0.0);
        damping[(rank, rank)] = 4.0 * PI * f * xi * m;
    }
    Ok(damping)
}
