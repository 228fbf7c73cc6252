//! FACTORISER and RESOUDRE: a static problem in two steps, `u = K⁻¹ f` under the constraints of the numbering.
//!
//! The matrix keeps its terms: it is factorised when it is solved with. It may be complex or not symmetric, such as
//! `K - ω² M + iω C` made by COMB_MATR_ASSE. With NPREC < 0 a real matrix may be singular: an unknown of each motion that
//! nothing holds is 0, and loads must not act on it.

use std::sync::Arc;

use crate::operators::statics::mode_statique::{static_error, tell_free};
use num_complex::Complex64;

use crate::catalogue::{Call, CallError};
use crate::concepts::{Concept, MatrixValue, NodalField};
use crate::kernel::assembly::SparseMatrix;
use crate::kernel::harmonic::{HarmonicFault, HarmonicSystem};
use crate::kernel::modal::{StaticFault, StaticSolver};
use crate::operators::call::entities;
use crate::operators::call::lost_digits::Rows;
use crate::operators::matrices::on_numbering;
use crate::operators::{Context, Outcome, set_result};

/// What the solution is called in a warning.
const SOLUTION: &str = "the solution is";

/// FACTORISER: checks that the matrix can be factorised, and returns it.
pub fn factoriser(call: &Call, context: &mut Context<'_>) -> Outcome {
    let matrix = call.matrix("MATR_ASSE")?;
    if let (Some(real), true) = (matrix.matrix.real(), call.integer_if_given("NPREC").is_some_and(|n| n < 0)) {
        let numbering = &matrix.matrix.numbering;
        let solver = StaticSolver::with_free_motions(real, &numbering.constraints)
            .map_err(|fault| static_error(call, "MATR_ASSE", Rows::of(matrix), &fault))?;
        tell_free(&solver, numbering, call, "NPREC", context);
        let free = MatrixValue { keeps_free_motions_still: true, ..MatrixValue::clone(matrix) };
        return set_result(call, Concept::Matrix(Arc::new(free)));
    }
    if let (Some(real), false) = (matrix.matrix.real(), call.is("STOP_SINGULIER", "NON")) {
        let numbering = &matrix.matrix.numbering;
        StaticSolver::new(real, &numbering.constraints)
            .map_err(|fault| static_error(call, "MATR_ASSE", Rows::of(matrix), &fault))?;
    }
    set_result(call, Concept::Matrix(matrix.clone()))
}

pub fn resoudre(call: &Call, context: &mut Context<'_>) -> Outcome {
    let matrix = call.matrix("MATR")?;
    let Some(Concept::NodalField(force)) = call.concept("CHAM_NO") else {
        return Err(entities::missing(call, "CHAM_NO", "an assembled vector"));
    };
    let numbering = &matrix.matrix.numbering;
    let (values, imaginary) = on_numbering(force, numbering);
    // Imposed motions may come apart from the forces.
    let motion = match call.concept("CHAM_CINE") {
        Some(Concept::NodalField(motion)) => motion,
        _ => force,
    };
    let mut imposed = motion.imposed.clone();
    imposed.resize(numbering.constraints.len(), 0.0);
    let complex = matrix.matrix.real().is_none() || imaginary.is_some() || !motion.imposed_imaginary.is_empty();
    let lost;
    let (values, imaginary) = match matrix.matrix.real() {
        Some(real) if !complex => {
            let fail = |fault| static_error(call, "MATR", Rows::of(matrix), &fault);
            let solver = match matrix.keeps_free_motions_still {
                true => StaticSolver::with_free_motions(real, &numbering.constraints),
                false => StaticSolver::new(real, &numbering.constraints),
            };
            let solver = solver.map_err(fail)?;
            let u = solver.solve(&values, &imposed).map_err(fail)?;
            lost = Rows::of(matrix).warning_of(real, &u, || SOLUTION.into());
            (u, Vec::new())
        }
        _ => {
            let force = joined(&values, imaginary.as_deref().unwrap_or(&[]));
            let u = solve_complex(call, matrix, &force, &joined(&imposed, &motion.imposed_imaginary))?;
            lost = Rows::of(matrix).warning_of_amplitudes(&matrix.matrix.complex(), &u, || SOLUTION.into());
            let imaginary = if complex { u.iter().map(|z| z.im).collect() } else { Vec::new() };
            (u.iter().map(|z| z.re).collect(), imaginary)
        }
    };
    lost.into_iter().for_each(|warning| context.warn(warning.at_if_absent(call.span_of("MATR"))));
    let field = NodalField {
        values,
        imaginary,
        numbering: numbering.clone(),
        present: None,
        imposed: Vec::new(),
        imposed_imaginary: Vec::new(),
        ..NodalField::clone(force)
    };
    set_result(call, Concept::NodalField(Arc::new(field)))
}

fn joined(real: &[f64], imaginary: &[f64]) -> Vec<Complex64> {
    let im = |k: usize| imaginary.get(k).copied().unwrap_or(0.0);
    real.iter().enumerate().map(|(k, re)| Complex64::new(*re, im(k))).collect()
}

/// A complex or unsymmetric system: a harmonic response at zero frequency.
fn solve_complex(
    call: &Call,
    matrix: &MatrixValue,
    force: &[Complex64],
    imposed: &[Complex64],
) -> Result<Vec<Complex64>, CallError> {
    let numbering = &matrix.matrix.numbering;
    let none = SparseMatrix::from_triplets(numbering.len(), &[]);
    let system = HarmonicSystem::new(matrix.matrix.complex(), none, None, &numbering.constraints);
    system.respond(0.0, force, imposed).map_err(|fault| {
        let fault = match fault {
            HarmonicFault::Resonance { unknown } => StaticFault::Free { unknown },
            HarmonicFault::Constraint(fault) => StaticFault::Constraint(fault),
        };
        static_error(call, "MATR", Rows::of(matrix), &fault)
    })
}
