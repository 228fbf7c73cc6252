//! DYNA_VIBRA: transient and harmonic responses, on a basis of modes or of the physical unknowns; and DYNA_TRAN_MODAL, the former
//! command of transients on a basis of modes.

use super::{harmonic, structural, transient};
use crate::catalogue::Call;
use crate::operators::{Check, Context, Operator, Outcome};

pub(in crate::operators) const DYNA_VIBRA: Operator =
    Operator { name: "DYNA_VIBRA", run: vibration, check: Check::UpToFirstStep };

pub(in crate::operators) const DYNA_TRAN_MODAL: Operator =
    Operator { name: "DYNA_TRAN_MODAL", run: transient::run, check: Check::UpToFirstStep };

fn vibration(call: &Call, context: &mut Context<'_>) -> Outcome {
    if call.is("TYPE_CALCUL", "HARM") {
        return harmonic::run(call, context);
    }
    if call.is("BASE_CALCUL", "PHYS") {
        return structural::run(call, context);
    }
    transient::run(call, context)
}
