//! COMB_MATR_ASSE: linear combinations of assembled matrices.
//!
//! ```python
//! DAMPING = COMB_MATR_ASSE(COMB_R=(_F(MATR_ASSE=K, COEF_R=1.0e-4), _F(MATR_ASSE=M, COEF_R=0.5)))
//! ```
//!
//! Physical and generalised matrices, real and complex; CALC_AMOR_GENE makes a diagonal generalised damping
//! `2 ξ sqrt(k m)`. Constraints are those of the numbering, whatever SANS_CMP says: matrices hold none.

use std::sync::Arc;

use nalgebra::DMatrix;
use num_complex::Complex64;

use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Concept, GeneralizedMatrix, MatrixValue};
use crate::kernel::assembly::{AssembledMatrix, MatrixValues, SparseMatrix};
use crate::kernel::linalg::modulus;
use crate::operators::call::coefficients::doubt_negative_damping;
use crate::operators::call::entities;
use crate::operators::{Check, Context, Operator, Outcome, set_result};

pub const COMB_MATR_ASSE: Operator = Operator { name: "COMB_MATR_ASSE", run: combine, check: Check::Small };

enum Operand<'k> {
    Physical(&'k Arc<MatrixValue>),
    Generalized(&'k Arc<GeneralizedMatrix>),
}

fn combine(call: &Call, context: &mut Context<'_>) -> Outcome {
    if let Some(keywords) = call.one("CALC_AMOR_GENE") {
        return set_result(call, Concept::GeneralizedMatrix(Arc::new(generalized_damping(keywords, context)?)));
    }
    let complex = !call.factor("COMB_C").is_empty();
    let occurrences = if complex { call.factor("COMB_C") } else { call.factor("COMB_R") };
    let mut physical = Vec::new();
    let mut generalized = Vec::new();
    for keywords in occurrences {
        let coefficient = match (keywords.complex_if_given("COEF_C"), keywords.real_if_given("COEF_R")) {
            (Some(z), _) => z,
            (None, x) => Complex64::new(x.unwrap_or(1.0), 0.0),
        };
        match operand(keywords)? {
            Operand::Physical(matrix) => physical.push((keywords, coefficient, matrix)),
            Operand::Generalized(matrix) => generalized.push((keywords, coefficient, matrix)),
        }
    }
    match (physical.is_empty(), generalized.is_empty()) {
        (false, true) => set_result(call, Concept::Matrix(Arc::new(physical_sum(&physical, complex)?))),
        (true, false) => {
            set_result(call, Concept::GeneralizedMatrix(Arc::new(generalized_sum(&generalized, complex)?)))
        }
        _ => Err(call.error("COMB_R", "R144", "physical and generalised matrices cannot be added")),
    }
}

fn operand(keywords: &Keywords) -> Result<Operand<'_>, CallError> {
    match keywords.concept("MATR_ASSE") {
        Some(Concept::Matrix(matrix)) => Ok(Operand::Physical(matrix)),
        Some(Concept::GeneralizedMatrix(matrix)) => Ok(Operand::Generalized(matrix)),
        _ => Err(entities::missing(keywords, "MATR_ASSE", "a matrix")),
    }
}

type Weighted<'k, M> = (&'k Keywords, Complex64, &'k Arc<M>);

fn physical_sum(operands: &[Weighted<'_, MatrixValue>], complex: bool) -> Result<MatrixValue, CallError> {
    let (_, _, first) = operands[0];
    let numbering = &first.matrix.numbering;
    let mut triplets: Vec<(usize, usize, Complex64)> = Vec::new();
    for (keywords, coefficient, operand) in operands {
        if operand.matrix.numbering.dofs() != numbering.dofs() {
            return Err(keywords.error("MATR_ASSE", "R144", "the matrices do not have the same unknowns"));
        }
        let part = keywords.text_if_given("PARTIE");
        for (i, j, z) in operand.matrix.complex().triplets() {
            let z = match part.as_deref() {
                Some("REEL") => Complex64::new(z.re, 0.0),
                Some("IMAG") => Complex64::new(z.im, 0.0),
                _ => z,
            };
            triplets.push((i, j, coefficient * z));
        }
    }
    let values = if complex {
        MatrixValues::Complex(SparseMatrix::from_triplets(numbering.len(), &triplets))
    } else {
        let real: Vec<(usize, usize, f64)> = triplets.iter().map(|(i, j, z)| (*i, *j, z.re)).collect();
        MatrixValues::Real(SparseMatrix::from_triplets(numbering.len(), &real))
    };
    Ok(MatrixValue {
        matrix: AssembledMatrix {
            numbering: numbering.clone(),
            values,
            symmetric: operands.iter().all(|o| o.2.matrix.symmetric),
        },
        option: "COMB".to_string(),
        numbering: first.numbering.clone(),
        properties: first.properties.clone(),
        materials: first.materials.clone(),
        keeps_free_motions_still: false,
        hidden: operands.iter().flat_map(|o| o.2.hidden.iter().map(|h| h.scaled(modulus(o.1)))).collect(),
    })
}

fn generalized_sum(
    operands: &[Weighted<'_, GeneralizedMatrix>],
    complex: bool,
) -> Result<GeneralizedMatrix, CallError> {
    let (_, _, first) = operands[0];
    let n = first.values.nrows();
    let (mut real, mut imaginary) = (DMatrix::zeros(n, n), DMatrix::zeros(n, n));
    for (keywords, coefficient, operand) in operands {
        if operand.values.nrows() != n {
            let message = format!("the matrices have {n} and {} rows", operand.values.nrows());
            return Err(keywords.error("MATR_ASSE", "R144", message));
        }
        let part = keywords.text_if_given("PARTIE");
        for i in 0..n {
            for j in 0..n {
                let z = operand.complex(i, j);
                let z = coefficient
                    * match part.as_deref() {
                        Some("REEL") => Complex64::new(z.re, 0.0),
                        Some("IMAG") => Complex64::new(z.im, 0.0),
                        _ => z,
                    };
                real[(i, j)] += z.re;
                imaginary[(i, j)] += z.im;
            }
        }
    }
    Ok(GeneralizedMatrix {
        numbering: first.numbering.clone(),
        values: real,
        imaginary: complex.then_some(imaginary),
        option: "COMB".to_string(),
        unlinked: unlinked_sum(operands),
    })
}

/// Sum of the matrices before the links of sub-structures, where all operands have one and coefficients are real.
fn unlinked_sum(operands: &[Weighted<'_, GeneralizedMatrix>]) -> Option<DMatrix<f64>> {
    let mut terms = operands.iter().map(|(keywords, coefficient, operand)| {
        let plain = coefficient.im == 0.0 && keywords.text_if_given("PARTIE").as_deref() != Some("IMAG");
        operand.unlinked.as_ref().filter(|_| plain).map(|matrix| matrix * coefficient.re)
    });
    let first = terms.next()??;
    terms.try_fold(first, |sum, term| term.filter(|t| t.shape() == sum.shape()).map(|term| sum + term))
}

/// `2 ξ sqrt(k m)` on the diagonal; the last ξ given serves for the modes beyond.
fn generalized_damping(keywords: &Keywords, context: &mut Context<'_>) -> Result<GeneralizedMatrix, CallError> {
    let matrix = |name: &str| match keywords.concept(name) {
        Some(Concept::GeneralizedMatrix(matrix)) => Ok(matrix.clone()),
        _ => Err(entities::missing(keywords, name, "a generalised matrix")),
    };
    let (stiffness, mass) = (matrix("RIGI_GENE")?, matrix("MASS_GENE")?);
    let ratios = match keywords.concept("LIST_AMOR") {
        Some(Concept::RealList(list)) => list.to_vec(),
        _ => keywords.reals("AMOR_REDUIT"),
    };
    let n = stiffness.values.nrows();
    if mass.values.nrows() != n || ratios.is_empty() || ratios.len() > n {
        let message =
            format!("{n} modes of stiffness, {} of mass and {} damping ratios", mass.values.nrows(), ratios.len());
        return Err(keywords.error("AMOR_REDUIT", "R144", message));
    }
    doubt_negative_damping(context, keywords, &ratios);
    let mut values = DMatrix::zeros(n, n);
    for i in 0..n {
        let ratio = ratios[i.min(ratios.len() - 1)];
        values[(i, i)] = 2.0 * ratio * (stiffness.values[(i, i)] * mass.values[(i, i)]).abs().sqrt();
    }
    Ok(GeneralizedMatrix {
        numbering: stiffness.numbering.clone(),
        values,
        imaginary: None,
        option: "AMOR_MECA".to_string(),
        unlinked: None,
    })
}
