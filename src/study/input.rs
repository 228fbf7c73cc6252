//! State of one input of a session: the files of a study, or a text that is typed. Each input begins with a new one, so that
//! nothing of the one before is left.

use std::cell::Cell;

use super::options::Options;
use super::repeats::Repeats;
use crate::diag::Diagnostic;
use crate::source::{FileId, Span};

/// How far an evaluation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The study is only checked: nothing runs but what a check may run.
    Check,
    /// The study is evaluated. Before its Python is given a first number it is checked as a whole, so that an error at its
    /// end is said before an hour is spent.
    Rehearse,
    /// The study was checked, or its text is typed: what is asked for is computed.
    Session,
    /// The study is evaluated to its end: what runs now runs last.
    Run,
}

pub struct Input {
    /// How far the evaluation is, and so what may run.
    pub phase: Phase,
    /// What reading and checking found.
    pub diagnostics: Vec<Diagnostic>,
    /// Lines that do not parse may have given values to names: missing names are not reported.
    pub lenient: bool,
    /// Messages reported so far.
    pub repeats: Repeats,
    /// How often evaluation asked whether to go on since there is something wrong.
    pub looks_after_error: Cell<u32>,
    /// Node of the last call, when it made one.
    pub last: Option<usize>,
    /// Files being included, one inside the other, and files included so far.
    pub include_depth: usize,
    pub inclusions: usize,
    /// Macro-commands being expanded.
    pub macro_depth: usize,
    /// The file whose expressions show their value: what a user types.
    pub shown_file: Option<FileId>,
    /// The last statement of what a user types, when it is an expression.
    pub last_typed: Option<Span>,
}

impl Input {
    /// `phase`: how far it is unless the study is only checked.
    pub fn new(options: &Options, phase: Phase) -> Self {
        Input {
            phase: if options.check_only { Phase::Check } else { phase },
            diagnostics: Vec::new(),
            lenient: false,
            repeats: Repeats::default(),
            looks_after_error: Cell::new(0),
            last: None,
            include_depth: 0,
            inclusions: 0,
            macro_depth: 0,
            shown_file: None,
            last_typed: None,
        }
    }

    /// Whether reading and checking found errors; nothing runs then.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }
}
