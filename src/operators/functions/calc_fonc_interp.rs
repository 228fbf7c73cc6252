//! CALC_FONC_INTERP: a formula or a function sampled on a list of abscissae, by the solver rule.
//!
//! ```text
//! F = CALC_FONC_INTERP(FONCTION=FORM, LIST_PARA=TIMES, NOM_PARA="INST", PROL_DROITE="CONSTANT")
//! ```
//!
//! A complex input gives a complex function; a formula of two variables or a surface, with NOM_PARA_FONC and
//! a second list, gives a surface.

use std::sync::Arc;

use num_complex::Complex64;

use super::attributes::{Attributes, finite_values, put_in_order};
use super::no_value;
use crate::catalogue::{Call, CallError};
use crate::concepts::{ComplexFunction, Concept, FormulaValue, Function, Surface};
use crate::kernel::signal::{Signal, SignalFault};
use crate::operators::{Check, Context, Operator, Outcome, set_result};

pub(in crate::operators) const CALC_FONC_INTERP: Operator =
    Operator { name: "CALC_FONC_INTERP", run, check: Check::Rehearsed };

struct SamplingArguments<'a> {
    input: &'a Concept,
    abscissae: Vec<f64>,
    /// Keyword that gave them.
    keyword: &'static str,
    /// NOM_PARA_FONC and the inner abscissae.
    inner: Option<(String, Vec<f64>)>,
    parameter: Option<String>,
    result: String,
}

impl<'a> SamplingArguments<'a> {
    fn read(call: &'a Call) -> Result<Self, CallError> {
        let Some(input) = call.concept("FONCTION") else {
            return Err(call.error("FONCTION", "R503", "CALC_FONC_INTERP needs a function or a formula"));
        };
        let (keyword, abscissae) = list(call, "LIST_PARA", "VALE_PARA")?;
        let inner = match call.text_if_given("NOM_PARA_FONC") {
            Some(name) => Some((name.to_string(), list(call, "LIST_PARA_FONC", "VALE_PARA_FONC")?.1)),
            None => None,
        };
        Ok(SamplingArguments {
            input,
            abscissae,
            keyword,
            inner,
            parameter: call.text_if_given("NOM_PARA").map(|name| name.to_string()),
            result: call.text_if_given("NOM_RESU").map_or("TOUTRESU".into(), |name| name.to_string()),
        })
    }
}

fn run(call: &Call, context: &mut Context<'_>) -> Outcome {
    let mut arguments = SamplingArguments::read(call)?;
    put_in_order(call, arguments.keyword, true, &mut arguments.abscissae, &mut Vec::<()>::new(), context)?;
    let variables = variables(call, arguments.input)?;
    match (variables.as_slice(), &arguments.inner) {
        ([variable], None) => one_variable(call, &arguments, variable),
        ([outer, inner], Some(_)) => two_variables(call, &arguments, outer, inner, context),
        ([_, _], None) => {
            let message = format!("the input has two variables, {}", variables.join(" and "));
            let mut error = call.error("FONCTION", "R511", message);
            error.help = Some("give NOM_PARA_FONC, and VALE_PARA_FONC or LIST_PARA_FONC, to make a surface".into());
            Err(error)
        }
        ([variable], Some(_)) => {
            let message = format!("the input has the single variable {variable}: NOM_PARA_FONC has no meaning");
            Err(call.error("NOM_PARA_FONC", "R511", message))
        }
        _ => {
            let message = format!("the formula has {} variables, one or two can be sampled", variables.len());
            Err(call.error("FONCTION", "R511", message))
        }
    }
}

fn one_variable(call: &Call, arguments: &SamplingArguments<'_>, variable: &str) -> Outcome {
    let parameter = arguments.parameter.clone().unwrap_or_else(|| variable.to_string());
    let result = arguments.result.clone();
    let attributes = Attributes::DEFAULT.overridden(call);
    let abscissae = arguments.abscissae.clone();
    let fault = |fault: SignalFault| no_value(call, "FONCTION", call.handle("FONCTION"), &fault);
    let complex = match arguments.input {
        Concept::ComplexFunction(_) => true,
        Concept::Formula(formula) => formula.complex,
        _ => false,
    };
    if complex {
        let mut cursor = 0;
        let values: Result<Vec<Complex64>, SignalFault> =
            abscissae.iter().map(|&x| complex_value(arguments.input, x, &mut cursor)).collect();
        let values = values.map_err(fault)?;
        attributes.check_positive(call, arguments.keyword, &abscissae, &[])?;
        let Attributes { interpolation, left, right } = attributes;
        let function = ComplexFunction { parameter, result, abscissae, values, interpolation, left, right };
        return set_result(call, Concept::ComplexFunction(Arc::new(function)));
    }
    let Some(signal) = arguments.input.signal() else {
        return Err(call.error("FONCTION", "R511", "this formula cannot be sampled"));
    };
    let mut cursor = 0;
    let ordinates: Result<Vec<f64>, SignalFault> = abscissae.iter().map(|&x| signal.evaluate(x, &mut cursor)).collect();
    let ordinates = ordinates.map_err(fault)?;
    attributes.check_positive(call, arguments.keyword, &abscissae, &ordinates)?;
    let signal = Signal::Table(Arc::new(attributes.table(abscissae, ordinates)));
    set_result(call, Concept::Function(Arc::new(Function { parameter, result, signal })))
}

fn two_variables(
    call: &Call,
    arguments: &SamplingArguments<'_>,
    outer: &str,
    inner: &str,
    context: &mut Context<'_>,
) -> Outcome {
    let (inner_parameter, mut inner_abscissae) = arguments.inner.clone().unwrap_or_default();
    let given = arguments.parameter.as_deref().unwrap_or(outer);
    for (keyword, given, variable) in [("NOM_PARA", given, outer), ("NOM_PARA_FONC", &*inner_parameter, inner)] {
        if given != variable {
            let message = format!("{keyword} is {given} and the input's variables are {outer} and {inner}");
            let mut error = call.error(keyword, "R511", message);
            error.help = Some(format!("NOM_PARA='{outer}', NOM_PARA_FONC='{inner}'"));
            return Err(error);
        }
    }
    put_in_order(call, "VALE_PARA_FONC", true, &mut inner_abscissae, &mut Vec::<()>::new(), context)?;
    let rules = Attributes::DEFAULT.overridden_inside(call);
    let mut functions = Vec::with_capacity(arguments.abscissae.len());
    for &p in &arguments.abscissae {
        let values: Result<Vec<f64>, SignalFault> =
            inner_abscissae.iter().map(|&x| surface_value(arguments.input, p, x)).collect();
        let values = values.map_err(|fault| no_value(call, "FONCTION", call.handle("FONCTION"), &fault))?;
        rules.check_positive(call, "INTERPOL_FONC", &inner_abscissae, &values)?;
        functions.push(rules.table(inner_abscissae.clone(), values));
    }
    let attributes = Attributes::DEFAULT.overridden(call);
    attributes.check_positive(call, arguments.keyword, &arguments.abscissae, &[])?;
    let surface = Surface {
        parameter: outer.to_string(),
        values: arguments.abscissae.clone(),
        inner_parameter,
        result: arguments.result.clone(),
        functions,
        interpolation: attributes.interpolation,
        left: attributes.left,
        right: attributes.right,
    };
    set_result(call, Concept::Surface(Arc::new(surface)))
}

/// Names of the variables of the input, in order.
fn variables(call: &Call, input: &Concept) -> Result<Vec<String>, CallError> {
    Ok(match input {
        Concept::Function(function) => vec![function.parameter.clone()],
        Concept::ComplexFunction(function) => vec![function.parameter.clone()],
        Concept::Surface(surface) => vec![surface.parameter.clone(), surface.inner_parameter.clone()],
        Concept::Formula(formula) => formula.parameters.clone(),
        _ => return Err(call.error("FONCTION", "R511", "CALC_FONC_INTERP takes a function, a surface or a formula")),
    })
}

fn complex_value(input: &Concept, x: f64, cursor: &mut usize) -> Result<Complex64, SignalFault> {
    match input {
        Concept::ComplexFunction(function) => function.solver_value(x, cursor),
        Concept::Formula(formula) => formula.value(&[x]).map(FormulaValue::complex),
        _ => Err(SignalFault::NotFinite { x }),
    }
}

fn surface_value(input: &Concept, p: f64, x: f64) -> Result<f64, SignalFault> {
    match input {
        Concept::Surface(surface) => surface.solver_value(p, x),
        Concept::Formula(formula) => match formula.value(&[p, x])? {
            FormulaValue::Real(value) => Ok(value),
            FormulaValue::Complex(_) => Err(SignalFault::Domain { what: "a surface holds real values only".into(), x }),
        },
        _ => Err(SignalFault::NotFinite { x }),
    }
}

/// The values of a list concept or of a list of numbers, whichever is given.
fn list(call: &Call, concept: &'static str, values: &'static str) -> Result<(&'static str, Vec<f64>), CallError> {
    let (keyword, list) = match call.concept(concept) {
        Some(Concept::RealList(list)) => (concept, list.to_vec()),
        _ => (values, call.reals(values)),
    };
    finite_values(call, keyword, &list)?;
    if list.is_empty() {
        return Err(call.error(keyword, "R503", format!("{keyword} is empty: there is nothing to sample")));
    }
    Ok((keyword, list))
}
