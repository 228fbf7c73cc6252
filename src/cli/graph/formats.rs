//! A graph as text: a drawing, the language of Graphviz, JSON.

use std::path::Path;

use clap::ValueEnum;
use serde_json::json;

use super::node::{Family, made};
use super::svg;
use crate::io::pixels::{Fault, png};
use crate::study::Report;
use crate::study::graph::{Graph, Node};

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
        Format::Png => png(&svg::draw(name, graph)),
        _ => Ok(svg::draw(name, graph).into_bytes()),
    }
}

fn dot(name: &str, graph: &Graph) -> String {
    let quoted = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"");
    let mut out = format!(
        "digraph \"{}\" {{\n  rankdir=LR;\n  node [shape=box, style=filled, fontname=\"sans-serif\"];\n",
        quoted(name)
    );
    for (rank, node) in graph.nodes.iter().enumerate() {
        let label = format!("{}\\n{}", quoted(&node.call.command), quoted(&made(node)));
        let colour = Family::of(&node.call.command).colour();
        out.push_str(&format!(
            "  n{rank} [label=\"{label}\", fillcolor=\"{colour}\", tooltip=\"line {}\"];\n",
            node.call.line
        ));
    }
    for (rank, node) in graph.nodes.iter().enumerate() {
        for other in node.data.iter() {
            out.push_str(&format!("  n{other} -> n{rank};\n"));
        }
        for other in node.only_follows() {
            out.push_str(&format!("  n{other} -> n{rank} [style=dashed];\n"));
        }
    }
    out + "}\n"
}

pub(super) fn data(report: &Report) -> serde_json::Value {
    let node = |(rank, node): (usize, &Node)| {
        let makes: Vec<_> = node.makes().iter().map(|h| json!({"name": h.name(), "type": &*h.kind})).collect();
        json!({
            "id": rank,
            "command": &*node.call.command,
            "file": &*node.file,
            "line": node.call.line,
            "family": Family::of(&node.call.command).name(),
            "makes": makes,
            "needs": &node.data[..],
            "follows": &node.order[..],
        })
    };
    json!({
        "study": report.study,
        "nodes": report.graph.nodes.iter().enumerate().map(node).collect::<Vec<_>>(),
    })
}
