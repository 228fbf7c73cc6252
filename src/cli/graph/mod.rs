//! `stickslip graph`: the operation graph of a study as a drawing, for Graphviz, or as data.

mod layout;
mod svg;

use std::path::Path;

use clap::ValueEnum;
use serde_json::json;

use super::Settings;
use super::console::Console;
use super::options::options_or_shown;
use crate::cli::codes::{HELD, WRONG};
use crate::cli::streams::to_stderr;
use crate::source::{SourceMap, World};
use crate::study::events::Silent;
use crate::study::graph::{Graph, Node};
use crate::study::{Options, Project, Report, evaluate};

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Format {
    Svg,
    Dot,
    Json,
}

pub fn graph(study: &Path, format: Format, output: Option<&Path>, set: &Settings, world: &dyn World) -> u8 {
    let console = Console::new(true);
    let project = match Project::open(study, None, world) {
        Ok(project) => project,
        Err(diagnostic) => {
            console.show(&diagnostic, &SourceMap::default());
            return WRONG;
        }
    };
    let Some(options) = options_or_shown(set, &project, world, &console) else { return WRONG };
    let report = evaluate(&project, &Options { check_only: true, ..options }, world, &Silent);
    for diagnostic in report.diagnostics.iter().filter(|d| d.is_error()) {
        console.show(diagnostic, &report.sources);
    }
    if report.graph.nodes.is_empty() && report.error().is_some() {
        // An empty drawing would take the place of a good one.
        return WRONG;
    }
    if let (Some(path), Some(_)) = (output, report.error()) {
        to_stderr(&format!("{} is not written: the study has errors", path.display()));
        return WRONG;
    }
    let text = match format {
        Format::Svg => svg::draw(&project.name, &report.graph),
        Format::Dot => dot(&project.name, &report.graph),
        Format::Json => format!("{:#}\n", data(&report)),
    };
    let written = match output {
        Some(path) => {
            world.write(path, text.as_bytes()).map_err(|e| format!("{} cannot be written: {e}", path.display()))
        }
        None => {
            crate::cli::streams::to_stdout(&text);
            Ok(())
        }
    };
    if let Err(why) = &written {
        to_stderr(why);
    }
    // On the standard output, a graph with errors in it is drawn as far as it goes.
    if report.error().is_some() || written.is_err() { WRONG } else { HELD }
}

/// A graph in the format that the extension of a file asks for.
pub fn drawing(name: &str, graph: &Graph, file: &Path) -> String {
    if file.extension().is_some_and(|e| e == "dot") { dot(name, graph) } else { svg::draw(name, graph) }
}

/// What an operator is about; gives its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    Model,
    Algebra,
    Modes,
    Dynamics,
    Functions,
    Results,
    Assertions,
    Printing,
}

impl Family {
    pub const ALL: [Family; 8] = [
        Family::Model,
        Family::Algebra,
        Family::Modes,
        Family::Dynamics,
        Family::Functions,
        Family::Results,
        Family::Assertions,
        Family::Printing,
    ];

    pub fn of(command: &str) -> Family {
        let starts = |prefixes: &[&str]| prefixes.iter().any(|p| command.starts_with(p));
        if starts(&["TEST_"]) {
            Family::Assertions
        } else if starts(&["IMPR_", "INFO_", "MACR_INFO"]) {
            Family::Printing
        } else if starts(&["DYNA_", "COMB_SISM", "MECA_STATIQUE", "MACRO_ELAS"]) {
            Family::Dynamics
        } else if starts(&[
            "CALC_MODES",
            "MODE_",
            "NORM_MODE",
            "DEFI_BASE",
            "PROJ_",
            "MACRO_PROJ",
            "MACRO_MODE",
            "EXTR_MODE",
            "NUME_DDL_GENE",
        ]) {
            Family::Modes
        } else if starts(&["FORMULE", "DEFI_FONC", "DEFI_LIST", "DEFI_CONST", "DEFI_NAPPE", "CALC_FONC", "LIRE_FONC"]) {
            Family::Functions
        } else if starts(&[
            "CALC_MATR",
            "CALC_VECT",
            "NUME_",
            "ASSE",
            "MACRO_MATR",
            "COMB_",
            "FACTO",
            "RESOU",
            "CALC_CHAR",
        ]) {
            Family::Algebra
        } else if starts(&["LIRE_", "AFFE_", "DEFI_", "CREA_MAILL", "MODI_MAILL"]) {
            Family::Model
        } else {
            Family::Results
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Family::Model => "model",
            Family::Algebra => "matrices",
            Family::Modes => "modes",
            Family::Dynamics => "response",
            Family::Functions => "functions",
            Family::Results => "results",
            Family::Assertions => "assertions",
            Family::Printing => "printing",
        }
    }

    pub fn colour(self) -> &'static str {
        match self {
            Family::Model => "#cfe2f3",
            Family::Algebra => "#d9d2e9",
            Family::Modes => "#c9e4de",
            Family::Dynamics => "#fce5cd",
            Family::Functions => "#fff2cc",
            Family::Results => "#e6e6e6",
            Family::Assertions => "#b6d7a8",
            Family::Printing => "#f4f4f4",
        }
    }
}

/// Names of what a node makes.
pub fn made(node: &Node) -> String {
    let names: Vec<&str> = node.makes().iter().map(|h| h.name()).filter(|n| !n.is_empty()).collect();
    names.join(", ")
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

fn data(report: &Report) -> serde_json::Value {
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
