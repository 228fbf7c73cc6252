//! Formulas whose variables are not known yet, or may change.

use super::formula::Wanted;
use super::graph::Graph;
use super::named_values::NamedValues;

#[derive(Default)]
pub struct Formulas {
    /// Those that wait for variables not defined yet, by node.
    pub waiting: Vec<(usize, Vec<Wanted>)>,
    /// Those that name variables.
    pub named: Vec<NamedValues>,
}

impl Formulas {
    /// Whether a node, or what it needs, waits.
    pub fn holds_up(&self, graph: &Graph, rank: usize) -> bool {
        let waits = |needed: &usize| self.waiting.iter().any(|(formula, _)| formula == needed);
        !self.waiting.is_empty() && graph.needed([rank]).iter().any(waits)
    }

    /// Forgets those whose node was taken back.
    pub fn rewind(&mut self, graph: &Graph) {
        self.waiting.clear();
        self.named.retain(|formula| graph.maker(&formula.handle).is_some());
    }
}
