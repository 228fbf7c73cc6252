//! When a study was written, as its texts and calls tell.

use std::collections::BTreeMap;

use crate::catalogue::Form;
use crate::diag::Diagnostic;
use crate::former::{Age, Kind, Signs};
use crate::source::Span;
use crate::study::outside::Outside;
use crate::syntax::Statement;

#[derive(Default)]
pub struct History {
    pub signs: Signs,
    pub outside: Outside,
    /// Forms of former versions in the calls checked so far, each place once.
    pub forms: BTreeMap<Span, Form>,
}

impl History {
    /// Reads one more text of the study.
    pub fn read(&mut self, text: &[Statement]) {
        self.signs.read(text);
        self.outside.read(text);
    }

    /// The note, once per study, that it has forms of former versions.
    pub fn note(&self, age: &Age) -> Option<Diagnostic> {
        if self.forms.is_empty() || age.kind == Kind::Today {
            return None;
        }
        let (number, verb) = match self.forms.len() {
            1 => ("1 form".to_string(), "is"),
            n => (format!("{n} forms"), "are"),
        };
        let because = age.because();
        let message = format!("written for version 15 or before{because}: {number} {verb} read as today's");
        let help = "`stickslip check --verbose` lists them, `stickslip upgrade` writes the study in today's syntax";
        Some(Diagnostic::note("G030", message).help(help))
    }
}
