//! L008: the name of a concept given to something else, in the same block and with no DETRUIRE between the two.

use std::sync::Arc;

use super::calls::call;
use super::study::{Study, Text};
use crate::catalogue::ResultType;
use crate::diag::Diagnostic;
use crate::language::names::Role;
use crate::study::graph::Node;
use crate::syntax::{Expression, ExpressionKind, Statement, StatementKind, blocks};

pub fn look(study: &Study<'_>, found: &mut Vec<Diagnostic>) {
    study.texts.iter().for_each(|text| block(study, text, &text.statements, found));
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

fn kind(study: &Study<'_>, value: &Expression) -> Option<Kind> {
    if is_value(value) {
        return Some(Kind::Value);
    }
    let call = call(value)?;
    if let ResultType::Type(made) = &call.command.result {
        return Some(Kind::Concept(Some((*made).into())));
    }
    // What its keywords decide, the check has found.
    let is_call = |node: &&Node| {
        let span = node.call.span;
        *node.call.command == *call.name && span.file == value.span.file && span.start == value.span.start
    };
    let node = study.rehearsal.graph.nodes.iter().find(is_call);
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

fn block(study: &Study<'_>, text: &Text<'_>, statements: &[Statement], found: &mut Vec<Diagnostic>) {
    let mut known: Vec<(&str, &Expression, Kind)> = Vec::new();
    for statement in statements {
        blocks(statement).into_iter().for_each(|inner| block(study, text, inner, found));
        let StatementKind::Assign { targets, value } = &statement.kind else { continue };
        let [Expression { kind: ExpressionKind::Name(name), span }] = targets.as_slice() else { continue };
        let new = kind(study, value);
        let before = known.iter().position(|(own, ..)| own == name);
        if let Some((_, first, made)) = before.map(|rank| known.remove(rank))
            && new.as_ref().is_some_and(|new| made.becomes_other(new))
        {
            let (start, end) = (first.span.end, span.start);
            let gone = text.names.occurrences.iter().any(|other| {
                other.name == *name && other.role == Role::Deletes && (start..end).contains(&other.span.start)
            });
            if !gone {
                let made = if let Kind::Concept(Some(made)) = &made { format!(" ({made})") } else { String::new() };
                let message = format!("{name} was a concept{made}, and becomes something else");
                let lint = Diagnostic::note("L008", message).at(*span).help("give it another name");
                found.push(lint.related(first.span, "the concept is made here"));
            }
        }
        if let Some(new @ Kind::Concept(_)) = new {
            known.push((name, value, new));
        }
    }
}
