//! EXCIT and EXCIT_RESU: the forces and imposed motions at a frequency.

use std::sync::Arc;

use num_complex::Complex64;

use super::matrices::Matrices;
use super::multiplier::Multiplier;
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Concept, HarmonicResponse, NodalField, States};
use crate::operators::call::access::Closeness;
use crate::operators::matrices::on_numbering;
use crate::operators::response::structural::{LoadAssembly, imposed_on};

/// All excitations of a call.
pub(super) struct Excitations<'c> {
    terms: Vec<Term<'c>>,
    results: Vec<Feedback<'c>>,
}

struct Term<'c> {
    keywords: &'c Keywords,
    multiplier: Multiplier,
    source: Source<'c>,
}

enum Source<'c> {
    /// Forces and imposed values that do not depend on the frequency.
    Vector { force: Vec<Complex64>, imposed: Vec<Complex64> },
    /// A load assembled at each frequency: its functions may depend on it.
    Load(LoadAssembly<'c>),
}

/// EXCIT_RESU: the displacements of another response, taken as forces.
struct Feedback<'c> {
    keywords: &'c Keywords,
    coefficient: Complex64,
    frequencies: Vec<f64>,
    states: Vec<Vec<Complex64>>,
}

impl<'c> Excitations<'c> {
    pub fn read(call: &'c Call, matrices: &Matrices) -> Result<Excitations<'c>, CallError> {
        let mut terms = Vec::new();
        for keywords in call.factor("EXCIT") {
            let source = source(call, keywords, matrices)?;
            terms.push(Term { keywords, multiplier: Multiplier::read(keywords)?, source });
        }
        let results = call.factor("EXCIT_RESU").iter().map(|k| feedback(k, matrices)).collect::<Result<_, _>>()?;
        Ok(Excitations { terms, results })
    }

    /// Adds forces and imposed values at a frequency (Hz).
    pub fn at(&self, frequency: f64, force: &mut [Complex64], imposed: &mut [Complex64]) -> Result<(), CallError> {
        for term in &self.terms {
            let factor = term.multiplier.at(term.keywords, frequency)?;
            match &term.source {
                Source::Vector { force: f, imposed: d } => {
                    force.iter_mut().zip(f).for_each(|(sum, f)| *sum += f * factor);
                    imposed.iter_mut().zip(d).for_each(|(sum, d)| *sum += factor * d);
                }
                Source::Load(load) => {
                    let field = load.at(frequency)?;
                    let parts = [
                        (factor, &field.values, &field.imposed),
                        (factor * Complex64::I, &field.imaginary, &field.imposed_imaginary),
                    ];
                    for (factor, f, d) in parts {
                        force.iter_mut().zip(f).for_each(|(sum, f)| *sum += factor * *f);
                        imposed.iter_mut().zip(d).for_each(|(sum, d)| *sum += factor * *d);
                    }
                }
            }
        }
        for result in &self.results {
            let closeness = Closeness { relative: true, precision: 1e-6 };
            let Some(rank) = closeness.find(&result.frequencies, frequency) else {
                let message = format!("RESULTAT holds no state at {frequency} Hz");
                return Err(result.keywords.error("RESULTAT", "R320", message));
            };
            let state = &result.states[rank];
            force.iter_mut().zip(state).for_each(|(sum, f)| *sum += f * result.coefficient);
        }
        Ok(())
    }
}

fn source<'c>(call: &'c Call, keywords: &'c Keywords, matrices: &Matrices) -> Result<Source<'c>, CallError> {
    if keywords.has("CHARGE") {
        let Some(matrix) = matrices.stiffness.physical() else {
            let error =
                keywords.error("CHARGE", "R320", "a load acts on physical unknowns, and the matrices are generalised");
            return Err(Box::new(error.help("project its vector (PROJ_VECT_BASE) and give VECT_ASSE_GENE")));
        };
        return Ok(Source::Load(LoadAssembly::new(call, keywords, matrix)?));
    }
    let keyword = if keywords.has("VECT_ASSE_GENE") { "VECT_ASSE_GENE" } else { "VECT_ASSE" };
    let of_parts = |re: &[f64], im: Option<&[f64]>| -> Vec<Complex64> {
        let im = |k: usize| im.and_then(|v| v.get(k)).copied().unwrap_or(0.0);
        re.iter().enumerate().map(|(k, re)| Complex64::new(*re, im(k))).collect()
    };
    match (keywords.concept(keyword), matrices.stiffness.physical()) {
        (Some(Concept::NodalField(field)), Some(matrix)) => {
            let numbering = &matrix.matrix.numbering;
            let (re, im) = on_numbering(field, numbering);
            let motion = |values: &[f64]| imposed_on(keywords, keyword, field, values, numbering);
            let (moved, turned) = (motion(&field.imposed)?, motion(&field.imposed_imaginary)?);
            let imposed = (0..moved.len().max(turned.len()))
                .map(|k| Complex64::new(moved.get(k).copied().unwrap_or(0.0), turned.get(k).copied().unwrap_or(0.0)));
            Ok(Source::Vector { force: of_parts(&re, im.as_deref()), imposed: imposed.collect() })
        }
        (Some(Concept::GeneralizedVector(vector)), None) if vector.values.len() == matrices.size => {
            let im = vector.imaginary.as_ref().map(|v| v.as_slice());
            Ok(Source::Vector { force: of_parts(vector.values.as_slice(), im), imposed: Vec::new() })
        }
        (Some(Concept::GeneralizedVector(vector)), None) => {
            let message =
                format!("{keyword} has {} values where the matrices have {}", vector.values.len(), matrices.size);
            Err(Box::new(keywords.error(keyword, "R320", message).help("project it on the basis of the matrices")))
        }
        _ => {
            let message = format!("{keyword} is not a vector on the unknowns of the matrices");
            let help = "physical matrices go with VECT_ASSE, generalised ones with VECT_ASSE_GENE";
            Err(Box::new(keywords.error(keyword, "R320", message).help(help)))
        }
    }
}

fn feedback<'c>(keywords: &'c Keywords, matrices: &Matrices) -> Result<Feedback<'c>, CallError> {
    let (frequencies, states) = match (keywords.concept("RESULTAT"), matrices.stiffness.physical()) {
        (Some(Concept::Fields(series)), Some(matrix)) => {
            let field = |f: &Arc<NodalField>| {
                let (re, im) = on_numbering(f, &matrix.matrix.numbering);
                let im = im.unwrap_or_else(|| vec![0.0; re.len()]);
                re.into_iter().zip(im).map(|(re, im)| Complex64::new(re, im)).collect()
            };
            states_of(States::Fields(series), field)
        }
        (Some(Concept::Harmonic(response)), None) if response.size == matrices.size => {
            let response: &HarmonicResponse = response;
            let states = (0..response.len()).map(|k| response.q(k).to_vec()).collect();
            (response.frequencies.clone(), states)
        }
        _ => {
            let message = "RESULTAT is not a harmonic response on the unknowns of the matrices";
            return Err(keywords.error("RESULTAT", "R320", message));
        }
    };
    let coefficient = keywords.complex_if_given("COEF_MULT_C").unwrap_or(Complex64::new(1.0, 0.0));
    Ok(Feedback { keywords, coefficient, frequencies, states })
}

/// Frequencies and displacements of the states that have displacements.
fn states_of(
    states: States<'_>,
    field: impl Fn(&Arc<NodalField>) -> Vec<Complex64>,
) -> (Vec<f64>, Vec<Vec<Complex64>>) {
    let state = |(rank, u): &(usize, Arc<NodalField>)| Some((states.parameter("FREQ", *rank)?, field(u)));
    states.all_nodal("DEPL").iter().filter_map(state).unzip()
}
