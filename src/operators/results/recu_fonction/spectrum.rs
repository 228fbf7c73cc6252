//! A term of a spectral matrix, or a signal drawn from one.

use super::curve::{Curve, Ordinates};
use crate::catalogue::{Call, CallError};
use crate::concepts::{Concept, Place, Term};

pub(super) fn extract(call: &Call) -> Result<Curve, CallError> {
    let Some(Concept::SpectralMatrix(matrix)) = call.concept("INTE_SPEC") else {
        return Err(call.error("INTE_SPEC", "R433", "INTE_SPEC is not a spectral matrix"));
    };
    let (keyword, places) = asked(call)?;
    let direct = places.iter().find_map(|place| matrix.term(place));
    let across = places.iter().find_map(|place| matrix.term(&place.transposed()));
    let Some(term) = direct.or(across) else {
        return Err(call.error(keyword, "R446", "INTE_SPEC has no such term"));
    };
    Ok(match term {
        Term::Real(function) => Curve {
            parameter: function.parameter.clone(),
            result: function.result.clone(),
            abscissae: function.table().abscissae.clone(),
            ordinates: Ordinates::Real(function.table().ordinates.clone()),
        },
        Term::Complex(function) => Curve {
            parameter: function.parameter.clone(),
            result: function.result.clone(),
            abscissae: function.abscissae.clone(),
            ordinates: Ordinates::Complex(match direct {
                Some(_) => function.values.clone(),
                None => function.values.iter().map(|z| z.conj()).collect(),
            }),
        },
    })
}

/// The keyword that names the term, and the places it may mean.
fn asked(call: &Call) -> Result<(&'static str, Vec<Place>), CallError> {
    if let Some(order) = call.integer_if_given("NUME_ORDRE") {
        return Ok(("NUME_ORDRE", vec![Place::Order(order), Place::Orders(order, order)]));
    }
    if let Some(row) = call.integer_if_given("NUME_ORDRE_I") {
        let column = call.integer_if_given("NUME_ORDRE_J").unwrap_or(row);
        let mut places = vec![Place::Orders(row, column)];
        places.extend((row == column).then_some(Place::Order(row)));
        return Ok(("NUME_ORDRE_I", places));
    }
    let text = |name: &str| call.text_if_given(name).map(|t| t.to_string());
    let (Some(node), Some(component)) = (text("NOEUD_I"), text("NOM_CMP_I")) else {
        return Err(call.error("INTE_SPEC", "R446", "a term is named by NUME_ORDRE_I, or by NOEUD_I and NOM_CMP_I"));
    };
    let column = [text("NOEUD_J").unwrap_or(node.clone()), text("NOM_CMP_J").unwrap_or(component.clone())];
    Ok(("NOEUD_I", vec![Place::Nodes([node, component], column)]))
}
