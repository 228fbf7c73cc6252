//! Calls and attributes written in a text, wherever they stand.

use crate::syntax::{Argument, Expression, ExpressionKind, Statement, StatementKind, TextPart, own_expressions};

/// Visits every statement, those within others after the one they stand in.
pub fn statements<'s>(body: &'s [Statement], visit: &mut dyn FnMut(&'s Statement)) {
    for statement in body {
        visit(statement);
        match &statement.kind {
            StatementKind::If { branches, otherwise } => {
                branches.iter().for_each(|(_, inner)| statements(inner, visit));
                statements(otherwise, visit);
            }
            StatementKind::For { body, otherwise, .. } | StatementKind::While { body, otherwise, .. } => {
                statements(body, visit);
                statements(otherwise, visit);
            }
            StatementKind::Function(function) => statements(&function.body, visit),
            StatementKind::With { body, .. } => statements(body, visit),
            StatementKind::Try { body, handlers, otherwise, finally } => {
                statements(body, visit);
                handlers.iter().for_each(|(_, _, inner)| statements(inner, visit));
                statements(otherwise, visit);
                statements(finally, visit);
            }
            _ => {}
        }
    }
}

/// Visits every expression of a text, those within others after the one they stand in.
pub fn expressions<'s>(body: &'s [Statement], visit: &mut dyn FnMut(&'s Expression)) {
    statements(body, &mut |statement| own_expressions(statement, &mut |e| inside(e, visit)));
}

fn inside<'s>(expression: &'s Expression, visit: &mut dyn FnMut(&'s Expression)) {
    visit(expression);
    let each = |items: &'s [Expression], visit: &mut dyn FnMut(&'s Expression)| {
        items.iter().for_each(|e| inside(e, visit));
    };
    use ExpressionKind as Kind;
    match &expression.kind {
        Kind::Tuple(items) | Kind::List(items) | Kind::Set(items) | Kind::And(items) | Kind::Or(items) => {
            each(items, visit);
        }
        Kind::Dictionary(items) => {
            for (key, value) in items {
                key.iter().for_each(|k| inside(k, visit));
                inside(value, visit);
            }
        }
        Kind::Format(parts) => texts(parts, visit),
        Kind::ListComprehension(item, parts) | Kind::SetComprehension(item, parts) | Kind::Generator(item, parts) => {
            inside(item, visit);
            for part in parts {
                inside(&part.iterable, visit);
                each(&part.conditions, visit);
            }
        }
        Kind::DictionaryComprehension(item, parts) => {
            inside(&item.0, visit);
            inside(&item.1, visit);
            for part in parts {
                inside(&part.iterable, visit);
                each(&part.conditions, visit);
            }
        }
        Kind::Unary(_, value) | Kind::Lambda(_, value) | Kind::Attribute(value, _) | Kind::Starred(value) => {
            inside(value, visit);
        }
        Kind::Binary(_, left, right) | Kind::Index(left, right) => {
            inside(left, visit);
            inside(right, visit);
        }
        Kind::Compare(first, others) => {
            inside(first, visit);
            others.iter().for_each(|(_, e)| inside(e, visit));
        }
        Kind::Conditional { condition, then, otherwise } => {
            [condition, then, otherwise].into_iter().for_each(|e| inside(e, visit));
        }
        Kind::Call { function, arguments } => {
            inside(function, visit);
            arguments.iter().for_each(|a| inside(&a.value, visit));
        }
        Kind::Slice { object, start, stop, step } => {
            inside(object, visit);
            [start, stop, step].into_iter().flatten().for_each(|e| inside(e, visit));
        }
        Kind::Bounds(bounds) => bounds.iter().flatten().for_each(|e| inside(e, visit)),
        _ => {}
    }
}

fn texts<'s>(parts: &'s [TextPart], visit: &mut dyn FnMut(&'s Expression)) {
    for part in parts {
        if let TextPart::Value { expression, specification } = part {
            inside(expression, visit);
            texts(specification, visit);
        }
    }
}

/// The name called and the arguments, when an expression is the call of a plain name.
pub fn call(expression: &Expression) -> Option<(&str, &[Argument])> {
    match &expression.kind {
        ExpressionKind::Call { function, arguments } => match &function.kind {
            ExpressionKind::Name(name) => Some((name, arguments)),
            _ => None,
        },
        _ => None,
    }
}

/// The occurrences of a factor keyword that are written as they stand: `_F(...)`, alone or in a list.
pub fn occurrences(value: &Expression) -> Vec<&[Argument]> {
    match &value.kind {
        ExpressionKind::Call { .. } => {
            call(value).filter(|(name, _)| *name == "_F").map(|(_, a)| a).into_iter().collect()
        }
        ExpressionKind::Tuple(items) | ExpressionKind::List(items) => items.iter().flat_map(occurrences).collect(),
        _ => Vec::new(),
    }
}

/// The texts written in a value, alone or in a list.
pub fn words(value: &Expression) -> Vec<&str> {
    match &value.kind {
        ExpressionKind::Text(text) => vec![text],
        ExpressionKind::Tuple(items) | ExpressionKind::List(items) => items.iter().flat_map(words).collect(),
        _ => Vec::new(),
    }
}
