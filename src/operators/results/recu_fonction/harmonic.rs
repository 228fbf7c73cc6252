//! From a harmonic response on a modal basis: generalised amplitudes, motion of a node.

use num_complex::Complex64;

use super::curve::{Curve, Ordinates};
use super::generalized::shape_row;
use crate::catalogue::{Call, CallError};
use crate::concepts::{HarmonicResponse, States};
use crate::operators::Context;
use crate::operators::call::access::Sample;
use crate::operators::call::states::chosen_or_all;

pub(super) fn extract(call: &Call, response: &HarmonicResponse, context: &Context<'_>) -> Result<Curve, CallError> {
    let field = call.text_if_given("NOM_CHAM").map_or_else(String::new, |t| t.to_string());
    let samples = chosen_or_all(call, States::Harmonic(response), call.is("INTERP_NUME", "LIN"))?;
    let row = match call.integer_if_given("NUME_CMP_GENE") {
        Some(rank) if rank < 1 || rank as usize > response.size => {
            let message = format!("NUME_CMP_GENE={rank}: the basis has {} generalised coordinates", response.size);
            return Err(call.error("NUME_CMP_GENE", "R436", message));
        }
        Some(rank) => (1..=response.size as i64).map(|j| f64::from(u8::from(j == rank))).collect(),
        None => shape_row(call, &response.basis, response.size, context)?.shape,
    };
    let missing = || {
        let message = format!("NOM_CHAM: the harmonic response has no {field}");
        Box::new(call.error("NOM_CHAM", "R445", message).help(format!("it has {}", response.fields.join(", "))))
    };
    let value = |k: usize| -> Result<Complex64, CallError> {
        let factor = response.factor(&field, k).ok_or_else(missing)?;
        Ok(factor * row.iter().zip(response.q_of(&field, k)).fold(Complex64::default(), |sum, (phi, q)| sum + q * phi))
    };
    let at = |s: &Sample| {
        let (left, right) = (value(s.left)?, value(s.right)?);
        Ok(Complex64::new(s.mix(left.re, right.re), s.mix(left.im, right.im)))
    };
    let values = samples.iter().map(at).collect::<Result<Vec<_>, CallError>>()?;
    Ok(Curve {
        parameter: "FREQ".into(),
        result: field.clone(),
        abscissae: samples.iter().map(|s| s.at).collect(),
        ordinates: Ordinates::Complex(values),
    })
}
