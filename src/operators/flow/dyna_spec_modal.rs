//! DYNA_SPEC_MODAL: the spectral matrix of the response of modes under flow to turbulence.
//!
//! ```text
//! MOTION = DYNA_SPEC_MODAL(BASE_ELAS_FLUI=BASE, VITE_FLUI=3.0, EXCIT=_F(INTE_SPEC_GENE=FORCES))
//! ```
//!
//! `S_ij/(Z_i conj Z_j)`, `Z = 4 pi² m (f_r² - f² + 2 i xi f_r f)` with frequency and damping at the speed.

use std::sync::Arc;

use num_complex::Complex64;

use super::base::speed_of;
use crate::catalogue::{Call, CallError};
use crate::concepts::{Concept, Density, FluidElasticBase, Label, SpectralMatrix};
use crate::diag::Diagnostic;
use crate::kernel::random::Oscillator;
use crate::operators::{Check, Context, Operator, Outcome, set_result};

pub(in crate::operators) const DYNA_SPEC_MODAL: Operator =
    Operator { name: "DYNA_SPEC_MODAL", run, check: Check::KeywordsOnly };

/// Damping that stands for none.
const LEAST: f64 = 1e-6;

fn run(call: &Call, context: &mut Context<'_>) -> Outcome {
    let base = call.fluid_elastic("BASE_ELAS_FLUI")?;
    let speed = speed_of(call, base)?;
    let excit = call.only("EXCIT")?;
    let forces = excit.spectral_matrix("INTE_SPEC_GENE")?;
    let all = call.is("OPTION", "TOUT");
    if all && forces.is_diagonal && forces.terms.len() > 1 {
        let message = "OPTION='TOUT' needs the terms between modes, and INTE_SPEC_GENE has its diagonal alone";
        let error = call.error("OPTION", "R547", message);
        return Err(Box::new(
            error.help("OPTION='TOUT' in PROJ_SPEC_BASE keeps them, OPTION='DIAG' here does without"),
        ));
    }
    let mut terms = Vec::new();
    for (place, density) in &forces.terms {
        if !all && !place.is_diagonal() {
            continue;
        }
        let transfer = |label| transfer(call, base, speed, label, &forces.abscissae);
        let (row, column) = (transfer(&place.row)?, transfer(&place.column)?);
        let value = |k: usize| density.at(k) * row[k] * column[k].conj();
        let count = forces.abscissae.len();
        let made = match place.is_diagonal() {
            true => Density::Real((0..count).map(|k| value(k).re).collect()),
            false => Density::Complex((0..count).map(value).collect()),
        };
        terms.push((place.clone(), made));
    }
    warn_of_instability(call, base, speed, context);
    let frequencies = forces.abscissae.clone();
    let made = match all && !forces.is_diagonal {
        true => SpectralMatrix::new("DEPL_GENE", frequencies, terms),
        false => SpectralMatrix::diagonal("DEPL_GENE", frequencies, terms),
    };
    set_result(call, Concept::SpectralMatrix(Arc::new(made)))
}

/// `1/Z` of the mode of a label.
fn transfer(
    call: &Call,
    base: &FluidElasticBase,
    speed: usize,
    label: &Label,
    frequencies: &[f64],
) -> Result<Vec<Complex64>, CallError> {
    let place = match label {
        Label::Order(order) => base.place(*order),
        Label::Node(_) => None,
    };
    let Some(place) = place else {
        let error = call.error("EXCIT", "R547", format!("INTE_SPEC_GENE has a row {label} that is no coupled mode"));
        let known: Vec<String> = base.orders().iter().map(i64::to_string).collect();
        return Err(Box::new(error.help(format!("the coupled modes are {}", known.join(", ")))));
    };
    let state = &base.states[speed];
    let (frequency, damping) = (state.frequencies[place], state.dampings[place]);
    if !(frequency > 0.0) {
        let message = format!("mode {label} has the frequency {frequency} at this speed");
        return Err(call.error("VITE_FLUI", "R547", message));
    }
    let own = || base.modes[base.ranks[place]].parameter("MASS_GENE").unwrap_or(f64::NAN);
    let mass = state.masses.get(place).copied().unwrap_or_else(own);
    let mode = Oscillator { frequency, damping: if damping > 0.0 { damping } else { LEAST } };
    Ok(frequencies.iter().map(|f| mode.transfer(*f) / mass).collect())
}

/// Says which modes are unstable: their response is that of a damping of 1e-6.
fn warn_of_instability(call: &Call, base: &FluidElasticBase, speed: usize, context: &mut Context<'_>) {
    let unstable = |(_, xi): &(i64, &f64)| **xi <= 0.0;
    let modes: Vec<String> = base
        .orders()
        .into_iter()
        .zip(&base.states[speed].dampings)
        .filter(unstable)
        .map(|(o, _)| o.to_string())
        .collect();
    if modes.is_empty() {
        return;
    }
    let message = format!(
        "at {} m/s the mode(s) {} have no damping left: there is no stationary response",
        base.speeds[speed],
        modes.join(", ")
    );
    let warning = Diagnostic::warning("R548", message).at_if_absent(call.span_of("VITE_FLUI"));
    context.warn(warning.help(format!(
        "the damping {LEAST} stands for it, as in the reference; RECU_FONCTION(PARA_Y='AMOR') shows where it ends"
    )));
}
