//! POST_USURE: worn volumes and depths of wear from the wear power of a contact.
//!
//! ```text
//! WORN = POST_USURE(PUIS_USURE=0.1, LOI_USURE='ARCHARD', MOBILE=_F(COEF_USURE=1.2E-13),
//!                   CONTACT='TUBE_BAV', RAYON_MOBILE=0.011, LARGEUR_OBST=0.03, INST=1., COEF_INST=31536000.)
//! ```
//!
//! The power is given, or computed from a transient at a contact node. One row per instant: volume worn off
//! the tube (or rod) and off the obstacle, depth of wear of the tube. With SECTEUR the wear is shared between
//! angular sectors, and tables follow one another through ETAT_INIT. Kernel: `wear`.

mod laws;
mod materials;
mod sectors;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use crate::catalogue::{Call, CallError};
use crate::concepts::{Cell, ColumnType, Concept, Table, Trajectory};
use crate::kernel::wear::{ContactHistory, StepClass, WearDimensions, WearGeometry, select, wear_power};
use crate::operators::call::entities::one_node;
use crate::operators::contact::post_dyna_moda_t::{history, trajectory, warn_of_samples};
use crate::operators::{Context, Operator, Outcome, set_result};

pub(in crate::operators) const POST_USURE: Operator = Operator { name: "POST_USURE", run };

fn run(call: &Call, context: &mut Context<'_>) -> Outcome {
    let table = if call.is("TUBE_NEUF", "OUI") {
        sectors::new_tube(call)?
    } else if !call.factor("SECTEUR").is_empty() {
        sectors::table(call, context)?
    } else {
        plain_table(call, context)?
    };
    set_result(call, Concept::Table(Arc::new(table)))
}

/// Instants of the table as the study gives them, and in seconds.
struct Instants {
    given: Vec<f64>,
    seconds: Vec<f64>,
}

fn instants(call: &Call) -> Instants {
    let given = match call.concept("LIST_INST") {
        Some(Concept::RealList(list)) => list.to_vec(),
        _ => call.reals("INST"),
    };
    let unit = call.real("COEF_INST").unwrap_or(1.0);
    let seconds = given.iter().map(|t| t * unit).collect();
    Instants { given, seconds }
}

fn plain_table(call: &Call, context: &mut Context<'_>) -> Result<Table, CallError> {
    let run = call.has("RESU_GENE").then(|| trajectory(call)).transpose()?;
    let contact = run.as_deref().map(|run| contact(call, run, context)).transpose()?;
    let power = match (&contact, call.real("PUIS_USURE")) {
        (Some(contact), _) => wear_power(contact, blocks(call)),
        (None, Some(power)) => power,
        (None, None) => return Err(call.error("PUIS_USURE", "R464", "neither PUIS_USURE nor RESU_GENE is given")),
    };
    let Instants { given, seconds } = instants(call);
    let columns = ["PUIS_USUR_GLOBAL", "INST", "V_USUR_TUBE", "V_USUR_OBST", "P_USUR_TUBE"];
    let mut table = Table::with_columns(columns.map(|name| (name, ColumnType::Real)));
    let Some(volumes) = laws::volumes(call, power, &seconds, contact.as_ref(), context)? else { return Ok(table) };
    let depths = depths(call, &volumes)?;
    table.push([("PUIS_USUR_GLOBAL", Cell::Real(power))]);
    for ((t, (mobile, obstacle)), depth) in given.iter().zip(&volumes).zip(depths) {
        table.push([
            ("INST", Cell::Real(*t)),
            ("V_USUR_TUBE", Cell::Real(*mobile)),
            ("V_USUR_OBST", Cell::Real(*obstacle)),
            ("P_USUR_TUBE", Cell::Real(depth)),
        ]);
    }
    Ok(table)
}

fn blocks(call: &Call) -> usize {
    call.integer("NB_BLOC").unwrap_or(1).max(1) as usize
}

/// The samples of the contact at the node of the call, in its window.
fn contact<'t>(call: &Call, run: &'t Trajectory, context: &mut Context<'_>) -> Result<ContactHistory<'t>, CallError> {
    let keyword = if call.has("GROUP_NO") { "GROUP_NO" } else { "NOEUD" };
    let Some(mesh) = &run.base.mesh else {
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
    let (from, to) = (call.real("INST_INIT").unwrap_or(-1.0), call.real("INST_FIN").unwrap_or(f64::INFINITY));
    let window = select(contact.times(), from, to, StepClass::Variable, false);
    let window = window.map_err(|fault| call.error("INST_INIT", "R422", fault.to_string()))?;
    let contact = contact.window(window);
    warn_of_samples(call, record, &contact, context);
    Ok(contact)
}

/// Depth of wear of the tube for pairs of volumes; 0 without CONTACT.
fn depths(call: &Call, volumes: &[(f64, f64)]) -> Result<Vec<f64>, CallError> {
    let Some(contact) = call.text("CONTACT") else { return Ok(vec![0.0; volumes.len()]) };
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
    let radians = |name: &str| call.real(name).map(|degrees| degrees * (std::f64::consts::PI / 180.0));
    let given = WearDimensions {
        mobile_radius: call.real("RAYON_MOBILE"),
        obstacle_radius: call.real("RAYON_OBST"),
        width: call.real("LARGEUR_OBST"),
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
