//! A name that stood for a concept and stands for something else where it is read: said in the error of the call that reads it.

use super::graph::Graph;
use crate::diag::Diagnostic;
use crate::source::{SourceMap, Span};
use crate::syntax::{ExpressionKind, StatementKind, each_statement, parse};

/// The error of a value of the wrong type.
const WRONG_TYPE: &str = "C004";

/// Tells in errors of type which line replaced the concept that the name stood for.
pub fn tell(diagnostics: &mut [Diagnostic], graph: &Graph, sources: &SourceMap) {
    for diagnostic in diagnostics {
        tell(&mut diagnostic.also, graph, sources);
        if diagnostic.code == WRONG_TYPE
            && diagnostic.help.is_none()
            && let Some((other, help)) = diagnostic.span.and_then(|span| replaced(span, graph, sources))
        {
            diagnostic.related.push((other, "another value from here on".to_string()));
            diagnostic.help = Some(help);
        }
    }
}

/// Where the name at a place got another value than its concept, and a sentence on it.
fn replaced(span: Span, graph: &Graph, sources: &SourceMap) -> Option<(Span, String)> {
    let source = sources.get(span.file)?;
    let name = source.text.get(span.range())?;
    let is_before = |other: Span| other.file == span.file && other.start < span.start;
    let makes = |node: &&super::graph::Node| {
        is_before(node.call.span) && node.makes().iter().any(|handle| handle.name() == name)
    };
    let made = graph.nodes.iter().filter(makes).max_by_key(|node| node.call.span.start)?;
    let kind = made.makes().into_iter().find(|handle| handle.name() == name)?.kind.clone();
    let mut last = None;
    each_statement(&parse(span.file, source).statements, &mut |statement| {
        if let StatementKind::Assign { targets, .. } = &statement.kind
            && let Some(target) = targets.iter().find(|t| matches!(&t.kind, ExpressionKind::Name(own) if own == name))
            && is_before(target.span)
            && target.span.start > made.call.span.start
        {
            last = Some(target.span);
        }
    });
    let target: Span = last?;
    let line = |at: u32| source.line_rank(at as usize) + 1;
    let (new, old) = (line(target.start), line(made.call.span.start));
    let help = format!(
        "line {new} gave {name} another value, in place of the {kind} that line {old} made: give one of them another name"
    );
    Some((target, help))
}
