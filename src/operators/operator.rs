//! An operator: its name in the language, and what runs a checked call of it.

use super::call::context::Context;
use crate::catalogue::{Call, CallError};

/// What an operator gives back. On an error, concepts already set are kept (a transient that
/// diverges keeps the states archived before).
pub type Outcome = Result<(), CallError>;

/// One operator. `run` reads the call, computes, and sets `call.result` and the concepts asked for
/// with `CO`.
pub struct Operator {
    pub name: &'static str,
    pub run: fn(&Call, &mut Context<'_>) -> Outcome,
}
