//! `test = code_aster.TestCase()`: checks written `test.assertEqual(a, b)`. Each is one comparison of the verdict, as those
//! of the TEST_ operators are: one that does not hold is shown and the study goes on.

use crate::kernel::linalg::modulus;
use crate::python::core::compare::{are_equal, truth};
use crate::python::core::display::represent;
use crate::python::core::entry::{Entry, function};
use crate::python::core::fault::{Fault, Result};
use crate::python::core::function::Arguments;
use crate::python::core::host::Check;
use crate::python::core::interpreter::Interpreter;
use crate::python::core::iteration::collect;
use crate::python::core::unknown::holds_unknown;
use crate::python::core::value::Value;
use crate::python::core::{display, function};
use crate::python::objects::operations::compare;
use crate::syntax::CompareOperator;
use crate::verdict::Compared;

macro_rules! checks {
    ($($name:literal)*) => {
        /// Methods of `TestCase()`.
        pub const FUNCTIONS: &[Entry] = &[
            $(function($name, |i, a, _| check(i, a, $name)),)*
            function("printSummary", |_, _, _| Ok(Value::None)),
        ];
    };
}

checks! {
    "assertAlmostEqual" "assertDictEqual" "assertEqual" "assertFalse" "assertGreater" "assertGreaterEqual" "assertIn" "assertIs"
    "assertIsNone" "assertIsNot" "assertIsNotNone" "assertLess" "assertLessEqual" "assertListEqual" "assertNotAlmostEqual"
    "assertNotEqual" "assertNotIn" "assertSequenceEqual" "assertTrue" "assertTupleEqual"
}

fn check(interpreter: &mut Interpreter<'_>, arguments: Arguments, name: &'static str) -> Result<Value> {
    let span = arguments.span.unwrap_or(function::NOWHERE);
    let (a, b, how) = operands(arguments, name)?;
    if holds_unknown(&a, 20) || holds_unknown(&b, 20) {
        return Ok(Value::None);
    }
    let mut check = Check {
        name,
        label: String::new(),
        computed: shown(&a),
        expected: shown(&b),
        error: None,
        tolerance: 0.0,
        passed: true,
        span,
    };
    match name {
        "assertAlmostEqual" | "assertNotAlmostEqual" => {
            let (Some(x), Some(y)) = (a.as_complex(), b.as_complex()) else {
                return Err(Fault::type_error(format!("{name}() compares numbers")));
            };
            // The difference is rounded to so many decimals: half a unit of the last one passes.
            check.tolerance = how.delta.unwrap_or_else(|| 0.5 * libm::exp10(-how.places.unwrap_or(7.0)));
            let distance = modulus(x - y);
            check.error = Some(distance);
            check.passed = (distance <= check.tolerance) == (name == "assertAlmostEqual");
        }
        "assertTrue" | "assertFalse" => {
            let Some(holds) = truth(&a)? else { return Ok(Value::None) };
            check.passed = holds == (name == "assertTrue");
            check.expected = Compared::Text(if name == "assertTrue" { "True" } else { "False" }.into());
        }
        "assertIsNone" | "assertIsNotNone" => {
            let none = matches!(a, Value::None | Value::Nothing(_));
            check.passed = none == (name == "assertIsNone");
            check.expected = Compared::Text(if name == "assertIsNone" { "None" } else { "not None" }.into());
        }
        // A list and a tuple of the same items.
        "assertSequenceEqual" => {
            let (Some(x), Some(y)) = (collect(&a)?, collect(&b)?) else { return Ok(Value::None) };
            check.passed = are_equal(&Value::list(x), &Value::list(y))?;
        }
        _ => {
            let holds = match operator(name) {
                Some(operator) => truth(&compare(operator, &a, &b)?)?,
                None => Some(are_equal(&a, &b)?),
            };
            let Some(holds) = holds else { return Ok(Value::None) };
            check.passed = holds;
        }
    }
    check.label = how.message.unwrap_or_else(|| name.to_string());
    interpreter.host.check(check);
    Ok(Value::None)
}

/// Third and later arguments.
#[derive(Default)]
struct How {
    places: Option<f64>,
    delta: Option<f64>,
    message: Option<String>,
}

fn operands(mut arguments: Arguments, name: &'static str) -> Result<(Value, Value, How)> {
    let mut how = How::default();
    for named in std::mem::take(&mut arguments.named) {
        match &*named.name {
            "places" => how.places = named.value.as_real(),
            "delta" => how.delta = named.value.as_real(),
            "msg" => how.message = Some(display::display(&named.value)),
            _ => arguments.named.push(named),
        }
    }
    if matches!(name, "assertTrue" | "assertFalse" | "assertIsNone" | "assertIsNotNone") {
        let [value, message] = arguments.take(name, ["expr", "msg"], 1)?;
        how.message = how.message.or(message.map(|m| display::display(&m)));
        return Ok((value.unwrap_or(Value::None), Value::None, how));
    }
    let [a, b, third, message] = arguments.take(name, ["first", "second", "third", "msg"], 2)?;
    let almost = name.ends_with("AlmostEqual");
    match third {
        Some(Value::None) | None => {}
        Some(value) if almost => how.places = value.as_real(),
        Some(value) => how.message = Some(display::display(&value)),
    }
    how.message = how.message.or(message.map(|m| display::display(&m)));
    Ok((a.unwrap_or(Value::None), b.unwrap_or(Value::None), how))
}

fn operator(name: &str) -> Option<CompareOperator> {
    Some(match name {
        "assertNotEqual" => CompareOperator::NotEqual,
        "assertGreater" => CompareOperator::Greater,
        "assertGreaterEqual" => CompareOperator::GreaterEqual,
        "assertLess" => CompareOperator::Less,
        "assertLessEqual" => CompareOperator::LessEqual,
        "assertIn" => CompareOperator::In,
        "assertNotIn" => CompareOperator::NotIn,
        "assertIs" => CompareOperator::Is,
        "assertIsNot" => CompareOperator::IsNot,
        _ => return None,
    })
}

fn shown(value: &Value) -> Compared {
    match value {
        Value::Integer(i) => Compared::Integer(*i),
        Value::Real(x) => Compared::Real(*x),
        Value::Complex(z) => Compared::Complex(*z),
        other => {
            let text = represent(other);
            let short: String = text.chars().take(SHOWN).collect();
            Compared::Text(if short.len() < text.len() { short + "..." } else { short })
        }
    }
}

/// Characters of a value that are shown.
const SHOWN: usize = 60;
