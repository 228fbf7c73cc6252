//! NOCI_SEISME: how harmful an earthquake record is.
//!
//! From an acceleration a(t): largest |a|, |v|, |d| (v and d by trapezoids), Arias intensity, cumulated absolute
//! velocity, strong phase, spectrum intensity int S/f^2 df of the pseudo-velocity spectrum, and average spectral
//! acceleration between (1 - RATIO) FREQ_FOND and FREQ_FOND. Or the intensity of a spectrum given as a surface.

use super::inputs::{designation, points, restricted, with_columns};
use crate::catalogue::{CallError, Keywords};
use crate::concepts::{Cell, ColumnType, Concept, Table};
use crate::kernel::signal::calculus::trapezoid_integral;
use crate::kernel::signal::oscillator::{Nature, response_spectrum};
use crate::kernel::signal::restriction::{arias_intensity, strong_phase};
use crate::kernel::signal::{Extension, Interpolation, Table as Points};
use crate::operators::Context;
use crate::operators::functions::no_value;
use crate::operators::functions::oscillators::{AT_SAMPLES, check_damping, frequencies, norm, note_between_samples};

pub(super) fn table(keywords: &Keywords, context: &mut Context<'_>) -> Result<Table, CallError> {
    let values = if keywords.has("SPEC_OSCI") { of_spectrum(keywords)? } else { of_record(keywords, context)? };
    let columns: Vec<(&str, ColumnType)> = values.iter().map(|(name, _)| (*name, ColumnType::Real)).collect();
    let names = [("FONCTION", ColumnType::Text(8))];
    let mut table = with_columns(&names.into_iter().chain(columns).collect::<Vec<_>>());
    let given = if keywords.has("SPEC_OSCI") { "SPEC_OSCI" } else { "FONCTION" };
    let name = Cell::Text(designation(keywords.handle(given)));
    table.rows.push(std::iter::once(name).chain(values.into_iter().map(|(_, value)| Cell::Real(value))));
    Ok(table)
}

type Values = Vec<(&'static str, f64)>;

fn of_record(keywords: &Keywords, context: &mut Context<'_>) -> Result<Values, CallError> {
    let options = keywords.texts("OPTION");
    let all = options.is_empty() || options.iter().any(|option| &**option == "TOUT");
    let asked = |names: &[&str]| all || options.iter().any(|option| names.contains(&&**option));
    let (whole, ..) = points(keywords, "FONCTION")?;
    let ends = (keywords.real_if_given("INST_INIT"), keywords.real_if_given("INST_FIN"));
    let part = |table: &Points| restricted(keywords, table, ends.0, ends.1);
    let record = part(&whole)?;
    let (t, a) = (&record.abscissae, &record.ordinates);
    let mut values = Values::new();
    if asked(&["MAXI", "ACCE_SUR_VITE"]) {
        let start = keywords.real("COEF")?;
        let integrated =
            |f: &Points| f.with_points(f.abscissae.clone(), trapezoid_integral(&f.abscissae, &f.ordinates, start));
        let velocity = integrated(&whole);
        let displacement = integrated(&velocity);
        let [acceleration, velocity, displacement] =
            [largest(&record), largest(&part(&velocity)?), largest(&part(&displacement)?)];
        values.extend([("ACCE_MAX", acceleration), ("VITE_MAX", velocity), ("DEPL_MAX", displacement)]);
        values.push(("ACCE_SUR_VITE", acceleration / velocity));
    }
    if asked(&["INTE_ARIAS", "DUREE_PHAS_FORT"]) {
        let gravity = keywords.real_if_given("PESANTEUR").unwrap_or(9.81);
        let intensity = arias_intensity(t, a, gravity);
        if asked(&["INTE_ARIAS"]) {
            values.push(("INTE_ARIAS", intensity.last().copied().unwrap_or(0.0)));
        }
        if asked(&["DUREE_PHAS_FORT"]) {
            let low = keywords.real("BORNE_INF")?;
            let high = keywords.real("BORNE_SUP")?;
            let (start, duration) = strong_phase(t, &intensity, low, high).unwrap_or((0.0, 0.0));
            values.extend([("DEBUT_PHAS_FORT", start), ("DUREE_PHAS_FORT", duration)]);
        }
    }
    if asked(&["VITE_ABSO_CUMU"]) {
        let absolute: Vec<f64> = a.iter().map(|a| a.abs()).collect();
        values.push(("VITE_ABSO_CUMU", last_integral(t, &absolute)));
    }
    if asked(&["INTE_SPEC"]) {
        let spectrum = spectrum(keywords, &record, frequencies(keywords)?, Nature::PseudoVelocity, context)?;
        values.push(("INTE_SPECT", spectrum_intensity(keywords, &spectrum, |f, s| s / (f * f))?));
    }
    // Old studies ask for everything without a frequency of the structure.
    if asked(&["ASA"]) && keywords.has("FREQ_FOND") {
        let (fundamental, ratio) =
            (keywords.real_if_given("FREQ_FOND").unwrap_or(1.0), keywords.real_if_given("RATIO").unwrap_or(0.4));
        let frequencies = frequencies_up_to(keywords, fundamental, ratio)?;
        let spectrum = spectrum(keywords, &record, frequencies, Nature::PseudoAcceleration, context)?;
        values.push(("ASA", last_integral(&spectrum.abscissae, &spectrum.ordinates) / (ratio * fundamental)));
    }
    match values.iter().find(|(_, value)| !value.is_finite()) {
        Some((name, _)) => Err(keywords.error("FONCTION", "N501", format!("{name} is not a finite number"))),
        None => Ok(values),
    }
}

/// Frequencies from (1 - RATIO) FREQ_FOND by FREQ_PAS to the first one that reaches FREQ_FOND.
fn frequencies_up_to(keywords: &Keywords, fundamental: f64, ratio: f64) -> Result<Vec<f64>, CallError> {
    let step = keywords.real_if_given("FREQ_PAS").unwrap_or(0.01);
    let first = (1.0 - ratio) * fundamental;
    if !(step > 0.0 && first >= 1.0e-10 && ratio > 0.0 && (fundamental - first) / step < 1.0e6) {
        let message = format!("no frequencies lead from (1 - RATIO) FREQ_FOND = {first} to FREQ_FOND by {step}");
        return Err(keywords.error("FREQ_FOND", "R526", message));
    }
    let mut frequencies = vec![first];
    let mut f = first;
    while f < fundamental {
        f += step;
        frequencies.push(f);
    }
    Ok(frequencies)
}

fn spectrum(
    keywords: &Keywords,
    record: &Points,
    frequencies: Vec<f64>,
    nature: Nature,
    context: &mut Context<'_>,
) -> Result<Points, CallError> {
    let xi = damping(keywords)?;
    let norm = norm(keywords)?;
    let at_samples = context.former_rule("a response spectrum", AT_SAMPLES);
    let samples = (&*record.abscissae, &*record.ordinates);
    let found = response_spectrum(samples, &frequencies, xi, (nature, norm), at_samples);
    note_between_samples(keywords, context, found.between_samples, at_samples);
    let ordinates = found.ordinates;
    let rules = Points::linear(frequencies, ordinates);
    let interpolation = (Interpolation::Logarithmic, Interpolation::Logarithmic);
    Ok(Points { interpolation, right: Extension::Constant, ..rules })
}

/// AMOR_REDUIT, which old forms of the command do not require by themselves.
fn damping(keywords: &Keywords) -> Result<f64, CallError> {
    let Some(xi) = keywords.real_if_given("AMOR_REDUIT") else {
        return Err(keywords.error("NOCI_SEISME", "R526", "a spectrum needs a damping ratio, AMOR_REDUIT"));
    };
    check_damping(keywords, xi)?;
    Ok(xi)
}

/// Integral over [FREQ_INIT, FREQ_FIN] of a function of frequency and spectrum.
fn spectrum_intensity(keywords: &Keywords, spectrum: &Points, of: impl Fn(f64, f64) -> f64) -> Result<f64, CallError> {
    let (first, last) = (keywords.real("FREQ_INIT")?, keywords.real("FREQ_FIN")?);
    let part = restricted(keywords, spectrum, Some(first), Some(last))?;
    let values: Vec<f64> = part.abscissae.iter().zip(&part.ordinates).map(|(f, s)| of(*f, *s)).collect();
    Ok(last_integral(&part.abscissae, &values))
}

/// A spectrum given as a surface, at one damping.
fn of_spectrum(keywords: &Keywords) -> Result<Values, CallError> {
    let Some(Concept::Surface(surface)) = keywords.concept("SPEC_OSCI") else {
        return Err(keywords.error("SPEC_OSCI", "R521", "SPEC_OSCI takes a surface of spectra"));
    };
    let xi = damping(keywords)?;
    let frequencies = match (keywords.has("LIST_FREQ") || keywords.has("FREQ"), surface.functions.first()) {
        (false, Some(first)) => first.abscissae.clone(),
        _ => frequencies(keywords)?,
    };
    let values: Result<Vec<f64>, _> = frequencies.iter().map(|f| surface.value(xi, *f)).collect();
    let values = values.map_err(|fault| no_value(keywords, "SPEC_OSCI", keywords.handle("SPEC_OSCI"), &fault))?;
    let rules = surface.functions.first().cloned().unwrap_or_else(|| Points::linear(Vec::new(), Vec::new()));
    let spectrum = rules.with_points(frequencies, values);
    let two_pi = 2.0 * std::f64::consts::PI;
    let intensity = match keywords.text_if_given("NATURE").as_deref() {
        Some("DEPL") => spectrum_intensity(keywords, &spectrum, |f, s| s * two_pi / f)?,
        Some("VITE") => spectrum_intensity(keywords, &spectrum, |f, s| s / (f * f))?,
        _ => spectrum_intensity(keywords, &spectrum, |f, s| s / (two_pi * f * f * f))?,
    };
    Ok(vec![("INTE_SPECT", intensity)])
}

fn largest(table: &Points) -> f64 {
    table.ordinates.iter().fold(0.0f64, |m, y| m.max(y.abs()))
}

fn last_integral(x: &[f64], y: &[f64]) -> f64 {
    trapezoid_integral(x, y, 0.0).last().copied().unwrap_or(0.0)
}
