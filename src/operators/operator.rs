//! An operator: its name in the language, what runs a checked call of it, and what a check of a study may do with it.

use super::call::context::Context;
use super::call::units::Units;
use super::printing::drawn_in_log;
use crate::catalogue::{Call, CallError};

/// What an operator gives back. On an error, concepts already set are kept (a transient that
/// diverges keeps the states archived before).
pub type Outcome = Result<(), CallError>;

/// One operator. `run` reads the call, computes, and sets `call.result` and the concepts asked for
/// with `CO`.
pub struct Operator {
    pub name: &'static str,
    pub run: fn(&Call, &mut Context<'_>) -> Outcome,
    pub check: Check,
}

impl Operator {
    /// What refuses a call of it that is not run in a check, whatever it reads.
    pub fn refusal(&self, call: &Call, units: &Units) -> Option<CallError> {
        drawn_in_log(call, units)
    }
}

/// Part of an operator's work that a check of a study does, besides reading the keywords of the call. A check finds wrong files,
/// groups, nodes, components, columns and time steps in that way; what is printed is discarded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Check {
    /// All of it: it takes milliseconds for any study and writes nothing.
    Runs,
    /// All of it where the structure is small: it takes milliseconds there and writes nothing.
    Small,
    /// All of it where the structure is small, although some of it takes longer than a moment or prints.
    Rehearsed,
    /// Everything before the first step of a transient of a small structure.
    UpToFirstStep,
    /// Nothing else.
    KeywordsOnly,
}
