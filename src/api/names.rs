//! What names stand for, after a run or in a session.

use std::sync::Arc;

use super::value::{Absent, Curve, Modes, Value};
use crate::concepts::Table;
use crate::python::Scope;
use crate::study::Report;
use crate::study::graph::Graph;

/// Values by name, after a run or in a session. A name without a value, or with one of another kind, gives an [`Absent`].
pub trait Names {
    /// Returns the names that have a value, in alphabetical order.
    fn names(&self) -> Vec<Arc<str>>;

    /// Returns the value of a name; `None` where it was not computed.
    fn get(&self, name: &str) -> Option<Value>;

    /// Returns a number; logical values are 0 and 1.
    ///
    /// # Errors
    /// The name has no value, or one of another kind.
    fn number(&self, name: &str) -> Result<f64, Absent> {
        match self.get(name) {
            Some(Value::Number(value)) => Ok(value),
            other => Err(Absent::new(name, "a number", other)),
        }
    }

    /// Returns a real function as its points.
    ///
    /// # Errors
    /// As those of [`Names::number`].
    fn function(&self, name: &str) -> Result<Curve, Absent> {
        match self.get(name) {
            Some(Value::Function(curve)) => Ok(curve),
            other => Err(Absent::new(name, "a function with points", other)),
        }
    }

    /// Returns a table: columns with names and types.
    ///
    /// # Errors
    /// As those of [`Names::number`].
    fn table(&self, name: &str) -> Result<Arc<Table>, Absent> {
        match self.get(name) {
            Some(Value::Table(table)) => Ok(table),
            other => Err(Absent::new(name, "a table", other)),
        }
    }

    /// Returns a set of modes.
    ///
    /// # Errors
    /// As those of [`Names::number`].
    fn modes(&self, name: &str) -> Result<Modes, Absent> {
        match self.get(name) {
            Some(Value::Modes(modes)) => Ok(modes),
            other => Err(Absent::new(name, "a set of modes", other)),
        }
    }
}

impl Names for Report {
    fn names(&self) -> Vec<Arc<str>> {
        self.scope.entries().into_iter().map(|(name, _)| name).collect()
    }

    fn get(&self, name: &str) -> Option<Value> {
        of_scope(&self.scope, &self.graph, name)
    }
}

pub(super) fn of_scope(scope: &Scope, graph: &Graph, name: &str) -> Option<Value> {
    Value::of(scope.own(name)?, &|handle| graph.newest(handle))
}
