//! L001: a concept that nothing reads. Tables, functions and transients are results that others read (`sweep --collect`, a
//! session, Python), so that they are left.

use super::calls::{Call, call};
use super::study::{Study, Text};
use crate::catalogue::ResultType;
use crate::diag::{Diagnostic, Fix};
use crate::syntax::{ExpressionKind, Statement, StatementKind, each_inside};

pub fn look(study: &Study<'_>, found: &mut Vec<Diagnostic>) {
    // A line that cannot be read may be the one that reads it.
    if study.builds_names() || !study.is_whole() {
        return;
    }
    for text in &study.texts {
        text.statements.iter().filter_map(|statement| unread(study, text, statement)).for_each(|d| found.push(d));
    }
}

fn unread(study: &Study<'_>, text: &Text<'_>, statement: &Statement) -> Option<Diagnostic> {
    let StatementKind::Assign { targets, value } = &statement.kind else { return None };
    let [target] = targets.as_slice() else { return None };
    let ExpressionKind::Name(name) = &target.kind else { return None };
    let call = call(value).filter(is_pure)?;
    if study.reads(name) {
        return None;
    }
    // Modules of the study may read it by its name.
    let modules = study.rehearsal.sources.iter().filter(|(_, file)| !file.text.is_empty());
    if modules
        .filter(|(id, _)| study.texts.iter().all(|text| text.id != *id))
        .any(|(_, file)| file.text.contains(name.as_str()))
    {
        return None;
    }
    let message = format!("nothing reads {name}, which {} makes", call.name);
    let fix =
        text.lines(statement.span).map(|lines| Fix::new(format!("take {name} out"), vec![(lines, String::new())]));
    Some(Diagnostic::note("L001", message).at(target.span).help("drop it, or read it").fix(fix))
}

/// Whether a call does nothing but make a concept that other calls read.
fn is_pure(call: &Call<'_>) -> bool {
    let made = match &call.command.result {
        ResultType::Type(made) => *made,
        _ => return false,
    };
    let is_result = made.starts_with("table") || made.starts_with("fonction") || made.starts_with("nappe");
    let is_run = call.name.starts_with("DYNA_") || call.name.starts_with("POST_") || made == "formule";
    let mut makes_more = false;
    call.arguments.iter().for_each(|argument| {
        makes_more |= argument.name.as_ref().is_some_and(|(name, _)| name == "reuse");
        each_inside(&argument.value, &mut |inner| {
            makes_more |= crate::former::walk::call(inner).is_some_and(|(name, _)| name != "_F");
        });
    });
    !is_result && !is_run && !makes_more
}
