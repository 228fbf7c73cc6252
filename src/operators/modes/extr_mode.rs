//! EXTR_MODE: selects modes, from one set or several.

use std::sync::Arc;

use super::listing::Listing;
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Concept, Mode, ModeSet};
use crate::operators::{Context, Outcome, set_result};

pub fn extr_mode(call: &Call, context: &mut Context<'_>) -> Outcome {
    let (mut first, mut modes) = (None::<&ModeSet>, Vec::<Mode>::new());
    for level in call.factor("FILTRE_MODE") {
        let Some(Concept::Modes(source)) = level.concept("MODE") else {
            return Err(level.error("MODE", "R205", "MODE holds no modes"));
        };
        first.get_or_insert(source);
        let size = |modes: &[Mode]| modes.first().map(|m| m.values.len());
        if let (Some(a), Some(b)) = (size(&modes), size(source))
            && a != b
        {
            let message = format!("these modes have {b} unknowns, those before them {a}");
            return Err(Box::new(level.error("MODE", "R202", message).help("merge modes of one numbering only")));
        }
        let ranks = select(level, source)?;
        modes.extend(ranks.into_iter().map(|rank| source[rank].clone()));
    }
    let Some(first) = first else {
        return Err(call.error("FILTRE_MODE", "R205", "nothing to select from"));
    };
    let set = first.clone().with_modes(modes);
    if let Some(listing) = Listing::read(call)? {
        context.say(listing.text(call.result.as_ref().map_or("", |h| h.name()), &set));
    }
    set_result(call, Concept::Modes(Arc::new(set)))
}

/// Ranks of the modes an occurrence keeps.
fn select(level: &Keywords, source: &ModeSet) -> Result<Vec<usize>, CallError> {
    let all = 0..source.len();
    if level.has("NUME_ORDRE") {
        let mut orders = level.integers("NUME_ORDRE");
        orders.sort_unstable();
        return orders.into_iter().map(|order| rank_of_order(level, source, order)).collect();
    }
    if level.has("NUME_MODE") || level.has("NUME_MODE_EXCLU") {
        let name = if level.has("NUME_MODE") { "NUME_MODE" } else { "NUME_MODE_EXCLU" };
        let numbers = level.integers(name);
        let known = |n: &&i64| !source.iter().any(|m| m.number == **n);
        if let Some(absent) = numbers.iter().find(known)
            && name == "NUME_MODE"
        {
            let there: Vec<String> = source.iter().map(|m| m.number.to_string()).collect();
            let help = format!("the numbers there are: {}", there.join(", "));
            return Err(Box::new(level.error(name, "R207", format!("no mode has NUME_MODE={absent}")).help(help)));
        }
        let keep = |rank: &usize| numbers.contains(&source[*rank].number) == (name == "NUME_MODE");
        return Ok(all.filter(keep).collect());
    }
    if let Some(low) = level.real_if_given("FREQ_MIN") {
        let margin = level.real("PRECISION")?;
        let high = level.real_if_given("FREQ_MAX").unwrap_or(f64::INFINITY);
        let inside =
            |rank: &usize| source[*rank].parameter("FREQ").is_some_and(|f| low - margin <= f && f <= high + margin);
        return Ok(all.filter(inside).collect());
    }
    if level.has("CRIT_EXTR") {
        return Ok(all.filter(|&rank| reaches(level, &source[rank])).collect());
    }
    Ok(if level.is("TOUT_ORDRE", "NON") { Vec::new() } else { all.collect() })
}

fn rank_of_order(level: &Keywords, source: &ModeSet, order: i64) -> Result<usize, CallError> {
    source.orders.iter().position(|o| *o == order).ok_or_else(|| {
        let help = match (source.orders.first(), source.orders.last()) {
            (Some(first), Some(last)) => format!("orders go from {first} to {last}"),
            _ => "these modes are empty".into(),
        };
        Box::new(level.error("NUME_ORDRE", "R207", format!("there is no mode of NUME_ORDRE={order}")).help(help))
    })
}

/// CRIT_EXTR with SEUIL (any direction) or SEUIL_X, SEUIL_Y, SEUIL_Z.
fn reaches(level: &Keywords, mode: &Mode) -> bool {
    let criterion = level.text_if_given("CRIT_EXTR").unwrap_or_else(|| "MASS_EFFE_UN".into());
    if &*criterion == "MASS_GENE" {
        let threshold = level.real_if_given("SEUIL").unwrap_or(0.0);
        return mode.parameter("MASS_GENE").is_some_and(|m| m >= threshold);
    }
    let value = |axis: &str| mode.parameter(&format!("{criterion}_D{axis}")).unwrap_or(0.0);
    let everywhere = level.real_if_given("SEUIL");
    [("X", "SEUIL_X"), ("Y", "SEUIL_Y"), ("Z", "SEUIL_Z")].into_iter().any(|(axis, own)| {
        let thresholds = [everywhere, level.real_if_given(own)];
        thresholds.into_iter().flatten().any(|threshold| value(axis) >= threshold)
    })
}
