//! The operators that a check runs: they take milliseconds, write nothing, and find wrong files, groups, nodes, components,
//! columns and time steps.

use std::collections::BTreeSet;

use super::graph::{Graph, Node};
use crate::concepts::Concept;

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

/// Those that take milliseconds when the structure is small; transients end before their first step.
const SMALL: &[&str] = &[
    "ASSEMBLAGE",
    "ASSE_MATRICE",
    "ASSE_VECTEUR",
    "CALC_MATR_ELEM",
    "CALC_MODES",
    "CALC_TABLE",
    "CALC_VECT_ELEM",
    "COMB_MATR_ASSE",
    "CREA_TABLE",
    "DEFI_BASE_MODALE",
    "DEFI_INTERF_DYNA",
    "DYNA_LINE_TRAN",
    "DYNA_TRAN_MODAL",
    "DYNA_VIBRA",
    "EXTR_MODE",
    "LIRE_FONCTION",
    "LIRE_TABLE",
    "MACRO_PROJ_BASE",
    "MECA_STATIQUE",
    "MODE_ITER_INV",
    "MODE_ITER_SIMULT",
    "MODE_STATIQUE",
    "NORM_MODE",
    "NUME_DDL",
    "NUME_DDL_GENE",
    "PROJ_BASE",
    "PROJ_MATR_BASE",
    "PROJ_VECT_BASE",
    "RECU_FONCTION",
    "RECU_TABLE",
    "TEST_FONCTION",
    "TEST_RESU",
    "TEST_TABLE",
];

/// The largest structure whose modes a check computes, in nodes of its meshes, and the most operators of [`SMALL`] that it runs.
const MOST_MESH_NODES: usize = 500;
const MOST_OPERATORS: usize = 400;

/// Whether a node takes milliseconds where no mesh has more nodes than this.
pub fn is_brief(node: &Node, mesh_nodes: usize) -> bool {
    let name = &&*node.call.command;
    let steps = ["DYNA_LINE_TRAN", "DYNA_TRAN_MODAL", "DYNA_VIBRA"].contains(name);
    name.starts_with("TEST_")
        || CHEAP.contains(name)
        || (SMALL.contains(name) && !steps && mesh_nodes <= MOST_MESH_NODES)
}

/// Nodes of such operators all of whose inputs, concepts and files, come from such operators.
pub fn cheap(graph: &Graph) -> BTreeSet<usize> {
    fed(graph, |_| false, |node| CHEAP.contains(&&*node.call.command))
}

/// Nodes of [`SMALL`] and [`CHEAP`] whose inputs are there or come from such nodes; none where a mesh is large.
pub fn small(graph: &Graph, done: impl Fn(usize) -> bool) -> BTreeSet<usize> {
    let meshes = graph.nodes.iter().flat_map(Node::makes).filter_map(|handle| match handle.get() {
        Some(Concept::Mesh(mesh)) => Some(mesh.mesh.nodes.len()),
        _ => None,
    });
    if meshes.max().unwrap_or(0) > MOST_MESH_NODES {
        return BTreeSet::new();
    }
    let is_small = |node: &Node| {
        let name = &&*node.call.command;
        (SMALL.contains(name) || CHEAP.contains(name)) && !node.call.is("TYPE_CALCUL", "HARM")
    };
    fed(graph, done, is_small).into_iter().take(MOST_OPERATORS).collect()
}

/// Nodes that `fits` takes, each fed by such nodes and by those `done` before.
fn fed(graph: &Graph, done: impl Fn(usize) -> bool, fits: impl Fn(&Node) -> bool) -> BTreeSet<usize> {
    let mut ranks = BTreeSet::new();
    for (rank, node) in graph.nodes.iter().enumerate() {
        let known = node.data.iter().all(|input| ranks.contains(input) || done(*input));
        if known && !done(rank) && fits(node) {
            ranks.insert(rank);
        }
    }
    ranks
}
