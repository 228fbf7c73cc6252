//! The commands that make loads.

use std::sync::Arc;

use num_complex::Complex64;

use super::place::place;
use super::{forces, imposed, relations};
use crate::catalogue::{Call, CallError};
use crate::concepts::{Concept, Load, LoadValue, Model};
use crate::diag::Faults;
use crate::operators::call::entities;
use crate::operators::{Check, Context, Operator, Outcome, set_result};

pub const AFFE_CHAR_MECA: Operator = Operator { name: "AFFE_CHAR_MECA", run: define_load, check: Check::Runs };

pub const AFFE_CHAR_MECA_C: Operator =
    Operator { name: "AFFE_CHAR_MECA_C", run: define_complex_load, check: Check::Rehearsed };

pub const AFFE_CHAR_MECA_F: Operator = Operator { name: "AFFE_CHAR_MECA_F", run: define_load, check: Check::Runs };

pub const AFFE_CHAR_CINE: Operator =
    Operator { name: "AFFE_CHAR_CINE", run: define_kinematic_load, check: Check::Runs };

pub const AFFE_CHAR_CINE_F: Operator =
    Operator { name: "AFFE_CHAR_CINE_F", run: define_kinematic_load, check: Check::Rehearsed };

fn define_load(call: &Call, context: &mut Context<'_>) -> Outcome {
    let load = load(call, context)?;
    set_result(call, Concept::Load(Arc::new(load)))
}

/// Line loads of this command are complex whatever their values: internal forces are told apart by it.
fn define_complex_load(call: &Call, context: &mut Context<'_>) -> Outcome {
    let mut load = load(call, context)?;
    for value in load.line_forces.iter_mut().flat_map(|force| &mut force.values) {
        if let LoadValue::Number(real) = *value {
            *value = LoadValue::Complex(Complex64::new(real, 0.0));
        }
    }
    set_result(call, Concept::Load(Arc::new(load)))
}

fn load(call: &Call, context: &mut Context<'_>) -> Result<Load, CallError> {
    let (model, mut load) = start(call)?;
    let mesh = context.latest_mesh(call, &model.mesh).clone();
    let place = place(&mesh, &model);
    let mut faults = Faults::default();
    faults.keep(imposed::read(call.factor("DDL_IMPO"), &place, &mut load));
    faults.keep(relations::read(call, &place, &mut load));
    faults.keep(forces::read(call, &place, &mut load, context));
    faults.end()?;
    Ok(load)
}

fn define_kinematic_load(call: &Call, context: &mut Context<'_>) -> Outcome {
    let (model, mut load) = start(call)?;
    let mesh = context.latest_mesh(call, &model.mesh).clone();
    load.kinematic = true;
    imposed::read(call.factor("MECA_IMPO"), &place(&mesh, &model), &mut load)?;
    set_result(call, Concept::Load(Arc::new(load)))
}

fn start(call: &Call) -> Result<(Arc<Model>, Load), CallError> {
    let model = entities::model(call, "MODELE")?.clone();
    Ok((model.clone(), Load { model: Some(model), ..Load::default() }))
}
