//! Printing: tables and functions as aligned text, CSV, curves.
//!
//! Where it goes: unit 8 is the study's log; another unit is a file, and a file named `*.csv`, `*.npz` (functions) or
//! `*.svg` gets that format whatever FORMAT says. FORMAT='CSV', 'NPZ' and 'SVG' are ours; XMGRACE with PILOTE='SVG' is a
//! chart too.

mod asked;
mod curves;
mod drawings;
mod grace;
mod impr_fonction;
mod impr_gene;
mod impr_resu;
mod impr_table;
mod internals;
mod paths;
mod states;
#[cfg(test)]
mod tests;
mod viewers;

pub(super) use impr_fonction::IMPR_FONCTION;
pub(super) use impr_gene::IMPR_GENE;
pub(super) use impr_resu::IMPR_RESU;
pub(super) use impr_table::IMPR_TABLE;
pub(super) use internals::{IMPR_CO, IMPR_MACR_ELEM, MACR_INFO_MAIL};

use std::path::Path;

use crate::catalogue::{CallError, Keywords};
use crate::diag::Diagnostic;
use crate::io::chart::{Axis, Scale};
use crate::io::columns::Layout;
use crate::io::numbers::RealFormat;
use crate::operators::Context;

/// The format a call asks for, from the name of its file or from FORMAT.
fn format_of(call: &Keywords, file: Option<&Path>) -> String {
    let extension = file.and_then(|f| f.extension()).map(|e| e.to_string_lossy().to_ascii_uppercase());
    match extension.as_deref() {
        Some(format @ ("CSV" | "NPZ" | "SVG")) => format.to_string(),
        _ if call.is("PILOTE", "SVG") => "SVG".into(),
        _ => call.text("FORMAT").map_or("TABLEAU".into(), |format| format.to_string()),
    }
}

/// The format of results: that of the name of the file, or of FORMAT.
fn format_of_result(format: &str, file: Option<&Path>) -> String {
    let extension = file.and_then(|f| f.extension()).map(|e| e.to_string_lossy().to_ascii_lowercase());
    match extension.as_deref() {
        Some("vtu" | "pvd") => "VTK".into(),
        Some("svg") => "SVG".into(),
        _ => format.to_string(),
    }
}

/// The layout that the keywords of FORMAT='TABLEAU' describe.
fn layout(call: &Keywords) -> Result<Layout, CallError> {
    let raw = |name: &str, default: &str| {
        let text = call.get(name).and_then(|given| match given.values.first() {
            Some(crate::catalogue::Value::Text(text)) => Some(text.to_string()),
            _ => None,
        });
        text.unwrap_or_else(|| default.to_string())
    };
    let real = match call.text("FORMAT_R") {
        None => RealFormat::default(),
        Some(text) => RealFormat::parse(&text).ok_or_else(|| {
            let mut error = call.error("FORMAT_R", "R602", format!("{text} is not a format of reals"));
            error.help = Some("E12.5, F10.3, G15.8 are: notation, width, decimals".into());
            error
        })?,
    };
    let titles = ["TITRE", "SOUS_TITRE"]
        .iter()
        .filter_map(|name| call.text(name))
        .flat_map(|text| text.lines().map(|line| line.trim_end().to_string()).collect::<Vec<_>>());
    Ok(Layout {
        separator: raw("SEPARATEUR", " "),
        comment: raw("COMMENTAIRE", "#"),
        names_comment: raw("COMM_PARA", ""),
        line_start: raw("DEBUT_LIGNE", ""),
        line_end: raw("FIN_LIGNE", "\n"),
        table_start: raw("DEBUT_TABLE", ""),
        table_end: raw("FIN_TABLE", ""),
        titles: titles.collect(),
        real,
        types: false,
    })
}

/// The axis of the abscissae; `label` when the call gives none.
fn x_axis(call: &Keywords, label: &str) -> Axis {
    axis(call, ["LEGENDE_X", "ECHELLE_X", "BORNE_X", "GRILLE_X"], label)
}

/// The axis of the ordinates.
fn y_axis(call: &Keywords, label: &str) -> Axis {
    axis(call, ["LEGENDE_Y", "ECHELLE_Y", "BORNE_Y", "GRILLE_Y"], label)
}

fn axis(call: &Keywords, [name, scale, bounds, step]: [&str; 4], label: &str) -> Axis {
    let bounds = call.reals(bounds);
    Axis {
        label: call.text(name).map_or(label.to_string(), |text| text.to_string()),
        scale: if call.is(scale, "LOG") { Scale::Logarithmic } else { Scale::Linear },
        bounds: if let [a, b] = bounds[..] { Some((a, b)) } else { None },
        step: call.real(step),
    }
}

/// A drawing other than ours was asked for: the Grace project is written instead.
fn say_project_only(call: &Keywords, context: &mut Context<'_>) {
    if let Some(pilot) = call.text("PILOTE").filter(|p| !p.is_empty()) {
        let message = format!("PILOTE='{pilot}' is not available: the Grace project is written in its place");
        let help = "PILOTE='SVG' draws the chart; xmgrace -hardcopy makes the other formats from the project";
        context.warn(Diagnostic::warning("I602", message).at_if_absent(call.span_of("PILOTE")).help(help));
    }
}

/// A chart or an archive was asked for in the log.
fn no_file(call: &Keywords, unit: i64, what: &str) -> CallError {
    let mut error = call.error("UNITE", "I603", format!("unit {unit} is the study's log, {what} needs a file"));
    error.help = Some("give another unit: UNITE=40 writes the file bound to unit 40".into());
    error
}
