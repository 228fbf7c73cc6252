//! Operands: names, brackets of every kind, comprehensions, and what follows an operand: calls, items,
//! attributes. Rules of calls that a grammar cannot say are checked here.

use pest::iterators::Pair;

use super::expression::{Reader, children};
use super::grammar::Rule;
use super::tree::{Argument, Comprehension, Expression, ExpressionKind};
use crate::diag::Diagnostic;
use crate::source::Span;

impl Reader {
    pub fn atom(&mut self, pair: Pair<'_, Rule>) -> Expression {
        let span = self.span(&pair);
        let kind = match pair.as_rule() {
            Rule::number => self.number(pair.as_str()),
            Rule::text => self.text(pair),
            Rule::variable => ExpressionKind::Name(pair.as_str().to_string()),
            Rule::constant => match pair.as_str() {
                "True" => ExpressionKind::True,
                "False" => ExpressionKind::False,
                _ => ExpressionKind::None,
            },
            Rule::parentheses => return self.parentheses(pair, span),
            Rule::brackets => match self.items(pair) {
                Items::List { items, .. } => ExpressionKind::List(items),
                Items::Comprehension(element, clauses) => ExpressionKind::ListComprehension(Box::new(element), clauses),
            },
            Rule::braces => self.braces(pair),
            _ => ExpressionKind::None,
        };
        Expression { kind, span }
    }

    fn parentheses(&mut self, pair: Pair<'_, Rule>, span: Span) -> Expression {
        let kind = match self.items(pair) {
            Items::List { mut items, comma } => match items.pop() {
                Some(only) if items.is_empty() && !comma => {
                    if matches!(only.kind, ExpressionKind::Starred(_)) {
                        self.report(
                            Diagnostic::error("S001", "a starred value cannot stand alone between parentheses")
                                .at(only.span)
                                .help("add a comma to make a tuple: `(*values,)`"),
                        );
                    }
                    // The place of a value in brackets is that of the brackets.
                    return Expression { span, ..only };
                }
                last => {
                    items.extend(last);
                    ExpressionKind::Tuple(items)
                }
            },
            Items::Comprehension(element, clauses) => ExpressionKind::Generator(Box::new(element), clauses),
        };
        Expression { kind, span }
    }

    fn items(&mut self, pair: Pair<'_, Rule>) -> Items {
        let mut items = Vec::new();
        let mut clauses = Vec::new();
        let mut comma = false;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::comma => comma = true,
                Rule::comprehension => clauses.push(self.comprehension(part)),
                _ => items.push(self.expression(part)),
            }
        }
        match items.pop() {
            Some(element) if !clauses.is_empty() => Items::Comprehension(element, clauses),
            last => {
                items.extend(last);
                Items::List { items, comma }
            }
        }
    }

    fn comprehension(&mut self, pair: Pair<'_, Rule>) -> Comprehension {
        let span = self.span(&pair);
        let mut parts = children(pair);
        let target = match parts.next() {
            Some(p) => self.targets(p),
            None => self.nothing(span),
        };
        let iterable = match parts.next() {
            Some(p) => self.expression(p),
            None => self.nothing(span),
        };
        Comprehension { target, iterable, conditions: parts.map(|p| self.expression(p)).collect() }
    }

    fn braces(&mut self, pair: Pair<'_, Rule>) -> ExpressionKind {
        let mut keys: Vec<Option<Expression>> = Vec::new();
        let mut values = Vec::new();
        let mut places = Vec::new();
        let mut clauses = Vec::new();
        let (mut pairs_seen, mut singles_seen) = (false, false);
        for part in pair.into_inner() {
            if part.as_rule() == Rule::comprehension {
                clauses.push(self.comprehension(part));
                continue;
            }
            places.push(self.span(&part));
            let mut sides = part.into_inner();
            let Some(first) = sides.next() else { continue };
            let spread = first.as_rule() == Rule::spread;
            let first = self.expression(first);
            match sides.next() {
                Some(value) => {
                    pairs_seen = true;
                    keys.push(Some(first));
                    values.push(self.expression(value));
                }
                None => {
                    pairs_seen |= spread;
                    singles_seen |= !spread;
                    keys.push(None);
                    values.push(first);
                }
            }
        }
        if pairs_seen && singles_seen {
            let odd = places.iter().zip(&keys).find(|(_, key)| key.is_none());
            if let Some((&place, _)) = odd {
                self.report(
                    Diagnostic::error("S001", "a dictionary entry needs a key and a value")
                        .at(place)
                        .help("write `key: value`, here as for the other entries"),
                );
            }
        }
        if !clauses.is_empty() {
            return match (keys.pop().flatten(), values.pop()) {
                (Some(key), Some(value)) => ExpressionKind::DictionaryComprehension(Box::new((key, value)), clauses),
                (None, Some(value)) => ExpressionKind::SetComprehension(Box::new(value), clauses),
                _ => ExpressionKind::None,
            };
        }
        if singles_seen && !pairs_seen {
            ExpressionKind::Set(values)
        } else {
            ExpressionKind::Dictionary(keys.into_iter().zip(values).collect())
        }
    }

    pub fn trailer(&mut self, value: Expression, pair: Pair<'_, Rule>) -> Expression {
        let end = self.span(&pair);
        let span = value.span.to(end);
        let kind = match pair.as_rule() {
            Rule::call => ExpressionKind::Call { function: Box::new(value), arguments: self.arguments(pair) },
            Rule::attribute => {
                let name = pair.into_inner().next().map(|p| p.as_str().to_string()).unwrap_or_default();
                ExpressionKind::Attribute(Box::new(value), name)
            }
            _ => self.index(value, pair),
        };
        Expression { kind, span }
    }

    fn index(&mut self, object: Expression, pair: Pair<'_, Rule>) -> ExpressionKind {
        let span = self.span(&pair);
        let mut comma = false;
        let mut subscripts = Vec::new();
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::comma => comma = true,
                _ => subscripts.push(part),
            }
        }
        let several = comma || subscripts.len() > 1;
        let mut keys = Vec::new();
        for subscript in subscripts {
            let place = self.span(&subscript);
            let mut parts = subscript.into_inner().peekable();
            let start = parts.next_if(|p| p.as_rule() == Rule::expression).map(|p| self.expression(p));
            let Some(tail) = parts.next() else {
                keys.extend(start);
                continue;
            };
            let (mut stop, mut step) = (None, None);
            for part in tail.into_inner() {
                match part.as_rule() {
                    Rule::slice_stop => stop = Some(self.expression(part)),
                    _ => step = Some(self.expression(part)),
                }
            }
            if several {
                let kind = ExpressionKind::Bounds(Box::new([start, stop, step]));
                keys.push(Expression { kind, span: place });
                continue;
            }
            let [start, stop, step] = [start, stop, step].map(|part| part.map(Box::new));
            return ExpressionKind::Slice { object: Box::new(object), start, stop, step };
        }
        let key = match keys.pop() {
            Some(key) if !several => key,
            last => {
                keys.extend(last);
                let inner = Span::new(self.file, span.start as usize + 1, span.end as usize - 1);
                Expression { kind: ExpressionKind::Tuple(keys), span: inner }
            }
        };
        ExpressionKind::Index(Box::new(object), Box::new(key))
    }

    fn arguments(&mut self, pair: Pair<'_, Rule>) -> Vec<Argument> {
        let mut arguments = Vec::new();
        for part in pair.into_inner() {
            let argument = self.argument(part);
            self.check_argument(&arguments, &argument);
            arguments.push(argument);
        }
        arguments
    }

    fn argument(&mut self, pair: Pair<'_, Rule>) -> Argument {
        let span = self.span(&pair);
        let mut argument = Argument { name: None, stars: 0, value: self.nothing(span), span };
        let mut clauses = Vec::new();
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::keyword_argument => {
                    let mut sides = part.into_inner();
                    if let (Some(name), Some(value)) = (sides.next(), sides.next()) {
                        argument.name = Some((name.as_str().to_string(), self.span(&name)));
                        argument.value = self.expression(value);
                    }
                }
                Rule::stars => argument.stars = part.as_str().len() as u8,
                Rule::comprehension => clauses.push(self.comprehension(part)),
                _ => argument.value = self.expression(part),
            }
        }
        if !clauses.is_empty() {
            let element = std::mem::replace(&mut argument.value, self.nothing(span));
            argument.value = Expression { kind: ExpressionKind::Generator(Box::new(element), clauses), span };
        }
        argument
    }

    fn check_argument(&mut self, earlier: &[Argument], argument: &Argument) {
        let Some((name, place)) = &argument.name else {
            let named = earlier.iter().find_map(|a| a.name.as_ref());
            if argument.stars == 0
                && let Some((name, place)) = named
            {
                self.report(
                    Diagnostic::error("S008", "this value has no keyword")
                        .at(argument.span)
                        .label("which keyword does it belong to?")
                        .related(*place, format!("`{name}` is given here"))
                        .help("write `KEYWORD=value`; decimals use a point: 0.3, not 0,3"),
                );
            }
            return;
        };
        let same = earlier.iter().filter_map(|a| a.name.as_ref()).find(|(n, _)| n == name);
        if let Some((_, first)) = same {
            self.report(
                Diagnostic::error("C013", format!("the keyword `{name}` is given twice"))
                    .at(*place)
                    .label("given again here")
                    .related(*first, "first given here")
                    .help(format!("keep one; several occurrences are written {name}=(_F(...), _F(...))")),
            );
        }
    }
}

enum Items {
    List { items: Vec<Expression>, comma: bool },
    Comprehension(Expression, Vec<Comprehension>),
}
