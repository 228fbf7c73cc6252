//! Calls inside a formula: functions of the study, built-in functions, reductions of sequences.

use std::rc::Rc;
use std::sync::Arc;

use super::compile::{Compiled, Compiler, refused, unknown_name};
use super::scope::{Binding, Scope};
use crate::kernel::signal::program::{Binary, Scalar, Unary, function_names};
use crate::syntax::{Argument, Expression, ExpressionKind as Kind};

impl<'a> Compiler<'a> {
    pub fn call(
        &mut self,
        e: &'a Expression,
        function: &'a Expression,
        arguments: &'a [Argument],
        scope: &Scope<'a>,
    ) -> Compiled<()> {
        if let Some(odd) = arguments.iter().find(|a| a.name.is_some() || a.stars > 0) {
            return Err(refused(odd.span, "functions of a formula are called with plain values, in order"));
        }
        let name = match &function.kind {
            Kind::Name(name) => {
                if let Some(binding) = self.lookup(name, scope) {
                    return self.call_binding(e, name, binding, arguments, scope);
                }
                name
            }
            Kind::Attribute(module, name) if self.is_module(module, scope) => name,
            Kind::Attribute(object, name) if name == "conjugate" && arguments.is_empty() => {
                self.emit(object, scope)?;
                self.builder.unary(Unary::Conjugate);
                return Ok(());
            }
            _ => return Err(refused(function.span, "only a function called by its name can stand in a formula")),
        };
        self.built_in(e, name, arguments, scope)
    }

    fn call_binding(
        &mut self,
        e: &'a Expression,
        name: &str,
        binding: Binding<'a>,
        arguments: &'a [Argument],
        scope: &Scope<'a>,
    ) -> Compiled<()> {
        let (callee, arity) = match binding {
            Binding::Function { callee, arity } => (callee, arity),
            Binding::Other(what) => return Err(refused(e.span, format!("{name} is {what} and cannot be called"))),
            _ => return Err(refused(e.span, format!("{name} is a value, not a function, and cannot be called"))),
        };
        let count = arguments.len();
        if let Some(arity) = arity.filter(|a| *a != count) {
            return Err(refused(e.span, format!("{name} takes {arity} value(s) and is called with {count}")));
        }
        for argument in arguments {
            self.emit(&argument.value, scope)?;
        }
        if !self.builder.call(Arc::clone(&callee), count) {
            return Err(refused(e.span, format!("{name} is called with {count} values, a formula passes 16 at most")));
        }
        Ok(())
    }

    fn built_in(
        &mut self,
        e: &'a Expression,
        name: &str,
        arguments: &'a [Argument],
        scope: &Scope<'a>,
    ) -> Compiled<()> {
        if ["min", "max", "sum", "fsum", "prod", "any", "all", "len"].contains(&name) {
            return self.reduction(e, name, arguments, scope);
        }
        if name == "complex" {
            self.builder.complex();
        }
        match arguments {
            [x] if let Some(operation) = Unary::named(name) => {
                self.emit(&x.value, scope)?;
                self.builder.unary(operation);
            }
            [a, b] if let Some(operation) = Binary::named(name) => {
                self.emit(&a.value, scope)?;
                self.emit(&b.value, scope)?;
                self.builder.binary(operation);
            }
            _ if function_names().any(|f| f == name) => {
                let takes = match (Unary::named(name), Binary::named(name)) {
                    (Some(_), Some(_)) => "1 or 2 values",
                    (None, Some(_)) => "2 values",
                    _ => "1 value",
                };
                let message = format!("{name} takes {takes} and is called with {}", arguments.len());
                return Err(refused(e.span, message));
            }
            _ => {
                return Err(unknown_name(name, e.span, &self.known_names()));
            }
        }
        Ok(())
    }

    /// `min`, `max`, `sum`, `prod`, `any`, `all`, `len`, of a sequence or of several values.
    fn reduction(
        &mut self,
        e: &'a Expression,
        name: &str,
        arguments: &'a [Argument],
        scope: &Scope<'a>,
    ) -> Compiled<()> {
        let several = ["min", "max"].contains(&name) && arguments.len() > 1;
        let items = match arguments {
            arguments if several => {
                Rc::new(arguments.iter().map(|a| Binding::Expression(&a.value, scope.clone())).collect())
            }
            [one] | [one, _] => match self.sequence(&one.value, scope)? {
                Some(items) => items,
                None => return Err(refused(one.value.span, format!("{name} needs a sequence"))),
            },
            _ => return Err(refused(e.span, format!("{name} cannot be called with {} values", arguments.len()))),
        };
        if name == "len" {
            self.builder.constant(Scalar::Real(items.len() as f64));
            return Ok(());
        }
        let start = match (name, arguments) {
            ("sum", [_, start]) => Some(Binding::Expression(&start.value, scope.clone())),
            (_, [_, extra]) if !several => {
                return Err(refused(extra.span, format!("{name} takes one sequence here")));
            }
            ("sum" | "fsum" | "any", _) => Some(Binding::Constant(Scalar::Real(0.0))),
            ("prod" | "all", _) => Some(Binding::Constant(Scalar::Real(1.0))),
            _ => None,
        };
        let mut items = start.into_iter().chain(items.iter().cloned());
        let Some(first) = items.next() else {
            return Err(refused(e.span, format!("{name} of an empty sequence has no value")));
        };
        self.emit_binding(first, e.span)?;
        let mut exits = Vec::new();
        for item in items {
            match name {
                "any" => exits.push(self.builder.jump_keeping_true()),
                "all" => exits.push(self.builder.jump_keeping_false()),
                _ => {}
            }
            self.emit_binding(item, e.span)?;
            match name {
                "min" => self.builder.binary(Binary::Minimum),
                "max" => self.builder.binary(Binary::Maximum),
                "prod" => self.builder.binary(Binary::Multiply),
                "sum" | "fsum" => self.builder.binary(Binary::Add),
                _ => self.builder.unary(Unary::Truth),
            }
        }
        exits.into_iter().for_each(|exit| self.builder.bind(exit));
        Ok(())
    }
}
