//! Assignments: names, items, slices, unpacking, `+=`, `del`.

use std::sync::Arc;

use crate::python::core::fault::{Fault, Result};
use crate::python::core::interpreter::Interpreter;
use crate::python::core::iteration;
use crate::python::core::scope::Found;
use crate::python::core::value::{Scope, Value, read, write};
use crate::python::objects::array;
use crate::python::objects::items;
use crate::python::objects::operations::binary;
use crate::syntax::{BinaryOperator, Expression, ExpressionKind};

impl Interpreter<'_> {
    pub(crate) fn assign_statement(
        &mut self,
        targets: &[Expression],
        value: &Expression,
        scope: &Arc<Scope>,
    ) -> Result<()> {
        if scope.is_module()
            && let [Expression { kind: ExpressionKind::Name(name), .. }] = targets
            && self.host.has_override(name)
        {
            let own = if is_plain(value) { self.evaluate(value, scope).ok() } else { None };
            let Some(other) = self.host.override_of(name, own.as_ref()) else { return Ok(()) };
            scope.set(name, other);
            return Ok(());
        }
        let place = value.span;
        let mut outcome = self.evaluate(value, scope);
        let value = match &mut outcome {
            Ok(value) => value.clone(),
            // What a command computed before it failed has a name too: who catches the error may look at it.
            Err(Fault::Raised(error)) => match error.kept.take_if(|(span, _)| *span == place) {
                Some((_, kept)) => kept,
                None => return outcome.map(|_| ()),
            },
            Err(_) => return outcome.map(|_| ()),
        };
        for target in targets {
            self.assign(target, value.clone(), scope)?;
        }
        if scope.is_module() {
            self.override_parts(targets, scope);
        }
        outcome.map(|_| ())
    }

    /// Names inside tuples and in chains that the user has set.
    fn override_parts(&mut self, targets: &[Expression], scope: &Arc<Scope>) {
        for target in targets {
            match &target.kind {
                ExpressionKind::Name(name) => {
                    let own = match scope.get(name) {
                        Found::Value(own) => Some(own),
                        _ => None,
                    };
                    if let Some(other) = self.host.override_of(name, own.as_ref()) {
                        scope.set(name, other);
                    }
                }
                ExpressionKind::Tuple(parts) | ExpressionKind::List(parts) => self.override_parts(parts, scope),
                _ => {}
            }
        }
    }

    pub(crate) fn assign(&mut self, target: &Expression, value: Value, scope: &Arc<Scope>) -> Result<()> {
        if let (ExpressionKind::Name(name), Value::Concept(handle)) = (&target.kind, &value) {
            handle.set_name(name);
        }
        self.bind_local(target, value, scope)
    }

    /// Gives a value to a target without naming concepts after it.
    pub(crate) fn bind_local(&mut self, target: &Expression, value: Value, scope: &Arc<Scope>) -> Result<()> {
        match &target.kind {
            ExpressionKind::Name(name) => scope.set(name, value),
            ExpressionKind::Tuple(targets) | ExpressionKind::List(targets) => {
                return self.unpack(targets, &value, scope).map_err(|f| f.at(target.span));
            }
            ExpressionKind::Index(object, index) if is_globals(object) => match self.evaluate(index, scope)? {
                Value::Text(name) => {
                    if let Value::Concept(handle) = &value {
                        handle.set_name(&name);
                    }
                    scope.root().set(&name, value);
                }
                Value::Unknown => {}
                other => {
                    let message = format!("the name of a variable is a text, not {}", other.a_type());
                    return Err(Fault::type_error(message).at(target.span));
                }
            },
            ExpressionKind::Index(object, index) => {
                let object = self.evaluate(object, scope)?;
                let index = self.evaluate(index, scope)?;
                return items::set_item(&object, &index, value).map_err(|f| f.at(target.span));
            }
            ExpressionKind::Slice { object, start, stop, step } => {
                let object = self.evaluate(object, scope)?;
                let bounds = self.slice_bounds([start, stop, step], scope)?;
                return items::set_slice(&object, &bounds, &value).map_err(|f| f.at(target.span));
            }
            ExpressionKind::Attribute(object, name) => {
                let object = self.evaluate(object, scope)?;
                if !object.is_unknown() {
                    let message = format!("attribute '{name}' of {} cannot be assigned", object.a_type());
                    return Err(Fault::new("AttributeError", message).at(target.span));
                }
            }
            _ => return Err(Fault::new("SyntaxError", "this cannot be given a value").at(target.span)),
        }
        Ok(())
    }

    fn unpack(&mut self, targets: &[Expression], value: &Value, scope: &Arc<Scope>) -> Result<()> {
        let Some(items) = iteration::collect(value)? else {
            for target in targets {
                let target = if let ExpressionKind::Starred(inner) = &target.kind { inner } else { target };
                self.bind_local(target, Value::Unknown, scope)?;
            }
            return Ok(());
        };
        let star = targets.iter().position(|t| matches!(t.kind, ExpressionKind::Starred(_)));
        let fits = if star.is_some() { items.len() + 1 >= targets.len() } else { items.len() == targets.len() };
        if !fits {
            let least = if star.is_some() { "at least " } else { "" };
            let wanted = targets.len() - usize::from(star.is_some());
            return Err(Fault::value_error(format!("{least}{wanted} values wanted, {} found", items.len())));
        }
        let extra = (items.len() + 1).saturating_sub(targets.len());
        let mut items = items.into_iter();
        for target in targets {
            match &target.kind {
                ExpressionKind::Starred(inner) => {
                    self.assign(inner, Value::list(items.by_ref().take(extra).collect()), scope)?;
                }
                _ => self.assign(target, items.next().unwrap_or(Value::None), scope)?,
            }
        }
        Ok(())
    }

    pub(crate) fn augmented(
        &mut self,
        target: &Expression,
        operator: BinaryOperator,
        value: &Expression,
        scope: &Arc<Scope>,
    ) -> Result<()> {
        let old = self.evaluate(target, scope)?;
        let more = self.evaluate(value, scope)?;
        if let (Value::List(items), BinaryOperator::Add) = (&old, operator) {
            match iteration::collect(&more)? {
                Some(new) => write(items).extend(new),
                None => return self.bind_local(target, Value::Unknown, scope),
            }
            return self.bind_local(target, old.clone(), scope);
        }
        let new = binary(operator, &old, &more)?;
        if let (Value::Array(array), Value::Array(result)) = (&old, &new) {
            array::replace(&read(array).clone(), &read(result).clone())?;
            return self.bind_local(target, old.clone(), scope);
        }
        self.bind_local(target, new, scope)
    }

    pub(crate) fn delete(&mut self, target: &Expression, scope: &Arc<Scope>) -> Result<()> {
        match &target.kind {
            ExpressionKind::Name(name) => {
                if !scope.delete(name) {
                    self.name(name, target.span, scope)?;
                }
                Ok(())
            }
            ExpressionKind::Index(object, _) if is_globals(object) => Err(no_such_change().at(target.span)),
            ExpressionKind::Index(object, index) => {
                let object = self.evaluate(object, scope)?;
                let index = self.evaluate(index, scope)?;
                items::delete_item(&object, &index).map_err(|f| f.at(target.span))
            }
            ExpressionKind::Slice { object, start, stop, step } => {
                let object = self.evaluate(object, scope)?;
                let bounds = self.slice_bounds([start, stop, step], scope)?;
                items::delete_item(&object, &Value::Slice(Arc::new(bounds))).map_err(|f| f.at(target.span))
            }
            ExpressionKind::Tuple(targets) | ExpressionKind::List(targets) => {
                targets.iter().try_for_each(|t| self.delete(t, scope))
            }
            _ => Err(Fault::new("SyntaxError", "this cannot be deleted").at(target.span)),
        }
    }
}

/// Whether an expression has its value at hand: literals, alone or in brackets, and arithmetic of them.
fn is_plain(expression: &Expression) -> bool {
    match &expression.kind {
        ExpressionKind::None | ExpressionKind::True | ExpressionKind::False | ExpressionKind::Text(_) => true,
        ExpressionKind::Integer(_) | ExpressionKind::Real(_) | ExpressionKind::Imaginary(_) => true,
        ExpressionKind::Tuple(items) | ExpressionKind::List(items) => items.iter().all(is_plain),
        ExpressionKind::Unary(_, value) => is_plain(value),
        ExpressionKind::Binary(_, left, right) => is_plain(left) && is_plain(right),
        _ => false,
    }
}

/// The error on a change of `globals()` as a whole, of which there is but a copy.
pub(super) fn no_such_change() -> Fault {
    let message = "globals() is a copy of the names of the module: give them one by one, globals()[name] = value";
    Fault::new("NotImplementedError", message)
}

/// `globals()`
pub(super) fn is_globals(expression: &Expression) -> bool {
    let ExpressionKind::Call { function, arguments } = &expression.kind else { return false };
    arguments.is_empty() && matches!(&function.kind, ExpressionKind::Name(name) if name == "globals")
}
