//! The expression of a formula as a function of Python, for values that programs of numbers cannot hold: texts, dictionaries, functions
//! that are given to functions.

use std::sync::Arc;

use super::formula::StudyFunction;
use crate::catalogue::{RawArgument, RawCall, RawValue, WHOLE_EXPRESSION};
use crate::python::{Body, Function, Scope, Value, collect, is_mathematical, mathematics};
use crate::source::Span;
use crate::syntax::{ExpressionKind, Parameter, each_inside, parse_expression};

/// Names with their values, as a formula gets them.
pub type Given = Vec<(Arc<str>, Value)>;

/// Keyword that holds the whole expression as a function of the parameters, where one of its names is more than numbers. It sees
/// the names given and those of the module `math`.
pub fn whole(raw: &RawCall, given: &Given) -> Option<RawArgument> {
    let argument = |name: &str| raw.arguments.iter().find(|a| &*a.name == name);
    let vale = argument("VALE").or_else(|| argument("VALE_C"))?;
    let RawValue::Text(text) = &vale.value else { return None };
    if given.iter().all(|(name, value)| is_own(name) || is_plain(value, 20)) {
        return None;
    }
    let text = text.replace(['\n', '\r'], " ");
    let tree = parse_expression(vale.value_span.file, text.trim_end(), 0).ok()?;
    let scope = Scope::module();
    let module = mathematics();
    scope.set("math", Value::Module(module.clone()));
    each_inside(&tree, &mut |e| {
        if let ExpressionKind::Name(name) = &e.kind
            && is_mathematical(name)
            && let Some(value) = module.scope.own(name)
        {
            scope.set(name, value);
        }
    });
    given.iter().filter(|(name, _)| !is_own(name)).for_each(|(name, value)| scope.set(name, value.clone()));
    let parameters: Vec<Parameter> = parameters(raw).into_iter().map(|name| parameter(name, vale.value_span)).collect();
    let function = Function {
        name: "the formula".into(),
        defaults: vec![None; parameters.len()],
        body: Body::Lambda(Arc::new((parameters, tree))),
        locals: Arc::default(),
        scope,
    };
    let value = RawValue::Python(Arc::new(StudyFunction::new(Arc::new(function))));
    Some(RawArgument { name: WHOLE_EXPRESSION.into(), span: vale.span, value, value_span: vale.value_span })
}

/// Keywords of FORMULE itself.
fn is_own(name: &str) -> bool {
    ["VALE", "VALE_C", "NOM_PARA", "NOM_PARA_C"].contains(&name)
}

fn parameters(raw: &RawCall) -> Vec<Arc<str>> {
    let text = |value: &RawValue| match value {
        RawValue::Text(name) => Some(Arc::from(name.trim_end())),
        _ => None,
    };
    match raw.arguments.iter().find(|a| &*a.name == "NOM_PARA").map(|a| &a.value) {
        Some(RawValue::List(items)) => items.iter().filter_map(|(item, _)| text(item)).collect(),
        Some(one) => text(one).into_iter().collect(),
        None => Vec::new(),
    }
}

fn parameter(name: Arc<str>, span: Span) -> Parameter {
    Parameter { name: name.to_string(), default: None, stars: 0, span }
}

/// Numbers, lists of numbers, concepts and functions of the language: a program of numbers holds them.
fn is_plain(value: &Value, depth: usize) -> bool {
    match value {
        Value::List(_) | Value::Tuple(_) if depth > 0 => {
            let items = collect(value).ok().flatten().unwrap_or_default();
            items.iter().all(|item| is_plain(item, depth - 1))
        }
        Value::Concept(_) | Value::Array(_) | Value::Range(_) | Value::Builtin(_) | Value::Unknown => true,
        other => other.as_complex().is_some(),
    }
}
