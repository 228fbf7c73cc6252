//! The module `code_aster` of studies written as Python programs: `init` is DEBUT, `close` is FIN, and each check of a
//! `TestCase` is an assertion of the study (TEST_FONCTION on the number found), so that it is reported with the others
//! and the study goes on when it fails.
//!
//! ```text
//! import code_aster
//! code_aster.init("--test", ERREUR=_F(ERREUR_F="EXCEPTION"))
//! test = code_aster.TestCase()
//! test.assertAlmostEqual(modes.LIST_PARA()["FREQ"][0], 12.5, places=6)
//! ```

use std::sync::Arc;

use super::builtins::Builtin;
use super::calls::NOWHERE;
use super::compare::{compare, truth};
use super::fault::{Fault, Result};
use super::function::Arguments;
use super::interpreter::Interpreter;
use super::scope::Scope;
use super::value::{Factor, Keyword, Module, Value};
use crate::source::Span;
use crate::syntax::CompareOperator;

type Check = fn(&mut Interpreter<'_>, Arguments, &Arc<Scope>) -> Result<Value>;

/// Checks of a test case that compare two values.
const COMPARISONS: &[(&str, Check)] = &[
    ("assertDictEqual", |i, a, s| compared(i, a, s, "assertDictEqual", CompareOperator::Equal)),
    ("assertEqual", |i, a, s| compared(i, a, s, "assertEqual", CompareOperator::Equal)),
    ("assertGreater", |i, a, s| compared(i, a, s, "assertGreater", CompareOperator::Greater)),
    ("assertGreaterEqual", |i, a, s| compared(i, a, s, "assertGreaterEqual", CompareOperator::GreaterEqual)),
    ("assertIn", |i, a, s| compared(i, a, s, "assertIn", CompareOperator::In)),
    ("assertIs", |i, a, s| compared(i, a, s, "assertIs", CompareOperator::Is)),
    ("assertIsNot", |i, a, s| compared(i, a, s, "assertIsNot", CompareOperator::IsNot)),
    ("assertLess", |i, a, s| compared(i, a, s, "assertLess", CompareOperator::Less)),
    ("assertLessEqual", |i, a, s| compared(i, a, s, "assertLessEqual", CompareOperator::LessEqual)),
    ("assertListEqual", |i, a, s| compared(i, a, s, "assertListEqual", CompareOperator::Equal)),
    ("assertNotEqual", |i, a, s| compared(i, a, s, "assertNotEqual", CompareOperator::NotEqual)),
    ("assertNotIn", |i, a, s| compared(i, a, s, "assertNotIn", CompareOperator::NotIn)),
    ("assertTupleEqual", |i, a, s| compared(i, a, s, "assertTupleEqual", CompareOperator::Equal)),
];

/// The others.
const CHECKS: &[(&str, Check)] = &[
    ("assertAlmostEqual", |i, a, s| nearly(i, a, s)),
    ("assertFalse", |i, a, s| held(i, a, s, "assertFalse", false)),
    ("assertIsNone", |i, a, s| absent(i, a, s, "assertIsNone", true)),
    ("assertIsNotNone", |i, a, s| absent(i, a, s, "assertIsNotNone", false)),
    ("assertSequenceEqual", |i, a, s| same_items(i, a, s)),
    ("assertTrue", |i, a, s| held(i, a, s, "assertTrue", true)),
    ("printSummary", |_, _, _| Ok(Value::None)),
    ("summarize", |_, _, _| Ok(Value::None)),
];

/// Fills `code_aster` (also imported as `CA`).
pub(super) fn fill(scope: &Arc<Scope>) {
    scope.set("init", function("init", start));
    scope.set("close", function("close", |i, a, s| i.operator("FIN", Vec::new(), a.span, s)));
    scope.set("TestCase", function("TestCase", test_case));
}

fn function(name: &'static str, run: Check) -> Value {
    Value::Builtin(Builtin { name, is_type: false, run })
}

/// `init("--test", KEYWORD=...)`: options of the command line have no bearing here, keywords are those of DEBUT.
fn start(interpreter: &mut Interpreter<'_>, arguments: Arguments, scope: &Arc<Scope>) -> Result<Value> {
    let of_debut = |name: &str| name.chars().all(|c| c.is_ascii_uppercase() || c == '_');
    let named = arguments.named.into_iter().filter(|n| of_debut(&n.name));
    let keywords = named.map(|n| keyword(&n.name, n.value, arguments.span)).collect();
    interpreter.operator("DEBUT", keywords, arguments.span, scope)
}

fn test_case(_: &mut Interpreter<'_>, _: Arguments, _: &Arc<Scope>) -> Result<Value> {
    let scope = Scope::module();
    for (name, run) in COMPARISONS.iter().chain(CHECKS) {
        scope.set(name, function(name, *run));
    }
    Ok(Value::Module(Arc::new(Module { name: "TestCase".into(), scope })))
}

fn compared(
    interpreter: &mut Interpreter<'_>,
    arguments: Arguments,
    scope: &Arc<Scope>,
    check: &'static str,
    operator: CompareOperator,
) -> Result<Value> {
    let span = arguments.span;
    let [first, second, _] = arguments.take(check, ["first", "second", "msg"], 2)?.map(|v| v.unwrap_or(Value::None));
    // Two numbers show the value found.
    if let (CompareOperator::Equal, Some(found), Some(expected)) = (operator, first.as_real(), second.as_real()) {
        return interpreter.assertion(check, found, expected, 0.0, span, scope);
    }
    match compare(operator, &first, &second)? {
        Value::Unknown => Ok(Value::Unknown),
        answer => interpreter.verdict(check, truth(&answer)?, span, scope),
    }
}

/// As unittest: the difference rounded to `places` decimals (7) is zero, or is at most `delta`.
fn nearly(interpreter: &mut Interpreter<'_>, arguments: Arguments, scope: &Arc<Scope>) -> Result<Value> {
    let span = arguments.span;
    let check = "assertAlmostEqual";
    let [first, second, places, _, delta] =
        arguments.take(check, ["first", "second", "places", "msg", "delta"], 2)?.map(|v| v.unwrap_or(Value::None));
    if [&first, &second, &places, &delta].iter().any(|v| v.is_unknown()) {
        return Ok(Value::Unknown);
    }
    let tolerance = match (delta.as_real(), places.as_real()) {
        (Some(delta), _) => delta.abs(),
        (None, places) => 0.5 * libm::pow(10.0, -places.unwrap_or(7.0)),
    };
    match (first.as_real(), second.as_real(), first.as_complex(), second.as_complex()) {
        (Some(found), Some(expected), ..) => interpreter.assertion(check, found, expected, tolerance, span, scope),
        (.., Some(found), Some(expected)) => {
            interpreter.assertion(check, (found - expected).norm(), 0.0, tolerance, span, scope)
        }
        _ => Err(Fault::type_error(format!("{check} wants two numbers"))),
    }
}

fn held(
    interpreter: &mut Interpreter<'_>,
    arguments: Arguments,
    scope: &Arc<Scope>,
    check: &'static str,
    wanted: bool,
) -> Result<Value> {
    let span = arguments.span;
    let [value, _] = arguments.take(check, ["expr", "msg"], 1)?.map(|v| v.unwrap_or(Value::None));
    let found = truth(&value)?;
    interpreter.verdict(check, found.map(|found| found == wanted), span, scope)
}

fn absent(
    interpreter: &mut Interpreter<'_>,
    arguments: Arguments,
    scope: &Arc<Scope>,
    check: &'static str,
    wanted: bool,
) -> Result<Value> {
    let span = arguments.span;
    let [value, _] = arguments.take(check, ["obj", "msg"], 1)?.map(|v| v.unwrap_or(Value::None));
    let known = !value.is_unknown();
    let found = matches!(value, Value::None | Value::Nothing(_));
    interpreter.verdict(check, known.then_some(found == wanted), span, scope)
}

/// Lists, tuples and arrays of the same items are equal.
fn same_items(interpreter: &mut Interpreter<'_>, arguments: Arguments, scope: &Arc<Scope>) -> Result<Value> {
    let span = arguments.span;
    let check = "assertSequenceEqual";
    let [first, second, ..] =
        arguments.take(check, ["first", "second", "msg", "seq_type"], 2)?.map(|v| v.unwrap_or(Value::None));
    let (first, second) = (super::iteration::collect(&first)?, super::iteration::collect(&second)?);
    let (Some(first), Some(second)) = (first, second) else { return Ok(Value::Unknown) };
    let answer = compare(CompareOperator::Equal, &Value::list(first), &Value::list(second))?;
    match answer {
        Value::Unknown => Ok(Value::Unknown),
        answer => interpreter.verdict(check, truth(&answer)?, span, scope),
    }
}

fn keyword(name: &str, value: Value, span: Option<Span>) -> Keyword {
    let span = span.unwrap_or(NOWHERE);
    Keyword { name: name.into(), span, value, value_span: span, items: Vec::new() }
}

impl Interpreter<'_> {
    fn operator(
        &mut self,
        name: &str,
        keywords: Vec<Keyword>,
        span: Option<Span>,
        scope: &Arc<Scope>,
    ) -> Result<Value> {
        let span = span.unwrap_or(NOWHERE);
        self.call_command(name.into(), span, span, keywords, scope)
    }

    /// Yes is 1 and no is 0.
    fn verdict(&mut self, check: &str, holds: Option<bool>, span: Option<Span>, scope: &Arc<Scope>) -> Result<Value> {
        match holds {
            Some(holds) => self.assertion(check, f64::from(u8::from(holds)), 1.0, 0.0, span, scope),
            None => Ok(Value::Unknown),
        }
    }

    fn assertion(
        &mut self,
        check: &str,
        found: f64,
        expected: f64,
        tolerance: f64,
        span: Option<Span>,
        scope: &Arc<Scope>,
    ) -> Result<Value> {
        let number = self.operator("DEFI_CONSTANTE", vec![keyword("VALE", Value::Real(found), span)], span, scope)?;
        if let Value::Concept(handle) = &number {
            handle.set_name(check);
        }
        let arguments = [
            ("FONCTION", number),
            ("VALE_PARA", Value::Real(0.0)),
            ("VALE_CALC", Value::Real(expected)),
            ("CRITERE", Value::text("ABSOLU")),
            ("TOLE_MACHINE", Value::Real(tolerance)),
        ];
        let arguments = arguments.into_iter().map(|(name, value)| keyword(name, value, span)).collect();
        let value = Value::Factor(Arc::new(Factor { arguments, span: span.unwrap_or(NOWHERE) }));
        self.operator("TEST_FONCTION", vec![keyword("VALEUR", value, span)], span, scope)?;
        Ok(Value::None)
    }
}
