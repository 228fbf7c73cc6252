//! A graph as text: the language of Graphviz, JSON.

use serde_json::json;

use super::node::{Family, made};
use crate::api::{Graph, Node, Report};

/// The graph in the language of Graphviz.
pub fn dot(name: &str, graph: &Graph) -> String {
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

/// The graph as data.
pub fn data(report: &Report) -> serde_json::Value {
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
