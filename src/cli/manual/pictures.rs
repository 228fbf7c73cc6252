//! A picture for the example of each operator: its operation graph, the operator marked, so that one sees what goes in and what
//! comes out.

use super::file::File;
use crate::answers::graph;
use crate::api::Study;
use crate::catalogue::manual;

/// The drawing of an operator's example; `None` where there is no example, or nothing around the operator.
pub fn of_example(name: &str) -> Option<File> {
    let files = manual::example(name)?.files();
    let ((study, text), others) = files.split_first()?;
    let others = others.iter().map(|(file, text)| (file.as_str(), text.as_bytes()));
    let report = Study::of_text(study, text, others).ok()?.outline();
    let graph = &report.graph;
    // An operator alone, or one that a macro-command stands for, has no picture.
    let is_there = graph.nodes.iter().any(|node| *node.call.command == *name);
    let text = (is_there && graph.nodes.len() > 1).then(|| graph::marked(name, graph))?;
    Some(File { name: format!("graph_{name}.svg"), text })
}
