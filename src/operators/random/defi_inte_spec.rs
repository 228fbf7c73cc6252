//! DEFI_INTE_SPEC: a matrix of spectral densities, each term a function, a Kanai-Tajimi density, or a constant.
//!
//! ```text
//! S = DEFI_INTE_SPEC(DIMENSION=1, KANAI_TAJIMI=_F(NUME_ORDRE_I=1, FREQ_MOY=2.5, VALE_R=1.0))
//! ```
//!
//! All terms have one list of frequencies. DIMENSION, extensions and interpolations have no influence: RECU_FONCTION gives the
//! terms their own.

use std::sync::Arc;

use num_complex::Complex64;

use super::conditions::{warn_of_dimension, warn_unless_positive};
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Concept, Density, Label, SpectralMatrix, TermPlace};
use crate::kernel::random::{KanaiTajimi, frequencies};
use crate::operators::{Check, Context, Operator, Outcome, set_result};

pub(in crate::operators) const DEFI_INTE_SPEC: Operator = Operator { name: "DEFI_INTE_SPEC", run, check: Check::Small };

/// Most points of a term.
const LONGEST: f64 = 1.0e7;

fn run(call: &Call, context: &mut Context<'_>) -> Outcome {
    let mut list: Option<Vec<f64>> = None;
    let mut terms: Vec<(TermPlace, Density)> = Vec::new();
    for name in ["KANAI_TAJIMI", "CONSTANT", "PAR_FONCTION"] {
        for occurrence in call.factor(name) {
            let place = place(occurrence)?;
            let (points, density) =
                if name == "PAR_FONCTION" { given(occurrence, &place)? } else { computed(occurrence, name, &place)? };
            let known = list.get_or_insert_with(|| points.clone());
            same_frequencies(occurrence, name, known, &points)?;
            match terms.iter().find(|(p, _)| *p == place || *p == place.transposed()) {
                None => terms.push((place, density)),
                Some((own, known)) => across(occurrence, name, (own, known), (&place, &density))?,
            }
        }
    }
    let matrix = SpectralMatrix::new("DSP", list.unwrap_or_default(), terms);
    warn_of_dimension(call, &matrix, context);
    warn_unless_positive(call, &matrix, context);
    set_result(call, Concept::SpectralMatrix(Arc::new(matrix)))
}

/// Row and column; the column is the row when it is not given.
fn place(keywords: &Keywords) -> Result<TermPlace, CallError> {
    if let Some(i) = keywords.integer_if_given("NUME_ORDRE_I") {
        return Ok(TermPlace::orders(i, keywords.integer_if_given("NUME_ORDRE_J").unwrap_or(i)));
    }
    let text = |name: &str| keywords.text_if_given(name).map(|text| text.to_string());
    let (Some(node), Some(component)) = (text("NOEUD_I"), text("NOM_CMP_I")) else {
        return Err(keywords.error("NOEUD_I", "R531", "a term needs NUME_ORDRE_I, or NOEUD_I and NOM_CMP_I"));
    };
    let column = [text("NOEUD_J").unwrap_or(node.clone()), text("NOM_CMP_J").unwrap_or(component.clone())];
    Ok(TermPlace { row: Label::Node([node, component]), column: Label::Node(column) })
}

fn same_frequencies(keywords: &Keywords, name: &str, known: &[f64], own: &[f64]) -> Result<(), CallError> {
    let keyword = if name == "PAR_FONCTION" { "FONCTION" } else { name };
    let refused = |message: String| {
        let help =
            "all terms of a matrix have one list of frequencies: CALC_FONC_INTERP gives a function that of another";
        Err(Box::new(keywords.error(keyword, "R531", message).help(help)))
    };
    if known.len() != own.len() {
        return refused(format!("this term has {} frequencies, the one before it {}", own.len(), known.len()));
    }
    let scale = known.iter().fold(0.0, |top: f64, f| top.max(f.abs()));
    match known.iter().zip(own).position(|(a, b)| (a - b).abs() > 1e-9 * scale) {
        None => Ok(()),
        Some(k) => refused(format!(
            "frequency {} of this term is {} Hz, that of the one before it {} Hz",
            k + 1,
            own[k],
            known[k]
        )),
    }
}

/// A term given again, or across the diagonal: it must say the same.
fn across(
    keywords: &Keywords,
    name: &str,
    (own, known): (&TermPlace, &Density),
    (place, density): (&TermPlace, &Density),
) -> Result<(), CallError> {
    let expected = if own == place { known.clone() } else { known.conjugate() };
    let count = expected.complex().len();
    let scale = (0..count).fold(0.0, |top: f64, k| top.max(expected.at(k).norm()));
    if (0..count).all(|k| (expected.at(k) - density.at(k)).norm() <= 1e-9 * scale) {
        return Ok(());
    }
    let message = match own == place {
        true => format!("the term {place} is given twice, and not the same"),
        false => format!("the matrix is not Hermitian: the term {place} is not the conjugate of {own}"),
    };
    let help = "one of two terms across the diagonal is enough: the other is its conjugate";
    Err(Box::new(keywords.error(name, "R531", message).help(help)))
}

type Made = (Vec<f64>, Density);

fn given(keywords: &Keywords, place: &TermPlace) -> Result<Made, CallError> {
    let refused = |what: &str| keywords.error("FONCTION", "R531", what);
    let (points, density) = match keywords.concept("FONCTION") {
        Some(Concept::Function(function)) => {
            let table = function.table();
            (table.abscissae.clone(), Density::Real(table.ordinates.clone()))
        }
        // The density of one signal is real.
        Some(Concept::ComplexFunction(function)) if place.is_diagonal() => {
            (function.abscissae.clone(), Density::Real(function.values.iter().map(|z| z.re).collect()))
        }
        Some(Concept::ComplexFunction(function)) => {
            (function.abscissae.clone(), Density::Complex(function.values.clone()))
        }
        _ => return Err(refused("a term of the matrix is a real or complex function of FREQ")),
    };
    if points.is_empty() {
        return Err(refused("a formula has no points: CALC_FONC_INTERP tabulates it"));
    }
    let whole = if place.is_diagonal() { density } else { Density::Complex(density.complex()) };
    Ok((points, whole))
}

fn computed(keywords: &Keywords, name: &str, place: &TermPlace) -> Result<Made, CallError> {
    let (first, last) = (keywords.real("FREQ_MIN")?, keywords.real("FREQ_MAX")?);
    let step = keywords.real("PAS")?;
    if !(step > 0.0 && last >= first && (last - first) / step < LONGEST) {
        let message = format!("no frequencies lead from FREQ_MIN = {first} to FREQ_MAX = {last} by steps of {step}");
        return Err(keywords.error(name, "R531", message));
    }
    let level =
        keywords.complex_if_given("VALE_C").or(keywords.real_if_given("VALE_R").map(|x| Complex64::new(x, 0.0)));
    let Some(level) = level else {
        return Err(keywords.error(name, "R531", "the level of the density, VALE_R or VALE_C, is not given"));
    };
    let points = frequencies(first, last, step);
    if name == "KANAI_TAJIMI" {
        let (damping, frequency) = (keywords.real("AMOR_REDUIT")?, keywords.real("FREQ_MOY")?);
        if !(frequency > 0.0 && damping > 0.0) {
            let message = "FREQ_MOY and AMOR_REDUIT are above zero in a Kanai-Tajimi density";
            return Err(keywords.error(name, "R531", message));
        }
        let layer = KanaiTajimi { frequency, damping, level: level.re };
        let values: Vec<f64> = points.iter().map(|f| layer.value(*f)).collect();
        let density = Density::Real(values);
        // The reference stores a real term off the diagonal too.
        return Ok((points, if place.is_diagonal() { density } else { Density::Complex(density.complex()) }));
    }
    let density = match place.is_diagonal() {
        true => Density::Real(vec![level.re; points.len()]),
        false => Density::Complex(vec![level; points.len()]),
    };
    Ok((points, density))
}
