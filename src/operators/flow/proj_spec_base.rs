//! PROJ_SPEC_BASE: the spectral matrix of the forces of turbulence on modes.
//!
//! ```text
//! FORCES = PROJ_SPEC_BASE(SPEC_TURB=TURB, BASE_ELAS_FLUI=BASE, VITE_FLUI=3.0, FREQ_INIT=10.0, FREQ_FIN=400.0, NB_POIN=512,
//!                         TOUT_CMP='NON', TOUT='OUI')
//! FORCES = PROJ_SPEC_BASE(SPEC_TURB=GIVEN, MODE_MECA=MODES, MODELE_INTERFACE=MODEL, GROUP_MA='WET', FREQ_INIT=1.0, FREQ_FIN=50.0, NB_POIN=100)
//! ```
//!
//! Models of a correlation length (`correlated`) act on modes under flow across a tube; densities given between points
//! (`convected`) on any modes. Numerics: `kernel::flow`.

use std::sync::Arc;

use num_complex::Complex64;

use super::base::speed_of;
use super::convected::{Shapes, densities};
use super::correlated;
use crate::catalogue::{Call, CallError};
use crate::concepts::{
    Concept, CorrelatedFlow, Density, FluidElasticBase, Handle, Label, ModeSet, PairDensity, SpectralMatrix, TermPlace,
    TurbulentFlow,
};
use crate::operators::{Check, Context, Operator, Outcome, set_result};

pub(in crate::operators) const PROJ_SPEC_BASE: Operator =
    Operator { name: "PROJ_SPEC_BASE", run, check: Check::KeywordsOnly };

/// Most frequencies.
const MOST: i64 = 1 << 22;

/// Models of turbulence, all of one kind.
enum Models<'c> {
    Correlated(Vec<(&'c Handle, &'c CorrelatedFlow)>),
    Given(Vec<&'c PairDensity>),
}

fn run(call: &Call, context: &mut Context<'_>) -> Outcome {
    call.note_read("TOUT");
    call.note_read("TOUT_CMP");
    let models = models(call)?;
    if let Some(Concept::Modes(modes)) = call.concept("MODE_MECA") {
        return on_modes(call, modes, &models, context);
    }
    let base = call.fluid_elastic("BASE_ELAS_FLUI")?;
    let speed = speed_of(call, base)?;
    let frequencies = frequencies(call)?;
    if !(call.real("FREQ_INIT")? > 0.0) {
        return Err(call.error(
            "FREQ_INIT",
            "R546",
            "FREQ_INIT is 0: frequencies of modes under flow go from above zero up",
        ));
    }
    if frequencies.len() & (frequencies.len() - 1) != 0 {
        let error =
            call.error("NB_POIN", "R546", format!("NB_POIN is {}: a power of two is needed", frequencies.len()));
        return Err(Box::new(error.help(format!("{} is one", frequencies.len().next_power_of_two()))));
    }
    let places = modes(call, base)?;
    let sums = match &models {
        Models::Correlated(models) => correlated::densities(call, base, speed, &places, models, &frequencies, context)?,
        Models::Given(terms) => {
            let shares = places.iter().map(|place| base.shares(speed, *place)).collect();
            densities(call, &Shapes { modes: &base.modes, shares }, terms, &frequencies, context)?
        }
    };
    let order = |place: &usize| base.modes.orders[base.ranks[*place]];
    let orders: Vec<i64> = places.iter().map(order).collect();
    // The larger number first.
    let pairs = (0..orders.len()).flat_map(|i| (0..=i).map(move |j| (i, j)));
    finish(call, "SPEC_GENE", &orders, pairs, frequencies, &sums)
}

/// Densities between points on the modes of a structure: all modes, any number of frequencies.
fn on_modes(call: &Call, modes: &Arc<ModeSet>, models: &Models<'_>, context: &mut Context<'_>) -> Outcome {
    let Models::Given(terms) = models else {
        let message = "models of a correlation length are for modes under flow";
        let error = call.error("MODE_MECA", "R546", message);
        return Err(Box::new(error.help(
            "give BASE_ELAS_FLUI from CALC_FLUI_STRU; SPEC_CORR_CONV_3 has densities between points, for any modes",
        )));
    };
    let frequencies = frequencies(call)?;
    let shares = (0..modes.len()).map(|rank| vec![(rank, 1.0)]).collect();
    let sums = densities(call, &Shapes { modes, shares }, terms, &frequencies, context)?;
    let pairs = (0..modes.len()).flat_map(|j| (0..=j).map(move |i| (i, j)));
    finish(call, "DEPL", &modes.orders, pairs, frequencies, &sums)
}

/// Keeps the terms of some pairs of rows; `sums` are whole matrices, row by row, at each frequency.
fn finish(
    call: &Call,
    kind: &str,
    orders: &[i64],
    pairs: impl Iterator<Item = (usize, usize)>,
    frequencies: Vec<f64>,
    sums: &[Vec<Complex64>],
) -> Outcome {
    let is_diagonal = call.is("OPTION", "DIAG");
    let mut terms = Vec::new();
    for (i, j) in pairs.filter(|(i, j)| i == j || !is_diagonal) {
        let values = sums.iter().map(|matrix| matrix[i * orders.len() + j]);
        let density = match i == j {
            true => Density::Real(values.map(|z| z.re).collect()),
            false => Density::Complex(values.collect()),
        };
        terms.push((TermPlace { row: Label::Order(orders[i]), column: Label::Order(orders[j]) }, density));
    }
    let made = match is_diagonal {
        true => SpectralMatrix::diagonal(kind, frequencies, terms),
        false => SpectralMatrix::new(kind, frequencies, terms),
    };
    set_result(call, Concept::SpectralMatrix(Arc::new(made)))
}

fn models(call: &Call) -> Result<Models<'_>, CallError> {
    let (mut correlated, mut given) = (Vec::new(), Vec::new());
    for handle in call.handles("SPEC_TURB") {
        match handle.get() {
            Some(Concept::Turbulence(turbulence)) => match &**turbulence {
                TurbulentFlow::Correlated(model) => correlated.push((handle, model)),
                TurbulentFlow::Given(terms) => given.extend(terms),
            },
            _ => return Err(call.missing("SPEC_TURB")),
        }
    }
    match (correlated.is_empty(), given.is_empty()) {
        (_, true) => Ok(Models::Correlated(correlated)),
        (true, false) => Ok(Models::Given(given)),
        (false, false) => {
            let message = "models of a correlation length and densities between points do not mix";
            Err(Box::new(call.error("SPEC_TURB", "R546", message).help("one PROJ_SPEC_BASE for each kind")))
        }
    }
}

fn frequencies(call: &Call) -> Result<Vec<f64>, CallError> {
    let (first, last, count) = (call.real("FREQ_INIT")?, call.real("FREQ_FIN")?, call.integer("NB_POIN")?);
    if !(2..=MOST).contains(&count) {
        let message = format!("NB_POIN is {count}: from 2 to {MOST} frequencies are possible");
        return Err(call.error("NB_POIN", "R546", message));
    }
    if !(first >= 0.0 && first < last) {
        let message = format!("FREQ_INIT is {first} and FREQ_FIN {last}: no frequency lies between");
        return Err(call.error("FREQ_INIT", "R546", message));
    }
    Ok((0..count).map(|k| first + k as f64 * (last - first) / (count - 1) as f64).collect())
}

/// Coupled modes that lie between the frequencies at all speeds, as places among the coupled ones.
fn modes(call: &Call, base: &FluidElasticBase) -> Result<Vec<usize>, CallError> {
    let (low, high) = (call.real("FREQ_INIT")?, call.real("FREQ_FIN")?);
    let always = |mode: usize, test: &dyn Fn(f64) -> bool| base.states.iter().all(|s| test(s.frequencies[mode]));
    let count = base.ranks.len();
    let first = (0..count).find(|mode| always(*mode, &|f| f > low));
    let last = (0..count).rev().find(|mode| always(*mode, &|f| f <= high));
    let kept: Vec<usize> = first.zip(last).map_or_else(Vec::new, |(first, last)| (first..=last).collect());
    if kept.is_empty() {
        let message = format!("no coupled mode lies between {low} and {high} Hz at all speeds");
        let all = base.states.iter().flat_map(|state| state.frequencies.iter().copied());
        let range = all.fold((f64::INFINITY, 0.0), |(a, b): (f64, f64), f| (a.min(f), b.max(f)));
        let error = call.error("FREQ_FIN", "R546", message);
        return Err(Box::new(error.help(format!("the modes lie between {} and {} Hz", range.0, range.1))));
    }
    Ok(kept)
}
