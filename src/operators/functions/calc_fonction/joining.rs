//! Sums and products of several functions, point by point.

use std::sync::Arc;

use num_complex::Complex64;

use super::input::{Real, Several, asked_list, fault, no_support, several};
use super::surfaces::merged;
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Concept, Surface};
use crate::kernel::signal::Table;
use crate::kernel::signal::support::{common_support, same_support};

/// What joins two functions.
#[derive(Clone, Copy)]
pub(super) enum Join {
    Sum,
    Product,
}

pub(super) fn joined(
    call: &Call,
    keywords: &Keywords,
    functions: Several,
    coefficients: &[f64],
    join: Join,
) -> Result<Concept, CallError> {
    let list = asked_list(call);
    match functions {
        Several::Functions(functions) => {
            let tables: Vec<&Table> = functions.iter().map(|f| &*f.table).collect();
            let table = accumulated(keywords, &tables, coefficients, join)?;
            let table = on_list(keywords, table, list.as_deref())?;
            Ok(Real { table: table.into(), ..functions[0].clone() }.concept())
        }
        Several::Surfaces(surfaces) => {
            let (values, families) = merged(keywords, &surfaces)?;
            let mut functions = Vec::with_capacity(values.len());
            for family in &families {
                let tables: Vec<&Table> = family.iter().collect();
                let table = accumulated(keywords, &tables, coefficients, join)?;
                functions.push(on_list(keywords, table, list.as_deref())?);
            }
            Ok(Concept::Surface(Arc::new(Surface { values, functions, ..surfaces[0].clone() })))
        }
    }
}

/// COMB_C of surfaces: they hold real values, so coefficients must be real.
pub(super) fn sum_of_surfaces(call: &Call, keywords: &Keywords, terms: &[Keywords]) -> Result<Concept, CallError> {
    let mut coefficients = Vec::with_capacity(terms.len());
    for term in terms {
        let z = term
            .complex_if_given("COEF_C")
            .unwrap_or_else(|| Complex64::new(term.real_if_given("COEF_R").unwrap_or(1.0), 0.0));
        if z.im != 0.0 {
            let mut error = term.error("COEF_C", "R521", "a surface holds real values, this coefficient is complex");
            error.help = Some("COEF_R combines surfaces with real coefficients".into());
            return Err(error);
        }
        coefficients.push(z.re);
    }
    let functions = several(keywords, "FONCTION", terms.iter().map(|t| t.concept("FONCTION")))?;
    joined(call, keywords, functions, &coefficients, Join::Sum)
}

/// The sum or product of functions, with the rules of the first.
pub(super) fn accumulated(
    keywords: &Keywords,
    tables: &[&Table],
    coefficients: &[f64],
    join: Join,
) -> Result<Table, CallError> {
    let Some((first, others)) = tables.split_first() else { return Err(no_support(keywords)) };
    let mut sum = (*first).clone();
    sum.ordinates.iter_mut().for_each(|y| *y = scaled(coefficients[0], *y));
    for (table, c) in others.iter().zip(&coefficients[1..]) {
        if let Some((left, right)) = same_support(table.domain(), sum.domain()) {
            for (s, f) in sum.ordinates.iter_mut().zip(&table.ordinates) {
                *s = joined_values(join, *c, *f, *s);
            }
            (sum.left, sum.right) = (left, right);
            continue;
        }
        let support = common_support(table.domain(), sum.domain()).ok_or_else(|| no_support(keywords))?;
        let mut ordinates = Vec::with_capacity(support.abscissae.len());
        let (mut below, mut below_sum) = (0, 0);
        for &x in &support.abscissae {
            let value = table.evaluate_command_near(x, &mut below);
            let value = value.and_then(|f| Ok((f, sum.evaluate_command_near(x, &mut below_sum)?)));
            let (f, s) = value.map_err(|f| fault(keywords, f))?;
            ordinates.push(joined_values(join, *c, f, s));
        }
        sum = Table { abscissae: support.abscissae, ordinates, left: support.left, right: support.right, ..sum };
    }
    (sum.left, sum.right) = (first.left, first.right);
    Ok(sum)
}

fn scaled(c: f64, y: f64) -> f64 {
    if c == 1.0 { y } else { c * y }
}

fn joined_values(join: Join, c: f64, f: f64, s: f64) -> f64 {
    match join {
        Join::Sum => scaled(c, f) + s,
        Join::Product => f * s,
    }
}

/// LIST_PARA: the function evaluated again on these abscissae.
pub(super) fn on_list(keywords: &Keywords, table: Table, list: Option<&[f64]>) -> Result<Table, CallError> {
    let Some(list) = list else { return Ok(table) };
    let values = table.evaluate_command_at(list).map_err(|f| fault(keywords, f))?;
    Ok(table.with_points(list.to_vec(), values))
}
