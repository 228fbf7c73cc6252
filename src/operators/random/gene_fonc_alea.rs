//! GENE_FONC_ALEA: the frequencies, the densities there, the draws one after the other.
//!
//! ```text
//! DRAWS = GENE_FONC_ALEA(INTE_SPEC=S, NB_POIN=1024, NB_TIRAGE=3, INIT_ALEA=2025)
//! ACC = RECU_FONCTION(INTE_SPEC=DRAWS, NUME_ORDRE=1)
//! ```
//!
//! The drawing is `kernel::signal::stochastic`. Numbers depend on INIT_ALEA only; without it a draw goes on where the one
//! before in the study stopped, which the graph knows.

use std::sync::Arc;

use num_complex::Complex64;

use crate::catalogue::{Call, CallError, FreeValue};
use crate::concepts::{Concept, Density, SpectralMatrix, TermPlace};
use crate::kernel::random::Spectra;
use crate::kernel::signal::random::Generator;
use crate::kernel::signal::stochastic::{Factors, FrequencyGrid};
use crate::operators::{Check, Context, Operator, Outcome, set_result};

pub(in crate::operators) const GENE_FONC_ALEA: Operator =
    Operator { name: "GENE_FONC_ALEA", run, check: Check::KeywordsOnly };

/// Fewest frequencies when the study does not say.
const FEWEST: usize = 256;
/// Most frequencies: arrays of them take some hundred megabytes.
const MOST: usize = 1 << 23;

fn run(call: &Call, context: &mut Context<'_>) -> Outcome {
    let matrix = call.spectral_matrix("INTE_SPEC")?;
    let densities = Densities::of(call, matrix)?;
    let (grid, bounds) =
        if call.is("INTERPOL", "NON") { tabulated(call, &densities)? } else { interpolated(call, &densities)? };
    let factors = Factors::new(densities.spectra.size, grid, |f| densities.at(f, bounds));
    let mut generator = generator(call);
    let count = usize::try_from(call.integer("NB_TIRAGE")?).unwrap_or(0);
    let length = 2 * grid.count * count;
    if count == 0 || length > 4 * MOST {
        let message = format!("NB_TIRAGE is {count}: {length} instants cannot be drawn");
        return Err(call.error("NB_TIRAGE", "R532", message));
    }
    // The first instant of all holds zero.
    let mut signals = vec![vec![0.0]; densities.spectra.size];
    for rank in 0..count {
        if context.cancelled() {
            break;
        }
        for (signal, part) in signals.iter_mut().zip(factors.draw(&mut generator)) {
            signal.extend(part);
        }
        (context.progress)((rank + 1) as f64 / count as f64, "drawing");
    }
    let dt = grid.time_step();
    let instants = (0..signals[0].len()).map(|i| i as f64 * dt).collect();
    let drawn = SpectralMatrix::of_signals(instants, signals, generator);
    set_result(call, Concept::SpectralMatrix(Arc::new(drawn)))
}

/// From INIT_ALEA; else where the draw before stopped; else from 0.
fn generator(call: &Call) -> Generator {
    let before = call.free().values().find_map(|value| match value {
        FreeValue::Concept(handle) => match handle.get() {
            Some(Concept::SpectralMatrix(drawn)) => drawn.generator.clone(),
            _ => None,
        },
        _ => None,
    });
    match (call.integer_if_given("INIT_ALEA"), before) {
        (None, Some(generator)) => generator,
        (seed, _) => Generator::new(seed.unwrap_or(0)),
    }
}

/// The matrix, linear between its points.
struct Densities {
    spectra: Spectra,
}

impl Densities {
    fn of(call: &Call, matrix: &SpectralMatrix) -> Result<Densities, CallError> {
        let refused = |message: String| call.error("INTE_SPEC", "R532", message);
        if matrix.parameter != "FREQ" {
            return Err(refused("INTE_SPEC holds signals, not spectral densities".into()));
        }
        let labels = matrix.labels();
        if labels.is_empty() {
            return Err(refused("the spectral matrix has no density of a signal".into()));
        }
        let alone =
            |(place, _): &&(TermPlace, Density)| !labels.contains(&place.row) || !labels.contains(&place.column);
        if let Some((place, _)) = matrix.terms.iter().find(alone) {
            return Err(refused(format!("the term {place} lies off the diagonal of a signal that has no density")));
        }
        // What is not given is not correlated.
        Ok(Densities { spectra: matrix.spectra_or_zero(&labels) })
    }

    /// The matrix at a frequency, row by row; zero outside the bounds and the points.
    fn at(&self, f: f64, (low, high): (f64, f64)) -> Vec<Complex64> {
        let n = self.spectra.size;
        let slack = 1.0e-9 * high.abs();
        let (first, last) = self.range();
        if f < low - slack || f > high + slack || f < first - slack || f > last + slack {
            return vec![Complex64::ZERO; n * n];
        }
        let here = self.spectra.at_frequencies(&[f]);
        (0..n * n).map(|k| here.at(k / n, k % n, 0)).collect()
    }

    fn frequencies(&self) -> &[f64] {
        &self.spectra.frequencies
    }

    fn range(&self) -> (f64, f64) {
        (self.spectra.frequencies[0], self.spectra.frequencies[self.spectra.frequencies.len() - 1])
    }
}

type Asked = (FrequencyGrid, (f64, f64));

/// INTERPOL='OUI': a grid of its own, densities interpolated on it.
fn interpolated(call: &Call, densities: &Densities) -> Result<Asked, CallError> {
    let range = densities.range();
    let (low, high) =
        (call.real_if_given("FREQ_INIT").unwrap_or(range.0), call.real_if_given("FREQ_FIN").unwrap_or(range.1));
    if !(low >= 0.0 && high > low) {
        let message = format!("no density lies between FREQ_INIT = {low} and FREQ_FIN = {high}");
        return Err(call.error("FREQ_FIN", "R532", message));
    }
    let given = points(call)?;
    let enough = |step: f64| below_power(2.0 * high / step).max(FEWEST);
    let (step, count) = match (call.real_if_given("DUREE_TIRAGE"), given) {
        (Some(duration), _) if !(duration > 0.0) => {
            let message = format!("DUREE_TIRAGE is {duration}: a draw lasts more than nothing");
            return Err(call.error("DUREE_TIRAGE", "R532", message));
        }
        (Some(duration), given) => {
            let needed = below_power(2.0 * high * duration);
            (1.0 / duration, given.unwrap_or(FEWEST).max(needed))
        }
        (None, Some(count)) => (high / (count as f64 - 1.0), count),
        (None, None) => {
            let steps = densities.frequencies().windows(2).map(|w| w[1] - w[0]);
            let step = steps.fold(f64::INFINITY, f64::min).min(high - low);
            (step, enough(step))
        }
    };
    let last = (count as f64 - 1.0) * step;
    let first = if last > high - low { (high - count as f64 * step).max(0.0) } else { low };
    Ok((checked(call, FrequencyGrid { first, step, count })?, (low, high)))
}

/// INTERPOL='NON': the frequencies of the densities, which have a constant step.
fn tabulated(call: &Call, densities: &Densities) -> Result<Asked, CallError> {
    let mut step = None::<f64>;
    for pair in densities.frequencies().windows(2) {
        let found = pair[1] - pair[0];
        let expected = *step.get_or_insert(found);
        if ((found - expected) / expected).abs() > 1.0e-6 {
            let message = format!("the step of the densities is {expected} Hz, then {found} Hz after {} Hz", pair[0]);
            let mut error = call.error("INTE_SPEC", "R532", message);
            error.help =
                Some("INTERPOL='NON' takes densities at a constant step, INTERPOL='OUI' interpolates them".into());
            return Err(error);
        }
    }
    let Some(step) = step else { return Err(call.error("INTE_SPEC", "R532", "a density has less than two points")) };
    let (low, high) = densities.range();
    let count = (2 * below_power(high / step)).max(points(call)?.unwrap_or(0));
    Ok((checked(call, FrequencyGrid { first: 0.0, step, count })?, (low, high)))
}

/// NB_POIN, rounded up to a power of two.
fn points(call: &Call) -> Result<Option<usize>, CallError> {
    let Some(given) = call.integer_if_given("NB_POIN") else { return Ok(None) };
    match usize::try_from(given) {
        Ok(count) if (2..=MOST).contains(&count) => Ok(Some(count.next_power_of_two())),
        _ => Err(call.error("NB_POIN", "R532", format!("NB_POIN is {given}: it goes from 2 to {MOST}"))),
    }
}

fn checked(call: &Call, grid: FrequencyGrid) -> Result<FrequencyGrid, CallError> {
    if grid.step > 0.0 && (2..=MOST).contains(&grid.count) {
        return Ok(grid);
    }
    let message = format!("{} frequencies every {} Hz cannot be drawn", grid.count, grid.step);
    Err(call.error("GENE_FONC_ALEA", "R532", message))
}

/// The largest power of two not above `x`.
fn below_power(x: f64) -> usize {
    if x >= 1.0 { 1 << (x.min(MOST as f64) as usize).ilog2() } else { 1 }
}
