//! FORCE_NODALE: forces and moments on nodes, in global axes or in the frame of three nautical angles.
//!
//! A later occurrence of one command replaces the components that it gives at a node; those it does not give stay. A
//! node has one frame: the last ANGL_NAUT given for it turns all its components. Numbers are turned at once, functions when
//! they are evaluated.

use std::collections::BTreeMap;

use super::components::{FORCES, no_unknown};
use super::place::LoadPlace;
use super::values::{as_value, value};
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Load, LoadValue, TurnedForce};
use crate::diag::{Diagnostic, Faults};
use crate::kernel::elements::Frame;
use crate::operators::Context;
use crate::operators::call::entities;

/// What the occurrences say of one node.
#[derive(Default)]
struct OnNode<'k> {
    /// Each component, and the occurrence that gave it.
    values: [Option<(LoadValue, &'k Keywords)>; 6],
    angles: Option<[LoadValue; 3]>,
}

pub fn read(call: &Call, place: &LoadPlace<'_>, load: &mut Load, context: &mut Context<'_>) -> Result<(), CallError> {
    let mut nodes: BTreeMap<usize, OnNode<'_>> = BTreeMap::new();
    let mut faults = Faults::default();
    for keywords in call.factor("FORCE_NODALE") {
        if let Some(Some(note)) = faults.keep(occurrence(keywords, place, &mut nodes)) {
            context.warn(note);
        }
    }
    for (node, forces) in nodes {
        faults.keep(add(node, forces, place, load));
    }
    faults.end()
}

/// Lays one occurrence over the earlier ones, and tells what it replaces.
fn occurrence<'k>(
    keywords: &'k Keywords,
    place: &LoadPlace<'_>,
    nodes: &mut BTreeMap<usize, OnNode<'k>>,
) -> Result<Option<Diagnostic>, CallError> {
    let mut asked = Vec::new();
    for (rank, (name, _)) in FORCES.into_iter().enumerate() {
        if let Some(force) = value(keywords, name)? {
            asked.push((rank, force));
        }
    }
    let angles = angles(keywords)?;
    let mut replaced = Vec::new();
    for node in entities::selected_nodes(keywords, place.mesh)? {
        let here = nodes.entry(node).or_default();
        if let Some(angles) = &angles {
            here.angles = Some(angles.clone());
        }
        for (rank, force) in &asked {
            if here.values[*rank].replace((force.clone(), keywords)).is_some() {
                replaced.push((FORCES[*rank].0, node));
            }
        }
    }
    Ok(replaced.first().map(|&(name, node)| {
        let label = &place.mesh.nodes[node].label;
        let others = match replaced.len() {
            1 => String::new(),
            n => format!(", and {} other components", n - 1),
        };
        let message = format!(
            "{name} at node N{} ({label}){others} had a value from an earlier occurrence of FORCE_NODALE: the later one \
             replaces it",
            node + 1
        );
        let note = Diagnostic::note("R157", message).at_if_absent(keywords.span_of(name));
        note.help("forces add up over the loads of EXCIT, not over the occurrences of one load")
    }))
}

/// ANGL_NAUT: numbers, or functions; angles not given are 0.
fn angles(keywords: &Keywords) -> Result<Option<[LoadValue; 3]>, CallError> {
    if keywords.get("ANGL_NAUT").is_none() {
        return Ok(None);
    }
    let mut angles = [const { LoadValue::Number(0.0) }; 3];
    let numbers = keywords.reals("ANGL_NAUT").into_iter().map(|number| Ok(LoadValue::Number(number)));
    let functions = keywords.concepts("ANGL_NAUT");
    let functions = functions.into_iter().map(|concept| as_value(keywords, "ANGL_NAUT", Some(concept)));
    for (slot, given) in angles.iter_mut().zip(numbers.chain(functions)) {
        *slot = given?;
    }
    Ok(Some(angles))
}

/// Adds the force and the moment of one node to the load.
fn add(node: usize, forces: OnNode<'_>, place: &LoadPlace<'_>, load: &mut Load) -> Result<(), CallError> {
    let angles = forces.angles.filter(|angles| angles.iter().any(|a| a.constant() != Some(0.0)));
    let Some(angles) = angles else {
        for ((name, component), given) in FORCES.into_iter().zip(forces.values) {
            let Some((force, keywords)) = given else { continue };
            if place.has(node, component) {
                load.nodal_forces.push((node, component, force));
            } else if force.constant() != Some(0.0) {
                return Err(keywords.error(name, "R132", no_unknown(place, node, component)));
            }
        }
        return Ok(());
    };
    let values = forces.values.map(|given| given.map_or(LoadValue::Number(0.0), |(force, _)| force));
    let constants = |values: &[LoadValue]| values.iter().map(LoadValue::constant).collect::<Option<Vec<f64>>>();
    let (Some(force), Some(turn)) = (constants(&values), constants(&angles)) else {
        load.turned_forces.push(TurnedForce { node, values, angles });
        return Ok(());
    };
    let frame = Frame::from_angles(std::array::from_fn(|i| turn[i].to_radians()));
    let global = frame.six_to_global(std::array::from_fn(|i| force[i]));
    let carried = global.into_iter().zip(FORCES).filter(|(v, (_, c))| *v != 0.0 && place.has(node, *c));
    load.nodal_forces.extend(carried.map(|(v, (_, component))| (node, component, LoadValue::Number(v))));
    Ok(())
}
