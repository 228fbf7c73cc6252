//! The modes of a response: which, with which frequencies and dampings.

use std::sync::Arc;

use crate::catalogue::{CallError, Keywords};
use crate::concepts::{Mode, ModeSet, States};
use crate::kernel::random::Oscillator;
use crate::operators::call::entities;
use crate::operators::call::states::ranks;

/// Modes in the order in which they respond.
pub(super) struct Selected<'k> {
    pub(super) modes: &'k Arc<ModeSet>,
    /// Ranks in the set, from 0.
    pub(super) ranks: Vec<usize>,
    /// Damping ratios; none where only shapes are needed.
    pub(super) damping: Vec<f64>,
}

impl<'k> Selected<'k> {
    /// BASE_MODALE of DYNA_ALEA_MODAL: modes, and a damping for each.
    pub(super) fn of_base(base: &'k Keywords) -> Result<Selected<'k>, CallError> {
        let modes = entities::modes(base, "MODE_MECA")?;
        let (ranks, damping) = if base.has("BANDE") {
            let ranks = band(base, modes)?;
            let damping = vec![base.real("AMOR_UNIF")?; ranks.len()];
            (ranks, damping)
        } else {
            let (ranks, damping) = (ranks(base, States::Modes(modes))?, base.reals("AMOR_REDUIT"));
            if damping.len() != ranks.len() {
                let message = format!("AMOR_REDUIT has {} dampings for {} modes", damping.len(), ranks.len());
                return Err(base.error("AMOR_REDUIT", "R534", message));
            }
            (ranks, damping)
        };
        let keyword = if base.has("BANDE") { "AMOR_UNIF" } else { "AMOR_REDUIT" };
        if let Some(wrong) = damping.iter().find(|xi| !(**xi >= 0.0 && xi.is_finite())) {
            let message =
                format!("{wrong} is no damping ratio: a mode with negative damping has no stationary response");
            return Err(base.error(keyword, "R534", message));
        }
        for &rank in &ranks {
            if !(frequency(&modes[rank]) > 0.0) {
                let message =
                    format!("mode {} has no frequency above zero: it is not an oscillator", modes.orders[rank]);
                return Err(base.error("MODE_MECA", "R534", message));
            }
        }
        Ok(Selected { modes, ranks, damping })
    }

    /// Modes selected by NUME_ORDRE, BANDE or TOUT_ORDRE, without dampings.
    pub(super) fn of_shapes(keywords: &'k Keywords) -> Result<Selected<'k>, CallError> {
        let modes = entities::modes(keywords, "MODE_MECA")?;
        let ranks = if keywords.has("NUME_ORDRE") {
            ranks(keywords, States::Modes(modes))?
        } else if keywords.has("BANDE") {
            band(keywords, modes)?
        } else if keywords.is("TOUT_ORDRE", "OUI") {
            (0..modes.len()).collect()
        } else {
            let error = keywords.error("MODE_MECA", "R534", "the modes of the response are not named");
            return Err(Box::new(
                error.help("give NUME_ORDRE, BANDE or TOUT_ORDRE='OUI', as in the command that made it"),
            ));
        };
        Ok(Selected { modes, ranks, damping: Vec::new() })
    }

    pub(super) fn len(&self) -> usize {
        self.ranks.len()
    }

    pub(super) fn oscillators(&self) -> Vec<Oscillator> {
        let oscillator = |(rank, damping): (&usize, &f64)| Oscillator {
            frequency: frequency(&self.modes[*rank]),
            damping: *damping,
        };
        self.ranks.iter().zip(&self.damping).map(oscillator).collect()
    }

    /// The modes, in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = &'k Mode> {
        self.ranks.iter().map(|rank| &self.modes[*rank])
    }
}

fn frequency(mode: &Mode) -> f64 {
    mode.parameter("FREQ").unwrap_or(f64::NAN)
}

fn band(keywords: &Keywords, modes: &ModeSet) -> Result<Vec<usize>, CallError> {
    let [low, high] = keywords.reals("BANDE")[..] else {
        return Err(keywords.error("BANDE", "R534", "BANDE gives two frequencies"));
    };
    let inside = |rank: &usize| (low..=high).contains(&frequency(&modes[*rank]));
    let ranks: Vec<usize> = (0..modes.len()).filter(inside).collect();
    if ranks.is_empty() {
        let found: Vec<f64> = modes.iter().map(frequency).collect();
        let message = format!("no mode lies between {low} and {high} Hz");
        let ends = (found.first().copied().unwrap_or(f64::NAN), found.last().copied().unwrap_or(f64::NAN));
        let error = keywords.error("BANDE", "R534", message);
        return Err(Box::new(error.help(format!("the modes lie between {} and {} Hz", ends.0, ends.1))));
    }
    Ok(ranks)
}
