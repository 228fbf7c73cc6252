//! Numbers that cannot be meant: coefficients of friction that are refused wherever a study gives one, and numbers that have a
//! meaning in rare studies alone, of which there is a warning.

use crate::catalogue::{CallError, Keywords};
use crate::diag::Diagnostic;
use crate::operators::Context;
use crate::verdict::significant;

/// Coefficient of friction `name`; 0 where it is not given. Refused (R751) unless it is a finite number, 0 or more.
pub fn friction_coefficient(keywords: &Keywords, name: &str) -> Result<f64, CallError> {
    let mu = keywords.real_if_given(name).unwrap_or(0.0);
    if mu >= 0.0 && mu.is_finite() {
        return Ok(mu);
    }
    let what = if mu < 0.0 { "negative" } else { "not finite" };
    Err(refuse_friction(keywords, name, format!("the friction law is {what}: {name} = {mu}")))
}

/// Refusal of a friction law, with what is legal.
pub fn refuse_friction(keywords: &Keywords, name: &str, message: String) -> CallError {
    let help = "a coefficient of friction is 0 or more at every slip speed";
    Box::new(keywords.error(name, "R751", message).help(help))
}

/// Warns of a number that few studies mean (R488).
pub fn doubt(context: &mut Context<'_>, keywords: &Keywords, name: &str, message: String, help: &str) {
    let place = keywords.span_of(name).or(keywords.span);
    context.warn(Diagnostic::warning("R488", message).help(help).at_if_absent(place));
}

/// Warns of a time step PAS (s) that is longer than the run.
pub fn doubt_long_step(context: &mut Context<'_>, keywords: &Keywords, step: f64, duration: f64) {
    if step > duration * (1.0 + 1e-9) {
        let message =
            format!("PAS is {} s, longer than the run of {} s", significant(step, 4), significant(duration, 4));
        doubt(context, keywords, "PAS", message, "PAS is one time step; INST_FIN is the end of the run");
    }
}

/// Warns of damping ratios (LIST_AMOR or AMOR_REDUIT) below 0.
pub fn doubt_negative_damping(context: &mut Context<'_>, keywords: &Keywords, ratios: &[f64]) {
    let name = if keywords.has("LIST_AMOR") { "LIST_AMOR" } else { "AMOR_REDUIT" };
    if let Some(ratio) = ratios.iter().find(|ratio| **ratio < 0.0) {
        let message = format!("{name} is {ratio}: a negative damping adds energy to the motion");
        doubt(context, keywords, name, message, "a damping ratio is 0 or more, and a fraction: 0.05 for 5 %");
    }
}
