//! DEFI_CONTACT: unilateral conditions on components of nodes (FORMULATION='LIAISON_UNIL'), for CONTACT of STAT_NON_LINE.
//!
//! ```text
//! STOPS = DEFI_CONTACT(MODELE=MODEL, FORMULATION='LIAISON_UNIL', ZONE=_F(GROUP_NO='TIP', NOM_CMP='DZ', COEF_IMPO=GAP, COEF_MULT=MINUS))
//! ```
//!
//! At each node of a zone the sum of its components times COEF_MULT is COEF_IMPO at most; both are functions of time and place.

use std::sync::Arc;

use super::affe_char::function_value;
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Concept, Load, LoadValue, UnilateralCondition};
use crate::diag::each;
use crate::kernel::assembly::Component;
use crate::kernel::mesh::Mesh;
use crate::operators::call::entities;
use crate::operators::{Check, Context, Operator, Outcome, counted, set_result};

pub const DEFI_CONTACT: Operator = Operator { name: "DEFI_CONTACT", run, check: Check::Rehearsed };

fn run(call: &Call, context: &mut Context<'_>) -> Outcome {
    let formulation = call.text("FORMULATION")?;
    if &*formulation != "LIAISON_UNIL" {
        let error =
            call.error("FORMULATION", "R361", format!("contacts of FORMULATION='{formulation}' are not implemented"));
        return Err(Box::new(
            error.help("LIAISON_UNIL bounds components of nodes; contacts of points are laws of discrete elements"),
        ));
    }
    let model = entities::model(call, "MODELE")?;
    let mesh = context.latest_mesh(call, &model.mesh).clone();
    let mut load = Load { model: Some(model.clone()), ..Load::default() };
    each(call.factor("ZONE"), |zone| {
        load.unilateral.extend(conditions(zone, &mesh)?);
        Ok(())
    })?;
    set_result(call, Concept::Load(Arc::new(load)))
}

/// The condition of each node of a zone.
fn conditions(zone: &Keywords, mesh: &Mesh) -> Result<Vec<UnilateralCondition>, CallError> {
    let (names, factors) = (zone.texts("NOM_CMP"), functions(zone, "COEF_MULT")?);
    if names.len() != factors.len() {
        let (given, wanted) = (counted(factors.len() as u64, "factor"), counted(names.len() as u64, "component"));
        let verb = if factors.len() == 1 { "is" } else { "are" };
        let error = zone.error("COEF_MULT", "R125", format!("{given} {verb} given for {wanted}"));
        return Err(Box::new(error.help("give one function per component of NOM_CMP, in the same order")));
    }
    let bound = functions(zone, "COEF_IMPO")?.into_iter().next();
    let bound = bound.ok_or_else(|| entities::missing(zone, "COEF_IMPO", "a function"))?;
    let mut terms: Vec<(Component, LoadValue)> = Vec::new();
    for (name, factor) in names.iter().zip(factors) {
        let component = Component::from_name(name.trim()).ok_or_else(|| {
            let error =
                zone.error("NOM_CMP", "R110", format!("{name} is no unknown of discrete elements, bars and beams"));
            Box::new(error.help("their unknowns are DX, DY, DZ, DRX, DRY, DRZ"))
        })?;
        terms.push((component, factor));
    }
    let nodes = entities::selected_nodes(zone, mesh)?.into_iter();
    Ok(nodes.map(|node| UnilateralCondition { node, terms: terms.clone(), bound: bound.clone() }).collect())
}

fn functions(zone: &Keywords, name: &str) -> Result<Vec<LoadValue>, CallError> {
    zone.concepts(name).into_iter().map(|concept| function_value(zone, name, Some(concept))).collect()
}
