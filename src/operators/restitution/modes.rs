//! Modes of a generalised problem, turned into modes on the structure: `phi = Phi_base phi_gen`.

use std::sync::Arc;

use crate::catalogue::{Call, CallError};
use crate::concepts::{Mode, ModeSet, ModeSupport};

/// A base whose own support is generalised, expanded on the structure; `None` when there is nothing to do.
pub(in crate::operators) fn on_structure(base: &Arc<ModeSet>) -> Option<Arc<ModeSet>> {
    let ModeSupport::Generalized(inner) = &base.support else { return None };
    let inner = on_structure(inner).unwrap_or_else(|| inner.clone());
    inner.numbering()?;
    Some(Arc::new(expand(base, &inner, 0..base.len())))
}

/// Modes of `generalised` on the structure, restricted to NUME_ORDRE or NUME_MODE; no renormalisation.
pub(super) fn restore(call: &Call, generalised: &ModeSet, base: &Arc<ModeSet>) -> Result<ModeSet, CallError> {
    if base.numbering().is_none() {
        return Err(super::no_base(call));
    }
    let short = generalised.modes.iter().find(|m| m.values.len() > base.len());
    if let Some(mode) = short {
        let message =
            format!("the basis has {} shapes and these modes have {} coordinates", base.len(), mode.values.len());
        return Err(call.error("MODE_MECA", "R453", message));
    }
    let mut ranks: Vec<usize> = (0..generalised.len()).collect();
    for keyword in ["NUME_ORDRE", "NUME_MODE"] {
        if call.has(keyword) {
            let wanted = call.integers(keyword);
            let find = |order: &i64| {
                generalised.orders.iter().position(|o| o == order).ok_or_else(|| {
                    call.error(keyword, "R430", format!("{keyword}: no mode of order {order} is stored"))
                })
            };
            ranks = wanted.iter().map(find).collect::<Result<_, _>>()?;
        }
    }
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
