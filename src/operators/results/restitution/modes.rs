//! Modes of a generalised problem, turned into modes on the structure: `phi = Phi_base phi_gen`.

use std::sync::Arc;

use crate::catalogue::{Call, CallError};
use crate::concepts::{Mode, ModeSet, ModeSupport};
use crate::operators::call::access;

/// A base whose own support is generalised, expanded on the structure; `None` when there is nothing to do.
pub(in crate::operators) fn on_structure(base: &Arc<ModeSet>) -> Option<Arc<ModeSet>> {
    let ModeSupport::Generalized(inner) = &base.support else { return None };
    let inner = on_structure(inner).unwrap_or_else(|| inner.clone());
    inner.numbering()?;
    Some(Arc::new(expand(base, &inner, 0..base.len())))
}

/// Modes of `generalised` on the structure, restricted to NUME_ORDRE, NUME_MODE or FREQ; no renormalisation.
pub(super) fn restore(call: &Call, generalised: &ModeSet, base: &Arc<ModeSet>) -> Result<ModeSet, CallError> {
    super::refusals::only_for_others(
        call,
        "modes",
        &["INST", "LIST_INST", "TOUT_INST", "ACCE_MONO_APPUI", "MULT_APPUI", "CORR_STAT"],
    )?;
    if base.numbering().is_none() {
        return Err(super::refusals::no_base(call));
    }
    let short = generalised.modes.iter().find(|m| m.values.len() > base.len());
    if let Some(mode) = short {
        let message =
            format!("the basis has {} shapes and these modes have {} coordinates", base.len(), mode.values.len());
        return Err(call.error("MODE_MECA", "R453", message));
    }
    let frequencies: Vec<f64> = generalised.modes.iter().map(|m| m.parameter("FREQ").unwrap_or(f64::NAN)).collect();
    let ranks: Vec<usize> = if call.has("NUME_MODE") {
        let find = |number: i64| {
            let found = generalised.modes.iter().position(|m| m.number == number);
            found.ok_or_else(|| call.error("NUME_MODE", "R430", format!("NUME_MODE: mode {number} is not stored")))
        };
        call.integers("NUME_MODE").into_iter().map(find).collect::<Result<_, _>>()?
    } else {
        match access::select(call, "FREQ", &frequencies, &generalised.orders, false)? {
            Some(samples) => samples.iter().map(|s| s.left).collect(),
            None => (0..generalised.len()).collect(),
        }
    };
    Ok(expand(generalised, base, ranks))
}

fn expand(modes: &ModeSet, base: &ModeSet, ranks: impl IntoIterator<Item = usize>) -> ModeSet {
    let size = base.modes.first().map_or(0, |m| m.values.len());
    let sum = |coordinates: &[f64]| {
        let mut values = vec![0.0; if coordinates.is_empty() { 0 } else { size }];
        for (q, shape) in coordinates.iter().zip(&base.modes) {
            for (value, phi) in values.iter_mut().zip(&shape.values) {
                *value += q * phi;
            }
        }
        values
    };
    let (mut orders, mut restored) = (Vec::new(), Vec::new());
    for rank in ranks {
        let mode = &modes.modes[rank];
        orders.push(modes.orders.get(rank).copied().unwrap_or(rank as i64 + 1));
        restored.push(Mode { values: sum(&mode.values), imaginary: sum(&mode.imaginary), ..mode.clone() });
    }
    ModeSet {
        mesh: base.mesh.clone(),
        model: base.model.clone(),
        support: base.support.clone(),
        orders,
        modes: restored,
        stiffness: base.stiffness.clone(),
        mass: base.mass.clone(),
        damping: base.damping.clone(),
        interfaces: None,
        coupling: base.coupling.clone(),
    }
}
