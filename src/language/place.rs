//! What stands at a place of a tree: an operator, a keyword, a value, with the calls around it.

use crate::syntax::{Argument, Expression, ExpressionKind, Statement, children, each_statement, own_expressions};

/// A call around a place, of an operator or of `_F`.
#[derive(Clone, Copy, Debug)]
pub struct Around<'s> {
    /// Name that is called, as the expression that it is.
    pub function: &'s Expression,
    /// The argument that holds the place.
    pub argument: Option<&'s Argument>,
    /// All its arguments.
    pub arguments: &'s [Argument],
}

impl<'s> Around<'s> {
    pub fn name(&self) -> &'s str {
        match &self.function.kind {
            ExpressionKind::Name(name) => name,
            _ => "",
        }
    }
}

/// Calls around a place, outermost first, and the innermost expression there.
#[derive(Debug, Default)]
pub struct Found<'s> {
    pub around: Vec<Around<'s>>,
    pub innermost: Option<&'s Expression>,
}

impl<'s> Found<'s> {
    /// The operator around the place, and the keyword of its factor level when the place is in a `_F(...)`.
    pub fn operator(&self) -> Option<(&Around<'s>, Option<(&'s str, &Around<'s>)>)> {
        let rank = self.around.iter().rposition(|around| !around.name().is_empty() && around.name() != "_F")?;
        let operator = &self.around[rank];
        let inner = self.around[rank + 1..].iter().rfind(|around| around.name() == "_F");
        let keyword = operator.argument.and_then(|argument| argument.name.as_ref());
        Some((operator, inner.and_then(|inner| Some((keyword?.0.as_str(), inner)))))
    }
}

/// Looks for a place in a tree.
pub fn find(statements: &[Statement], offset: usize) -> Found<'_> {
    let mut found = Found::default();
    // The last statement that begins before the place holds it, if one does.
    let behind = statements.partition_point(|statement| statement.span.start as usize <= offset);
    each_statement(&statements[behind.saturating_sub(1)..behind], &mut |statement| {
        own_expressions(statement, &mut |expression| {
            if holds(expression, offset) {
                found = Found::default();
                within(expression, offset, &mut found);
            }
        });
    });
    found
}

fn holds(expression: &Expression, offset: usize) -> bool {
    (expression.span.start as usize..=expression.span.end as usize).contains(&offset)
}

fn within<'s>(expression: &'s Expression, offset: usize, found: &mut Found<'s>) {
    found.innermost = Some(expression);
    match &expression.kind {
        ExpressionKind::Call { function, arguments } => {
            if holds(function, offset) {
                found.around.push(Around { function, argument: None, arguments });
                return within(function, offset, found);
            }
            let inside =
                |argument: &&Argument| (argument.span.start as usize..=argument.span.end as usize).contains(&offset);
            let argument = arguments.iter().find(inside);
            found.around.push(Around { function, argument, arguments });
            if let Some(argument) = argument.filter(|argument| holds(&argument.value, offset)) {
                within(&argument.value, offset, found);
            }
        }
        _ => children(expression, &mut |inner| {
            if holds(inner, offset) {
                within(inner, offset, found);
            }
        }),
    }
}
