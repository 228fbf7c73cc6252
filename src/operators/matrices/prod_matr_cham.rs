//! PROD_MATR_CHAM: a matrix times a field on nodes.
//!
//! ```text
//! FORCE = PROD_MATR_CHAM(MATR_ASSE=STIFF, CHAM_NO=MOTION)
//! ```
//!
//! The field is laid on the unknowns of the matrix: what it lacks counts as 0, what the matrix lacks is dropped. There are no
//! rows of conditions.

use std::sync::Arc;

use num_complex::Complex64;

use super::on_numbering;
use crate::catalogue::Call;
use crate::concepts::{Concept, NodalField};
use crate::kernel::assembly::MatrixValues;
use crate::operators::call::entities;
use crate::operators::{Check, Context, Operator, Outcome, set_result};

pub(in crate::operators) const PROD_MATR_CHAM: Operator = Operator { name: "PROD_MATR_CHAM", run, check: Check::Small };

fn run(call: &Call, _context: &mut Context<'_>) -> Outcome {
    let matrix = call.matrix("MATR_ASSE")?;
    let Some(Concept::NodalField(field)) = call.concept("CHAM_NO") else {
        return Err(entities::missing(call, "CHAM_NO", "a field on nodes"));
    };
    let numbering = &matrix.matrix.numbering;
    let (real, imaginary) = on_numbering(field, numbering);
    let (values, imaginary) = match &matrix.matrix.values {
        MatrixValues::Real(matrix) => {
            (matrix.product(&real), imaginary.map_or(Vec::new(), |imaginary| matrix.product(&imaginary)))
        }
        MatrixValues::Complex(matrix) => {
            let part = |k: usize| imaginary.as_ref().map_or(0.0, |values| values[k]);
            let x: Vec<Complex64> = real.iter().enumerate().map(|(k, re)| Complex64::new(*re, part(k))).collect();
            let mut product = vec![Complex64::default(); x.len()];
            for (row, column, value) in matrix.triplets() {
                product[row] += value * x[column];
            }
            product.iter().map(|z| (z.re, z.im)).unzip()
        }
    };
    let field = NodalField {
        imaginary,
        model: matrix.numbering.model.clone(),
        ..NodalField::new(field.mesh.clone(), numbering.clone(), values)
    };
    set_result(call, Concept::NodalField(Arc::new(field)))
}
