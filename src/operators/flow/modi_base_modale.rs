//! MODI_BASE_MODALE: the modes of a structure with their frequencies and dampings under flow at one speed.
//!
//! ```text
//! UNDER = MODI_BASE_MODALE(BASE=MODES, BASE_ELAS_FLUI=BASE, NUME_VITE_FLUI=4)
//! ```

use std::sync::Arc;

use super::base::speed_rank;
use crate::catalogue::{Call, CallError};
use crate::concepts::{Concept, ModeSet};
use crate::operators::{Check, Context, Operator, Outcome, set_result};

pub(in crate::operators) const MODI_BASE_MODALE: Operator =
    Operator { name: "MODI_BASE_MODALE", run, check: Check::KeywordsOnly };

/// Damping written for a mode that has none under flow.
const LEAST: f64 = 1e-6;

fn run(call: &Call, _context: &mut Context<'_>) -> Outcome {
    let Some(Concept::Modes(modes)) = call.concept("BASE") else { return Err(call.missing("BASE")) };
    let base = call.fluid_elastic("BASE_ELAS_FLUI")?;
    if !Arc::ptr_eq(modes, &base.modes) {
        let error = call.error("BASE", "R545", "BASE is not the basis of the coupling");
        return Err(Box::new(error.help("give the modes that CALC_FLUI_STRU had in MODE_MECA")));
    }
    let speed = speed_rank(call, base, "NUME_VITE_FLUI", call.integer("NUME_VITE_FLUI")?)?;
    let kept = kept(call, modes, &base.ranks)?;
    let state = &base.states[speed];
    let mut set = ModeSet::clone(modes);
    for (place, &rank) in base.ranks.iter().enumerate() {
        let mode = &mut set.modes[rank];
        let (f, xi) = (state.frequencies[place], state.dampings[place]);
        let square = 4.0 * std::f64::consts::PI * std::f64::consts::PI * f * f;
        let mut write = |name: &str, value: f64| mode.parameters.insert(name.to_string(), value);
        write("FREQ", f);
        write("OMEGA2", square);
        write("AMOR_REDUIT", if xi > 0.0 { xi } else { LEAST });
        if let Some(mass) = mode.parameter("MASS_GENE") {
            mode.parameters.insert("RIGI_GENE".to_string(), square * mass);
        }
    }
    set.orders = kept.iter().map(|rank| modes.orders[*rank]).collect();
    set.modes = kept.iter().map(|rank| set.modes[*rank].clone()).collect();
    set_result(call, Concept::Modes(Arc::new(set)))
}

/// Modes of the result, as ranks: all where the basis is changed in place; else the coupled ones, and those asked for.
fn kept(call: &Call, modes: &ModeSet, coupled: &[usize]) -> Result<Vec<usize>, CallError> {
    // Both choose modes, and are not written into them, as in the reference.
    let dampings = call.has("AMOR_REDUIT") || call.has("AMOR_UNIF");
    let mut kept = if call.reuse.is_some() || (dampings && !call.has("NUME_ORDRE")) {
        (0..modes.len()).collect()
    } else if call.has("NUME_ORDRE") {
        let find = |order: i64| {
            let found = modes.orders.iter().position(|known| *known == order);
            found.ok_or_else(|| call.error("NUME_ORDRE", "R545", format!("there is no mode {order}")))
        };
        let asked = call.integers("NUME_ORDRE").into_iter().map(find).collect::<Result<Vec<usize>, _>>()?;
        [coupled, &asked].concat()
    } else {
        coupled.to_vec()
    };
    kept.sort_unstable();
    kept.dedup();
    Ok(kept)
}
