//! RECU_GENE: generalised displacement, velocity or acceleration at one instant, or one frequency.

use std::sync::Arc;

use nalgebra::DVector;
use num_complex::Complex64;

use crate::catalogue::Call;
use crate::concepts::{Concept, GeneralizedNumbering, GeneralizedVector, HarmonicResponse, ModeSet, States, Storage};
use crate::operators::call::states::chosen;
use crate::operators::results::motion::Motion;
use crate::operators::{Context, Outcome, set_result};

pub(super) fn run(call: &Call, _context: &mut Context<'_>) -> Outcome {
    let trajectory = match call.concept("RESU_GENE") {
        Some(Concept::Trajectory(trajectory)) => trajectory.get(),
        Some(Concept::Harmonic(response)) => return amplitudes(call, response),
        _ => return Err(call.error("RESU_GENE", "R420", "RESU_GENE is not a result on a modal basis")),
    };
    let interpolate = call.is("INTERPOL", "LIN");
    let samples = chosen(call, States::Trajectory(&trajectory), interpolate)?;
    let Some(sample) = samples.and_then(|s| s.first().copied()) else {
        return Err(call.error("RESU_GENE", "R458", "INST, the instant of a transient, is missing"));
    };
    let motion = Motion::named(&call.text_if_given("NOM_CHAM").unwrap_or_else(|| "DEPL".into()));
    let mut values = vec![0.0; trajectory.size];
    sample.blend(motion.state(&trajectory, sample.left), motion.state(&trajectory, sample.right), &mut values);
    vector(call, trajectory.basis.clone(), values, None)
}

fn amplitudes(call: &Call, response: &HarmonicResponse) -> Outcome {
    let samples = chosen(call, States::Harmonic(response), false)?;
    let Some(sample) = samples.and_then(|s| s.first().copied()) else {
        return Err(call.error("RESU_GENE", "R458", "FREQ, the frequency of a harmonic response, is missing"));
    };
    let field = call.text_if_given("NOM_CHAM").unwrap_or_else(|| "DEPL".into());
    let Some(factor) = response.factor(&field, sample.left) else {
        return Err(call.error("NOM_CHAM", "R458", format!("the harmonic response does not hold {field}")));
    };
    let amplitudes: Vec<Complex64> = response.q_of(&field, sample.left).iter().map(|q| factor * q).collect();
    let imaginary = amplitudes.iter().map(|z| z.im).collect();
    vector(call, response.basis.clone(), amplitudes.iter().map(|z| z.re).collect(), Some(imaginary))
}

fn vector(call: &Call, basis: Arc<ModeSet>, values: Vec<f64>, imaginary: Option<Vec<f64>>) -> Outcome {
    let size = values.len();
    let numbering = Arc::new(GeneralizedNumbering { basis, size, storage: Storage::Diagonal, coupling: None });
    let (values, imaginary) = (DVector::from_vec(values), imaginary.map(DVector::from_vec));
    let vector = GeneralizedVector { numbering, values, imaginary, unlinked: None };
    set_result(call, Concept::GeneralizedVector(Arc::new(vector)))
}
