//! What a piece of the study binds, mentions and may jump out of, read from the tree without running it.

use crate::python::core::value::Locals;
use crate::syntax::{
    Expression, ExpressionKind, FunctionDefinition, Statement, StatementKind, blocks, bound, each_expression,
    each_inside, globals,
};

/// The names a function binds: its parameters are added by the caller.
pub fn locals(body: &[Statement]) -> Locals {
    let mut locals = Locals::default();
    globals(body, &mut |name| {
        locals.global.insert(name.to_string());
    });
    bound(body, &mut |name| {
        locals.bound.insert(name.to_string());
    });
    locals.bound.retain(|name| !locals.global.contains(name));
    locals
}

/// Whether running the statements may leave the enclosing loop or function.
pub fn may_jump(body: &[Statement]) -> bool {
    body.iter().any(|statement| {
        matches!(statement.kind, StatementKind::Break | StatementKind::Continue | StatementKind::Return(_))
            || blocks(statement).into_iter().any(may_jump)
    })
}

/// Calls `f` with every expression of a function, defaults of its parameters included.
pub fn function<'a>(definition: &'a FunctionDefinition, f: &mut dyn FnMut(&'a Expression)) {
    definition.parameters.iter().filter_map(|p| p.default.as_ref()).for_each(|e| each_inside(e, f));
    each_expression(&definition.body, f);
}

/// Every name an expression mentions, in order of first appearance.
pub fn mentioned(e: &Expression) -> Vec<&str> {
    let mut names = Vec::new();
    each_inside(e, &mut |e| note(e, &mut names));
    names
}

/// Every name the statements mention, in order of first appearance.
pub fn mentioned_in(body: &[Statement]) -> Vec<&str> {
    let mut names = Vec::new();
    each_expression(body, &mut |e| note(e, &mut names));
    names
}

fn note<'a>(e: &'a Expression, names: &mut Vec<&'a str>) {
    if let ExpressionKind::Name(name) = &e.kind
        && !names.contains(&name.as_str())
    {
        names.push(name);
    }
}
