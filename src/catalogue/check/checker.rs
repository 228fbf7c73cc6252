//! What is gathered while a call is checked, and what comes of it.

use std::sync::Arc;

use indexmap::IndexMap;

use crate::catalogue::call::{Call, Keywords};
use crate::catalogue::raw::{Checked, Form, RawCall};
use crate::catalogue::schema::Command;
use crate::catalogue::values::FreeValue;
use crate::concepts::Handle;
use crate::diag::Diagnostic;
use crate::source::Span;

/// State of the check of one call.
pub(super) struct Checker<'a> {
    pub(super) command: &'static Command,
    pub(super) raw: &'a RawCall,
    pub(super) next_id: &'a mut dyn FnMut() -> u64,
    pub(super) diagnostics: Vec<Diagnostic>,
    pub(super) created: Vec<(Arc<str>, Handle)>,
    /// Some value is unknown: the call cannot run.
    pub(super) unknown: bool,
    pub(super) free: IndexMap<Arc<str>, FreeValue>,
    pub(super) forms: Vec<Form>,
}

/// Place of a level, for messages.
#[derive(Clone, Copy)]
pub(super) struct LevelPlace<'p> {
    /// `` for the command, or `COMPORTEMENT[2]`.
    pub(super) path: &'p str,
    pub(super) span: Option<Span>,
}

impl Checker<'_> {
    /// `DYNA_VIBRA`, or `COMPORTEMENT[2] of DYNA_VIBRA`.
    pub(super) fn level_name(&self, path: &str) -> String {
        match path {
            "" => self.raw.command.to_string(),
            path => format!("{path} of {}", self.raw.command),
        }
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Errors in the order of the text; the call only when there is none.
    pub(super) fn finish(mut self, keywords: Keywords, reused: Option<Handle>, result: Option<Handle>) -> Checked {
        self.diagnostics.sort_by_key(|d| d.span.map(|s| (s.start, s.end)));
        let result = match (&reused, result) {
            (Some(old), Some(new)) if old.kind != new.kind => Some(Handle::new(new.id, old.kind.clone())),
            (_, result) => result,
        };
        let enriched = reused.clone();
        let right = !self.diagnostics.iter().any(Diagnostic::is_error);
        let call = right.then(|| Call {
            command: Arc::clone(&self.raw.command),
            keywords,
            free: (!self.free.is_empty()).then(|| Box::new(self.free)),
            reuse: reused,
            result: result.clone(),
            meshes: Vec::new(),
            span: self.raw.name_span,
            line: self.raw.line,
        });
        let (call, sketch) = if self.unknown { (None, call) } else { (call, None) };
        let Checker { created, diagnostics, forms, .. } = self;
        Checked { call, sketch, result, enriched, created, diagnostics, forms }
    }
}
