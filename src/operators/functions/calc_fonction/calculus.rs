//! INTEGRE, DERIVE, CORR_ACCE, REGR_POLYNOMIALE.

use std::sync::Arc;

use super::frequency;
use super::input::{asked_list, real};
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::Concept;
use crate::kernel::signal::regression::Polynomial;
use crate::kernel::signal::{Interpolation, calculus};
use crate::operators::Context;
use crate::operators::functions::calc_fonction::input::{of_other_order, too_few_points};

pub(super) fn integral(_call: &Call, keywords: &Keywords, context: &mut Context<'_>) -> Result<Concept, CallError> {
    let function = real(keywords, "FONCTION")?;
    let start = keywords.real("COEF")?;
    let (x, y) = (&function.table.abscissae, &function.table.ordinates);
    let values = if keywords.is("METHODE", "SIMPSON") {
        if !calculus::has_equal_steps(x) {
            context.slip("simpson-unequal-steps", keywords.span_of("METHODE"));
        }
        calculus::simpson_integral(x, y, start)
    } else {
        calculus::trapezoid_integral(x, y, start)
    };
    Ok(of_other_order(&function, values, &[("ACCE", "VITE"), ("VITE", "DEPL")]).concept())
}

pub(super) fn derivative(_call: &Call, keywords: &Keywords, _context: &mut Context<'_>) -> Result<Concept, CallError> {
    let function = real(keywords, "FONCTION")?;
    let values = calculus::derivative(&function.table.abscissae, &function.table.ordinates);
    let values = values.ok_or_else(|| too_few_points(keywords, "DERIVE", 2))?;
    Ok(of_other_order(&function, values, &[("DEPL", "VITE"), ("VITE", "ACCE")]).concept())
}

/// Acceleration record without the drift of its integrals.
pub(super) fn corrected(_call: &Call, keywords: &Keywords, _context: &mut Context<'_>) -> Result<Concept, CallError> {
    if keywords.is("METHODE", "FILTRAGE") {
        return frequency::without_low(keywords);
    }
    let function = real(keywords, "FONCTION")?;
    let (x, y) = (&function.table.abscissae, &function.table.ordinates);
    let values = calculus::corrected_acceleration(x, y, keywords.is("CORR_DEPL", "OUI"));
    let values = values.ok_or_else(|| too_few_points(keywords, "CORR_ACCE", 2))?;
    Ok(function.with_points(x.clone(), values).concept())
}

/// Least-squares polynomial, on LIST_PARA or on the nodes.
pub(super) fn regression(call: &Call, keywords: &Keywords, _context: &mut Context<'_>) -> Result<Concept, CallError> {
    let function = real(keywords, "FONCTION")?;
    let degree = keywords.integer("DEGRE")?;
    let fit = usize::try_from(degree)
        .ok()
        .and_then(|degree| Polynomial::fit(&function.table.abscissae, &function.table.ordinates, degree));
    let Some(fit) = fit else {
        let count = function.table.abscissae.len();
        let message = format!("no polynomial of degree {degree} is fixed by the {count} points of the function");
        let mut error = keywords.error("DEGRE", "R524", message);
        error.help = Some(format!("DEGRE goes from 0 to {}", count.saturating_sub(1)));
        return Err(error);
    };
    let abscissae = asked_list(call).unwrap_or_else(|| function.table.abscissae.clone());
    let values = abscissae.iter().map(|x| fit.value(*x)).collect();
    let mut result = function.with_points(abscissae, values);
    Arc::make_mut(&mut result.table).interpolation = (Interpolation::Linear, Interpolation::Linear);
    Ok(result.concept())
}
