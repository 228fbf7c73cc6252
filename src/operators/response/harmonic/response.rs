//! The response at all frequencies, as fields on nodes or generalised amplitudes.

use std::sync::Arc;

use num_complex::Complex64;
use rayon::prelude::*;

use super::excitation::Excitations;
use super::matrices::{self, Matrices};
use crate::catalogue::{Call, CallError};
use crate::concepts::{Concept, FieldSeries, HarmonicResponse, MatrixValue, ModeSupport, NodalField, motion_factor};
use crate::kernel::harmonic::HarmonicFault;
use crate::operators::call::lost_digits::{Rows, help_with};
use crate::operators::matrices::assembly::{materials, properties};
use crate::operators::results::element_fields::{applied_loads, has_lumped_mass};
use crate::operators::{Context, Outcome, set_result};

/// Frequencies between two looks at the clock.
const AT_A_TIME: usize = 16;

pub fn run(call: &Call, context: &mut Context<'_>) -> Outcome {
    let matrices = matrices::read(call, context)?;
    let excitations = Excitations::read(call, &matrices)?;
    let frequencies = match call.concept("LIST_FREQ") {
        Some(Concept::RealList(list)) => list.to_vec(),
        _ => call.reals("FREQ"),
    };
    let zero = Complex64::default();
    let mut states = Vec::with_capacity(frequencies.len());
    for some in frequencies.chunks(AT_A_TIME) {
        if context.cancelled() {
            return Err(call.error("FREQ", "R002", format!("stopped at {} Hz", some[0])));
        }
        (context.progress)(states.len() as f64 / frequencies.len() as f64, &format!("{} Hz", some[0]));
        let mut loads = Vec::with_capacity(some.len());
        for &frequency in some {
            let (mut force, mut imposed) = (vec![zero; matrices.size], vec![zero; matrices.constraint_count]);
            excitations.at(frequency, &mut force, &mut imposed)?;
            loads.push((frequency, force, imposed));
        }
        // Frequencies are independent: each response has the same bits with any number of threads.
        let responses: Vec<_> = (loads.par_iter())
            .map(|(frequency, force, imposed)| {
                matrices.system.respond(2.0 * std::f64::consts::PI * frequency, force, imposed)
            })
            .collect();
        for (u, frequency) in responses.into_iter().zip(some) {
            states.push(u.map_err(|fault| refused(call, &matrices, *frequency, &fault))?);
        }
    }
    let result = match (matrices.stiffness.physical(), matrices.stiffness.space().support) {
        (Some(matrix), _) => {
            tell_lost_digits(call, context, matrix, (&frequencies, &states));
            physical(call, matrix, frequencies, &states)?
        }
        (None, ModeSupport::Generalized(basis)) => {
            let new = HarmonicResponse {
                basis,
                size: matrices.size,
                orders: (1..=frequencies.len() as i64).collect(),
                frequencies,
                displacement: states.concat(),
                transformed: Vec::new(),
                fields: fields(call),
            };
            Concept::Harmonic(Arc::new(match call.concept("RESULTAT") {
                Some(Concept::Harmonic(old)) if call.reuse.is_some() && old.size == new.size => joined(old, new),
                _ => new,
            }))
        }
        _ => return Err(call.error("MATR_RIGI", "R201", "MATR_RIGI holds no matrix")),
    };
    set_result(call, result)
}

/// The fields kept: those named, all by default.
fn fields(call: &Call) -> Vec<String> {
    let named: Vec<String> = call.texts("NOM_CHAM").iter().map(|t| t.to_string()).collect();
    if named.is_empty() || call.is("TOUT_CHAM", "OUI") {
        ["DEPL", "VITE", "ACCE"].map(String::from).to_vec()
    } else {
        named
    }
}

fn joined(old: &HarmonicResponse, new: HarmonicResponse) -> HarmonicResponse {
    let mut all = old.clone();
    let last = old.orders.last().copied().unwrap_or(0);
    all.orders.extend(new.orders.iter().map(|k| last + k));
    all.frequencies.extend(new.frequencies);
    all.displacement.extend(new.displacement);
    all
}

fn physical(
    call: &Call,
    matrix: &MatrixValue,
    frequencies: Vec<f64>,
    states: &[Vec<Complex64>],
) -> Result<Concept, CallError> {
    let Some(model) = &matrix.numbering.model else {
        return Err(call.error("MATR_RIGI", "R201", "the numbering of this matrix has no model: nodes are unknown"));
    };
    let numbering = &matrix.matrix.numbering;
    let field = |factor: Complex64, u: &[Complex64]| {
        let values: Vec<Complex64> = u.iter().map(|u| factor * u).collect();
        Some(Arc::new(NodalField {
            imaginary: values.iter().map(|z| z.im).collect(),
            model: Some(model.clone()),
            ..NodalField::new(model.mesh.clone(), numbering.clone(), values.iter().map(|z| z.re).collect())
        }))
    };
    let earlier = match call.concept("RESULTAT") {
        Some(Concept::Fields(series)) if call.reuse.is_some() => Some(series),
        _ => None,
    };
    let mut series = earlier.map_or_else(FieldSeries::default, |s| FieldSeries::clone(s));
    let last = series.orders.last().copied().unwrap_or(0);
    let stored = series.orders.len();
    series.orders.extend((1..=frequencies.len() as i64).map(|k| last + k));
    for name in fields(call) {
        let new = frequencies.iter().zip(states).map(|(f, u)| field(motion_factor(&name, *f), u));
        series.append(&name, new);
    }
    series.append_parameter("FREQ", frequencies);
    series.complete();
    series.model = Some(model.clone());
    series.properties = properties(call).or_else(|| matrix.properties.clone());
    series.materials = materials(call).or_else(|| matrix.materials.clone());
    series.access = "FREQ".into();
    series.lumped_mass = has_lumped_mass(call);
    series.add_loads(stored, applied_loads(call)?);
    Ok(Concept::Fields(Arc::new(series)))
}

/// Warns of a motion that is made of digits which a stiff element takes from its neighbours.
fn tell_lost_digits(
    call: &Call,
    context: &mut Context<'_>,
    matrix: &MatrixValue,
    (frequencies, states): (&[f64], &[Vec<Complex64>]),
) {
    if matrix.hidden.is_empty() {
        return;
    }
    let (rows, stiffness) = (Rows::of(matrix), matrix.matrix.complex());
    let warning = states.iter().zip(frequencies).find_map(|(u, frequency)| {
        rows.warning_of_amplitudes(&stiffness, u, || format!("the displacements at {frequency} Hz are"))
    });
    warning.into_iter().for_each(|warning| context.warn(warning.at_if_absent(call.span_of("MATR_RIGI"))));
}

fn refused(call: &Call, matrices: &Matrices, frequency: f64, fault: &HarmonicFault) -> CallError {
    match fault {
        HarmonicFault::Resonance { unknown } => {
            let place = matrices.stiffness.space().describe(*unknown);
            let message = format!("no finite response at {frequency} Hz: {place} resonates without damping");
            let help = "give damping, or another frequency; at 0 Hz the structure must be held";
            let cause = matrices.stiffness.physical().and_then(|matrix| Rows::of(matrix).cause());
            Box::new(call.error("MATR_RIGI", "N320", message).help(help_with(cause, help)))
        }
        HarmonicFault::Constraint(fault) => {
            let help = "the values imposed on redundant relations must agree";
            Box::new(call.error("EXCIT", "R322", format!("at {frequency} Hz, {fault}")).help(help))
        }
    }
}
