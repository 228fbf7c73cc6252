//! CALC_FONCTION: operations on functions.
//!
//! ```text
//! SUM = CALC_FONCTION(COMB=(_F(FONCTION=F, COEF=1.0), _F(FONCTION=G, COEF=-2.0)))
//! SRO = CALC_FONCTION(SPEC_OSCI=_F(FONCTION=ACC, AMOR_REDUIT=0.05, NORME=9.81))
//! ```
//!
//! Sums, products, powers and envelopes are taken on common abscissae (`kernel::signal::support`), functions
//! being evaluated by the command rule; integrals and derivatives come from `kernel::signal::calculus`,
//! spectra from `kernel::signal::fourier` and `kernel::signal::oscillator`. The attributes that follow from
//! the operation are then replaced by NOM_PARA, NOM_RESU, INTERPOL, PROL_GAUCHE, PROL_DROITE of the call.

mod arithmetic;
mod calculus;
mod complex;
mod frequency;
mod input;
mod joining;
mod shape;
mod spectral;
mod statistics;
mod surfaces;
#[cfg(test)]
mod tests;

pub(in crate::operators) use spectral::{check_damping, frequencies, norm};

use std::sync::Arc;

use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{ComplexFunction, Concept, Function, Surface};
use crate::kernel::signal::Signal;
use crate::operators::functions::info_fonction::indicators;
use crate::operators::functions::{Attributes, put_in_order};
use crate::operators::{Context, Operator, Outcome, set_result};

pub(in crate::operators) const CALC_FONCTION: Operator = Operator { name: "CALC_FONCTION", run };

type Operation = fn(&Call, &Keywords, &mut Context<'_>) -> Result<Concept, CallError>;

/// Each operation, by the keyword that asks for it.
const OPERATIONS: &[(&str, Operation)] = &[
    ("ABS", shape::absolute),
    ("ASSE", shape::joined),
    ("COMB", arithmetic::sum),
    ("COMB_C", complex::sum),
    ("COMPOSE", shape::composed),
    ("CORR_ACCE", calculus::corrected),
    ("DERIVE", calculus::derivative),
    ("DERIVE_FREQ", frequency::derivative),
    ("ENVELOPPE", statistics::envelope),
    ("EXTRACTION", shape::part),
    ("FFT", spectral::fourier),
    ("FRACTILE", statistics::fractile),
    ("INTEGRE", calculus::integral),
    ("INTEGRE_FREQ", frequency::integral),
    ("INTERPOL_FFT", frequency::refinement),
    ("INVERSE", shape::inverse),
    ("MOYENNE", statistics::mean),
    ("MULT", arithmetic::product),
    ("PROL_SPEC_OSCI", spectral::extended),
    ("PUISSANCE", arithmetic::power),
    ("REGR_POLYNOMIALE", calculus::regression),
    ("SPEC_OSCI", spectral::response),
];

fn run(call: &Call, context: &mut Context<'_>) -> Outcome {
    if let Some(table) = indicators(call, context)? {
        return set_result(call, Concept::Table(Arc::new(table)));
    }
    let asked = OPERATIONS.iter().find_map(|(name, operation)| Some((*name, operation, call.one(name)?)));
    let Some((name, operation, keywords)) = asked else {
        let names: Vec<&str> = OPERATIONS.iter().map(|(name, _)| *name).collect();
        let mut error = call.error("CALC_FONCTION", "R521", "CALC_FONCTION is asked for no operation it computes");
        error.help = Some(format!("it computes {}", names.join(", ")));
        return Err(error);
    };
    let result = operation(call, keywords, context)?;
    set_result(call, with_asked_attributes(call, name, result, context)?)
}

/// The result with the attributes the call gives, checked like any function made by hand.
fn with_asked_attributes(
    call: &Call,
    operation: &str,
    result: Concept,
    context: &mut Context<'_>,
) -> Result<Concept, CallError> {
    let parameter = call.text("NOM_PARA").map(|name| name.to_string());
    let name = call.text("NOM_RESU").map(|name| name.to_string());
    Ok(match result {
        Concept::Function(function) => {
            let function = Arc::unwrap_or_clone(function);
            let mut table = match function.signal {
                Signal::Table(table) => Arc::unwrap_or_clone(table),
                _ => function.table().into_owned(),
            };
            put_in_order(call, operation, false, &mut table.abscissae, &mut table.ordinates, context)?;
            input::finite(call, operation, table.abscissae.iter().chain(&table.ordinates))?;
            let rules = Attributes { interpolation: table.interpolation, left: table.left, right: table.right };
            let rules = rules.overridden(call);
            rules.check_positive(call, "INTERPOL", &table.abscissae, &table.ordinates)?;
            Concept::Function(Arc::new(Function {
                parameter: parameter.unwrap_or(function.parameter),
                result: name.unwrap_or(function.result),
                signal: Signal::Table(Arc::new(rules.table(table.abscissae, table.ordinates))),
            }))
        }
        Concept::ComplexFunction(function) => {
            let ComplexFunction { interpolation, left, right, .. } = *function;
            let rules = Attributes { interpolation, left, right }.overridden(call);
            input::finite(call, operation, function.values.iter().flat_map(|z| [&z.re, &z.im]))?;
            rules.check_positive(call, "INTERPOL", &function.abscissae, &[])?;
            let Attributes { interpolation, left, right } = rules;
            let function = function.as_ref().clone();
            Concept::ComplexFunction(Arc::new(ComplexFunction {
                parameter: parameter.unwrap_or(function.parameter),
                result: name.unwrap_or(function.result),
                interpolation,
                left,
                right,
                abscissae: function.abscissae,
                values: function.values,
            }))
        }
        Concept::Surface(surface) => {
            let mut surface: Surface = surface.as_ref().clone();
            let Surface { interpolation, left, right, .. } = surface;
            let rules = Attributes { interpolation, left, right }.overridden(call);
            (surface.interpolation, surface.left, surface.right) = (rules.interpolation, rules.left, rules.right);
            rules.check_positive(call, "INTERPOL", &surface.values, &[])?;
            put_in_order(call, operation, false, &mut surface.values, &mut surface.functions, context)?;
            for table in &mut surface.functions {
                put_in_order(call, operation, false, &mut table.abscissae, &mut table.ordinates, context)?;
                input::finite(call, operation, table.abscissae.iter().chain(&table.ordinates))?;
                let rules = Attributes { interpolation: table.interpolation, left: table.left, right: table.right };
                let rules = rules.overridden_inside(call);
                (table.interpolation, table.left, table.right) = (rules.interpolation, rules.left, rules.right);
            }
            surface.parameter = parameter.unwrap_or(surface.parameter);
            surface.result = name.unwrap_or(surface.result);
            if let Some(inner) = call.text("NOM_PARA_FONC") {
                surface.inner_parameter = inner.to_string();
            }
            Concept::Surface(Arc::new(surface))
        }
        other => other,
    })
}
