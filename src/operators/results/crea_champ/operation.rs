//! The operations of CREA_CHAMP.

use std::sync::Arc;

use super::extract::Extracted;
use super::nodal::lay;
use super::{assign, combine, extract, on_cells, on_elements, on_nodes, places};
use crate::catalogue::{Call, CallError};
use crate::concepts::{CellField, Concept};
use crate::operators::call::entities;
use crate::operators::{Check, Context, Operator, Outcome, set_result};

pub const CREA_CHAMP: Operator = Operator { name: "CREA_CHAMP", run: make_field, check: Check::Rehearsed };

fn make_field(call: &Call, context: &mut Context<'_>) -> Outcome {
    let kind = call.text("TYPE_CHAM")?;
    let operation = call.text("OPERATION")?;
    if let Some(field) = elsewhere(call, context, &kind, &operation)? {
        return set_result(call, Concept::CellField(Arc::new(field)));
    }
    if &*operation == "EXTR"
        && let Extracted::Cells(field) = extract::extract(call, context)?
    {
        return set_result(call, Concept::CellField(Arc::new(field)));
    }
    if !["NOEU_DEPL_R", "NOEU_DEPL_C"].contains(&&*kind) {
        let mut error = call.error("TYPE_CHAM", "R150", format!("fields {kind} are not implemented by {operation}"));
        error.help = Some("built: NOEU_DEPL_R and NOEU_DEPL_C.".into());
        return Err(error);
    }
    let field = match &*operation {
        "AFFE" => assign::assign(call, context)?,
        "ASSE" => combine::assemble(call, context)?,
        "COMB" => combine::linear(call)?,
        "R2C" => combine::to_complex(call)?,
        "C2R" => combine::part(call)?,
        "EXTR" => match extract::extract(call, context)? {
            Extracted::Nodal(field) => field,
            Extracted::Cells(_) => return Err(entities::missing(call, "RESULTAT", "a result with fields on nodes")),
        },
        other => {
            let message = format!("CREA_CHAMP with OPERATION='{other}' is not implemented");
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
fn elsewhere(call: &Call, context: &Context<'_>, kind: &str, operation: &str) -> Result<Option<CellField>, CallError> {
    // Functions are kept as they are: CREA_RESU takes their values.
    let displacement = kind.starts_with("NOEU_DEPL") && kind != "NOEU_DEPL_F";
    Ok(Some(match operation {
        "EXTR" if call.is("NOM_CHAM", "GEOMETRIE") && !call.has("RESULTAT") => on_nodes::geometry(call, context)?,
        "EXTR" if call.is("NOM_CHAM", "ABSC_CURV") && kind == "CART_ABSC_R" => on_cells::abscissae(call, context)?,
        "DISC" => places::change(call, context)?,
        "EVAL" if kind.starts_with("NOEU") => on_nodes::evaluate(call)?,
        "EVAL" => on_elements::evaluate(call)?,
        "AFFE" if kind.ends_with("_NEUT_F") && !kind.starts_with("NOEU") => on_elements::functions(call, context)?,
        "AFFE" if kind == "CART_NEUT_R" => on_elements::functions(call, context)?,
        "ASSE" if kind.starts_with("EL") => on_elements::assemble(call, context)?,
        "AFFE" if kind == "CART_TEMP_R" || kind == "CART_IRRA_R" => on_cells::conditions(call, context)?,
        "AFFE" if kind.starts_with("EL") => on_cells::assign(call, context)?,
        "COMB" if !displacement => on_cells::linear(call)?,
        "AFFE" if kind.starts_with("NOEU") && !displacement => on_nodes::assign(call, context)?,
        "ASSE" if kind.starts_with("NOEU") && !displacement => on_nodes::assemble(call, context)?,
        _ => return Ok(None),
    }))
}
