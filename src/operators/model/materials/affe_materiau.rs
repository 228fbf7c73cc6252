//! AFFE_MATERIAU: materials of cells.

use std::sync::Arc;

use super::temperature;
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Concept, Material, MaterialField};
use crate::diag::each;
use crate::operators::call::entities;
use crate::operators::{Check, Context, Operator, Outcome, set_result};

pub const AFFE_MATERIAU: Operator = Operator { name: "AFFE_MATERIAU", run: assign_materials, check: Check::Runs };

fn assign_materials(call: &Call, context: &mut Context<'_>) -> Outcome {
    if let Some(Concept::MaterialField(field)) = call.concept("CHAM_MATER") {
        return set_result(call, Concept::MaterialField(field.clone()));
    }
    let given = match call.get("MAILLAGE").is_some() {
        true => entities::mesh(call, "MAILLAGE")?,
        false => &entities::model(call, "MODELE")?.mesh,
    };
    let mesh = context.latest_mesh(call, given);
    let mut cells = vec![None; mesh.cells.len()];
    each(call.factor("AFFE"), |keywords| {
        let material = Arc::new(combined(keywords)?);
        let former = keywords.has("GROUP_NO") || keywords.has("NOEUD");
        let named = ["TOUT", "GROUP_MA", "MAILLE"].iter().any(|k| keywords.has(k));
        if former && !named {
            // Former studies gave materials to nodes too: the elements there need none.
            entities::selected_nodes(keywords, mesh)?;
            return Ok(());
        }
        for cell in entities::selected_cells(keywords, mesh)? {
            cells[cell] = Some(material.clone());
        }
        Ok(())
    })?;
    let mut field = MaterialField { cells, ..MaterialField::default() };
    each(call.factor("AFFE_VARC"), |keywords| temperature::read(keywords, mesh, &mut field))?;
    temperature::settle(call, mesh, &mut field)?;
    set_result(call, Concept::MaterialField(Arc::new(field)))
}

/// The laws of all materials of one occurrence.
fn combined(keywords: &Keywords) -> Result<Material, CallError> {
    let mut all = Material::default();
    for concept in keywords.concepts("MATER") {
        let Concept::Material(material) = concept else {
            return Err(entities::missing(keywords, "MATER", "a material"));
        };
        all.laws.extend(material.laws.clone());
        all.behaviours.extend(material.behaviours.clone());
        all.of_temperature.extend(material.of_temperature.clone());
    }
    Ok(all)
}
