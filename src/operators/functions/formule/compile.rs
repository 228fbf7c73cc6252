//! From the syntax tree of a formula to its program.
//!
//! Names are resolved once: comprehension variables, then NOM_PARA, then the values given to the FORMULE
//! call, then the built-in names. Sequences exist only here: lists, ranges and comprehensions are unrolled
//! (see [`sequence`](Compiler::sequence)), so that the program works on numbers alone.

use super::scope::{Binding, Scope, find};
use crate::diag::{Diagnostic, did_you_mean};
use crate::kernel::signal::program::{Binary, Builder, Program, Scalar, Unary, function_names};
use crate::source::Span;
use crate::syntax::{BinaryOperator, CompareOperator, Expression, ExpressionKind as Kind, UnaryOperator};

/// Longest program: unrolled loops stop here.
const MOST_INSTRUCTIONS: usize = 100_000;
/// Deepest nesting of an expression.
const DEEPEST: usize = 150;

pub(super) type Compiled<T> = Result<T, Box<Diagnostic>>;

pub(super) struct Compiler<'a> {
    pub builder: Builder,
    pub parameters: &'a [String],
    /// Values given to the call.
    pub free: &'a dyn Fn(&str) -> Option<Binding<'a>>,
    pub free_names: Vec<String>,
    /// Offset of the expression in its file.
    pub basis: u32,
    pub depth: usize,
}

impl<'a> Compiler<'a> {
    pub fn compile(mut self, expression: &'a Expression) -> Compiled<Program> {
        self.emit(expression, &None)?;
        Ok(self.builder.finish())
    }

    /// Emits the code that leaves the value of `e`, a number, on the stack.
    pub fn emit(&mut self, e: &'a Expression, scope: &Scope<'a>) -> Compiled<()> {
        if self.depth >= DEEPEST {
            return Err(refused(e.span, format!("the expression is nested more than {DEEPEST} deep")));
        }
        if self.builder.len() > MOST_INSTRUCTIONS {
            return Err(refused(e.span, format!("the expression unrolls to more than {MOST_INSTRUCTIONS} operations")));
        }
        self.depth += 1;
        let place = (e.span.start.saturating_sub(self.basis), e.span.end.saturating_sub(self.basis));
        let outer = self.builder.at(place);
        self.emit_kind(e, scope)?;
        self.builder.at(outer);
        self.depth -= 1;
        Ok(())
    }

    fn emit_kind(&mut self, e: &'a Expression, scope: &Scope<'a>) -> Compiled<()> {
        match &e.kind {
            Kind::True => self.builder.constant(Scalar::Real(1.0)),
            Kind::False => self.builder.constant(Scalar::Real(0.0)),
            Kind::Integer(i) => self.builder.constant(Scalar::Real(*i as f64)),
            Kind::Real(x) => self.builder.constant(Scalar::Real(*x)),
            Kind::Imaginary(y) => self.builder.constant(Scalar::Complex(num_complex::Complex64::new(0.0, *y))),
            Kind::Name(name) => {
                let binding = self.resolve(name, e.span, scope)?;
                self.emit_binding(binding, e.span)?;
            }
            Kind::Unary(operator, operand) => {
                self.emit(operand, scope)?;
                match operator {
                    UnaryOperator::Plus => {}
                    UnaryOperator::Minus => self.builder.unary(Unary::Negate),
                    UnaryOperator::Invert => return Err(refused(e.span, "a formula negates with `not`")),
                    UnaryOperator::Not => self.builder.unary(Unary::Not),
                }
            }
            Kind::Binary(operator, a, b) => {
                let operation = match operator {
                    BinaryOperator::Add => Binary::Add,
                    BinaryOperator::Subtract => Binary::Subtract,
                    BinaryOperator::Multiply => Binary::Multiply,
                    BinaryOperator::Divide => Binary::Divide,
                    BinaryOperator::FloorDivide => Binary::FloorDivide,
                    BinaryOperator::Modulo => Binary::Modulo,
                    BinaryOperator::Power => Binary::Power,
                    BinaryOperator::MatrixMultiply => return Err(refused(e.span, "a formula has no matrix product")),
                    BinaryOperator::Both | BinaryOperator::Either => {
                        return Err(refused(e.span, "a formula joins conditions with `and` and `or`"));
                    }
                };
                self.emit(a, scope)?;
                self.emit(b, scope)?;
                self.builder.binary(operation);
            }
            Kind::And(terms) => self.short_circuit(terms, scope, true)?,
            Kind::Or(terms) => self.short_circuit(terms, scope, false)?,
            Kind::Compare(first, rest) => self.comparison(first, rest, scope)?,
            Kind::Conditional { condition, then, otherwise } => {
                self.emit(condition, scope)?;
                let to_otherwise = self.builder.jump_if_false();
                self.emit(then, scope)?;
                let to_end = self.builder.jump();
                self.builder.bind(to_otherwise);
                self.emit(otherwise, scope)?;
                self.builder.bind(to_end);
            }
            Kind::Call { function, arguments } => self.call(e, function, arguments, scope)?,
            Kind::Index(object, index) => self.index(e, object, index, scope)?,
            Kind::Attribute(object, name) => self.attribute(e, object, name, scope)?,
            Kind::Text(_) | Kind::Format(_) => return Err(refused(e.span, "a text stands where a number belongs")),
            Kind::None => return Err(refused(e.span, "None stands where a number belongs")),
            Kind::Lambda(..) => {
                return Err(refused(e.span, "a formula cannot define functions")
                    .map_help("define the function with `def` in the study and give it to FORMULE by name"));
            }
            _ => return Err(refused(e.span, "a sequence stands where a number belongs")),
        }
        Ok(())
    }

    pub fn emit_binding(&mut self, binding: Binding<'a>, span: Span) -> Compiled<()> {
        match binding {
            Binding::Argument(rank) => self.builder.argument(rank),
            Binding::Constant(value) => {
                if matches!(value, Scalar::Complex(_)) {
                    self.builder.complex();
                }
                self.builder.constant(value);
            }
            Binding::Expression(e, scope) => self.emit(e, &scope)?,
            Binding::Sequence(_) => return Err(refused(span, "a sequence stands where a number belongs")),
            Binding::Function { .. } => return Err(refused(span, "a function stands where a number belongs")),
            Binding::Other(what) => return Err(refused(span, format!("the name stands for {what}"))),
        }
        Ok(())
    }

    /// What a name stands for, built-in functions excepted.
    pub fn resolve(&self, name: &str, span: Span, scope: &Scope<'a>) -> Compiled<Binding<'a>> {
        self.lookup(name, scope).ok_or_else(|| {
            if function_names().any(|f| f == name) {
                return refused(span, format!("the function {name} stands where a number belongs"));
            }
            unknown_name(name, span, &self.known_names())
        })
    }

    pub fn known_names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = function_names().chain(CONSTANTS.iter().map(|c| c.0)).collect();
        names.extend(self.parameters.iter().chain(&self.free_names).map(String::as_str));
        names
    }

    /// A name that has a value.
    pub fn lookup(&self, name: &str, scope: &Scope<'a>) -> Option<Binding<'a>> {
        if let Some(binding) = find(scope, name) {
            return Some(binding);
        }
        if let Some(rank) = self.parameters.iter().position(|p| p == name) {
            return Some(Binding::Argument(rank));
        }
        (self.free)(name).or_else(|| constant(name))
    }

    /// The value of `e` when it is a constant; nothing is emitted.
    pub fn constant(&mut self, e: &'a Expression, scope: &Scope<'a>) -> Compiled<Option<Scalar>> {
        let mark = self.builder.mark();
        self.emit(e, scope)?;
        Ok(self.builder.take_back(mark))
    }

    fn short_circuit(&mut self, terms: &'a [Expression], scope: &Scope<'a>, and: bool) -> Compiled<()> {
        let mut exits = Vec::new();
        for (i, term) in terms.iter().enumerate() {
            self.emit(term, scope)?;
            if i + 1 < terms.len() {
                let builder = &mut self.builder;
                exits.push(if and { builder.jump_keeping_false() } else { builder.jump_keeping_true() });
            }
        }
        exits.into_iter().for_each(|exit| self.builder.bind(exit));
        Ok(())
    }

    /// `a < b <= c`: every term is evaluated once, and none after a false comparison.
    fn comparison(
        &mut self,
        first: &'a Expression,
        rest: &'a [(CompareOperator, Expression)],
        scope: &Scope<'a>,
    ) -> Compiled<()> {
        let mut exits = Vec::new();
        self.emit(first, scope)?;
        for (i, (operator, term)) in rest.iter().enumerate() {
            let operation = match operator {
                CompareOperator::Equal => Binary::Equal,
                CompareOperator::NotEqual => Binary::NotEqual,
                CompareOperator::Less => Binary::Less,
                CompareOperator::LessEqual => Binary::LessEqual,
                CompareOperator::Greater => Binary::Greater,
                CompareOperator::GreaterEqual => Binary::GreaterEqual,
                CompareOperator::In | CompareOperator::NotIn if rest.len() == 1 => {
                    return self.membership(term, *operator == CompareOperator::In, scope);
                }
                _ => return Err(refused(term.span, "this comparison has no meaning between numbers")),
            };
            self.emit(term, scope)?;
            let again = (i + 1 < rest.len()).then(|| self.builder.store());
            self.builder.binary(operation);
            if let Some(local) = again {
                exits.push(self.builder.jump_keeping_false());
                self.builder.load(local);
            }
        }
        exits.into_iter().for_each(|exit| self.builder.bind(exit));
        Ok(())
    }

    /// `x in (a, b)`, with `x` on the stack: `x == a or x == b`.
    fn membership(&mut self, values: &'a Expression, wanted: bool, scope: &Scope<'a>) -> Compiled<()> {
        let Some(items) = self.sequence(values, scope)? else {
            return Err(refused(values.span, "`in` needs a sequence on its right"));
        };
        let local = self.builder.store();
        // False for every number: the answer for an empty sequence.
        self.builder.load(local);
        self.builder.binary(Binary::NotEqual);
        let mut exits = Vec::new();
        for item in items.iter() {
            exits.push(self.builder.jump_keeping_true());
            self.builder.load(local);
            self.emit_binding(item.clone(), values.span)?;
            self.builder.binary(Binary::Equal);
        }
        exits.into_iter().for_each(|exit| self.builder.bind(exit));
        if !wanted {
            self.builder.unary(Unary::Not);
        }
        Ok(())
    }

    fn index(
        &mut self,
        e: &'a Expression,
        object: &'a Expression,
        index: &'a Expression,
        scope: &Scope<'a>,
    ) -> Compiled<()> {
        let Some(items) = self.sequence(object, scope)? else {
            return Err(refused(object.span, "only a sequence can be indexed"));
        };
        if let Some(at) = self.constant(index, scope)? {
            let item = element(&items, at, e.span)?;
            return self.emit_binding(item, e.span);
        }
        let mut values = Vec::with_capacity(items.len());
        for item in items.iter() {
            match item {
                Binding::Constant(value) => values.push(*value),
                Binding::Expression(term, inner) => match self.constant(term, inner)? {
                    Some(value) => values.push(value),
                    None => return Err(refused(term.span, "a sequence indexed by a parameter must hold constants")),
                },
                _ => return Err(refused(object.span, "a sequence indexed by a parameter must hold constants")),
            }
        }
        self.emit(index, scope)?;
        self.builder.lookup(values.into());
        Ok(())
    }

    fn attribute(&mut self, e: &'a Expression, object: &'a Expression, name: &str, scope: &Scope<'a>) -> Compiled<()> {
        if self.is_module(object, scope) {
            return match constant(name) {
                Some(binding) => self.emit_binding(binding, e.span),
                None => Err(unknown_name(name, e.span, &CONSTANTS.map(|c| c.0))),
            };
        }
        let operation = match name {
            "real" => Unary::Real,
            "imag" => Unary::Imaginary,
            _ => {
                return Err(refused(e.span, format!("a number of a formula has no attribute {name}"))
                    .map_help("a formula knows the attributes real and imag"));
            }
        };
        self.emit(object, scope)?;
        self.builder.unary(operation);
        Ok(())
    }

    /// `math` or `numpy`, when the formula gives these names no other meaning.
    pub fn is_module(&self, e: &Expression, scope: &Scope<'a>) -> bool {
        let Kind::Name(name) = &e.kind else { return false };
        ["math", "cmath", "numpy", "np"].contains(&name.as_str())
            && matches!(self.lookup(name, scope), None | Some(Binding::Other(_)))
    }
}

/// Element of a sequence at a constant index, counted as Python does.
pub(super) fn element<'a>(items: &[Binding<'a>], at: Scalar, span: Span) -> Compiled<Binding<'a>> {
    let count = items.len();
    let Scalar::Real(at) = at else { return Err(refused(span, "an index is a whole number")) };
    let from_start = if at < 0.0 { at + count as f64 } else { at };
    if from_start < 0.0 || from_start != from_start.trunc() {
        return Err(refused(span, format!("index {at} of a sequence of {count} values")));
    }
    let item = items.get(from_start as usize).cloned();
    item.ok_or_else(|| refused(span, format!("index {at} of a sequence of {count} values")))
}

const CONSTANTS: [(&str, f64); 5] = [
    ("pi", std::f64::consts::PI),
    ("e", std::f64::consts::E),
    ("tau", std::f64::consts::TAU),
    ("inf", f64::INFINITY),
    ("nan", f64::NAN),
];

fn constant<'a>(name: &str) -> Option<Binding<'a>> {
    CONSTANTS.iter().find(|(n, _)| *n == name).map(|(_, value)| Binding::Constant(Scalar::Real(*value)))
}

/// Says what a formula cannot contain, and where.
pub(super) fn refused(span: Span, message: impl Into<String>) -> Box<Diagnostic> {
    Box::new(Diagnostic::error("R501", message).at(span))
}

pub(super) fn unknown_name(name: &str, span: Span, known: &[&str]) -> Box<Diagnostic> {
    let message = format!("{name} has no value in the formula");
    let nearest = known.iter().map(|k| (strsim::jaro_winkler(&name.to_lowercase(), &k.to_lowercase()), *k));
    let nearest = nearest.filter(|(score, _)| *score > 0.75).max_by(|a, b| a.0.total_cmp(&b.0));
    let meant = nearest.map_or(String::new(), |(_, near)| did_you_mean(near) + " ");
    Box::new(Diagnostic::error("R501", message).at(span)).map_help(format!(
        "{meant}a name of a formula is one of NOM_PARA, a keyword {name}=... of the FORMULE call, or a built-in name"
    ))
}

/// `help` on a boxed diagnostic.
pub(super) trait MapHelp {
    fn map_help(self, help: impl Into<String>) -> Self;
}

impl MapHelp for Box<Diagnostic> {
    fn map_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}
