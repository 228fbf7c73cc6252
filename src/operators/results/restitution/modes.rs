//! Modes of a generalised problem, turned into modes on the structure: `phi = Phi_base phi_gen`.

use std::sync::Arc;

use crate::catalogue::{Call, CallError};
use crate::concepts::{Mode, ModeSet, ModeSupport, States};
use crate::operators::call::states::ranks;

/// A basis whose own support is generalised, expanded on the structure; `None` when there is nothing to do.
pub(in crate::operators) fn on_structure(basis: &Arc<ModeSet>) -> Option<Arc<ModeSet>> {
    let ModeSupport::Generalized(inner) = &basis.support else { return None };
    let inner = on_structure(inner).unwrap_or_else(|| inner.clone());
    inner.numbering()?;
    Some(Arc::new(expand(basis, &inner, 0..basis.len())))
}

/// Modes of `generalised` on the structure, restricted to NUME_ORDRE, NUME_MODE or FREQ; no renormalisation.
pub(super) fn restore(call: &Call, generalised: &ModeSet, basis: &Arc<ModeSet>) -> Result<ModeSet, CallError> {
    super::refusals::only_for_others(
        call,
        "modes",
        &["INST", "LIST_INST", "TOUT_INST", "ACCE_MONO_APPUI", "MULT_APPUI", "CORR_STAT"],
    )?;
    if basis.numbering().is_none() {
        return Err(super::refusals::no_basis(call));
    }
    let short = generalised.iter().find(|m| m.values.len() > basis.len());
    if let Some(mode) = short {
        let message =
            format!("the basis has {} shapes and these modes have {} coordinates", basis.len(), mode.values.len());
        return Err(call.error("MODE_MECA", "R453", message));
    }
    let ranks = ranks(call, States::Modes(generalised))?;
    Ok(expand(generalised, basis, ranks))
}

fn expand(modes: &ModeSet, basis: &ModeSet, ranks: impl IntoIterator<Item = usize>) -> ModeSet {
    let size = basis.first().map_or(0, |m| m.values.len());
    let sum = |coordinates: &[f64]| {
        let mut values = vec![0.0; if coordinates.is_empty() { 0 } else { size }];
        for (q, shape) in coordinates.iter().zip(basis.iter()) {
            for (value, phi) in values.iter_mut().zip(&shape.values) {
                *value += q * phi;
            }
        }
        values
    };
    let (mut orders, mut restored) = (Vec::new(), Vec::new());
    for rank in ranks {
        let mode = &modes[rank];
        orders.push(modes.orders.get(rank).copied().unwrap_or(rank as i64 + 1));
        restored.push(Mode { values: sum(&mode.values), imaginary: sum(&mode.imaginary), ..mode.clone() });
    }
    let mut set = basis.clone().with_modes(restored).with_orders(orders);
    set.interfaces = None;
    set
}
