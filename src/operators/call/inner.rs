//! Commands that an operator runs in its own place: checked against the catalogue like those of a study, so that
//! defaults and rules are the same.
//!
//! A macro-command that needs only what the study wrote is a script (`script/`): its calls are nodes of the graph. Here are those that
//! ask values while they run: DYNA_LINE (which components of a node are free), CALC_MODE_ROTATION (modes in the cells of a table).

use std::sync::Arc;

use crate::catalogue::{Call, CallError, Keywords, RawArgument, RawCall, RawValue, Value, check};
use crate::concepts::{Concept, Handle};
use crate::operators::Context;
use crate::source::Span;

/// Runs commands in the place of a call.
pub struct InnerCommands<'s, 'c> {
    pub call: &'s Call,
    context: &'s mut Context<'c>,
    next: u64,
}

/// Concepts that a command made.
pub struct Made {
    result: Option<Handle>,
    created: Vec<(Arc<str>, Handle)>,
}

impl Made {
    pub fn result(self) -> Option<Handle> {
        self.result
    }

    /// The concept made for `CO(name)`.
    pub fn created(&self, name: &str) -> Option<Handle> {
        self.created.iter().find(|(n, _)| &**n == name).map(|(_, handle)| handle.clone())
    }
}

impl<'s, 'c> InnerCommands<'s, 'c> {
    pub fn new(call: &'s Call, context: &'s mut Context<'c>) -> Self {
        // Identities apart from those of the study, and the same at each run.
        let next = call.result.as_ref().map_or(1, |r| r.id) << 32;
        InnerCommands { call, context, next }
    }

    pub fn run(&mut self, command: &str, arguments: InnerArguments) -> Result<Made, CallError> {
        let raw = RawCall {
            command: command.into(),
            name_span: self.call.span,
            span: self.call.span,
            line: self.call.line,
            arguments: arguments.list,
            reuse: None,
        };
        let mut next = self.next;
        let checked = check(&raw, &mut || {
            next += 1;
            next
        });
        self.next = next;
        let internal = |message: String| self.call.error("", "R001", message);
        let (Some(mut call), Some(run)) = (checked.call, (self.context.commands)(command)) else {
            let first = checked.diagnostics.into_iter().next();
            return Err(first.map_or_else(|| internal(format!("{command} could not be run")), Box::new));
        };
        call.meshes = self.call.meshes.clone();
        run(&call, self.context)?;
        Ok(Made { result: checked.result.or_else(|| call.result.clone()), created: checked.created })
    }

    /// A command that returns a concept.
    pub fn make(&mut self, command: &str, arguments: InnerArguments) -> Result<Handle, CallError> {
        let missing = self.call.error("", "R001", format!("{command} made nothing"));
        self.run(command, arguments)?.result().ok_or(missing)
    }

    pub fn arguments(&self) -> InnerArguments {
        InnerArguments { list: Vec::new(), span: self.call.span }
    }
}

/// InnerArguments of a command, or of one occurrence of a factor keyword.
#[derive(Clone)]
pub struct InnerArguments {
    list: Vec<RawArgument>,
    span: Span,
}

impl InnerArguments {
    #[cfg(test)]
    pub fn of(call: &Call) -> Vec<RawArgument> {
        InnerArguments { list: Vec::new(), span: call.span }.all_copied(call).list
    }

    fn with(mut self, name: &str, value: RawValue) -> Self {
        self.list.push(RawArgument { name: name.into(), span: self.span, value, value_span: self.span });
        self
    }

    pub fn text(self, name: &str, value: &str) -> Self {
        self.with(name, RawValue::Text(value.into()))
    }

    pub fn texts(self, name: &str, values: &[&str]) -> Self {
        let span = self.span;
        let items = values.iter().map(|t| (RawValue::Text((*t).into()), span)).collect();
        self.with(name, RawValue::List(items))
    }

    pub fn real(self, name: &str, value: f64) -> Self {
        self.with(name, RawValue::Real(value))
    }

    pub fn reals(self, name: &str, values: &[f64]) -> Self {
        let span = self.span;
        self.with(name, RawValue::List(values.iter().map(|x| (RawValue::Real(*x), span)).collect()))
    }

    pub fn concept(self, name: &str, handle: &Handle) -> Self {
        self.with(name, RawValue::Concept(handle.clone()))
    }

    pub fn concepts(self, name: &str, handles: &[Handle]) -> Self {
        let span = self.span;
        self.with(name, RawValue::List(handles.iter().map(|h| (RawValue::Concept(h.clone()), span)).collect()))
    }

    /// `name=CO("as_name")`.
    pub fn new_concept(self, name: &str, as_name: &str) -> Self {
        self.with(name, RawValue::New(as_name.into()))
    }

    pub fn factor(self, name: &str, occurrences: Vec<InnerArguments>) -> Self {
        if occurrences.is_empty() {
            return self;
        }
        let items = occurrences.into_iter().map(|a| (RawValue::Factor(a.list, a.span), a.span)).collect();
        self.with(name, RawValue::List(items))
    }

    /// Values the study wrote for some simple keywords, taken over under the same names.
    pub fn copied(mut self, from: &Keywords, names: &[&str]) -> Self {
        for name in names.iter().filter(|n| from.written(n)) {
            if let Some(given) = from.get(name) {
                let span = given.span.unwrap_or(self.span);
                let items = given.values.iter().map(|v| (raw(v), span)).collect();
                self = self.with(name, RawValue::List(items));
            }
        }
        self
    }

    /// Everything the study wrote at a level, taken over.
    pub fn all_copied(mut self, from: &Keywords) -> Self {
        let names: Vec<String> = from.simple_names().map(|(name, _)| name.to_string()).collect();
        self = self.copied(from, &names.iter().map(String::as_str).collect::<Vec<_>>());
        for (name, occurrences) in from.factor_names() {
            let span = self.span;
            let inside = occurrences.iter().map(|o| InnerArguments { list: Vec::new(), span }.all_copied(o)).collect();
            self = self.factor(name, inside);
        }
        self
    }
}

fn raw(value: &Value) -> RawValue {
    match value {
        Value::Integer(i) => RawValue::Integer(*i),
        Value::Real(x) => RawValue::Real(*x),
        Value::Complex(z) => RawValue::Complex(*z),
        Value::Text(text) => RawValue::Text(text.clone()),
        Value::Logical(b) => RawValue::Logical(*b),
        Value::Concept(handle) => RawValue::Concept(handle.clone()),
        Value::New(new) => RawValue::New(new.name.clone()),
    }
}

/// The value of a concept just made.
pub fn value(call: &Call, handle: &Handle) -> Result<Concept, CallError> {
    handle.get().cloned().ok_or_else(|| call.error("", "R001", "an inner command set no value"))
}
