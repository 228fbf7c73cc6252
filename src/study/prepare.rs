//! The operators that a check runs: they take milliseconds, write nothing, and find wrong files, groups, nodes, components,
//! columns and time steps.

use std::collections::{BTreeMap, BTreeSet};

use super::graph::{Graph, Node, each_value};
use super::plan::State;
use crate::catalogue::{FreeValue, Value};
use crate::concepts::{Concept, Handle, MeshValue, Model};
use crate::diag::Diagnostic;
use crate::operators::{Check, names};

/// The largest structure whose modes a check computes, in nodes of its meshes, and the most operators that it runs beside those of [`Check::Runs`].
const MOST_MESH_NODES: usize = 500;
const MOST_OPERATORS: usize = 400;

/// Whether a node takes milliseconds where no mesh has more nodes than this.
pub fn is_brief(node: &Node, mesh_nodes: usize) -> bool {
    let check = node.operator.check;
    node.is_assertion() || check == Check::Runs || (check == Check::Small && mesh_nodes <= MOST_MESH_NODES)
}

/// Nodes of operators that always run in a check, all of whose inputs, concepts and files, come from such operators.
pub fn cheap(graph: &Graph) -> BTreeSet<usize> {
    fed(graph, |_| false, |node| node.operator.check == Check::Runs)
}

/// Nodes of operators that a check tries, whose inputs are there or come from such nodes; none where a mesh is large.
pub fn small(graph: &Graph, done: impl Fn(usize) -> bool) -> BTreeSet<usize> {
    let meshes = graph.nodes.iter().flat_map(Node::makes).filter_map(|handle| match handle.get() {
        Some(Concept::Mesh(mesh)) => Some(mesh.mesh.nodes.len()),
        _ => None,
    });
    if meshes.max().unwrap_or(0) > MOST_MESH_NODES {
        return BTreeSet::new();
    }
    // A harmonic response has no first step to stop at.
    let is_small = |node: &Node| node.operator.check != Check::KeywordsOnly && !node.call.is("TYPE_CALCUL", "HARM");
    fed(graph, done, is_small).into_iter().take(MOST_OPERATORS).collect()
}

/// Nodes that `fits` takes, each fed by such nodes and by those `done` before.
fn fed(graph: &Graph, done: impl Fn(usize) -> bool, fits: impl Fn(&Node) -> bool) -> BTreeSet<usize> {
    let mut ranks = BTreeSet::new();
    for (rank, node) in graph.nodes.iter().enumerate() {
        let known = node.data.iter().all(|input| ranks.contains(input) || done(*input)) && is_made(graph, node);
        if known && !node.is_sketch && !done(rank) && fits(node) {
            ranks.insert(rank);
        }
    }
    ranks
}

/// Whether calls that are right make all that a node reads: nothing is known of what a wrong call would have made.
fn is_made(graph: &Graph, node: &Node) -> bool {
    let there = |handle: &Handle| handle.get().is_some() || graph.maker(handle).is_some();
    let call = &node.call;
    let free =
        call.free().values().all(|value| if let FreeValue::Concept(handle) = value { there(handle) } else { true });
    let mut all = free && call.reuse.iter().chain(call.meshes.iter().map(|(_, newest)| newest)).all(there);
    each_value(&call.keywords, &mut |_, value| {
        if let Value::Concept(handle) = value {
            all &= there(handle);
        }
    });
    all
}

/// What is wrong in the calls that were not run, with the rank of the call: what refuses them whatever they read; names of groups,
/// nodes, cells and components that are unknown, where one mesh and the models are known.
pub fn wrong_calls(graph: &Graph, states: &[State]) -> Vec<(usize, Diagnostic)> {
    let waits = |state: &State| matches!(state, State::Waiting | State::NotRun);
    let left = graph.nodes.iter().enumerate().zip(states).filter(|(_, state)| waits(state)).map(|(node, _)| node);
    let look = |(rank, node): (usize, &Node)| {
        let mut found: Vec<Diagnostic> =
            node.operator.refusal(&node.call, &node.units).into_iter().map(|d| *d).collect();
        if let Some((mesh, models)) = origins(graph, rank) {
            found.extend(names(&node.call.command, &node.call.keywords, &mesh.mesh, &models));
        }
        found.into_iter().map(|diagnostic| (rank, diagnostic)).collect::<Vec<_>>()
    };
    left.take(MOST_OPERATORS).flat_map(look).collect()
}

/// The one mesh that a node goes back to, as it was last, and the models, none where one of them was not made; nothing where the
/// mesh was not made, or where structures are joined.
fn origins(graph: &Graph, rank: usize) -> Option<(&MeshValue, Vec<&Model>)> {
    let (mut meshes, mut models) = (BTreeMap::new(), Vec::new());
    let mut complete = true;
    let node = &graph.nodes[rank];
    if !is_made(graph, node) {
        return None;
    }
    for handle in graph.needed([rank]).into_iter().filter(|other| *other != rank).flat_map(|r| graph.nodes[r].makes()) {
        match (&*handle.kind, handle.get()) {
            ("maillage_sdaster", Some(Concept::Mesh(mesh))) => {
                meshes.insert(mesh.identity, mesh);
            }
            ("modele_sdaster", Some(Concept::Model(model))) => models.push(&**model),
            ("modele_sdaster", _) => complete = false,
            ("maillage_sdaster" | "squelette" | "modele_gene", _) => return None,
            _ => {}
        }
    }
    if !complete {
        models.clear();
    }
    if meshes.len() == 1 { Some((meshes.into_values().next()?, models)) } else { None }
}
