//! The program of a formula, and the place of what is wrong in its expression.

use std::sync::Arc;

use super::arguments::FormulaArguments;
use super::{compile, scope};
use crate::catalogue::{Call, CallError, FreeValue, WHOLE_EXPRESSION};
use crate::concepts::{Concept, Formula};
use crate::diag::Diagnostic;
use crate::kernel::signal::Program;
use crate::kernel::signal::program::{Builder, function_names};
use crate::operators::{Check, Context, Operator, Outcome, set_result};
use crate::source::Span;
use crate::syntax::parse_expression;

pub(in crate::operators) const FORMULE: Operator = Operator { name: "FORMULE", run, check: Check::Rehearsed };

pub(super) fn run(call: &Call, _context: &mut Context<'_>) -> Outcome {
    let arguments = FormulaArguments::read(call)?;
    let program = compiled(call, &arguments).or_else(|error| by_python(call, &arguments).ok_or(error))?;
    set_result(
        call,
        Concept::Formula(Arc::new(Formula {
            parameters: arguments.parameters,
            text: arguments.expression.trim().to_string(),
            complex: arguments.complex,
            program: Arc::new(program),
        })),
    )
}

pub(super) fn compiled(call: &Call, arguments: &FormulaArguments) -> Result<Program, CallError> {
    let file = call.span.file;
    let basis = literal_start(arguments.span, &arguments.text);
    let placed = |error: Box<Diagnostic>| place_error(error, call, arguments, basis);
    let tree = parse_expression(file, &arguments.expression, basis.unwrap_or(0)).map_err(placed)?;
    // `cos=cos` gives a formula the function that it knows already.
    let known = |name: &str, value: &FreeValue| {
        matches!(value, FreeValue::Other(_)) && function_names().any(|known| known == name)
    };
    let free = |name: &str| call.free().get(name).filter(|v| !known(name, v)).map(|value| scope::free(name, value));
    let compiler = compile::Compiler {
        builder: Builder::new(arguments.expression.clone(), arguments.parameters.clone(), arguments.complex),
        parameters: &arguments.parameters,
        free: &free,
        free_names: call
            .free()
            .keys()
            .filter(|name| &***name != WHOLE_EXPRESSION)
            .map(|name| name.to_string())
            .collect(),
        basis: basis.unwrap_or(0) as u32,
        depth: 0,
    };
    compiler.compile(&tree).map_err(placed)
}

/// The whole expression as one call of a Python function, where its names are more than numbers.
fn by_python(call: &Call, arguments: &FormulaArguments) -> Option<Program> {
    let FreeValue::Python(function) = call.free().get(WHOLE_EXPRESSION)? else { return None };
    let count = arguments.parameters.len();
    let mut builder = Builder::new(arguments.expression.clone(), arguments.parameters.clone(), arguments.complex);
    (0..count).for_each(|rank| builder.argument(rank));
    builder.call(scope::python(arguments.expression.trim(), function), count).then(|| builder.finish())
}

/// Offset in the file of the first byte of the text, when `span` holds `"text"` written plainly, in one or three
/// quotes. `None` when anything else stands there, such as an escape in the text.
fn literal_start(span: Option<Span>, text: &str) -> Option<usize> {
    let range = span?.range();
    let quotes = match range.len().checked_sub(text.len())? {
        2 => 1,
        6 => 3,
        _ => return None,
    };
    range.end.checked_sub(quotes + text.len())
}

/// Puts an error inside the expression when its place in the file is known, at the keyword otherwise.
fn place_error(
    mut error: Box<Diagnostic>,
    call: &Call,
    arguments: &FormulaArguments,
    basis: Option<usize>,
) -> Box<Diagnostic> {
    if basis.is_none() {
        let part = error.span.and_then(|span| arguments.expression.get(span.range())).unwrap_or("").trim();
        if !part.is_empty() {
            error.message = format!("{} (at `{part}`)", error.message);
        }
        error.span = call.span_of(arguments.keyword);
    }
    if error.span.is_none() {
        error.span = call.span_of(arguments.keyword);
    }
    error
}
