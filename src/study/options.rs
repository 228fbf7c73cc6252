//! The options of an evaluation.

use std::sync::Arc;

use super::macros::Macros;
use super::shared::Shared;
use crate::former::Request;
use crate::operators::{self, Operator};
use crate::python::Value;

/// Options of the evaluation of a study.
#[derive(Clone)]
pub struct Options {
    pub threads: usize,
    /// All errors are looked for and nothing is run.
    pub check_only: bool,
    /// A study that is only checked runs what costs nothing: meshes, models, loads, materials, functions, tables; of small
    /// structures also their matrices and modes, and transients up to their first step.
    pub prepares: bool,
    /// `--set NAME=VALUE`
    pub set: Vec<(String, Value)>,
    /// Variables of the environment that the study sees: `--env NAME`.
    pub environment: Vec<(String, String)>,
    /// The operators there are.
    pub find: fn(&str) -> Option<&'static Operator>,
    /// Macro-commands, beside the operators.
    pub macros: Option<Arc<dyn Macros>>,
    /// What this evaluation shares with others of the same study.
    pub shared: Option<Arc<Shared>>,
    /// The age the user says the study has; it goes before the profile's.
    pub former: Option<Request>,
    /// The report has the values of names, and the states of transients stay.
    pub keeps: bool,
    /// The keywords of a call are given back once it has run: nobody looks at them in the report.
    pub forgets: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            threads: 1,
            check_only: false,
            prepares: false,
            set: Vec::new(),
            environment: Vec::new(),
            find: operators::find,
            macros: None,
            shared: None,
            former: None,
            keeps: false,
            forgets: false,
        }
    }
}
