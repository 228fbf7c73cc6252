//! The one value all messages are made of.

use super::fix::Fix;
use crate::source::Span;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    Note,
    Warning,
    Error,
}

/// One message, with its place. Built with the small methods below, rendered elsewhere.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnostic {
    /// Stable code such as `C012`, listed in `codes.rs`.
    pub code: &'static str,
    pub severity: Severity,
    /// One sentence: what was found and where.
    pub message: String,
    pub span: Option<Span>,
    /// Words under the caret.
    pub label: Option<String>,
    /// Other places that matter ("first given here").
    pub related: Vec<(Span, String)>,
    /// What would have been legal, what to do.
    pub help: Option<String>,
    /// Errors found with this one, in other parts of the same call.
    pub also: Vec<Diagnostic>,
    /// Changes that would mend it.
    pub fixes: Vec<Fix>,
    /// What the language has and this program has not, which the study needs: `MODE_NON_LINE`, `MAZARS of DEFI_MATERIAU`.
    pub missing: Option<String>,
    /// Lines of another file than the study's, such as a mesh, that are shown in place of the study's.
    pub quoted: Option<Box<Quoted>>,
}

/// Lines of a file that is no part of the study's text, around a place.
#[derive(Clone, Debug, PartialEq)]
pub struct Quoted {
    pub file: String,
    /// Rank from 0 of the first line of the text.
    pub first: usize,
    pub text: String,
    /// Bytes of the text that are underlined.
    pub start: usize,
    pub end: usize,
}

impl Diagnostic {
    pub fn error(code: &'static str, message: impl Into<String>) -> Self {
        Diagnostic {
            code,
            severity: Severity::Error,
            message: message.into(),
            span: None,
            label: None,
            related: Vec::new(),
            help: None,
            also: Vec::new(),
            fixes: Vec::new(),
            missing: None,
            quoted: None,
        }
    }

    pub fn warning(code: &'static str, message: impl Into<String>) -> Self {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(code, message) }
    }

    pub fn note(code: &'static str, message: impl Into<String>) -> Self {
        Diagnostic { severity: Severity::Note, ..Diagnostic::error(code, message) }
    }

    pub fn at(mut self, span: Span) -> Self {
        self.span = Some(span);
        self
    }

    /// Sets the place unless one is known already.
    pub fn at_if_absent(mut self, span: Option<Span>) -> Self {
        self.span = self.span.or(span);
        self.also.iter_mut().for_each(|other| other.span = other.span.or(span));
        self
    }

    pub fn label(mut self, text: impl Into<String>) -> Self {
        self.label = Some(text.into());
        self
    }

    pub fn related(mut self, span: Span, text: impl Into<String>) -> Self {
        self.related.push((span, text.into()));
        self
    }

    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }

    /// Adds a change that would mend it, if there is one.
    pub fn fix(mut self, fix: Option<Fix>) -> Self {
        self.fixes.extend(fix);
        self
    }

    pub fn missing(mut self, what: impl Into<String>) -> Self {
        self.missing = Some(what.into());
        self
    }

    pub fn quoting(mut self, lines: Quoted) -> Self {
        self.quoted = Some(Box::new(lines));
        self
    }

    /// This one and those found with it, each by itself.
    pub fn parts(mut self) -> Vec<Diagnostic> {
        let also = std::mem::take(&mut self.also);
        std::iter::once(self).chain(also).collect()
    }

    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}
