//! Nodes designated by a keyword: a group of one node, or a node by its name.

use crate::catalogue::{CallError, Keywords};
use crate::kernel::mesh::Mesh;

/// The node given by `group` (a group of one node) or by `node` (its name), whichever is there.
pub fn single_node(mesh: &Mesh, keywords: &Keywords, group: &str, node: &str) -> Result<Option<usize>, CallError> {
    if let Some(name) = keywords.text(group) {
        return single_node_of_group(mesh, keywords, group, &name).map(Some);
    }
    match keywords.text(node) {
        Some(name) => node_named(mesh, keywords, node, &name).map(Some),
        None => Ok(None),
    }
}

fn single_node_of_group(mesh: &Mesh, keywords: &Keywords, keyword: &str, name: &str) -> Result<usize, CallError> {
    match mesh.node_groups.get(name).map(Vec::as_slice) {
        Some([node]) => Ok(*node),
        Some(nodes) => {
            let message = format!("{keyword}='{name}' has {} nodes where one node is needed", nodes.len());
            let help = "make a group of one node with DEFI_GROUP(CREA_GROUP_NO=_F(...))";
            Err(Box::new(keywords.error(keyword, "R411", message).help(help)))
        }
        None => Err(absent(keywords, keyword, "group of nodes", name, mesh.node_groups.keys().map(String::as_str))),
    }
}

fn node_named(mesh: &Mesh, keywords: &Keywords, keyword: &str, name: &str) -> Result<usize, CallError> {
    let found = mesh.nodes.iter().position(|n| n.label == name);
    found.ok_or_else(|| absent(keywords, keyword, "node", name, mesh.nodes.iter().map(|n| n.label.as_str())))
}

/// Nodes of the groups of a keyword, in order.
pub fn nodes_of_groups(mesh: &Mesh, keywords: &Keywords, keyword: &str) -> Result<Vec<usize>, CallError> {
    let mut nodes = Vec::new();
    for name in keywords.texts(keyword) {
        match mesh.node_groups.get(&*name) {
            Some(group) => nodes.extend(group),
            None => {
                let known = mesh.node_groups.keys().map(String::as_str);
                return Err(absent(keywords, keyword, "group of nodes", &name, known));
            }
        }
    }
    Ok(nodes)
}

/// Nodes designated by `NOEUD`: `N12` is the 12th node of the mesh; other names are labels of its file.
pub fn nodes_named(mesh: &Mesh, keywords: &Keywords, keyword: &str) -> Result<Vec<usize>, CallError> {
    let find = |name: std::sync::Arc<str>| {
        let rank = name.strip_prefix('N').unwrap_or(&name).parse::<usize>().ok().filter(|r| *r >= 1);
        let found = match rank {
            Some(rank) if rank <= mesh.nodes.len() => Some(rank - 1),
            _ => mesh.nodes.iter().position(|n| n.label == *name),
        };
        found.ok_or_else(|| absent(keywords, keyword, "node", &name, mesh.nodes.iter().map(|n| n.label.as_str())))
    };
    keywords.texts(keyword).into_iter().map(find).collect()
}

/// Cells of the groups of a keyword, in order.
pub fn cells_of_groups(mesh: &Mesh, keywords: &Keywords, keyword: &str) -> Result<Vec<usize>, CallError> {
    let mut cells = Vec::new();
    for name in keywords.texts(keyword) {
        match mesh.cell_groups.get(&*name) {
            Some(group) => cells.extend(group),
            None => {
                let known = mesh.cell_groups.keys().map(String::as_str);
                return Err(absent(keywords, keyword, "group of cells", &name, known));
            }
        }
    }
    Ok(cells)
}

/// Cells named by a keyword.
pub fn cells_named(mesh: &Mesh, keywords: &Keywords, keyword: &str) -> Result<Vec<usize>, CallError> {
    let find = |name: std::sync::Arc<str>| {
        let found = mesh.cells.iter().position(|c| c.label == *name);
        found.ok_or_else(|| absent(keywords, keyword, "cell", &name, mesh.cells.iter().map(|c| c.label.as_str())))
    };
    keywords.texts(keyword).into_iter().map(find).collect()
}

/// An error for a name the mesh does not have, with the nearest one it has.
pub fn absent<'n>(
    keywords: &Keywords,
    keyword: &str,
    what: &str,
    name: &str,
    known: impl Iterator<Item = &'n str>,
) -> CallError {
    let known: Vec<&str> = known.collect();
    let nearest = known
        .iter()
        .map(|k| (strsim::damerau_levenshtein(&k.to_lowercase(), &name.to_lowercase()), *k))
        .min()
        .filter(|(distance, _)| *distance <= 1 + name.chars().count() / 3);
    let help = match (nearest, known.as_slice()) {
        (Some((_, near)), _) => format!("did you mean '{near}'?"),
        (None, []) => format!("the mesh has no {what}"),
        (None, all) if all.len() <= 12 => format!("the mesh has {}", all.join(", ")),
        (None, all) => format!("the mesh has {} others, such as {}", all.len(), all[..6].join(", ")),
    };
    Box::new(keywords.error(keyword, "R410", format!("{keyword}: the mesh has no {what} '{name}'")).help(help))
}
