//! REST_SOUS_STRUC: a result on the coordinates of sub-structures, back on one of them or on a skeleton mesh.
//!
//! On a sub-structure the fields are in its own axes and on its own mesh; on a skeleton, in the axes of the structure.

use std::sync::Arc;

use super::shapes::recombination_base;
use super::{harmonic, modes, transient};
use crate::catalogue::{Call, CallError};
use crate::concepts::{Concept, Coupling, ModeSet, ModeSupport};
use crate::operators::matrices::substructures::{on_part, on_skeleton};
use crate::operators::{Context, Outcome, set_result};

pub(super) fn run(call: &Call, context: &mut Context<'_>) -> Outcome {
    match call.concept("RESU_GENE") {
        Some(Concept::Trajectory(trajectory)) => {
            let trajectory = trajectory.get();
            let basis = shapes(call, &trajectory.basis)?;
            let series = transient::restore(call, &trajectory, &basis, context)?;
            set_result(call, Concept::Fields(Arc::new(series)))
        }
        Some(Concept::Harmonic(response)) => {
            let basis = shapes(call, &response.basis)?;
            let series = harmonic::restore(call, response, &basis, context)?;
            set_result(call, Concept::Fields(Arc::new(series)))
        }
        Some(Concept::Modes(generalised)) => {
            let ModeSupport::Generalized(own) = &generalised.support else {
                return Err(call.error("RESU_GENE", "R451", "these modes are already on a structure"));
            };
            let basis = restored(call, &recombination_base(call, own)?)?;
            set_result(call, Concept::Modes(Arc::new(modes::restore(call, generalised, &basis)?)))
        }
        _ => Err(call.error("RESU_GENE", "R451", "RESU_GENE is not a result of sub-structures")),
    }
}

/// The shapes that the coordinates of a response multiply. After two projections (the basis is a set of modes of the
/// sub-structured model) those of MODE_MECA, restored before, which must be given: SOUS_STRUC changes nothing then, and
/// SQUELETTE names their mesh.
fn shapes(call: &Call, own: &Arc<ModeSet>) -> Result<Arc<ModeSet>, CallError> {
    let restored_before = |basis: &Arc<ModeSet>| basis.coupling.is_none() && basis.numbering().is_some();
    match call.concept("MODE_MECA") {
        Some(Concept::Modes(basis)) if restored_before(basis) => {
            if let (Some(Concept::Mesh(skeleton)), Some(mesh)) = (call.concept("SQUELETTE"), &basis.mesh)
                && skeleton.identity != mesh.identity
            {
                let error =
                    call.error("SQUELETTE", "R725", "this mesh is not the one that the modes of MODE_MECA lie on");
                return Err(Box::new(error.help("restore the modes on this skeleton first, with REST_SOUS_STRUC")));
            }
            Ok(basis.clone())
        }
        _ if is_second_projection(own) => {
            let message =
                "this result was computed on modes of the sub-structures, and MODE_MECA does not give them on a mesh";
            let help =
                "give MODE_MECA, these modes restored by REST_SOUS_STRUC(RESU_GENE=...) with SQUELETTE or SOUS_STRUC";
            let keyword = if call.has("MODE_MECA") { "MODE_MECA" } else { "RESU_GENE" };
            Err(Box::new(call.error(keyword, "R727", message).help(help)))
        }
        _ => restored(call, &recombination_base(call, own)?),
    }
}

/// Whether the shapes are modes of the sub-structures; shapes of their coordinates have no parameters.
fn is_second_projection(own: &ModeSet) -> bool {
    matches!(own.support, ModeSupport::Generalized(_)) || own.iter().any(|mode| !mode.parameters.is_empty())
}

/// Modes of a model of sub-structures, on the sub-structure or the skeleton that a call names; `None` when it names
/// none.
pub(in crate::operators) fn modes_on_part(call: &Call, generalised: &ModeSet) -> Result<Option<ModeSet>, CallError> {
    match &generalised.support {
        ModeSupport::Generalized(own) if call.has("SQUELETTE") || call.has("SOUS_STRUC") => {
            let basis = restored(call, &recombination_base(call, own)?)?;
            modes::restore(call, generalised, &basis).map(Some)
        }
        _ => Ok(None),
    }
}

/// The shapes of the structure, where the call asks for them.
fn restored(call: &Call, basis: &Arc<ModeSet>) -> Result<Arc<ModeSet>, CallError> {
    let Some(coupling) = &basis.coupling else {
        let message = "this result does not come from a model of sub-structures";
        let help = "REST_GENE_PHYS restores results on a modal basis";
        return Err(Box::new(call.error("RESU_GENE", "R451", message).help(help)));
    };
    if let Some(Concept::Mesh(skeleton)) = call.concept("SQUELETTE") {
        if skeleton.mesh.origins.len() != skeleton.mesh.nodes.len() || skeleton.mesh.nodes.is_empty() {
            return Err(call.error("SQUELETTE", "R725", "this mesh is not a skeleton of sub-structures"));
        }
        let found = on_skeleton(basis, coupling, skeleton);
        return found.map(Arc::new).map_err(|name| unknown(call, "SQUELETTE", &name, coupling));
    }
    let name = call.text_if_given("SOUS_STRUC").unwrap_or_default();
    match coupling.model.part(&name) {
        Some(part) => Ok(Arc::new(on_part(basis, coupling, part))),
        None => Err(unknown(call, "SOUS_STRUC", &name, coupling)),
    }
}

fn unknown(call: &Call, keyword: &str, name: &str, coupling: &Coupling) -> CallError {
    let known: Vec<&str> = coupling.model.parts.iter().map(|p| p.name.as_str()).collect();
    let error = call.error(keyword, "R721", format!("the model has no sub-structure {name}"));
    Box::new(error.help(format!("it has {}", known.join(", "))))
}
