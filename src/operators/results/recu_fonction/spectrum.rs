//! A term of a spectral matrix, or a signal drawn from one.

use super::curve::{Curve, Ordinates};
use crate::catalogue::{Call, CallError};
use crate::concepts::Density;
use crate::operators::call::terms::term;

pub(super) fn extract(call: &Call) -> Result<Curve, CallError> {
    let matrix = call.spectral_matrix("INTE_SPEC")?;
    let ordinates = match term(call, matrix)?.1 {
        Density::Real(values) => Ordinates::Real(values),
        Density::Complex(values) => Ordinates::Complex(values),
    };
    Ok(Curve {
        parameter: matrix.parameter.clone(),
        result: matrix.kind.clone(),
        abscissae: matrix.abscissae.clone(),
        ordinates,
    })
}
