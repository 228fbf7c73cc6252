//! COMB, MULT, PUISSANCE: sums, products and powers of real functions and of surfaces.

use std::sync::Arc;

use super::complex;
use super::input::{Real, Several, several};
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Concept, Surface};
use crate::kernel::signal::Table;
use crate::operators::Context;
use crate::operators::functions::calc_fonction::joining::{Join, joined};

/// `s = c1 f1`, then `s = ck fk + s` on the common support; all attributes of `f1` in the end.
pub(super) fn sum(call: &Call, keywords: &Keywords, _context: &mut Context<'_>) -> Result<Concept, CallError> {
    let terms = call.factor("COMB");
    let coefficients = terms.iter().map(|t| t.real("COEF")).collect::<Result<Vec<_>, _>>()?;
    let functions = several(keywords, "FONCTION", terms.iter().map(|t| t.concept("FONCTION")))?;
    joined(call, keywords, functions, &coefficients, Join::Sum)
}

pub(super) fn product(call: &Call, keywords: &Keywords, context: &mut Context<'_>) -> Result<Concept, CallError> {
    let terms = call.factor("MULT");
    if terms.iter().any(|t| matches!(t.concept("FONCTION"), Some(Concept::ComplexFunction(_)))) {
        return complex::product(call, keywords, context);
    }
    let functions = several(keywords, "FONCTION", terms.iter().map(|t| t.concept("FONCTION")))?;
    joined(call, keywords, functions, &vec![1.0; terms.len()], Join::Product)
}

/// Ordinates to a whole power, at the same abscissae.
pub(super) fn power(_call: &Call, keywords: &Keywords, _context: &mut Context<'_>) -> Result<Concept, CallError> {
    let exponent = keywords.integer("EXPOSANT")?;
    if exponent < 1 {
        let mut error = keywords.error("EXPOSANT", "R523", format!("EXPOSANT is {exponent}, it counts from 1"));
        error.help = Some("a FORMULE sampled by CALC_FONC_INTERP gives any power".into());
        return Err(error);
    }
    let raised = |y: f64| (1..exponent).fold(y, |product, _| product * y);
    let power = |table: &Table| {
        let ordinates = table.ordinates.iter().map(|y| raised(*y)).collect();
        table.with_points(table.abscissae.clone(), ordinates)
    };
    match several(keywords, "FONCTION", std::iter::once(keywords.concept("FONCTION")))? {
        Several::Functions(functions) => {
            Ok(Real { table: power(&functions[0].table).into(), ..functions[0].clone() }.concept())
        }
        Several::Surfaces(surfaces) => {
            let functions = surfaces[0].functions.iter().map(power).collect();
            Ok(Concept::Surface(Arc::new(Surface { functions, ..surfaces[0].clone() })))
        }
    }
}
