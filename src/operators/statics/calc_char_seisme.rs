//! CALC_CHAR_SEISME: inertia forces of a unit ground acceleration, `-M r`.
//!
//! `r` is a rigid translation (one support), or the static response to the motion of some supports.

use std::sync::Arc;

use super::selection::selected_nodes;
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Concept, MatrixValue, NodalField};
use crate::kernel::mesh::Mesh;
use crate::operators::{Context, Outcome, set_result};

pub fn calc_char_seisme(call: &Call, context: &mut Context<'_>) -> Outcome {
    let mass = call.matrix("MATR_MASS")?;
    let (Some(real), Some(model)) = (mass.matrix.real(), &mass.numbering.model) else {
        return Err(call.error("MATR_MASS", "R201", "MATR_MASS must be a real matrix assembled on a model"));
    };
    let numbering = mass.matrix.numbering.clone();
    let direction = unit_direction(call)?;
    let mesh = context.latest_mesh(call, &model.mesh);
    let motion = match call.has("MODE_STAT") {
        true => support_motion(call, mesh, mass, &direction)?,
        false => {
            let along = |d: &crate::kernel::assembly::Dof| direction.get(d.component as usize).copied().unwrap_or(0.0);
            numbering.dofs().iter().map(along).collect()
        }
    };
    let mut values = vec![0.0; numbering.len()];
    real.multiply(&motion, &mut values);
    values.iter_mut().for_each(|f| *f = -*f);
    if call.has("MODE_STAT") {
        values.iter_mut().zip(numbering.imposed()).filter(|(_, fixed)| *fixed).for_each(|(f, _)| *f = 0.0);
    }
    let field = NodalField { model: Some(model.clone()), ..NodalField::new(model.mesh.clone(), numbering, values) };
    set_result(call, Concept::NodalField(Arc::new(field)))
}

/// DIRECTION, made of unit length: three or six components of the motion of a support.
pub fn unit_direction(keywords: &Keywords) -> Result<Vec<f64>, CallError> {
    let direction = keywords.reals("DIRECTION");
    let length = direction.iter().map(|x| x * x).sum::<f64>().sqrt();
    if length == 0.0 || !length.is_finite() {
        return Err(keywords.error("DIRECTION", "R224", format!("DIRECTION={direction:?} is no direction")));
    }
    if direction.len() != 3 && direction.len() != 6 {
        let message = format!("DIRECTION has {} values", direction.len());
        let help = "write three values (DX, DY, DZ) or six (and DRX, DRY, DRZ)";
        return Err(Box::new(keywords.error("DIRECTION", "R224", message).help(help)));
    }
    Ok(direction.iter().map(|x| x / length).collect())
}

fn support_motion(call: &Call, mesh: &Mesh, mass: &MatrixValue, direction: &[f64]) -> Result<Vec<f64>, CallError> {
    let Some(Concept::Modes(statics)) = call.concept("MODE_STAT") else {
        return Err(call.error("MODE_STAT", "R225", "MODE_STAT holds no static shapes"));
    };
    if statics.numbering().is_none_or(|n| n.dofs() != mass.matrix.numbering.dofs()) {
        let message = "the static shapes and the mass are not numbered alike";
        return Err(Box::new(call.error("MODE_STAT", "R202", message).help("use matrices of one NUME_DDL for both")));
    }
    let nodes = selected_nodes(call, mesh)?;
    statics.support_motion(&nodes, direction).map_err(|(node, component)| {
        let name = component.name();
        let message = format!("there is no static shape for a displacement {name} of node N{}", node + 1);
        let help = format!("compute it: MODE_STATIQUE(MODE_STAT=_F(GROUP_NO=..., AVEC_CMP=('{name}',)))");
        Box::new(call.error("MODE_STAT", "R225", message).help(help))
    })
}
