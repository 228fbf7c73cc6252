//! Functions without a value.

use crate::catalogue::{CallError, Keywords};
use crate::concepts::Handle;
use crate::kernel::signal::SignalFault;

/// The error of a function or a formula that has no value where one is needed.
pub fn no_value(keywords: &Keywords, keyword: &str, handle: Option<&Handle>, fault: &SignalFault) -> CallError {
    let name = handle.map_or("", |h| h.name());
    let what = match fault {
        SignalFault::Formula(fault) => {
            return keywords.error(keyword, "N502", format!("{name}: {fault}").trim_start_matches(": ").to_string());
        }
        SignalFault::Outside { .. } => "a constant or linear extension is asked for with PROL_GAUCHE and PROL_DROITE",
        SignalFault::NotPositive { .. } => "INTERPOL='LIN' takes any value",
        _ => "",
    };
    let subject = if name.is_empty() { "the function".to_string() } else { format!("the function {name}") };
    let mut error = keywords.error(keyword, "N503", format!("{subject} has no value: {fault}"));
    error.help = (!what.is_empty()).then(|| what.to_string());
    error
}
