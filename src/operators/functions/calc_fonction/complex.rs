//! COMB_C and MULT of complex functions; real ones are promoted.

use std::sync::Arc;

use num_complex::Complex64;

use super::input::{asked_list, fault, no_support};
use super::joining::sum_of_surfaces;
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{ComplexFunction, Concept};
use crate::kernel::signal::Interpolation;
use crate::kernel::signal::support::{Domain, common_support};
use crate::operators::Context;
use crate::operators::functions::calc_fonction::joining::Join;

pub(super) fn sum(call: &Call, keywords: &Keywords, _context: &mut Context<'_>) -> Result<Concept, CallError> {
    let terms = call.factor("COMB_C");
    if terms.iter().any(|t| matches!(t.concept("FONCTION"), Some(Concept::Surface(_)))) {
        return sum_of_surfaces(call, keywords, terms);
    }
    let coefficient = |term: &Keywords| match term.complex_if_given("COEF_C") {
        Some(z) => z,
        None => Complex64::new(term.real_if_given("COEF_R").unwrap_or(1.0), 0.0),
    };
    let coefficients: Vec<Complex64> = terms.iter().map(coefficient).collect();
    joined(call, keywords, &promoted(terms)?, &coefficients, Join::Sum)
}

pub(super) fn product(call: &Call, keywords: &Keywords, _context: &mut Context<'_>) -> Result<Concept, CallError> {
    let functions = promoted(call.factor("MULT"))?;
    let ones = vec![Complex64::new(1.0, 0.0); functions.len()];
    joined(call, keywords, &functions, &ones, Join::Product)
}

/// The functions of all terms as complex ones.
fn promoted(terms: &[Keywords]) -> Result<Vec<ComplexFunction>, CallError> {
    let mut functions = Vec::with_capacity(terms.len());
    for term in terms {
        functions.push(match term.concept("FONCTION") {
            Some(Concept::ComplexFunction(function)) => function.as_ref().clone(),
            Some(Concept::Function(function)) => {
                let table = function.table();
                ComplexFunction {
                    parameter: function.parameter.clone(),
                    result: function.result.clone(),
                    abscissae: table.abscissae.clone(),
                    values: table.ordinates.iter().map(|y| Complex64::new(*y, 0.0)).collect(),
                    // Complex ordinates are always interpolated linearly.
                    interpolation: (table.interpolation.0, Interpolation::Linear),
                    left: table.left,
                    right: table.right,
                }
            }
            _ => {
                return Err(term.error("FONCTION", "R521", "a real or complex function is needed here"));
            }
        });
    }
    Ok(functions)
}

fn joined(
    call: &Call,
    keywords: &Keywords,
    functions: &[ComplexFunction],
    coefficients: &[Complex64],
    join: Join,
) -> Result<Concept, CallError> {
    let Some((first, others)) = functions.split_first() else { return Err(no_support(keywords)) };
    let mut sum = first.clone();
    sum.values.iter_mut().for_each(|z| *z *= coefficients[0]);
    for (function, c) in others.iter().zip(&coefficients[1..]) {
        let support = common_support(domain(function), domain(&sum)).ok_or_else(|| no_support(keywords))?;
        let mut values = Vec::with_capacity(support.abscissae.len());
        for &x in &support.abscissae {
            let pair = function.value(x).and_then(|f| Ok((f, sum.value(x)?)));
            let (f, s) = pair.map_err(|f| fault(keywords, f))?;
            values.push(match join {
                Join::Sum => f * c + s,
                Join::Product => f * s,
            });
        }
        (sum.abscissae, sum.values) = (support.abscissae, values);
        (sum.left, sum.right) = (support.left, support.right);
    }
    (sum.left, sum.right) = (first.left, first.right);
    if let Some(list) = asked_list(call) {
        let values: Result<Vec<Complex64>, _> = list.iter().map(|x| sum.value(*x)).collect();
        sum.values = values.map_err(|f| fault(keywords, f))?;
        sum.abscissae = list;
    }
    Ok(Concept::ComplexFunction(Arc::new(sum)))
}

fn domain(function: &ComplexFunction) -> Domain<'_> {
    Domain { abscissae: &function.abscissae, left: function.left, right: function.right }
}
