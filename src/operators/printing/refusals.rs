//! Drawings that are not made: what is written in their place, or the error.

use super::format::{file_of, format_of};
use crate::catalogue::{Call, CallError, Keywords};
use crate::diag::Diagnostic;
use crate::operators::{Context, Units};

/// A drawing other than ours was asked for: the Grace project is written instead.
pub(super) fn say_project_only(call: &Keywords, context: &mut Context<'_>) {
    if let Some(pilot) = call.text_if_given("PILOTE").filter(|p| !p.is_empty()) {
        let message = format!("PILOTE='{pilot}' is not available: the Grace project is written in its place");
        let help = "PILOTE='SVG' or 'PNG' draws the chart; xmgrace -hardcopy makes the other formats from the project";
        context.warn(Diagnostic::warning("I602", message).at_if_absent(call.span_of("PILOTE")).help(help));
    }
}

/// The error of a chart or an archive that is asked for in the log: it is known before what is to be drawn.
pub(in crate::operators) fn drawn_in_log(call: &Call, units: &Units) -> Option<CallError> {
    if !matches!(&*call.command, "IMPR_FONCTION" | "IMPR_TABLE") {
        return None;
    }
    let unit = call.integer_if_given("UNITE")?;
    let format = format_of(call, units.output_file(unit).as_deref()).ok()?;
    let what = match &*format {
        "SVG" | "PNG" => "a chart",
        "NPZ" | "NUMPY" => "an archive",
        _ => return None,
    };
    file_of(units, unit, &format).is_none().then(|| no_file(call, unit, what))
}

/// A chart or an archive was asked for in the log.
pub(super) fn no_file(call: &Keywords, unit: i64, what: &str) -> CallError {
    let mut error = call.error("UNITE", "I603", format!("unit {unit} is the study's log, {what} needs a file"));
    error.help = Some("give another unit: UNITE=40 writes the file bound to unit 40".into());
    error
}
