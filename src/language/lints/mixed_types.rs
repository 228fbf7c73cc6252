//! L010: a keyword of whole numbers given the result of a division, which is a real number, whole by chance.

use std::collections::BTreeMap;

use super::calls::each_group;
use super::study::{Study, Text};
use crate::catalogue::Type;
use crate::diag::Diagnostic;
use crate::source::Span;
use crate::syntax::{BinaryOperator, Expression, ExpressionKind, StatementKind, each_statement};

pub fn look(study: &Study<'_>, found: &mut Vec<Diagnostic>) {
    for text in &study.texts {
        let definitions = definitions(text);
        each_group(&text.statements, &mut |group| {
            for argument in group.arguments {
                let Some((name, _)) = &argument.name else { continue };
                let meanings = group.meanings(name);
                let whole = |types: &[Type]| !types.is_empty() && types.iter().all(|t| *t == Type::Integer);
                let is_whole = meanings.iter().all(|k| k.simple().is_some_and(|simple| whole(&simple.types)));
                let Some(division) =
                    division(&definitions, &argument.value).filter(|_| is_whole && !meanings.is_empty())
                else {
                    continue;
                };
                let message = format!("{name} is a whole number, and `/` gives a real one, which is whole by chance");
                let help = "divide with `//`, or round with int()";
                let mut lint = Diagnostic::note("L010", message).at(argument.value.span).help(help);
                if division != argument.value.span {
                    lint = lint.related(division, "the division");
                }
                found.push(lint);
            }
        });
    }
}

/// The values that are given to each name.
type Definitions<'t> = BTreeMap<&'t str, Vec<&'t Expression>>;

fn definitions<'t>(text: &'t Text<'_>) -> Definitions<'t> {
    let mut found = Definitions::new();
    each_statement(&text.statements, &mut |statement| {
        let StatementKind::Assign { targets, value } = &statement.kind else { return };
        for target in targets {
            if let ExpressionKind::Name(name) = &target.kind {
                found.entry(name).or_default().push(value);
            }
        }
    });
    found
}

/// Place of the division that a value comes from.
fn division(definitions: &Definitions<'_>, value: &Expression) -> Option<Span> {
    match &value.kind {
        ExpressionKind::Binary(BinaryOperator::Divide, ..) => Some(value.span),
        ExpressionKind::Name(name) => match definitions.get(name.as_str())?.as_slice() {
            [only] if matches!(only.kind, ExpressionKind::Binary(BinaryOperator::Divide, ..)) => Some(only.span),
            _ => None,
        },
        _ => None,
    }
}
