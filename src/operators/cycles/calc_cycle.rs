//! CALC_CYCLE: a periodic motion, or a branch of them.

use std::sync::Arc;

use super::arguments::CycleArguments;
use super::{branch, faults, search, sentences, table};
use crate::catalogue::Call;
use crate::concepts::Concept;
use crate::diag::Diagnostic;
use crate::operators::{Check, Context, Operator, Outcome, set_result};
use crate::verdict::significant;

pub(in crate::operators) const CALC_CYCLE: Operator = Operator { name: "CALC_CYCLE", run, check: Check::UpToFirstStep };

fn run(call: &Call, context: &mut Context<'_>) -> Outcome {
    let mut arguments = CycleArguments::read(call, context)?;
    if context.rehearsal {
        return Ok(());
    }
    let found = search::first(call, &mut arguments)?;
    let branch = branch::compute(call, context, &mut arguments, &found)?;
    // What was computed is the result: its cycles are followed once more.
    arguments.map.stop = None;
    let parameter = arguments.parameter.as_ref().map(|(name, _)| name.as_str());
    for (rank, row) in branch.rows.iter().enumerate() {
        let period = table::duration(&arguments, row);
        context.say(sentences::line(rank + 1, row, period, parameter));
        if row.cycle.one_sided && arguments.stability {
            let message = format!(
                "cycle {}: events at one instant whose order matters, or an impact between two outcomes (speed 0, stick or slip): its multipliers are \
                 one-sided (NON_EVALUE)",
                rank + 1
            );
            context.warn(Diagnostic::warning("R799", message).at_if_absent(call.span_of("STABILITE")));
        }
        if let Some(drift) = row.multipliers.as_ref().map(|m| m.drift).filter(|d| *d > 1e-9) {
            let message =
                format!("cycle {}: the trivial multiplier differs from 1 by {}", rank + 1, significant(drift, 3));
            context.warn(Diagnostic::warning("R799", message).at_if_absent(call.span_of("STABILITE")));
        }
    }
    for row in branch.rows.iter().filter(|row| table::is_special(row.nature)) {
        let name = parameter.unwrap_or("");
        context.say(format!("{} at {name} = {:.12}", sentences::word(row.nature), row.cycle.value));
    }
    for sentence in &branch.sentences {
        context.say(sentence.clone());
    }
    let name = call.result.as_ref().map_or_else(String::new, |r| r.name().to_string());
    let made = table::make(&mut arguments, &found, &branch.rows, &name);
    let made = made.map_err(|fault| faults::of_return(call, &fault))?;
    set_result(call, Concept::Table(Arc::new(made)))
}
