//! REST_SPEC_PHYS on a basis under flow: the response at nodes from that of the modes.

use super::base::speed_of;
use crate::catalogue::{Call, CallError};
use crate::concepts::{FluidElasticBase, Label, SpectralMatrix};
use crate::diag::Diagnostic;
use crate::operators::Context;

/// Fields of the motion.
const MOTIONS: [&str; 3] = ["DEPL", "VITE", "ACCE"];

/// The modes of the rows of a modal response, as shares of the modes without flow by their ranks, with the factor of each row: 1, or
/// a power of the pulsation of its mode for velocities and accelerations.
pub(in crate::operators) fn restored(
    call: &Call,
    base: &FluidElasticBase,
    matrix: &SpectralMatrix,
    field: &str,
    context: &mut Context<'_>,
) -> Result<Vec<Vec<(usize, f64)>>, CallError> {
    let speed = speed_of(call, base)?;
    let component = call.text_if_given("NOM_CMP").unwrap_or_default();
    let own = base.flow.as_ref().map(|flow| flow.component.name());
    if let (Some(own), true) = (own.filter(|own| **own != *component), MOTIONS.contains(&field)) {
        let message = format!("NOM_CMP='{component}' is not the component {own} along which the flow acts");
        context.warn(Diagnostic::warning("R547", message).at_if_absent(call.span_of("NOM_CMP")));
    }
    let power = match field {
        "VITE" => 1,
        "ACCE" => 2,
        _ => 0,
    };
    if power > 0 {
        context.slip("modal-pulsations", call.span_of("NOM_CHAM"));
    }
    let mode = |label: &Label| {
        let place = match label {
            Label::Order(order) => base.place(*order),
            Label::Node(_) => None,
        };
        let Some(place) = place else {
            let message = format!("INTE_SPEC_GENE has a row {label} that is no coupled mode");
            return Err(call.error("INTE_SPEC_GENE", "R547", message));
        };
        let pulsation = 2.0 * std::f64::consts::PI * base.states[speed].frequencies[place];
        let factor = (0..power).fold(1.0, |product, _| product * pulsation);
        Ok(base.shares(speed, place).into_iter().map(|(rank, share)| (rank, share * factor)).collect())
    };
    matrix.labels().iter().map(mode).collect()
}
