//! Expressions.

use std::sync::{Arc, RwLock};

use crate::catalogue::{nearest, quoted};
use crate::diag::{Diagnostic, Fix, did_you_mean};
use crate::python::core::compare::truth;
use crate::python::core::fault::{Fault, Result, exception_kind};
use crate::python::core::format::format_value;
use crate::python::core::host::Alone;
use crate::python::core::interpreter::Interpreter;
use crate::python::core::interpreter::Limits;
use crate::python::core::iteration::Items;
use crate::python::core::scope::Found;
use crate::python::core::value::{Body, Dictionary, Function, Locals, Scope, Value};
use crate::python::core::{access, room};
use crate::python::modules::register;
use crate::python::objects::items;
use crate::python::objects::operations::{binary, compare, unary};
use crate::source::{FileId, Span};
use crate::syntax::{Comprehension, Expression, ExpressionKind, Parameter, TextPart, parse_expression};

impl Interpreter<'_> {
    pub fn evaluate(&mut self, e: &Expression, scope: &Arc<Scope>) -> Result<Value> {
        let result = self.enter().and_then(|()| self.evaluate_inside(e, scope));
        self.depth -= 1;
        result.map_err(|fault| fault.at(e.span))
    }

    fn evaluate_inside(&mut self, e: &Expression, scope: &Arc<Scope>) -> Result<Value> {
        Ok(match &e.kind {
            ExpressionKind::None => Value::None,
            ExpressionKind::True => Value::Logical(true),
            ExpressionKind::False => Value::Logical(false),
            ExpressionKind::Integer(i) => Value::Integer(*i),
            ExpressionKind::Real(x) => Value::Real(*x),
            ExpressionKind::Imaginary(x) => Value::Complex(num_complex::Complex64::new(0.0, *x)),
            ExpressionKind::Text(text) => Value::text(text.as_str()),
            ExpressionKind::Format(parts) => return self.format(parts, scope),
            ExpressionKind::Name(name) => return self.name(name, e.span, scope),
            ExpressionKind::Tuple(items) => Value::tuple(self.items(items, scope)?),
            ExpressionKind::List(items) => Value::list(self.items(items, scope)?),
            ExpressionKind::Set(items) => access::set_of(self.items(items, scope)?)?,
            ExpressionKind::Dictionary(items) => return self.dictionary(items, scope),
            ExpressionKind::ListComprehension(item, loops) => {
                self.comprehension(std::slice::from_ref(&**item), loops, scope)?.map_or(Value::Unknown, Value::list)
            }
            ExpressionKind::SetComprehension(item, loops) => {
                match self.comprehension(std::slice::from_ref(&**item), loops, scope)? {
                    Some(items) => access::set_of(items)?,
                    None => Value::Unknown,
                }
            }
            ExpressionKind::Generator(item, loops) => {
                self.comprehension(std::slice::from_ref(&**item), loops, scope)?.map_or(Value::Unknown, Value::iterator)
            }
            ExpressionKind::DictionaryComprehension(item, loops) => {
                let pair = [item.0.clone(), item.1.clone()];
                let Some(flat) = self.comprehension(&pair, loops, scope)? else { return Ok(Value::Unknown) };
                let mut out = Dictionary::new();
                for pair in flat.chunks_exact(2) {
                    out.insert(access::key(&pair[0])?, (pair[0].clone(), pair[1].clone()));
                }
                Value::Dictionary(Arc::new(RwLock::new(out)))
            }
            ExpressionKind::Unary(operator, inner) => return unary(*operator, &self.evaluate(inner, scope)?),
            ExpressionKind::Binary(operator, a, b) => {
                let a = self.evaluate(a, scope)?;
                let b = self.evaluate(b, scope)?;
                return binary(*operator, &a, &b);
            }
            ExpressionKind::And(items) => return self.junction(items, false, scope),
            ExpressionKind::Or(items) => return self.junction(items, true, scope),
            ExpressionKind::Compare(first, rest) => {
                let mut left = self.evaluate(first, scope)?;
                let mut result = Value::Logical(true);
                for (operator, right) in rest {
                    let right = self.evaluate(right, scope)?;
                    result = compare(*operator, &left, &right)?;
                    if rest.len() > 1 && truth(&result)? != Some(true) {
                        break;
                    }
                    left = right;
                }
                result
            }
            ExpressionKind::Conditional { condition, then, otherwise } => {
                match truth(&self.evaluate(condition, scope)?)? {
                    Some(true) => return self.evaluate(then, scope),
                    Some(false) => return self.evaluate(otherwise, scope),
                    None => Value::Unknown,
                }
            }
            ExpressionKind::Lambda(parameters, body) => {
                let mut locals = Locals::default();
                locals.bound.extend(parameters.iter().map(|p| p.name.clone()));
                let defaults = self.defaults(parameters, scope)?;
                Value::Function(Arc::new(Function {
                    name: "<lambda>".into(),
                    body: Body::Lambda(Arc::new((parameters.clone(), (**body).clone()))),
                    defaults,
                    locals: Arc::new(locals),
                    scope: scope.clone(),
                }))
            }
            ExpressionKind::Call { function, arguments } => return self.call(function, arguments, e.span, scope),
            ExpressionKind::Index(object, index) => {
                let object = self.evaluate(object, scope)?.settled();
                let index = self.evaluate(index, scope)?;
                if let Value::Concept(handle) = &object {
                    return self.concept_item(&handle.clone(), &index, e.span);
                }
                return items::item(&object, &index);
            }
            ExpressionKind::Slice { object, start, stop, step } => {
                let object = self.evaluate(object, scope)?;
                let bounds = self.slice_bounds([start, stop, step], scope)?;
                return items::slice(&object, &bounds);
            }
            ExpressionKind::Bounds(parts) => {
                let mut bounds = [Value::None, Value::None, Value::None];
                for (bound, part) in bounds.iter_mut().zip(parts.iter()) {
                    if let Some(part) = part {
                        *bound = self.evaluate(part, scope)?;
                    }
                }
                Value::Slice(Arc::new(bounds))
            }
            ExpressionKind::Attribute(object, name) => {
                let object = self.evaluate(object, scope)?.settled();
                return self.attribute(&object, name, e.span);
            }
            ExpressionKind::Starred(_) => return Err(Fault::new("SyntaxError", "'*' has no meaning here")),
        })
    }

    pub(crate) fn slice_bounds(
        &mut self,
        parts: [&Option<Box<Expression>>; 3],
        scope: &Arc<Scope>,
    ) -> Result<[Value; 3]> {
        let mut bounds = [Value::None, Value::None, Value::None];
        for (bound, part) in bounds.iter_mut().zip(parts) {
            if let Some(part) = part {
                *bound = self.evaluate(part, scope)?;
            }
        }
        Ok(bounds)
    }

    pub(crate) fn defaults(&mut self, parameters: &[Parameter], scope: &Arc<Scope>) -> Result<Vec<Option<Value>>> {
        parameters.iter().map(|p| p.default.as_ref().map(|e| self.evaluate(e, scope)).transpose()).collect()
    }

    fn items(&mut self, items: &[Expression], scope: &Arc<Scope>) -> Result<Vec<Value>> {
        let mut out = Vec::with_capacity(items.len());
        for item in items {
            if let ExpressionKind::Starred(inner) = &item.kind {
                let value = self.evaluate(inner, scope)?;
                match Items::of(&value)? {
                    Some(items) => out.extend(items),
                    None => out.push(Value::Unknown),
                }
            } else {
                out.push(self.evaluate(item, scope)?);
            }
        }
        Ok(out)
    }

    fn dictionary(&mut self, items: &[(Option<Expression>, Expression)], scope: &Arc<Scope>) -> Result<Value> {
        let mut out = Dictionary::new();
        for (key, value) in items {
            let item = match key {
                Some(key) => self.evaluate(key, scope)?,
                None => Value::None,
            };
            let value = self.evaluate(value, scope)?;
            if key.is_some() {
                if item.is_unknown() {
                    return Ok(Value::Unknown);
                }
                out.insert(access::key(&item)?, (item, value));
            } else {
                match access::as_dictionary(&value) {
                    Some(more) => out.extend(more),
                    None if value.is_unknown() => return Ok(Value::Unknown),
                    None => {
                        return Err(Fault::type_error(format!("'**' expects a dictionary, not {}", value.type_name())));
                    }
                }
            }
        }
        Ok(Value::Dictionary(Arc::new(RwLock::new(out))))
    }

    /// `and` stops at the first false value, `or` at the first true one.
    fn junction(&mut self, items: &[Expression], stop_at: bool, scope: &Arc<Scope>) -> Result<Value> {
        let mut last = Value::None;
        for item in items {
            last = self.evaluate(item, scope)?;
            if truth(&last)?.is_none_or(|t| t == stop_at) {
                break;
            }
        }
        Ok(last)
    }

    fn format(&mut self, parts: &[TextPart], scope: &Arc<Scope>) -> Result<Value> {
        let mut out = String::new();
        for part in parts {
            match part {
                TextPart::Literal(text) => out.push_str(text),
                TextPart::Value { expression, specification } => {
                    let value = self.evaluate(expression, scope)?;
                    if value.is_unknown() {
                        return Ok(Value::Unknown);
                    }
                    let Value::Text(specification) = self.format(specification, scope)? else {
                        return Ok(Value::Unknown);
                    };
                    out.push_str(&format_value(&value, &specification)?);
                }
            }
        }
        Ok(Value::text(out))
    }

    /// Values of `expressions` in turn at each turn of the loops; `None` when a loop is unknown.
    fn comprehension(
        &mut self,
        expressions: &[Expression],
        loops: &[Comprehension],
        scope: &Arc<Scope>,
    ) -> Result<Option<Vec<Value>>> {
        let inner = Scope::nested(scope);
        let mut out = Vec::new();
        Ok(self.comprehension_loop(expressions, loops, &inner, &mut out)?.then_some(out))
    }

    fn comprehension_loop(
        &mut self,
        expressions: &[Expression],
        loops: &[Comprehension],
        scope: &Arc<Scope>,
        out: &mut Vec<Value>,
    ) -> Result<bool> {
        let Some((first, rest)) = loops.split_first() else {
            for e in expressions {
                room::for_growth(out.len())?;
                out.push(self.evaluate(e, scope)?);
            }
            return Ok(true);
        };
        let iterable = self.evaluate(&first.iterable, scope)?;
        let Some(items) = Items::unlimited(&iterable).map_err(|f| f.at(first.iterable.span))? else { return Ok(false) };
        let mut items = items;
        'items: loop {
            items.check_unchanged()?;
            let Some(item) = items.next() else { break };
            self.tick()?;
            self.bind_local(&first.target, item, scope)?;
            for condition in &first.conditions {
                match truth(&self.evaluate(condition, scope)?)? {
                    Some(true) => {}
                    Some(false) => continue 'items,
                    None => return Ok(false),
                }
            }
            if !self.comprehension_loop(expressions, rest, scope, out)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    pub(crate) fn name(&mut self, name: &str, span: Span, scope: &Arc<Scope>) -> Result<Value> {
        match scope.get(name) {
            Found::Value(value) => return Ok(value),
            Found::Unbound => {
                let message = format!("variable '{name}' is used before it has a value");
                let help = "it is assigned somewhere in this function, and so is local to it";
                let diagnostic = Diagnostic::error("G001", message).at(span).label("no value yet").help(help);
                return Err(Fault::with("UnboundLocalError", diagnostic));
            }
            Found::Missing => {}
        }
        if let Some(builtin) = register::known(name) {
            return Ok(builtin);
        }
        if let Some(kind) = exception_kind(name) {
            return Ok(Value::ExceptionKind(kind));
        }
        if self.host.is_command(name) {
            return Ok(Value::Command(name.into()));
        }
        let missing = match self.imported_by_debut(name, span)? {
            Some(value) if !scope.imports_itself() => return Ok(value),
            found => found.is_some(),
        };
        let near = if missing { None } else { self.near_name(name, scope) };
        let mut diagnostic = Diagnostic::error("G001", format!("name '{name}' is not defined"))
            .at(span)
            .label("used here before any definition");
        diagnostic = match near {
            None if missing => {
                let line = match name {
                    "code_aster" => "import code_aster".to_string(),
                    "CA" => "from code_aster import CA".to_string(),
                    _ => format!("from math import {name}"),
                };
                diagnostic.help(format!(
                    "write `{line}`: a file that imports code_aster, and a Python module of the study, import all they use"
                ))
            }
            Some(other) => {
                let fix = Fix::word(span, name, &other);
                diagnostic.help(did_you_mean(&quoted(&other))).fix(Some(fix))
            }
            None => diagnostic.help(format!("define it above, for example `{name} = ...`")),
        };
        self.report_or_raise(Fault::with("NameError", diagnostic))?;
        // Said once; later uses are consequences.
        scope.root().set(name, Value::Unknown);
        Ok(Value::Unknown)
    }
}

impl Interpreter<'_> {
    /// What DEBUT imports where a file does not import code_aster: that, and all of `math`.
    fn imported_by_debut(&mut self, name: &str, span: Span) -> Result<Option<Value>> {
        Ok(match name {
            "CA" => Some(Value::Module(self.module("code_aster.CA", span)?)),
            "code_aster" => Some(Value::Module(self.module(name, span)?)),
            _ => self.shared_module("math").scope.own(name),
        })
    }
}

/// Names without value for which another one is suggested: each costs a look at all names there are.
const MOST_SUGGESTIONS: usize = 100;

impl Interpreter<'_> {
    fn near_name(&mut self, name: &str, scope: &Arc<Scope>) -> Option<String> {
        self.suggestions += 1;
        if self.suggestions > MOST_SUGGESTIONS {
            return None;
        }
        let mut known: Vec<String> = scope.visible().iter().map(|n| n.to_string()).collect();
        known.extend(register::known_names().map(str::to_string));
        known.extend(self.host.command_names().iter().map(|n| n.to_string()));
        nearest(name, known.iter().map(String::as_str)).map(str::to_string)
    }
}

/// The value of a text given outside a study (`--set`): an expression of literals, `nan`, `inf` and built-in names,
/// otherwise the text itself.
pub fn literal(file: FileId, text: &str) -> Value {
    let Ok(tree) = parse_expression(file, text, 0) else { return Value::text(text) };
    let mut host = Alone;
    let scope = Scope::module();
    for (name, value) in [("nan", f64::NAN), ("NaN", f64::NAN), ("inf", f64::INFINITY), ("Infinity", f64::INFINITY)] {
        scope.set(name, Value::Real(value));
    }
    let value = Interpreter::new(&mut host, Limits::FORMULA).raising().evaluate(&tree, &scope);
    value.unwrap_or_else(|_| Value::text(text))
}
