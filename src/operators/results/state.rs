//! RECU_GENE: generalised displacement, velocity or acceleration at one instant.

use std::sync::Arc;

use nalgebra::DVector;

use crate::catalogue::Call;
use crate::concepts::{Concept, GeneralizedNumbering, GeneralizedVector, Storage};
use crate::operators::extraction::Motion;
use crate::operators::{Context, Outcome, access, set_result};

pub(super) fn run(call: &Call, _context: &mut Context<'_>) -> Outcome {
    let Some(Concept::Trajectory(trajectory)) = call.concept("RESU_GENE") else {
        return Err(call.error("RESU_GENE", "R420", "RESU_GENE is not a transient on a modal basis"));
    };
    let trajectory = trajectory.get();
    let interpolate = call.is("INTERPOL", "LIN");
    let samples = access::select(call, "INST", &trajectory.instants, &trajectory.orders, interpolate)?;
    let Some(sample) = samples.and_then(|s| s.first().copied()) else {
        return Err(call.error("RESU_GENE", "R458", "INST, the instant of a transient, is missing"));
    };
    let motion = Motion::named(&call.text("NOM_CHAM").unwrap_or_else(|| "DEPL".into()));
    let mut values = vec![0.0; trajectory.size];
    sample.blend(motion.state(&trajectory, sample.left), motion.state(&trajectory, sample.right), &mut values);
    let (base, size) = (trajectory.base.clone(), trajectory.size);
    let numbering = Arc::new(GeneralizedNumbering { base, size, storage: Storage::Diagonal, coupling: None });
    let vector = GeneralizedVector { numbering, values: DVector::from_vec(values), imaginary: None };
    set_result(call, Concept::GeneralizedVector(Arc::new(vector)))
}
