//! The operator, by FORMAT.

use super::{med, universal};
use crate::catalogue::Call;
use crate::operators::{Check, Context, Operator, Outcome, set_result};

pub(in crate::operators) const LIRE_RESU: Operator = Operator { name: "LIRE_RESU", run, check: Check::KeywordsOnly };

fn run(call: &Call, context: &mut Context<'_>) -> Outcome {
    let result = match call.is("FORMAT", "MED") {
        true => med::read(call, context)?,
        false => universal::read(call, context)?,
    };
    set_result(call, result)
}
