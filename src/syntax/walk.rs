//! Walks through a tree: statements with those in their blocks, expressions with those in them, as they stand in the text.

use super::tree::{Comprehension, Expression, ExpressionKind, Statement, StatementKind, TextPart};

/// Visits the expressions that stand directly in a statement: not those inside others, nor those of its blocks.
pub fn own_expressions<'s>(statement: &'s Statement, visit: &mut dyn FnMut(&'s Expression)) {
    match &statement.kind {
        StatementKind::Expression(value) => visit(value),
        StatementKind::Assign { targets, value } => {
            targets.iter().for_each(&mut *visit);
            visit(value);
        }
        StatementKind::AugmentedAssign { target, value, .. } => [target, value].into_iter().for_each(visit),
        StatementKind::If { branches, .. } => branches.iter().for_each(|(condition, _)| visit(condition)),
        StatementKind::For { target, iterable, .. } => [target, iterable].into_iter().for_each(visit),
        StatementKind::While { condition, .. } => visit(condition),
        StatementKind::Function(function) => {
            function.parameters.iter().filter_map(|p| p.default.as_ref()).for_each(visit);
        }
        StatementKind::Return(value) | StatementKind::Raise(value) => value.iter().for_each(visit),
        StatementKind::Delete(targets) => targets.iter().for_each(visit),
        StatementKind::With { items, .. } => {
            for (value, target) in items {
                visit(value);
                target.iter().for_each(&mut *visit);
            }
        }
        StatementKind::Try { handlers, .. } => handlers.iter().filter_map(|(kind, ..)| kind.as_ref()).for_each(visit),
        StatementKind::Assert { condition, message } => {
            visit(condition);
            message.iter().for_each(visit);
        }
        StatementKind::Import(_)
        | StatementKind::FromImport { .. }
        | StatementKind::Global(_)
        | StatementKind::Pass
        | StatementKind::Break
        | StatementKind::Continue => {}
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

/// Visits every statement, those within others (bodies of functions too) after the one they stand in.
pub fn each_statement<'s>(body: &'s [Statement], visit: &mut dyn FnMut(&'s Statement)) {
    for statement in body {
        visit(statement);
        if let StatementKind::Function(function) = &statement.kind {
            each_statement(&function.body, visit);
        }
        blocks(statement).into_iter().for_each(|block| each_statement(block, visit));
    }
}

/// Visits every expression of statements, those within others after the one they stand in.
pub fn each_expression<'s>(body: &'s [Statement], visit: &mut dyn FnMut(&'s Expression)) {
    each_statement(body, &mut |statement| own_expressions(statement, &mut |e| each_inside(e, visit)));
}

/// Visits an expression and every one inside it.
pub fn each_inside<'e>(expression: &'e Expression, visit: &mut dyn FnMut(&'e Expression)) {
    visit(expression);
    children(expression, &mut |inner| each_inside(inner, visit));
}

/// Visits the expressions that stand directly in another.
pub fn children<'e>(expression: &'e Expression, visit: &mut dyn FnMut(&'e Expression)) {
    use ExpressionKind::*;
    match &expression.kind {
        None | True | False | Integer(_) | Real(_) | Imaginary(_) | Text(_) | Name(_) => {}
        Format(parts) => text_parts(parts, visit),
        Bounds(parts) => parts.iter().flatten().for_each(visit),
        Tuple(items) | List(items) | Set(items) | And(items) | Or(items) => items.iter().for_each(visit),
        Dictionary(items) => {
            for (key, value) in items {
                key.iter().for_each(&mut *visit);
                visit(value);
            }
        }
        ListComprehension(item, loops) | SetComprehension(item, loops) | Generator(item, loops) => {
            comprehension(loops, visit);
            visit(item);
        }
        DictionaryComprehension(item, loops) => {
            comprehension(loops, visit);
            [&item.0, &item.1].into_iter().for_each(visit);
        }
        Unary(_, inner) | Attribute(inner, _) | Starred(inner) => visit(inner),
        Binary(_, a, b) | Index(a, b) => [a, b].into_iter().for_each(|side| visit(side)),
        Compare(first, rest) => {
            visit(first);
            rest.iter().for_each(|(_, other)| visit(other));
        }
        Conditional { condition, then, otherwise } => {
            [condition, then, otherwise].into_iter().for_each(|part| visit(part));
        }
        Lambda(parameters, body) => {
            parameters.iter().filter_map(|p| p.default.as_ref()).for_each(&mut *visit);
            visit(body);
        }
        Call { function, arguments } => {
            visit(function);
            arguments.iter().for_each(|argument| visit(&argument.value));
        }
        Slice { object, start, stop, step } => {
            visit(object);
            [start, stop, step].into_iter().flatten().for_each(|bound| visit(bound));
        }
    }
}

fn text_parts<'e>(parts: &'e [TextPart], visit: &mut dyn FnMut(&'e Expression)) {
    for part in parts {
        if let TextPart::Value { expression, specification } = part {
            visit(expression);
            text_parts(specification, visit);
        }
    }
}

fn comprehension<'e>(loops: &'e [Comprehension], visit: &mut dyn FnMut(&'e Expression)) {
    for part in loops {
        visit(&part.target);
        visit(&part.iterable);
        part.conditions.iter().for_each(&mut *visit);
    }
}
