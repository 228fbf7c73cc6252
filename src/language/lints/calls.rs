//! Calls of operators as they are written, and the keywords in them, each with what the catalogue says of it.

use crate::catalogue::{Command, Keyword, Level, command};
use crate::former::walk;
use crate::source::Span;
use crate::syntax::{Argument, Expression, ExpressionKind, Statement, UnaryOperator, each_expression};

/// A call of an operator.
#[derive(Clone, Copy)]
pub struct Call<'s> {
    pub name: &'s str,
    pub command: &'static Command,
    pub arguments: &'s [Argument],
    /// Place of the whole call.
    pub span: Span,
}

/// Keywords that stand together: those of a call, or of one `_F(...)` in it.
#[derive(Clone, Copy)]
pub struct Group<'s> {
    pub call: Call<'s>,
    pub level: &'static Level,
    pub arguments: &'s [Argument],
}

/// The call of an operator, when an expression is one.
pub fn call(expression: &Expression) -> Option<Call<'_>> {
    let (name, arguments) = walk::call(expression)?;
    Some(Call { name, command: command(name)?, arguments, span: expression.span })
}

/// Visits every call of an operator.
pub fn each_call<'s>(statements: &'s [Statement], visit: &mut dyn FnMut(Call<'s>)) {
    each_expression(statements, &mut |expression| call(expression).into_iter().for_each(&mut *visit));
}

/// Visits the keywords of every call, level by level.
pub fn each_group<'s>(statements: &'s [Statement], visit: &mut dyn FnMut(Group<'s>)) {
    each_call(statements, &mut |call| {
        groups(Group { call, level: &call.command.level, arguments: call.arguments }, visit);
    });
}

fn groups<'s>(group: Group<'s>, visit: &mut dyn FnMut(Group<'s>)) {
    visit(group);
    for argument in group.arguments {
        let keyword = argument.name.as_ref().and_then(|(name, _)| group.level.find(name));
        let Some(level) = keyword.and_then(Keyword::factor) else { continue };
        for arguments in walk::occurrences(&argument.value) {
            groups(Group { level, arguments, ..group }, visit);
        }
    }
}

impl<'s> Group<'s> {
    /// The argument of a name.
    pub fn get(&self, name: &str) -> Option<&'s Argument> {
        self.arguments.iter().find(|argument| argument.name.as_ref().is_some_and(|(own, _)| own == name))
    }

    /// Whether a keyword that begins so is given.
    pub fn has_any(&self, beginning: &str) -> bool {
        self.arguments.iter().any(|a| a.name.as_ref().is_some_and(|(own, _)| own.starts_with(beginning)))
    }

    /// Whether arguments are given as a dictionary, whose names are not seen.
    pub fn is_open(&self) -> bool {
        self.arguments.iter().any(|argument| argument.stars > 0)
    }

    /// The keywords of a name at this level, one for each block that has it.
    pub fn meanings(&self, name: &str) -> Vec<&'static Keyword> {
        let mut found = Vec::new();
        meanings(self.level, name, &mut found);
        found
    }

    /// From its first argument to its last.
    pub fn span(&self) -> Span {
        match self.arguments {
            [first, .., last] => first.span.to(last.span),
            [only] => only.span,
            [] => self.call.span,
        }
    }
}

fn meanings(level: &'static Level, name: &str, found: &mut Vec<&'static Keyword>) {
    found.extend(level.keywords.iter().filter(|(own, _)| *own == name).map(|(_, keyword)| keyword));
    level.blocks.iter().for_each(|block| meanings(&block.level, name, found));
}

/// The number that is written, with its sign.
pub fn number(expression: &Expression) -> Option<f64> {
    match &expression.kind {
        ExpressionKind::Integer(whole) => Some(*whole as f64),
        ExpressionKind::Real(real) => Some(*real),
        ExpressionKind::Unary(UnaryOperator::Minus, inner) => number(inner).map(|x| -x),
        _ => None,
    }
}

/// The items of a list or tuple, or the one value.
pub fn items(value: &Expression) -> &[Expression] {
    match &value.kind {
        ExpressionKind::Tuple(items) | ExpressionKind::List(items) => items,
        _ => std::slice::from_ref(value),
    }
}
