//! ABS, EXTRACTION, ASSE, COMPOSE, INVERSE: one function made from the points of others.

use std::sync::Arc;

use super::input::{Real, Several, fault, real, several};
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::Concept;
use crate::kernel::signal::{Extension, Table};
use crate::operators::Context;

/// Absolute ordinates at the same abscissae; a linear extension would not stay positive and is dropped.
pub(super) fn absolute(_call: &Call, keywords: &Keywords, _context: &mut Context<'_>) -> Result<Concept, CallError> {
    let mut function = real(keywords, "FONCTION")?;
    let kept = |extension| if extension == Extension::Linear { Extension::Excluded } else { extension };
    let table = Arc::make_mut(&mut function.table);
    table.ordinates.iter_mut().for_each(|y| *y = y.abs());
    (table.left, table.right) = (kept(table.left), kept(table.right));
    Ok(function.concept())
}

/// Real part, imaginary part, modulus or phase (degrees) of a complex function.
pub(super) fn part(_call: &Call, keywords: &Keywords, _context: &mut Context<'_>) -> Result<Concept, CallError> {
    let Some(Concept::ComplexFunction(function)) = keywords.concept("FONCTION") else {
        return Err(keywords.error("FONCTION", "R521", "EXTRACTION takes a complex function"));
    };
    let part = keywords.text("PARTIE")?;
    let take = |z: &num_complex::Complex64| match &*part {
        "IMAG" => z.im,
        "MODULE" => libm::sqrt(z.re * z.re + z.im * z.im),
        "PHASE" => libm::atan2(z.im, z.re) * 180.0 / std::f64::consts::PI,
        _ => z.re,
    };
    let table = Table {
        abscissae: function.abscissae.clone(),
        ordinates: function.values.iter().map(take).collect(),
        interpolation: function.interpolation,
        left: function.left,
        right: function.right,
    };
    Ok(Real { parameter: function.parameter.clone(), result: function.result.clone(), table: table.into() }.concept())
}

/// Two functions end to end; where they overlap SURCHARGE says whose points stay.
pub(super) fn joined(_call: &Call, keywords: &Keywords, _context: &mut Context<'_>) -> Result<Concept, CallError> {
    let functions = several(keywords, "FONCTION", keywords.concepts("FONCTION").into_iter().map(Some))?;
    let Several::Functions(functions) = functions else {
        return Err(keywords.error("FONCTION", "R521", "ASSE takes two functions, not surfaces"));
    };
    let [given, other] = &functions[..] else {
        return Err(keywords.error("FONCTION", "R521", "ASSE takes two functions"));
    };
    if given.table.interpolation != other.table.interpolation {
        return Err(keywords.error("FONCTION", "R523", "ASSE joins functions of the same INTERPOL, these differ"));
    }
    let start = |f: &Real| f.table.abscissae.first().copied().unwrap_or(0.0);
    let (first, second) =
        if start(given) < start(other) { (&given.table, &other.table) } else { (&other.table, &given.table) };
    let keep_second = !keywords.is("SURCHARGE", "GAUCHE");
    let (boundary, first_end) = (second.abscissae.first().copied().unwrap_or(0.0), first.abscissae.last().copied());
    let left_part = points(first).filter(|(x, _)| !keep_second || *x < boundary);
    let right_part = points(second).filter(|(x, _)| keep_second || first_end.is_none_or(|end| *x >= end));
    let (left_part, right_part): (Vec<_>, Vec<_>) = (left_part.collect(), right_part.collect());
    let second_ends = if keep_second { left_part.len() < first.abscissae.len() } else { !right_part.is_empty() };
    let right = if second_ends { second.right } else { first.right };
    let (abscissae, ordinates) = left_part.into_iter().chain(right_part).unzip();
    let mut result = given.with_points(abscissae, ordinates);
    let table = Arc::make_mut(&mut result.table);
    (table.left, table.right) = (first.left, right);
    Ok(result.concept())
}

fn points(table: &Table) -> impl Iterator<Item = (f64, f64)> + '_ {
    table.abscissae.iter().copied().zip(table.ordinates.iter().copied())
}

/// FONC_RESU(FONC_PARA(x)) at the abscissae of FONC_PARA.
pub(super) fn composed(_call: &Call, keywords: &Keywords, _context: &mut Context<'_>) -> Result<Concept, CallError> {
    let (outer, inner) = (real(keywords, "FONC_RESU")?, real(keywords, "FONC_PARA")?);
    if outer.parameter != inner.result {
        let message = format!("FONC_RESU is a function of {} and FONC_PARA gives {}", outer.parameter, inner.result);
        let mut error = keywords.error("FONC_PARA", "R523", message);
        error.help = Some("NOM_RESU of FONC_PARA and NOM_PARA of FONC_RESU must be the same name".into());
        return Err(error);
    }
    let values: Result<Vec<f64>, _> = inner.table.ordinates.iter().map(|y| outer.table.evaluate_command(*y)).collect();
    let values = values.map_err(|f| fault(keywords, f))?;
    let result = outer.with_points(inner.table.abscissae.clone(), values);
    Ok(Real { parameter: inner.parameter, ..result }.concept())
}

/// Abscissae and ordinates exchanged.
pub(super) fn inverse(_call: &Call, keywords: &Keywords, _context: &mut Context<'_>) -> Result<Concept, CallError> {
    let mut function = real(keywords, "FONCTION")?;
    let kept = |extension| if extension == Extension::Constant { Extension::Excluded } else { extension };
    let Table { abscissae, ordinates, interpolation, left, right } = Arc::unwrap_or_clone(function.table);
    let (mut abscissae, mut ordinates) = (ordinates, abscissae);
    if abscissae.windows(2).all(|w| w[1] < w[0]) {
        abscissae.reverse();
        ordinates.reverse();
    }
    let interpolation = (interpolation.1, interpolation.0);
    function.table = Table { abscissae, ordinates, interpolation, left: kept(left), right: kept(right) }.into();
    function.result = "TOUTRESU".into();
    Ok(function.concept())
}
