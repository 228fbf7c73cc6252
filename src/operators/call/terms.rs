//! Terms of spectral matrices that keywords name.

use crate::catalogue::{CallError, Keywords};
use crate::concepts::{Density, SpectralMatrix, TermPlace};

/// The term of NUME_ORDRE_I and NUME_ORDRE_J, or of NOEUD_I, NOM_CMP_I, NOEUD_J, NOM_CMP_J: its place and values. The column is the row
/// where it is not given.
pub fn term(keywords: &Keywords, matrix: &SpectralMatrix) -> Result<(TermPlace, Density), CallError> {
    let (keyword, place) = asked(keywords, matrix)?;
    match matrix.term(&place) {
        Some(term) => Ok((place, term)),
        None => Err(no_term(keywords, keyword, matrix, &place)),
    }
}

/// The keyword that names the term, and its place.
fn asked(keywords: &Keywords, matrix: &SpectralMatrix) -> Result<(&'static str, TermPlace), CallError> {
    if let Some(order) = keywords.integer_if_given("NUME_ORDRE") {
        return Ok(("NUME_ORDRE", TermPlace::orders(order, order)));
    }
    if let Some(row) = keywords.integer_if_given("NUME_ORDRE_I") {
        let column = keywords.integer_if_given("NUME_ORDRE_J").unwrap_or(row);
        return Ok(("NUME_ORDRE_I", TermPlace::orders(row, column)));
    }
    let (Some(node), Some(component)) = (keywords.text_if_given("NOEUD_I"), keywords.text_if_given("NOM_CMP_I")) else {
        return Err(keywords.error(
            "INTE_SPEC",
            "R446",
            "a term is named by NUME_ORDRE_I, or by NOEUD_I and NOM_CMP_I",
        ));
    };
    let row = matrix.label(&node, &component);
    let other = keywords.text_if_given("NOEUD_J").unwrap_or(node);
    let column = matrix.label(&other, &keywords.text_if_given("NOM_CMP_J").unwrap_or(component));
    Ok(("NOEUD_I", TermPlace { row, column }))
}

/// The error of a term that a matrix does not have.
pub fn no_term(keywords: &Keywords, keyword: &str, matrix: &SpectralMatrix, place: &TermPlace) -> CallError {
    let known: Vec<String> = matrix.terms.iter().take(6).map(|(place, _)| place.to_string()).collect();
    let more = if matrix.terms.len() > known.len() { " ..." } else { "" };
    let error = keywords.error(keyword, "R446", format!("INTE_SPEC has no term {place}"));
    Box::new(error.help(format!("it has {}{more}", known.join(", "))))
}
