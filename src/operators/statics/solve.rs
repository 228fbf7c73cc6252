//! FACTORISER and RESOUDRE: a static problem in two steps, `u = K⁻¹ f` under the constraints of the numbering.
//!
//! The matrix keeps its terms: it is factorised when it is solved with.

use std::sync::Arc;

use super::static_modes::static_error;
use crate::catalogue::Call;
use crate::concepts::{Concept, NodalField};
use crate::kernel::modal::StaticSolver;
use crate::operators::projection::on_numbering;
use crate::operators::{Context, Outcome, entities, set_result};

/// The same matrix, after a check that it can be factorised.
pub fn factoriser(call: &Call, _context: &mut Context<'_>) -> Outcome {
    let Some(Concept::Matrix(matrix)) = call.concept("MATR_ASSE") else {
        return Err(entities::missing(call, "MATR_ASSE", "an assembled matrix"));
    };
    if let (Some(real), false) = (matrix.matrix.real(), call.is("STOP_SINGULIER", "NON")) {
        let numbering = &matrix.matrix.numbering;
        StaticSolver::new(real, &numbering.constraints)
            .map_err(|fault| static_error(call, "MATR_ASSE", numbering, &fault))?;
    }
    set_result(call, Concept::Matrix(matrix.clone()))
}

pub fn resoudre(call: &Call, _context: &mut Context<'_>) -> Outcome {
    let Some(Concept::Matrix(matrix)) = call.concept("MATR") else {
        return Err(entities::missing(call, "MATR", "an assembled matrix"));
    };
    let Some(Concept::NodalField(force)) = call.concept("CHAM_NO") else {
        return Err(entities::missing(call, "CHAM_NO", "an assembled vector"));
    };
    let numbering = &matrix.matrix.numbering;
    let Some(real) = matrix.matrix.real() else {
        return Err(call.error("MATR", "R201", "MATR is complex; RESOUDRE solves real systems"));
    };
    let fail = |fault| static_error(call, "MATR", numbering, &fault);
    let solver = StaticSolver::new(real, &numbering.constraints).map_err(fail)?;
    let (values, imaginary) = on_numbering(force, numbering);
    let mut imposed = force.imposed.clone();
    // Imposed motions may come apart from the forces.
    if let Some(Concept::NodalField(motion)) = call.concept("CHAM_CINE") {
        imposed.clone_from(&motion.imposed);
    }
    imposed.resize(numbering.constraints.len(), 0.0);
    let field = NodalField {
        values: solver.solve(&values, &imposed).map_err(fail)?,
        imaginary: imaginary.map(|f| solver.response(&f)).unwrap_or_default(),
        numbering: numbering.clone(),
        present: None,
        imposed: Vec::new(),
        ..NodalField::clone(force)
    };
    set_result(call, Concept::NodalField(Arc::new(field)))
}
