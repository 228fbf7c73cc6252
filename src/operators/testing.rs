//! Calls made by hand, for the tests of operators.

use std::sync::Arc;

use crate::catalogue::{Call, CallError, FreeValue, Given, Keywords, Value};
use crate::concepts::{Concept, Handle};
use crate::operators::{Context, Message, Units, find};
use crate::source::{FileId, Memory, Span};

/// Values of one keyword.
pub(crate) fn reals(values: &[f64]) -> Vec<Value> {
    values.iter().map(|x| Value::Real(*x)).collect()
}

pub(crate) fn integers(values: &[i64]) -> Vec<Value> {
    values.iter().map(|i| Value::Integer(*i)).collect()
}

pub(crate) fn texts(values: &[&str]) -> Vec<Value> {
    values.iter().map(|t| Value::Text((*t).into())).collect()
}

pub(crate) fn concepts(values: &[&Concept]) -> Vec<Value> {
    let handle = |value: &&Concept| {
        let handle = Handle::new(7, "any");
        handle.set((*value).clone());
        Value::Concept(handle)
    };
    values.iter().map(handle).collect()
}

pub(crate) fn keywords(simple: Vec<(&str, Vec<Value>)>) -> Keywords {
    let mut keywords = Keywords::new("", Some(span()));
    for (name, values) in simple {
        keywords.insert(name, Given { values, span: Some(span()) });
    }
    keywords
}

/// A call with its keywords written in the order given.
pub(crate) fn call(command: &str, simple: Vec<(&str, Vec<Value>)>) -> Call {
    Call {
        command: command.into(),
        keywords: keywords(simple),
        free: Default::default(),
        reuse: None,
        result: Some(Handle::new(1, "any")),
        meshes: Vec::new(),
        span: span(),
        line: 1,
    }
}

pub(crate) fn with_factor(mut call: Call, name: &str, occurrences: Vec<Vec<(&str, Vec<Value>)>>) -> Call {
    call.keywords.insert_factor(name, occurrences.into_iter().map(keywords).collect());
    call
}

pub(crate) fn with_free(mut call: Call, name: &str, value: FreeValue) -> Call {
    call.free.insert(name.into(), value);
    call
}

/// Runs a call with files in memory; gives its result and what it said.
pub(crate) fn run(call: &Call) -> Result<(Option<Concept>, Vec<Message>), CallError> {
    run_in(call, &Memory::default(), &Units::default())
}

pub(crate) fn run_in(call: &Call, world: &Memory, units: &Units) -> Result<(Option<Concept>, Vec<Message>), CallError> {
    let operator = find(&call.command).expect("an operator");
    let mut context =
        Context { world, units, messages: Vec::new(), progress: &|_, _| (), file: Arc::from("test.comm") };
    (operator.run)(call, &mut context)?;
    Ok((call.result.as_ref().and_then(|handle| handle.get().cloned()), context.messages))
}

fn span() -> Span {
    Span::new(FileId(0), 0, 0)
}
