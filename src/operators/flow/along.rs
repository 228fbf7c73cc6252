//! Modes of tubes in a flow along them: shapes at equally spaced points, then `kernel::flow::axial`.

use super::axial::across;
use crate::catalogue::{Call, CallError};
use crate::concepts::{AxialFlow, ModeSet, SpeedState};
use crate::kernel::assembly::Component;
use crate::kernel::flow::Line;
use crate::kernel::flow::axial::{AxialInput, Basis, coupled};
use crate::kernel::signal::Signal;
use crate::operators::functions::no_value;

/// States of the modes at each speed.
pub(super) fn states(
    call: &Call,
    flow: &AxialFlow,
    modes: &ModeSet,
    ranks: &[usize],
    speeds: &[f64],
    dampings: &[f64],
) -> Result<Vec<SpeedState>, CallError> {
    let points = points(flow);
    let value = |signal: &Signal, z: f64| {
        let at = signal.evaluate(z, &mut 0).or_else(|_| signal.evaluate_command(z));
        at.map_err(|fault| no_value(call, "TYPE_FLUI_STRU", call.handle("TYPE_FLUI_STRU"), &fault))
    };
    let along = |signal: &Signal| points.abscissae.iter().map(|z| value(signal, *z)).collect::<Result<Vec<f64>, _>>();
    let parameter = |rank: &usize, name: &str| {
        modes.modes[*rank].parameter(name).filter(|x| *x > 0.0).ok_or_else(|| {
            let message = format!("mode {} has no {name} above zero", modes.orders[*rank]);
            call.error("BASE_MODALE", "R543", message)
        })
    };
    let of = |name: &str| ranks.iter().map(|rank| parameter(rank, name)).collect::<Result<Vec<f64>, _>>();
    let basis = Basis {
        frequencies: of("FREQ")?,
        dampings: dampings.to_vec(),
        masses: of("MASS_GENE")?,
        stiffnesses: of("RIGI_GENE")?,
        shapes: ranks.iter().map(|rank| shapes(flow, modes, *rank, &points)).collect(),
    };
    let input = AxialInput {
        bundle: flow.bundle.clone(),
        grids: flow.grids.clone(),
        density: along(&flow.density)?,
        viscosity: along(&flow.viscosity)?,
        points,
        roughness: flow.roughness,
        gravity: flow.gravity,
    };
    let found = coupled(&input, &basis, speeds).map_err(|fault| {
        let error = call.error("TYPE_FLUI_STRU", "R544", format!("modes in the flow along the tubes: {fault}"));
        Box::new(error.help("lower speeds, or more modes of the structure"))
    })?;
    let state = |modes: crate::kernel::flow::axial::AxialModes| SpeedState {
        frequencies: modes.frequencies,
        dampings: modes.dampings,
        masses: modes.masses,
        shares: Some(modes.shares),
        moved: Some(modes.moved),
    };
    Ok(found.into_iter().map(state).collect())
}

/// As many points as the group with most nodes has, over what all groups have in common.
fn points(flow: &AxialFlow) -> Line {
    let z = |node: &usize| flow.mesh.mesh.nodes[*node].position[flow.axis];
    let ends = flow.groups.iter().filter_map(|nodes| Some((z(nodes.first()?), z(nodes.last()?))));
    let (low, high) = ends.fold((f64::NEG_INFINITY, f64::INFINITY), |(a, b), (x, y)| (a.max(x), b.min(y)));
    let count = flow.groups.iter().map(Vec::len).max().unwrap_or(2).max(2);
    Line { abscissae: (0..count).map(|k| low + (high - low) * k as f64 / (count - 1) as f64).collect() }
}

/// A mode of each group along x and y, linear between the nodes.
fn shapes(flow: &AxialFlow, modes: &ModeSet, rank: usize, points: &Line) -> Vec<[Vec<f64>; 2]> {
    let components = across(flow.axis).map(|k| [Component::Dx, Component::Dy, Component::Dz][k]);
    let of_group = |nodes: &Vec<usize>| {
        let z: Vec<f64> = nodes.iter().map(|node| flow.mesh.mesh.nodes[*node].position[flow.axis]).collect();
        components.map(|c| {
            let values: Vec<f64> = nodes.iter().map(|n| modes.component(rank, *n, c).unwrap_or(0.0)).collect();
            let at = |x: &f64| {
                let after = z.partition_point(|p| p < x).clamp(1, z.len() - 1);
                let share = (x - z[after - 1]) / (z[after] - z[after - 1]);
                values[after - 1] + share * (values[after] - values[after - 1])
            };
            points.abscissae.iter().map(at).collect()
        })
    };
    flow.groups.iter().map(of_group).collect()
}
