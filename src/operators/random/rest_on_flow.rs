//! REST_SPEC_PHYS on modes under flow: the same sum, on the modes of the rows of the response.

use std::sync::Arc;

use super::conditions::of_kind;
use super::points::Points;
use super::restored::Terms;
use crate::catalogue::Call;
use crate::concepts::{Concept, FluidElasticBase, SpectralMatrix};
use crate::operators::flow::restored;
use crate::operators::{Context, Outcome, set_result};

pub(super) fn run(call: &Call, base: &FluidElasticBase, matrix: &SpectralMatrix, context: &mut Context<'_>) -> Outcome {
    of_kind(call, "INTE_SPEC_GENE", matrix, &["DEPL_GENE"])?;
    let Some(mesh) = &base.modes.mesh else {
        return Err(call.error("BASE_ELAS_FLUI", "R535", "the modes of the basis have no mesh"));
    };
    let points = Points::along_a_tube(call, mesh, context)?;
    let modes = restored(call, base, matrix, &points.field, context)?;
    let mut factors = Vec::new();
    for point in 0..points.places.len() {
        for shares in &modes {
            let mut value = 0.0;
            for (rank, share) in shares {
                value += share * points.value(call, &base.modes, *rank, point)?;
            }
            factors.push(value);
        }
    }
    let labels = matrix.labels();
    let response = Terms::read(call, matrix)?.apply(call, matrix, &labels, &factors, context)?;
    let made = response.stored(&points.field, &points.labels());
    set_result(call, Concept::SpectralMatrix(Arc::new(made.on_mesh(context.latest_mesh(call, mesh).clone()))))
}
