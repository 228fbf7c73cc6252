//! REST_SPEC_PHYS: from the spectral matrix of modes to that of components at nodes, `S = R S_gene Rᵀ`.
//!
//! ```text
//! P = REST_SPEC_PHYS(MODE_MECA=MODES, TOUT_ORDRE='OUI', INTE_SPEC_GENE=R, NOM_CHAM='ACCE', GROUP_NO='TIP', NOM_CMP='DX',
//!                    MODE_STAT=STATIC, EXCIT=_F(GROUP_NO='BASE', NOM_CMP='DX'), OPTION='TOUT_TOUT')
//! ```
//!
//! OPTION: the pairs of points that are kept, then the pairs of modes that count.

use std::sync::Arc;

use super::conditions::of_densities;
use super::modes::Selected;
use super::participation::mode_of;
use super::points::{Points, pairs};
use super::restored::Terms;
use crate::catalogue::{Call, CallError};
use crate::concepts::{Concept, ModeSet, SpectralMatrix};
use crate::kernel::assembly::Component;
use crate::operators::call::entities;
use crate::operators::{Check, Context, Operator, Outcome, set_result};

pub(in crate::operators) const REST_SPEC_PHYS: Operator =
    Operator { name: "REST_SPEC_PHYS", run, check: Check::KeywordsOnly };

fn run(call: &Call, context: &mut Context<'_>) -> Outcome {
    let matrix = call.spectral_matrix("INTE_SPEC_GENE")?;
    of_densities(call, "INTE_SPEC_GENE", matrix)?;
    if let Some(Concept::FluidElastic(base)) = call.concept("BASE_ELAS_FLUI") {
        return super::rest_on_flow::run(call, base, matrix, context);
    }
    let selected = Selected::of_shapes(call)?;
    let Some(mesh) = &selected.modes.mesh else {
        return Err(call.error("MODE_MECA", "R535", "these modes have no mesh"));
    };
    let points = Points::read(call, mesh, context)?;
    check_kind(call, matrix, &points.field)?;
    let statics = statics(call, context)?;
    let labels = matrix.labels();
    let expected = statics.len() + selected.len();
    if labels.len() != expected {
        let message = format!(
            "INTE_SPEC_GENE has {} rows; {} imposed motion(s) and {} mode(s) are named here",
            labels.len(),
            statics.len(),
            selected.len()
        );
        let help =
            "name the same modes as in the command that made it, and with MODE_STAT and EXCIT its imposed motions";
        return Err(Box::new(call.error("INTE_SPEC_GENE", "R535", message).help(help)));
    }
    let movement = call.text("MOUVEMENT")?;
    let (with_statics, with_modes) = (&*movement != "RELATIF", &*movement != "DIFFERENTIEL" || statics.is_empty());
    let mut factors = Vec::new();
    for point in 0..points.places.len() {
        for (shapes, rank) in &statics {
            factors.push(if with_statics { points.value(call, shapes, *rank, point)? } else { 0.0 });
        }
        for rank in &selected.ranks {
            factors.push(if with_modes { points.value(call, selected.modes, *rank, point)? } else { 0.0 });
        }
    }
    let response = Terms::read(call, matrix)?.apply(call, matrix, &labels, &factors, context)?;
    let made = response.stored(&points.field, &points.labels());
    set_result(call, Concept::SpectralMatrix(Arc::new(made.on_mesh(context.latest_mesh(call, mesh).clone()))))
}

/// The field must be of the kind of the modal response.
fn check_kind(call: &Call, matrix: &SpectralMatrix, field: &str) -> Result<(), CallError> {
    let fits = match matrix.kind.as_str() {
        "ACCE_GENE" => field == "ACCE",
        "VITE_GENE" => field == "VITE",
        _ => field != "ACCE" && field != "VITE",
    };
    if fits {
        return Ok(());
    }
    let message = format!("NOM_CHAM='{field}' cannot be made of a matrix of {}", matrix.kind);
    let help = "DERIVATION of REPONSE makes DEPL_GENE (0), VITE_GENE (1) for VITE, ACCE_GENE (2) for ACCE";
    Err(Box::new(call.error("NOM_CHAM", "R535", message).help(help)))
}

/// Static modes of the imposed motions, in the order of the excitation.
fn statics<'c>(call: &'c Call, context: &Context<'_>) -> Result<Vec<(&'c ModeSet, usize)>, CallError> {
    let (Some(excit), true) = (call.one("EXCIT"), call.has("MODE_STAT")) else {
        if call.has("MODE_STAT") || call.has("EXCIT") {
            let message = "MODE_STAT and EXCIT go together: the static modes, and the points whose motion is imposed";
            return Err(call.error(if call.has("EXCIT") { "EXCIT" } else { "MODE_STAT" }, "R535", message));
        }
        return Ok(Vec::new());
    };
    let set = entities::modes(call, "MODE_STAT")?;
    let Some(mesh) = &set.mesh else {
        return Err(call.error("MODE_STAT", "R535", "these modes have no mesh"));
    };
    let place = |(node, name): &(usize, String)| {
        let Some(component) = Component::from_name(name) else {
            return Err(excit.error("NOM_CMP", "R535", format!("'{name}' is no component of a displacement")));
        };
        let mode = mode_of(call, set, (*node, component))?;
        let rank = set.iter().position(|m| std::ptr::eq(m, mode)).unwrap_or(0);
        Ok((&**set, rank))
    };
    pairs(excit, context.latest_mesh(call, mesh))?.iter().map(place).collect()
}
