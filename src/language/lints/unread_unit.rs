//! L013: the profile gives a file to a unit that nothing of the study names.

use super::study::Study;
use crate::catalogue::{Value, command};
use crate::diag::Diagnostic;
use crate::source::Span;
use crate::study::graph::{Node, each_value};
use crate::syntax::{ExpressionKind, each_expression};

/// Units of the log, which every run writes.
const LOGS: [i64; 3] = [6, 8, 9];

pub fn look(study: &Study<'_>, found: &mut Vec<Diagnostic>) {
    let rehearsal = study.rehearsal;
    let (Some(id), Some(project)) = (rehearsal.profile, &rehearsal.project) else { return };
    let Some(file) = rehearsal.sources.get(id).filter(|_| study.is_whole()) else { return };
    let mut named: Vec<i64> = rehearsal.graph.nodes.iter().flat_map(units_of).collect();
    for text in &study.texts {
        each_expression(&text.statements, &mut |expression| {
            if let ExpressionKind::Integer(unit) = &expression.kind {
                named.push(*unit);
            }
        });
    }
    // `open("fort.33")`, here or in a module.
    let by_name =
        |unit: i64| study.rehearsal.sources.iter().any(|(_, file)| file.text.contains(&format!("fort.{unit}")));
    for (unit, line) in &project.bound {
        if LOGS.contains(unit) || named.contains(unit) || by_name(*unit) {
            continue;
        }
        let range = file.line_range(*line);
        let message = format!("the profile binds unit {unit}, which nothing in the study reads or writes");
        let help = "give the number that the study names, or drop the line";
        found.push(Diagnostic::note("L013", message).at(Span::new(id, range.start, range.end)).help(help));
    }
}

/// Logical units that a call names, by default or written.
fn units_of(node: &Node) -> Vec<i64> {
    let mut found = Vec::new();
    let files = command(&node.call.command).map_or(&[][..], |command| &command.files);
    each_value(&node.call.keywords, &mut |(factor, name), value| {
        if let Value::Integer(unit) = value
            && files.iter().any(|file| file.factor == factor && file.name == name)
        {
            found.push(*unit);
        }
    });
    found
}
