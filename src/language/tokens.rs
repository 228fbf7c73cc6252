//! Meaning of the words of a text: operators, keywords, values of closed lists, concepts.

use std::collections::BTreeSet;

use super::document::Document;
use super::offered::Name;
use crate::catalogue::{Constant, Effect, Keyword, Level, command};
use crate::former::walk;
use crate::source::Span;
use crate::syntax::{Argument, Expression, ExpressionKind};

/// Meaning of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Token {
    Operator,
    Keyword,
    /// A keyword that has no effect.
    Idle,
    /// A text that the catalogue lists.
    Value,
    Concept,
    /// A keyword that its command does not have.
    Unknown,
}

/// Words that mean something, in the order of the text.
pub fn tokens(document: &Document, names: &[Name]) -> Vec<(Span, Token)> {
    let mut found = Vec::new();
    walk::expressions(&document.parsed().statements, &mut |expression| {
        let Some((name, arguments)) = walk::call(expression) else { return };
        let (Some(command), ExpressionKind::Call { function, .. }) = (command(name), &expression.kind) else { return };
        found.push((function.span, Token::Operator));
        // What else a command takes is not all told by its levels.
        let is_whole = command.free_keywords.is_none()
            && command.former.is_empty()
            && command.former_spellings.is_empty()
            && command.not_described.is_empty();
        let mut own = Vec::new();
        level(&command.level, arguments, &mut own);
        found.extend(own.into_iter().filter(|(_, token)| is_whole || *token != Token::Unknown));
    });
    let made: BTreeSet<&str> =
        names.iter().filter(|known| known.handle().is_some()).map(|known| known.name.as_str()).collect();
    for occurrence in document.names.occurrences.iter().filter(|found| !found.in_text) {
        if made.contains(occurrence.name.as_str()) {
            found.push((occurrence.span, Token::Concept));
        }
    }
    found.sort_unstable();
    found.dedup_by_key(|(span, _)| *span);
    // Texts over several lines have no place in a list by lines.
    found.retain(|(span, _)| !document.text().get(span.range()).unwrap_or("\n").contains('\n'));
    found
}

fn level(level_: &Level, arguments: &[Argument], found: &mut Vec<(Span, Token)>) {
    for argument in arguments {
        let Some((name, span)) = &argument.name else { continue };
        let Some(keyword) = level_.find(name) else {
            if name != "reuse" {
                found.push((*span, Token::Unknown));
            }
            continue;
        };
        found.push((*span, if keyword.effect == Effect::None { Token::Idle } else { Token::Keyword }));
        if let Some(inner) = keyword.factor() {
            walk::occurrences(&argument.value).into_iter().for_each(|given| level(inner, given, found));
        }
        texts(keyword, &argument.value, found);
    }
}

fn texts(keyword: &Keyword, value: &Expression, found: &mut Vec<(Span, Token)>) {
    match &value.kind {
        ExpressionKind::Text(text) => {
            let listed = |constant: &Constant| matches!(constant, Constant::Text(own) if *own == text.as_str());
            if keyword.simple().is_some_and(|simple| simple.into.iter().any(listed)) {
                found.push((value.span, Token::Value));
            }
        }
        ExpressionKind::Tuple(items) | ExpressionKind::List(items) => {
            items.iter().for_each(|item| texts(keyword, item, found));
        }
        _ => {}
    }
}
