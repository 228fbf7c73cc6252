//! What a piece of the study binds, mentions and may jump out of, read from the tree without running it.

use std::collections::BTreeSet;

use crate::python::core::value::Locals;
use crate::syntax::{
    Comprehension, Expression, ExpressionKind, FunctionDefinition, Statement, StatementKind, TextPart, own_expressions,
};

/// The names a function binds: its parameters are added by the caller.
pub fn locals(body: &[Statement]) -> Locals {
    let mut locals = Locals::default();
    collect_globals(body, &mut locals.global);
    bound(body, &mut |name| {
        locals.bound.insert(name.to_string());
    });
    locals.bound.retain(|name| !locals.global.contains(name));
    locals
}

fn collect_globals(body: &[Statement], names: &mut BTreeSet<String>) {
    for statement in body {
        if let StatementKind::Global(list) = &statement.kind {
            names.extend(list.iter().map(|name| name.to_string()));
        }
        for block in blocks(statement) {
            collect_globals(block, names);
        }
    }
}

/// Calls `f` with every name the statements bind, those of inner functions excluded.
pub fn bound(body: &[Statement], f: &mut dyn FnMut(&str)) {
    for statement in body {
        match &statement.kind {
            StatementKind::Assign { targets, .. } => targets.iter().for_each(|t| target_names(t, f)),
            StatementKind::AugmentedAssign { target, .. } | StatementKind::For { target, .. } => {
                target_names(target, f)
            }
            StatementKind::Function(definition) => f(&definition.name),
            StatementKind::Delete(targets) => targets.iter().for_each(|t| target_names(t, f)),
            StatementKind::Import(list) => {
                for (module, alias) in list {
                    f(alias.as_deref().unwrap_or_else(|| module.split('.').next().unwrap_or(module)));
                }
            }
            StatementKind::FromImport { names, .. } => {
                names.iter().for_each(|(name, alias)| f(alias.as_deref().unwrap_or(name)));
            }
            StatementKind::With { items, .. } => {
                items.iter().filter_map(|(_, t)| t.as_ref()).for_each(|t| target_names(t, f));
            }
            StatementKind::Try { handlers, .. } => {
                handlers.iter().filter_map(|(_, name, _)| name.as_deref()).for_each(&mut *f);
            }
            _ => {}
        }
        for block in blocks(statement) {
            bound(block, f);
        }
    }
}

/// Names an assignment to `target` binds.
pub fn target_names(target: &Expression, f: &mut dyn FnMut(&str)) {
    match &target.kind {
        ExpressionKind::Name(name) => f(name),
        ExpressionKind::Tuple(items) | ExpressionKind::List(items) => items.iter().for_each(|t| target_names(t, f)),
        ExpressionKind::Starred(inner) => target_names(inner, f),
        _ => {}
    }
}

/// The blocks directly inside a statement, bodies of functions excluded.
pub fn blocks(statement: &Statement) -> Vec<&[Statement]> {
    match &statement.kind {
        StatementKind::If { branches, otherwise } => {
            branches.iter().map(|(_, body)| body.as_slice()).chain([otherwise.as_slice()]).collect()
        }
        StatementKind::For { body, otherwise, .. } | StatementKind::While { body, otherwise, .. } => {
            vec![body, otherwise]
        }
        StatementKind::With { body, .. } => vec![body],
        StatementKind::Try { body, handlers, otherwise, finally } => {
            let handlers = handlers.iter().map(|(_, _, body)| body.as_slice());
            [body.as_slice()].into_iter().chain(handlers).chain([otherwise.as_slice(), finally.as_slice()]).collect()
        }
        _ => Vec::new(),
    }
}

/// Whether running the statements may leave the enclosing loop or function.
pub fn may_jump(body: &[Statement]) -> bool {
    body.iter().any(|statement| {
        matches!(statement.kind, StatementKind::Break | StatementKind::Continue | StatementKind::Return(_))
            || blocks(statement).into_iter().any(may_jump)
    })
}

/// Calls `f` with every expression of the statements, inner ones and bodies of functions included.
pub fn expressions<'a>(body: &'a [Statement], f: &mut dyn FnMut(&'a Expression)) {
    for statement in body {
        own_expressions(statement, &mut |e| expression(e, f));
        if let StatementKind::Function(definition) = &statement.kind {
            expressions(&definition.body, f);
        }
        for block in blocks(statement) {
            expressions(block, f);
        }
    }
}

pub fn function<'a>(definition: &'a FunctionDefinition, f: &mut dyn FnMut(&'a Expression)) {
    definition.parameters.iter().filter_map(|p| p.default.as_ref()).for_each(|e| expression(e, f));
    expressions(&definition.body, f);
}

/// Calls `f` with an expression and every one inside it.
pub fn expression<'a>(e: &'a Expression, f: &mut dyn FnMut(&'a Expression)) {
    f(e);
    use ExpressionKind::*;
    match &e.kind {
        None | True | False | Integer(_) | Real(_) | Imaginary(_) | Text(_) | Name(_) => {}
        Format(parts) => text_parts(parts, f),
        Bounds(parts) => parts.iter().flatten().for_each(|part| expression(part, f)),
        Tuple(items) | List(items) | Set(items) | And(items) | Or(items) => {
            items.iter().for_each(|i| expression(i, f));
        }
        Dictionary(items) => {
            for (key, value) in items {
                key.iter().for_each(|k| expression(k, f));
                expression(value, f);
            }
        }
        ListComprehension(item, loops) | SetComprehension(item, loops) | Generator(item, loops) => {
            comprehension(loops, f);
            expression(item, f);
        }
        DictionaryComprehension(item, loops) => {
            comprehension(loops, f);
            expression(&item.0, f);
            expression(&item.1, f);
        }
        Unary(_, inner) | Attribute(inner, _) | Starred(inner) => expression(inner, f),
        Binary(_, a, b) | Index(a, b) => {
            expression(a, f);
            expression(b, f);
        }
        Compare(first, rest) => {
            expression(first, f);
            rest.iter().for_each(|(_, e)| expression(e, f));
        }
        Conditional { condition, then, otherwise } => {
            expression(condition, f);
            expression(then, f);
            expression(otherwise, f);
        }
        Lambda(parameters, body) => {
            parameters.iter().filter_map(|p| p.default.as_ref()).for_each(|e| expression(e, f));
            expression(body, f);
        }
        Call { function, arguments } => {
            expression(function, f);
            arguments.iter().for_each(|a| expression(&a.value, f));
        }
        Slice { object, start, stop, step } => {
            expression(object, f);
            for part in [start, stop, step].into_iter().flatten() {
                expression(part, f);
            }
        }
    }
}

fn text_parts<'a>(parts: &'a [TextPart], f: &mut dyn FnMut(&'a Expression)) {
    for part in parts {
        if let TextPart::Value { expression: inner, specification } = part {
            expression(inner, f);
            text_parts(specification, f);
        }
    }
}

fn comprehension<'a>(loops: &'a [Comprehension], f: &mut dyn FnMut(&'a Expression)) {
    for part in loops {
        expression(&part.target, f);
        expression(&part.iterable, f);
        part.conditions.iter().for_each(|c| expression(c, f));
    }
}

/// Every name an expression mentions, in order of first appearance.
pub fn mentioned(e: &Expression) -> Vec<&str> {
    let mut names = Vec::new();
    expression(e, &mut |e| note(e, &mut names));
    names
}

/// Every name the statements mention, in order of first appearance.
pub fn mentioned_in(body: &[Statement]) -> Vec<&str> {
    let mut names = Vec::new();
    expressions(body, &mut |e| note(e, &mut names));
    names
}

fn note<'a>(e: &'a Expression, names: &mut Vec<&'a str>) {
    if let ExpressionKind::Name(name) = &e.kind
        && !names.contains(&name.as_str())
    {
        names.push(name);
    }
}
