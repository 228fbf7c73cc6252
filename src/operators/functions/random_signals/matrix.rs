//! DEFI_INTE_SPEC: each term a complex function, a Kanai-Tajimi density, or a constant.

use std::sync::Arc;

use num_complex::Complex64;

use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{ComplexFunction, Concept, Function, Place, SpectralMatrix, Term};
use crate::kernel::signal::{Extension, Interpolation, Signal, Table};
use crate::operators::functions::Attributes;
use crate::operators::{Check, Context, Operator, Outcome, set_result};

pub(in crate::operators) const DEFI_INTE_SPEC: Operator =
    Operator { name: "DEFI_INTE_SPEC", run, check: Check::KeywordsOnly };

/// Most points of a term.
const LONGEST: f64 = 1.0e7;

fn run(call: &Call, _context: &mut Context<'_>) -> Outcome {
    let dimension = call.integer("DIMENSION")?;
    let mut matrix = SpectralMatrix::default();
    for name in ["PAR_FONCTION", "KANAI_TAJIMI", "CONSTANT"] {
        for occurrence in call.factor(name) {
            let place = place(occurrence)?;
            if matrix.terms.iter().any(|(p, _)| *p == place || *p == place.transposed()) {
                let message = "this term of the matrix is given twice; the one across the diagonal is its conjugate";
                return Err(occurrence.error(name, "R531", message));
            }
            let term =
                if name == "PAR_FONCTION" { given(occurrence, &place)? } else { computed(occurrence, name, &place)? };
            matrix.terms.push((place, term));
        }
    }
    let diagonal = matrix.terms.iter().filter(|(place, _)| place.is_diagonal()).count();
    if diagonal as i64 != dimension {
        let message = format!("DIMENSION is {dimension} and {diagonal} term(s) stand on the diagonal");
        let mut error = call.error("DIMENSION", "R531", message);
        error.help = Some("the density of each signal is a term on the diagonal; the others may be left out".into());
        return Err(error);
    }
    set_result(call, Concept::SpectralMatrix(Arc::new(matrix)))
}

/// Row and column; the column is the row when it is not given.
fn place(keywords: &Keywords) -> Result<Place, CallError> {
    if let Some(i) = keywords.integer_if_given("NUME_ORDRE_I") {
        return Ok(Place::Orders(i, keywords.integer_if_given("NUME_ORDRE_J").unwrap_or(i)));
    }
    let label = |node: &str, component: &str| -> Option<[String; 2]> {
        Some([keywords.text_if_given(node)?.to_string(), keywords.text_if_given(component)?.to_string()])
    };
    let Some(row) = label("NOEUD_I", "NOM_CMP_I") else {
        return Err(keywords.error("NOEUD_I", "R531", "a term needs NUME_ORDRE_I, or NOEUD_I and NOM_CMP_I"));
    };
    let column = label("NOEUD_J", "NOM_CMP_J").unwrap_or_else(|| row.clone());
    Ok(Place::Nodes(row, column))
}

fn given(keywords: &Keywords, place: &Place) -> Result<Term, CallError> {
    match keywords.concept("FONCTION") {
        Some(Concept::Function(function)) => Ok(Term::Real(function.clone())),
        // The density of one signal is real.
        Some(Concept::ComplexFunction(function)) if place.is_diagonal() => {
            let ordinates = function.values.iter().map(|z| z.re).collect();
            let ComplexFunction { interpolation, left, right, .. } = **function;
            let table = Table { abscissae: function.abscissae.clone(), ordinates, interpolation, left, right };
            let (parameter, result) = (function.parameter.clone(), function.result.clone());
            Ok(Term::Real(Arc::new(Function { parameter, result, signal: Signal::Table(Arc::new(table)) })))
        }
        Some(Concept::ComplexFunction(function)) => Ok(Term::Complex(function.clone())),
        _ => Err(keywords.error("FONCTION", "R531", "a term of the matrix is a real or complex function of FREQ")),
    }
}

/// CONSTANT, or KANAI_TAJIMI: v (1 + 4 xi^2 r^2)/((1 - r^2)^2 + 4 xi^2 r^2), r = f/FREQ_MOY.
fn computed(keywords: &Keywords, name: &str, place: &Place) -> Result<Term, CallError> {
    let (first, last) = (keywords.real("FREQ_MIN")?, keywords.real("FREQ_MAX")?);
    let step = keywords.real("PAS")?;
    if !(step > 0.0 && last > first && (last - first) / step < LONGEST) {
        let message = format!("no frequencies lead from FREQ_MIN = {first} to FREQ_MAX = {last} by steps of {step}");
        return Err(keywords.error(name, "R531", message));
    }
    let filter = match name {
        "KANAI_TAJIMI" => Some((keywords.real("AMOR_REDUIT")?, keywords.real("FREQ_MOY")?)),
        _ => None,
    };
    if filter.is_some_and(|(xi, centre)| !(centre > 0.0 && xi > 0.0)) {
        return Err(keywords.error(name, "R531", "FREQ_MOY and AMOR_REDUIT are above zero in a Kanai-Tajimi density"));
    }
    let shape = |f: f64| {
        let Some((xi, centre)) = filter else { return 1.0 };
        let (r, damping) = (f / centre, 4.0 * xi * xi * (f / centre) * (f / centre));
        (1.0 + damping) / ((1.0 - r * r) * (1.0 - r * r) + damping)
    };
    let level =
        keywords.complex_if_given("VALE_C").or(keywords.real_if_given("VALE_R").map(|x| Complex64::new(x, 0.0)));
    let Some(level) = level else {
        return Err(keywords.error(name, "R531", "the level of the density, VALE_R or VALE_C, is not given"));
    };
    let count = ((last - first) / step + 1.0e-6) as usize;
    let abscissae: Vec<f64> = (0..=count).map(|k| first + step * k as f64).collect();
    let rules = Attributes {
        interpolation: (Interpolation::Linear, Interpolation::Linear),
        left: Extension::Excluded,
        right: Extension::Excluded,
    };
    let Attributes { interpolation, left, right } = rules.overridden(keywords);
    let (parameter, result) = ("FREQ".to_string(), "INTE_SPE".to_string());
    Ok(if place.is_diagonal() {
        let ordinates = abscissae.iter().map(|f| level.re * shape(*f)).collect();
        let signal = Signal::Table(Arc::new(Table { abscissae, ordinates, interpolation, left, right }));
        Term::Real(Arc::new(Function { parameter, result, signal }))
    } else {
        let values = abscissae.iter().map(|f| level * shape(*f)).collect();
        Term::Complex(Arc::new(ComplexFunction { parameter, result, abscissae, values, interpolation, left, right }))
    })
}
