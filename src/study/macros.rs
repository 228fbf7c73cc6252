//! Macro-commands: names a study calls like operators, and that expand into calls of operators.

use std::sync::Arc;

use crate::catalogue::{Command, RawValue};
use crate::concepts::Handle;

/// The macro-commands there are.
pub trait Macros: Send + Sync {
    fn names(&self) -> Vec<&str>;
    /// What the macro declares, in the form of the catalogue.
    fn description(&self, name: &str) -> Option<&'static Command>;
    /// Name and text of its script, for messages.
    fn script(&self, name: &str) -> Option<(&str, &str)>;
    /// Expands a checked call. `emit` submits one call of an operator and gives what it makes; an error of
    /// `emit` has been reported and ends the expansion.
    fn expand(
        &self,
        name: &str,
        arguments: Vec<(Arc<str>, RawValue)>,
        emit: &mut dyn FnMut(Emitted) -> std::result::Result<Emission, ()>,
    ) -> std::result::Result<RawValue, MacroFault>;
}

/// What a script does to the study.
pub enum Emitted {
    Call { command: Arc<str>, arguments: Vec<(Arc<str>, RawValue)>, start: usize, end: usize },
    Print(String),
}

/// What a call in a script gives at once.
#[derive(Clone, Debug, Default)]
pub struct Emission {
    pub result: Option<Handle>,
    pub created: Vec<(Arc<str>, Handle)>,
}

/// Why an expansion stopped.
#[derive(Clone, Debug)]
pub enum MacroFault {
    /// A call was wrong, which has been reported.
    Reported,
    Script {
        message: String,
        help: String,
        start: usize,
        end: usize,
    },
}
