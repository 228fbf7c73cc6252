//! Models of a correlation length on modes under flow across a tube.
//!
//! Correlated lengths are exact (`kernel::flow::projected_lengths`) where the reference stops a quadrature at 1e-5.

use num_complex::Complex64;

use super::transverse::profile;
use crate::catalogue::{Call, CallError};
use crate::concepts::{CorrelatedFlow, FluidElasticBase, Handle, TransverseFlow};
use crate::kernel::assembly::Component;
use crate::kernel::flow::{Zone, projected_lengths};
use crate::operators::Context;
use crate::operators::functions::no_value;

/// The matrix of some coupled modes at each frequency, row by row.
pub(super) fn densities(
    call: &Call,
    base: &FluidElasticBase,
    speed: usize,
    modes: &[usize],
    models: &[(&Handle, &CorrelatedFlow)],
    frequencies: &[f64],
    context: &mut Context<'_>,
) -> Result<Vec<Vec<Complex64>>, CallError> {
    let Some(flow) = &base.flow else {
        let message =
            "models of a correlation length are for tubes across a flow, and the basis is that of a flow along them";
        let error = call.error("BASE_ELAS_FLUI", "R546", message);
        return Err(Box::new(
            error.help("SPEC_CORR_CONV_3 of DEFI_SPEC_TURB gives densities between points, for any flow"),
        ));
    };
    let mut sums = vec![vec![Complex64::ZERO; modes.len() * modes.len()]; frequencies.len()];
    for (turbulence, zone) in spectra(call, flow, models, context)? {
        let lengths = lengths(call, base, flow, modes, zone, turbulence.correlation * flow.outer_diameter);
        let local = base.speeds[speed] * zone.mean / flow.mean_speed();
        let level = 0.25 * flow.outer_diameter.powi(3) * local * local * local.abs();
        let inside = (zone.first..=zone.last).filter(|k| zone.speeds[*k] != 0.0);
        let (count, total) = inside.fold((0.0, 0.0), |(count, total), k| (count + 1.0, total + flow.outer[k]));
        let density = total / f64::max(count, 1.0);
        for (sum, f) in sums.iter_mut().zip(frequencies) {
            let shape = turbulence.model.value(*f, flow.outer_diameter, local, density);
            sum.iter_mut().zip(&lengths).for_each(|(sum, length)| *sum += level * length * shape);
        }
    }
    Ok(sums)
}

/// The models of turbulence with their zones.
fn spectra<'c>(
    call: &Call,
    flow: &'c TransverseFlow,
    models: &[(&Handle, &'c CorrelatedFlow)],
    context: &mut Context<'_>,
) -> Result<Vec<(&'c CorrelatedFlow, &'c Zone)>, CallError> {
    let mut found: Vec<(&CorrelatedFlow, usize)> = Vec::new();
    for &(handle, turbulence) in models {
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
