//! The check of a whole call: spellings, keywords, result.

use indexmap::IndexMap;

use super::checker::Checker;
use super::level::Active;
use super::{result, spellings};
use crate::catalogue::raw::{Checked, Form, RawCall};
use crate::catalogue::schema::{Command, ResultType};
use crate::catalogue::{store, suggest, words};
use crate::concepts::Handle;
use crate::diag::{Diagnostic, Fix, did_you_mean};

/// Checks a call against the catalogue. `next_id` gives the identity of each concept the call creates.
pub fn check(raw: &RawCall, next_id: &mut dyn FnMut() -> u64) -> Checked {
    match store::command(&raw.command) {
        Some(command) => check_against(command, raw, next_id),
        None => Checked { diagnostics: vec![unknown_command(raw)], ..Checked::default() },
    }
}

/// Checks a call against a description that need not be in the catalogue (a macro-command).
pub fn check_against(command: &'static Command, raw: &RawCall, next_id: &mut dyn FnMut() -> u64) -> Checked {
    let (arguments, reuse, mut forms) = spellings::modernise(command, raw);
    if let Some(today) = spellings::successor(&raw.command) {
        let today = Some(today.to_string());
        forms.push(Form { command: raw.command.clone(), old: String::new(), today, span: raw.name_span });
    }
    let mut checker = Checker {
        command,
        raw,
        next_id,
        diagnostics: Vec::new(),
        created: Vec::new(),
        unknown: false,
        free: IndexMap::new(),
        forms,
    };
    let active = Active::new(command, &command.level, &arguments, None, None, reuse.is_some());
    let kind = result::type_of(&command.result, &active);
    let result = match (&command.result, &kind) {
        (ResultType::Nothing, _) | (_, None) => None,
        (_, Some(kind)) => Some(Handle::new((checker.next_id)(), kind.clone())),
    };
    let keywords = checker.level(&active, &command.level, "", Some(raw.span));
    let reused = checker.reuse(&active, reuse.as_deref(), kind.as_deref());
    let unmatched = !matches!(command.result, ResultType::Nothing | ResultType::FirstMatch(_, Some(_)));
    if kind.is_none() && unmatched && checker.diagnostics.is_empty() && !checker.unknown {
        checker.untyped_result();
    }
    checker.finish(keywords, reused, result)
}

/// The keywords of a call as an operator would get them, whatever is wrong with the call.
pub fn completed(raw: &RawCall) -> crate::catalogue::Keywords {
    let Some(command) = store::command(&raw.command) else { return crate::catalogue::Keywords::default() };
    let mut checker = Checker {
        command,
        raw,
        next_id: &mut || 0,
        diagnostics: Vec::new(),
        created: Vec::new(),
        unknown: false,
        free: IndexMap::new(),
        forms: Vec::new(),
    };
    let active = Active::new(command, &command.level, &raw.arguments, None, None, false);
    checker.level(&active, &command.level, "", Some(raw.span))
}

fn unknown_command(raw: &RawCall) -> Diagnostic {
    let message = format!("{} is not an operator", raw.command);
    let glossed = |near: &str| words::glossed(near, store::command(near).map_or("", |c| c.gloss));
    let near = suggest::replaced_as(&raw.command, store::names(), Some(raw.name_span), &glossed);
    let (help, fix) = near.map_or((None, None), |(help, fix)| (Some(help), fix.map(Fix::sure)));
    let help = match help {
        Some(help) => help,
        None => {
            let glossed = store::names().filter_map(|name| Some((name, store::command(name)?.gloss)));
            let meant = suggest::by_meaning(&raw.command, glossed);
            let meant: Vec<String> = meant.into_iter().map(|(name, gloss)| words::glossed(name, gloss)).collect();
            match meant.is_empty() {
                true => "`stickslip doc` lists the operators".to_string(),
                false => did_you_mean(&meant.join(" or ")),
            }
        }
    };
    Diagnostic::error("C001", message).at(raw.name_span).label("unknown operator").help(help).fix(fix)
}
