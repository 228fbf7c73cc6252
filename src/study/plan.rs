//! The order of a run: which nodes may start, whose results nobody reads any more, what a failure takes with it.

use std::collections::{BTreeMap, BTreeSet};

use super::graph::{Graph, Node};
use crate::concepts::Concept;

/// How far a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    Waiting,
    Done,
    Failed,
    /// A node it needs failed.
    NotRun,
    /// The run was stopped before or while it ran.
    Stopped,
    /// All that it was given is right; what it computes was left out, because the study is only checked.
    Rehearsed,
}

/// What is left to run, and what may run now.
pub struct Plan {
    /// For each node, how many of those it must follow have not ended.
    left: Vec<u32>,
    followers: BTreeMap<usize, Vec<usize>>,
    pub ready: BTreeSet<usize>,
}

impl Plan {
    pub fn new(graph: &Graph, wanted: &BTreeSet<usize>, states: &[State]) -> Self {
        let waiting = |rank: &usize| states[*rank] == State::Waiting;
        let mut plan = Plan { left: vec![0; states.len()], followers: BTreeMap::new(), ready: BTreeSet::new() };
        for &rank in wanted.iter().filter(|r| waiting(r)) {
            let node = &graph.nodes[rank];
            for other in node.data.iter().copied().chain(node.only_follows()).filter(waiting) {
                plan.followers.entry(other).or_default().push(rank);
                plan.left[rank] += 1;
            }
            if plan.left[rank] == 0 {
                plan.ready.insert(rank);
            }
        }
        plan
    }

    /// Nodes ended or were given up: those that only waited for them are ready.
    pub fn end(&mut self, over: &[usize], states: &[State]) {
        for rank in over {
            for follower in self.followers.remove(rank).unwrap_or_default() {
                self.left[follower] = self.left[follower].saturating_sub(1);
                if self.left[follower] == 0 && states[follower] == State::Waiting {
                    self.ready.insert(follower);
                }
            }
        }
    }
}

/// For each node, how many that read what it makes have not ended.
pub struct Readers(Vec<usize>);

impl Readers {
    pub fn new(graph: &Graph, states: &[State]) -> Self {
        let mut left = vec![0; graph.nodes.len()];
        for (node, state) in graph.nodes.iter().zip(states) {
            if *state == State::Waiting {
                node.data.iter().for_each(|&maker| left[maker] += 1);
            }
        }
        Readers(left)
    }

    pub fn end(&mut self, graph: &Graph, rank: usize) {
        if self.0[rank] == 0 {
            give_back(&graph.nodes[rank]);
        }
        for &maker in graph.nodes[rank].data.iter() {
            self.0[maker] = self.0[maker].saturating_sub(1);
            if self.0[maker] == 0 {
                give_back(&graph.nodes[maker]);
            }
        }
    }
}

/// States of transients take most of the memory of a study.
fn give_back(node: &Node) {
    for handle in node.makes() {
        if let Some(Concept::Trajectory(trajectory)) = handle.get() {
            trajectory.let_go();
        }
    }
}

/// The wanted nodes that need what `rank` makes, directly or not.
pub fn dependents(graph: &Graph, wanted: &BTreeSet<usize>, rank: usize) -> BTreeSet<usize> {
    let mut lost = BTreeSet::from([rank]);
    // Data edges may lead backwards (a formula that names a later concept), hence the repetition.
    loop {
        let before = lost.len();
        for &other in wanted {
            if graph.nodes[other].data.iter().any(|d| lost.contains(d)) {
                lost.insert(other);
            }
        }
        if lost.len() == before {
            lost.remove(&rank);
            return lost;
        }
    }
}
