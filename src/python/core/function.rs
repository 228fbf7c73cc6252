//! Functions defined by the study, and how the arguments of a call reach their parameters.

use std::sync::Arc;

use indexmap::IndexMap;

use super::fault::{Fault, Result};
use super::unknown::holds_unknown;
use super::value::{Body, Function, Scope, Value};
use crate::source::{FileId, Span};
use crate::syntax::Parameter;

/// Place of calls made by built-in functions.
pub const NOWHERE: Span = Span { file: FileId(0), start: 0, end: 0 };

/// The evaluated arguments of a call.
#[derive(Debug, Default)]
pub struct Arguments {
    pub positional: Vec<Value>,
    pub named: Vec<Named>,
    pub span: Option<Span>,
}

#[derive(Clone, Debug)]
pub struct Named {
    pub name: Arc<str>,
    pub value: Value,
}

impl Function {
    pub fn parameters(&self) -> &[Parameter] {
        match &self.body {
            Body::Definition(definition) => &definition.parameters,
            Body::Lambda(lambda) => &lambda.0,
        }
    }

    /// The variables of one call.
    pub fn bind(&self, arguments: Arguments) -> Result<Arc<Scope>> {
        let scope = Scope::function(&self.scope, &self.locals);
        let mut positional = arguments.positional.into_iter();
        let mut named: IndexMap<Arc<str>, Value> = IndexMap::new();
        for argument in arguments.named {
            if named.insert(argument.name.clone(), argument.value).is_some() {
                return Err(self.wrong(format!("got several values for argument '{}'", argument.name)));
            }
        }
        let mut after_star = false;
        let mut missing = Vec::new();
        for (parameter, default) in self.parameters().iter().zip(&self.defaults) {
            match parameter.stars {
                1 => {
                    after_star = true;
                    // A bare `*` only ends the positional parameters.
                    if !parameter.name.is_empty() {
                        scope.set(&parameter.name, Value::tuple(positional.by_ref().collect()));
                    }
                    continue;
                }
                2 => {
                    scope.set(&parameter.name, Value::dictionary(std::mem::take(&mut named)));
                    continue;
                }
                _ => {}
            }
            let given = if after_star { None } else { positional.next() };
            let by_name = named.shift_remove(parameter.name.as_str());
            if given.is_some() && by_name.is_some() {
                return Err(self.wrong(format!("got several values for argument '{}'", parameter.name)));
            }
            match given.or(by_name).or_else(|| default.clone()) {
                Some(value) => scope.set(&parameter.name, value),
                None => missing.push(format!("'{}'", parameter.name)),
            }
        }
        if !missing.is_empty() {
            let plural = if missing.len() == 1 { "argument" } else { "arguments" };
            return Err(self.wrong(format!("misses {} required {plural}: {}", missing.len(), missing.join(", "))));
        }
        let extra = positional.count();
        if extra > 0 {
            let takes = self.parameters().iter().filter(|p| p.stars == 0).count();
            return Err(self.wrong(format!("takes {takes} arguments but {} were given", takes + extra)));
        }
        if let Some((name, _)) = named.first() {
            return Err(self.wrong(format!("has no argument '{name}'")));
        }
        Ok(scope)
    }

    fn wrong(&self, what: String) -> Fault {
        Fault::type_error(format!("{}() {what}", self.name))
    }
}

impl Arguments {
    /// Takes the arguments of a built-in function by position or name; the first `required` must be there.
    pub fn take<const N: usize>(self, function: &str, names: [&str; N], required: usize) -> Result<[Option<Value>; N]> {
        let mut slots = [const { None }; N];
        let given = self.positional.len() + self.named.len();
        if given > N {
            let most = if N == 1 { "1 argument".to_string() } else { format!("{N} arguments") };
            return Err(Fault::type_error(format!("{function}() takes at most {most}, {given} given")));
        }
        for (slot, value) in slots.iter_mut().zip(self.positional) {
            *slot = Some(value);
        }
        for argument in self.named {
            let Some(i) = names.iter().position(|n| **n == *argument.name) else {
                return Err(Fault::type_error(format!("{function}() has no argument '{}'", argument.name)));
            };
            if slots[i].replace(argument.value).is_some() {
                return Err(Fault::type_error(format!("{function}() got argument '{}' twice", argument.name)));
            }
        }
        if let Some(i) = slots.iter().take(required).position(Option::is_none) {
            return Err(Fault::type_error(format!("{function}() misses its argument {} ('{}')", i + 1, names[i])));
        }
        Ok(slots)
    }

    /// Whether an argument is unknown, or holds something unknown down to some nesting.
    pub fn hold_unknown(&self, depth: usize) -> bool {
        self.positional.iter().chain(self.named.iter().map(|n| &n.value)).any(|v| holds_unknown(v, depth))
    }

    /// Refuses names: the parameters of most functions of Python have none.
    pub fn by_place(self, function: &str) -> Result<Self> {
        match self.named.first() {
            None => Ok(self),
            Some(named) => {
                let message = format!("{function}() takes its arguments by place, not by name ('{}')", named.name);
                Err(Fault::type_error(message))
            }
        }
    }

    /// Takes the arguments of these names, all of which are required.
    pub fn exactly<const N: usize>(self, function: &str, names: [&str; N]) -> Result<[Value; N]> {
        Ok(self.take(function, names, N)?.map(|v| v.unwrap_or(Value::None)))
    }
}
