//! The formats of a graph on the command line.

use std::path::Path;

use clap::ValueEnum;

use crate::answers::graph::{dot, svg};
use crate::api::Graph;
use crate::io::pixels::{Fault, png};

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Format {
    Svg,
    Png,
    Dot,
    Json,
}

impl Format {
    /// What the name of a file asks for.
    pub(super) fn of(file: &Path) -> Option<Format> {
        let extension = file.extension()?.to_str()?.to_ascii_lowercase();
        let named = |format: &Format| format.to_possible_value().is_some_and(|value| value.get_name() == extension);
        Format::value_variants().iter().copied().find(named)
    }
}

/// A graph in the format that the extension of a file asks for: PNG, DOT, otherwise SVG.
///
/// # Errors
/// The picture would have too many pixels.
pub fn drawing(name: &str, graph: &Graph, file: &Path) -> Result<Vec<u8>, Fault> {
    drawn(name, graph, Format::of(file).unwrap_or(Format::Svg))
}

pub fn drawn(name: &str, graph: &Graph, format: Format) -> Result<Vec<u8>, Fault> {
    match format {
        Format::Dot => Ok(dot(name, graph).into_bytes()),
        Format::Png => png(&svg(name, graph)),
        _ => Ok(svg(name, graph).into_bytes()),
    }
}
