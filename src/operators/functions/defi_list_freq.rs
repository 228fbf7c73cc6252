//! DEFI_LIST_FREQ: a list of frequencies that is denser around some of them, so that a harmonic response has its peaks.
//!
//! ```text
//! FREQS = DEFI_LIST_FREQ(
//!     DEBUT=5.0, INTERVALLE=_F(JUSQU_A=40.0, PAS=0.5),
//!     RAFFINEMENT=_F(LIST_RAFFINE=(7.3, 21.7), CRITERE='LARGEUR_3DB', AMOR_REDUIT=0.02, NB_POINTS=9),
//! )
//! ```
//!
//! Around each frequency `f` of LIST_RAFFINE, NB_POINTS points are spread evenly over the width `w`: DISPERSION
//! (ABSOLU), DISPERSION times `f` (RELATIF), or the width of the peak at half power, `2 xi f` (LARGEUR_3DB), about the frequency of
//! its resonance, `f sqrt(1 - 2 xi^2)`.

use std::sync::Arc;

use super::defi_list::read_reals;
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::Concept;
use crate::operators::{Check, Context, Operator, Outcome, set_result};

pub(in crate::operators) const DEFI_LIST_FREQ: Operator = Operator { name: "DEFI_LIST_FREQ", run, check: Check::Runs };

/// Damping ratio below which a peak counts as undamped.
const UNDAMPED: f64 = 1e-12;
/// Width of an undamped peak, as a part of its frequency.
const UNDAMPED_WIDTH: f64 = 0.01;
/// Most points around one frequency.
const MOST_POINTS: i64 = 1_000_000;

fn run(call: &Call, context: &mut Context<'_>) -> Outcome {
    let mut list = read_reals(call, context)?;
    if let Some(pair) = list.windows(2).find(|pair| pair[0].partial_cmp(&pair[1]) != Some(std::cmp::Ordering::Less)) {
        let (keyword, help) = match call.has("VALE") {
            true => ("VALE", "sort them, and write each once"),
            false => ("INTERVALLE", "JUSQU_A lies above DEBUT, and above JUSQU_A of the interval before"),
        };
        let message = format!("frequencies must increase: {} is followed by {}", pair[0], pair[1]);
        return Err(Box::new(call.error(keyword, "R506", message).help(help)));
    }
    if let Some(keywords) = call.one("RAFFINEMENT") {
        let shortest = keywords.real("PAS_MINI")?;
        for (frequency, damping) in peaks(keywords, shortest)? {
            list.extend(points(keywords, frequency, damping)?);
        }
        list.sort_by(f64::total_cmp);
        let mut kept: Vec<f64> = Vec::with_capacity(list.len());
        for value in list {
            if kept.last().is_none_or(|last| value - last >= shortest) {
                kept.push(value);
            }
        }
        list = kept;
    }
    set_result(call, Concept::RealList(Arc::new(list)))
}

/// Frequencies to refine around, each with its damping ratio (the last given holds for the rest). Those within `shortest` of the one
/// before are left out.
fn peaks(keywords: &Keywords, shortest: f64) -> Result<Vec<(f64, f64)>, CallError> {
    if shortest.is_nan() || shortest < 0.0 {
        return Err(keywords.error("PAS_MINI", "R506", format!("PAS_MINI must not be negative; found {shortest}")));
    }
    let dampings = match keywords.concept("LIST_AMOR") {
        Some(Concept::RealList(list)) => list.to_vec(),
        _ => keywords.reals("AMOR_REDUIT"),
    };
    if let Some(damping) = dampings.iter().find(|xi| !(0.0..1.0).contains(*xi)) {
        let keyword = if keywords.has("LIST_AMOR") { "LIST_AMOR" } else { "AMOR_REDUIT" };
        let error = keywords.error(keyword, "R506", format!("a damping ratio is {damping}"));
        return Err(Box::new(error.help("damping ratios are fractions from 0 up to 1: 0.05 for 5 %")));
    }
    let mut peaks: Vec<(f64, f64)> = Vec::new();
    for (rank, frequency) in keywords.reals("LIST_RAFFINE").into_iter().enumerate() {
        if frequency.is_nan() || frequency <= 0.0 {
            let message = format!("LIST_RAFFINE holds {frequency}, and frequencies are positive");
            return Err(keywords.error("LIST_RAFFINE", "R506", message));
        }
        let damping = dampings.get(rank).or(dampings.last()).copied().unwrap_or(0.0);
        if peaks.last().is_none_or(|(last, _)| (frequency - last).abs() >= shortest) {
            peaks.push((frequency, damping));
        }
    }
    Ok(peaks)
}

/// The points around a frequency.
fn points(keywords: &Keywords, frequency: f64, damping: f64) -> Result<Vec<f64>, CallError> {
    let count = keywords.integer("NB_POINTS")?;
    if !(1..=MOST_POINTS).contains(&count) {
        let message = format!("NB_POINTS must be from 1 to {MOST_POINTS}; found {count}");
        return Err(keywords.error("NB_POINTS", "R506", message));
    }
    let mut centre = frequency;
    let width = match &*keywords.text("CRITERE")? {
        "ABSOLU" => keywords.real("DISPERSION")?,
        "RELATIF" => keywords.real("DISPERSION")? * frequency,
        _ => {
            // Beyond 0.707 there is no resonance.
            let share = 1.0 - 2.0 * damping * damping;
            if share > 0.0 {
                centre = frequency * share.sqrt();
            }
            if damping <= UNDAMPED { UNDAMPED_WIDTH * centre } else { 2.0 * damping * centre }
        }
    };
    let from = centre - 0.5 * width;
    let step = if count > 1 { width / (count - 1) as f64 } else { 0.0 };
    let mut points: Vec<f64> = match count {
        1 => vec![centre],
        _ => (0..count).map(|k| from + k as f64 * step).collect(),
    };
    if count % 2 == 0 || centre != frequency {
        points.push(frequency);
    }
    points.retain(|point| *point > 0.0);
    Ok(points)
}
