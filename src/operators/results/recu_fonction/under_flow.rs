//! A frequency or a damping against the speed of a flow, or a critical speed against the constant of Connors.

use super::curve::{Curve, Ordinates};
use crate::catalogue::{Call, CallError};
use crate::operators::flow::function_of_base;

pub(super) fn extract(call: &Call) -> Result<Curve, CallError> {
    let ((parameter, abscissae), (result, values)) = function_of_base(call, call.fluid_elastic("BASE_ELAS_FLUI")?)?;
    Ok(Curve { parameter: parameter.into(), result, abscissae, ordinates: Ordinates::Real(values) })
}
