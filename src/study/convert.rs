//! From the values of the study's Python to what the catalogue checks.

use std::sync::Arc;

use super::formula::StudyFunction;
use crate::catalogue::{RawArgument, RawValue};
use crate::concepts::Handle;
use crate::diag::Diagnostic;
use crate::python::{Keyword, Value, Walk, collect, read};
use crate::source::Span;

/// Nesting of values handed to an operator, far beyond what any keyword takes; a list may hold itself.
const DEPTH: usize = 12;

pub struct Converter<'c> {
    /// The newest version of a concept.
    pub newest: &'c dyn Fn(&Handle) -> Handle,
    pub diagnostics: Vec<Diagnostic>,
    /// Items handed over, all keywords together.
    pub walk: Walk,
    /// Keywords for names of new concepts: there a CO is a name again, elsewhere it is what it has become.
    pub outputs: Vec<&'static str>,
    asks: bool,
}

impl<'c> Converter<'c> {
    pub fn new(newest: &'c dyn Fn(&Handle) -> Handle) -> Self {
        Converter { newest, diagnostics: Vec::new(), walk: Walk::default(), outputs: Vec::new(), asks: false }
    }

    pub fn argument(&mut self, keyword: &Keyword) -> RawArgument {
        self.argument_within(keyword, DEPTH)
    }

    fn argument_within(&mut self, keyword: &Keyword, depth: usize) -> RawArgument {
        let within = self.asks;
        self.asks = self.outputs.contains(&&*keyword.name);
        let value = match (&keyword.value, keyword.items.as_slice()) {
            // Items written in place have places of their own.
            (Value::List(_) | Value::Tuple(_), spans @ [_, ..]) => {
                let items = keyword.value.as_sequence().unwrap_or_default();
                let place = |i: usize| spans.get(i).copied().unwrap_or(keyword.value_span);
                RawValue::List(
                    items.iter().enumerate().map(|(i, v)| (self.value(v, place(i), depth), place(i))).collect(),
                )
            }
            (value, _) => self.value(value, keyword.value_span, depth),
        };
        self.asks = within;
        RawArgument { name: keyword.name.clone(), span: keyword.span, value, value_span: keyword.value_span }
    }

    pub fn value(&mut self, value: &Value, span: Span, depth: usize) -> RawValue {
        if depth == 0 {
            return RawValue::Other("a value nested too deeply".into());
        }
        if self.walk.step(value).is_err() {
            return RawValue::Other("a value that holds too many lists".into());
        }
        match value {
            Value::None => RawValue::None,
            Value::Logical(b) => RawValue::Logical(*b),
            Value::Integer(i) => RawValue::Integer(*i),
            Value::Real(x) => RawValue::Real(*x),
            Value::Complex(z) => RawValue::Complex(*z),
            Value::Text(text) => RawValue::Text(text.clone()),
            Value::Concept(handle) => RawValue::Concept((self.newest)(handle)),
            Value::New(asked) => match asked.made().filter(|_| !self.asks) {
                Some(made) => self.value(&made, span, depth - 1),
                None if asked.is_mesh() => RawValue::Other("a mesh that nothing was read into".into()),
                None => RawValue::New(asked.name.clone()),
            },
            Value::Unknown => RawValue::Unknown,
            Value::Factor(factor) => {
                let Some(arguments) = factor.arguments() else {
                    return RawValue::Other("a dictionary whose keys are not names".into());
                };
                RawValue::Factor(arguments.iter().map(|k| self.argument_within(k, depth - 1)).collect(), factor.span)
            }
            Value::Dictionary(items) => {
                let items = read(items).clone();
                let mut arguments = Vec::with_capacity(items.len());
                for (key, item) in items.values() {
                    let Value::Text(name) = key else {
                        return RawValue::Other("a dictionary whose keys are not names".into());
                    };
                    let within = std::mem::replace(&mut self.asks, self.outputs.contains(&&**name));
                    let value = self.value(item, span, depth - 1);
                    self.asks = within;
                    arguments.push(RawArgument { name: name.clone(), span, value, value_span: span });
                }
                RawValue::Factor(arguments, span)
            }
            Value::Array(array) => self.value(&read(array).to_list(), span, depth - 1),
            Value::List(_)
            | Value::Tuple(_)
            | Value::Range(_)
            | Value::Column(_)
            | Value::Set(_)
            | Value::Iterator(_) => match collect(value) {
                Ok(Some(items)) => {
                    RawValue::List(items.iter().map(|v| (self.value(v, span, depth - 1), span)).collect())
                }
                Ok(None) => RawValue::Unknown,
                Err(_) => RawValue::Other("a sequence that is too long".into()),
            },
            Value::Function(function) => RawValue::Python(Arc::new(StudyFunction::new(function.clone()))),
            Value::Nothing(command) => {
                let message = format!("{command} returns nothing that could be given here");
                self.diagnostics.push(
                    Diagnostic::error("G008", message)
                        .at(span)
                        .label("no result")
                        .help(format!("{command} prints, tests or changes something; give what it works on instead")),
                );
                RawValue::Unknown
            }
            other => RawValue::Other(described(other)),
        }
    }
}

fn described(value: &Value) -> String {
    match value {
        Value::Builtin(b) => format!("the function {}", b.name),
        Value::Command(name) => format!("the operator {name} itself (a call ends with parentheses)"),
        Value::Module(module) => format!("the module {}", module.name),
        Value::Table(_) => "a table of Python".into(),
        Value::Method(m) => format!("the method {} (a call ends with parentheses)", m.1),
        Value::File(_) => "a file".into(),
        other => format!("a value of type {}", other.type_name()),
    }
}
