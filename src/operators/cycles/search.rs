//! ETAT_INIT, DUREE_TRANS and NEWTON: the first cycle.

use super::arguments::CycleArguments;
use super::{faults, forcing, saved};
use crate::catalogue::{Call, CallError};
use crate::concepts::Concept;
use crate::kernel::cycles::{Cycle, NewtonOptions, Scales, Section, Start};
use crate::operators::response::transient::keywords::refuse;

/// Periods of the forcing in a transient, and periods of the lowest mode where there is no forcing.
const PERIODS: (f64, f64) = (30.0, 20.0);

/// The first cycle, with its section and scales.
pub(super) struct Found {
    pub cycle: Cycle,
    pub section: Option<Section>,
    pub scales: Scales,
}

/// Where a search begins.
struct Begin {
    q: Vec<f64>,
    v: Vec<f64>,
    /// Contacts that are known, of a cycle that is taken up.
    known: Option<(Start, Option<Section>, Scales)>,
    /// Phase of the forcing (s).
    phase: f64,
}

pub(super) fn options(call: &Call) -> Result<NewtonOptions, CallError> {
    let Some(keywords) = call.one("NEWTON") else { return Ok(NewtonOptions { residual: 1e-10, most: 30 }) };
    Ok(NewtonOptions {
        residual: keywords.real("RESI_RELA")?,
        most: keywords.integer("ITER_MAXI")?.clamp(1, 10_000) as u32,
    })
}

pub(super) fn first(call: &Call, arguments: &mut CycleArguments) -> Result<Found, CallError> {
    let newton = options(call)?;
    let size = arguments.map.size();
    let begin = begin(call, arguments, size)?;
    let value = arguments.parameter.as_ref().map_or(0.0, |(_, value)| *value);
    if arguments.parameter.is_some() {
        arguments.map.set(value);
    }
    let given = call.real_if_given("DUREE_TRANS");
    let map = &mut arguments.map;
    if let Some((start, section, scales)) = begin.known {
        let mut start = start;
        if given.is_some_and(|duration| duration > 0.0) && arguments.forced {
            let returns = (given.unwrap_or(0.0) / map.span()).ceil().min(1e9) as u32;
            start = map.settle(start, returns).map_err(|fault| faults::of_return(call, &fault))?;
        }
        let cycle = map.solve(&start, value, (section.as_ref(), None), (scales, newton), 1);
        let cycle = cycle.map_err(|fault| faults::of_newton(call, arguments, &fault))?;
        return Ok(Found { cycle, section, scales });
    }
    let start = map.take_up(&begin.q, &begin.v).map_err(|fault| faults::of_return(call, &fault))?;
    let (start, section) = if arguments.forced {
        let span = map.span();
        let start = map.wait_for_phase_0(start, begin.phase).map_err(|fault| faults::of_return(call, &fault))?;
        let duration = given.unwrap_or(PERIODS.0 / map.frequency);
        let returns = (duration / span).ceil().min(1e9) as u32;
        (map.settle(start, returns).map_err(|fault| faults::of_return(call, &fault))?, None)
    } else {
        let duration = match (given.filter(|d| *d > 0.0), arguments.lowest) {
            (Some(duration), _) => duration,
            (None, Some(lowest)) => PERIODS.1 / lowest,
            (None, None) => {
                let help = "give DUREE_TRANS (s): a few periods of the motion";
                let message = "the matrices have no frequency above 0 that would say how long a transient is";
                return Err(refuse(call, "DUREE_TRANS", "R797", message, help));
            }
        };
        let seen = observation(arguments);
        let found = arguments.map.settle_on_section(start, duration, &seen);
        let (start, section) = found.map_err(|rest| faults::of_rest(call, arguments, &rest, duration))?;
        (start, Some(section))
    };
    let map = &mut arguments.map;
    let scales = map.scales(&start, section.as_ref()).map_err(|fault| faults::of_return(call, &fault))?;
    let cycle = map.solve(&start, value, (section.as_ref(), None), (scales, newton), 3);
    let cycle = cycle.map_err(|fault| faults::of_newton(call, arguments, &fault))?;
    Ok(Found { cycle, section, scales })
}

/// What decides between several events of a cycle: the first observation, or the first coordinate.
fn observation(arguments: &CycleArguments) -> Vec<f64> {
    let size = arguments.map.size();
    let first = |j: usize| f64::from(u8::from(j == 0));
    arguments.observations.first().cloned().unwrap_or_else(|| (0..size).map(first).collect())
}

fn begin(call: &Call, arguments: &mut CycleArguments, size: usize) -> Result<Begin, CallError> {
    let rest = Begin { q: vec![0.0; size], v: vec![0.0; size], known: None, phase: 0.0 };
    let Some(keywords) = call.one("ETAT_INIT") else { return Ok(rest) };
    if keywords.has("CYCLE") {
        let saved = saved::read(keywords, size)?;
        if saved.section.is_some() == arguments.forced {
            let message = "the cycle taken up is forced where this one is autonomous, or the contrary";
            return Err(refuse(keywords, "CYCLE", "R796", message, "give FREQ as where it was computed"));
        }
        let (mut start, mut section) = (saved.cycle.start.clone(), saved.section);
        if keywords.is("DOUBLEMENT", "OUI") {
            start.x = saved.beside();
            arguments.map.periods = arguments.map.periods.max(2 * saved.periods);
            section = section.map(|s| Section { count: 2 * s.count, ..s });
        }
        return Ok(Begin { known: Some((start, section, saved.scales)), ..rest });
    }
    if keywords.has("RESULTAT") {
        let Some(Concept::Trajectory(run)) = keywords.concept("RESULTAT") else {
            let help = "give the result of DYNA_VIBRA on a modal basis";
            return Err(refuse(keywords, "RESULTAT", "R796", "RESULTAT is not a modal transient", help));
        };
        let run = run.get();
        if run.size != size || run.is_empty() {
            let message = format!("RESULTAT has {} generalised coordinates where the matrices have {size}", run.size);
            return Err(refuse(
                keywords,
                "RESULTAT",
                "R796",
                message,
                "it must live on the same basis, and have a state",
            ));
        }
        let last = run.len() - 1;
        let rank = match keywords.real_if_given("INST_INIT") {
            None => last,
            Some(asked) => {
                let distance = |k: &usize| (run.instants[*k] - asked).abs();
                let nearest = (0..=last).min_by(|a, b| distance(a).total_cmp(&distance(b))).unwrap_or(last);
                if distance(&nearest) > 1e-6 * asked.abs().max(f64::EPSILON) {
                    let message = format!(
                        "no state was kept at INST_INIT={asked} s; the nearest is at {} s",
                        run.instants[nearest]
                    );
                    return Err(refuse(keywords, "INST_INIT", "R796", message, "give an instant that was kept"));
                }
                nearest
            }
        };
        let phase = run.instants[rank];
        return Ok(Begin { q: run.q(rank).to_vec(), v: run.v(rank).to_vec(), phase, ..rest });
    }
    let given = |name: &str| match keywords.has(name) {
        true => forcing::vector(keywords, name, size),
        false => Ok(vec![0.0; size]),
    };
    Ok(Begin { q: given("DEPL")?, v: given("VITE")?, ..rest })
}
