//! Stiffness, mass and damping of a harmonic response, physical or generalised.

use num_complex::Complex64;

use crate::catalogue::{Call, CallError};
use crate::concepts::Concept;
use crate::kernel::assembly::SparseMatrix;
use crate::kernel::harmonic::HarmonicSystem;
use crate::operators::Context;
use crate::operators::call::coefficients::doubt_negative_damping;
use crate::operators::modes::{ProblemMatrix, expect_matrices};
use crate::operators::response::transient::one_for_each_mode;

/// The system, and the stiffness as given (it knows mesh, model and basis).
pub(super) struct Matrices {
    pub system: HarmonicSystem,
    pub stiffness: ProblemMatrix,
    /// Number of unknowns or coordinates.
    pub size: usize,
    /// Number of rows of constraints.
    pub constraint_count: usize,
}

pub(super) fn read(call: &Call, context: &mut Context<'_>) -> Result<Matrices, CallError> {
    if call.has("MATR_IMPE_PHI") {
        let error = call.error("MATR_IMPE_PHI", "R300", "fluid impedance matrices are not available");
        return Err(Box::new(error.help("remove MATR_IMPE_PHI: structures vibrate in air")));
    }
    let (stiffness, mass, damping) = expect_matrices(call, ["MATR_RIGI", "MATR_MASS", "MATR_AMOR"])?;
    let damping = match damping {
        Some(damping) => Some(damping.complex()),
        None => modal_damping(call, context, &stiffness, &mass)?,
    };
    let complex = stiffness.complex();
    let size = complex.size();
    let constraints = match stiffness.physical() {
        Some(matrix) => matrix.matrix.numbering.constraints.as_slice(),
        None => &[],
    };
    let constraint_count = constraints.len();
    let system = HarmonicSystem::new(complex, mass.complex(), damping, constraints);
    Ok(Matrices { system, stiffness, size, constraint_count })
}

/// `c_j = 2 ξ_j sqrt(m_j k_j)` on the diagonal, from AMOR_REDUIT or LIST_AMOR.
fn modal_damping(
    call: &Call,
    context: &mut Context<'_>,
    stiffness: &ProblemMatrix,
    mass: &ProblemMatrix,
) -> Result<Option<SparseMatrix<Complex64>>, CallError> {
    let place = call.one("AMOR_MODAL").unwrap_or(call);
    let given = match place.concept("LIST_AMOR") {
        Some(Concept::RealList(list)) => list.to_vec(),
        _ => place.reals("AMOR_REDUIT"),
    };
    if given.is_empty() {
        return Ok(None);
    }
    doubt_negative_damping(context, place, &given);
    if stiffness.physical().is_some() {
        let error =
            place.error("AMOR_REDUIT", "R321", "reduced dampings are those of modes, and the matrices are physical");
        return Err(Box::new(error.help("give MATR_AMOR, or project the matrices on modes (BASE_CALCUL='GENE')")));
    }
    let (stiffness, mass) = (stiffness.real(), mass.real());
    let size = mass.size();
    let reduced = one_for_each_mode(place, context, given, size);
    let term = |j: usize| {
        let (m, k) = (mass.get(j, j).unwrap_or(0.0), stiffness.get(j, j).unwrap_or(0.0));
        (j, j, Complex64::new(2.0 * reduced[j] * (m * k).max(0.0).sqrt(), 0.0))
    };
    Ok(Some(SparseMatrix::from_triplets(size, &(0..size).map(term).collect::<Vec<_>>())))
}
