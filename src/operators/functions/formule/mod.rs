//! FORMULE: a function given by a Python expression of named parameters.
//!
//! ```text
//! STIFF = FORMULE(NOM_PARA=("DX", "INST"), VALE="-K0 * DX**3 + F(INST)", K0=300.0, F=FORCE)
//! ```
//!
//! The expression may use the parameters, the other keywords of the call (numbers, lists, functions,
//! surfaces, formulas, functions defined with `def`), the names of Python's `math` module and the usual
//! built-in functions. It is compiled once (`compile`, `calls`, `sequences`, `scope`) into a program of
//! `kernel::signal::program`, which solvers evaluate in their time loop; a division by zero or a domain
//! error names the formula, the values of the parameters and the part of the expression.

mod calls;
mod compile;
mod scope;
mod sequences;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use crate::catalogue::{Call, CallError, FreeValue, Value};
use crate::concepts::{Concept, Formula};
use crate::diag::Diagnostic;
use crate::kernel::signal::Program;
use crate::kernel::signal::program::{Builder, function_names};
use crate::operators::{Context, Operator, Outcome, set_result};
use crate::source::Span;
use crate::syntax::parse_expression;

pub(in crate::operators) const FORMULE: Operator = Operator { name: "FORMULE", run };

#[derive(Debug)]
struct Arguments {
    parameters: Vec<String>,
    /// The expression as written, and on one line.
    text: Arc<str>,
    expression: String,
    complex: bool,
    /// Keyword the expression was given with, and its place.
    keyword: &'static str,
    span: Option<Span>,
}

impl Arguments {
    fn read(call: &Call) -> Result<Self, CallError> {
        let complex = call.has("VALE_C");
        let keyword = if complex { "VALE_C" } else { "VALE" };
        let Some(Value::Text(text)) = call.get(keyword).and_then(|given| given.values.first()).cloned() else {
            return Err(call.error(keyword, "R503", "FORMULE needs its expression: VALE=\"...\" or VALE_C=\"...\""));
        };
        let expression: String = text.chars().map(|c| if c == '\n' || c == '\r' { ' ' } else { c }).collect();
        let expression = expression.trim_end().to_string();
        if expression.trim().is_empty() {
            return Err(call.error(keyword, "R503", "the expression of the formula is empty"));
        }
        let parameters = call.texts("NOM_PARA").iter().map(|name| name.to_string()).collect();
        Ok(Arguments { parameters, text, expression, complex, keyword, span: call.get(keyword).and_then(|g| g.span) })
    }
}

fn run(call: &Call, _context: &mut Context<'_>) -> Outcome {
    let arguments = Arguments::read(call)?;
    let program = compile(call, &arguments)?;
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

fn compile(call: &Call, arguments: &Arguments) -> Result<Program, CallError> {
    let file = call.span.file;
    let base = literal_start(arguments.span, &arguments.text);
    let placed = |error: Box<Diagnostic>| place_error(error, call, arguments, base);
    let tree = parse_expression(file, &arguments.expression, base.unwrap_or(0)).map_err(placed)?;
    // `cos=cos` gives a formula the function that it knows already.
    let known = |name: &str, value: &FreeValue| {
        matches!(value, FreeValue::Other(_)) && function_names().any(|known| known == name)
    };
    let free = |name: &str| call.free().get(name).filter(|v| !known(name, v)).map(|value| scope::free(name, value));
    let compiler = compile::Compiler {
        builder: Builder::new(arguments.expression.clone(), arguments.parameters.clone(), arguments.complex),
        parameters: &arguments.parameters,
        free: &free,
        free_names: call.free().keys().map(|name| name.to_string()).collect(),
        base: base.unwrap_or(0) as u32,
        depth: 0,
    };
    compiler.compile(&tree).map_err(placed)
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
fn place_error(mut error: Box<Diagnostic>, call: &Call, arguments: &Arguments, base: Option<usize>) -> Box<Diagnostic> {
    if base.is_none() {
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
