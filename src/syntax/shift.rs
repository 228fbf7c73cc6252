//! Trees whose text has moved: all places of some statements, so many bytes further on or back.

use std::sync::Arc;

use super::tree::{Argument, Comprehension, Expression, ExpressionKind, Parameter, Statement, StatementKind, TextPart};
use crate::source::Span;

/// Moves statements by a number of bytes.
pub(super) fn shift(statements: &mut [Statement], by: i64) {
    if by != 0 {
        Shift(by).block(statements);
    }
}

struct Shift(i64);

impl Shift {
    fn place(&self, span: &mut Span) {
        *span = span.moved(self.0);
    }

    fn block(&self, statements: &mut [Statement]) {
        statements.iter_mut().for_each(|statement| self.statement(statement));
    }

    fn statement(&self, statement: &mut Statement) {
        use StatementKind as Kind;
        self.place(&mut statement.span);
        match &mut statement.kind {
            Kind::Expression(value) => self.expression(value),
            Kind::Assign { targets, value } => {
                self.all(targets);
                self.expression(value);
            }
            Kind::AugmentedAssign { target: a, value: b, .. } => [a, b].into_iter().for_each(|e| self.expression(e)),
            Kind::If { branches, otherwise } => {
                for (condition, body) in branches {
                    self.expression(condition);
                    self.block(body);
                }
                self.block(otherwise);
            }
            Kind::For { target, iterable, body, otherwise } => {
                [target, iterable].into_iter().for_each(|e| self.expression(e));
                [body, otherwise].into_iter().for_each(|block| self.block(block));
            }
            Kind::While { condition, body, otherwise } => {
                self.expression(condition);
                [body, otherwise].into_iter().for_each(|block| self.block(block));
            }
            Kind::Function(function) => {
                let function = Arc::make_mut(function);
                self.place(&mut function.name.span);
                self.parameters(&mut function.parameters);
                self.block(&mut function.body);
            }
            Kind::Return(value) | Kind::Raise(value) => value.iter_mut().for_each(|e| self.expression(e)),
            Kind::Import(names) | Kind::FromImport { names, .. } => {
                for (name, alias) in names {
                    [Some(name), alias.as_mut()].into_iter().flatten().for_each(|name| self.place(&mut name.span));
                }
            }
            Kind::Delete(targets) => self.all(targets),
            Kind::With { items, body } => {
                for (value, target) in items {
                    self.expression(value);
                    target.iter_mut().for_each(|e| self.expression(e));
                }
                self.block(body);
            }
            Kind::Try { body, handlers, otherwise, finally } => {
                for (kind, name, body) in handlers {
                    kind.iter_mut().for_each(|e| self.expression(e));
                    name.iter_mut().for_each(|name| self.place(&mut name.span));
                    self.block(body);
                }
                [body, otherwise, finally].into_iter().for_each(|block| self.block(block));
            }
            Kind::Assert { condition, message } => {
                self.expression(condition);
                message.iter_mut().for_each(|e| self.expression(e));
            }
            Kind::Global(names) => names.iter_mut().for_each(|name| self.place(&mut name.span)),
            Kind::Pass | Kind::Break | Kind::Continue => {}
        }
    }

    fn all(&self, expressions: &mut [Expression]) {
        expressions.iter_mut().for_each(|expression| self.expression(expression));
    }

    fn expression(&self, expression: &mut Expression) {
        use ExpressionKind as Kind;
        self.place(&mut expression.span);
        match &mut expression.kind {
            Kind::None | Kind::True | Kind::False | Kind::Integer(_) | Kind::Real(_) | Kind::Imaginary(_) => {}
            Kind::Text(_) | Kind::Name(_) => {}
            Kind::Format(parts) => self.parts(parts),
            Kind::Bounds(parts) => parts.iter_mut().flatten().for_each(|e| self.expression(e)),
            Kind::Tuple(items) | Kind::List(items) | Kind::Set(items) | Kind::And(items) | Kind::Or(items) => {
                self.all(items)
            }
            Kind::Dictionary(items) => {
                for (key, value) in items {
                    key.iter_mut().for_each(|e| self.expression(e));
                    self.expression(value);
                }
            }
            Kind::ListComprehension(item, loops)
            | Kind::SetComprehension(item, loops)
            | Kind::Generator(item, loops) => {
                self.loops(loops);
                self.expression(item);
            }
            Kind::DictionaryComprehension(item, loops) => {
                self.loops(loops);
                self.expression(&mut item.0);
                self.expression(&mut item.1);
            }
            Kind::Unary(_, inner) | Kind::Attribute(inner, _) | Kind::Starred(inner) => self.expression(inner),
            Kind::Binary(_, a, b) | Kind::Index(a, b) => [a, b].into_iter().for_each(|e| self.expression(e)),
            Kind::Compare(first, rest) => {
                self.expression(first);
                rest.iter_mut().for_each(|(_, other)| self.expression(other));
            }
            Kind::Conditional { condition, then, otherwise } => {
                [condition, then, otherwise].into_iter().for_each(|e| self.expression(e));
            }
            Kind::Lambda(parameters, body) => {
                self.parameters(parameters);
                self.expression(body);
            }
            Kind::Call { function, arguments } => {
                self.expression(function);
                arguments.iter_mut().for_each(|argument| self.argument(argument));
            }
            Kind::Slice { object, start, stop, step } => {
                self.expression(object);
                [start, stop, step].into_iter().flatten().for_each(|e| self.expression(e));
            }
        }
    }

    fn argument(&self, argument: &mut Argument) {
        self.place(&mut argument.span);
        argument.name.iter_mut().for_each(|(_, span)| self.place(span));
        self.expression(&mut argument.value);
    }

    fn parameters(&self, parameters: &mut [Parameter]) {
        for parameter in parameters {
            self.place(&mut parameter.span);
            parameter.default.iter_mut().for_each(|e| self.expression(e));
        }
    }

    fn loops(&self, loops: &mut [Comprehension]) {
        for part in loops {
            self.expression(&mut part.target);
            self.expression(&mut part.iterable);
            self.all(&mut part.conditions);
        }
    }

    fn parts(&self, parts: &mut [TextPart]) {
        for part in parts {
            if let TextPart::Value { expression, specification } = part {
                self.expression(expression);
                self.parts(specification);
            }
        }
    }
}
