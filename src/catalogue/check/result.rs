//! What a call returns, and what it enriches with `reuse`.

use std::sync::Arc;

use super::checker::Checker;
use super::conditions::items;
use super::level::{Active, Found};
use crate::catalogue::raw::RawValue;
use crate::catalogue::schema::{ResultType, ReusePolicy};
use crate::catalogue::words;
use crate::concepts::{Handle, is_a};
use crate::diag::Diagnostic;
use crate::source::Span;

/// The type of what a call makes; `None` when it makes nothing or when nobody can say.
pub(super) fn type_of(result: &'static ResultType, active: &Active<'_>) -> Option<Arc<str>> {
    match result {
        ResultType::Nothing => None,
        ResultType::Type(name) => Some(Arc::from(*name)),
        ResultType::SameAs(path) => type_at(path, active),
        ResultType::FirstMatch(cases, otherwise) => {
            for (when, case) in cases {
                match active.holds(when) {
                    Some(true) => return type_of(case, active),
                    Some(false) => {}
                    None => return None,
                }
            }
            otherwise.as_deref().and_then(|o| type_of(o, active))
        }
    }
}

/// The type of the first concept given for `NAME` or `FACTOR/NAME`.
fn type_at(path: &str, active: &Active<'_>) -> Option<Arc<str>> {
    concepts_at(path, active).first().map(|h| h.kind.clone())
}

fn concepts_at<'a>(path: &str, active: &Active<'a>) -> Vec<&'a Handle> {
    let concept = |v: &'a RawValue| match v {
        RawValue::Concept(handle) => Some(handle),
        _ => None,
    };
    match path.split_once('/') {
        None => match active.find(path) {
            Found::Written(raw) => items(raw).filter_map(concept).collect(),
            _ => Vec::new(),
        },
        Some((factor, name)) => {
            let Found::Written(raw) = active.find(factor) else { return Vec::new() };
            let within = |v: &'a RawValue| match v {
                RawValue::Factor(arguments, _) => arguments.iter().find(|a| *a.name == *name),
                _ => None,
            };
            items(raw).filter_map(within).flat_map(|a| items(&a.value)).filter_map(concept).collect()
        }
    }
}

impl Checker<'_> {
    /// Checks `reuse` and returns the concept to enrich. `kind` is the type of the result, if known.
    pub(super) fn reuse(
        &mut self,
        active: &Active<'_>,
        written: Option<&(RawValue, Span)>,
        kind: Option<&str>,
    ) -> Option<Handle> {
        let command = &self.raw.command;
        let reuse = &self.command.reuse;
        let keywords = words::one_of(&reuse.same_as, "or");
        let Some((value, span)) = written.filter(|(v, _)| !matches!(v, RawValue::None)) else {
            if reuse.policy == ReusePolicy::InPlace {
                return reuse.same_as.iter().find_map(|k| concepts_at(k, active).first().map(|h| (*h).clone()));
            }
            return None;
        };
        let handle = match value {
            RawValue::Unknown => {
                self.unknown = true;
                return None;
            }
            RawValue::Concept(handle) => handle,
            other => {
                let message = format!("reuse must be the concept to enrich, found {}", words::found(other));
                self.report(Diagnostic::error("C010", message).at(*span).label("not a concept"));
                return None;
            }
        };
        if reuse.policy == ReusePolicy::Refused {
            let message = format!("{command} cannot enrich a concept: it has no reuse");
            self.report(Diagnostic::error("C010", message).at(*span).label("not allowed").help("remove reuse"));
            return None;
        }
        let given: Vec<&Handle> = reuse.same_as.iter().flat_map(|k| concepts_at(k, active)).collect();
        let doubtful = reuse.same_as.iter().any(|k| matches!(active.find(k), Found::Doubt));
        // COMB_MATR_ASSE makes a new matrix of its terms whatever reuse says.
        if &**command == "COMB_MATR_ASSE" {
            return None;
        }
        if !given.is_empty() && !doubtful && !given.iter().any(|h| h.id == handle.id) {
            let name = if handle.name().is_empty() { "X" } else { handle.name() };
            let message = format!("{command}: the concept of reuse is not the one given for {keywords}");
            let help = format!("write reuse={name} with {keywords}={name}");
            self.report(Diagnostic::error("C010", message).at(*span).label("another concept").help(help));
            return None;
        }
        if let Some(kind) = kind
            && !is_a(&handle.kind, kind)
            && !is_a(kind, &handle.kind)
        {
            let message = format!(
                "{command} makes {} here, it cannot enrich {}",
                words::concept_type(kind),
                words::concept_type(&handle.kind)
            );
            self.report(Diagnostic::error("C010", message).at(*span).label("another type"));
            return None;
        }
        Some(handle.clone())
    }

    pub(super) fn untyped_result(&mut self) {
        let message = format!("{} makes nothing from these keywords", self.raw.command);
        let help = format!("no result is defined for this combination; see `stickslip doc {}`", self.raw.command);
        self.report(Diagnostic::error("C009", message).at(self.raw.name_span).help(help));
    }
}
