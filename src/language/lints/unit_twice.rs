//! L012: two statements of one block write tables or curves to the same unit: both stand in one file, which few programs read.

use std::collections::BTreeMap;

use super::calls::{Group, call, number};
use super::study::Study;
use crate::diag::{Diagnostic, Fix};
use crate::former::walk;
use crate::source::Span;
use crate::syntax::{ExpressionKind, Statement, StatementKind, blocks, each_expression};

/// The log, which all statements share.
const LOGS: [i64; 2] = [6, 8];
/// Units from which one is proposed.
const FREE: std::ops::Range<i64> = 40..100;

pub fn look(study: &Study<'_>, found: &mut Vec<Diagnostic>) {
    let mut numbers = Vec::new();
    let mut rebinds = false;
    for text in &study.texts {
        each_expression(&text.statements, &mut |expression| {
            if let ExpressionKind::Integer(unit) = &expression.kind {
                numbers.push(*unit);
            }
            rebinds |= walk::call(expression).is_some_and(|(name, _)| name == "DEFI_FICHIER");
        });
    }
    // A unit that is bound anew is another file.
    if rebinds {
        return;
    }
    let project = study.rehearsal.project.as_ref();
    numbers.extend(project.iter().flat_map(|project| project.bound.iter().map(|(unit, _)| *unit)));
    for text in &study.texts {
        block(&text.statements, &mut |unit, first, second| {
            let message = format!("unit {unit} is written by two statements: both tables stand in one file");
            let free = FREE.clone().find(|free| !numbers.contains(free));
            let fix = free.map(|free| Fix::new(format!("write to unit {free}"), vec![(second, free.to_string())]));
            let help = "give each its own unit";
            let lint = Diagnostic::note("L012", message).at(second).help(help).fix(fix);
            found.push(lint.related(first, "written here first"));
        });
    }
}

fn block(statements: &[Statement], say: &mut dyn FnMut(i64, Span, Span)) {
    let mut written: BTreeMap<i64, Span> = BTreeMap::new();
    for statement in statements {
        blocks(statement).into_iter().for_each(|inner| block(inner, say));
        let StatementKind::Expression(value) = &statement.kind else { continue };
        let Some(call) = call(value).filter(|call| matches!(call.name, "IMPR_TABLE" | "IMPR_FONCTION")) else {
            continue;
        };
        let group = Group { call, level: &call.command.level, arguments: call.arguments };
        let Some(given) = group.get("UNITE") else { continue };
        let Some(unit) = number(&given.value).map(|unit| unit as i64).filter(|unit| !LOGS.contains(unit)) else {
            continue;
        };
        match written.get(&unit) {
            Some(first) => say(unit, *first, given.value.span),
            None => drop(written.insert(unit, given.value.span)),
        }
    }
}
