//! Expressions: from the flat pairs of the grammar to the tree. Operators are sorted by precedence
//! climbing; comparisons chain, `and` and `or` are collected.

use std::iter::Peekable;

use pest::iterators::{Pair, Pairs};

use super::grammar::Rule;
use super::nesting::MAX_DEPTH;
use super::tree::{BinaryOperator, CompareOperator, Expression, ExpressionKind, Parameter, UnaryOperator};
use crate::diag::Diagnostic;
use crate::source::{FileId, Span};

/// Operands, operators and calls of one flat expression beyond this are refused, for the same reason.
const MAX_LENGTH: usize = 1000;

/// Reads the pairs of one parsed piece; errors the grammar cannot see are collected.
pub(super) struct Reader {
    pub file: FileId,
    /// Offset in the file of the first byte of the piece.
    pub base: usize,
    pub depth: usize,
    pub diagnostics: Vec<Diagnostic>,
}

/// Inner pairs that carry meaning: keywords are only marks.
pub(super) fn children(pair: Pair<'_, Rule>) -> impl Iterator<Item = Pair<'_, Rule>> {
    pair.into_inner().filter(|p| !is_mark(p.as_rule()))
}

fn is_mark(rule: Rule) -> bool {
    use Rule::*;
    matches!(
        rule,
        kw_as
            | kw_assert
            | kw_break
            | kw_continue
            | kw_def
            | kw_del
            | kw_elif
            | kw_else
            | kw_except
            | kw_finally
            | kw_for
            | kw_from
            | kw_global
            | kw_if
            | kw_import
            | kw_in
            | kw_lambda
            | kw_pass
            | kw_raise
            | kw_return
            | kw_try
            | kw_while
            | kw_with
    )
}

const OR: u8 = 1;
const AND: u8 = 2;
const NOT: u8 = 3;
const COMPARISON: u8 = 4;
const EITHER: u8 = 5;
const BOTH: u8 = 6;
const SUM: u8 = 7;
const PRODUCT: u8 = 8;
const SIGN: u8 = 9;
const POWER: u8 = 10;

enum Infix {
    Or,
    And,
    Compare(CompareOperator),
    Binary(BinaryOperator),
}

fn infix(text: &str) -> (Infix, u8) {
    use BinaryOperator::*;
    use CompareOperator::*;
    match text {
        "or" => (Infix::Or, OR),
        "and" => (Infix::And, AND),
        "==" => (Infix::Compare(Equal), COMPARISON),
        "!=" | "<>" => (Infix::Compare(NotEqual), COMPARISON),
        "<=" => (Infix::Compare(LessEqual), COMPARISON),
        ">=" => (Infix::Compare(GreaterEqual), COMPARISON),
        "<" => (Infix::Compare(Less), COMPARISON),
        ">" => (Infix::Compare(Greater), COMPARISON),
        "in" => (Infix::Compare(In), COMPARISON),
        "is" => (Infix::Compare(Is), COMPARISON),
        "|" => (Infix::Binary(Either), EITHER),
        "&" => (Infix::Binary(Both), BOTH),
        "+" => (Infix::Binary(Add), SUM),
        "-" => (Infix::Binary(Subtract), SUM),
        "*" => (Infix::Binary(Multiply), PRODUCT),
        "/" => (Infix::Binary(Divide), PRODUCT),
        "//" => (Infix::Binary(FloorDivide), PRODUCT),
        "%" => (Infix::Binary(Modulo), PRODUCT),
        "@" => (Infix::Binary(MatrixMultiply), PRODUCT),
        "**" => (Infix::Binary(Power), POWER),
        text if text.starts_with("is") => (Infix::Compare(IsNot), COMPARISON),
        _ => (Infix::Compare(NotIn), COMPARISON),
    }
}

impl Reader {
    pub fn new(file: FileId, base: usize) -> Self {
        Reader { file, base, depth: 0, diagnostics: Vec::new() }
    }

    /// Place of a pair, without the blanks a rule may have swallowed at its end.
    pub fn span(&self, pair: &Pair<'_, Rule>) -> Span {
        let span = pair.as_span();
        let length = span.as_str().trim_ascii_end().len();
        Span::new(self.file, self.base + span.start(), self.base + span.start() + length)
    }

    pub fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    pub fn nothing(&self, span: Span) -> Expression {
        Expression { kind: ExpressionKind::None, span }
    }

    /// `expressions`: one element, or a tuple without brackets.
    pub fn expressions(&mut self, pair: Pair<'_, Rule>) -> Expression {
        let span = self.span(&pair);
        let mut comma = false;
        let mut items = Vec::new();
        for inner in pair.into_inner() {
            if inner.as_rule() == Rule::comma {
                comma = true;
            } else {
                items.push(self.expression(inner));
            }
        }
        match items.pop() {
            Some(only) if items.is_empty() && !comma => only,
            Some(last) => {
                items.push(last);
                Expression { kind: ExpressionKind::Tuple(items), span }
            }
            None => self.nothing(span),
        }
    }

    /// `expression`, `operation`, `starred`, and the rules that only wrap one of them.
    pub fn expression(&mut self, pair: Pair<'_, Rule>) -> Expression {
        let span = self.span(&pair);
        self.deeper(span, |reader| reader.expression_at_depth(pair, span))
    }

    /// Runs `read` one level deeper, unless that is too deep.
    fn deeper(&mut self, span: Span, read: impl FnOnce(&mut Self) -> Expression) -> Expression {
        if self.depth >= MAX_DEPTH {
            if self.diagnostics.iter().all(|d| d.code != "S015") {
                self.report(too_deep(span));
            }
            return self.nothing(span);
        }
        self.depth += 1;
        let expression = read(self);
        self.depth -= 1;
        expression
    }

    fn expression_at_depth(&mut self, pair: Pair<'_, Rule>, span: Span) -> Expression {
        if pair.as_rule() == Rule::starred {
            let inner = children(pair).next().map(|p| self.expression(p));
            let inner = inner.unwrap_or_else(|| self.nothing(span));
            return Expression { kind: ExpressionKind::Starred(Box::new(inner)), span };
        }
        let mut pairs = pair.into_inner();
        if pairs.len() > MAX_LENGTH {
            let message = format!("this expression has more than {} operands", MAX_LENGTH / 2);
            self.report(Diagnostic::error("S015", message).at(span).help("compute it in several steps"));
            return self.nothing(span);
        }
        match pairs.peek().map(|p| p.as_rule()) {
            Some(Rule::lambda) => match pairs.next() {
                Some(lambda) => self.lambda(lambda, span),
                None => self.nothing(span),
            },
            Some(Rule::expression | Rule::operation) => match pairs.next() {
                Some(inner) => self.expression(inner),
                None => self.nothing(span),
            },
            _ => {
                let mut pairs = pairs.peekable();
                let value = self.operation(&mut pairs, 0);
                match pairs.next() {
                    Some(tail) if tail.as_rule() == Rule::conditional => self.conditional(value, tail),
                    _ => value,
                }
            }
        }
    }

    fn conditional(&mut self, then: Expression, tail: Pair<'_, Rule>) -> Expression {
        let mut parts = children(tail);
        let (Some(condition), Some(otherwise)) = (parts.next(), parts.next()) else { return then };
        let condition = self.expression(condition);
        let otherwise = self.expression(otherwise);
        let span = then.span.to(otherwise.span);
        let kind = ExpressionKind::Conditional {
            condition: Box::new(condition),
            then: Box::new(then),
            otherwise: Box::new(otherwise),
        };
        Expression { kind, span }
    }

    fn lambda(&mut self, pair: Pair<'_, Rule>, span: Span) -> Expression {
        let mut parameters = Vec::new();
        let mut body = None;
        for part in children(pair) {
            match part.as_rule() {
                Rule::parameter => parameters.push(self.parameter(part)),
                _ => body = Some(self.expression(part)),
            }
        }
        self.check_parameters(&parameters);
        let body = body.unwrap_or_else(|| self.nothing(span));
        Expression { kind: ExpressionKind::Lambda(parameters, Box::new(body)), span }
    }

    /// `parameter` and `def_parameter`; annotations are read and mean nothing.
    pub fn parameter(&mut self, pair: Pair<'_, Rule>) -> Parameter {
        let span = self.span(&pair);
        // A bare `*` is a parameter without a name: those after it are given by name.
        let stars = u8::from(pair.as_str().trim_end() == "*");
        let mut parameter = Parameter { name: String::new(), default: None, stars, span };
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::stars => parameter.stars = part.as_str().len() as u8,
                Rule::identifier => parameter.name = part.as_str().to_string(),
                Rule::default => parameter.default = Some(self.expression(part)),
                _ => {}
            }
        }
        parameter
    }

    pub fn check_parameters(&mut self, parameters: &[Parameter]) {
        for (i, parameter) in parameters.iter().enumerate() {
            let earlier = &parameters[..i];
            let name = &parameter.name;
            if let Some(first) = earlier.iter().find(|p| p.name == *name) {
                let error = Diagnostic::error("S016", format!("the parameter `{name}` is given twice"));
                self.report(error.at(parameter.span).related(first.span, "first here").help("rename one of them"));
            } else if parameter.default.is_none()
                && parameter.stars == 0
                && earlier.iter().any(|p| p.default.is_some())
                && earlier.iter().all(|p| p.stars == 0)
            {
                let error = Diagnostic::error("S016", format!("`{name}` has no default but stands after one that has"));
                self.report(error.at(parameter.span).help("give it a default, or move it to the front"));
            }
        }
    }

    /// Operand and all operators that bind at least as tightly as `least`.
    fn operation<'i>(&mut self, pairs: &mut Peekable<Pairs<'i, Rule>>, least: u8) -> Expression {
        let mut left = self.operand(pairs);
        while let Some(pair) = pairs.next_if(|p| p.as_rule() == Rule::infix && infix(p.as_str()).1 >= least) {
            let (operator, level) = infix(pair.as_str());
            left = match operator {
                Infix::Or => self.sequence(left, pairs, level, ExpressionKind::Or),
                Infix::And => self.sequence(left, pairs, level, ExpressionKind::And),
                Infix::Compare(operator) => self.comparison(left, operator, pairs),
                Infix::Binary(operator) => {
                    // A power groups to the right: `2 ** 3 ** 2` is `2 ** 9`.
                    let tighter = if operator == BinaryOperator::Power { level } else { level + 1 };
                    let right = self.deeper(left.span, |reader| reader.operation(pairs, tighter));
                    let span = left.span.to(right.span);
                    Expression { kind: ExpressionKind::Binary(operator, Box::new(left), Box::new(right)), span }
                }
            };
        }
        left
    }

    fn operand<'i>(&mut self, pairs: &mut Peekable<Pairs<'i, Rule>>) -> Expression {
        let Some(pair) = pairs.next() else { return self.nothing(Span::new(self.file, self.base, self.base)) };
        if pair.as_rule() == Rule::prefix {
            let (operator, level) = match pair.as_str() {
                "+" => (UnaryOperator::Plus, SIGN),
                "-" => (UnaryOperator::Minus, SIGN),
                "~" => (UnaryOperator::Invert, SIGN),
                _ => (UnaryOperator::Not, NOT),
            };
            let start = self.span(&pair);
            let operand = self.deeper(start, |reader| reader.operation(pairs, level));
            let span = start.to(operand.span);
            return Expression { kind: ExpressionKind::Unary(operator, Box::new(operand)), span };
        }
        let mut value = self.atom(pair);
        while let Some(trailer) = pairs.next_if(|p| matches!(p.as_rule(), Rule::call | Rule::index | Rule::attribute)) {
            value = self.trailer(value, trailer);
        }
        value
    }

    fn sequence<'i>(
        &mut self,
        first: Expression,
        pairs: &mut Peekable<Pairs<'i, Rule>>,
        level: u8,
        kind: fn(Vec<Expression>) -> ExpressionKind,
    ) -> Expression {
        let span = first.span;
        let mut terms = vec![first, self.operation(pairs, level + 1)];
        while pairs.next_if(|p| p.as_rule() == Rule::infix && infix(p.as_str()).1 == level).is_some() {
            terms.push(self.operation(pairs, level + 1));
        }
        let end = terms.last().map_or(span, |t| t.span);
        Expression { kind: kind(terms), span: span.to(end) }
    }

    fn comparison<'i>(
        &mut self,
        first: Expression,
        operator: CompareOperator,
        pairs: &mut Peekable<Pairs<'i, Rule>>,
    ) -> Expression {
        let mut span = first.span;
        let mut links = vec![(operator, self.operation(pairs, COMPARISON + 1))];
        while let Some(pair) = pairs.next_if(|p| p.as_rule() == Rule::infix && infix(p.as_str()).1 == COMPARISON) {
            if let (Infix::Compare(operator), _) = infix(pair.as_str()) {
                links.push((operator, self.operation(pairs, COMPARISON + 1)));
            }
        }
        if let Some((_, last)) = links.last() {
            span = span.to(last.span);
        }
        Expression { kind: ExpressionKind::Compare(Box::new(first), links), span }
    }
}

pub(super) fn too_deep(span: Span) -> Diagnostic {
    Diagnostic::error("S015", format!("this expression is nested more than {MAX_DEPTH} deep"))
        .at(span)
        .help("give parts of it a name, on lines of their own")
}
