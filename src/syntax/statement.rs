//! Statements of one logical line: simple ones, and the headers that open a block.

use std::sync::Arc;

use super::expression::Builder;
use super::grammar::{Node, Rule};
use super::tree::{BinaryOperator, Expression, ExpressionKind, FunctionDefinition, Statement, StatementKind as Kind};
use crate::diag::Diagnostic;
use crate::source::Span;

/// What opens a block; the body is filled in by `blocks`.
#[derive(Debug)]
pub enum Header {
    If(Expression),
    Elif(Expression),
    Else,
    For(Expression, Expression),
    While(Expression),
    Def(FunctionDefinition),
    With(Vec<(Expression, Option<Expression>)>),
    Try,
    Except(Option<Expression>, Option<String>),
    Finally,
}

/// One logical line, read.
#[derive(Debug)]
pub enum Line {
    Simple(Vec<Statement>),
    /// A header, and the statements that follow its colon on the same line.
    Header {
        header: Header,
        inline: Vec<Statement>,
        span: Span,
    },
    /// A line that could not be read; its place in the blocks still counts.
    Broken {
        opens_block: bool,
    },
}

pub fn line(builder: &mut Builder, node: Node) -> Line {
    for part in node.into_inner() {
        match part.as_rule() {
            Rule::statements => return Line::Simple(statements(builder, part)),
            Rule::header => return header(builder, part),
            _ => {}
        }
    }
    Line::Simple(Vec::new())
}

fn statements(builder: &mut Builder, node: Node) -> Vec<Statement> {
    node.into_inner().map(|part| statement(builder, part)).collect()
}

fn header(builder: &mut Builder, node: Node) -> Line {
    let span = builder.span(&node);
    let (mut header, mut inline) = (Header::Else, Vec::new());
    for part in node.into_inner() {
        match part.as_rule() {
            Rule::statements => inline = statements(builder, part),
            rule => header = head(builder, rule, part),
        }
    }
    Line::Header { header, inline, span }
}

fn head(builder: &mut Builder, rule: Rule, node: Node) -> Header {
    let span = builder.span(&node);
    let nothing = || Expression { kind: ExpressionKind::None, span };
    if rule == Rule::def_head {
        let (mut name, mut parameters) = (String::new(), Vec::new());
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::name => name = part.as_str().to_string(),
                Rule::parameters => parameters = builder.parameters(part),
                _ => {}
            }
        }
        return Header::Def(FunctionDefinition { name, parameters, body: Vec::new() });
    }
    if rule == Rule::with_head {
        let mut items = Vec::new();
        for item in node.into_inner().filter(|n| n.as_rule() == Rule::with_item) {
            let mut values = item.into_inner().filter(|n| n.as_rule() != Rule::kw_as).map(|n| builder.value(n));
            items.push((values.next().unwrap_or_else(nothing), values.next()));
        }
        return Header::With(items);
    }
    let mut name = None;
    let mut values = Vec::new();
    for part in node.into_inner() {
        match part.as_rule() {
            Rule::expression | Rule::expressions | Rule::targets => values.push(builder.value(part)),
            Rule::name => name = Some(part.as_str().to_string()),
            _ => {}
        }
    }
    let mut values = values.into_iter();
    let mut next = || values.next().unwrap_or_else(nothing);
    match rule {
        Rule::if_head => Header::If(next()),
        Rule::elif_head => Header::Elif(next()),
        Rule::while_head => Header::While(next()),
        Rule::for_head => {
            let target = next();
            Header::For(target, next())
        }
        Rule::try_head => Header::Try,
        Rule::except_head => Header::Except(values.next(), name),
        Rule::finally_head => Header::Finally,
        _ => Header::Else,
    }
}

fn statement(builder: &mut Builder, node: Node) -> Statement {
    let span = builder.span(&node);
    let rule = node.as_rule();
    let kind = match rule {
        Rule::assignment => assignment(builder, node),
        Rule::import_statement => {
            let items = node.into_inner().filter(|n| n.as_rule() == Rule::import_item);
            Kind::Import(items.map(renamed).collect())
        }
        Rule::from_statement => {
            let (mut module, mut names) = (String::new(), Vec::new());
            for part in node.into_inner() {
                match part.as_rule() {
                    Rule::dotted => module = part.as_str().to_string(),
                    Rule::star_import => names.push(("*".to_string(), None)),
                    Rule::from_item => names.push(renamed(part)),
                    _ => {}
                }
            }
            Kind::FromImport { module, names }
        }
        Rule::global_statement => {
            let names = node.into_inner().filter(|n| n.as_rule() == Rule::name);
            Kind::Global(names.map(|n| n.as_str().to_string()).collect())
        }
        Rule::pass_statement => Kind::Pass,
        Rule::break_statement => Kind::Break,
        Rule::continue_statement => Kind::Continue,
        _ => {
            let value = |n: &Node| matches!(n.as_rule(), Rule::expression | Rule::expressions);
            let mut values: Vec<Expression> = node.into_inner().filter(value).map(|n| builder.value(n)).collect();
            let first = if values.is_empty() { None } else { Some(values.remove(0)) };
            match (rule, first) {
                (Rule::return_statement, first) => Kind::Return(first),
                (Rule::raise_statement, first) => Kind::Raise(first),
                (Rule::assert_statement, Some(condition)) => Kind::Assert { condition, message: values.pop() },
                (Rule::delete_statement, Some(first)) => Kind::Delete(match first.kind {
                    ExpressionKind::Tuple(items) => items,
                    kind => vec![Expression { kind, span: first.span }],
                }),
                _ => Kind::Pass,
            }
        }
    };
    Statement { kind, span }
}

fn renamed(node: Node) -> (String, Option<String>) {
    let mut names =
        node.into_inner().filter(|n| matches!(n.as_rule(), Rule::dotted | Rule::name)).map(|n| n.as_str().to_string());
    (names.next().unwrap_or_default(), names.next())
}

fn assignment(builder: &mut Builder, node: Node) -> Kind {
    let (mut values, mut augmented) = (Vec::new(), None);
    for part in node.into_inner() {
        match part.as_rule() {
            Rule::augmented => augmented = Some(part.as_str().to_string()),
            Rule::annotation => {
                values.extend(part.into_inner().filter(|n| n.as_rule() == Rule::expressions).map(|n| builder.value(n)));
            }
            _ => values.push(builder.value(part)),
        }
    }
    let Some(value) = values.pop() else { return Kind::Pass };
    if values.is_empty() {
        return Kind::Expression(value);
    }
    for target in &values {
        check_target(builder, target);
    }
    match augmented {
        Some(sign) => {
            let operator = match sign.as_str() {
                "-=" => BinaryOperator::Subtract,
                "*=" => BinaryOperator::Multiply,
                "/=" => BinaryOperator::Divide,
                "//=" => BinaryOperator::FloorDivide,
                "%=" => BinaryOperator::Modulo,
                "**=" => BinaryOperator::Power,
                "@=" => BinaryOperator::MatrixMultiply,
                _ => BinaryOperator::Add,
            };
            Kind::AugmentedAssign { target: values.remove(0), operator, value }
        }
        None => Kind::Assign { targets: values, value },
    }
}

fn check_target(builder: &mut Builder, target: &Expression) {
    use ExpressionKind as E;
    match &target.kind {
        E::Name(_) | E::Index(..) | E::Slice { .. } | E::Attribute(..) => {}
        E::Tuple(items) | E::List(items) => items.iter().for_each(|item| check_target(builder, item)),
        E::Starred(inner) => check_target(builder, inner),
        _ => {
            builder.fault.get_or_insert_with(|| {
                Diagnostic::error("S004", "nothing can be assigned to this")
                    .at(target.span)
                    .label("a name, an item or an attribute was expected")
                    .help("to compare, write `==`")
            });
        }
    }
}

/// Wraps a finished definition.
pub fn function(mut definition: FunctionDefinition, body: Vec<Statement>) -> Kind {
    definition.body = body;
    Kind::Function(Arc::new(definition))
}
