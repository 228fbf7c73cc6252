//! Commands that show the inside of concepts (IMPR_CO), hand a macro-element to another program (IMPR_MACR_ELEM) or
//! describe a mesh (MACR_INFO_MAIL): nothing depends on what they print.

use crate::catalogue::Call;
use crate::concepts::Concept;
use crate::operators::printing::asked::not_written;
use crate::operators::{Check, Context, Operator, Outcome};

pub(in crate::operators) const IMPR_CO: Operator = Operator { name: "IMPR_CO", run: skip, check: Check::KeywordsOnly };
pub(in crate::operators) const IMPR_MACR_ELEM: Operator =
    Operator { name: "IMPR_MACR_ELEM", run: skip, check: Check::KeywordsOnly };
pub(in crate::operators) const MACR_INFO_MAIL: Operator =
    Operator { name: "MACR_INFO_MAIL", run: describe, check: Check::KeywordsOnly };

fn skip(call: &Call, context: &mut Context<'_>) -> Outcome {
    let what = if &*call.command == "IMPR_CO" {
        "ignored, dumps of concepts are not available"
    } else {
        "ignored, macro-elements cannot be written to files"
    };
    context.warn(not_written(call, what));
    Ok(())
}

fn describe(call: &Call, context: &mut Context<'_>) -> Outcome {
    if let Some(Concept::Mesh(value)) = call.concept("MAILLAGE") {
        let mesh = &value.mesh;
        let (nodes, cells) = (mesh.nodes.len(), mesh.cells.len());
        let groups = mesh.node_groups.len() + mesh.cell_groups.len();
        context.say(format!("MACR_INFO_MAIL  {nodes} nodes, {cells} cells, {groups} groups"));
    }
    Ok(())
}
