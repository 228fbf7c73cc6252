//! The checker, fed with calls built by hand. `Study` hands out concepts and spans: arguments stand one
//! after the other, ten bytes each, so that a test can say which one a message points at.

use std::sync::Arc;

use num_complex::Complex64;

use super::super::{Checked, FreeValue, RawArgument, RawCall, RawValue, Value, check};
use crate::concepts::Handle;
use crate::source::{FileId, Span};

/// Builds calls and counts identities.
struct Study {
    id: u64,
}

fn span(start: usize) -> Span {
    Span::new(FileId(0), start, start + 10)
}

fn text(t: &str) -> RawValue {
    RawValue::Text(t.into())
}

fn real(x: f64) -> RawValue {
    RawValue::Real(x)
}

fn int(i: i64) -> RawValue {
    RawValue::Integer(i)
}

fn new(name: &str) -> RawValue {
    RawValue::New(name.into())
}

/// Values of a list stand at 1000, 1010, ...
fn list(items: impl IntoIterator<Item = RawValue>) -> RawValue {
    RawValue::List(items.into_iter().enumerate().map(|(i, v)| (v, span(1000 + 10 * i))).collect())
}

fn reals(values: &[f64]) -> RawValue {
    list(values.iter().map(|x| real(*x)))
}

/// Arguments from byte `at` on, ten bytes each; the value is the second half.
fn arguments(at: usize, keywords: Vec<(&str, RawValue)>) -> Vec<RawArgument> {
    let argument = |(i, (name, value)): (usize, (&str, RawValue))| {
        let start = at + 10 * i;
        let value_span = Span::new(FileId(0), start + 5, start + 10);
        RawArgument { name: name.into(), span: span(start), value, value_span }
    };
    keywords.into_iter().enumerate().map(argument).collect()
}

/// `_F(...)` at byte `at`.
fn factor(at: usize, keywords: Vec<(&str, RawValue)>) -> RawValue {
    RawValue::Factor(arguments(at + 1, keywords), Span::new(FileId(0), at, at + 100))
}

impl Study {
    fn new() -> Self {
        Study { id: 0 }
    }

    fn concept(&mut self, kind: &str) -> RawValue {
        self.named(kind, "")
    }

    fn named(&mut self, kind: &str, name: &str) -> RawValue {
        self.id += 1;
        let handle = Handle::new(self.id, kind);
        if !name.is_empty() {
            handle.set_name(name);
        }
        RawValue::Concept(handle)
    }

    /// Arguments start at byte 100, the operator's name at 0.
    fn call(&mut self, command: &str, keywords: Vec<(&str, RawValue)>) -> Checked {
        self.run(command, keywords, None)
    }

    fn reusing(&mut self, command: &str, reuse: RawValue, keywords: Vec<(&str, RawValue)>) -> Checked {
        self.run(command, keywords, Some((reuse, span(90))))
    }

    fn run(&mut self, command: &str, keywords: Vec<(&str, RawValue)>, reuse: Option<(RawValue, Span)>) -> Checked {
        let raw = RawCall {
            command: command.into(),
            name_span: span(0),
            span: Span::new(FileId(0), 0, 900),
            line: 7,
            arguments: arguments(100, keywords),
            reuse,
        };
        check(&raw, &mut || {
            self.id += 1;
            self.id
        })
    }
}

/// Code, first byte of the place, message and help of each diagnostic.
fn said(checked: &Checked) -> Vec<String> {
    let line = |d: &crate::diag::Diagnostic| {
        let at = d.span.map_or(0, |s| s.start);
        let help = d.help.as_deref().map_or(String::new(), |h| format!(" | {h}"));
        format!("{} {at} {}{help}", d.code, d.message)
    };
    checked.diagnostics.iter().map(line).collect()
}

#[track_caller]
fn says(checked: &Checked, expected: &[&str]) {
    assert_eq!(said(checked), expected);
    assert_eq!(checked.call.is_none(), !expected.is_empty());
}

mod data;
mod errors;
mod legal;
