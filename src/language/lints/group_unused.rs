//! L017: a group that DEFI_GROUP makes and nothing names.

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
    let mut beginnings: Vec<String> = Vec::new();
    let mut literals: Vec<String> = Vec::new();
    study.each_literal(&mut |literal| literals.push(literal.to_string()));
    for text in &study.texts {
        each_expression(&text.statements, &mut |expression| match &expression.kind {
            ExpressionKind::Format(parts) => beginnings.push(match parts.first() {
                Some(TextPart::Literal(head)) => head.clone(),
                _ => String::new(),
            }),
            ExpressionKind::Binary(BinaryOperator::Modulo | BinaryOperator::Add, left, _) => {
                if let ExpressionKind::Text(head) = &left.kind {
                    beginnings.push(head.split(['%', '{']).next().unwrap_or("").to_string());
                }
            }
            ExpressionKind::Attribute(object, _) => {
                if let ExpressionKind::Text(head) = &object.kind {
                    beginnings.push(head.split(['%', '{']).next().unwrap_or("").to_string());
                }
            }
            _ => {}
        });
    }
    for (name, span) in made {
        let named = literals
            .iter()
            .filter(|literal| literal.split(|c: char| !c.is_alphanumeric() && c != '_').any(|w| w == name));
        if named.count() > 1 || beginnings.iter().any(|head| name.starts_with(head.as_str())) {
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
