//! FFT, SPEC_OSCI, PROL_SPEC_OSCI.

use std::sync::Arc;

use num_complex::Complex64;

use super::input::{Real, real};
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{ComplexFunction, Concept, Surface};
use crate::kernel::signal::between::{Quantity, largest_by_frequencies};
use crate::kernel::signal::fourier::{self, Length};
use crate::kernel::signal::oscillator::{Nature, Spectrum, response_spectrum};
use crate::kernel::signal::{Extension, Interpolation, Table};
use crate::operators::Context;
use crate::operators::functions::calc_fonction::input::too_few_points;
use crate::operators::functions::oscillators::{AT_SAMPLES, check_damping, frequencies, norm, note_between_samples};

/// Discrete Fourier transform, from instants to frequencies or back.
pub(super) fn fourier(_call: &Call, keywords: &Keywords, _context: &mut Context<'_>) -> Result<Concept, CallError> {
    let length = match keywords.text_if_given("METHODE").as_deref() {
        Some("TRONCATURE") => Length::Truncated,
        Some("COMPLET") => Length::Whole,
        _ => Length::ZeroPadded,
    };
    match keywords.concept("FONCTION") {
        Some(Concept::ComplexFunction(function)) => to_instants(keywords, function, length),
        _ => to_frequencies(keywords, &real(keywords, "FONCTION")?, length),
    }
}

fn to_frequencies(keywords: &Keywords, function: &Real, length: Length) -> Result<Concept, CallError> {
    let step = constant_step(keywords, &function.parameter, "INST", &function.table.abscissae, 1.0e-2)?;
    let values: Vec<Complex64> = function.table.ordinates.iter().map(|y| Complex64::new(*y, 0.0)).collect();
    let spectrum = fourier::transform(&length.apply(&values));
    let resolution = 1.0 / (spectrum.len() as f64 * step);
    Ok(Concept::ComplexFunction(Arc::new(ComplexFunction {
        parameter: "FREQ".into(),
        result: function.result.clone(),
        abscissae: (0..spectrum.len()).map(|k| k as f64 * resolution).collect(),
        values: spectrum,
        interpolation: (function.table.interpolation.0, Interpolation::Linear),
        left: function.table.left,
        right: function.table.right,
    })))
}

fn to_instants(keywords: &Keywords, function: &ComplexFunction, length: Length) -> Result<Concept, CallError> {
    let resolution = constant_step(keywords, &function.parameter, "FREQ", &function.abscissae, 1.0e-3)?;
    let spectrum = if keywords.is("SYME", "NON") {
        let part = length.apply(&function.values);
        fourier::two_sided(&part).ok_or_else(|| too_few_points(keywords, "FFT with SYME='NON'", 2))?
    } else {
        function.values.clone()
    };
    let values = fourier::inverse(&spectrum);
    let step = 1.0 / (values.len() as f64 * resolution);
    let table = Table {
        abscissae: (0..values.len()).map(|j| j as f64 * step).collect(),
        ordinates: values.iter().map(|z| z.re).collect(),
        interpolation: function.interpolation,
        left: function.left,
        right: function.right,
    };
    Ok(Real { parameter: "INST".into(), result: function.result.clone(), table: table.into() }.concept())
}

/// The step of abscissae that must be regular to within `tolerance`.
pub(super) fn constant_step(
    keywords: &Keywords,
    parameter: &str,
    needed: &str,
    abscissae: &[f64],
    tolerance: f64,
) -> Result<f64, CallError> {
    if parameter != needed {
        let message = format!("FFT takes a function of {needed}, this one depends on {parameter}");
        return Err(keywords.error("FONCTION", "R523", message));
    }
    let [first, second, ..] = abscissae else { return Err(too_few_points(keywords, "FFT", 2)) };
    let step = second - first;
    let odd = abscissae.windows(2).position(|w| ((w[1] - w[0] - step) / step).abs() > tolerance);
    if let Some(k) = odd {
        let found = abscissae[k + 1] - abscissae[k];
        let message = format!("FFT needs a constant step: it is {step} at first and {found} after {}", abscissae[k]);
        let mut error = keywords.error("FONCTION", "R525", message);
        error.help = Some("CALC_FONC_INTERP samples the function on a regular list".into());
        return Err(error);
    }
    Ok(step)
}

/// Response spectra of an acceleration record, one for each damping ratio.
pub(super) fn response(_call: &Call, keywords: &Keywords, context: &mut Context<'_>) -> Result<Concept, CallError> {
    let function = real(keywords, "FONCTION")?;
    let given = keywords.reals("AMOR_REDUIT");
    let mut dampings = if given.is_empty() { vec![0.02, 0.05, 0.10] } else { given };
    dampings.sort_by(f64::total_cmp);
    let frequencies = frequencies(keywords)?;
    let norm = norm(keywords)?;
    if function.table.abscissae.len() < 2 {
        return Err(too_few_points(keywords, "SPEC_OSCI", 2));
    }
    let (name, nature) = match keywords.text_if_given("NATURE").as_deref() {
        Some("DEPL") => ("DEPL", Nature::Displacement),
        Some("VITE") => ("VITE", Nature::PseudoVelocity),
        _ => ("ACCE", Nature::PseudoAcceleration),
    };
    let harmonic = keywords.is("METHODE", "HARMO");
    let at_samples = context.former_rule("a response spectrum", AT_SAMPLES);
    let mut between = (0.0, 0.0);
    let mut functions = Vec::with_capacity(dampings.len());
    for xi in &dampings {
        check_damping(keywords, *xi)?;
        if context.cancelled() {
            break;
        }
        let (t, a) = (&function.table.abscissae, &function.table.ordinates);
        let spectrum = match harmonic {
            true => by_frequencies(keywords, &function, &frequencies, *xi, (nature, norm), at_samples)?,
            false => response_spectrum((t, a), &frequencies, *xi, (nature, norm), at_samples),
        };
        if spectrum.between_samples.0 > between.0 {
            between = spectrum.between_samples;
        }
        functions.push(Table {
            abscissae: frequencies.clone(),
            ordinates: spectrum.ordinates,
            interpolation: (Interpolation::Logarithmic, Interpolation::Logarithmic),
            left: Extension::Excluded,
            right: Extension::Constant,
        });
    }
    note_between_samples(keywords, context, between, at_samples);
    if keywords.is("TYPE_RESU", "FONCTION") {
        return match functions.pop() {
            Some(table) if functions.is_empty() => {
                Ok(Real { parameter: "FREQ".into(), result: name.into(), table: table.into() }.concept())
            }
            _ => {
                let message =
                    format!("TYPE_RESU='FONCTION' gives one spectrum, AMOR_REDUIT asks for {}", dampings.len());
                Err(keywords.error("AMOR_REDUIT", "R526", message))
            }
        };
    }
    Ok(Concept::Surface(Arc::new(Surface {
        parameter: "AMOR".into(),
        values: dampings,
        inner_parameter: "FREQ".into(),
        result: name.into(),
        functions,
        interpolation: (Interpolation::Linear, Interpolation::Logarithmic),
        left: Extension::Excluded,
        right: Extension::Excluded,
    })))
}

/// METHODE='HARMO': the response through the Fourier transform. With PSEUDO='NON' the largest relative velocity and
/// absolute acceleration stand in place of w and w^2 times the displacement.
fn by_frequencies(
    keywords: &Keywords,
    function: &Real,
    frequencies: &[f64],
    xi: f64,
    (nature, norm): (Nature, f64),
    at_samples: bool,
) -> Result<Spectrum, CallError> {
    let step = constant_step(keywords, &function.parameter, "INST", &function.table.abscissae, 1.0e-2)?;
    let measured = keywords.is("PSEUDO", "NON");
    let quantity = match nature {
        Nature::PseudoVelocity if measured => Quantity::Velocity,
        Nature::PseudoAcceleration if measured => Quantity::Acceleration,
        _ => Quantity::Displacement,
    };
    let mut spectrum = Spectrum::default();
    for f in frequencies {
        let w = 2.0 * std::f64::consts::PI * f;
        let Some(largest) = largest_by_frequencies(&function.table.ordinates, step, (w, xi), quantity) else {
            let message = format!(
                "METHODE='HARMO' waits for free motion to end, which at {f} Hz and AMOR_REDUIT = {xi} it does not"
            );
            let mut error = keywords.error("AMOR_REDUIT", "R526", message);
            error.help = Some("METHODE='NIGAM' takes any damping ratio from 0 on".into());
            return Err(error);
        };
        let factor = match (nature, quantity) {
            (Nature::PseudoVelocity, Quantity::Displacement) => w,
            (Nature::PseudoAcceleration, Quantity::Displacement) => w * w,
            _ => 1.0,
        };
        spectrum.add(*f, &largest, at_samples, (factor, norm));
    }
    Ok(spectrum)
}

/// Two points before a pseudo-acceleration spectrum, so that the displacement stays at DEPL_MAX.
pub(super) fn extended(_call: &Call, keywords: &Keywords, _context: &mut Context<'_>) -> Result<Concept, CallError> {
    let function = real(keywords, "FONCTION")?;
    let linear = (Interpolation::Linear, Interpolation::Linear);
    if function.table.interpolation != linear {
        let message = "PROL_SPEC_OSCI adds a point at zero frequency, which a LOG interpolation cannot hold";
        let mut error = keywords.error("FONCTION", "R527", message);
        error.help = Some("give a spectrum whose INTERPOL is LIN".into());
        return Err(error);
    }
    let norm = norm(keywords)?;
    let most = keywords.real("DEPL_MAX")?;
    let (f, s) = (&function.table.abscissae, &function.table.ordinates);
    let ([f1, f2, ..], [s1, s2, ..]) = (&f[..], &s[..]) else {
        return Err(too_few_points(keywords, "PROL_SPEC_OSCI", 2));
    };
    let (u1, u2) = (s1 / (norm * f1 * f1), s2 / (norm * f2 * f2));
    let slope = (u1 - u2) / (f1 - f2);
    let added = f1 + (most - u1) / slope;
    let wrong_side = (u1 < most && slope > 0.0) || (u1 > most && slope < 0.0);
    if !(added > 0.0) || wrong_side || added >= *f1 {
        let message = format!(
            "displacements of {u1} at {f1} Hz and {u2} at {f2} Hz do not lead to DEPL_MAX={most} at a lower frequency"
        );
        return Err(keywords.error("DEPL_MAX", "R527", message));
    }
    let abscissae = [0.0, added].iter().chain(f).copied().collect();
    let ordinates = [0.0, most * added * added * norm].iter().chain(s).copied().collect();
    Ok(function.with_points(abscissae, ordinates).concept())
}
