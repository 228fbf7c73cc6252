//! Calls that run together: who asks a study for one number of a campaign asks for those of its other runs next.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::graph::Graph;

/// Calls that were not asked for yet, by command.
#[derive(Default)]
pub struct Batches {
    by_command: BTreeMap<Arc<str>, Vec<usize>>,
    /// Nodes of the graph looked at so far.
    seen: usize,
}

impl Batches {
    /// The calls of the command of `rank` that were never handed out, besides it: they run together with it, in parallel.
    /// The choice depends on the study alone, never on the number of threads. Cost: once per node.
    pub fn take(&mut self, graph: &Graph, rank: usize) -> Vec<usize> {
        for (other, node) in graph.nodes.iter().enumerate().skip(self.seen) {
            self.by_command.entry(node.call.command.clone()).or_default().push(other);
        }
        self.seen = graph.nodes.len();
        let command = &graph.nodes[rank].call.command;
        let ranks = self.by_command.remove(command).unwrap_or_default();
        // Calls may have been taken back (a line of a session that failed).
        ranks
            .into_iter()
            .filter(|&r| r != rank && graph.nodes.get(r).is_some_and(|n| n.call.command == *command))
            .collect()
    }

    /// Those that cannot run yet are handed out again later.
    pub fn give_back(&mut self, graph: &Graph, ranks: Vec<usize>) {
        if let Some(&first) = ranks.first() {
            self.by_command.entry(graph.nodes[first].call.command.clone()).or_default().extend(ranks);
        }
    }
}
