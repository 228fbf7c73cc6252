//! The inner function of a surface at one value of its first parameter.

use std::sync::Arc;

use crate::catalogue::{Call, CallError};
use crate::concepts::{Concept, Function};
use crate::kernel::signal::Signal;
use crate::operators::call::access::Closeness;
use crate::operators::functions::attributes::Attributes;

pub(super) fn extract(call: &Call) -> Result<Function, CallError> {
    let Some(Concept::Surface(surface)) = call.concept("NAPPE") else {
        return Err(call.error("NAPPE", "R433", "NAPPE is not a function of two parameters"));
    };
    let wanted = call.real("VALE_PARA_FONC")?;
    let precision = call.real("PRECISION")?;
    let closeness = Closeness { precision, ..Closeness::read(call) };
    let Some(rank) = closeness.find(&surface.values, wanted) else {
        let message = format!("VALE_PARA_FONC: the surface has no function at {} = {wanted}", surface.parameter);
        let values: Vec<_> = surface.values.iter().map(f64::to_string).collect();
        let help = format!("it has functions at {}", values.join(", "));
        return Err(Box::new(call.error("VALE_PARA_FONC", "R446", message).help(help)));
    };
    let own = &surface.functions[rank];
    let attributes = Attributes { interpolation: own.interpolation, left: own.left, right: own.right }.overridden(call);
    attributes.check_positive(call, "INTERPOL", &own.abscissae, &own.ordinates)?;
    let name = |keyword: &str, own: &String| call.text_if_given(keyword).map_or(own.clone(), |t| t.to_string());
    Ok(Function {
        parameter: name("NOM_PARA", &surface.inner_parameter),
        result: name("NOM_RESU", &surface.result),
        signal: Signal::Table(Arc::new(attributes.table(own.abscissae.clone(), own.ordinates.clone()))),
    })
}
