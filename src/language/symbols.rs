//! Outline and folds of a text: concepts with their operators, functions, sections from banner comments; blocks, calls.

use crate::catalogue::command;
use crate::former::walk;
use crate::source::Span;
use crate::syntax::{Expression, ExpressionKind, Statement, StatementKind, blocks};

use super::document::Document;

/// Nature of a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymbolKind {
    Concept,
    Variable,
    Function,
    /// A loop or a branch that holds others.
    Block,
    /// A comment that heads what follows.
    Section,
}

/// One entry of the outline.
#[derive(Clone, Debug)]
pub struct Symbol {
    pub name: String,
    pub detail: String,
    pub kind: SymbolKind,
    pub span: Span,
    /// Place of its name.
    pub at: Span,
    pub children: Vec<Symbol>,
}

/// The outline of a text.
pub fn symbols(document: &Document) -> Vec<Symbol> {
    let mut found = of_block(&document.parsed().statements);
    found.extend(sections(document));
    found.sort_by_key(|symbol| symbol.span.start);
    found
}

fn of_block(statements: &[Statement]) -> Vec<Symbol> {
    statements.iter().filter_map(of_statement).collect()
}

fn of_statement(statement: &Statement) -> Option<Symbol> {
    let block = |name: String, at: Span, bodies: Vec<&[Statement]>| {
        let children: Vec<Symbol> = bodies.into_iter().flat_map(of_block).collect();
        let end = children.iter().map(|child| child.span.end).max().unwrap_or(at.end);
        let span = Span { end: end.max(statement.span.end), ..statement.span };
        let symbol = Symbol { name, detail: String::new(), kind: SymbolKind::Block, span, at, children };
        if symbol.children.is_empty() { None } else { Some(symbol) }
    };
    match &statement.kind {
        StatementKind::Assign { targets, value } => {
            let target = targets.first()?;
            let ExpressionKind::Name(name) = &target.kind else { return None };
            let operator = walk::call(value).filter(|(name, _)| command(name).is_some());
            let (kind, detail) = match operator {
                Some((operator, _)) => (SymbolKind::Concept, operator.to_string()),
                None => (SymbolKind::Variable, String::new()),
            };
            Some(Symbol {
                name: name.clone(),
                detail,
                kind,
                span: statement.span,
                at: target.span,
                children: Vec::new(),
            })
        }
        StatementKind::Function(function) => {
            let children = of_block(&function.body);
            let last = function.body.last().map_or(statement.span.end, |last| last.span.end);
            let span = Span { end: last.max(statement.span.end), ..statement.span };
            let names: Vec<&str> = function.parameters.iter().map(|p| p.name.as_str()).collect();
            let detail = format!("({})", names.join(", "));
            let (name, at) = (function.name.to_string(), function.name.span);
            Some(Symbol { name, detail, kind: SymbolKind::Function, span, at, children })
        }
        StatementKind::For { target, body, otherwise, .. } => {
            let name = match &target.kind {
                ExpressionKind::Name(name) => format!("for {name}"),
                _ => "for".to_string(),
            };
            block(name, target.span, vec![body, otherwise])
        }
        StatementKind::While { condition, body, otherwise } => {
            block("while".to_string(), condition.span, vec![body, otherwise])
        }
        StatementKind::If { branches, otherwise } => {
            let mut bodies: Vec<&[Statement]> = branches.iter().map(|(_, body)| body.as_slice()).collect();
            bodies.push(otherwise);
            block("if".to_string(), branches.first()?.0.span, bodies)
        }
        _ => None,
    }
}

/// Comments that head a part: framed by lines of signs, or with signs on both sides.
fn sections(document: &Document) -> Vec<Symbol> {
    let source = &document.source;
    let mut found = Vec::new();
    for rank in 0..source.line_count() {
        let range = source.line_range(rank);
        let line = &source.text[range.clone()];
        let Some(content) = line.strip_prefix('#') else { continue };
        let title = content.trim_matches(|c: char| c.is_whitespace() || "#=-*~".contains(c));
        let signs = content.trim_end().chars().rev().take_while(|c| "#=-*~".contains(*c)).count();
        if title.is_empty() || signs < 3 {
            continue;
        }
        let span = Span::new(crate::source::FileId(0), range.start, range.end);
        let (name, kind) = (title.to_string(), SymbolKind::Section);
        found.push(Symbol { name, detail: String::new(), kind, span, at: span, children: Vec::new() });
    }
    found
}

/// Lines that can be folded, from the first to the last, both from 0; comments are marked.
pub fn folds(document: &Document) -> Vec<(usize, usize, bool)> {
    let source = &document.source;
    let line = |at: u32| source.line_rank(at as usize);
    let mut found = Vec::new();
    walk::statements(&document.parsed().statements, &mut |statement| {
        for body in bodies(statement) {
            if let Some(end) = last(body) {
                let start = body.first().map_or(statement.span.start, |first| first.span.start);
                // The header stands on a line above.
                let header = line(start).saturating_sub(1).max(line(statement.span.start).min(line(start)));
                found.push((header, line(end), false));
            }
        }
    });
    walk::expressions(&document.parsed().statements, &mut |expression| {
        if matches!(expression.kind, ExpressionKind::Call { .. } | ExpressionKind::List(_) | ExpressionKind::Tuple(_)) {
            found.push((line(expression.span.start), line(expression.span.end.saturating_sub(1)), false));
        }
    });
    let comment = |rank: usize| source.text[source.line_range(rank)].trim_start().starts_with('#');
    let mut rank = 0;
    while rank < source.line_count() {
        let first = rank;
        while rank < source.line_count() && comment(rank) {
            rank += 1;
        }
        if rank > first + 1 {
            found.push((first, rank - 1, true));
        }
        rank += 1;
    }
    found.retain(|(start, end, _)| end > start);
    found.sort_unstable();
    found.dedup_by_key(|(start, ..)| *start);
    found
}

fn bodies(statement: &Statement) -> Vec<&[Statement]> {
    match &statement.kind {
        StatementKind::Function(function) => vec![&function.body],
        _ => blocks(statement),
    }
}

fn last(body: &[Statement]) -> Option<u32> {
    let mut end = None;
    walk::statements(body, &mut |statement| end = end.max(Some(statement.span.end)));
    end
}

/// Spans of the expressions around a place, innermost first.
pub fn selection(document: &Document, offset: usize) -> Vec<Span> {
    let mut spans: Vec<Span> = Vec::new();
    let holds = |span: Span| (span.start as usize..=span.end as usize).contains(&offset);
    walk::statements(&document.parsed().statements, &mut |statement| {
        if holds(statement.span) {
            spans.push(statement.span);
        }
    });
    walk::expressions(&document.parsed().statements, &mut |expression: &Expression| {
        if holds(expression.span) {
            spans.push(expression.span);
        }
        if let ExpressionKind::Call { arguments, .. } = &expression.kind {
            spans.extend(arguments.iter().map(|argument| argument.span).filter(|span| holds(*span)));
        }
    });
    spans.sort_by_key(|span| (span.end - span.start, span.start));
    spans.dedup();
    spans
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn an_outline_nests_by_blocks() {
        let text = "# ---- Mesh ----\nMA = LIRE_MAILLAGE(\n  UNITE=20,\n)\nfor i in x:\n    U = CALC_MODES()\n    y = 1\ndef f(a):\n    return a\n";
        let document = Document::new(Path::new("a.comm"), text.to_string());
        let found = symbols(&document);
        let names: Vec<(&str, &str)> = found.iter().map(|s| (s.name.as_str(), s.detail.as_str())).collect();
        assert_eq!(names, [("Mesh", ""), ("MA", "LIRE_MAILLAGE"), ("for i", ""), ("f", "(a)")]);
        assert_eq!(found[2].children.len(), 2);
        assert_eq!(folds(&document), [(1, 3, false), (4, 6, false), (7, 8, false)]);
        let at = text.find("20").unwrap();
        let around: Vec<&str> = selection(&document, at).into_iter().map(|span| &text[span.range()]).collect();
        assert_eq!(around[..2], ["20", "UNITE=20"]);
    }
}
