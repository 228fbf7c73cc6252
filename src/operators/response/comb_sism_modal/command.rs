//! The orchestration of COMB_SISM_MODAL: the request, the responses to each direction, the cases stored.

use std::sync::Arc;

use super::{cases, former, former_orders, read, request, responses};
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
