//! Old ways of writing, turned into today's before anything is checked.

use std::borrow::Cow;
use std::sync::Arc;

use super::conditions::{only, same_raw};
use crate::catalogue::call::Value;
use crate::catalogue::raw::{RawArgument, RawCall, RawValue};
use crate::catalogue::schema::{Command, OldSpelling};
use crate::source::Span;

type Reuse<'a> = Option<Cow<'a, (RawValue, Span)>>;

/// The arguments and the value of `reuse` in today's spelling.
pub(super) fn modernise<'a>(command: &Command, raw: &'a RawCall) -> (Cow<'a, [RawArgument]>, Reuse<'a>) {
    let mut arguments = Cow::Borrowed(raw.arguments.as_slice());
    let mut reuse = raw.reuse.as_ref().map(Cow::Borrowed);
    for spelling in &command.old_spellings {
        if &*spelling.old == "reuse" {
            if let Some(written) = &reuse {
                match &spelling.new {
                    None => reuse = None,
                    Some(new) if !arguments.iter().any(|a| *a.name == **new) => {
                        let (value, span) = written.as_ref().clone();
                        arguments.to_mut().push(RawArgument {
                            name: new.as_ref().into(),
                            span,
                            value,
                            value_span: span,
                        });
                    }
                    Some(_) => {}
                }
            }
        } else if applies(spelling, &arguments) {
            rewrite(spelling, arguments.to_mut());
        }
    }
    (arguments, reuse)
}

fn applies(spelling: &OldSpelling, arguments: &[RawArgument]) -> bool {
    match spelling.old.split_once('/') {
        None => arguments.iter().any(|a| matches(spelling, a, &spelling.old)),
        Some((factor, name)) => arguments.iter().filter(|a| *a.name == *factor).any(|a| {
            let within = |v: &RawValue| match v {
                RawValue::Factor(inner, _) => inner.iter().any(|a| matches(spelling, a, name)),
                _ => false,
            };
            super::conditions::items(&a.value).any(within)
        }),
    }
}

fn matches(spelling: &OldSpelling, argument: &RawArgument, name: &str) -> bool {
    *argument.name == *name
        && spelling.value.as_ref().is_none_or(|v| only(&argument.value).is_some_and(|written| same_raw(written, v)))
        && (!spelling.factor || matches!(argument.value, RawValue::Factor(..) | RawValue::List(_)))
}

fn rewrite(spelling: &OldSpelling, arguments: &mut Vec<RawArgument>) {
    let Some((factor, name)) = spelling.old.split_once('/') else {
        let moved = take(spelling, &spelling.old, arguments);
        return place(spelling, moved, arguments);
    };
    let mut moved = Vec::new();
    for argument in arguments.iter_mut().filter(|a| *a.name == *factor) {
        for_each_occurrence(&mut argument.value, &mut |inner| {
            let mut taken = take(spelling, name, inner);
            match spelling.new.as_deref().and_then(|new| new.split_once('/')) {
                Some((home, new)) if home == factor => {
                    taken.iter_mut().for_each(|a| a.name = new.into());
                    inner.append(&mut taken);
                }
                _ => moved.append(&mut taken),
            }
        });
    }
    // A factor keyword that held nothing else goes with what it held.
    if !moved.is_empty() {
        arguments.retain(|a| *a.name != *factor || !holds_nothing(&a.value));
    }
    place(spelling, joined(moved), arguments);
}

fn holds_nothing(value: &RawValue) -> bool {
    match value {
        RawValue::Factor(inner, _) => inner.is_empty(),
        RawValue::List(list) => list.iter().all(|(v, _)| holds_nothing(v)),
        _ => false,
    }
}

/// What several occurrences held becomes one argument with all their values.
fn joined(moved: Vec<RawArgument>) -> Vec<RawArgument> {
    let mut arguments = moved.into_iter();
    let Some(mut first) = arguments.next() else { return Vec::new() };
    for next in arguments {
        let mut values = Vec::new();
        for (value, span) in [(first.value, first.value_span), (next.value, next.value_span)] {
            match value {
                RawValue::List(list) => values.extend(list),
                one => values.push((one, span)),
            }
        }
        first.value = RawValue::List(values);
    }
    vec![first]
}

/// Takes the old arguments out, with today's value.
fn take(spelling: &OldSpelling, name: &str, arguments: &mut Vec<RawArgument>) -> Vec<RawArgument> {
    let mut taken = Vec::new();
    arguments.retain(|a| {
        let old = matches(spelling, a, name);
        if old {
            taken.push(a.clone());
        }
        !old
    });
    for argument in &mut taken {
        let span = argument.value_span;
        match spelling.new_value.as_slice() {
            [] => {}
            [one] => argument.value = raw_value(one),
            many => argument.value = RawValue::List(many.iter().map(|v| (raw_value(v), span)).collect()),
        }
    }
    taken
}

/// Puts moved arguments where today's spelling wants them, unless today's keyword is written too.
fn place(spelling: &OldSpelling, moved: Vec<RawArgument>, arguments: &mut Vec<RawArgument>) {
    let Some(new) = spelling.new.as_deref() else { return };
    for mut argument in moved {
        match new.split_once('/') {
            None => {
                argument.name = new.into();
                arguments.push(argument);
            }
            Some((factor, name)) => {
                argument.name = Arc::from(name);
                let home = arguments.iter_mut().find(|a| *a.name == *factor);
                if let Some(home) = home {
                    // What was said once holds for every occurrence that does not say otherwise.
                    for_each_occurrence(&mut home.value, &mut |inner| {
                        if !inner.iter().any(|a| a.name == argument.name) {
                            inner.push(argument.clone());
                        }
                    });
                } else {
                    let span = argument.span;
                    let value = RawValue::Factor(vec![argument], span);
                    arguments.push(RawArgument { name: factor.into(), span, value, value_span: span });
                }
            }
        }
    }
}

fn for_each_occurrence(value: &mut RawValue, change: &mut dyn FnMut(&mut Vec<RawArgument>)) {
    match value {
        RawValue::Factor(inner, _) => change(inner),
        RawValue::List(list) => list.iter_mut().for_each(|(v, _)| for_each_occurrence(v, change)),
        _ => {}
    }
}

fn raw_value(value: &Value) -> RawValue {
    match value {
        Value::Integer(i) => RawValue::Integer(*i),
        Value::Real(x) => RawValue::Real(*x),
        Value::Complex(z) => RawValue::Complex(*z),
        Value::Text(t) => RawValue::Text(t.clone()),
        Value::Logical(b) => RawValue::Logical(*b),
        Value::Concept(handle) => RawValue::Concept(handle.clone()),
        Value::New(new) => RawValue::New(new.name.clone()),
    }
}
