//! L008: the name of a concept given to something else, in the same block and with no DETRUIRE between the two.

use super::calls::call;
use super::study::{Study, Text};
use crate::catalogue::ResultType;
use crate::diag::Diagnostic;
use crate::language::names::Role;
use crate::syntax::{Expression, ExpressionKind, Statement, StatementKind, blocks};

pub fn look(study: &Study<'_>, found: &mut Vec<Diagnostic>) {
    study.texts.iter().for_each(|text| block(text, &text.statements, found));
}

/// What a name stands for.
#[derive(PartialEq)]
enum Kind {
    Concept(&'static str),
    Value,
}

fn kind(value: &Expression) -> Option<Kind> {
    match &value.kind {
        ExpressionKind::Integer(_) | ExpressionKind::Real(_) | ExpressionKind::Text(_) => Some(Kind::Value),
        ExpressionKind::List(_) | ExpressionKind::Tuple(_) | ExpressionKind::Dictionary(_) => Some(Kind::Value),
        _ => match &call(value)?.command.result {
            ResultType::Type(made) => Some(Kind::Concept(made)),
            _ => None,
        },
    }
}

fn block(text: &Text<'_>, statements: &[Statement], found: &mut Vec<Diagnostic>) {
    let mut known: Vec<(&str, &Expression, &'static str)> = Vec::new();
    for statement in statements {
        blocks(statement).into_iter().for_each(|inner| block(text, inner, found));
        let StatementKind::Assign { targets, value } = &statement.kind else { continue };
        let [Expression { kind: ExpressionKind::Name(name), span }] = targets.as_slice() else { continue };
        let new = kind(value);
        let before = known.iter().position(|(own, ..)| own == name);
        if let Some((_, first, made)) = before.map(|rank| known.remove(rank))
            && new.as_ref().is_some_and(|new| *new != Kind::Concept(made))
        {
            let (start, end) = (first.span.end, span.start);
            let gone = text.names.occurrences.iter().any(|other| {
                other.name == *name && other.role == Role::Deletes && (start..end).contains(&other.span.start)
            });
            if !gone {
                let message = format!("{name} was a concept ({made}), and becomes something else");
                let lint = Diagnostic::note("L008", message).at(*span).help("give it another name");
                found.push(lint.related(first.span, "the concept is made here"));
            }
        }
        if let Some(Kind::Concept(made)) = new {
            known.push((name, value, made));
        }
    }
}
