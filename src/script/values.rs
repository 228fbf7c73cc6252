//! Values between studies and scripts. Concepts are opaque to scripts: they can be handed on, and asked for their
//! type and name.

use std::sync::Arc;

use num_complex::Complex64;
use rhai::{Array, Dynamic, Engine, Map};

use crate::catalogue::{RawArgument, RawValue};
use crate::concepts::Handle;
use crate::source::Span;

/// A concept in a script.
#[derive(Clone)]
pub struct Concept(pub Handle);

/// `CO("name")` in a script.
#[derive(Clone)]
pub struct New(pub Arc<str>);

/// What scripts may do with these values.
pub fn register(engine: &mut Engine) {
    engine.register_type_with_name::<Concept>("concept");
    engine.register_get("kind", |c: &mut Concept| c.0.kind.to_string());
    engine.register_get("name", |c: &mut Concept| c.0.name().to_string());
    engine.register_fn("to_string", |c: &mut Concept| shown(c));
    engine.register_fn("to_debug", |c: &mut Concept| shown(c));
    engine.register_type_with_name::<New>("CO");
    engine.register_get("name", |new: &mut New| new.0.to_string());
    engine.register_fn("CO", |name: &str| New(name.into()));
    engine.register_type_with_name::<Complex64>("complex");
    engine.register_fn("complex", Complex64::new);
    engine.register_get("re", |z: &mut Complex64| z.re);
    engine.register_get("im", |z: &mut Complex64| z.im);
    // A keyword with several values is a list, with one the value alone; this makes a list of either.
    engine.register_fn("list", |value: Dynamic| match value.is_array() {
        true => value,
        false if value.is_unit() => Dynamic::from_array(Array::new()),
        false => Dynamic::from_array(vec![value]),
    });
}

fn shown(concept: &Concept) -> String {
    format!("{} {}", concept.0.kind, concept.0.name())
}

/// A value of a study, for a script.
pub fn to_script(value: &RawValue) -> Dynamic {
    match value {
        RawValue::Integer(i) => Dynamic::from_int(*i),
        RawValue::Real(x) => Dynamic::from_float(*x),
        RawValue::Complex(z) => Dynamic::from(*z),
        RawValue::Text(text) => Dynamic::from(text.to_string()),
        RawValue::Logical(b) => Dynamic::from_bool(*b),
        RawValue::Concept(handle) => Dynamic::from(Concept(handle.clone())),
        RawValue::New(name) => Dynamic::from(New(name.clone())),
        RawValue::List(items) => Dynamic::from_array(items.iter().map(|(v, _)| to_script(v)).collect()),
        RawValue::Factor(arguments, _) => {
            Dynamic::from_map(arguments.iter().map(|a| (a.name.as_ref().into(), to_script(&a.value))).collect())
        }
        RawValue::None | RawValue::Python(_) | RawValue::Unknown | RawValue::Other(_) => Dynamic::UNIT,
    }
}

/// A value of a script, for a call; `place` is that of the call.
pub fn from_script(value: &Dynamic, place: Span) -> RawValue {
    if value.is_unit() {
        return RawValue::None;
    }
    if let Ok(x) = value.as_bool() {
        return RawValue::Logical(x);
    }
    if let Ok(x) = value.as_int() {
        return RawValue::Integer(x);
    }
    if let Ok(x) = value.as_float() {
        return RawValue::Real(x);
    }
    if let Some(concept) = value.read_lock::<Concept>() {
        return RawValue::Concept(concept.0.clone());
    }
    if let Some(new) = value.read_lock::<New>() {
        return RawValue::New(new.0.clone());
    }
    if let Some(z) = value.read_lock::<Complex64>() {
        return RawValue::Complex(*z);
    }
    if let Some(items) = value.read_lock::<Array>() {
        return RawValue::List(items.iter().map(|v| (from_script(v, place), place)).collect());
    }
    if let Some(map) = value.read_lock::<Map>() {
        return RawValue::Factor(arguments(&map, place), place);
    }
    match value.clone().into_string() {
        Ok(text) => RawValue::Text(text.into()),
        Err(kind) => RawValue::Other(format!("a {kind} of a script")),
    }
}

/// The entries of a map as keywords; those without value (`()`) are as if they were not written.
pub fn arguments(map: &Map, place: Span) -> Vec<RawArgument> {
    let given = map.iter().filter(|(_, value)| !value.is_unit());
    given
        .map(|(name, value)| RawArgument {
            name: name.as_str().into(),
            span: place,
            value: from_script(value, place),
            value_span: place,
        })
        .collect()
}
