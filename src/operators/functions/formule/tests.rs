//! Programs against direct evaluation of their trees, and the closed forms of each construction.

use std::sync::Arc;

use indexmap::IndexMap;
use num_complex::Complex64;
use proptest::prelude::*;

use super::compile::Compiler;
use super::scope;
use crate::catalogue::{FreeValue, PythonFunction};
use crate::concepts::{Concept, Function, Handle};
use crate::kernel::signal::program::{Builder, Scalar};
use crate::kernel::signal::{Program, Signal, SignalFault, Table};
use crate::operators::call::testing::{call, run, texts, with_free};
use crate::source::{FileId, Span};
use crate::syntax::{
    Argument, BinaryOperator as B, CompareOperator as C, Comprehension, Expression, ExpressionKind as Kind,
    UnaryOperator as U,
};

fn e(kind: Kind) -> Expression {
    Expression { kind, span: Span::new(FileId(0), 0, 0) }
}

fn real(x: f64) -> Expression {
    e(Kind::Real(x))
}

fn int(i: i64) -> Expression {
    e(Kind::Integer(i))
}

fn name(n: &str) -> Expression {
    e(Kind::Name(n.into()))
}

fn binary(operator: B, a: Expression, b: Expression) -> Expression {
    e(Kind::Binary(operator, Box::new(a), Box::new(b)))
}

fn apply(function: &str, arguments: Vec<Expression>) -> Expression {
    let argument = |value: Expression| Argument { name: None, stars: 0, span: value.span, value };
    e(Kind::Call { function: Box::new(name(function)), arguments: arguments.into_iter().map(argument).collect() })
}

fn compare(a: Expression, operator: C, b: Expression) -> Expression {
    e(Kind::Compare(Box::new(a), vec![(operator, b)]))
}

fn choice(condition: Expression, then: Expression, otherwise: Expression) -> Expression {
    let [condition, then, otherwise] = [condition, then, otherwise].map(Box::new);
    e(Kind::Conditional { condition, then, otherwise })
}

fn compile_with(tree: &Expression, free: &[(&str, FreeValue)], complex: bool) -> Result<Program, String> {
    let parameters = vec!["X".to_string(), "Y".to_string()];
    let free: IndexMap<&str, FreeValue> = free.iter().map(|(n, v)| (*n, v.clone())).collect();
    let look = |name: &str| free.get(name).map(|value| scope::free(name, value));
    let compiler = Compiler {
        builder: Builder::new("the expression", parameters.clone(), complex),
        parameters: &parameters,
        free: &look,
        free_names: free.keys().map(|n| n.to_string()).collect(),
        basis: 0,
        depth: 0,
    };
    compiler.compile(tree).map_err(|error| error.message)
}

fn at(tree: &Expression, x: f64, y: f64) -> Result<f64, SignalFault> {
    compile_with(tree, &[], false).expect("a program").evaluate_real(&[x, y])
}

/// Direct evaluation of the trees that `trees` makes; `None` where there is no finite value.
fn direct(tree: &Expression, x: f64, y: f64) -> Option<f64> {
    let value = match &tree.kind {
        Kind::Real(v) => *v,
        Kind::Integer(i) => *i as f64,
        Kind::Name(n) => {
            if n == "X" {
                x
            } else {
                y
            }
        }
        Kind::Unary(U::Minus, a) => -direct(a, x, y)?,
        Kind::Unary(_, a) => f64::from(direct(a, x, y)? == 0.0),
        Kind::Binary(operator, a, b) => {
            let (a, b) = (direct(a, x, y)?, direct(b, x, y)?);
            match operator {
                B::Add => a + b,
                B::Subtract => a - b,
                B::Multiply => a * b,
                B::Divide if b == 0.0 => return None,
                B::Divide => a / b,
                _ => a * a,
            }
        }
        Kind::And(terms) => {
            let a = direct(&terms[0], x, y)?;
            if a == 0.0 { a } else { direct(&terms[1], x, y)? }
        }
        Kind::Or(terms) => {
            let a = direct(&terms[0], x, y)?;
            if a != 0.0 { a } else { direct(&terms[1], x, y)? }
        }
        Kind::Compare(a, rest) => {
            let mut left = direct(a, x, y)?;
            for (operator, term) in rest {
                let right = direct(term, x, y)?;
                let holds = if *operator == C::Less { left < right } else { left >= right };
                if !holds {
                    return Some(0.0);
                }
                left = right;
            }
            1.0
        }
        Kind::Conditional { condition, then, otherwise } => {
            let branch = if direct(condition, x, y)? != 0.0 { then } else { otherwise };
            direct(branch, x, y)?
        }
        Kind::Call { function, arguments } => {
            let Kind::Name(name) = &function.kind else { return None };
            let mut values = Vec::new();
            for argument in arguments {
                values.push(direct(&argument.value, x, y)?);
            }
            match (name.as_str(), values.as_slice()) {
                ("sin", [a]) => libm::sin(*a),
                ("abs", [a]) => a.abs(),
                ("sqrt", [a]) if *a >= 0.0 => a.sqrt(),
                ("max", [a, b]) => {
                    if b > a {
                        *b
                    } else {
                        *a
                    }
                }
                _ => return None,
            }
        }
        _ => return None,
    };
    value.is_finite().then_some(value)
}

fn trees() -> impl Strategy<Value = Expression> {
    let leaf = prop_oneof![(-3.0f64..3.0).prop_map(real), (-3i64..4).prop_map(int), Just(name("X")), Just(name("Y")),];
    leaf.prop_recursive(6, 60, 3, |inner| {
        let pair = (inner.clone(), inner.clone());
        let triple = (inner.clone(), inner.clone(), inner.clone());
        let operator = prop_oneof![Just(B::Add), Just(B::Subtract), Just(B::Multiply), Just(B::Divide)];
        prop_oneof![
            4 => (operator, pair.clone()).prop_map(|(o, (a, b))| binary(o, a, b)),
            1 => inner.clone().prop_map(|a| binary(B::Power, a, int(2))),
            1 => inner.clone().prop_map(|a| e(Kind::Unary(U::Minus, Box::new(a)))),
            1 => inner.clone().prop_map(|a| e(Kind::Unary(U::Not, Box::new(a)))),
            1 => pair.clone().prop_map(|(a, b)| e(Kind::And(vec![a, b]))),
            1 => pair.clone().prop_map(|(a, b)| e(Kind::Or(vec![a, b]))),
            1 => pair.clone().prop_map(|(a, b)| apply("max", vec![a, b])),
            1 => inner.clone().prop_map(|a| apply("sin", vec![a])),
            1 => inner.clone().prop_map(|a| apply("sqrt", vec![a])),
            1 => triple.clone().prop_map(|(a, b, c)| choice(a, b, c)),
            1 => triple.prop_map(|(a, b, c)| {
                e(Kind::Compare(Box::new(a), vec![(C::Less, b), (C::GreaterEqual, c)]))
            }),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]
    /// For all expressions and arguments, the program gives the bits of the direct evaluation, and a
    /// fault where there is no value (infinities inside an expression are left out).
    #[test]
    fn programs_equal_trees(tree in trees(), x in -2.0f64..2.0, y in -2i64..3) {
        let y = y as f64;
        if let Some(expected) = direct(&tree, x, y) {
            prop_assert_eq!(at(&tree, x, y).map(f64::to_bits), Ok(expected.to_bits()));
        }
    }
}

#[test]
fn faults_name_the_operation_and_the_values() {
    let quotient = binary(B::Divide, real(1.0), name("X"));
    let fault = at(&quotient, 0.0, 2.0).unwrap_err().to_string();
    assert_eq!(fault, "the formula `the expression` has no value for X = 0, Y = 2: division by zero");
    for (tree, reason) in [
        (apply("sqrt", vec![real(-1.0)]), "sqrt(-1) does not exist"),
        (apply("log", vec![name("X")]), "log(0) does not exist"),
        (apply("exp", vec![real(1e3)]), "exp(1000) is too large"),
        (binary(B::Power, name("X"), int(-1)), "zero cannot be raised to a negative power"),
        (binary(B::Power, real(-8.0), real(0.5)), "complex"),
        (binary(B::Modulo, int(3), name("X")), "division by zero"),
        (binary(B::Multiply, real(1e300), real(1e300)), "not a finite number"),
    ] {
        let fault = at(&tree, 0.0, 0.0).unwrap_err().to_string();
        assert!(fault.contains(reason), "{fault}");
    }
    // The branch not taken is not evaluated.
    assert_eq!(at(&choice(compare(name("X"), C::Equal, int(0)), int(5), quotient), 0.0, 0.0), Ok(5.0));
}

#[test]
fn arithmetic_is_python_s() {
    let modulo = |a: f64, b: f64| at(&binary(B::Modulo, real(a), real(b)), 0.0, 0.0);
    let floor = |a: f64, b: f64| at(&binary(B::FloorDivide, real(a), real(b)), 0.0, 0.0);
    assert_eq!((modulo(-7.0, 3.0), modulo(7.0, -3.0), floor(-7.0, 3.0)), (Ok(2.0), Ok(-2.0), Ok(-3.0)));
    let rounded = |x: f64| at(&apply("round", vec![real(x)]), 0.0, 0.0);
    assert_eq!((rounded(0.5), rounded(1.5), rounded(-2.5)), (Ok(0.0), Ok(2.0), Ok(-2.0)));
    assert_eq!(at(&apply("round", vec![real(2.675), int(2)]), 0.0, 0.0), Ok(2.67));
    assert_eq!(at(&apply("int", vec![real(-1.9)]), 0.0, 0.0), Ok(-1.0));
    assert_eq!(at(&binary(B::Power, int(3), int(33)), 0.0, 0.0), Ok(5559060566555523.0));
    assert_eq!(at(&apply("min", vec![name("X"), int(3), name("Y")]), 4.0, 2.0), Ok(2.0));
    let chained = e(Kind::Compare(Box::new(int(0)), vec![(C::Less, name("X")), (C::LessEqual, name("Y"))]));
    assert_eq!((at(&chained, 1.0, 2.0), at(&chained, 3.0, 2.0), at(&chained, 0.0, 2.0)), (Ok(1.0), Ok(0.0), Ok(0.0)));
    // A cube root taken by a power is complex for a negative number; its modulus is real.
    let cube_root = apply("abs", vec![binary(B::Power, name("X"), binary(B::Divide, real(1.0), int(3)))]);
    assert!((at(&cube_root, -8.0, 0.0).unwrap() - 2.0).abs() < 1e-15);
}

#[test]
fn sequences_are_unrolled() {
    // sum([C[i] * X**i for i in range(3)])
    let index = e(Kind::Index(Box::new(name("C")), Box::new(name("i"))));
    let term = binary(B::Multiply, index, binary(B::Power, name("X"), name("i")));
    let over = Comprehension { target: name("i"), iterable: apply("range", vec![int(3)]), conditions: vec![] };
    let polynomial = apply("sum", vec![e(Kind::ListComprehension(Box::new(term), vec![over]))]);
    let free = [("C", FreeValue::Numbers(vec![1.0, 10.0, 100.0]))];
    let program = compile_with(&polynomial, &free, false).unwrap();
    assert_eq!(program.evaluate_real(&[3.0, 0.0]), Ok(931.0));
    // C[int(X)], counted from the end too, and out of bounds.
    let lookup = e(Kind::Index(Box::new(name("C")), Box::new(apply("int", vec![name("X")]))));
    let program = compile_with(&lookup, &free, false).unwrap();
    assert_eq!(program.evaluate_real(&[1.5, 0.0]), Ok(10.0));
    assert_eq!(program.evaluate_real(&[-1.0, 0.0]), Ok(100.0));
    assert!(program.evaluate_real(&[3.0, 0.0]).is_err());
    let member = compare(name("X"), C::In, e(Kind::Tuple(vec![int(1), name("Y")])));
    assert_eq!((at(&member, 1.0, 2.0), at(&member, 2.0, 2.0), at(&member, 3.0, 2.0)), (Ok(1.0), Ok(1.0), Ok(0.0)));
}

#[derive(Debug)]
struct Twice;

impl PythonFunction for Twice {
    fn call(&self, arguments: &[Complex64]) -> Result<Complex64, String> {
        match arguments {
            [z] if z.re < 100.0 => Ok(z * 2.0),
            _ => Err("ValueError: too large".into()),
        }
    }
}

#[test]
fn functions_of_the_study_are_called_by_the_command_rule() {
    let handle = Handle::new(3, "fonction_sdaster");
    let signal = Signal::Table(Arc::new(Table::linear(vec![0.0, 1.0], vec![0.0, 10.0])));
    handle.set(Concept::Function(Arc::new(Function { parameter: "INST".into(), result: "DX".into(), signal })));
    let free = [("F", FreeValue::Concept(handle)), ("TWICE", FreeValue::Python(Arc::new(Twice)))];
    let program = compile_with(&apply("F", vec![name("X")]), &free, false).unwrap();
    assert_eq!(program.evaluate_real(&[0.5, 0.0]), Ok(5.0));
    // Within one millionth of the last step.
    assert_eq!(program.evaluate_real(&[1.0 + 5e-7, 0.0]), Ok(10.0));
    let fault = program.evaluate_real(&[3.0, 0.0]).unwrap_err().to_string();
    assert!(fault.ends_with("F: 3 lies outside [0, 1] and the extension is EXCLU"), "{fault}");
    let program = compile_with(&apply("TWICE", vec![apply("F", vec![name("X")])]), &free, false).unwrap();
    assert_eq!(program.evaluate_real(&[0.5, 0.0]), Ok(10.0));
    let wrong = compile_with(&apply("F", vec![name("X"), name("Y")]), &free, false);
    assert_eq!(wrong.unwrap_err(), "F takes 1 value(s) and is called with 2");
    assert_eq!(compile_with(&name("K"), &free, false).unwrap_err(), "K has no value in the formula");
}

#[test]
fn complex_formulas() {
    // exp(1j * X) / (1 + 2j * Y)
    let phase = apply("exp", vec![binary(B::Multiply, e(Kind::Imaginary(1.0)), name("X"))]);
    let under = binary(B::Add, int(1), binary(B::Multiply, e(Kind::Imaginary(2.0)), name("Y")));
    let program = compile_with(&binary(B::Divide, phase, under), &[], true).unwrap();
    let Ok(Scalar::Complex(z)) = program.evaluate(&[0.3, 0.5]) else { panic!("a complex value") };
    let expected = Complex64::new(0.3f64.cos(), 0.3f64.sin()) / Complex64::new(1.0, 1.0);
    assert!((z - expected).norm() < 1e-15);
    // A real value of a complex formula is promoted.
    let program = compile_with(&name("X"), &[], true).unwrap();
    assert_eq!(program.evaluate(&[2.0, 0.0]), Ok(Scalar::Complex(Complex64::new(2.0, 0.0))));
    assert!(at(&e(Kind::Imaginary(1.0)), 0.0, 0.0).is_err());
    let modulus = apply("abs", vec![apply("complex", vec![name("X"), name("Y")])]);
    assert_eq!(at(&modulus, 3.0, 4.0), Ok(5.0));
}

#[test]
fn constants_are_folded_but_never_across_a_branch() {
    // (X if Y else 2) + 3: the 2 and the 3 stand side by side in the program.
    let tree = binary(B::Add, choice(name("Y"), name("X"), int(2)), int(3));
    assert_eq!((at(&tree, 7.0, 1.0), at(&tree, 7.0, 0.0)), (Ok(10.0), Ok(5.0)));
    // A fault among constants waits until it is evaluated.
    let tree = choice(name("Y"), binary(B::Divide, int(1), int(0)), int(2));
    assert_eq!(at(&tree, 0.0, 0.0), Ok(2.0));
    assert!(at(&tree, 0.0, 1.0).is_err());
}

/// `VALE` as a study writes it.
fn formula(text: &str, free: Vec<(&str, FreeValue)>) -> Result<Concept, crate::catalogue::CallError> {
    let keywords = vec![("NOM_PARA", texts(&["X", "Y"])), ("VALE", texts(&[text]))];
    let call = free.into_iter().fold(call("FORMULE", keywords), |call, (name, value)| with_free(call, name, value));
    Ok(run(&call)?.0.expect("a formula"))
}

fn value(text: &str, x: f64, y: f64) -> f64 {
    let Ok(Concept::Formula(formula)) = formula(text, vec![]) else { panic!("{text} is not a formula") };
    match formula.value(&[x, y]) {
        Ok(crate::concepts::FormulaValue::Real(value)) => value,
        other => panic!("{text} gives {other:?}"),
    }
}

#[test]
fn expressions_as_studies_write_them() {
    let pi = std::f64::consts::PI;
    assert_eq!(value("3*sin(2*X) + X**2/2 - exp(-X)", 1.5, 0.0), 3.0 * libm::sin(3.0) + 1.125 - libm::exp(-1.5));
    assert_eq!(value("  (X if X < 1. else 2*X)\n + Y ", 3.0, 1.0), 7.0);
    assert_eq!(value("-2**2 + 7 // 2 + -7 // 2", 0.0, 0.0), -5.0);
    assert_eq!(value("sin(2.*pi*X) if 0. <= X <= 0.25 or Y > 0 else 0.0", 0.25, 0.0), libm::sin(2.0 * pi * 0.25));
    assert_eq!(value("sum([a*X**i for i, a in enumerate([1., 2., 3.]) if i != 1])", 2.0, 0.0), 13.0);
    assert_eq!(value("max([abs(v) for v in (X, Y, -9)][:2]) + len(range(3))", -4.0, 3.0), 7.0);
    assert_eq!(value("not (X and Y) and 1e3", 0.0, 1.0), 1000.0);
    assert_eq!(value("(X - 2j*Y).imag + math.floor(2.7)", 0.0, 3.0), -4.0);
}

#[test]
fn faulty_expressions_are_explained() {
    let message = |text: &str| {
        let error = formula(text, vec![("K", FreeValue::Number(Complex64::new(1.0, 0.0)))]).expect_err("refused");
        (error.code, error.message)
    };
    assert_eq!(message("X + Z").0, "R501");
    assert_eq!(message("X + sine(Y)").0, "R501");
    assert_eq!(message("sin(X, Y)").1, "sin takes 1 value and is called with 2 (at `sin(X, Y)`)");
    assert_eq!(message("K(X)").0, "R501");
    assert_eq!(message("X + 'a'").0, "R501");
    assert_eq!(message("sum(X)").0, "R501");
    assert_eq!(message("[1, 2]").0, "R501");
    assert_eq!(message("X.__class__").0, "R501");
    assert_eq!(message("sum([1 for i in range(10**6)])").0, "R501");
    assert_eq!(message(" ").0, "R503");
    assert!(message("X +* Y").0.starts_with('S'));
    let Ok(Concept::Formula(quotient)) = formula("1 + X / (Y - 2)", vec![]) else { panic!("a formula") };
    let fault = quotient.value(&[1.0, 2.0]).unwrap_err().to_string();
    let expected = "the formula `1 + X / (Y - 2)` has no value for X = 1, Y = 2: division by zero in `X / (Y - 2)`";
    assert_eq!(fault, expected);
}
