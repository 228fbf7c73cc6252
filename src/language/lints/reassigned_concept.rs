//! L008: the name of a concept given to something else, in the same block and with no DETRUIRE between the two.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::calls::call;
use super::study::Study;
use crate::catalogue::ResultType;
use crate::diag::Diagnostic;
use crate::language::occurrences::Role;
use crate::source::FileId;
use crate::study::graph::Node;
use crate::syntax::{Expression, ExpressionKind, Statement, StatementKind, blocks};

/// Nodes of the graph by the place of their call: file and first byte.
type Nodes<'s> = BTreeMap<(FileId, u32), Vec<&'s Node>>;

pub fn look(study: &Study<'_>, found: &mut Vec<Diagnostic>) {
    let mut nodes = Nodes::new();
    for node in &study.rehearsal.graph.nodes {
        nodes.entry((node.call.span.file, node.call.span.start)).or_default().push(node);
    }
    for text in &study.texts {
        let mut deleted: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
        for gone in text.names.occurrences.iter().filter(|other| other.role == Role::Deletes) {
            deleted.entry(&gone.name).or_default().push(gone.span.start);
        }
        block(&Looked { nodes: &nodes, deleted }, &text.statements, found);
    }
}

/// What is known of a text.
struct Looked<'s> {
    nodes: &'s Nodes<'s>,
    /// Where names are deleted, in the order of the text.
    deleted: BTreeMap<&'s str, Vec<u32>>,
}

impl Looked<'_> {
    /// Whether a name is deleted between two places.
    fn is_deleted(&self, name: &str, start: u32, end: u32) -> bool {
        let places = self.deleted.get(name).map_or(&[][..], Vec::as_slice);
        places.get(places.partition_point(|place| *place < start)).is_some_and(|place| *place < end)
    }
}

/// What a name stands for.
#[derive(Clone, PartialEq)]
enum Kind {
    /// A concept of a type, where it is known.
    Concept(Option<Arc<str>>),
    Value,
}

impl Kind {
    /// Whether a name of this kind becomes something else.
    fn becomes_other(&self, new: &Kind) -> bool {
        match (self, new) {
            (Kind::Concept(Some(made)), Kind::Concept(Some(new))) => made != new,
            (Kind::Concept(_), Kind::Value) => true,
            _ => false,
        }
    }
}

fn kind(nodes: &Nodes<'_>, value: &Expression) -> Option<Kind> {
    if is_value(value) {
        return Some(Kind::Value);
    }
    let call = call(value)?;
    if let ResultType::Type(made) = &call.command.result {
        return Some(Kind::Concept(Some((*made).into())));
    }
    // What its keywords decide, the check has found.
    let here = nodes.get(&(value.span.file, value.span.start));
    let node = here.into_iter().flatten().find(|node| *node.call.command == *call.name);
    let made = node.and_then(|node| node.call.result.as_ref()).map(|handle| handle.kind.clone());
    (made.is_some() || !matches!(call.command.result, ResultType::Nothing)).then_some(Kind::Concept(made))
}

/// A number, a text, a list, and what is calculated of numbers that are written there.
fn is_value(value: &Expression) -> bool {
    match &value.kind {
        ExpressionKind::Integer(_) | ExpressionKind::Real(_) | ExpressionKind::Text(_) => true,
        ExpressionKind::None | ExpressionKind::True | ExpressionKind::False | ExpressionKind::Imaginary(_) => true,
        ExpressionKind::List(_) | ExpressionKind::Tuple(_) | ExpressionKind::Dictionary(_) => true,
        ExpressionKind::ListComprehension(..) | ExpressionKind::Format(_) => true,
        ExpressionKind::Unary(_, operand) => is_value(operand),
        ExpressionKind::Binary(_, left, right) => is_value(left) && is_value(right),
        _ => false,
    }
}

fn block(looked: &Looked<'_>, statements: &[Statement], found: &mut Vec<Diagnostic>) {
    let mut known: BTreeMap<&str, (&Expression, Kind)> = BTreeMap::new();
    for statement in statements {
        blocks(statement).into_iter().for_each(|inner| block(looked, inner, found));
        let StatementKind::Assign { targets, value } = &statement.kind else { continue };
        let [Expression { kind: ExpressionKind::Name(name), span }] = targets.as_slice() else { continue };
        let new = kind(looked.nodes, value);
        if let Some((first, made)) = known.remove(name.as_str())
            && new.as_ref().is_some_and(|new| made.becomes_other(new))
            && !looked.is_deleted(name, first.span.end, span.start)
        {
            let made = if let Kind::Concept(Some(made)) = &made { format!(" ({made})") } else { String::new() };
            let message = format!("{name} was a concept{made}, and becomes something else");
            let lint = Diagnostic::note("L008", message).at(*span).help("give it another name");
            found.push(lint.related(first.span, "the concept is made here"));
        }
        if let Some(new @ Kind::Concept(_)) = new {
            known.insert(name, (value, new));
        }
    }
}
