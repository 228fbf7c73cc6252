//! MULT_APPUI: supports that move, their static shapes and motions.

use crate::catalogue::{Call, CallError};
use crate::concepts::{Concept, ModeSet, Model};
use crate::kernel::assembly::Numbering;
use crate::operators::Context;
use crate::operators::call::entities::{named_nodes, node_groups};
use crate::operators::response::structural::structure::MovingSupport;
use crate::operators::response::transient::function_of_time;
use crate::operators::statics::unit_direction;

pub fn moving_supports(
    call: &Call,
    context: &Context<'_>,
    model: &Model,
    numbering: &Numbering,
) -> Result<Vec<MovingSupport>, CallError> {
    let mesh = context.latest_mesh(call, &model.mesh);
    let mut supports = Vec::new();
    for keywords in call.factor("EXCIT").iter().filter(|k| k.is("MULT_APPUI", "OUI")) {
        let Some(Concept::Modes(statics)) = call.concept("MODE_STAT") else {
            let error = keywords.error("MULT_APPUI", "R335", "MULT_APPUI='OUI' needs MODE_STAT");
            return Err(Box::new(error.help("give MODE_STAT, the static modes of the supports (MODE_STATIQUE)")));
        };
        let mut nodes = node_groups(keywords, "GROUP_NO", mesh)?;
        nodes.extend(named_nodes(keywords, "NOEUD", mesh)?);
        if nodes.is_empty() || !keywords.has("DIRECTION") {
            let error = keywords.error("DIRECTION", "R335", "a support that moves has nodes and a direction");
            return Err(Box::new(error.help("give GROUP_NO, the nodes of the support, and DIRECTION")));
        }
        let direction = unit_direction(keywords)?;
        let motion = statics.support_motion(&nodes, &direction).map_err(|(node, component)| {
            let name = component.name();
            let message = format!("MODE_STAT has no static mode for {name} of node N{}", node + 1);
            let help = "compute it with MODE_STATIQUE(MODE_STAT=_F(GROUP_NO=..., AVEC_CMP=...))";
            Box::new(call.error("MODE_STAT", "R335", message).help(help))
        })?;
        let signal = |name: &str| function_of_time(keywords, name);
        supports.push(MovingSupport {
            shape: on_unknowns(statics, &motion, numbering),
            motion: [signal("DEPL")?, signal("VITE")?, signal("ACCE")?],
        });
    }
    Ok(supports)
}

/// A shape of the static modes, unknown by unknown of the matrices.
fn on_unknowns(statics: &ModeSet, shape: &[f64], numbering: &Numbering) -> Vec<f64> {
    let value = |dof: &crate::kernel::assembly::Dof| {
        let rank = statics.numbering().and_then(|n| n.rank(dof.node, dof.component));
        rank.and_then(|r| shape.get(r)).copied().unwrap_or(0.0)
    };
    numbering.dofs().iter().map(value).collect()
}
