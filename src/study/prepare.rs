//! The operators that a check runs: they take milliseconds, write nothing, and find wrong files, groups, nodes, components,
//! columns and time steps.

use std::collections::{BTreeMap, BTreeSet};

use super::graph::{Graph, Node, each_value};
use super::plan::State;
use crate::catalogue::{FreeValue, Value};
use crate::concepts::{Concept, Handle, MeshValue, Model};
use crate::diag::Diagnostic;
use crate::operators::names;

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

/// What a check runs beside those of [`CHEAP`] and of [`SMALL`]: some of it takes longer than a moment. What is printed goes nowhere.
const ALSO: &[&str] = &[
    "AFFE_CHAR_CINE_F",
    "AFFE_CHAR_MECA_C",
    "ASSE_MATR_GENE",
    "ASSE_VECT_GENE",
    "CALC_CHAMP",
    "CALC_CHAR_SEISME",
    "CALC_FONC_INTERP",
    "CREA_CHAMP",
    "CREA_RESU",
    "DEFI_MODELE_GENE",
    "DEFI_SQUELETTE",
    "EXTR_RESU",
    "FACTORISER",
    "FORMULE",
    "IMPR_FONCTION",
    "IMPR_RESU",
    "IMPR_TABLE",
    "INFO_FONCTION",
    "MACRO_ELAS_MULT",
    "MACRO_MATR_ASSE",
    "MACRO_MODE_MECA",
    "MACR_ELEM_DYNA",
    "MODI_MAILLAGE",
    "MODI_REPERE",
    "POST_ELEM",
    "POST_RELEVE_T",
    "PROJ_CHAMP",
    "RECU_GENE",
    "RESOUDRE",
    "REST_GENE_PHYS",
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
        [SMALL, CHEAP, ALSO].iter().any(|list| list.contains(name)) && !node.call.is("TYPE_CALCUL", "HARM")
    };
    fed(graph, done, is_small).into_iter().take(MOST_OPERATORS).collect()
}

/// Nodes that `fits` takes, each fed by such nodes and by those `done` before.
fn fed(graph: &Graph, done: impl Fn(usize) -> bool, fits: impl Fn(&Node) -> bool) -> BTreeSet<usize> {
    let mut ranks = BTreeSet::new();
    for (rank, node) in graph.nodes.iter().enumerate() {
        let known = node.data.iter().all(|input| ranks.contains(input) || done(*input)) && is_made(graph, node);
        if known && !done(rank) && fits(node) {
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
    let mut all = free && call.reuse.iter().chain(call.meshes.iter().map(|(_, handle)| handle)).all(there);
    each_value(&call.keywords, &mut |_, value| {
        if let Value::Concept(handle) = value {
            all &= there(handle);
        }
    });
    all
}

/// Names of groups, nodes, cells and components that are unknown, in the calls that were not run, where one mesh and the models
/// are known.
pub fn unknown_names(graph: &Graph, states: &[State]) -> Vec<Diagnostic> {
    let waits = |state: &State| matches!(state, State::Waiting | State::NotRun);
    let left = graph.nodes.iter().enumerate().zip(states).filter(|(_, state)| waits(state)).map(|(node, _)| node);
    let look = |(rank, node): (usize, &Node)| {
        let Some((mesh, models)) = origins(graph, rank) else { return Vec::new() };
        names(&node.call.command, &node.call.keywords, &mesh.mesh, &models)
    };
    left.take(MOST_OPERATORS).flat_map(look).collect()
}

/// The one mesh that a node goes back to, as it was last, and the models; nothing where one of them was not made, or where
/// structures are joined.
fn origins(graph: &Graph, rank: usize) -> Option<(&MeshValue, Vec<&Model>)> {
    let (mut meshes, mut models) = (BTreeMap::new(), Vec::new());
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
            ("maillage_sdaster" | "modele_sdaster" | "squelette" | "modele_gene", _) => return None,
            _ => {}
        }
    }
    if meshes.len() == 1 { Some((meshes.into_values().next()?, models)) } else { None }
}
