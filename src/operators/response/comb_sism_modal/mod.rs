//! COMB_SISM_MODAL: the largest response of a structure to ground motions given by oscillator response spectra.
//!
//! ```text
//! R = COMB_SISM_MODAL(MODE_MECA=MODES, AMOR_REDUIT=0.05, SPECTRE=_F(LIST_AXE='X', SPEC_OSCI=S),
//!                     COMB_MODE=_F(TYPE='CQC'), OPTION='DEPL', TYPE_RESU=_F(TYPE='VALE_TOTA'))
//! ```
//!
//! Two syntaxes lead to one [`Request`](request::Request): today's, with SPECTRE and a result by NOM_CAS ([`read`]),
//! and the one of 2020 and before, with EXCIT and a result by NUME_ORDRE ([`former`]). For each option,
//! [`responses`] gives the parts of the response to each direction, and [`cases`] or [`former_orders`] name them.
//! Fields are combined component by component.

mod cases;
mod common;
mod fields;
mod former;
mod former_orders;
mod former_supports;
mod modal;
mod read;
mod request;
mod responses;
mod spectra;
mod supports;

use std::sync::Arc;

use crate::catalogue::Call;
use crate::concepts::Concept;
use crate::diag::Diagnostic;
use crate::operators::{Check, Context, Operator, Outcome, set_result};

pub(in crate::operators) const COMB_SISM_MODAL: Operator =
    Operator { name: "COMB_SISM_MODAL", run, check: Check::KeywordsOnly };

fn run(call: &Call, context: &mut Context<'_>) -> Outcome {
    let former = call.has("EXCIT");
    let request = if former { former::read(call, context)? } else { read::read(call, context)? };
    if let Some(mode) = request.oscillators.iter().find(|o| o.damping > 1.0) {
        let message = format!("the damping ratio {} is above the critical damping", mode.damping);
        let keyword = if call.has("AMOR_REDUIT") { "AMOR_REDUIT" } else { "LIST_AMOR" };
        let warning = Diagnostic::warning("R739", message).at_if_absent(call.span_of(keyword));
        context.warn(warning.help("damping ratios are fractions: 0.05 for 5 %"));
    }
    if let Some(correction) = request.correction.as_ref().filter(|_| !request.cutoff_written) {
        let message = format!("FREQ_COUP is not given: what is rigid is read at {} Hz, the last mode", request.cutoff);
        let warning = Diagnostic::warning("R738", message).at_if_absent(call.span_of(correction.keyword));
        context.warn(warning.help("give FREQ_COUP, the frequency from which the spectra are flat"));
    }
    let mut stored = cases::Cases::new(&request.modes);
    for option in &request.options {
        let responses = responses::responses(call, &request, option)?;
        match &request.naming {
            request::Naming::Cases(outputs) => cases::store(&mut stored, &request, outputs, option, &responses),
            request::Naming::Orders(secondary) => {
                former_orders::store(&mut stored, &request, secondary, option, &responses)?;
            }
        }
    }
    if let request::Naming::Orders(secondary) = &request.naming {
        former_orders::name_kinds(&mut stored, secondary);
    }
    set_result(call, Concept::Fields(Arc::new(stored.series)))
}
