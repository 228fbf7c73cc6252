//! Calls and words written in a text, wherever they stand.

use crate::syntax::{Argument, Expression, ExpressionKind};
pub use crate::syntax::{each_expression as expressions, each_statement as statements};

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
