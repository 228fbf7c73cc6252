//! Keywords that both syntaxes share: modes, dampings, rule over modes, fields.

use std::sync::Arc;

use nalgebra::DMatrix;

use super::request::{AXES, Nature};
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Concept, ModeSet, States};
use crate::kernel::response_spectrum::{ModeCombination, ModeRule, Oscillator};
use crate::operators::call::states::ranks;

/// Modes used, by increasing frequency, after a check that they have what the combination needs.
pub fn selected_modes(call: &Call, modes: &ModeSet) -> Result<Vec<usize>, CallError> {
    let mut selected = ranks(call, States::Modes(modes))?;
    if selected.is_empty() {
        return Err(call.error("MODE_MECA", "R737", "no mode is selected"));
    }
    let needed = ["FREQ", "MASS_GENE", "FACT_PARTICI_DX", "FACT_PARTICI_DY", "FACT_PARTICI_DZ"];
    for &rank in &selected {
        let mode = &modes[rank];
        if let Some(name) = needed.into_iter().find(|n| mode.parameter(n).is_none()) {
            let message = format!("mode {} has no parameter {name}", modes.orders[rank]);
            let help = "NORM_MODE computes the parameters of modes that have a mass matrix";
            return Err(Box::new(call.error("MODE_MECA", "R737", message).help(help)));
        }
        if mode.parameter("FREQ").is_none_or(|f| f.is_nan() || f <= 0.0) {
            let message =
                format!("mode {} has no positive frequency: it does not respond as an oscillator", modes.orders[rank]);
            let help = "leave rigid and static modes out, with NUME_ORDRE";
            return Err(Box::new(call.error("MODE_MECA", "R737", message).help(help)));
        }
    }
    let frequency = |rank: &usize| modes[*rank].parameter("FREQ").unwrap_or(0.0);
    selected.sort_by(|a, b| frequency(a).total_cmp(&frequency(b)));
    selected.dedup();
    Ok(selected)
}

/// Frequency and damping of the selected modes.
pub fn oscillators(call: &Call, modes: &ModeSet, selected: &[usize]) -> Result<Vec<Oscillator>, CallError> {
    let parameter = |rank: usize, name: &str| modes[rank].parameter(name).unwrap_or(0.0);
    let damping: Vec<f64> = if let Some(Concept::GeneralizedMatrix(matrix)) = call.concept("AMOR_GENE") {
        let size = matrix.values.nrows();
        if size != modes.len() && size != selected.len() {
            let message = format!("AMOR_GENE has {size} terms for {} modes", modes.len());
            let help = "project the damping on these modes, with a numbering of STOCKAGE='DIAG'";
            return Err(Box::new(call.error("AMOR_GENE", "R733", message).help(help)));
        }
        if let Some((i, j)) = coupled(&matrix.values) {
            let message = format!("AMOR_GENE must be diagonal, and it couples the modes {} and {}", i + 1, j + 1);
            let help = "a damping per mode is needed: AMOR_REDUIT, or a projection with STOCKAGE='DIAG'";
            return Err(Box::new(call.error("AMOR_GENE", "R733", message).help(help)));
        }
        let term = |(place, &rank): (usize, &usize)| {
            let row = if size == modes.len() { rank } else { place };
            let critical = 2.0 * std::f64::consts::TAU * parameter(rank, "FREQ") * parameter(rank, "MASS_GENE");
            matrix.values[(row, row)] / critical
        };
        selected.iter().enumerate().map(term).collect()
    } else {
        listed(call, selected.len())?
    };
    let oscillator = |(&rank, damping)| Oscillator { frequency: parameter(rank, "FREQ"), damping };
    Ok(selected.iter().zip(damping).map(oscillator).collect())
}

/// Two modes that a damping matrix couples by more than rounding.
fn coupled(damping: &DMatrix<f64>) -> Option<(usize, usize)> {
    let size = damping.nrows();
    let pairs = (0..size).flat_map(|i| (0..size).filter(move |&j| j != i).map(move |j| (i, j)));
    let own = |i: usize| damping[(i, i)].abs();
    pairs.into_iter().find(|&(i, j)| damping[(i, j)].abs() > 1e-10 * (own(i) * own(j)).sqrt())
}

/// AMOR_REDUIT or LIST_AMOR: one value per mode, the last one repeated.
fn listed(call: &Call, count: usize) -> Result<Vec<f64>, CallError> {
    let (keyword, mut values) = match call.concept("LIST_AMOR") {
        Some(Concept::RealList(list)) => ("LIST_AMOR", list.to_vec()),
        _ => ("AMOR_REDUIT", call.reals("AMOR_REDUIT")),
    };
    let Some(&last) = values.last() else {
        return Err(call.error(keyword, "R733", format!("{keyword} holds no damping ratio")));
    };
    if values.len() > count {
        let message = format!("{keyword} holds {} damping ratios for {count} modes", values.len());
        return Err(call.error(keyword, "R733", message));
    }
    if let Some(wrong) = values.iter().find(|x| x.is_nan() || **x < 0.0) {
        return Err(call.error(keyword, "R733", format!("{wrong} is no damping ratio")));
    }
    values.resize(count, last);
    Ok(values)
}

/// COMB_MODE. `former`: the double sum of 2020.
pub fn mode_rule(call: &Call, modes: &[Oscillator], former: bool) -> Result<(ModeRule, ModeCombination), CallError> {
    let absent = Keywords::default();
    let keywords = call.one("COMB_MODE").unwrap_or(&absent);
    let duration = keywords.real_if_given("DUREE").unwrap_or(f64::NAN);
    let limit = |name: &str| keywords.real_if_given(name).unwrap_or(f64::NAN);
    let rule = match keywords.text_if_given("TYPE").as_deref().unwrap_or("CQC") {
        "SRSS" => ModeRule::SquareRoot,
        "ABS" => ModeRule::Absolute,
        "DSC" if former => ModeRule::FormerDoubleSum { duration },
        "DSC" => ModeRule::DoubleSum { duration },
        "DPC" => ModeRule::TenPercentChains,
        "GUPTA" => ModeRule::Gupta { low: limit("FREQ_1"), high: limit("FREQ_2") },
        "NRC_GROUPING" => ModeRule::Grouping,
        "NRC_TEN_PERCENT" => ModeRule::TenPercentPairs,
        "NRC_DSA" => ModeRule::AbsoluteDoubleSum { duration },
        _ => ModeRule::CompleteQuadratic,
    };
    let ready = ModeCombination::new(rule, modes);
    ready.map(|ready| (rule, ready)).map_err(|fault| keywords.error("TYPE", "R735", fault.to_string()))
}

pub fn nature(keywords: &Keywords) -> Nature {
    match keywords.text_if_given("NATURE").as_deref() {
        Some("VITE") => Nature::Velocity,
        Some("DEPL") => Nature::Displacement,
        _ => Nature::Acceleration,
    }
}

/// Ranks of the directions that a keyword names by X, Y, Z; increasing.
pub fn axes(keywords: &Keywords, name: &str) -> Vec<usize> {
    let mut axes: Vec<usize> =
        keywords.texts(name).iter().filter_map(|t| AXES.iter().position(|a| *a == &**t)).collect();
    axes.sort_unstable();
    axes.dedup();
    axes
}

/// Combinations that have no meaning; `refused`: options and why, when supports move separately.
pub fn check_options(
    call: &Call,
    options: &[Arc<str>],
    rule: ModeRule,
    corrected: Option<&str>,
    refused: &[(&str, &'static str)],
) -> Result<(), CallError> {
    let has = |name: &str| options.iter().any(|o| &**o == name);
    let several = !refused.is_empty();
    let fault = if has("VITE") && corrected.is_some() {
        Some(("OPTION", "a static correction of velocities has no meaning"))
    } else if several && matches!(rule, ModeRule::Gupta { .. }) {
        Some(("COMB_MODE", "Gupta's method is made for supports that move together"))
    } else {
        refused.iter().find(|(option, _)| has(option)).map(|(_, why)| ("OPTION", *why))
    };
    match fault {
        Some((keyword, message)) => Err(call.error(keyword, "R735", message)),
        None => Ok(()),
    }
}
