//! Statements of one logical line: simple ones, or the header of a block with what follows its colon.

use pest::iterators::{Pair, Pairs};

use super::expression::{Reader, children};
use super::grammar::Rule;
use super::tree::{
    Argument, BinaryOperator, Expression, ExpressionKind, Identifier, Parameter, Statement, StatementKind,
};
use crate::diag::Diagnostic;
use crate::source::Span;

/// What one logical line holds.
pub(super) enum Content {
    Simple(Vec<Statement>),
    Header(Header),
}

/// First line of a block.
pub(super) struct Header {
    pub kind: HeaderKind,
    pub opening: Opening,
    pub span: Span,
}

/// How the body of a block starts.
pub(super) struct Opening {
    /// First word of the header, and its place.
    pub word: &'static str,
    pub place: Span,
    /// Statements after the colon, if any.
    pub inline: Option<Vec<Statement>>,
}

pub(super) enum HeaderKind {
    If(Expression),
    Elif(Expression),
    Else,
    For { target: Expression, iterable: Expression },
    While(Expression),
    Function { name: Identifier, parameters: Vec<Parameter> },
    With(Vec<(Expression, Option<Expression>)>),
    Try,
    Except(Option<Expression>, Option<Identifier>),
    Finally,
}

impl HeaderKind {
    fn word(&self) -> &'static str {
        match self {
            HeaderKind::If(_) => "if",
            HeaderKind::Elif(_) => "elif",
            HeaderKind::Else => "else",
            HeaderKind::For { .. } => "for",
            HeaderKind::While(_) => "while",
            HeaderKind::Function { .. } => "def",
            HeaderKind::With(_) => "with",
            HeaderKind::Try => "try",
            HeaderKind::Except(..) => "except",
            HeaderKind::Finally => "finally",
        }
    }
}

impl Reader {
    pub fn line(&mut self, mut pairs: Pairs<'_, Rule>) -> Content {
        match pairs.next() {
            Some(pair) if pair.as_rule() == Rule::statements => Content::Simple(self.statements(pair)),
            Some(pair) if pair.as_rule() != Rule::EOI => match self.header(pair) {
                Some(header) => Content::Header(header),
                None => Content::Simple(Vec::new()),
            },
            _ => Content::Simple(Vec::new()),
        }
    }

    fn header(&mut self, pair: Pair<'_, Rule>) -> Option<Header> {
        let span = self.span(&pair);
        let rule = pair.as_rule();
        let mut inline = None;
        let mut parts = Vec::new();
        for part in children(pair) {
            if part.as_rule() == Rule::statements {
                inline = Some(self.statements(part));
            } else {
                parts.push(part);
            }
        }
        let mut parts = parts.into_iter();
        let kind = match rule {
            Rule::if_line => HeaderKind::If(self.expression(parts.next()?)),
            Rule::elif_line => HeaderKind::Elif(self.expression(parts.next()?)),
            Rule::else_line => HeaderKind::Else,
            Rule::for_line => {
                let target = self.targets(parts.next()?);
                HeaderKind::For { target, iterable: self.expressions(parts.next()?) }
            }
            Rule::while_line => HeaderKind::While(self.expression(parts.next()?)),
            Rule::def_line => {
                let name = self.identifier(parts.next()?);
                let parameters: Vec<_> =
                    parts.filter(|p| p.as_rule() == Rule::def_parameter).map(|p| self.parameter(p)).collect();
                self.check_parameters(&parameters);
                HeaderKind::Function { name, parameters }
            }
            Rule::with_line => HeaderKind::With(parts.filter_map(|p| self.with_item(p)).collect()),
            Rule::try_line => HeaderKind::Try,
            Rule::except_line => {
                let caught = parts.next().map(|p| self.expression(p));
                HeaderKind::Except(caught, parts.next().map(|p| self.identifier(p)))
            }
            _ => HeaderKind::Finally,
        };
        let start = span.start as usize;
        let word = kind.word();
        let place = Span::new(self.file, start, start + word.len());
        Some(Header { kind, opening: Opening { word, place, inline }, span })
    }

    fn with_item(&mut self, pair: Pair<'_, Rule>) -> Option<(Expression, Option<Expression>)> {
        let mut parts = children(pair);
        let value = self.expression(parts.next()?);
        let target = parts.next().map(|p| {
            let target = self.expression(p);
            self.check_target(&target);
            target
        });
        Some((value, target))
    }

    fn statements(&mut self, pair: Pair<'_, Rule>) -> Vec<Statement> {
        pair.into_inner().filter_map(|p| self.statement(p)).collect()
    }

    fn statement(&mut self, pair: Pair<'_, Rule>) -> Option<Statement> {
        let span = self.span(&pair);
        let rule = pair.as_rule();
        if rule == Rule::assignment {
            return self.assignment(pair, span);
        }
        let mut parts = children(pair);
        let kind = match rule {
            Rule::return_statement => StatementKind::Return(parts.next().map(|p| self.expressions(p))),
            Rule::pass_statement => StatementKind::Pass,
            Rule::break_statement => StatementKind::Break,
            Rule::continue_statement => StatementKind::Continue,
            Rule::import_statement => StatementKind::Import(parts.filter_map(|p| self.name_as(p)).collect()),
            Rule::from_statement => {
                let module = parts.next()?.as_str().to_string();
                StatementKind::FromImport { module, names: parts.filter_map(|p| self.name_as(p)).collect() }
            }
            Rule::del_statement => {
                let value = self.expressions(parts.next()?);
                self.check_target(&value);
                StatementKind::Delete(match value.kind {
                    ExpressionKind::Tuple(items) | ExpressionKind::List(items) => items,
                    _ => vec![value],
                })
            }
            Rule::assert_statement => {
                let condition = self.expression(parts.next()?);
                StatementKind::Assert { condition, message: parts.next().map(|p| self.expression(p)) }
            }
            // The cause given by `from` changes nothing here.
            Rule::raise_statement => {
                let raised = parts.next().map(|p| self.expression(p));
                let with = parts.next().filter(|p| p.as_rule() == Rule::raised_with).and_then(|p| children(p).next());
                StatementKind::Raise(match (raised, with) {
                    // `raise ValueError, "text"`
                    (Some(kind), Some(text)) => {
                        let text = self.expression(text);
                        Some(called(kind, vec![text], span))
                    }
                    (raised, _) => raised,
                })
            }
            Rule::print_statement => {
                let word = parts.next()?;
                let place = self.span(&word);
                let shown = self.expressions(parts.next()?);
                let shown = match shown.kind {
                    ExpressionKind::Tuple(items) => items,
                    _ => vec![shown],
                };
                let print = Expression { kind: ExpressionKind::Name("print".into()), span: place };
                StatementKind::Expression(called(print, shown, span))
            }
            Rule::global_statement => StatementKind::Global(parts.map(|p| self.identifier(p)).collect()),
            _ => return None,
        };
        Some(Statement { kind, span })
    }

    fn assignment(&mut self, pair: Pair<'_, Rule>, span: Span) -> Option<Statement> {
        let mut operator = None;
        let mut sides = Vec::new();
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::augmented => operator = augmented(part.as_str()),
                // What a name is meant to hold changes nothing.
                Rule::annotation => {}
                _ => sides.push(self.expressions(part)),
            }
        }
        let value = sides.pop()?;
        let kind = match (operator, sides.pop()) {
            (_, None) => StatementKind::Expression(value),
            (Some(operator), Some(target)) => {
                if matches!(target.kind, ExpressionKind::Tuple(_) | ExpressionKind::List(_)) {
                    self.report(
                        Diagnostic::error("S010", "several names cannot be changed at once")
                            .at(target.span)
                            .help("write one statement for each name"),
                    );
                }
                self.check_target(&target);
                StatementKind::AugmentedAssign { target, operator, value }
            }
            (None, Some(last)) => {
                sides.push(last);
                for target in &sides {
                    self.check_target(target);
                }
                StatementKind::Assign { targets: sides, value }
            }
        };
        Some(Statement { kind, span })
    }

    fn identifier(&self, pair: Pair<'_, Rule>) -> Identifier {
        Identifier { span: self.span(&pair), name: pair.as_str().to_string() }
    }

    /// `name as other`, or `*`.
    fn name_as(&self, pair: Pair<'_, Rule>) -> Option<(Identifier, Option<Identifier>)> {
        if pair.as_rule() == Rule::every_name {
            return Some((Identifier { name: "*".to_string(), ..self.identifier(pair) }, None));
        }
        let mut parts = children(pair);
        let name = self.identifier(parts.next()?);
        Some((name, parts.next().map(|p| self.identifier(p))))
    }

    /// `targets` of `for`.
    pub fn targets(&mut self, pair: Pair<'_, Rule>) -> Expression {
        let target = self.expressions(pair);
        self.check_target(&target);
        target
    }

    /// Reports a target that nothing can be assigned to.
    fn check_target(&mut self, target: &Expression) {
        let found = match &target.kind {
            ExpressionKind::Name(_)
            | ExpressionKind::Index(..)
            | ExpressionKind::Slice { .. }
            | ExpressionKind::Attribute(..) => return,
            ExpressionKind::Tuple(items) | ExpressionKind::List(items) => {
                items.iter().for_each(|item| self.check_target(item));
                return;
            }
            ExpressionKind::Starred(inner) => return self.check_target(inner),
            ExpressionKind::Call { .. } => "the result of a call",
            ExpressionKind::None | ExpressionKind::True | ExpressionKind::False => "a constant",
            ExpressionKind::Integer(_) | ExpressionKind::Real(_) | ExpressionKind::Imaginary(_) => "a number",
            ExpressionKind::Text(_) | ExpressionKind::Format(_) => "a text",
            ExpressionKind::Compare(..) => "a comparison",
            _ => "an expression",
        };
        // A placeholder left by another error is not an error of its own.
        if self.diagnostics.iter().any(|d| d.span.is_some_and(|s| s == target.span)) {
            return;
        }
        let help = match target.kind {
            ExpressionKind::Call { .. } => "the name of the result comes first: `NAME = COMMAND(...)`",
            _ => "a name, `list[i]` or `object.attribute` can stand on the left of `=`; `==` compares",
        };
        self.report(
            Diagnostic::error("S010", format!("{found} cannot be given a value"))
                .at(target.span)
                .label("not something that can be assigned to")
                .help(help),
        );
    }
}

/// `function(values)`
fn called(function: Expression, values: Vec<Expression>, span: Span) -> Expression {
    let argument = |value: Expression| Argument { name: None, stars: 0, span: value.span, value };
    let arguments = values.into_iter().map(argument).collect();
    Expression { kind: ExpressionKind::Call { function: Box::new(function), arguments }, span }
}

fn augmented(text: &str) -> Option<BinaryOperator> {
    Some(match text {
        "+=" => BinaryOperator::Add,
        "-=" => BinaryOperator::Subtract,
        "*=" => BinaryOperator::Multiply,
        "/=" => BinaryOperator::Divide,
        "//=" => BinaryOperator::FloorDivide,
        "%=" => BinaryOperator::Modulo,
        "**=" => BinaryOperator::Power,
        "@=" => BinaryOperator::MatrixMultiply,
        _ => return None,
    })
}
