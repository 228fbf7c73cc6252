//! CREA_CHAMP: makes fields on nodes and on elements; PROJ_CHAMP carries them to another mesh.
//!
//! ```python
//! START = CREA_CHAMP(TYPE_CHAM="NOEU_DEPL_R", OPERATION="AFFE", MAILLAGE=MESH,
//!                    AFFE=_F(GROUP_NO="TIP", NOM_CMP="DX", VALE=0.01))
//! ```
//!
//! Built, for displacement fields (NOEU_DEPL_R, NOEU_DEPL_C): AFFE, ASSE, COMB, R2C, C2R, and EXTR from a result; for
//! fields on elements (internal forces, energies): EXTR, AFFE, COMB; for other fields on nodes (coordinates, numbers of any
//! name, functions): EXTR, AFFE, ASSE, COMB, EVAL.

mod assign;
mod combine;
mod extract;
mod on_cells;
mod on_nodes;
mod places;

use std::sync::Arc;

use extract::Extracted;

use crate::catalogue::{Call, CallError};
use crate::concepts::{CellField, Concept, MeshValue, NodalField};
use crate::kernel::assembly::{Dof, Numbering};
use crate::operators::call::entities;
use crate::operators::{Context, Operator, Outcome, set_result};

pub const CREA_CHAMP: Operator = Operator { name: "CREA_CHAMP", run: make_field };

fn make_field(call: &Call, ctx: &mut Context<'_>) -> Outcome {
    let kind = call.text("TYPE_CHAM").unwrap_or_else(|| "".into());
    let operation = call.text("OPERATION").unwrap_or_else(|| "".into());
    if let Some(field) = elsewhere(call, ctx, &kind, &operation)? {
        return set_result(call, Concept::CellField(Arc::new(field)));
    }
    if &*operation == "EXTR"
        && let Extracted::Cells(field) = extract::extract(call, ctx)?
    {
        return set_result(call, Concept::CellField(Arc::new(field)));
    }
    if !["NOEU_DEPL_R", "NOEU_DEPL_C"].contains(&&*kind) {
        let mut error = call.error("TYPE_CHAM", "R150", format!("fields {kind} are not built by {operation}"));
        error.help = Some("built: NOEU_DEPL_R and NOEU_DEPL_C.".into());
        return Err(error);
    }
    let field = match &*operation {
        "AFFE" => assign::assign(call, ctx)?,
        "ASSE" => combine::assemble(call, ctx)?,
        "COMB" => combine::linear(call)?,
        "R2C" => combine::to_complex(call)?,
        "C2R" => combine::part(call)?,
        "EXTR" => match extract::extract(call, ctx)? {
            Extracted::Nodal(field) => field,
            Extracted::Cells(_) => return Err(entities::missing(call, "RESULTAT", "a result with fields on nodes")),
        },
        other => {
            let message = format!("CREA_CHAMP with OPERATION='{other}' is not built");
            return Err(call.error("OPERATION", "R150", message));
        }
    };
    let prolong = call.is("PROL_ZERO", "OUI");
    let field = match (call.concept("NUME_DDL"), call.concept("CHAM_NO")) {
        (Some(Concept::Numbering(target)), _) => lay(field, &target.numbering, prolong),
        (None, Some(Concept::NodalField(target))) => lay(field, &target.numbering, prolong),
        _ => field,
    };
    set_result(call, Concept::NodalField(Arc::new(field)))
}

/// Fields on elements, and on nodes with other components than displacements.
fn elsewhere(call: &Call, ctx: &Context<'_>, kind: &str, operation: &str) -> Result<Option<CellField>, CallError> {
    let displacement = kind.starts_with("NOEU_DEPL");
    Ok(Some(match operation {
        "EXTR" if call.is("NOM_CHAM", "GEOMETRIE") && !call.has("RESULTAT") => on_nodes::geometry(call, ctx)?,
        "DISC" => places::change(call, ctx)?,
        "EVAL" => on_nodes::evaluate(call)?,
        "AFFE" if kind.starts_with("EL") => on_cells::assign(call, ctx)?,
        "COMB" if !displacement => on_cells::linear(call)?,
        "AFFE" if kind.starts_with("NOEU") && !displacement => on_nodes::assign(call, ctx)?,
        "ASSE" if kind.starts_with("NOEU") && !displacement => on_nodes::assemble(call, ctx)?,
        _ => return Ok(None),
    }))
}

/// A field with a value for each (unknown, real, imaginary) given.
pub(in crate::operators) fn from_values(mesh: MeshValue, values: Vec<(Dof, f64, f64)>, complex: bool) -> NodalField {
    let dofs = values.iter().map(|v| v.0).collect();
    let numbering = Numbering::new(dofs, mesh.mesh.nodes.len());
    let (mut real, mut imaginary) = (vec![0.0; numbering.len()], vec![0.0; numbering.len()]);
    for (dof, re, im) in values {
        if let Some(rank) = numbering.rank(dof.node, dof.component) {
            (real[rank], imaginary[rank]) = (re, im);
        }
    }
    NodalField {
        mesh,
        numbering: Arc::new(numbering),
        values: real,
        imaginary: if complex { imaginary } else { Vec::new() },
        present: None,
        imposed: Vec::new(),
        imposed_imaginary: Vec::new(),
        model: None,
    }
}

/// The same field on another numbering: unknowns it lacks are dropped, new ones are 0 (and count as absent
/// unless `prolong`).
pub(in crate::operators) fn lay(field: NodalField, numbering: &Arc<Numbering>, prolong: bool) -> NodalField {
    let source = |dof: &Dof| {
        let rank = field.numbering.rank(dof.node, dof.component)?;
        field.present.as_ref().is_none_or(|p| p[rank]).then_some(rank)
    };
    let ranks: Vec<Option<usize>> = numbering.dofs().iter().map(source).collect();
    let take = |from: &[f64]| ranks.iter().map(|r| r.map_or(0.0, |rank| from[rank])).collect::<Vec<f64>>();
    let all = prolong || ranks.iter().all(Option::is_some);
    NodalField {
        values: take(&field.values),
        imaginary: if field.imaginary.is_empty() { Vec::new() } else { take(&field.imaginary) },
        present: (!all).then(|| ranks.iter().map(Option::is_some).collect()),
        numbering: numbering.clone(),
        imposed: Vec::new(),
        imposed_imaginary: Vec::new(),
        mesh: field.mesh,
        model: field.model,
    }
}

/// The mesh of MAILLAGE or MODELE.
fn support(call: &Call, ctx: &Context<'_>) -> Result<MeshValue, CallError> {
    let given = if call.get("MODELE").is_some() {
        &entities::model(call, "MODELE")?.mesh
    } else {
        entities::mesh(call, "MAILLAGE")?
    };
    Ok(MeshValue { identity: given.identity, mesh: ctx.latest_mesh(call, given).clone() })
}

/// The field a keyword gives.
fn field<'k>(keywords: &'k crate::catalogue::Keywords, name: &str) -> Result<&'k Arc<NodalField>, CallError> {
    match keywords.concept(name) {
        Some(Concept::NodalField(field)) => Ok(field),
        _ => Err(entities::missing(keywords, name, "a field on nodes")),
    }
}
