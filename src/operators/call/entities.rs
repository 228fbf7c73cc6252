//! Which nodes, cells and concepts the keywords of a call mean: `GROUP_NO`, `NOEUD`, `GROUP_MA`, `MAILLE`,
//! `TOUT`, `SANS_GROUP_NO`, `SANS_GROUP_MA`, with the nearest name when one does not exist.
//!
//! All functions read one occurrence of a factor keyword (or the call itself). Meshes come from
//! [`Context::latest_mesh`](crate::operators::Context::latest_mesh), so that groups added after a model was made are known.

use std::sync::Arc;

use crate::catalogue::{CallError, Keywords};
use crate::concepts::{Concept, MeshValue, ModeSet, Model, Modelisation};
use crate::diag::{Faults, Fix, did_you_mean, every};
use crate::kernel::mesh::{Mesh, without_repetition};

/// Nodes of the groups a keyword names, in the order of the groups, each once.
pub fn node_groups(keywords: &Keywords, name: &str, mesh: &Mesh) -> Result<Vec<usize>, CallError> {
    let groups = keywords.texts(name);
    mesh.node_group_union(&groups).map_err(|_| unknown_groups(keywords, name, &groups, mesh, true))
}

/// Cells of the groups a keyword names, in the order of the groups, each once.
pub fn cell_groups(keywords: &Keywords, name: &str, mesh: &Mesh) -> Result<Vec<usize>, CallError> {
    let groups = keywords.texts(name);
    mesh.cell_group_union(&groups).map_err(|_| unknown_groups(keywords, name, &groups, mesh, false))
}

/// Nodes a keyword such as `NOEUD` designates one by one, in the order given.
pub fn named_nodes(keywords: &Keywords, name: &str, mesh: &Mesh) -> Result<Vec<usize>, CallError> {
    found(keywords.texts(name), |word| {
        let labels = mesh.nodes.iter().map(|n| n.label.as_str());
        let unknown = || unknown_entity(keywords, name, &word, "node", mesh.nodes.len(), labels);
        mesh.find_node(&word).ok_or_else(unknown)
    })
}

/// Cells a keyword such as `MAILLE` designates one by one, in the order given.
pub fn named_cells(keywords: &Keywords, name: &str, mesh: &Mesh) -> Result<Vec<usize>, CallError> {
    found(keywords.texts(name), |word| {
        let labels = mesh.cells.iter().map(|c| c.label.as_str());
        let unknown = || unknown_entity(keywords, name, &word, "cell", mesh.cells.len(), labels);
        mesh.find_cell(&word).ok_or_else(unknown)
    })
}

/// The one node of a keyword that names a group of one node (`NOEUD`-like keywords read with
/// [`named_nodes`]).
pub fn single_node(keywords: &Keywords, name: &str, mesh: &Mesh) -> Result<Option<usize>, CallError> {
    if keywords.get(name).is_none() {
        return Ok(None);
    }
    match node_groups(keywords, name, mesh)?.as_slice() {
        [node] => Ok(Some(*node)),
        nodes => {
            let message = format!("{name} must be a group of one node; this one has {}", nodes.len());
            Err(keywords.error(name, "R103", message))
        }
    }
}

/// The one node given by a group of one node, or by its name, whichever keyword is there.
pub fn one_node(keywords: &Keywords, group: &str, node: &str, mesh: &Mesh) -> Result<Option<usize>, CallError> {
    match single_node(keywords, group, mesh)? {
        Some(found) => Ok(Some(found)),
        None => Ok(named_nodes(keywords, node, mesh)?.first().copied()),
    }
}

/// The one node of a group, or of a name, on a mesh that joins sub-structures: `part` is the keyword that names the
/// sub-structure. On other meshes the same as [`one_node`].
pub fn one_node_of(
    keywords: &Keywords,
    [group, node, part]: [&str; 3],
    mesh: &Mesh,
) -> Result<Option<usize>, CallError> {
    let Some(name) = keywords.text_if_given(part).filter(|_| !mesh.origins.is_empty()) else {
        return one_node(keywords, group, node, mesh);
    };
    if !mesh.origins.iter().any(|(own, _)| **own == *name) {
        return Err(keywords.error(part, "R721", format!("the model has no sub-structure {name}")));
    }
    let mut found = node_groups(keywords, group, mesh)?;
    found.retain(|n| mesh.origins.get(*n).is_some_and(|(own, _)| **own == *name));
    // A word designates a node of the mesh of the sub-structure.
    for word in keywords.texts(node) {
        let labels = mesh.nodes.iter().zip(&mesh.origins).filter(|(_, (own, _))| **own == *name);
        let labels: Vec<&str> = labels.map(|(n, _)| n.label.as_str()).collect();
        let unknown = || unknown_entity(keywords, node, &word, "node", labels.len(), labels.iter().copied());
        found.push(mesh.find_node_of(&name, &word).ok_or_else(unknown)?);
    }
    match found.as_slice() {
        [] if !keywords.has(group) && !keywords.has(node) => Ok(None),
        [one] => Ok(Some(*one)),
        several => {
            let keyword = if keywords.has(group) { group } else { node };
            let message = format!("{keyword} has {} nodes in the sub-structure {name}; one is needed", several.len());
            Err(keywords.error(keyword, "R103", message))
        }
    }
}

/// Cells selected by `TOUT`, `GROUP_MA`, `MAILLE`; all of them when none of these is there.
pub fn selected_cells(keywords: &Keywords, mesh: &Mesh) -> Result<Vec<usize>, CallError> {
    if keywords.get("TOUT").is_some() || !has_cells(keywords) {
        return Ok((0..mesh.cells.len()).collect());
    }
    joined([cell_groups(keywords, "GROUP_MA", mesh), named_cells(keywords, "MAILLE", mesh)])
}

/// Whether cells are named.
pub fn has_cells(keywords: &Keywords) -> bool {
    ["GROUP_MA", "MAILLE"].iter().any(|name| keywords.get(name).is_some())
}

/// Cells selected so, for values on elements: nodes, which have none of these, are refused.
pub fn cells_without_nodes(keywords: &Keywords, code: &'static str, mesh: &Mesh) -> Result<Vec<usize>, CallError> {
    if ["GROUP_NO", "NOEUD"].iter().any(|name| keywords.has(name)) {
        return Err(not_at_nodes(keywords, code, "the field"));
    }
    selected_cells(keywords, mesh)
}

/// Nodes of GROUP_NO and NOEUD by themselves, which choose among the nodes of cells; `None` where there are none of these, or TOUT.
pub fn nodes_alone(keywords: &Keywords, mesh: &Mesh) -> Result<Option<Vec<usize>>, CallError> {
    if keywords.has("TOUT") || !["GROUP_NO", "NOEUD"].iter().any(|name| keywords.has(name)) {
        return Ok(None);
    }
    joined([node_groups(keywords, "GROUP_NO", mesh), named_nodes(keywords, "NOEUD", mesh)]).map(Some)
}

/// The error on nodes that are named for a field whose values are not at nodes.
pub fn not_at_nodes(keywords: &Keywords, code: &'static str, field: &str) -> CallError {
    let name = if keywords.has("GROUP_NO") { "GROUP_NO" } else { "NOEUD" };
    let error = keywords.error(name, code, format!("{name} names nodes, and the values of {field} are on elements"));
    Box::new(error.help("name cells, by GROUP_MA; or take all of them, by TOUT='OUI'"))
}

/// Tells of each of `count` entities whether it is in a list.
pub fn marked(ranks: &[usize], count: usize) -> Vec<bool> {
    let mut marks = vec![false; count];
    ranks.iter().filter(|rank| **rank < count).for_each(|rank| marks[*rank] = true);
    marks
}

/// Nodes selected by `TOUT`, `GROUP_NO`, `NOEUD`, `GROUP_MA`, `MAILLE` together, without those of
/// `SANS_GROUP_NO`, `SANS_NOEUD`, `SANS_GROUP_MA`, `SANS_MAILLE`; all nodes when none of the first is there.
pub fn selected_nodes(keywords: &Keywords, mesh: &Mesh) -> Result<Vec<usize>, CallError> {
    let named = ["GROUP_NO", "NOEUD", "GROUP_MA", "MAILLE"].iter().any(|k| keywords.get(k).is_some());
    let nodes = if keywords.get("TOUT").is_some() || !named {
        Ok((0..mesh.nodes.len()).collect())
    } else {
        some_nodes(keywords, mesh, ["GROUP_NO", "NOEUD", "GROUP_MA", "MAILLE"])
    };
    let without = some_nodes(keywords, mesh, ["SANS_GROUP_NO", "SANS_NOEUD", "SANS_GROUP_MA", "SANS_MAILLE"]);
    let mut faults = Faults::default();
    let (nodes, without) = (faults.keep(nodes), faults.keep(without));
    faults.end()?;
    let (mut nodes, without) = (nodes.unwrap_or_default(), without.unwrap_or_default());
    let without = marked(&without, mesh.nodes.len());
    nodes.retain(|n| !without[*n]);
    Ok(nodes)
}

fn some_nodes(
    keywords: &Keywords,
    mesh: &Mesh,
    [groups, nodes, cell_group, cells]: [&str; 4],
) -> Result<Vec<usize>, CallError> {
    joined([
        node_groups(keywords, groups, mesh),
        named_nodes(keywords, nodes, mesh),
        cell_groups(keywords, cell_group, mesh).map(|cells| mesh.nodes_of_cells(&cells)),
        named_cells(keywords, cells, mesh).map(|cells| mesh.nodes_of_cells(&cells)),
    ])
}

/// All ranks of some selections, each once; the errors of all of them.
fn joined(selections: impl IntoIterator<Item = Result<Vec<usize>, CallError>>) -> Result<Vec<usize>, CallError> {
    let mut faults = Faults::default();
    let ranks: Vec<usize> = selections.into_iter().filter_map(|part| faults.keep(part)).flatten().collect();
    faults.end()?;
    Ok(without_repetition(ranks))
}

/// The ranks of all words; the errors of all of them.
fn found(words: Vec<Arc<str>>, find: impl Fn(Arc<str>) -> Result<usize, CallError>) -> Result<Vec<usize>, CallError> {
    every(words.into_iter().map(find))
}

/// Cells of `GROUP_MA` and `MAILLE`, and of former studies' `GROUP_NO` and `NOEUD`: the last point cell of each node that
/// carries a discrete element.
pub fn cells_and_points(keywords: &Keywords, mesh: &Mesh, model: &Model) -> Result<Vec<usize>, CallError> {
    let mut cells = cell_groups(keywords, "GROUP_MA", mesh)?;
    cells.extend(named_cells(keywords, "MAILLE", mesh)?);
    for (keyword, is_group) in [("GROUP_NO", true), ("NOEUD", false)] {
        let named =
            if is_group { node_groups(keywords, keyword, mesh)? } else { named_nodes(keywords, keyword, mesh)? };
        for node in named {
            let is_point = |cell: usize| {
                mesh.cells[cell].nodes.as_slice() == [node]
                    && model.modelisations[cell].is_some_and(Modelisation::is_discrete)
            };
            let Some(cell) = (0..mesh.cells.len()).rev().find(|cell| is_point(*cell)) else {
                let label = format!("N{} ({})", node + 1, mesh.nodes[node].label);
                let mut error = keywords.error(keyword, "R124", format!("node {label} carries no discrete element"));
                error.help =
                    Some(format!("Give it one: {keyword} under AFFE of AFFE_MODELE, or a POI1 cell of the mesh."));
                return Err(error);
            };
            cells.push(cell);
        }
    }
    Ok(without_repetition(cells))
}

/// The mesh a keyword gives.
pub fn mesh<'k>(keywords: &'k Keywords, name: &str) -> Result<&'k MeshValue, CallError> {
    match keywords.concept(name) {
        Some(Concept::Mesh(mesh)) => Ok(mesh),
        _ => Err(missing(keywords, name, "a mesh")),
    }
}

/// The model a keyword gives.
pub fn model<'k>(keywords: &'k Keywords, name: &str) -> Result<&'k Arc<Model>, CallError> {
    match keywords.concept(name) {
        Some(Concept::Model(model)) => Ok(model),
        _ => Err(missing(keywords, name, "a model")),
    }
}

/// `N3 (node group FOOT)`, with the smallest group that holds the node.
pub fn described_node(mesh: Option<&Mesh>, node: usize) -> String {
    let holds = |group: &(&String, &Vec<usize>)| group.1.contains(&node);
    let groups = mesh.into_iter().flat_map(|mesh| &mesh.node_groups);
    let group = groups.filter(holds).min_by_key(|group| group.1.len());
    format!("N{}{}", node + 1, group.map_or(String::new(), |(name, _)| format!(" (node group {name})")))
}

/// The modes that a keyword gives.
pub fn modes<'k>(keywords: &'k Keywords, name: &str) -> Result<&'k Arc<ModeSet>, CallError> {
    match keywords.concept(name) {
        Some(Concept::Modes(modes)) => Ok(modes),
        _ => Err(missing(keywords, name, "a set of modes")),
    }
}

/// The error for a keyword whose concept is not there or is of another kind.
pub fn missing(keywords: &Keywords, name: &str, what: &str) -> CallError {
    keywords.error(name, "R100", format!("{name} must be {what}"))
}

/// The groups of a keyword that the mesh does not have, each with what may be meant.
fn unknown_groups(keywords: &Keywords, keyword: &str, groups: &[Arc<str>], mesh: &Mesh, of_nodes: bool) -> CallError {
    let (own, others) = match of_nodes {
        true => (&mesh.node_groups, &mesh.cell_groups),
        false => (&mesh.cell_groups, &mesh.node_groups),
    };
    let (what, other) = if of_nodes { ("nodes", "cells") } else { ("cells", "nodes") };
    let mut unknown: Vec<&str> = groups.iter().map(|name| name.trim_end()).filter(|n| !own.contains_key(*n)).collect();
    unknown.dedup();
    let plural = if unknown.len() > 1 { "s" } else { "" };
    let message = format!("the mesh has no group{plural} of {what} named {}", listed(&unknown));
    let mut error = keywords.error(keyword, "R101", message);
    error.label = Some(format!("no such group{plural}"));
    let mut help = Vec::new();
    let mut strange = false;
    for name in &unknown {
        let of = if unknown.len() > 1 { format!(" for {name}") } else { String::new() };
        match nearest(name, own.keys().map(String::as_str)) {
            _ if others.contains_key(*name) => help.push(format!("{name} is a group of {other}")),
            Some(near) => help.push(did_you_mean(&format!("{near}{of}"))),
            None => strange = true,
        }
    }
    if strange {
        let known: Vec<&str> = own.keys().map(String::as_str).collect();
        help.push(match known.as_slice() {
            [] => format!("it has no group of {what} at all"),
            [one] => format!("its only group of {what} is {one}"),
            few if few.len() <= 12 => format!("its groups of {what} are {}", listed(few)),
            [first, .., last] => format!("it has {} groups of {what}, {first} ... {last}", known.len()),
        });
    }
    error.help = Some(help.join("\n"));
    if let [name] = unknown.as_slice() {
        let near = nearest(name, own.keys().map(String::as_str)).filter(|_| !others.contains_key(*name));
        error.fixes.extend(near.zip(error.span).map(|(near, span)| Fix::word(span, name, near)));
    }
    error
}

/// `A`, `A and B`, `A, B and C`
fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => one.to_string(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

fn unknown_entity<'n>(
    keywords: &Keywords,
    keyword: &str,
    word: &str,
    what: &str,
    count: usize,
    labels: impl Iterator<Item = &'n str>,
) -> CallError {
    let mut error = keywords.error(keyword, "R102", format!("the mesh has no {what} {word}"));
    let letter = if what == "node" { 'N' } else { 'M' };
    let numbers = format!("{what}s are numbered {letter}1 to {letter}{count} in the order of the file");
    error.help = Some(match nearest(word, labels) {
        Some(near) => format!("{} Otherwise {numbers}", did_you_mean(near)),
        None => format!("a {what} is designated by its number: {numbers}"),
    });
    error.label = Some(format!("no such {what}"));
    error
}

/// The known name closest to a word, when one is close.
fn nearest<'n>(word: &str, known: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let scored = known.map(|name| (strsim::damerau_levenshtein(word, name), name));
    let (distance, name) = scored.min_by_key(|(distance, _)| *distance)?;
    (distance <= 2 && distance < word.chars().count().max(2)).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::{Given, Value};

    fn keywords(pairs: &[(&'static str, &[&str])]) -> Keywords {
        let mut keywords = Keywords::new(None);
        for (name, values) in pairs {
            let values = values.iter().map(|v| Value::Text((*v).into())).collect();
            keywords.insert(name, Given { values, span: None });
        }
        keywords
    }

    fn mesh() -> Mesh {
        let text = "COOR_3D A 0 0 0 B 1 0 0 C 2 0 0 FINSF SEG2 S A B T B C FINSF
                    GROUP_NO ENDS A C FINSF GROUP_MA SPRINGS S T FINSF GROUP_MA LAST T FINSF FIN";
        crate::io::mail::read("m.mail", text.as_bytes()).unwrap()
    }

    #[test]
    fn selections_add_up_and_leave_out() {
        let mesh = mesh();
        let nodes = |k: &[(&'static str, &[&str])]| selected_nodes(&keywords(k), &mesh).unwrap();
        assert_eq!(nodes(&[("GROUP_NO", &["ENDS"])]), [0, 2]);
        assert_eq!(nodes(&[("GROUP_NO", &["ENDS"]), ("GROUP_MA", &["LAST"])]), [0, 2, 1]);
        assert_eq!(nodes(&[("TOUT", &["OUI"]), ("SANS_GROUP_NO", &["ENDS"])]), [1]);
        assert_eq!(nodes(&[("NOEUD", &["C", "N1"])]), [2, 0]);
        assert_eq!(selected_cells(&keywords(&[("MAILLE", &["M2"])]), &mesh).unwrap(), [1]);
        assert_eq!(selected_cells(&keywords(&[]), &mesh).unwrap(), [0, 1]);
    }

    #[test]
    fn errors_name_what_is_near() {
        let mesh = mesh();
        let error = |k: &[(&'static str, &[&str])]| selected_nodes(&keywords(k), &mesh).unwrap_err();
        let near = error(&[("GROUP_NO", &["END"])]);
        assert_eq!(near.message, "the mesh has no group of nodes named END");
        assert_eq!(near.help.as_deref(), Some("did you mean ENDS?"));
        assert_eq!(error(&[("GROUP_NO", &["LAST"])]).help.as_deref(), Some("LAST is a group of cells"));
        assert_eq!(error(&[("GROUP_NO", &["ZZZZZ"])]).help.as_deref(), Some("its only group of nodes is ENDS"));
        assert_eq!(error(&[("NOEUD", &["N4"])]).code, "R102");
        // All wrong names at once, one message per keyword for groups and one per node.
        let all = error(&[
            ("GROUP_NO", &["END", "ENDS", "ZZZZZ"]),
            ("NOEUD", &["N4", "N1", "N5"]),
            ("SANS_GROUP_MA", &["X"]),
        ]);
        let all = all.parts();
        let said: Vec<&str> = all.iter().map(|d| d.message.as_str()).collect();
        assert_eq!(
            said,
            [
                "the mesh has no groups of nodes named END and ZZZZZ",
                "the mesh has no node N4",
                "the mesh has no node N5",
                "the mesh has no group of cells named X",
            ]
        );
        assert_eq!(all[0].help.as_deref(), Some("did you mean ENDS for END?\nits only group of nodes is ENDS"));
    }
}
