//! AFFE_CHAR_MECA, AFFE_CHAR_MECA_C, AFFE_CHAR_MECA_F, AFFE_CHAR_CINE, AFFE_CHAR_CINE_F: imposed motions, linear relations and forces.
//!
//! ```python
//! CLAMP = AFFE_CHAR_MECA(MODELE=MODEL, DDL_IMPO=_F(GROUP_NO="FOOT", DX=0.0, DY=0.0, DZ=0.0))
//! PUSH = AFFE_CHAR_MECA(MODELE=MODEL, FORCE_NODALE=_F(GROUP_NO="TIP", FX=1.0))
//! ```
//!
//! A load only says what is asked for, on node and cell ranks; values may be functions of time and place (`_F`),
//! or complex numbers (`_C`), for harmonic responses.
//! Constraints are eliminated by the solvers, so that loads of the four commands are the same mathematics.

mod components;
mod electric;
mod forces;
mod imposed;
mod mean;
mod pairs;
mod relations;
mod rigid;

use std::sync::Arc;

use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Concept, Load, LoadValue, Model};
use crate::diag::Faults;
use crate::kernel::assembly::{Component, Numbering};
use crate::kernel::mesh::Mesh;
use crate::operators::call::entities;
use crate::operators::{Context, Operator, Outcome, set_result};

pub const AFFE_CHAR_MECA: Operator = Operator { name: "AFFE_CHAR_MECA", run: define_load };
pub const AFFE_CHAR_MECA_C: Operator = Operator { name: "AFFE_CHAR_MECA_C", run: define_load };
pub const AFFE_CHAR_MECA_F: Operator = Operator { name: "AFFE_CHAR_MECA_F", run: define_load };
pub const AFFE_CHAR_CINE: Operator = Operator { name: "AFFE_CHAR_CINE", run: define_kinematic_load };
pub const AFFE_CHAR_CINE_F: Operator = Operator { name: "AFFE_CHAR_CINE_F", run: define_kinematic_load };

/// What the readers of a load know: the mesh with its latest groups, and which node has which unknown.
struct Place<'a> {
    mesh: &'a Mesh,
    model: &'a Model,
    unknowns: Numbering,
}

impl Place<'_> {
    fn has(&self, node: usize, component: Component) -> bool {
        self.unknowns.rank(node, component).is_some()
    }
}

fn define_load(call: &Call, ctx: &mut Context<'_>) -> Outcome {
    let (model, mut load) = start(call)?;
    let mesh = ctx.latest_mesh(call, &model.mesh).clone();
    let place = place(&mesh, &model);
    let mut faults = Faults::default();
    faults.keep(imposed::read(call.factor("DDL_IMPO"), &place, &mut load));
    faults.keep(relations::read(call, &place, &mut load));
    faults.keep(forces::read(call, &place, &mut load));
    faults.end()?;
    set_result(call, Concept::Load(Arc::new(load)))
}

fn define_kinematic_load(call: &Call, ctx: &mut Context<'_>) -> Outcome {
    let (model, mut load) = start(call)?;
    let mesh = ctx.latest_mesh(call, &model.mesh).clone();
    load.kinematic = true;
    imposed::read(call.factor("MECA_IMPO"), &place(&mesh, &model), &mut load)?;
    set_result(call, Concept::Load(Arc::new(load)))
}

fn start(call: &Call) -> Result<(Arc<Model>, Load), CallError> {
    let model = entities::model(call, "MODELE")?.clone();
    Ok((model.clone(), Load { model: Some(model), ..Load::default() }))
}

fn place<'a>(mesh: &'a Mesh, model: &'a Model) -> Place<'a> {
    Place { mesh, model, unknowns: Numbering::new(model.dofs(), mesh.nodes.len()) }
}

/// A value of a load: a number or a function of time and place.
fn value(keywords: &Keywords, name: &str) -> Result<Option<LoadValue>, CallError> {
    if keywords.get(name).is_none() {
        return Ok(None);
    }
    if let Some(number) = keywords.real(name) {
        if !number.is_finite() {
            return Err(keywords.error(name, "R126", format!("{name} is {number}")));
        }
        return Ok(Some(LoadValue::Number(number)));
    }
    if let Some(z) = keywords.complex(name) {
        if !z.is_finite() {
            return Err(keywords.error(name, "R126", format!("{name} is {z}")));
        }
        return Ok(Some(if z.im == 0.0 { LoadValue::Number(z.re) } else { LoadValue::Complex(z) }));
    }
    match keywords.concept(name) {
        Some(Concept::Function(function)) => Ok(Some(LoadValue::Function(function.clone()))),
        Some(Concept::Formula(formula)) => Ok(Some(LoadValue::Formula(formula.clone()))),
        Some(Concept::Surface(_)) => {
            let mut error =
                keywords.error(name, "R107", "loads that are functions of two parameters (nappe) are not built");
            error.help = Some("write a FORMULE of INST, X, Y, Z that calls it.".into());
            Err(error)
        }
        _ => Err(entities::missing(keywords, name, "a number or a function")),
    }
}

fn component(keywords: &Keywords, keyword: &str, name: &str) -> Result<Component, CallError> {
    Component::from_name(name).ok_or_else(|| {
        let mut error =
            keywords.error(keyword, "R110", format!("{name} is no unknown of discrete elements, bars and beams"));
        error.help = Some("their unknowns are DX, DY, DZ, DRX, DRY, DRZ.".into());
        error
    })
}
