//! MACR_ELEM_DYNA: a component reduced to a base of shapes, `Φᵀ K Φ`, `Φᵀ M Φ`, `Φᵀ C Φ`.

use std::f64::consts::PI;
use std::sync::Arc;

use nalgebra::DMatrix;

use crate::catalogue::{Call, CallError};
use crate::concepts::{Concept, MacroElement, MatrixValue, ModeSet, Shape};
use crate::kernel::assembly::SparseMatrix;
use crate::kernel::modal::project_matrix;
use crate::operators::{Context, Outcome, set_result};

pub fn macr_elem_dyna(call: &Call, _context: &mut Context<'_>) -> Outcome {
    let Some(Concept::Modes(base)) = call.concept("BASE_MODALE") else {
        return Err(crate::operators::call::entities::missing(call, "BASE_MODALE", "a base of shapes"));
    };
    if base.numbering().is_none() || base.is_empty() || base.modes.iter().any(|m| !m.imaginary.is_empty()) {
        let message = "a macro-element is made on real shapes of a model";
        return Err(call.error("BASE_MODALE", "R720", message));
    }
    let stiffness = matrix(call, base, "MATR_RIGI", &base.stiffness)?;
    let mass = matrix(call, base, "MATR_MASS", &base.mass)?;
    let real = |m: &MatrixValue| match m.matrix.real() {
        Some(real) => real.clone(),
        None => part(m, |z| z.re),
    };
    let imaginary = stiffness.matrix.real().is_none().then(|| projected(base, &part(&stiffness, |z| z.im)));
    let damping = if call.has("AMOR_REDUIT") {
        Some(reduced_damping(call, base)?)
    } else {
        match call.concept("MATR_AMOR") {
            Some(Concept::Matrix(_)) => {
                let damping: Arc<MatrixValue> = matrix(call, base, "MATR_AMOR", &None)?;
                Some(projected(base, &real(&damping)))
            }
            _ => base.damping.as_ref().map(|c| projected(base, &real(c))),
        }
    };
    let element = MacroElement {
        base: base.clone(),
        stiffness: projected(base, &real(&stiffness)),
        stiffness_imaginary: imaginary,
        mass: projected(base, &real(&mass)),
        damping,
    };
    set_result(call, Concept::MacroElement(Arc::new(element)))
}

/// The matrix of a keyword, or the one with which the base was made.
fn matrix(
    call: &Call,
    base: &ModeSet,
    name: &str,
    own: &Option<Arc<MatrixValue>>,
) -> Result<Arc<MatrixValue>, CallError> {
    let found = match call.concept(name) {
        Some(Concept::Matrix(matrix)) => Some(matrix.clone()),
        _ => own.clone(),
    };
    let Some(found) = found else {
        let message = format!("the base does not come with the matrix that {name} would give");
        return Err(call.error(name, "R720", message));
    };
    match base.numbering() {
        Some(numbering) if numbering.dofs() == found.matrix.numbering.dofs() => Ok(found),
        _ => {
            let message = format!("{name} and the base are not numbered alike");
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

fn projected(base: &ModeSet, matrix: &SparseMatrix<f64>) -> DMatrix<f64> {
    let shapes: Vec<&[f64]> = base.modes.iter().map(|m| m.values.as_slice()).collect();
    project_matrix(&shapes, matrix, false)
}

/// `4 π f ξ m` on the diagonal, for the dynamic modes; the last damping is repeated.
fn reduced_damping(call: &Call, base: &ModeSet) -> Result<DMatrix<f64>, CallError> {
    let given = call.reals("AMOR_REDUIT");
    let dynamic = base.modes.iter().filter(|m| m.shape == Shape::Dynamic).count();
    if given.len() > dynamic {
        let message = format!("AMOR_REDUIT holds {} values for {dynamic} modes", given.len());
        return Err(call.error("AMOR_REDUIT", "R720", message));
    }
    let mut damping = DMatrix::zeros(base.len(), base.len());
    let of_kind = base.modes.iter().enumerate().filter(|(_, m)| m.shape == Shape::Dynamic);
    for (place, (rank, mode)) in of_kind.enumerate() {
        let (Some(f), Some(m)) = (mode.parameter("FREQ"), mode.parameter("MASS_GENE")) else {
            let message = format!("shape {} of the base has no frequency and generalised mass", rank + 1);
            return Err(call.error("AMOR_REDUIT", "R720", message));
        };
        let xi = given.get(place).or(given.last()).copied().unwrap_or(0.0);
        damping[(rank, rank)] = 4.0 * PI * f * xi * m;
    }
    Ok(damping)
}
