//! Values of the spectra at the modes: what each mode, and what is rigid, receives from one support.

use std::f64::consts::TAU;

use super::request::{AXES, Nature, Request, Spectrum};
use crate::catalogue::CallError;
use crate::concepts::{Concept, Formula};
use crate::kernel::signal::SignalFault;

/// What one support gives along one direction.
pub struct Loading {
    /// Pseudo-acceleration `S_r` of each selected mode.
    pub accelerations: Vec<f64>,
    /// `w_r`, with which responses are divided (rad/s).
    pub pulsations: Vec<f64>,
    /// Pseudo-acceleration of what is rigid.
    pub rigid: f64,
    /// Value of the spectrum at the cutoff frequency, without any correction.
    pub bare: f64,
}

/// The loading of a support along a direction; `None` when no spectrum gives it.
pub fn loading(request: &Request<'_>, direction: usize, support: usize) -> Result<Option<Loading>, CallError> {
    let there = |s: &&Spectrum<'_>| s.direction == direction && s.support == support;
    let spectra: Vec<&Spectrum<'_>> = request.spectra.iter().filter(there).collect();
    let (Some(first), Some(last)) = (spectra.first(), request.oscillators.last()) else { return Ok(None) };
    if let Some(other) = spectra.iter().find(|s| (s.nature, s.damped) != (first.nature, first.damped)) {
        let message = format!("the spectra along {} differ by NATURE or CORR_FREQ", AXES[direction]);
        return Err(other.keywords.error("NATURE", "R732", message));
    }
    if first.damped
        && let Some(r) = request.oscillators.iter().position(|o| o.damping >= 1.0)
    {
        let damping = request.oscillators[r].damping;
        let message = format!("mode {} has the damping ratio {damping}: it has no damped frequency", r + 1);
        let help = "CORR_FREQ='OUI' needs damping ratios below 1 (0.05 for 5 %)";
        return Err(Box::new(first.keywords.error("CORR_FREQ", "R733", message).help(help)));
    }
    let mut accelerations = Vec::with_capacity(request.selected.len());
    let mut pulsations = Vec::with_capacity(request.selected.len());
    for mode in &request.oscillators {
        let mut largest = f64::NEG_INFINITY;
        for spectrum in &spectra {
            largest = largest.max(value(spectrum, mode.damping, mode.frequency)?);
        }
        let damped = if first.damped { (1.0 - mode.damping * mode.damping).sqrt() } else { 1.0 };
        accelerations.push(largest * damped * factor(first.nature, mode.pulsation()));
        pulsations.push(mode.pulsation() * damped);
    }
    let bare = value(first, last.damping, request.cutoff)?;
    let damped = if first.damped { (1.0 - last.damping * last.damping).sqrt() } else { 1.0 };
    let rigid = bare * damped * factor(first.nature, TAU * request.cutoff);
    Ok(Some(Loading { accelerations, pulsations, rigid, bare }))
}

/// From the nature of a spectrum to a pseudo-acceleration.
fn factor(nature: Nature, pulsation: f64) -> f64 {
    match nature {
        Nature::Acceleration => 1.0,
        Nature::Velocity => pulsation,
        Nature::Displacement => pulsation * pulsation,
    }
}

fn value(spectrum: &Spectrum<'_>, damping: f64, frequency: f64) -> Result<f64, CallError> {
    let found = match spectrum.values {
        Concept::Surface(surface) => surface.solver_value(damping, frequency),
        Concept::Formula(formula) => of_formula(formula, damping, frequency),
        _ => {
            return Err(crate::operators::call::entities::missing(
                spectrum.keywords,
                "SPEC_OSCI",
                "a surface or a formula",
            ));
        }
    };
    found.map(|s| spectrum.scale * s).map_err(|fault| {
        let message = format!("the spectrum has no value at damping {damping} and {frequency} Hz: {fault}");
        let help = "PROL_GAUCHE and PROL_DROITE, of the surface and of its functions, say how they go on";
        Box::new(spectrum.keywords.error("SPEC_OSCI", "R734", message).help(help))
    })
}

/// Parameters are matched by name; a formula with other names gets the damping, then the frequency.
fn of_formula(formula: &Formula, damping: f64, frequency: f64) -> Result<f64, SignalFault> {
    let known = [("AMOR", damping), ("FREQ", frequency)];
    let named = formula.parameters.iter().all(|p| known.iter().any(|(name, _)| p == name));
    let value = match formula.parameters.as_slice() {
        [_, _] if !named => formula.value(&[damping, frequency])?,
        _ => formula.value_by_name(&known)?,
    };
    Ok(value.complex().re)
}
