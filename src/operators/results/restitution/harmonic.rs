//! Fields of a harmonic response at the frequencies asked for: `u = sum_j phi_j q_j`, complex.

use std::sync::Arc;

use indexmap::IndexMap;
use num_complex::Complex64;

use super::transient::{fields, selection};
use crate::catalogue::{Call, CallError};
use crate::concepts::{ElementField, FieldSeries, HarmonicResponse, Mode, ModeSet, NodalField, States};
use crate::operators::Context;
use crate::operators::call::access::Sample;
use crate::operators::call::states::{chosen, chosen_or_all};

pub(super) fn restore(
    call: &Call,
    response: &HarmonicResponse,
    basis: &Arc<ModeSet>,
    context: &Context<'_>,
) -> Result<FieldSeries, CallError> {
    super::refusals::only_for_others(
        call,
        "a harmonic response",
        &["INST", "LIST_INST", "TOUT_INST", "NUME_MODE", "ACCE_MONO_APPUI"],
    )?;
    let (Some(mesh), Some(numbering)) = (&basis.mesh, basis.numbering()) else {
        return Err(super::refusals::no_basis(call));
    };
    if basis.len() < response.size {
        let message = format!("the basis has {} shapes and the result {} coordinates", basis.len(), response.size);
        return Err(call.error("MODE_MECA", "R453", message));
    }
    for keyword in ["MULT_APPUI", "CORR_STAT"] {
        if call.is(keyword, "OUI") {
            let message = format!("{keyword}='OUI' is for transients: a harmonic response holds no motion of supports");
            return Err(call.error(keyword, "R439", message));
        }
    }
    let states = States::Harmonic(response);
    let (orders, samples) = match chosen(call, states, call.is("INTERPOL", "LIN"))? {
        Some(samples) => ((1..=samples.len() as i64).collect(), samples),
        None => (response.orders.clone(), chosen_or_all(call, states, false)?),
    };
    let present = selection(call, context.latest_mesh(call, mesh), numbering)?;
    let mut series = FieldSeries {
        orders,
        parameters: IndexMap::from([("FREQ".to_string(), samples.iter().map(|s| s.at).collect())]),
        model: basis.model.clone(),
        properties: basis.stiffness.as_ref().and_then(|k| k.properties.clone()),
        materials: basis.stiffness.as_ref().and_then(|k| k.materials.clone()),
        access: "FREQ".into(),
        lumped_mass: basis.mass.as_ref().is_some_and(|m| m.option == "MASS_MECA_DIAG"),
        ..FieldSeries::default()
    };
    // TOUT_CHAM asks for what there is, NOM_CHAM for what it names.
    let all = call.is("TOUT_CHAM", "OUI");
    for name in fields(call, false).into_iter().filter(|name| !all || response.fields.contains(name)) {
        if !["DEPL", "VITE", "ACCE"].contains(&name.as_str()) {
            let fields = element_fields(call, &name, response, basis, &samples)?;
            series.append(&name, fields);
            continue;
        }
        let amplitudes = amplitudes(call, &name, response, &samples)?;
        let field = |q: &Vec<Complex64>| {
            let (mut values, mut imaginary) = (vec![0.0; numbering.len()], vec![0.0; numbering.len()]);
            for (q, mode) in q.iter().zip(basis.iter()) {
                accumulate(*q, &mode.values, &mut values, &mut imaginary);
            }
            Some(Arc::new(NodalField {
                imaginary,
                present: present.clone(),
                model: basis.model.clone(),
                ..NodalField::new(mesh.clone(), numbering.clone(), values)
            }))
        };
        series.append(&name, amplitudes.iter().map(field));
    }
    Ok(series)
}

/// Amplitudes of a field at each sample.
fn amplitudes(
    call: &Call,
    name: &str,
    response: &HarmonicResponse,
    samples: &[Sample],
) -> Result<Vec<Vec<Complex64>>, CallError> {
    let missing = || {
        let message = format!("NOM_CHAM: the harmonic response has no {name}");
        let help = format!("it has {}", response.fields.join(", "));
        Box::new(call.error("NOM_CHAM", "R445", message).help(help))
    };
    let at = |sample: &Sample| {
        let left = response.factor(name, sample.left).ok_or_else(missing)?;
        let right = response.factor(name, sample.right).ok_or_else(missing)?;
        let both = response.q_of(name, sample.left).iter().zip(response.q_of(name, sample.right));
        Ok(both.map(|(l, r)| mix(sample, left * l, right * r)).collect())
    };
    samples.iter().map(at).collect()
}

fn mix(sample: &Sample, left: Complex64, right: Complex64) -> Complex64 {
    Complex64::new(sample.mix(left.re, right.re), sample.mix(left.im, right.im))
}

fn accumulate(q: Complex64, shape: &[f64], values: &mut [f64], imaginary: &mut [f64]) {
    values.iter_mut().zip(shape).for_each(|(value, phi)| *value += q.re * phi);
    imaginary.iter_mut().zip(shape).for_each(|(value, phi)| *value += q.im * phi);
}

/// `field = sum_j q_j field_j`, for a field on elements that every mode carries.
fn element_fields(
    call: &Call,
    name: &str,
    response: &HarmonicResponse,
    basis: &ModeSet,
    samples: &[Sample],
) -> Result<Vec<Option<Arc<ElementField>>>, CallError> {
    let field_of = |m: &Mode| m.fields.get(name).cloned();
    let of_modes: Option<Vec<Arc<ElementField>>> = basis.iter().take(response.size).map(field_of).collect();
    let Some(of_modes) = of_modes.filter(|f| !f.is_empty()) else {
        let error = call.error("NOM_CHAM", "R457", format!("the modes of the basis have no field {name}"));
        return Err(Box::new(error.help(format!("compute it first on the basis: CALC_CHAMP(reuse=..., {name})"))));
    };
    let zero = |cells: &[Vec<f64>]| cells.iter().map(|c| vec![0.0; c.len()]).collect::<Vec<_>>();
    let restore = |sample: &Sample| {
        let mut field = ElementField {
            cells: zero(&of_modes[0].cells),
            imaginary: zero(&of_modes[0].cells),
            ..(*of_modes[0]).clone()
        };
        let both = response.q(sample.left).iter().zip(response.q(sample.right));
        for ((l, r), mode) in both.zip(&of_modes) {
            let q = mix(sample, *l, *r);
            for ((re, im), shape) in field.cells.iter_mut().zip(&mut field.imaginary).zip(&mode.cells) {
                accumulate(q, shape, re, im);
            }
        }
        Some(Arc::new(field))
    };
    Ok(samples.iter().map(restore).collect())
}
