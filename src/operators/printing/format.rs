//! Format and layout that a call asks for.

use std::path::{Path, PathBuf};

use crate::catalogue::{CallError, Keywords};
use crate::io::columns::Layout;
use crate::io::numbers::RealFormat;
use crate::io::pixels::Format;
use crate::operators::Units;

/// The format a call asks for, from the name of its file or from FORMAT.
pub(super) fn format_of(call: &Keywords, file: Option<&Path>) -> Result<String, CallError> {
    let extension = file.and_then(|f| f.extension()).map(|e| e.to_string_lossy().to_ascii_uppercase());
    Ok(match extension.as_deref() {
        Some(format @ ("CSV" | "NPZ" | "SVG" | "PNG")) => format.to_string(),
        _ if call.is("PILOTE", "SVG") => "SVG".into(),
        _ if call.is("PILOTE", "PNG") => "PNG".into(),
        _ => call.text("FORMAT")?.to_string(),
    })
}

/// The file of a unit in a format: one that nothing else names has the suffix of its format.
pub(super) fn file_of(units: &Units, unit: i64, format: &str) -> Option<PathBuf> {
    let suffix = match format {
        "CSV" => "csv",
        "NPZ" | "NUMPY" => "npz",
        "SVG" => "svg",
        "PNG" => "png",
        _ => "",
    };
    units.output_file_as(unit, suffix)
}

/// The format of results: that of the name of the file, or of FORMAT.
pub(super) fn format_of_result(format: &str, file: Option<&Path>) -> String {
    let extension = file.and_then(|f| f.extension()).map(|e| e.to_string_lossy().to_ascii_lowercase());
    match extension.as_deref() {
        Some("vtu" | "pvd") => "VTK".into(),
        Some("svg") => "SVG".into(),
        Some("png") => "PNG".into(),
        _ => format.to_string(),
    }
}

/// The content of a picture file: PNG, otherwise SVG.
pub(super) fn picture(call: &Keywords, format: &str, path: &Path, svg: String) -> Result<Vec<u8>, CallError> {
    let form = if format == "PNG" { Format::Png } else { Format::Svg };
    form.bytes(svg)
        .map_err(|fault| call.error("UNITE", "I601", format!("{} cannot be written: {fault}", path.display())))
}

/// The layout that the keywords of FORMAT='TABLEAU' describe.
pub(super) fn layout(call: &Keywords) -> Result<Layout, CallError> {
    let raw = |name: &str, default: &str| {
        let text = call.get(name).and_then(|given| match given.values.first() {
            Some(crate::catalogue::Value::Text(text)) => Some(text.to_string()),
            _ => None,
        });
        text.unwrap_or_else(|| default.to_string())
    };
    let real = match call.text_if_given("FORMAT_R") {
        None => RealFormat::default(),
        Some(text) => RealFormat::parse(&text).ok_or_else(|| {
            let mut error = call.error("FORMAT_R", "R602", format!("{text} is not a format of reals"));
            error.help = Some("E12.5, F10.3, G15.8 are: notation, width, decimals".into());
            error
        })?,
    };
    let titles = ["TITRE", "SOUS_TITRE"]
        .iter()
        .filter_map(|name| call.text_if_given(name))
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
