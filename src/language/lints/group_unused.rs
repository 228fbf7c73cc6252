//! L017: a group that DEFI_GROUP makes and nothing names.

use std::collections::{BTreeMap, BTreeSet};

use super::calls::{Call, each_call};
use super::study::Study;
use crate::diag::Diagnostic;
use crate::former::walk;
use crate::source::Span;
use crate::syntax::{BinaryOperator, ExpressionKind, TextPart, each_expression};

pub fn look(study: &Study<'_>, found: &mut Vec<Diagnostic>) {
    let mut made: Vec<(String, Span)> = Vec::new();
    let mut shown = false;
    for text in &study.texts {
        each_call(&text.statements, &mut |call| {
            if call.name == "DEFI_GROUP" {
                groups(&call, &mut made);
            }
            // A mesh that is printed is printed with its groups, and Python may list them.
            shown |= call.name == "IMPR_RESU";
        });
        each_expression(&text.statements, &mut |expression| {
            shown |=
                matches!(&expression.kind, ExpressionKind::Attribute(_, name) if name.to_lowercase().contains("group"));
        });
    }
    if shown || made.is_empty() || !study.is_whole() || study.rehearsal.sources.iter().count() > study.texts.len() + 1 {
        return;
    }
    // Texts that are built: their fixed beginnings.
    let mut beginnings: BTreeSet<String> = BTreeSet::new();
    // Texts that have each word.
    let mut named: BTreeMap<String, usize> = BTreeMap::new();
    study.each_literal(&mut |literal| {
        let words: BTreeSet<&str> = literal.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
        words.into_iter().for_each(|word| *named.entry(word.to_string()).or_default() += 1);
    });
    for text in &study.texts {
        each_expression(&text.statements, &mut |expression| match &expression.kind {
            ExpressionKind::Format(parts) => {
                beginnings.insert(match parts.first() {
                    Some(TextPart::Literal(head)) => head.clone(),
                    _ => String::new(),
                });
            }
            ExpressionKind::Binary(BinaryOperator::Modulo | BinaryOperator::Add, left, _) => {
                if let ExpressionKind::Text(head) = &left.kind {
                    beginnings.insert(head.split(['%', '{']).next().unwrap_or("").to_string());
                }
            }
            ExpressionKind::Attribute(object, _) => {
                if let ExpressionKind::Text(head) = &object.kind {
                    beginnings.insert(head.split(['%', '{']).next().unwrap_or("").to_string());
                }
            }
            _ => {}
        });
    }
    for (name, span) in made {
        let texts = named.get(&name).copied().unwrap_or(0);
        let ends = name.char_indices().map(|(at, _)| at).chain([name.len()]);
        if texts > 1 || ends.into_iter().any(|end| beginnings.contains(&name[..end])) {
            continue;
        }
        let message = format!("nothing names the group {name}, which DEFI_GROUP makes");
        found.push(Diagnostic::note("L017", message).at(span).help("drop it, or use it"));
    }
}

fn groups(call: &Call<'_>, made: &mut Vec<(String, Span)>) {
    for argument in call.arguments {
        for group in walk::occurrences(&argument.value) {
            for inner in group {
                if let (Some((keyword, _)), ExpressionKind::Text(name)) = (&inner.name, &inner.value.kind)
                    && keyword == "NOM"
                {
                    made.push((name.trim().to_string(), inner.value.span));
                }
            }
        }
    }
}
