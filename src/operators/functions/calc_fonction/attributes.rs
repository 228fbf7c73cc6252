//! The attributes that a call of CALC_FONCTION gives its result.

use std::sync::Arc;

use super::input;
use crate::catalogue::{Call, CallError};
use crate::concepts::{ComplexFunction, Concept, Function, Surface};
use crate::kernel::signal::Signal;
use crate::operators::Context;
use crate::operators::functions::{Attributes, put_in_order};

/// The result with the attributes the call gives, checked like any function made by hand.
pub(super) fn with_asked_attributes(
    call: &Call,
    operation: &str,
    result: Concept,
    context: &mut Context<'_>,
) -> Result<Concept, CallError> {
    let parameter = call.text_if_given("NOM_PARA").map(|name| name.to_string());
    let name = call.text_if_given("NOM_RESU").map(|name| name.to_string());
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
            if let Some(inner) = call.text_if_given("NOM_PARA_FONC") {
                surface.inner_parameter = inner.to_string();
            }
            Concept::Surface(Arc::new(surface))
        }
        other => other,
    })
}
