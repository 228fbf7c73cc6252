//! Transients whose states are gone and that need not run again, because all who read them are there already.

use std::collections::BTreeSet;

use super::graph::Graph;
use super::mesh_identity::MeshIdentity;
use super::plan::State;
use super::run_context::RunContext;
use super::shared::{Key, content};

/// The nodes of `wanted` that may be taken without their states, in a run after which nobody reads results. `results`: those
/// known so far.
pub fn without_states(
    graph: &Graph,
    wanted: &BTreeSet<usize>,
    states: &[State],
    results: &[Option<Key>],
    meshes: &mut MeshIdentity,
    around: &RunContext<'_>,
) -> BTreeSet<usize> {
    let Some(shared) = around.shared.filter(|shared| shared.has_gone()) else { return BTreeSet::new() };
    let mut known = results.to_vec();
    let (mut gone, mut runs) = (BTreeSet::new(), BTreeSet::new());
    for &rank in wanted.iter().filter(|rank| states[**rank] == State::Waiting) {
        let node = &graph.nodes[rank];
        let content = content(graph, rank, &known, around.age, around.wrote);
        let content = content.map(|content| meshes.distinguish(node, rank, content));
        match content.and_then(|content| shared.look(node, &content, around.world)) {
            Some((result, is_gone)) => {
                known[rank] = Some(result);
                if is_gone {
                    gone.insert(rank);
                }
            }
            None => {
                runs.insert(rank);
            }
        }
    }
    for &rank in wanted.iter().rev() {
        if runs.contains(&rank) {
            runs.extend(graph.nodes[rank].data.iter().copied().filter(|read| gone.contains(read)));
        }
    }
    gone.difference(&runs).copied().collect()
}
