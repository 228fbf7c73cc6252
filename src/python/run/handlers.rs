//! `try`, `except`, `finally` and `raise`.

use std::sync::Arc;

use super::statements::Flow;
use crate::python::core::fault::{Fault, Result};
use crate::python::core::interpreter::Interpreter;
use crate::python::core::scope::Found;
use crate::python::core::value::{Exception, Scope, Value};
use crate::syntax::{Expression, Identifier, Statement};

/// A clause of `try`: caught type, name bound, body.
type Handler = (Option<Expression>, Option<Identifier>, Vec<Statement>);

impl Interpreter<'_> {
    pub(crate) fn attempt(
        &mut self,
        body: &[Statement],
        handlers: &[Handler],
        otherwise: &[Statement],
        finally: &[Statement],
        scope: &Arc<Scope>,
    ) -> Result<Flow> {
        self.tries += 1;
        // Errors inside functions called from the body must come up to here too.
        let (depth, calls, unknown) = (self.depth, self.calls, self.unknown);
        let mut result = self.block(body, scope);
        (self.depth, self.calls) = (depth, calls);
        self.tries -= 1;
        match result {
            Err(Fault::Raised(error)) => result = self.handle(error, handlers, scope),
            // Whether an error would have been raised is not known.
            Ok(Flow::Unknown) => {
                for (_, _, handler) in handlers {
                    self.skip(handler, scope);
                }
            }
            Ok(Flow::Next) if self.unknown > unknown => {
                let mut jumps = matches!(self.skip(otherwise, scope), Flow::Unknown);
                for (_, _, handler) in handlers {
                    jumps |= matches!(self.skip(handler, scope), Flow::Unknown);
                }
                if jumps {
                    result = Ok(Flow::Unknown);
                }
            }
            // What the body returns, or jumps to, may not be reached.
            Ok(Flow::Return(_) | Flow::Break | Flow::Continue) if self.unknown > unknown => {
                for (_, _, handler) in handlers {
                    self.skip(handler, scope);
                }
                result = Ok(Flow::Unknown);
            }
            Ok(Flow::Next) if !otherwise.is_empty() => result = self.block(otherwise, scope),
            _ => {}
        }
        match self.block(finally, scope)? {
            Flow::Next => result,
            other => Ok(other),
        }
    }

    fn handle(&mut self, error: Box<Exception>, handlers: &[Handler], scope: &Arc<Scope>) -> Result<Flow> {
        for (kind, name, body) in handlers {
            let caught = match kind {
                None => true,
                Some(e) => {
                    let kinds = self.evaluate(e, scope)?;
                    catches(&kinds, &error).map_err(|f| f.at(e.span))?
                }
            };
            if caught {
                let value = Value::Exception(Arc::new(*error));
                if let Some(name) = name {
                    scope.set(name, value.clone());
                }
                scope.set(CURRENT, value);
                let flow = self.block(body, scope);
                scope.delete(CURRENT);
                // As in Python, the name ends with its clause.
                if let Some(name) = name {
                    scope.delete(name);
                }
                return flow;
            }
        }
        Err(Fault::Raised(error))
    }

    /// The error a `raise` gives.
    pub(crate) fn raised(&mut self, value: Option<Value>, scope: &Arc<Scope>) -> Result<Fault> {
        let value = match value {
            Some(value) => value,
            None => match scope.get(CURRENT) {
                Found::Value(value) => value,
                _ => return Err(Fault::new("RuntimeError", "no error to raise again")),
            },
        };
        Ok(match value {
            Value::Exception(e) => Fault::Raised(Box::new((*e).clone())),
            Value::ExceptionKind(kind) => Fault::new(kind, ""),
            Value::Unknown => Fault::new("RuntimeError", "an error that is not known"),
            other => Fault::type_error(format!("only errors can be raised, not {}", other.a_type())),
        })
    }
}

/// Name under which the error being handled is kept for a bare `raise`; no study can write it.
const CURRENT: &str = "<error>";

fn catches(kinds: &Value, error: &Exception) -> Result<bool> {
    match kinds {
        Value::ExceptionKind(kind) => Ok(error.is_a(kind)),
        Value::Tuple(list) => {
            for kind in list.iter() {
                if catches(kind, error)? {
                    return Ok(true);
                }
            }
            Ok(false)
        }
        Value::Unknown => Ok(true),
        other => Err(Fault::type_error(format!("'except' expects a kind of error, not {}", other.a_type()))),
    }
}
