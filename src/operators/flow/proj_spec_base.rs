//! PROJ_SPEC_BASE: the spectral matrix of the forces of turbulence on modes under flow.
//!
//! ```text
//! FORCES = PROJ_SPEC_BASE(SPEC_TURB=TURB, BASE_ELAS_FLUI=BASE, VITE_FLUI=3.0, FREQ_INIT=10.0, FREQ_FIN=400.0, NB_POIN=512,
//!                         TOUT_CMP='NON', TOUT='OUI')
//! ```
//!
//! Numerics: `kernel::flow::projected_lengths`, exact where the reference stops a quadrature at 1e-5.

use std::sync::Arc;

use super::base::speed_of;
use super::transverse::profile;
use crate::catalogue::{Call, CallError};
use crate::concepts::{
    Concept, Density, FluidElasticBase, Label, Place, SpectralMatrix, TransverseFlow, TurbulentFlow,
};
use crate::kernel::assembly::Component;
use crate::kernel::flow::{Zone, projected_lengths};
use crate::operators::functions::no_value;
use crate::operators::{Check, Context, Operator, Outcome, set_result};

pub(in crate::operators) const PROJ_SPEC_BASE: Operator =
    Operator { name: "PROJ_SPEC_BASE", run, check: Check::KeywordsOnly };

/// Most frequencies.
const MOST: i64 = 1 << 22;

fn run(call: &Call, context: &mut Context<'_>) -> Outcome {
    let base = call.fluid_elastic("BASE_ELAS_FLUI")?;
    call.note_read("TOUT");
    let speed = base.speeds[speed_of(call, base)?];
    let frequencies = frequencies(call)?;
    let Some(flow) = &base.flow else {
        let message =
            "models of a correlation length are for tubes across a flow, and the basis is that of a flow along them";
        let error = call.error("BASE_ELAS_FLUI", "R546", message);
        return Err(Box::new(
            error.help("give densities of forces to DYNA_ALEA_MODAL, on the modes of MODI_BASE_MODALE"),
        ));
    };
    let modes = modes(call, base)?;
    let n = modes.len();
    let mut sums = vec![vec![0.0; frequencies.len()]; n * n];
    for (turbulence, zone) in spectra(call, flow, context)? {
        let lengths = lengths(call, base, flow, &modes, zone, turbulence.correlation * flow.outer_diameter);
        let local = speed * zone.mean / flow.mean_speed();
        let level = 0.25 * flow.outer_diameter.powi(3) * local * local * local.abs();
        let inside = (zone.first..=zone.last).filter(|k| zone.speeds[*k] != 0.0);
        let (count, total) = inside.fold((0.0, 0.0), |(count, total), k| (count + 1.0, total + flow.outer[k]));
        let density = total / f64::max(count, 1.0);
        let shape: Vec<f64> =
            frequencies.iter().map(|f| turbulence.model.value(*f, flow.outer_diameter, local, density)).collect();
        for (sum, length) in sums.iter_mut().zip(lengths) {
            sum.iter_mut().zip(&shape).for_each(|(sum, s)| *sum += level * length * s);
        }
    }
    let is_diagonal = call.is("OPTION", "DIAG");
    let mut terms = Vec::new();
    for (i, &row) in modes.iter().enumerate() {
        for (j, &column) in modes.iter().enumerate().take(i + 1) {
            let order = |place: usize| Label::Order(base.modes.orders[base.ranks[place]]);
            let values = std::mem::take(&mut sums[i * n + j]);
            if i == j {
                terms.push((Place { row: order(row), column: order(column) }, Density::Real(values)));
            } else if !is_diagonal {
                let values = values.into_iter().map(|x| num_complex::Complex64::new(x, 0.0)).collect();
                terms.push((Place { row: order(row), column: order(column) }, Density::Complex(values)));
            }
        }
    }
    let made = match is_diagonal {
        true => SpectralMatrix::diagonal("SPEC_GENE", frequencies, terms),
        false => SpectralMatrix::new("SPEC_GENE", frequencies, terms),
    };
    set_result(call, Concept::SpectralMatrix(Arc::new(made)))
}

fn frequencies(call: &Call) -> Result<Vec<f64>, CallError> {
    let (first, last, count) = (call.real("FREQ_INIT")?, call.real("FREQ_FIN")?, call.integer("NB_POIN")?);
    if !(2..=MOST).contains(&count) || count & (count - 1) != 0 {
        let near = (count.clamp(2, MOST) as u64).next_power_of_two();
        let error = call.error("NB_POIN", "R546", format!("NB_POIN is {count}: a power of two is needed"));
        return Err(Box::new(error.help(format!("{near} is one"))));
    }
    if !(first > 0.0 && first < last) {
        let message = format!("FREQ_INIT is {first} and FREQ_FIN {last}: frequencies go from above zero up");
        return Err(call.error("FREQ_INIT", "R546", message));
    }
    Ok((0..count).map(|k| first + k as f64 * (last - first) / (count - 1) as f64).collect())
}

/// Coupled modes that lie between the frequencies at all speeds, as places among the coupled ones.
fn modes(call: &Call, base: &FluidElasticBase) -> Result<Vec<usize>, CallError> {
    let (low, high) = (call.real("FREQ_INIT")?, call.real("FREQ_FIN")?);
    let always = |mode: usize, test: &dyn Fn(f64) -> bool| base.states.iter().all(|s| test(s.frequencies[mode]));
    let count = base.ranks.len();
    let first = (0..count).find(|mode| always(*mode, &|f| f > low));
    let last = (0..count).rev().find(|mode| always(*mode, &|f| f <= high));
    let kept: Vec<usize> = first.zip(last).map_or_else(Vec::new, |(first, last)| (first..=last).collect());
    if kept.is_empty() {
        let message = format!("no coupled mode lies between {low} and {high} Hz at all speeds");
        let all = base.states.iter().flat_map(|state| state.frequencies.iter().copied());
        let range = all.fold((f64::INFINITY, 0.0), |(a, b): (f64, f64), f| (a.min(f), b.max(f)));
        let error = call.error("FREQ_FIN", "R546", message);
        return Err(Box::new(error.help(format!("the modes lie between {} and {} Hz", range.0, range.1))));
    }
    Ok(kept)
}

/// The models of turbulence with their zones.
fn spectra<'c>(
    call: &'c Call,
    flow: &'c TransverseFlow,
    context: &mut Context<'_>,
) -> Result<Vec<(&'c TurbulentFlow, &'c Zone)>, CallError> {
    let mut found: Vec<(&TurbulentFlow, usize)> = Vec::new();
    for handle in call.handles("SPEC_TURB") {
        let Some(Concept::Turbulence(turbulence)) = handle.get() else { return Err(call.missing("SPEC_TURB")) };
        let speeds = profile(&turbulence.profile, &flow.line);
        let speeds = speeds.map_err(|fault| no_value(call, "SPEC_TURB", Some(handle), &fault))?;
        let Some(zone) = flow.zones.iter().position(|zone| zone.speeds == speeds) else {
            let message = format!("the profile of speed of {} is that of no zone of the configuration", handle.name());
            let error = call.error("SPEC_TURB", "R546", message);
            return Err(Box::new(
                error.help("PROF_VITE_FLUI of DEFI_SPEC_TURB is the function that DEFI_FLUI_STRU has"),
            ));
        };
        if found.iter().any(|(_, known)| *known == zone) {
            let message = format!("{} is for the zone of another spectrum: one spectrum for each zone", handle.name());
            return Err(call.error("SPEC_TURB", "R546", message));
        }
        found.push((turbulence, zone));
    }
    // The reference takes the mean speed of the zone of the same rank, whichever the spectrum names.
    let straight = found.iter().enumerate().all(|(rank, (_, zone))| rank == *zone);
    if straight {
        return Ok(found.into_iter().map(|(turbulence, zone)| (turbulence, &flow.zones[zone])).collect());
    }
    let message = "the spectra are not in the order of the zones: each has the speed of the zone it names, the reference that of its rank";
    context.warn(crate::diag::Diagnostic::note("R546", message).at_if_absent(call.span_of("SPEC_TURB")));
    Ok(found.into_iter().map(|(turbulence, zone)| (turbulence, &flow.zones[zone])).collect())
}

/// Correlated lengths of the modes in a zone: one component, or the sum of all three.
fn lengths(
    call: &Call,
    base: &FluidElasticBase,
    flow: &TransverseFlow,
    modes: &[usize],
    zone: &Zone,
    length: f64,
) -> Vec<f64> {
    let components = match call.is("TOUT_CMP", "OUI") {
        true => vec![Component::Dx, Component::Dy, Component::Dz],
        false => vec![flow.component],
    };
    let mut sums = vec![0.0; modes.len() * modes.len()];
    for component in components {
        let shape = |place: &usize| flow.shape(&base.modes, base.ranks[*place], component);
        let shapes: Vec<Vec<f64>> = modes.iter().map(shape).collect();
        if shapes.iter().flatten().all(|x| *x == 0.0) {
            continue;
        }
        let found = projected_lengths(&flow.line, zone, &flow.outer, &shapes, length);
        sums.iter_mut().zip(found).for_each(|(sum, own)| *sum += own);
    }
    sums
}
