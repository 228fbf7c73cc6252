//! AFFE_MODELE: which kind of element each cell carries.
//!
//! ```python
//! MODEL = AFFE_MODELE(MAILLAGE=MESH, AFFE=_F(GROUP_MA="SHOE", PHENOMENE="MECANIQUE", MODELISATION="DIS_T"))
//! ```
//!
//! A later occurrence takes over the cells it shares with an earlier one. Cells whose shape does not suit the
//! modelisation are left as they are; an occurrence that suits none of its cells is an error.
//!
//! In former studies nodes (`GROUP_NO`, `NOEUD`) could be given discrete elements without a cell: point cells are then
//! added to the mesh of the model, one per node, after the others. The model has a mesh of its own from then on.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Concept, MeshValue, Model, Modelisation};
use crate::diag::Faults;
use crate::kernel::mesh::{Cell, CellKind, Mesh, without_repetition};
use crate::operators::call::entities;
use crate::operators::{Check, Context, Operator, Outcome, set_result};

pub const AFFE_MODELE: Operator = Operator { name: "AFFE_MODELE", run: assign_model, check: Check::Runs };

fn assign_model(call: &Call, context: &mut Context<'_>) -> Outcome {
    let given = entities::mesh(call, "MAILLAGE")?;
    let mut mesh = MeshValue { identity: given.identity, mesh: context.latest_mesh(call, given).clone() };
    let mut point_of_node = BTreeMap::new();
    let mut implied = vec![Some(Vec::new()); call.factor("AFFE").len()];
    let mut faults = Faults::default();
    for (occurrence, cells) in call.factor("AFFE").iter().zip(&mut implied) {
        if occurrence.has("GROUP_NO") || occurrence.has("NOEUD") {
            let points = add_points(occurrence, Arc::make_mut(&mut mesh.mesh), &mut point_of_node);
            *cells = faults.keep(points);
            mesh.identity = context.identity(call);
        }
    }
    let mut modelisations = vec![None; mesh.mesh.cells.len()];
    for (occurrence, implied) in call.factor("AFFE").iter().zip(implied) {
        if let Some(implied) = implied {
            faults.keep(assign(occurrence, &mesh.mesh, implied, &mut modelisations));
        }
    }
    faults.end()?;
    set_result(call, Concept::Model(Arc::new(Model { mesh, modelisations })))
}

/// Point cells for the nodes of an occurrence; a node gets one cell in all.
fn add_points(
    keywords: &Keywords,
    mesh: &mut Mesh,
    point_of_node: &mut BTreeMap<usize, usize>,
) -> Result<Vec<usize>, CallError> {
    let mut nodes = entities::node_groups(keywords, "GROUP_NO", mesh)?;
    nodes.extend(entities::named_nodes(keywords, "NOEUD", mesh)?);
    let cell = |node: usize| {
        *point_of_node.entry(node).or_insert_with(|| {
            let label = format!("M{}", mesh.cells.len() + 1);
            mesh.cells.push(Cell { label: label.into(), kind: CellKind::Point1, nodes: [node].as_slice().into() });
            mesh.cells.len() - 1
        })
    };
    Ok(without_repetition(nodes).into_iter().map(cell).collect())
}

fn assign(
    keywords: &Keywords,
    mesh: &Mesh,
    implied: Vec<usize>,
    modelisations: &mut [Option<Modelisation>],
) -> Result<(), CallError> {
    let phenomenon = keywords.text("PHENOMENE")?;
    let name = keywords.text("MODELISATION")?;
    if &*phenomenon != "MECANIQUE" {
        return Err(keywords.error("PHENOMENE", "R120", format!("PHENOMENE='{phenomenon}' is not implemented")));
    }
    let modelisation = match Modelisation::from_name(&name) {
        Some(Modelisation::MultifibreBeam) | None => {
            let mut error = keywords.error("MODELISATION", "R120", format!("elements {name} are not implemented"));
            error.help = Some(
                "Implemented: DIS_T, DIS_TR, 2D_DIS_T, 2D_DIS_TR, BARRE, 2D_BARRE, POU_D_E, POU_D_T, POU_D_TG.".into(),
            );
            return Err(error);
        }
        Some(modelisation) => modelisation,
    };
    let named = ["TOUT", "GROUP_MA", "MAILLE"].iter().any(|k| keywords.has(k));
    let mut cells = if named || implied.is_empty() { entities::selected_cells(keywords, mesh)? } else { Vec::new() };
    cells.extend(implied);
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
        let lines =
            !modelisation.is_discrete() && cells.iter().any(|&cell| mesh.cells[cell].kind == CellKind::Segment3);
        let way = match lines {
            true => "CREA_MAILLAGE(MAILLAGE=..., QUAD_LINE=_F(TOUT='OUI')) makes SEG2 cells of SEG3",
            false => "CREA_MAILLAGE with CREA_POI1 makes POI1 cells of nodes",
        };
        error.help = Some(format!("{name} lies on {shapes} cells. {way}."));
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
