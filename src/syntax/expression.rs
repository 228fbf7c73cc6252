//! Expressions: from pest pairs to the tree, with Python's precedence.

use std::sync::LazyLock;

use pest::pratt_parser::{Assoc, Op, PrattParser};

use super::grammar::{Node, Rule};
use super::text::text_literal;
use super::tree::{
    Argument, BinaryOperator, CompareOperator, Comprehension, Expression, ExpressionKind as Kind, Parameter,
    UnaryOperator,
};
use crate::diag::Diagnostic;
use crate::source::{FileId, Span};

/// Python's operators, loosest first.
static PRECEDENCE: LazyLock<PrattParser<Rule>> = LazyLock::new(|| {
    let left = |rule| Op::infix(rule, Assoc::Left);
    PrattParser::new()
        .op(left(Rule::or))
        .op(left(Rule::and))
        .op(Op::prefix(Rule::not))
        .op(left(Rule::less)
            | left(Rule::less_equal)
            | left(Rule::greater)
            | left(Rule::greater_equal)
            | left(Rule::equal)
            | left(Rule::not_equal)
            | left(Rule::is)
            | left(Rule::is_not)
            | left(Rule::r#in)
            | left(Rule::not_in))
        .op(left(Rule::add) | left(Rule::subtract))
        .op(left(Rule::multiply)
            | left(Rule::divide)
            | left(Rule::floor_divide)
            | left(Rule::modulo)
            | left(Rule::matrix))
        .op(Op::prefix(Rule::minus) | Op::prefix(Rule::plus))
        .op(Op::infix(Rule::power, Assoc::Right))
});

/// Builds trees of one file; `base` is the offset of the text that was read.
pub struct Builder {
    pub file: FileId,
    pub base: usize,
    /// The first thing that reads but means nothing (a bad escape, a number too large).
    pub fault: Option<Diagnostic>,
}

/// An operand while precedence is worked out: a comparison made here may still be chained.
struct Term {
    expression: Expression,
    open: bool,
}

impl Builder {
    pub fn span(&self, node: &Node) -> Span {
        let span = node.as_span();
        let text = span.as_str();
        let end = span.start() + text.trim_end().len().max(1).min(text.len());
        Span::new(self.file, self.base + span.start(), self.base + end)
    }

    fn make(&self, node: &Node, kind: Kind) -> Expression {
        Expression { kind, span: self.span(node) }
    }

    /// `expressions`: one value, or a tuple when there is a comma.
    pub fn expressions(&mut self, node: Node) -> Expression {
        let span = self.span(&node);
        let (mut items, trailing) = self.items(node);
        if items.len() == 1 && !trailing {
            return items.remove(0);
        }
        Expression { kind: Kind::Tuple(items), span }
    }

    fn items(&mut self, node: Node) -> (Vec<Expression>, bool) {
        let mut trailing = false;
        let mut items = Vec::new();
        for item in node.into_inner() {
            match item.as_rule() {
                Rule::trailing => trailing = true,
                _ => items.push(self.value(item)),
            }
        }
        (items, trailing)
    }

    /// Any node that stands for a value or a target.
    pub fn value(&mut self, node: Node) -> Expression {
        match node.as_rule() {
            Rule::expressions | Rule::targets => self.expressions(node),
            Rule::expression => self.expression(node),
            Rule::operation => self.operation(node),
            Rule::primary => self.primary(node),
            Rule::star_value | Rule::star_target => {
                let span = self.span(&node);
                let inner = node.into_inner().next().map(|n| self.value(n));
                match inner {
                    Some(inner) => Expression { kind: Kind::Starred(Box::new(inner)), span },
                    None => Expression { kind: Kind::None, span },
                }
            }
            Rule::target | Rule::lower | Rule::upper | Rule::stride => {
                let span = self.span(&node);
                match node.into_inner().next() {
                    Some(inner) => self.value(inner),
                    None => Expression { kind: Kind::None, span },
                }
            }
            _ => self.atom(node),
        }
    }

    fn expression(&mut self, node: Node) -> Expression {
        let span = self.span(&node);
        let mut parts = node.into_inner().filter(|n| !matches!(n.as_rule(), Rule::kw_if | Rule::kw_else));
        let Some(first) = parts.next() else { return Expression { kind: Kind::None, span } };
        if first.as_rule() == Rule::lambda {
            return self.lambda(first);
        }
        let then = self.operation(first);
        match (parts.next(), parts.next()) {
            (Some(condition), Some(otherwise)) => {
                let condition = Box::new(self.value(condition));
                let otherwise = Box::new(self.value(otherwise));
                Expression { kind: Kind::Conditional { condition, then: Box::new(then), otherwise }, span }
            }
            _ => then,
        }
    }

    fn lambda(&mut self, node: Node) -> Expression {
        let span = self.span(&node);
        let (mut parameters, mut body) = (Vec::new(), None);
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::parameters_plain => parameters = self.parameters(part),
                Rule::expression => body = Some(self.expression(part)),
                _ => {}
            }
        }
        let body = body.unwrap_or(Expression { kind: Kind::None, span });
        Expression { kind: Kind::Lambda(parameters, Box::new(body)), span }
    }

    pub fn parameters(&mut self, node: Node) -> Vec<Parameter> {
        let mut parameters = Vec::new();
        for node in node.into_inner() {
            let span = self.span(&node);
            let annotated = node.as_str().contains(':');
            let mut parameter = Parameter { name: String::new(), default: None, stars: 0, span };
            let mut values = Vec::new();
            for part in node.into_inner() {
                match part.as_rule() {
                    Rule::stars => parameter.stars = part.as_str().len() as u8,
                    Rule::name => parameter.name = part.as_str().to_string(),
                    _ => values.push(self.value(part)),
                }
            }
            // With one value only, an annotation is not a default.
            if !(annotated && values.len() == 1) {
                parameter.default = values.pop();
            }
            parameters.push(parameter);
        }
        parameters
    }

    fn operation(&mut self, node: Node) -> Expression {
        let this = std::cell::RefCell::new(self);
        let term = PRECEDENCE
            .map_primary(|n| Term { expression: this.borrow_mut().primary(n), open: false })
            .map_prefix(|sign, operand| {
                let operator = match sign.as_rule() {
                    Rule::minus => UnaryOperator::Minus,
                    Rule::plus => UnaryOperator::Plus,
                    _ => UnaryOperator::Not,
                };
                let span = this.borrow().span(&sign).to(operand.expression.span);
                let kind = Kind::Unary(operator, Box::new(operand.expression));
                Term { expression: Expression { kind, span }, open: false }
            })
            .map_infix(|left, sign, right| join(left, sign.as_rule(), right.expression))
            .parse(node.into_inner());
        term.expression
    }

    fn primary(&mut self, node: Node) -> Expression {
        let start = self.span(&node);
        let mut parts = node.into_inner();
        let Some(first) = parts.next() else { return Expression { kind: Kind::None, span: start } };
        let mut value = self.atom(first);
        for trailer in parts {
            let span = value.span.to(self.span(&trailer));
            let object = Box::new(value);
            let kind = match trailer.as_rule() {
                Rule::call => Kind::Call { function: object, arguments: self.arguments(trailer) },
                Rule::attribute => {
                    let name = trailer.into_inner().next().map_or(String::new(), |n| n.as_str().to_string());
                    Kind::Attribute(object, name)
                }
                _ => self.subscript(object, trailer),
            };
            value = Expression { kind, span };
        }
        value
    }

    fn arguments(&mut self, node: Node) -> Vec<Argument> {
        node.into_inner().map(|argument| self.argument(argument)).collect()
    }

    fn argument(&mut self, node: Node) -> Argument {
        let span = self.span(&node);
        let (mut name, mut stars, mut value, mut loops) = (None, 0, None, Vec::new());
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::stars => stars = part.as_str().len() as u8,
                Rule::name => name = Some((part.as_str().to_string(), self.span(&part))),
                Rule::comprehension => loops.push(self.comprehension(part)),
                _ => value = Some(self.value(part)),
            }
        }
        let mut value = value.unwrap_or(Expression { kind: Kind::None, span });
        if !loops.is_empty() {
            value = Expression { kind: Kind::Generator(Box::new(value), loops), span };
        }
        Argument { name, stars, value, span }
    }

    fn comprehension(&mut self, node: Node) -> Comprehension {
        let span = self.span(&node);
        let nothing = || Expression { kind: Kind::None, span };
        let mut parts = node.into_inner().filter(|n| !matches!(n.as_rule(), Rule::kw_for | Rule::kw_in | Rule::kw_if));
        let target = parts.next().map_or_else(nothing, |n| self.value(n));
        let iterable = parts.next().map_or_else(nothing, |n| self.value(n));
        let conditions = parts.map(|n| self.value(n)).collect();
        Comprehension { target, iterable, conditions }
    }

    fn subscript(&mut self, object: Box<Expression>, node: Node) -> Kind {
        let span = self.span(&node);
        let (mut indices, mut tuple) = (Vec::new(), false);
        for item in node.into_inner() {
            if item.as_rule() == Rule::trailing {
                tuple = true;
                continue;
            }
            let (mut index, mut slice) = (None, None);
            for part in item.into_inner() {
                match part.as_rule() {
                    Rule::slice => slice = Some(part),
                    _ => index = Some(self.value(part)),
                }
            }
            let Some(slice) = slice else {
                indices.push(index.unwrap_or(Expression { kind: Kind::None, span }));
                continue;
            };
            let (mut stop, mut step) = (None, None);
            for part in slice.into_inner() {
                let boxed = |b: &mut Self, n| Some(Box::new(b.value(n)));
                match part.as_rule() {
                    Rule::upper => stop = boxed(self, part),
                    _ => step = boxed(self, part),
                }
            }
            return Kind::Slice { object, start: index.map(Box::new), stop, step };
        }
        let index = if indices.len() == 1 && !tuple {
            indices.remove(0)
        } else {
            Expression { kind: Kind::Tuple(indices), span }
        };
        Kind::Index(object, Box::new(index))
    }

    fn atom(&mut self, node: Node) -> Expression {
        match node.as_rule() {
            Rule::number => self.number(node),
            Rule::texts => text_literal(self, node),
            Rule::none | Rule::ellipsis => self.make(&node, Kind::None),
            Rule::r#true => self.make(&node, Kind::True),
            Rule::r#false => self.make(&node, Kind::False),
            Rule::group | Rule::list => self.bracket(node),
            Rule::dictionary => self.dictionary(node),
            _ => self.make(&node, Kind::Name(node.as_str().to_string())),
        }
    }

    fn number(&mut self, node: Node) -> Expression {
        let text = node.as_str().replace('_', "");
        let lower = text.to_ascii_lowercase();
        let kind = if let Some(digits) = lower.strip_prefix("0x") {
            i64::from_str_radix(digits, 16).ok().map(Kind::Integer)
        } else if let Some(digits) = lower.strip_suffix('j') {
            digits.parse().ok().map(Kind::Imaginary)
        } else if lower.contains(['.', 'e']) {
            lower.parse().ok().map(Kind::Real)
        } else {
            lower.parse().ok().map(Kind::Integer)
        };
        let kind = kind.unwrap_or_else(|| {
            self.fault.get_or_insert_with(|| {
                Diagnostic::error("S005", format!("{text} does not fit in 64 bits"))
                    .at(Span::new(self.file, self.base + node.as_span().start(), self.base + node.as_span().end()))
                    .help("write it as a real, with a point or an exponent")
            });
            Kind::Real(lower.parse().unwrap_or(0.0))
        });
        self.make(&node, kind)
    }

    fn bracket(&mut self, node: Node) -> Expression {
        let (span, list) = (self.span(&node), node.as_rule() == Rule::list);
        let (mut items, mut loops, mut trailing) = (Vec::new(), Vec::new(), false);
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::comprehension => loops.push(self.comprehension(part)),
                Rule::trailing => trailing = true,
                _ => items.push(self.value(part)),
            }
        }
        let kind = match (loops.is_empty(), list) {
            (false, true) => Kind::ListComprehension(Box::new(items.remove(0)), loops),
            (false, false) => Kind::Generator(Box::new(items.remove(0)), loops),
            (true, true) => Kind::List(items),
            (true, false) if items.len() == 1 && !trailing => return Expression { kind: items.remove(0).kind, span },
            (true, false) => Kind::Tuple(items),
        };
        Expression { kind, span }
    }

    fn dictionary(&mut self, node: Node) -> Expression {
        let span = self.span(&node);
        let (mut entries, mut loops, mut pairs) = (Vec::new(), Vec::new(), true);
        for part in node.into_inner() {
            if part.as_rule() == Rule::comprehension {
                loops.push(self.comprehension(part));
                continue;
            }
            let spread = part.as_str().starts_with("**");
            let mut values: Vec<Expression> = part.into_inner().map(|n| self.value(n)).collect();
            let last = values.pop().unwrap_or(Expression { kind: Kind::None, span });
            let first = values.pop();
            pairs &= spread || first.is_some();
            entries.push((first, last));
        }
        let kind = match (loops.is_empty(), pairs) {
            (true, true) => Kind::Dictionary(entries),
            (true, false) => Kind::Set(entries.into_iter().map(|(_, v)| v).collect()),
            (false, false) => Kind::SetComprehension(Box::new(entries.remove(0).1), loops),
            (false, true) => match entries.remove(0) {
                (Some(key), value) => Kind::DictionaryComprehension(Box::new((key, value)), loops),
                (None, value) => Kind::SetComprehension(Box::new(value), loops),
            },
        };
        Expression { kind, span }
    }
}

/// Joins two operands; `and`, `or` and comparisons made in the same operation are kept flat.
fn join(left: Term, sign: Rule, right: Expression) -> Term {
    let span = left.expression.span.to(right.span);
    let (kind, open) = match (sign, left.expression.kind, left.open) {
        (Rule::and, Kind::And(mut all), true) => {
            all.push(right);
            (Kind::And(all), true)
        }
        (Rule::or, Kind::Or(mut all), true) => {
            all.push(right);
            (Kind::Or(all), true)
        }
        (sign, kind, open) => {
            let first = Expression { kind, span: left.expression.span };
            match (sign, comparison(sign)) {
                (Rule::and, _) => (Kind::And(vec![first, right]), true),
                (Rule::or, _) => (Kind::Or(vec![first, right]), true),
                (_, Some(operator)) => match (first.kind, open) {
                    (Kind::Compare(start, mut rest), true) => {
                        rest.push((operator, right));
                        (Kind::Compare(start, rest), true)
                    }
                    (kind, _) => {
                        let start = Box::new(Expression { kind, span: first.span });
                        (Kind::Compare(start, vec![(operator, right)]), true)
                    }
                },
                (sign, None) => (Kind::Binary(arithmetic(sign), Box::new(first), Box::new(right)), false),
            }
        }
    };
    Term { expression: Expression { kind, span }, open }
}

fn comparison(sign: Rule) -> Option<CompareOperator> {
    Some(match sign {
        Rule::less => CompareOperator::Less,
        Rule::less_equal => CompareOperator::LessEqual,
        Rule::greater => CompareOperator::Greater,
        Rule::greater_equal => CompareOperator::GreaterEqual,
        Rule::equal => CompareOperator::Equal,
        Rule::not_equal => CompareOperator::NotEqual,
        Rule::is => CompareOperator::Is,
        Rule::is_not => CompareOperator::IsNot,
        Rule::r#in => CompareOperator::In,
        Rule::not_in => CompareOperator::NotIn,
        _ => return None,
    })
}

fn arithmetic(sign: Rule) -> BinaryOperator {
    match sign {
        Rule::subtract => BinaryOperator::Subtract,
        Rule::multiply => BinaryOperator::Multiply,
        Rule::divide => BinaryOperator::Divide,
        Rule::floor_divide => BinaryOperator::FloorDivide,
        Rule::modulo => BinaryOperator::Modulo,
        Rule::power => BinaryOperator::Power,
        Rule::matrix => BinaryOperator::MatrixMultiply,
        _ => BinaryOperator::Add,
    }
}
