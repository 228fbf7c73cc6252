//! LIRE_INTE_SPEC: a matrix of spectral densities from a text file.
//!
//! ```text
//! S = LIRE_INTE_SPEC(UNITE=19, FORMAT_C="REEL_IMAG")
//! ```
//!
//! FORMAT='ASTER': blocks FONCTION_C; 'IDEAS': sets 58 of a universal file (`io::spectra_text`).

use std::sync::Arc;

use super::conditions::{increasing, warn_unless_positive};
use crate::catalogue::{Call, CallError};
use crate::concepts::{Concept, Density, Label, SpectralMatrix, TermPlace};
use crate::io::spectra_text::{TermLabel, TermText, blocks, sets_58};
use crate::operators::{Check, Context, Operator, Outcome, set_result};

pub(in crate::operators) const LIRE_INTE_SPEC: Operator = Operator { name: "LIRE_INTE_SPEC", run, check: Check::Small };

/// Kinds of matrices of modes.
const MODAL: [&str; 4] = ["DEPL_GENE", "VITE_GENE", "ACCE_GENE", "SPEC_GENE"];

fn run(call: &Call, context: &mut Context<'_>) -> Outcome {
    let result = call.text("NOM_RESU")?;
    if MODAL.contains(&&*result) {
        let message =
            format!("NOM_RESU='{result}': a matrix that is read has densities of signals (DSP), not those of modes");
        let help = "leave NOM_RESU out; DYNA_ALEA_MODAL and DYNA_SPEC_MODAL make responses of modes, and PROJ_SPEC_BASE forces on them";
        return Err(Box::new(call.error("NOM_RESU", "R531", message).help(help)));
    }
    let (file, bytes) = context.read_unit(call, "txt", call.integer("UNITE")?)?;
    let text = String::from_utf8_lossy(&bytes);
    let terms = match call.is("FORMAT", "IDEAS") {
        true => sets_58(&text),
        false => blocks(&text, call.is("FORMAT_C", "MODULE_PHASE")),
    };
    let terms = terms.map_err(|fault| call.error("UNITE", "I605", format!("{file}, {fault}")))?;
    let matrix = matrix(call, &file, terms)?;
    warn_unless_positive(call, &matrix, context);
    set_result(call, Concept::SpectralMatrix(Arc::new(matrix)))
}

fn matrix(call: &Call, file: &str, terms: Vec<TermText>) -> Result<SpectralMatrix, CallError> {
    let label = |label: &TermLabel| match label {
        TermLabel::Order(order) => Label::Order(*order),
        TermLabel::Node(node, component) => Label::Node([format!("N{node}"), component.to_string()]),
    };
    let frequencies = terms.last().map_or_else(Vec::new, |term| term.frequencies.clone());
    increasing(call, "UNITE", &frequencies)?;
    let mut made: Vec<(TermPlace, Density)> = Vec::new();
    for term in terms {
        let place = TermPlace { row: label(&term.row), column: label(&term.column) };
        if term.frequencies.len() != frequencies.len() {
            let message = format!(
                "{file}: the term {place} has {} frequencies, the last one {}",
                term.frequencies.len(),
                frequencies.len()
            );
            return Err(call.error("UNITE", "R531", message));
        }
        let scale = frequencies.iter().fold(0.0, |top: f64, f| top.max(f.abs()));
        let differs = |(a, b): (&f64, &f64)| (a - b).abs() > 1e-6 * scale;
        if let Some(k) = frequencies.iter().zip(&term.frequencies).position(differs) {
            let message = format!(
                "{file}: frequency {} of the term {place} is {} Hz, that of the last term {} Hz",
                k + 1,
                term.frequencies[k],
                frequencies[k]
            );
            return Err(call.error("UNITE", "R531", message));
        }
        if made.iter().any(|(known, _)| *known == place || *known == place.transposed()) {
            return Err(call.error("UNITE", "R531", format!("{file}: the term {place} is there twice")));
        }
        let density = match place.is_diagonal() {
            true => Density::Real(term.values.iter().map(|z| z.re).collect()),
            false => Density::Complex(term.values),
        };
        made.push((place, density));
    }
    Ok(SpectralMatrix::new("DSP", frequencies, made))
}
