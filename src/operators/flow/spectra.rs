//! REST_SPEC_PHYS on a basis under flow: the response at nodes from that of the modes.

use super::base::speed_of;
use crate::catalogue::{Call, CallError};
use crate::concepts::{FluidElasticBase, Label, SpectralMatrix};
use crate::diag::Diagnostic;
use crate::operators::Context;

/// Ranks of the modes of the rows of a modal response, and the factor of each shape: 1, or a power of the pulsation of its mode for
/// velocities and accelerations.
pub(in crate::operators) fn restored(
    call: &Call,
    base: &FluidElasticBase,
    matrix: &SpectralMatrix,
    field: &str,
    context: &mut Context<'_>,
) -> Result<Vec<(usize, f64)>, CallError> {
    let speed = speed_of(call, base)?;
    let Some(flow) = &base.flow else {
        let message = "responses are not restored on modes along a flow (FAISCEAU_AXIAL)";
        let error = call.error("BASE_ELAS_FLUI", "R547", message);
        return Err(Box::new(
            error.help("MODI_BASE_MODALE gives the modes at a speed: DYNA_ALEA_MODAL and MODE_MECA take them"),
        ));
    };
    let component = call.text_if_given("NOM_CMP").unwrap_or_default();
    if ["DEPL", "VITE", "ACCE"].contains(&field) && &*component != flow.component.name() {
        let own = flow.component.name();
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
        Ok((base.ranks[place], (0..power).fold(1.0, |product, _| product * pulsation)))
    };
    matrix.labels().iter().map(mode).collect()
}
