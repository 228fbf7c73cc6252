//! The orchestration of POST_ELEM: the table of one of its forms.

use std::sync::Arc;

use super::{energy, mass, work};
use crate::catalogue::Call;
use crate::concepts::Concept;
use crate::operators::{Check, Context, Operator, Outcome, set_result};

pub(in crate::operators) const POST_ELEM: Operator = Operator { name: "POST_ELEM", run, check: Check::Rehearsed };

fn run(call: &Call, context: &mut Context<'_>) -> Outcome {
    let table = if call.has("MASS_INER") {
        mass::table(call, context)?
    } else if call.has("TRAV_EXT") {
        work::table(call)?
    } else {
        energy::table(call, context)?
    };
    set_result(call, Concept::Table(Arc::new(table)))
}
