//! The contact and the depths of wear that a call of POST_USURE designates.

use crate::catalogue::{Call, CallError};
use crate::concepts::Trajectory;
use crate::kernel::wear::{ContactHistory, StepClass, WearDimensions, WearGeometry, select};
use crate::operators::Context;
use crate::operators::call::entities::one_node;
use crate::operators::contact::post_dyna_moda_t::{history, warn_of_samples};

pub(super) fn blocks(call: &Call) -> usize {
    call.integer_if_given("NB_BLOC").unwrap_or(1).max(1) as usize
}

/// The samples of the contact at the node of the call, in its window.
pub(super) fn contact<'t>(
    call: &Call,
    run: &'t Trajectory,
    context: &mut Context<'_>,
) -> Result<ContactHistory<'t>, CallError> {
    let keyword = if call.has("GROUP_NO") { "GROUP_NO" } else { "NOEUD" };
    let Some(mesh) = &run.basis.mesh else {
        return Err(call.error(keyword, "R405", "the basis of the transient has no mesh"));
    };
    let mesh = context.latest_mesh(call, mesh);
    let Some(node) = one_node(call, "GROUP_NO", "NOEUD", mesh)? else {
        return Err(call.error(keyword, "R437", "the node of the contact is needed"));
    };
    let stops = run.interactions.iter().filter(|r| r.node_1 == node);
    let found = stops.filter_map(|record| Some((record, history(run, record)?))).next();
    let Some((record, contact)) = found else {
        return Err(call.error(keyword, "R442", format!("no contact of this transient is at node {}", node + 1)));
    };
    let (from, to) =
        (call.real_if_given("INST_INIT").unwrap_or(-1.0), call.real_if_given("INST_FIN").unwrap_or(f64::INFINITY));
    let window = select(contact.times(), from, to, StepClass::Variable, false);
    let window = window.map_err(|fault| call.error("INST_INIT", "R422", fault.to_string()))?;
    let contact = contact.window(window);
    warn_of_samples(call, record, &contact, context);
    Ok(contact)
}

/// Depth of wear of the tube for pairs of volumes; 0 without CONTACT.
pub(super) fn depths(call: &Call, volumes: &[(f64, f64)]) -> Result<Vec<f64>, CallError> {
    let Some(contact) = call.text_if_given("CONTACT") else { return Ok(vec![0.0; volumes.len()]) };
    let geometry = match &*contact {
        "TUBE_BAV" => WearGeometry::TubeBar,
        "TUBE_ALESAGE" => WearGeometry::TubeBore,
        "TUBE_3_ENCO" => WearGeometry::TubeThreeLands,
        "TUBE_4_ENCO" => WearGeometry::TubeFourLands,
        "TUBE_TUBE" => WearGeometry::TubeTube,
        "GRAPPE_ALESAGE" => WearGeometry::RodBore,
        "GRAPPE_1_ENCO" => WearGeometry::RodOneSlot,
        _ => WearGeometry::RodTwoSlots,
    };
    let radians = |name: &str| call.real_if_given(name).map(|degrees| degrees * (std::f64::consts::PI / 180.0));
    let given = WearDimensions {
        mobile_radius: call.real_if_given("RAYON_MOBILE"),
        obstacle_radius: call.real_if_given("RAYON_OBST"),
        width: call.real_if_given("LARGEUR_OBST"),
        inclination: radians("ANGL_INCLI"),
        isthmus: radians("ANGL_ISTHME"),
        impact: radians("ANGL_IMPACT"),
    };
    geometry.depths(volumes, &given).map_err(|missing| {
        let message = format!("CONTACT='{contact}': {missing}");
        Box::new(
            call.error("CONTACT", "R465", message).help(format!("give {} (m, or degrees for an angle)", missing.0)),
        )
    })
}
