//! The operators that a check runs: they take milliseconds, write nothing, and find wrong files, groups, nodes and components.

use std::collections::BTreeSet;

use super::graph::Graph;

const CHEAP: &[&str] = &[
    "AFFE_CARA_ELEM",
    "AFFE_CHAR_CINE",
    "AFFE_CHAR_MECA",
    "AFFE_CHAR_MECA_F",
    "AFFE_MATERIAU",
    "AFFE_MODELE",
    "ASSE_MAILLAGE",
    "CREA_MAILLAGE",
    "DEFI_CONSTANTE",
    "DEFI_FONCTION",
    "DEFI_GROUP",
    "DEFI_LIST_ENTI",
    "DEFI_LIST_REEL",
    "DEFI_MATERIAU",
    "DEFI_NAPPE",
    "DEFI_OBSTACLE",
    "LIRE_MAILLAGE",
];

/// Nodes of such operators all of whose inputs, concepts and files, come from such operators.
pub fn cheap(graph: &Graph) -> BTreeSet<usize> {
    let mut ranks = BTreeSet::new();
    for (rank, node) in graph.nodes.iter().enumerate() {
        let known = node.data.iter().all(|input| ranks.contains(input));
        if known && CHEAP.contains(&&*node.call.command) {
            ranks.insert(rank);
        }
    }
    ranks
}
