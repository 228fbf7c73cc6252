//! `S = R S_gene Rᵀ`: the terms of modes that count, and the pairs of points that are kept.

use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Density, Label, SpectralMatrix, TermPlace};
use crate::diag::Diagnostic;
use crate::kernel::random::Spectra;
use crate::operators::Context;
use crate::operators::call::terms::no_term;

/// Terms that count, and terms that are kept (OPTION).
#[derive(Clone, Copy)]
pub(super) struct Terms {
    all_modes: bool,
    all_points: bool,
}

/// A response at points.
pub(super) enum Response {
    Whole(Spectra),
    /// The densities alone: frequencies, then a list for each point.
    Diagonal(Vec<f64>, Vec<Vec<f64>>),
}

impl Terms {
    pub(super) fn read(keywords: &Keywords, matrix: &SpectralMatrix) -> Result<Terms, CallError> {
        let option = keywords.text("OPTION")?;
        let terms = Terms { all_modes: option.ends_with("_TOUT"), all_points: option.starts_with("TOUT_") };
        if terms.all_modes && matrix.is_diagonal {
            let message =
                format!("OPTION='{option}' needs the terms between modes, and INTE_SPEC_GENE has its diagonal alone");
            let error = keywords.error("OPTION", "R535", message);
            return Err(Box::new(error.help(
                "OPTION='TOUT' of the command that made it keeps them; 'DIAG_DIAG' and 'TOUT_DIAG' do without",
            )));
        }
        Ok(terms)
    }

    /// `R S Rᵀ`; `factors` is R row by row.
    pub(super) fn apply(
        self,
        call: &Call,
        matrix: &SpectralMatrix,
        labels: &[Label],
        factors: &[f64],
        context: &mut Context<'_>,
    ) -> Result<Response, CallError> {
        let missing = |place| no_term(call, "INTE_SPEC_GENE", matrix, &place);
        let spectra = match self.all_modes {
            true => matrix.spectra(labels).map_err(missing)?,
            false => matrix.spectra_or_zero(labels).diagonal(),
        };
        if !self.all_modes && labels.len() > 1 {
            let message =
                "all densities of the modes count, without the terms between them; the reference takes the first alone";
            let note = Diagnostic::note("R536", message).at_if_absent(call.span_of("OPTION"));
            context.warn(note.help("OPTION='TOUT_TOUT' or 'DIAG_TOUT' counts the terms between modes too"));
        }
        if self.all_points {
            return Ok(Response::Whole(spectra.congruence(factors)));
        }
        let row = |row: &[f64]| spectra.congruence(row).terms[0].iter().map(|z| z.re).collect();
        let densities = factors.chunks_exact(labels.len().max(1)).map(row).collect();
        Ok(Response::Diagonal(spectra.frequencies.clone(), densities))
    }
}

impl Response {
    pub(super) fn stored(self, kind: &str, labels: &[Label]) -> SpectralMatrix {
        match self {
            Response::Whole(spectra) => SpectralMatrix::of_spectra(kind, labels, spectra, false),
            Response::Diagonal(frequencies, densities) => {
                let place = |label: &Label| TermPlace { row: label.clone(), column: label.clone() };
                let terms = labels.iter().map(place).zip(densities.into_iter().map(Density::Real)).collect();
                SpectralMatrix::diagonal(kind, frequencies, terms)
            }
        }
    }
}
