//! A term of a spectral matrix, or a signal drawn from one.

use super::curve::{Curve, Ordinates};
use crate::catalogue::{Call, CallError};
use crate::concepts::{Density, Place, SpectralMatrix};

pub(super) fn extract(call: &Call) -> Result<Curve, CallError> {
    let matrix = call.spectral_matrix("INTE_SPEC")?;
    let (keyword, place) = asked(call, matrix)?;
    let Some(term) = matrix.term(&place) else {
        let known: Vec<String> = matrix.terms.iter().take(6).map(|(place, _)| place.to_string()).collect();
        let error = call.error(keyword, "R446", format!("INTE_SPEC has no such term: {place}"));
        let more = if matrix.terms.len() > known.len() { " ..." } else { "" };
        return Err(Box::new(error.help(format!("it has {}{more}", known.join(", ")))));
    };
    let ordinates = match term {
        Density::Real(values) => Ordinates::Real(values),
        Density::Complex(values) => Ordinates::Complex(values),
    };
    Ok(Curve {
        parameter: matrix.parameter.clone(),
        result: matrix.kind.clone(),
        abscissae: matrix.abscissae.clone(),
        ordinates,
    })
}

/// The keyword that names the term, and its place.
fn asked(call: &Call, matrix: &SpectralMatrix) -> Result<(&'static str, Place), CallError> {
    if let Some(order) = call.integer_if_given("NUME_ORDRE") {
        return Ok(("NUME_ORDRE", Place::orders(order, order)));
    }
    if let Some(row) = call.integer_if_given("NUME_ORDRE_I") {
        let column = call.integer_if_given("NUME_ORDRE_J").unwrap_or(row);
        return Ok(("NUME_ORDRE_I", Place::orders(row, column)));
    }
    let (Some(node), Some(component)) = (call.text_if_given("NOEUD_I"), call.text_if_given("NOM_CMP_I")) else {
        return Err(call.error("INTE_SPEC", "R446", "a term is named by NUME_ORDRE_I, or by NOEUD_I and NOM_CMP_I"));
    };
    let row = matrix.label(&node, &component);
    let other = call.text_if_given("NOEUD_J").unwrap_or(node);
    let column = matrix.label(&other, &call.text_if_given("NOM_CMP_J").unwrap_or(component));
    Ok(("NOEUD_I", Place { row, column }))
}
