//! How much work a node is, as far as its call tells: the number of time steps between its first and last instants.

use crate::catalogue::{Call, Keywords};

/// Time steps that a call asks for; `None` where it gives no length of the step.
pub fn steps(call: &Call) -> Option<f64> {
    let parts = call.keywords.factor_names().filter(|(name, _)| *name == "INCREMENT").flat_map(|(_, parts)| parts);
    let parts: Vec<&Keywords> = parts.chain([&call.keywords]).collect();
    let steps = parts.into_iter().filter_map(steps_of).fold(0.0, |sum, steps| sum + steps);
    (steps > 0.0).then_some(steps)
}

fn steps_of(keywords: &Keywords) -> Option<f64> {
    // Looked at without counting as read: that is for the operator.
    let number = |wanted: &str| {
        let (_, given) = keywords.simple_names().find(|(name, _)| *name == wanted)?;
        given.values.first().and_then(crate::catalogue::Value::as_real)
    };
    let (step, end) = (number("PAS")?, number("INST_FIN")?);
    let steps = (end - number("INST_INIT").unwrap_or(0.0)) / step;
    (steps.is_finite() && steps > 0.0).then_some(steps)
}
