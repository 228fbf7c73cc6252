//! Values that formulas take by name.

use std::sync::Arc;

use super::formula::Wanted;
use super::formula_expression::Given;
use crate::catalogue::RawCall;
use crate::concepts::Handle;
use crate::python::{Scope, Value};

/// A formula that names variables of the study.
pub(super) struct NamedValues {
    pub handle: Handle,
    /// The call as it is written, without the variables.
    pub raw: RawCall,
    /// Its keywords as they are written, with their values.
    pub own: Given,
    /// Concepts among its keywords.
    pub given: Vec<Handle>,
    pub wanted: Vec<Wanted>,
    /// What the formula was made with, one for each name; none when it had no value then.
    pub seen: Vec<Option<Value>>,
    pub scope: Arc<Scope>,
}
