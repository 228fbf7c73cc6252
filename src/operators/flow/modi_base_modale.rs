//! MODI_BASE_MODALE: the modes of a structure with their frequencies and dampings under flow at one speed.
//!
//! ```text
//! UNDER = MODI_BASE_MODALE(BASE=MODES, BASE_ELAS_FLUI=BASE, NUME_VITE_FLUI=4)
//! ```

use std::sync::Arc;

use nalgebra::DMatrix;

use super::base::speed_rank;
use crate::catalogue::{Call, CallError};
use crate::concepts::{Concept, ModeSet, SpeedState, States};
use crate::operators::call::states::ranks;
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
    combine(&mut set, modes, &base.ranks, state);
    for (place, &rank) in base.ranks.iter().enumerate() {
        let mode = &mut set[rank];
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
    let orders = kept.iter().map(|rank| modes.orders[*rank]).collect();
    let shapes = kept.iter().map(|rank| set[*rank].clone()).collect();
    set_result(call, Concept::Modes(Arc::new(set.with_modes(shapes).with_orders(orders))))
}

/// Along a flow: shapes are combined, and normed to 1 on their largest component; masses and participations follow.
fn combine(set: &mut ModeSet, modes: &ModeSet, ranks: &[usize], state: &SpeedState) {
    let (Some(shares), Some(moved)) = (&state.shares, &state.moved) else { return };
    for (place, &rank) in ranks.iter().enumerate() {
        let mode = &mut set[rank];
        let mixed = |of: &dyn Fn(usize) -> f64, factors: &DMatrix<f64>| {
            (0..ranks.len()).fold(0.0, |sum, r| sum + factors[(r, place)] * of(r))
        };
        let values = (0..mode.values.len()).map(|i| mixed(&|r| modes[ranks[r]].values[i], shares));
        mode.values = values.collect();
        let largest = mode.values.iter().fold(0.0, |top: f64, x| if x.abs() > top.abs() { *x } else { top });
        let scale = if largest == 0.0 { 1.0 } else { largest };
        mode.values.iter_mut().for_each(|x| *x /= scale);
        mode.fields.clear();
        let mass = state.masses[place] / (scale * scale);
        for axis in ["DX", "DY", "DZ"] {
            let name = format!("FACT_PARTICI_{axis}");
            if !mode.parameters.contains_key(&name) {
                continue;
            }
            let factor = mixed(&|r| modes[ranks[r]].parameter(&name).unwrap_or(0.0), moved) / scale / mass;
            mode.parameters.insert(name, factor);
            let before = mode.parameters.get(&format!("MASS_EFFE_{axis}")).copied().unwrap_or(0.0);
            let effective = factor * factor * mass;
            if let Some(unit) = mode.parameters.get_mut(&format!("MASS_EFFE_UN_{axis}")) {
                *unit = if before == 0.0 { 0.0 } else { *unit * effective / before };
            }
            mode.parameters.insert(format!("MASS_EFFE_{axis}"), effective);
        }
        mode.parameters.insert("MASS_GENE".to_string(), mass);
        mode.labels.insert("NORME".to_string(), "SANS_CMP: LAGR".to_string());
    }
}

/// Modes of the result, as ranks: all where the basis is changed in place; else the coupled ones, and those asked for.
fn kept(call: &Call, modes: &ModeSet, coupled: &[usize]) -> Result<Vec<usize>, CallError> {
    // Both choose modes, and are not written into them, as in the reference.
    let dampings = call.has("AMOR_REDUIT") || call.has("AMOR_UNIF");
    let mut kept = if call.reuse.is_some() || (dampings && !call.has("NUME_ORDRE")) {
        (0..modes.len()).collect()
    } else if call.has("NUME_ORDRE") {
        [coupled, &ranks(call, States::Modes(modes))?].concat()
    } else {
        coupled.to_vec()
    };
    kept.sort_unstable();
    kept.dedup();
    Ok(kept)
}
