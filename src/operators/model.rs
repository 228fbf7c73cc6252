//! AFFE_MODELE: which kind of element each cell carries.
//!
//! ```python
//! MODEL = AFFE_MODELE(MAILLAGE=MESH, AFFE=_F(GROUP_MA="SHOE", PHENOMENE="MECANIQUE", MODELISATION="DIS_T"))
//! ```
//!
//! A later occurrence takes over the cells it shares with an earlier one. Cells whose shape does not suit the
//! modelisation are left as they are; an occurrence that suits none of its cells is an error.

use std::sync::Arc;

use super::{Context, Operator, Outcome, entities, set_result};
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Concept, MeshValue, Model, Modelisation};
use crate::kernel::mesh::{CellKind, Mesh};

pub const AFFE_MODELE: Operator = Operator { name: "AFFE_MODELE", run: assign_model };

fn assign_model(call: &Call, ctx: &mut Context<'_>) -> Outcome {
    let given = entities::mesh(call, "MAILLAGE")?;
    let mesh = ctx.latest_mesh(call, given);
    let mut modelisations = vec![None; mesh.cells.len()];
    for occurrence in call.factor("AFFE") {
        assign(occurrence, mesh, &mut modelisations)?;
    }
    let mesh = MeshValue { identity: given.identity, mesh: mesh.clone() };
    set_result(call, Concept::Model(Arc::new(Model { mesh, modelisations })))
}

fn assign(keywords: &Keywords, mesh: &Mesh, modelisations: &mut [Option<Modelisation>]) -> Result<(), CallError> {
    let phenomenon = keywords.text("PHENOMENE").unwrap_or_else(|| "MECANIQUE".into());
    let name = keywords.text("MODELISATION").unwrap_or_else(|| "".into());
    if &*phenomenon != "MECANIQUE" {
        return Err(keywords.error("PHENOMENE", "R120", format!("PHENOMENE='{phenomenon}' is not built")));
    }
    let modelisation = match Modelisation::from_name(&name) {
        Some(Modelisation::WarpingBeam | Modelisation::MultifibreBeam) | None => {
            let mut error = keywords.error("MODELISATION", "R120", format!("elements {name} are not built"));
            error.help = Some("Built: DIS_T, DIS_TR, 2D_DIS_T, 2D_DIS_TR, BARRE, 2D_BARRE, POU_D_E, POU_D_T.".into());
            return Err(error);
        }
        Some(modelisation) => modelisation,
    };
    let cells = entities::selected_cells(keywords, mesh)?;
    let mut suited = 0;
    for &cell in &cells {
        if modelisation.fits(mesh.cells[cell].kind) {
            modelisations[cell] = Some(modelisation);
            suited += 1;
        }
    }
    if suited == 0 {
        let kinds = kinds_of(mesh, &cells);
        let message = format!("{name} suits none of the {} cells ({kinds})", cells.len());
        let mut error = keywords.error("GROUP_MA", "R121", message);
        let shapes = if modelisation.is_discrete() { "POI1 and SEG2" } else { "SEG2" };
        error.help =
            Some(format!("{name} lies on {shapes} cells. CREA_MAILLAGE with CREA_POI1 makes POI1 cells of nodes."));
        return Err(error);
    }
    Ok(())
}

fn kinds_of(mesh: &Mesh, cells: &[usize]) -> String {
    let mut kinds: Vec<CellKind> = cells.iter().map(|&c| mesh.cells[c].kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds.into_iter().map(CellKind::name).collect::<Vec<_>>().join(", ")
}
