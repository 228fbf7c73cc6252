//! Calls: of operators with their keywords, of functions, of methods.

use std::sync::Arc;

use crate::diag::Diagnostic;
use crate::python::core::access;
use crate::python::core::asked::asked_in;
use crate::python::core::display::{display, represent};
use crate::python::core::fault::{Fault, Result};
use crate::python::core::function::NOWHERE;
use crate::python::core::function::{Arguments, Named};
use crate::python::core::host::CommandCall;
use crate::python::core::interpreter::Interpreter;
use crate::python::core::iteration::Items;
use crate::python::core::scope::Found;
use crate::python::core::value::{Body, Exception, Factor, Function, Keyword, Scope, Value};
use crate::python::modules::register;
use crate::python::run::assignment::{is_globals, no_such_change};
use crate::source::Span;
use crate::syntax::{Argument, Expression, ExpressionKind};

impl Interpreter<'_> {
    /// Calls a function of the study.
    pub fn call_function(&mut self, function: &Arc<Function>, arguments: Arguments) -> Result<Value> {
        let span = arguments.span;
        let scope = function.bind(arguments)?;
        if self.calls >= self.limits.calls {
            return Err(Fault::new(
                "RecursionError",
                format!("more than {} calls inside each other", self.limits.calls),
            ));
        }
        self.calls += 1;
        let result = match &function.body {
            Body::Lambda(lambda) => self.evaluate(&lambda.1, &scope),
            Body::Definition(definition) => self.run_body(&definition.body, &scope),
        };
        self.calls -= 1;
        result.map_err(|mut fault| {
            if let (Fault::Raised(e), Some(span)) = (&mut fault, span) {
                // Only calls outside the place of the error lead to it.
                if e.span.is_some() {
                    e.calls.push((span, function.name.clone()));
                }
            }
            fault
        })
    }

    pub(crate) fn call(
        &mut self,
        function: &Expression,
        arguments: &[Argument],
        span: Span,
        scope: &Arc<Scope>,
    ) -> Result<Value> {
        if let ExpressionKind::Attribute(object, name) = &function.kind {
            if is_globals(object) && ["update", "setdefault", "pop", "popitem", "clear"].contains(&name.as_str()) {
                return Err(no_such_change().at(span));
            }
            let object = self.evaluate(object, scope)?.settled();
            // A name of a module is called like any other name.
            if !matches!(object, Value::Module(_)) {
                let arguments = self.arguments(arguments, span, scope)?;
                if let Value::New(asked) = &object
                    && asked.is_mesh()
                {
                    return self.read_mesh(asked, name, arguments, span, scope);
                }
                return self.method(&object, name, arguments, function.span).map_err(|f| f.at(span));
            }
            let callee = self.attribute(&object, name, function.span)?;
            return self.call_evaluated(callee, function.span, arguments, span, scope);
        }
        let callee = match &function.kind {
            ExpressionKind::Name(name) => self.callee(name, function.span, scope)?,
            _ => self.evaluate(function, scope)?,
        };
        self.call_evaluated(callee, function.span, arguments, span, scope)
    }

    /// What a called name designates. A name in capitals that nobody knows is taken for a command, so that
    /// the catalogue says what is wrong with it.
    fn callee(&mut self, name: &str, span: Span, scope: &Arc<Scope>) -> Result<Value> {
        let capital = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
        let like_a_command = name.len() >= 3 && name.chars().all(capital);
        let is_known = || !matches!(scope.get(name), Found::Missing) || register::known(name).is_some();
        if like_a_command && !is_known() { Ok(Value::Command(name.into())) } else { self.name(name, span, scope) }
    }

    fn call_evaluated(
        &mut self,
        callee: Value,
        callee_span: Span,
        arguments: &[Argument],
        span: Span,
        scope: &Arc<Scope>,
    ) -> Result<Value> {
        match &callee {
            Value::Command(name) => {
                let keywords = self.keywords(name, arguments, scope)?;
                self.call_command(name.clone(), callee_span, span, keywords, scope)
            }
            Value::Builtin(builtin) if builtin.name == "_F" => {
                let arguments = self.keywords("_F", arguments, scope)?;
                let unknown = arguments.iter().any(Keyword::is_unknown);
                Ok(if unknown { Value::Unknown } else { Value::Factor(Arc::new(Factor::new(arguments, span))) })
            }
            _ => {
                let arguments = self.arguments(arguments, span, scope)?;
                self.call_value(&callee, arguments, scope).map_err(|f| f.at(span))
            }
        }
    }

    /// Tells whether a keyword may stand after those before it. The `first` ones, which a `_F` begins with, make place for it.
    fn takes_place(
        &mut self,
        before: &mut Vec<Keyword>,
        first: &mut usize,
        name: &str,
        span: Span,
        callee: &str,
    ) -> Result<bool> {
        if let Some(rank) = before[..*first].iter().position(|k| *k.name == *name) {
            before.remove(rank);
            *first -= 1;
        }
        if !before.iter().any(|k| *k.name == *name) {
            return Ok(true);
        }
        let diagnostic = Diagnostic::error("C013", format!("keyword {name} is given twice in {callee}"))
            .at(span)
            .label("given again")
            .help("keep one of the two");
        self.report_or_raise(Fault::with("TypeError", diagnostic))?;
        Ok(false)
    }

    /// Arguments of an operator or of `_F`. An error in one is reported and the others still looked at.
    fn keywords(&mut self, callee: &str, arguments: &[Argument], scope: &Arc<Scope>) -> Result<Vec<Keyword>> {
        let mut out: Vec<Keyword> = Vec::with_capacity(arguments.len());
        // Keywords of the dictionary that a `_F` begins with: those that are named replace them.
        let mut first = 0;
        for argument in arguments {
            let value = match self.evaluate(&argument.value, scope) {
                Ok(value) => value,
                Err(fault) => {
                    self.report_or_raise(fault)?;
                    Value::Unknown
                }
            };
            let value_span = argument.value.span;
            match (&argument.name, argument.stars) {
                (Some((name, _)), _) => {
                    if !self.takes_place(&mut out, &mut first, name, argument.span, callee)? {
                        continue;
                    }
                    let items = item_spans(&argument.value);
                    out.push(Keyword { name: name.as_str().into(), span: argument.span, value, value_span, items });
                }
                (None, 2) => match access::as_dictionary(&value) {
                    Some(items) => {
                        for (key, item) in items.into_values() {
                            let Value::Text(name) = key else {
                                let message = format!("'**' expects names of keywords, found {}", key.a_type());
                                self.report_or_raise(Fault::type_error(message).at(value_span))?;
                                continue;
                            };
                            if self.takes_place(&mut out, &mut first, &name, argument.span, callee)? {
                                let (span, items) = (argument.span, Vec::new());
                                out.push(Keyword { name, span, value: item, value_span, items });
                            }
                        }
                    }
                    None if value.is_unknown() => {
                        out.push(Keyword::unknown(argument.span));
                    }
                    None => {
                        let message = format!("'**' expects a dictionary, not {}", value.a_type());
                        self.report_or_raise(Fault::type_error(message).at(value_span))?;
                    }
                },
                (None, 0) if callee == "_F" && out.is_empty() => {
                    match self.keywords_of(&value, argument.span) {
                        Ok(Some(keywords)) => out = keywords,
                        Ok(None) => out.push(Keyword::unknown(argument.span)),
                        Err(fault) => {
                            self.report_or_raise(fault)?;
                            out.push(Keyword::unknown(argument.span));
                        }
                    }
                    first = out.len();
                }
                _ => {
                    let message = match callee {
                        "_F" => "_F takes one dictionary and keywords after it, found another bare value".to_string(),
                        _ => format!("{callee} takes keywords only, found a bare value"),
                    };
                    let diagnostic = Diagnostic::error("G010", message)
                        .at(argument.span)
                        .label("no keyword here")
                        .help("write KEYWORD=value");
                    self.report_or_raise(Fault::with("TypeError", diagnostic))?;
                    out.push(Keyword::unknown(argument.span));
                }
            }
        }
        Ok(out)
    }

    /// Keywords of what a `_F` is made of: a dictionary, another `_F`, pairs. Nothing where that is unknown.
    fn keywords_of(&mut self, value: &Value, span: Span) -> Result<Option<Vec<Keyword>>> {
        let wrong = |found: String| {
            let diagnostic =
                Diagnostic::error("G010", format!("_F is made of a dictionary or of keywords, found {found}"));
            Fault::with("TypeError", diagnostic.at(span).label("no dictionary").help("write _F(KEYWORD=value)"))
        };
        if let Value::Factor(factor) = value {
            // Each keyword keeps its place.
            return factor.arguments().map(Some).ok_or_else(|| wrong("one whose keys are not names".into()));
        }
        let Some(items) = access::pairs(value).map_err(|_| wrong(value.a_type()))? else { return Ok(None) };
        let keyword = |(key, value): (Value, Value)| match key {
            Value::Text(name) => Ok(Keyword { name, span, value, value_span: span, items: Vec::new() }),
            other => Err(wrong(format!("one whose keys are not names: {}", represent(&other)))),
        };
        items.into_values().map(keyword).collect::<Result<_>>().map(Some)
    }

    pub(crate) fn call_command(
        &mut self,
        name: Arc<str>,
        name_span: Span,
        span: Span,
        arguments: Vec<Keyword>,
        scope: &Arc<Scope>,
    ) -> Result<Value> {
        let asked = asked_in(&arguments);
        // Nothing can be said about the keywords of this call.
        if arguments.iter().any(Keyword::is_unknown) {
            for asked in asked.iter().filter(|asked| asked.made().is_none()) {
                scope.root().set(&asked.name, Value::Unknown);
                asked.set_made(Some(Value::Unknown));
            }
            return Ok(Value::Unknown);
        }
        let outcome = self.host.command(CommandCall { name, name_span, span, arguments }, scope)?;
        let root = scope.root();
        for (name, value) in outcome.created {
            if let Value::Concept(handle) = &value {
                handle.set_name(&name);
            }
            for asked in asked.iter().filter(|asked| asked.name == name) {
                asked.set_made(Some(value.clone()));
            }
            root.set(&name, value);
        }
        if let Some(statements) = outcome.include {
            let run = self.run_module(&statements, &root);
            self.host.included();
            run?;
        }
        if outcome.ends {
            return Err(Fault::End);
        }
        if self.tries > 0 {
            let unknown = self.host.run_now().map_err(|f| f.keeping(span, &outcome.value).at(name_span))?;
            self.unknown += usize::from(unknown);
        }
        Ok(outcome.value)
    }

    /// Arguments of a function or method.
    fn arguments(&mut self, arguments: &[Argument], span: Span, scope: &Arc<Scope>) -> Result<Arguments> {
        let mut out = Arguments { span: Some(span), ..Arguments::default() };
        for argument in arguments {
            let value = self.evaluate(&argument.value, scope)?;
            match (&argument.name, argument.stars) {
                (Some((name, _)), _) => out.named.push(Named { name: name.as_str().into(), value }),
                (None, 0) => out.positional.push(value),
                (None, 1) => match Items::of(&value).map_err(|f| f.at(argument.span))? {
                    Some(items) => out.positional.extend(items),
                    None => out.positional.push(Value::Unknown),
                },
                _ => match access::as_dictionary(&value) {
                    Some(items) => {
                        for (key, item) in items.into_values() {
                            let Value::Text(name) = key else {
                                return Err(Fault::type_error("'**' expects names of arguments").at(argument.span));
                            };
                            out.named.push(Named { name, value: item });
                        }
                    }
                    None if value.is_unknown() => {}
                    None => return Err(Fault::type_error("'**' expects a dictionary").at(argument.span)),
                },
            }
        }
        Ok(out)
    }

    /// Calls any value with evaluated arguments.
    pub(crate) fn call_value(&mut self, callee: &Value, arguments: Arguments, scope: &Arc<Scope>) -> Result<Value> {
        self.tick()?;
        match callee {
            Value::Unknown => Ok(Value::Unknown),
            Value::Function(function) => self.call_function(function, arguments),
            Value::Builtin(builtin) => register::run(*builtin)(self, arguments, scope),
            Value::Method(method) => {
                let span = arguments.span.unwrap_or(NOWHERE);
                self.method(&method.0, &method.1, arguments, span)
            }
            Value::ExceptionKind(kind) => exception(kind, arguments),
            Value::Concept(handle) => {
                let span = arguments.span.unwrap_or(NOWHERE);
                self.call_concept(handle, arguments, span)
            }
            Value::Command(name) => {
                let span = arguments.span.unwrap_or(NOWHERE);
                if !arguments.positional.is_empty() {
                    return Err(Fault::type_error(format!("{name} takes keywords only")));
                }
                let keyword =
                    |n: Named| Keyword { name: n.name, span, value: n.value, value_span: span, items: Vec::new() };
                let keywords = arguments.named.into_iter().map(keyword).collect();
                self.call_command(name.clone(), span, span, keywords, scope)
            }
            other => Err(Fault::type_error(format!("a value of type {} cannot be called", other.type_name()))),
        }
    }
}

/// Places of the items of a list or tuple written as such.
fn item_spans(value: &Expression) -> Vec<Span> {
    match &value.kind {
        ExpressionKind::Tuple(items) | ExpressionKind::List(items)
            if !items.iter().any(|i| matches!(i.kind, ExpressionKind::Starred(_))) =>
        {
            items.iter().map(|i| i.span).collect()
        }
        _ => Vec::new(),
    }
}

/// An error made by calling its kind.
fn exception(kind: &'static str, arguments: Arguments) -> Result<Value> {
    let message = match arguments.positional.as_slice() {
        [] => String::new(),
        [one] if kind == "KeyError" => represent(one),
        [one] => display(one),
        many => represent(&Value::tuple(many.to_vec())),
    };
    let arguments = arguments.positional;
    Ok(Value::Exception(Arc::new(Exception {
        kind,
        message,
        span: None,
        arguments,
        calls: Vec::new(),
        diagnostic: None,
        kept: None,
    })))
}
