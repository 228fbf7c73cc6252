//! What formulas take from the study around them: variables of the module and functions made by `def`.

use std::collections::BTreeSet;
use std::sync::Arc;

use num_complex::Complex64;

use crate::catalogue::{PythonFunction, RawArgument, RawCall, RawValue, quoted, replaced_as};
use crate::concepts::Handle;
use crate::diag::{Diagnostic, Fix, did_you_mean};
use crate::python::{
    Arguments, Body, Fault, Found, Function, Host, Interpreter, Limits, Value, collect, is_mathematical, known,
    known_names, walk_function,
};
use crate::source::{Span, interrupt};
use crate::syntax::{Expression, ExpressionKind, each_inside, parse_expression};

/// A name of an expression that the formula itself does not define, with its place.
#[derive(Clone, Debug)]
pub struct Wanted {
    pub name: String,
    pub span: Span,
}

impl Wanted {
    /// The error where it has no value, with what may be meant among the names of the study and the functions of the language.
    pub fn missing(&self, known: &[Arc<str>]) -> Diagnostic {
        let message = format!("name '{}' of the formula has no value", self.name);
        let add = format!("add it to NOM_PARA, or give it as a keyword: {}=...", self.name);
        // A longer word for a function (`sinus`) is meant as it.
        let longer = known_names().find(|known| known.len() > 2 && self.name.starts_with(known));
        let near = match longer {
            Some(known) => Some((did_you_mean(&quoted(known)), Some(Fix::word(self.span, &self.name, known)))),
            None => {
                let mut all: Vec<&str> = known.iter().map(|name| &**name).collect();
                known_names().for_each(|name| all.push(name));
                replaced_as(&self.name, all, Some(self.span), &quoted)
            }
        };
        let (help, fix) = near.map_or((add.clone(), None), |(help, fix)| (format!("{help} otherwise {add}"), fix));
        Diagnostic::error("G001", message).at(self.span).label("not defined").help(help).fix(fix)
    }
}

/// Names a call of FORMULE leaves to the study: neither parameters, keywords nor built-in. The error is that of an
/// expression that cannot be read.
pub fn wanted(call: &RawCall, text_of: impl Fn(Span) -> String) -> Result<Vec<Wanted>, Box<Diagnostic>> {
    let argument = |name: &str| call.arguments.iter().find(|a| &*a.name == name);
    let Some(vale) = argument("VALE").or_else(|| argument("VALE_C")) else { return Ok(Vec::new()) };
    let RawValue::Text(text) = &vale.value else { return Ok(Vec::new()) };
    // The operator says what an empty expression misses.
    if text.trim().is_empty() {
        return Ok(Vec::new());
    }
    // A text written in place without escapes: places in it are exact.
    let written = text_of(vale.value_span);
    let exact = written.len() == text.len() + 2 && written.get(1..written.len() - 1) == Some(&**text);
    let base = vale.value_span.start as usize + usize::from(exact);
    let tree = parse_expression(vale.value_span.file, text, base).map_err(|mut error| {
        if !exact {
            error.span = Some(vale.value_span);
        }
        error
    })?;
    let mut parameters: Vec<&str> = Vec::new();
    match argument("NOM_PARA").map(|a| &a.value) {
        Some(RawValue::Text(name)) => parameters.push(name.trim_end()),
        Some(RawValue::List(items)) => parameters.extend(items.iter().filter_map(|(item, _)| match item {
            RawValue::Text(name) => Some(name.trim_end()),
            _ => None,
        })),
        _ => {}
    }
    let mut inner = BTreeSet::new();
    each_inside(&tree, &mut |e| bound_inside(e, &mut inner));
    let mut found: Vec<Wanted> = Vec::new();
    each_inside(&tree, &mut |e| {
        if let ExpressionKind::Name(name) = &e.kind {
            let own = parameters.contains(&name.as_str()) || argument(name).is_some() || inner.contains(name.as_str());
            let is_known = known(name).is_some() || is_mathematical(name) || name == "math";
            if !own && !is_known && !found.iter().any(|w| w.name == *name) {
                let span = if exact { e.span } else { vale.value_span };
                found.push(Wanted { name: name.clone(), span });
            }
        }
    });
    Ok(found)
}

/// Names bound by comprehensions and lambdas.
fn bound_inside<'e>(e: &'e Expression, names: &mut BTreeSet<&'e str>) {
    match &e.kind {
        ExpressionKind::Lambda(parameters, _) => names.extend(parameters.iter().map(|p| p.name.as_str())),
        ExpressionKind::ListComprehension(_, loops)
        | ExpressionKind::SetComprehension(_, loops)
        | ExpressionKind::DictionaryComprehension(_, loops)
        | ExpressionKind::Generator(_, loops) => {
            for part in loops {
                each_inside(&part.target, &mut |t| {
                    if let ExpressionKind::Name(name) = &t.kind {
                        names.insert(name);
                    }
                });
            }
        }
        _ => {}
    }
}

/// Keyword that gives a variable of the module to a formula.
pub fn captured(wanted: &Wanted, value: RawValue) -> RawArgument {
    RawArgument { name: wanted.name.as_str().into(), span: wanted.span, value, value_span: wanted.span }
}

/// Concepts that a value reaches: itself, its items, and what a function of the study names.
pub fn concepts_in(value: &Value) -> Vec<Handle> {
    let mut found = Vec::new();
    reach(value, 20, &mut BTreeSet::new(), &mut found);
    found
}

fn reach(value: &Value, depth: usize, seen: &mut BTreeSet<usize>, found: &mut Vec<Handle>) {
    if depth == 0 || value.address().is_some_and(|a| !seen.insert(a)) {
        return;
    }
    match value {
        Value::Concept(handle) => found.push(handle.clone()),
        Value::New(asked) => found.extend(asked.made().iter().flat_map(concepts_in)),
        Value::List(_) | Value::Tuple(_) => {
            for item in collect(value).ok().flatten().unwrap_or_default() {
                reach(&item, depth - 1, seen, found);
            }
        }
        Value::Dictionary(items) => {
            let items = crate::python::read(items).clone();
            items.values().for_each(|(_, item)| reach(item, depth - 1, seen, found));
        }
        Value::Function(function) => {
            let mut look = |e: &Expression| {
                if let ExpressionKind::Name(name) = &e.kind
                    && let Found::Value(value) = function.scope.get(name)
                {
                    reach(&value, depth - 1, seen, found);
                }
            };
            match &function.body {
                Body::Definition(definition) => walk_function(definition, &mut look),
                Body::Lambda(lambda) => each_inside(&lambda.1, &mut look),
            }
        }
        _ => {}
    }
}

/// What stands around a function that a formula calls: whoever stops the run.
struct Calculation;

impl Host for Calculation {
    fn cancelled(&self) -> bool {
        interrupt::told()
    }
}

/// A function of the study, as formulas call it while operators run.
#[derive(Debug)]
pub struct StudyFunction {
    pub function: Arc<Function>,
}

impl StudyFunction {
    pub fn new(function: Arc<Function>) -> Self {
        StudyFunction { function }
    }
}

impl PythonFunction for StudyFunction {
    fn call(&self, arguments: &[Complex64]) -> std::result::Result<Complex64, String> {
        let number = |z: &Complex64| if z.im == 0.0 { Value::Real(z.re) } else { Value::Complex(*z) };
        let arguments = Arguments { positional: arguments.iter().map(number).collect(), ..Arguments::default() };
        let mut host = Calculation;
        let result = Interpreter::new(&mut host, Limits::FORMULA).raising().call_function(&self.function, arguments);
        match result {
            Ok(value) => value
                .as_complex()
                .ok_or_else(|| format!("{} gives {} instead of a number", self.function.name, value.a_type())),
            Err(Fault::Raised(error)) => Err(error.diagnostic().message),
            Err(_) => Err("the run was stopped".to_string()),
        }
    }
}
