//! L014: a call in a loop that does not depend on the loop: each turn makes the same.

use std::collections::BTreeSet;

use super::calls::call;
use super::study::Study;
use crate::diag::Diagnostic;
use crate::former::walk;
use crate::language::occurrences::Role;
use crate::syntax::{
    Expression, ExpressionKind, Statement, StatementKind, bound, each_expression, each_inside, each_statement,
};

pub fn look(study: &Study<'_>, found: &mut Vec<Diagnostic>) {
    for text in study.texts.iter().filter(|text| text.names.built.is_empty()) {
        // CO('NAME') makes a concept too.
        let made = text.names.occurrences.iter().filter(|made| made.in_text && made.role == Role::Defines);
        let made: BTreeSet<&str> = made.map(|made| made.name.as_str()).collect();
        each_statement(&text.statements, &mut |statement| {
            let (target, body) = match &statement.kind {
                StatementKind::For { target, body, .. } => (Some(target), body),
                StatementKind::While { body, .. } => (None, body),
                _ => return,
            };
            let mut changing: BTreeSet<String> = BTreeSet::new();
            bound(body, &mut |name| {
                changing.insert(name.to_string());
            });
            target.into_iter().for_each(|target| {
                each_inside(target, &mut |inner| {
                    if let ExpressionKind::Name(name) = &inner.kind {
                        changing.insert(name.clone());
                    }
                });
            });
            let changes = |name: &str| changing.contains(name) || made.contains(name);
            body.iter().filter_map(|inner| same_each_time(inner, body, &changes)).for_each(|lint| found.push(lint));
        });
    }
}

fn same_each_time(statement: &Statement, body: &[Statement], changes: &dyn Fn(&str) -> bool) -> Option<Diagnostic> {
    let StatementKind::Assign { targets, value } = &statement.kind else { return None };
    let [Expression { kind: ExpressionKind::Name(name), span }] = targets.as_slice() else { return None };
    let call = call(value).filter(|call| call.command.goes_on_unless.is_none())?;
    let mut depends = call.arguments.iter().any(|argument| argument.stars > 0);
    for argument in call.arguments {
        each_inside(&argument.value, &mut |inner| match &inner.kind {
            ExpressionKind::Name(read) => depends |= changes(read),
            ExpressionKind::Call { .. } => depends |= walk::call(inner).is_none_or(|(name, _)| name != "_F"),
            ExpressionKind::Attribute(..) | ExpressionKind::Index(..) | ExpressionKind::Lambda(..) => depends = true,
            _ => {}
        });
    }
    // A text of a formula may name what the loop changes.
    depends |= call.name == "FORMULE" || call.arguments.is_empty();
    // What is changed or destroyed in the loop is made anew for that.
    let (mut changed, mut assigned) = (false, 0);
    each_statement(body, &mut |other| {
        assigned += usize::from(matches!(&other.kind, StatementKind::Assign { targets, .. }
            if targets.iter().any(|t| matches!(&t.kind, ExpressionKind::Name(own) if own == name))));
    });
    each_expression(body, &mut |inner| {
        let Some((command, arguments)) = walk::call(inner) else { return };
        let names = |value: &Expression| matches!(&value.kind, ExpressionKind::Name(own) if own == name);
        for argument in arguments {
            let is_reuse = argument.name.as_ref().is_some_and(|(keyword, _)| keyword == "reuse");
            let mut mentioned = false;
            each_inside(&argument.value, &mut |value| mentioned |= names(value));
            changed |=
                mentioned && (is_reuse || command == "DETRUIRE" || matches!(command, "MODI_MAILLAGE" | "DEFI_GROUP"));
        }
    });
    if depends || changed || assigned != 1 {
        return None;
    }
    let message = format!("{name} = {} does not depend on the loop: each turn makes the same", call.name);
    Some(Diagnostic::note("L014", message).at(*span).help("make it before the loop"))
}
