//! DYNA_ALEA_MODAL: the spectral matrix of the response of modes to a random excitation.
//!
//! ```text
//! R = DYNA_ALEA_MODAL(
//!     BASE_MODALE=_F(MODE_MECA=MODES, BANDE=(0.0, 50.0), AMOR_UNIF=0.03), MODE_STAT=STATIC,
//!     EXCIT=_F(DERIVATION=2, INTE_SPEC=S, NUME_ORDRE_I=1, NOEUD='N1', NOM_CMP='DX'), REPONSE=_F(DERIVATION=2))
//! ```
//!
//! Rows 1, 2, ...: the imposed motions (GRANDEUR='DEPL_R'), then the modes in the order given. Numerics: `kernel::random`.

use std::sync::Arc;

use super::conditions::{increasing, numbers, of_densities, of_kind};
use super::modes::Selected;
use super::participation;
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Concept, Label, SpectralMatrix, TermPlace};
use crate::diag::Diagnostic;
use crate::kernel::random::{AroundModes, Motion, Oscillator, Spectra, equal_steps, modal_response};
use crate::operators::call::terms::no_term;
use crate::operators::{Check, Context, Operator, Outcome, set_result};

pub(in crate::operators) const DYNA_ALEA_MODAL: Operator =
    Operator { name: "DYNA_ALEA_MODAL", run, check: Check::KeywordsOnly };

/// Most frequencies of a response.
const MOST: f64 = 1.0e7;

fn run(call: &Call, context: &mut Context<'_>) -> Outcome {
    let selected = Selected::of_base(call.only("BASE_MODALE")?)?;
    let excit = call.only("EXCIT")?;
    let matrix = excit.spectral_matrix("INTE_SPEC")?;
    of_densities(excit, "INTE_SPEC", matrix)?;
    if matrix.abscissae.is_empty() {
        return Err(excit.error("INTE_SPEC", "R531", "the spectral matrix has no frequencies"));
    }
    if excit.is("MODAL", "OUI") && matrix.kind != "DSP" {
        of_kind(excit, "INTE_SPEC", matrix, &["SPEC_GENE", "DEPL"])?;
    }
    if excit.has("NUME_VITE_FLUI") {
        let note =
            Diagnostic::note("R534", "NUME_VITE_FLUI has no influence: a matrix is that of one speed of the flow");
        let help = "the modes of a speed are those of MODI_BASE_MODALE, its forces those of PROJ_SPEC_BASE";
        context.warn(note.at_if_absent(excit.span_of("NUME_VITE_FLUI")).help(help));
    }
    let labels = labels(excit, matrix)?;
    let (excitation, turned) =
        matrix.spectra_as_stored(&labels).map_err(|place| no_term(excit, "INTE_SPEC", matrix, &place))?;
    if turned {
        context.slip("terms-as-stored", excit.span_of("INTE_SPEC"));
    }
    let answer = call.only("REPONSE")?;
    let order = |keywords: &Keywords| keywords.integer("DERIVATION").map(|order| order as i32);
    let shares = participation::read(call, excit, &selected, labels.len(), context)?;
    let imposed = if shares.is_motion { Some(order(excit)?) } else { None };
    let motion = Motion { response: order(answer)?, imposed };
    let oscillators = selected.oscillators();
    let grid = frequencies(answer, &oscillators, &excitation)?;
    let response = modal_response(&excitation.at_frequencies(&grid), &oscillators, &shares.rows, motion);
    let is_diagonal = answer.is("OPTION", "DIAG");
    let response = if is_diagonal { response.diagonal() } else { response };
    let kind = ["DEPL_GENE", "VITE_GENE", "ACCE_GENE"][motion.response.clamp(0, 2) as usize];
    let made = SpectralMatrix::of_spectra(kind, &numbers(&response), response, is_diagonal);
    set_result(call, Concept::SpectralMatrix(Arc::new(made)))
}

/// The rows of the excitation that act.
fn labels(excit: &Keywords, matrix: &SpectralMatrix) -> Result<Vec<Label>, CallError> {
    if excit.has("NUME_ORDRE_I") {
        return Ok(excit.integers("NUME_ORDRE_I").into_iter().map(Label::Order).collect());
    }
    let (nodes, components) = (excit.texts("NOEUD_I"), excit.texts("NOM_CMP_I"));
    if nodes.len() != components.len() {
        let message = format!("NOM_CMP_I has {} components for {} nodes of NOEUD_I", components.len(), nodes.len());
        return Err(excit.error("NOM_CMP_I", "R534", message));
    }
    let labels: Vec<Label> = nodes.iter().zip(&components).map(|(n, c)| matrix.label(n, c)).collect();
    for label in &labels {
        let place = TermPlace { row: label.clone(), column: label.clone() };
        if matrix.stored(&place).is_none() {
            return Err(no_term(excit, "NOEUD_I", matrix, &place));
        }
    }
    Ok(labels)
}

fn frequencies(answer: &Keywords, modes: &[Oscillator], excitation: &Spectra) -> Result<Vec<f64>, CallError> {
    let step = answer.real_if_given("PAS");
    if let Some(wrong) = step.filter(|step| !(*step > 0.0)) {
        return Err(answer.error("PAS", "R534", format!("PAS is {wrong}: a step is above zero")));
    }
    let refused = |keyword: &str, what: String| Err(answer.error(keyword, "R534", what));
    if let (Some(first), Some(last)) = (answer.real_if_given("FREQ_MIN"), answer.real_if_given("FREQ_MAX")) {
        if !(first < last) {
            return refused("FREQ_MAX", format!("FREQ_MIN is {first} and FREQ_MAX {last}: no frequency lies between"));
        }
        let step = step.unwrap_or((last - first) / 100.0);
        return match (last - first) / step < MOST {
            true => Ok(equal_steps(first, last, step)),
            false => refused("PAS", format!("steps of {step} Hz make too many frequencies")),
        };
    }
    let points = answer.integer("NB_POIN_MODE")?;
    if !(2..=1_000_000).contains(&points) {
        return refused("NB_POIN_MODE", format!("NB_POIN_MODE is {points}: a mode has at least two points"));
    }
    let top = modes.iter().fold(0.0, |top: f64, mode| top.max(mode.frequency));
    if let Some(step) = step.filter(|step| 2.0 * top / step > MOST) {
        return refused("PAS", format!("steps of {step} Hz make too many frequencies"));
    }
    let others: &[f64] = if answer.is("FREQ_EXCIT", "SANS") { &[] } else { &excitation.frequencies };
    increasing_or_equal(answer, others)?;
    Ok(AroundModes { modes, points: points as usize, others, step }.frequencies())
}

/// Frequencies of a computed response may be there twice.
fn increasing_or_equal(keywords: &Keywords, frequencies: &[f64]) -> Result<(), CallError> {
    let mut distinct = frequencies.to_vec();
    distinct.dedup();
    increasing(keywords, "INTE_SPEC", &distinct)
}
