//! The checker: from a call as written to a call an operator can run, or to all that is wrong with it.
//!
//! Order of work: old spellings are rewritten; the keywords that exist are found level by level
//! ([`level`]), with defaults; then each level is checked (effects, types, counts, allowed values,
//! ranges, validators, unknown and missing keywords, rules); last come `reuse` and the type of the
//! result. Everything wrong is reported at once, each at its place; a value marked unknown fits
//! everywhere and has no consequences.

mod conditions;
mod equality;
mod fitting;
mod keyword;
mod level;
mod names;
mod result;
mod rules;
mod spellings;
mod values;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use indexmap::IndexMap;

pub use self::fitting::fitting;
pub use self::names::free_value;
pub use self::spellings::{group_of, spellings, successor};

use self::level::Active;
use super::call::{Call, Keywords};
use super::raw::{Checked, Form, RawCall};
use super::schema::{Command, Keyword, Level, ResultType, Shape, Status};
use super::values::FreeValue;
use super::{store, suggest, words};
use crate::concepts::Handle;
use crate::diag::Diagnostic;
use crate::source::Span;

/// Checks a call against the catalogue. `next_id` gives the identity of each concept the call creates.
pub fn check(raw: &RawCall, next_id: &mut dyn FnMut() -> u64) -> Checked {
    match store::command(&raw.command) {
        Some(command) => check_against(command, raw, next_id),
        None => Checked { diagnostics: vec![unknown_command(raw)], ..Checked::default() },
    }
}

/// The same against a description that is not in the catalogue (a macro-command).
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

fn unknown_command(raw: &RawCall) -> Diagnostic {
    let message = format!("{} is not an operator", raw.command);
    let help = match suggest::suggest(&raw.command) {
        Some(near) => {
            let gloss = store::command(near).map_or("", |c| c.gloss);
            format!("did you mean {}?", words::glossed(near, gloss))
        }
        None => "`stickslip doc` lists the operators".to_string(),
    };
    Diagnostic::error("C001", message).at(raw.name_span).label("unknown operator").help(help)
}

/// What is gathered while a call is checked.
struct Checker<'a> {
    command: &'static Command,
    raw: &'a RawCall,
    next_id: &'a mut dyn FnMut() -> u64,
    diagnostics: Vec<Diagnostic>,
    created: Vec<(Arc<str>, Handle)>,
    /// Some value is unknown: the call cannot run.
    unknown: bool,
    free: IndexMap<Arc<str>, FreeValue>,
    forms: Vec<Form>,
}

/// Where a level stands, for messages.
#[derive(Clone, Copy)]
struct Place<'p> {
    /// `` for the command, or `COMPORTEMENT[2]`.
    path: &'p str,
    span: Option<Span>,
}

impl<'a> Checker<'a> {
    /// Checks all that is written at one level and returns its keywords.
    fn level(&mut self, active: &Active<'_>, schema: &'static Level, path: &str, span: Option<Span>) -> Keywords {
        let place = Place { path, span };
        let unknown_names = self.names(active, schema, place);
        let mut keywords = Keywords::new(span);
        for &(name, keyword) in &active.keywords {
            match active.written(name) {
                Some(argument) => self.keyword(active, &mut keywords, name, keyword, argument, place),
                None => self.absent(active, &mut keywords, name, keyword, &unknown_names, place),
            }
        }
        for &(argument, old) in &active.former {
            if active.keyword(&argument.name).is_none() {
                self.keyword(active, &mut keywords, old.name, &old.keyword, argument, place);
                self.forms.push(spellings::form_of(self.command, &self.raw.command, old, argument));
            }
        }
        for (name, values) in &active.set {
            let values: Vec<super::Value> = values.iter().map(|&v| v.into()).collect();
            keywords.insert(name, super::Given { values: values.into(), span: None });
        }
        self.rules(active, &unknown_names, place);
        keywords.close();
        keywords
    }

    /// A keyword that is not written: its default, or an error when it is mandatory.
    fn absent(
        &mut self,
        active: &Active<'_>,
        keywords: &mut Keywords,
        name: &'static str,
        keyword: &'static Keyword,
        unknown_names: &[&str],
        place: Place<'_>,
    ) {
        match (&keyword.shape, keyword.status) {
            (Shape::Simple(_), Status::Defaulted | Status::Hidden)
                if !keyword.default().is_empty()
                // Rules and old keywords that stand for this one count it as given.
                && active.stand_in(name).is_none() =>
            {
                let values = keyword.default().iter().map(|&v| v.into()).collect();
                keyword::put(keywords, name, keyword, values, None);
            }
            (Shape::Factor(level), Status::Defaulted) => {
                let below = Active::new(self.command, level, &[], Some(name), Some(active), false);
                let path = keyword::occurrence_path(name, 0, 1);
                let occurrence = self.level(&below, level, &path, None).occurrence(name, 0, 1);
                keyword::put_factor(keywords, name, keyword, vec![occurrence]);
            }
            (_, Status::Mandatory) if active.stand_in(name).is_none() && !unknown_names.contains(&name) => {
                self.missing(name, keyword, place);
            }
            _ => {}
        }
    }

    fn missing(&mut self, name: &str, keyword: &'static Keyword, place: Place<'_>) {
        let shown = words::glossed(name, keyword.gloss);
        let message = format!("{} needs {shown}", self.level_name(place.path));
        let help = match &keyword.shape {
            Shape::Factor(_) => format!("add {name}=_F(...)"),
            Shape::Simple(simple) if !simple.into.is_empty() => {
                format!("add {name}={}", words::allowed(simple))
            }
            Shape::Simple(simple) => format!("add {name}=..., {}", words::wanted(keyword, simple)),
        };
        let place = place.span.filter(|_| !place.path.is_empty()).unwrap_or(self.raw.name_span);
        self.report(Diagnostic::error("C003", message).at(place).label(format!("{name} is missing")).help(help));
    }

    /// `DYNA_VIBRA`, or `COMPORTEMENT[2] of DYNA_VIBRA`.
    fn level_name(&self, path: &str) -> String {
        match path {
            "" => self.raw.command.to_string(),
            path => format!("{path} of {}", self.raw.command),
        }
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Errors in the order of the text; the call only when there is none.
    fn finish(mut self, keywords: Keywords, reused: Option<Handle>, result: Option<Handle>) -> Checked {
        self.diagnostics.sort_by_key(|d| d.span.map(|s| (s.start, s.end)));
        let result = match (&reused, result) {
            (Some(old), Some(new)) if old.kind != new.kind => Some(Handle::new(new.id, old.kind.clone())),
            (_, result) => result,
        };
        let enriched = reused.clone();
        let runnable = !self.unknown && !self.diagnostics.iter().any(Diagnostic::is_error);
        let call = runnable.then(|| Call {
            command: Arc::clone(&self.raw.command),
            keywords,
            free: (!self.free.is_empty()).then(|| Box::new(self.free)),
            reuse: reused,
            result: result.clone(),
            meshes: Vec::new(),
            span: self.raw.name_span,
            line: self.raw.line,
        });
        Checked { call, result, enriched, created: self.created, diagnostics: self.diagnostics, forms: self.forms }
    }
}
