//! Functions, surfaces and formulas: their values, their points, the rules they follow.

use crate::concepts::{Concept, FormulaValue, Handle};
use crate::diag::Diagnostic;
use crate::kernel::signal::{Interpolation, SignalFault};
use crate::python::core::display::represent;
use crate::python::core::fault::{Fault, Result};
use crate::python::core::value::{Array, Value};
use crate::source::Span;

/// Value of a function, surface or formula, by the command rule.
pub fn value_at(concept: &Concept, handle: &Handle, arguments: &[Value], span: Span) -> Result<Value> {
    let number = |i: usize| -> Result<f64> {
        arguments[i].as_real().ok_or_else(|| {
            Fault::type_error(format!("{} expects numbers, not {}", named(handle), arguments[i].a_type()))
        })
    };
    let wanted = match concept {
        Concept::Surface(_) => 2,
        Concept::Formula(formula) => formula.parameters.len(),
        _ => 1,
    };
    if arguments.len() != wanted {
        let parameters = match concept {
            Concept::Surface(s) => vec![s.parameter.as_str(), s.inner_parameter.as_str()],
            Concept::Formula(formula) => formula.parameters.iter().map(String::as_str).collect(),
            Concept::Function(f) => vec![f.parameter.as_str()],
            _ => Vec::new(),
        };
        let (of, s) = (parameters.join(", "), if wanted == 1 { "" } else { "s" });
        let given = arguments.len();
        let message = format!("{} takes {wanted} value{s} ({of}), {given} given", named(handle));
        return Err(Fault::type_error(message));
    }
    let failed = |fault: SignalFault| {
        let shown: Vec<String> = arguments.iter().map(represent).collect();
        let message = format!("{}({}) has no value: {fault}", named(handle), shown.join(", "));
        Fault::with("ValueError", Diagnostic::error("G012", message).at(span).label("evaluated here"))
    };
    match concept {
        Concept::Function(f) => f.value(number(0)?).map(Value::Real).map_err(failed),
        Concept::ComplexFunction(f) => f.value(number(0)?).map(Value::Complex).map_err(failed),
        Concept::Surface(s) => s.value(number(0)?, number(1)?).map(Value::Real).map_err(failed),
        Concept::Formula(formula) => {
            let numbers = (0..wanted).map(number).collect::<Result<Vec<f64>>>()?;
            Ok(match formula.value(&numbers).map_err(failed)? {
                FormulaValue::Real(x) => Value::Real(x),
                FormulaValue::Complex(z) => Value::Complex(z),
            })
        }
        _ => Ok(Value::Unknown),
    }
}

fn named(handle: &Handle) -> &str {
    if handle.name().is_empty() { "the function" } else { handle.name() }
}

/// `Absc()`: abscissae, of a surface the values of its parameter, as an array.
pub fn abscissae(concept: &Concept) -> Value {
    match concept {
        Concept::Function(f) => Array::reals(f.table().abscissae.iter().copied()).value(),
        Concept::ComplexFunction(f) => Array::reals(f.abscissae.iter().copied()).value(),
        Concept::Surface(s) => Array::reals(s.values.iter().copied()).value(),
        _ => Value::Unknown,
    }
}

/// `Ordo()`: ordinates, of a complex function their real parts, as an array.
pub fn ordinates(concept: &Concept) -> Value {
    match concept {
        Concept::Function(f) => Array::reals(f.table().ordinates.iter().copied()).value(),
        Concept::ComplexFunction(f) => Array::reals(f.values.iter().map(|z| z.re)).value(),
        _ => Value::Unknown,
    }
}

/// `OrdoImg()`
pub fn imaginary_ordinates(concept: &Concept) -> Value {
    match concept {
        Concept::ComplexFunction(f) => Array::reals(f.values.iter().map(|z| z.im)).value(),
        _ => Value::Unknown,
    }
}

/// `Valeurs()`: lists of abscissae and of ordinates; the numbers of a list.
pub fn points(concept: &Concept) -> Value {
    match concept {
        Concept::Function(f) => {
            let table = f.table();
            Value::list(vec![Value::reals(table.abscissae.clone()), Value::reals(table.ordinates.clone())])
        }
        Concept::ComplexFunction(f) => Value::list(vec![
            Value::reals(f.abscissae.clone()),
            Value::reals(f.values.iter().map(|z| z.re)),
            Value::reals(f.values.iter().map(|z| z.im)),
        ]),
        Concept::Surface(s) => {
            let inner = s
                .functions
                .iter()
                .map(|t| Value::list(vec![Value::reals(t.abscissae.clone()), Value::reals(t.ordinates.clone())]));
            Value::list(vec![Value::reals(s.values.clone()), Value::list(inner.collect())])
        }
        list => numbers(list),
    }
}

/// `getValues()`: abscissae, then ordinates, in one list; the numbers of a list.
pub fn numbers(concept: &Concept) -> Value {
    match concept {
        Concept::Function(f) => {
            let table = f.table();
            Value::reals(table.abscissae.iter().chain(&table.ordinates).copied())
        }
        Concept::ComplexFunction(f) => {
            Value::reals(f.abscissae.iter().copied().chain(f.values.iter().flat_map(|z| [z.re, z.im])))
        }
        Concept::RealList(list) => Value::reals(list.iter().copied()),
        Concept::IntegerList(list) => Value::list(list.iter().map(|i| Value::Integer(*i)).collect()),
        _ => Value::Unknown,
    }
}

/// `Parametres()`
pub fn parameters(concept: &Concept) -> Value {
    let text = |s: &str| Value::text(s);
    let rules = |rules: (Interpolation, Interpolation)| Value::list(vec![text(rules.0.word()), text(rules.1.word())]);
    let entries = |interpolation, parameter: &str, result: &str, left: &str, right: &str| {
        Value::dictionary([
            ("INTERPOL".into(), interpolation),
            ("NOM_PARA".into(), text(parameter)),
            ("NOM_RESU".into(), text(result)),
            ("PROL_GAUCHE".into(), text(left)),
            ("PROL_DROITE".into(), text(right)),
        ])
    };
    match concept {
        Concept::Function(f) => {
            let t = f.table();
            entries(rules(t.interpolation), &f.parameter, &f.result, t.left.word(), t.right.word())
        }
        Concept::ComplexFunction(f) => {
            entries(rules(f.interpolation), &f.parameter, &f.result, f.left.word(), f.right.word())
        }
        Concept::Surface(s) => entries(rules(s.interpolation), &s.parameter, &s.result, s.left.word(), s.right.word()),
        Concept::Formula(f) => Value::dictionary([
            ("INTERPOL".into(), Value::list(vec![text("LIN"), text("LIN")])),
            ("NOM_PARA".into(), Value::list(f.parameters.iter().map(|p| text(p)).collect())),
            ("NOM_RESU".into(), text("TOUTRESU")),
            ("PROL_GAUCHE".into(), text("EXCLU")),
            ("PROL_DROITE".into(), text("EXCLU")),
        ]),
        _ => Value::Unknown,
    }
}
