//! Values of loads, and the unknowns they are given for.

use crate::catalogue::{CallError, Keywords};
use crate::concepts::{Concept, LoadValue};
use crate::kernel::assembly::Component;
use crate::operators::call::entities;

/// A value of a load: a number or a function of time and place.
pub(super) fn value(keywords: &Keywords, name: &str) -> Result<Option<LoadValue>, CallError> {
    if keywords.get(name).is_none() {
        return Ok(None);
    }
    if let Some(number) = keywords.real_if_given(name) {
        if !number.is_finite() {
            return Err(keywords.error(name, "R126", format!("{name} is {number}")));
        }
        return Ok(Some(LoadValue::Number(number)));
    }
    if let Some(z) = keywords.complex_if_given(name) {
        if !z.is_finite() {
            return Err(keywords.error(name, "R126", format!("{name} is {z}")));
        }
        return Ok(Some(if z.im == 0.0 { LoadValue::Number(z.re) } else { LoadValue::Complex(z) }));
    }
    as_value(keywords, name, keywords.concept(name)).map(Some)
}

/// A value given as a function.
pub(in crate::operators::model) fn as_value(
    keywords: &Keywords,
    name: &str,
    concept: Option<&Concept>,
) -> Result<LoadValue, CallError> {
    match concept {
        Some(Concept::Function(function)) => Ok(LoadValue::Function(function.clone())),
        Some(Concept::Formula(formula)) => Ok(LoadValue::Formula(formula.clone())),
        Some(Concept::Surface(_)) => {
            let mut error =
                keywords.error(name, "R107", "loads that are functions of two parameters (nappe) are not implemented");
            error.help = Some("write a FORMULE of INST, X, Y, Z that calls it.".into());
            Err(error)
        }
        _ => Err(entities::missing(keywords, name, "a number or a function")),
    }
}

pub(super) fn component(keywords: &Keywords, keyword: &str, name: &str) -> Result<Component, CallError> {
    Component::from_name(name).ok_or_else(|| {
        let mut error =
            keywords.error(keyword, "R110", format!("{name} is no unknown of discrete elements, bars and beams"));
        error.help = Some("their unknowns are DX, DY, DZ, DRX, DRY, DRZ.".into());
        error
    })
}
