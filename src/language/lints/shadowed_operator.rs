//! L007: a variable named as an operator or as a function of Python, which cannot be called from then on.

use std::collections::BTreeSet;

use super::study::{Study, Text};
use crate::catalogue::command;
use crate::diag::{Diagnostic, Fix};
use crate::language::occurrences::{Occurrence, Role};
use crate::python::{self, Value};
use crate::syntax::{Expression, ExpressionKind, StatementKind, each_statement};

pub fn look(study: &Study<'_>, found: &mut Vec<Diagnostic>) {
    for text in &study.texts {
        let mut said: BTreeSet<(String, usize)> = BTreeSet::new();
        each_statement(&text.statements, &mut |statement| match &statement.kind {
            StatementKind::Assign { targets, .. } => {
                targets.iter().for_each(|t| target(study, text, t, &mut said, found))
            }
            StatementKind::For { target: t, .. } => target(study, text, t, &mut said, found),
            _ => {}
        });
    }
}

fn target(
    study: &Study<'_>,
    text: &Text<'_>,
    target_: &Expression,
    said: &mut BTreeSet<(String, usize)>,
    found: &mut Vec<Diagnostic>,
) {
    match &target_.kind {
        ExpressionKind::Name(name) => {
            let is_operator = command(name).is_some();
            let is_function = name != "pi" && matches!(python::known(name), Some(Value::Builtin(_)));
            if !(is_operator || is_function) {
                return;
            }
            let Some(at) = text.occurrence(target_) else { return };
            if !said.insert((name.clone(), at.scope)) {
                return;
            }
            let what = if is_operator { "an operator" } else { "a function of Python" };
            let message = format!("{name} is the name of {what}, which cannot be called any more");
            let fix = renamed(study, text, at);
            found.push(
                Diagnostic::note("L007", message).at(target_.span).help("give the variable another name").fix(fix),
            );
        }
        ExpressionKind::Tuple(items) | ExpressionKind::List(items) => {
            items.iter().for_each(|item| target(study, text, item, said, found));
        }
        _ => {}
    }
}

/// The change of all its places; none where a place may mean the operator, or where another file reads it.
fn renamed(study: &Study<'_>, text: &Text<'_>, at: &Occurrence) -> Option<Fix> {
    let new = format!("{}_", at.name);
    let all = || study.texts.iter().flat_map(|text| text.names.occurrences.iter());
    let here: Vec<&Occurrence> = text.names.same(at).collect();
    let elsewhere = all().filter(|other| other.name == at.name).count() != here.len();
    let before = here.iter().any(|other| other.role != Role::Defines && other.span.start < at.span.start);
    if elsewhere || before || study.builds_names() || all().any(|other| other.name == new) {
        return None;
    }
    let edits = here.iter().map(|place| (place.span, new.clone())).collect();
    Some(Fix::new(format!("rename {} to {new}", at.name), edits))
}
