//! DEFI_PROFIL: heights of evenly spaced nodes.

use std::sync::Arc;

use super::input::{not_negative, positive, refused};
use super::profile_file;
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Concept, RoughProfile};
use crate::diag::Diagnostic;
use crate::kernel::rough::{Correlation, RandomProfile};
use crate::operators::{Check, Context, Operator, Outcome, set_result};
use crate::verdict::significant;

pub(in crate::operators) const DEFI_PROFIL: Operator =
    Operator { name: "DEFI_PROFIL", run, check: Check::KeywordsOnly };

/// Nodes that a profile may have: 16 million, 128 MB.
const MOST_NODES: f64 = 1.6e7;

fn run(call: &Call, context: &mut Context<'_>) -> Outcome {
    let mut profile = if call.has("UNITE") { profile_file::read(call, context)? } else { made(call)? };
    let offset = call.real("DECALAGE")?;
    if offset != 0.0 {
        profile.heights = Arc::new(profile.heights.iter().map(|h| h + offset).collect());
    }
    warn_of_units(call, context, &profile);
    set_result(call, Concept::RoughProfile(Arc::new(profile)))
}

/// Roughness that no surface in metres has (m), and in distances of nodes.
const ROUGHEST: f64 = 0.1;
const STEEPEST: f64 = 50.0;

/// A profile whose lengths can hardly be metres.
fn warn_of_units(call: &Call, context: &mut Context<'_>, profile: &RoughProfile) {
    let count = profile.heights.len() as f64;
    let sum = |value: &dyn Fn(f64) -> f64| profile.heights.iter().fold(0.0, |sum, h| sum + value(*h));
    let mean = sum(&|h| h) / count;
    let roughness = sum(&|h| (h - mean).abs()) / count;
    if !(roughness > ROUGHEST || roughness > STEEPEST * profile.spacing) {
        return;
    }
    let message = format!(
        "the nodes of this profile are {} m apart and its roughness RA is {} m",
        significant(profile.spacing, 4),
        significant(roughness, 4)
    );
    let help = match call.has("UNITE") {
        true => "lengths are in metres: ECHELLE=(1.e-3, 1.e-6) reads X in millimetres and H in micrometres",
        false => "lengths are in metres: 5 micrometres are 5.e-6",
    };
    context.warn(Diagnostic::warning("R870", message).at(call.span).label("hardly metres").help(help));
}

fn made(call: &Call) -> Result<RoughProfile, CallError> {
    let (count, spacing) = grid(call)?;
    let heights = if let Some(random) = call.one("ALEATOIRE") {
        random_profile(random, spacing)?.heights(count, spacing)
    } else if call.has("FONCTION") {
        (0..count).map(|i| height(call, i as f64 * spacing)).collect::<Result<_, _>>()?
    } else {
        vec![0.0; count]
    };
    Ok(RoughProfile { spacing, heights: Arc::new(heights) })
}

/// Number of nodes and their distance.
fn grid(call: &Call) -> Result<(usize, f64), CallError> {
    let length = positive(call, "LONGUEUR")?;
    let spacing = positive(call, "PAS")?;
    let (Some(length), Some(spacing)) = (length, spacing) else {
        let missing = if length.is_none() { "LONGUEUR" } else { "PAS" };
        let message = format!("{missing} is missing: a profile has a length and a distance of nodes");
        return Err(refused(call, missing, "R851", message, "give LONGUEUR and PAS (m), or a file with UNITE"));
    };
    let parts = length / spacing;
    let whole = libm::round(parts);
    if !(3.0..=MOST_NODES).contains(&whole) {
        let message = format!("a profile has from 4 to {MOST_NODES:.0} nodes; LONGUEUR / PAS = {parts}");
        return Err(refused(call, "PAS", "R851", message, "change PAS or LONGUEUR"));
    }
    if (parts - whole).abs() > 1e-6 {
        let (below, above) = (length / libm::ceil(parts), length / libm::floor(parts));
        let message = format!("PAS={spacing} does not divide LONGUEUR={length}: there would be {parts} distances");
        return Err(refused(call, "PAS", "R851", message, format!("the nearest that do are {below} and {above}")));
    }
    Ok((whole as usize + 1, length / whole))
}

fn random_profile(keywords: &Keywords, spacing: f64) -> Result<RandomProfile, CallError> {
    let roughness = not_negative(keywords, "RA")?;
    let correlation_length = positive(keywords, "LONG_CORR")?.unwrap_or(spacing);
    let cutoff = not_negative(keywords, "COUPURE")?;
    for (keyword, length) in [("LONG_CORR", correlation_length), ("COUPURE", cutoff)] {
        if length > MOST_NODES * spacing / 16.0 {
            let message = format!("{keyword}={length} m is more than {:.0} distances of nodes", MOST_NODES / 16.0);
            return Err(refused(
                keywords,
                keyword,
                "R850",
                message,
                "lengths are in metres: 450 micrometres are 450.e-6",
            ));
        }
    }
    Ok(RandomProfile {
        roughness,
        correlation: match keywords.text_if_given("CORRELATION").as_deref() {
            Some("GAUSS") => Correlation::Gaussian,
            Some("EXPO_FILTRE") => Correlation::FilteredExponential,
            _ => Correlation::Exponential,
        },
        correlation_length,
        cutoff,
        seed: keywords.integer("GRAINE")?,
    })
}

/// Height by the function of FONCTION.
fn height(call: &Call, x: f64) -> Result<f64, CallError> {
    let value = match call.concept("FONCTION") {
        Some(Concept::Function(function)) => function.value(x).map_err(|fault| fault.to_string()),
        Some(Concept::Formula(formula)) if formula.parameters.len() == 1 => {
            formula.value(&[x]).map(|value| value.complex().re).map_err(|fault| fault.to_string())
        }
        Some(Concept::Formula(formula)) => {
            Err(format!("it has {} parameters, a height depends on X alone", formula.parameters.len()))
        }
        _ => Err("it is no function".to_string()),
    };
    let name = call.handle("FONCTION").map_or("", |handle| handle.name());
    let error = |why: String| {
        let message = format!("FONCTION={name} gives no height at X = {x} m: {why}");
        refused(call, "FONCTION", "R852", message, "it must have a finite value from X = 0 to LONGUEUR")
    };
    match value {
        Ok(h) if h.is_finite() => Ok(h),
        Ok(h) => Err(error(format!("its value is {h}"))),
        Err(why) => Err(error(why)),
    }
}
