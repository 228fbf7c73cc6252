//! Modes of tubes in a flow along them: shapes at equally spaced points, then `kernel::flow::axial`.

use std::sync::Arc;

use super::bundle::{ALIGNED, across};
use crate::catalogue::{Call, CallError};
use crate::concepts::{AxialFlow, ModeSet, SpeedState};
use crate::kernel::assembly::Component;
use crate::kernel::flow::Line;
use crate::kernel::flow::axial::{AxialInput, Basis, coupled};
use crate::kernel::mesh::Mesh;
use crate::kernel::signal::Signal;
use crate::operators::Context;
use crate::operators::functions::no_value;

/// States of the modes at each speed.
pub(super) fn states(
    call: &Call,
    flow: &AxialFlow,
    modes: &ModeSet,
    ranks: &[usize],
    speeds: &[f64],
    dampings: &[f64],
    context: &Context<'_>,
) -> Result<Vec<SpeedState>, CallError> {
    let Some(mesh) = &modes.mesh else {
        return Err(call.error("BASE_MODALE", "R543", "these modes have no mesh"));
    };
    let mesh = &**context.latest_mesh(call, mesh);
    let lines = flow.groups.iter().map(|names| nodes(call, flow, mesh, names)).collect::<Result<Vec<_>, _>>()?;
    let places = |nodes: &Vec<usize>| nodes.iter().map(|node| mesh.nodes[*node].position[flow.axis]).collect();
    let places: Vec<Vec<f64>> = lines.iter().map(places).collect();
    let points = points(&places);
    let value = |signal: &Signal, z: f64| {
        let at = signal.evaluate(z, &mut 0).or_else(|_| signal.evaluate_command(z));
        at.map_err(|fault| no_value(call, "TYPE_FLUI_STRU", call.handle("TYPE_FLUI_STRU"), &fault))
    };
    let along = |signal: &Signal| points.abscissae.iter().map(|z| value(signal, *z)).collect::<Result<Vec<f64>, _>>();
    let parameter = |rank: &usize, name: &str| {
        modes[*rank].parameter(name).filter(|x| *x > 0.0).ok_or_else(|| {
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
        shapes: ranks.iter().map(|rank| shapes(flow, modes, *rank, &points, (&lines, &places))).collect(),
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

/// The nodes of the cells that carry the motion of a group of tubes, along the axis.
fn nodes(call: &Call, flow: &AxialFlow, mesh: &Mesh, names: &[Arc<str>]) -> Result<Vec<usize>, CallError> {
    let refused = |what: String| call.error("TYPE_FLUI_STRU", "R543", what);
    let shown = || names.join(", ");
    let cells = mesh.cell_group_union(names).map_err(|_| {
        let known: Vec<&str> = mesh.cell_groups.keys().map(String::as_str).take(20).collect();
        let error = refused(format!("the mesh of the modes has no group of cells {}", shown()));
        Box::new(error.help(format!("its groups of cells: {}", known.join(", "))))
    })?;
    let mut nodes = mesh.nodes_of_cells(&cells);
    let place = |node: usize| mesh.nodes[node].position;
    nodes.sort_by(|a, b| place(*a)[flow.axis].total_cmp(&place(*b)[flow.axis]));
    let Some(&start) = nodes.first().filter(|_| nodes.len() > 1) else {
        return Err(refused(format!("the cells of {} have less than two nodes", shown())));
    };
    let off = |node: &usize| across(flow.axis).iter().any(|k| (place(*node)[*k] - place(start)[*k]).abs() > ALIGNED);
    if let Some(node) = nodes.iter().find(|node| off(node)) {
        let message = format!("the node N{} of {} is not on a line along the axis of the tubes", node + 1, shown());
        return Err(refused(message));
    }
    match nodes.windows(2).find(|pair| place(pair[0])[flow.axis] == place(pair[1])[flow.axis]) {
        Some(pair) => Err(refused(format!("N{} and N{} of {} are at one place", pair[0] + 1, pair[1] + 1, shown()))),
        None => Ok(nodes),
    }
}

/// As many points as the group with most nodes has, over what all groups have in common.
fn points(places: &[Vec<f64>]) -> Line {
    let ends = places.iter().filter_map(|z| Some((*z.first()?, *z.last()?)));
    let (low, high) = ends.fold((f64::NEG_INFINITY, f64::INFINITY), |(a, b), (x, y)| (a.max(x), b.min(y)));
    let count = places.iter().map(Vec::len).max().unwrap_or(2).max(2);
    Line { abscissae: (0..count).map(|k| low + (high - low) * k as f64 / (count - 1) as f64).collect() }
}

/// Nodes of each group along the axis, and their places on it.
type Groups<'a> = (&'a [Vec<usize>], &'a [Vec<f64>]);

/// A mode of each group along x and y, linear between the nodes.
fn shapes(
    flow: &AxialFlow,
    modes: &ModeSet,
    rank: usize,
    points: &Line,
    (groups, places): Groups<'_>,
) -> Vec<[Vec<f64>; 2]> {
    let components = across(flow.axis).map(|k| [Component::Dx, Component::Dy, Component::Dz][k]);
    let of_group = |(nodes, z): (&Vec<usize>, &Vec<f64>)| {
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
    groups.iter().zip(places).map(of_group).collect()
}
