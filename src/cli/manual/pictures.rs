//! A picture for the example of each operator: its operation graph, the operator marked, so that one sees what goes in and what
//! comes out.

use std::path::Path;

use super::File;
use crate::catalogue::manual;
use crate::cli::graph;
use crate::source::{Memory, World};
use crate::study::events::Silent;
use crate::study::{Options, Project, evaluate};

/// The drawing of an operator's example; `None` where there is no example, or nothing around the operator.
pub fn of_example(name: &str) -> Option<File> {
    let files = manual::example(name)?.files();
    let world = Memory::default();
    let folder = Path::new("example");
    files.iter().try_for_each(|(file, text)| world.write(&folder.join(file), text.as_bytes())).ok()?;
    let study = folder.join(&files.first()?.0);
    let project = Project::open(&study, None, &world).ok()?;
    let report = evaluate(&project, &Options { check_only: true, ..Options::default() }, &world, &Silent);
    let graph = &report.graph;
    // An operator alone, or one that a macro-command stands for, has no picture.
    let is_there = graph.nodes.iter().any(|node| *node.call.command == *name);
    let text = (is_there && graph.nodes.len() > 1).then(|| graph::marked(name, graph))?;
    Some(File { name: format!("graph_{name}.svg"), text })
}
