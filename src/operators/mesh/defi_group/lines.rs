//! Ordered groups of nodes: along a straight segment, or along a chain of cells.

use crate::catalogue::{CallError, Keywords};
use crate::kernel::mesh::Mesh;
use crate::kernel::mesh::vector::{dot, norm};
use crate::operators::call::entities;

/// SEGM_DROI_ORDO: nodes close to the segment from GROUP_NO_ORIG to GROUP_NO_EXTR, in order from the first.
pub fn straight(keywords: &Keywords, mesh: &Mesh) -> Result<Vec<usize>, CallError> {
    let (Some(origin), Some(end)) = (
        entities::one_node(keywords, "GROUP_NO_ORIG", "NOEUD_ORIG", mesh)?,
        entities::one_node(keywords, "GROUP_NO_EXTR", "NOEUD_EXTR", mesh)?,
    ) else {
        return Err(keywords.error("GROUP_NO_ORIG", "R103", "GROUP_NO_ORIG and GROUP_NO_EXTR are needed"));
    };
    let (a, b) = (mesh.nodes[origin].position, mesh.nodes[end].position);
    let axis: [f64; 3] = std::array::from_fn(|i| b[i] - a[i]);
    let length = norm(axis);
    if length == 0.0 {
        return Err(keywords.error("GROUP_NO_EXTR", "R106", "the two ends of the segment are the same point"));
    }
    let relative = keywords.is("CRITERE", "RELATIF");
    let tolerance = keywords.real("PRECISION")? * if relative { length } else { 1.0 };
    let given = keywords.get("GROUP_NO").is_some();
    let candidates =
        if given { entities::node_groups(keywords, "GROUP_NO", mesh)? } else { (0..mesh.nodes.len()).collect() };
    let mut placed = Vec::new();
    for node in candidates {
        let r: [f64; 3] = std::array::from_fn(|i| mesh.nodes[node].position[i] - a[i]);
        let along = dot(r, axis) / length;
        let across: [f64; 3] = std::array::from_fn(|i| r[i] - along * axis[i] / length);
        let distance = norm(across);
        if distance <= tolerance && along >= -tolerance && along <= length + tolerance {
            placed.push((along, node));
        } else if given {
            let message = format!("node N{} is {distance:e} from the segment, more than {tolerance:e}", node + 1);
            return Err(keywords.error("PRECISION", "R111", message));
        }
    }
    placed.sort_by(|p, q| p.0.total_cmp(&q.0));
    Ok(placed.into_iter().map(|(_, node)| node).collect())
}

/// NOEUD_ORDO: nodes of a chain of segments, in order from GROUP_NO_ORIG (an end of the chain otherwise).
pub fn connected(keywords: &Keywords, mesh: &Mesh) -> Result<Vec<usize>, CallError> {
    let cells = entities::cell_groups(keywords, "GROUP_MA", mesh)?;
    let links: Vec<(usize, usize)> = cells
        .iter()
        .filter_map(|&c| match mesh.cells[c].nodes.as_slice() {
            &[a, b, ..] => Some((a, b)),
            _ => None,
        })
        .collect();
    let origin = entities::one_node(keywords, "GROUP_NO_ORIG", "NOEUD_ORIG", mesh)?;
    let last = entities::one_node(keywords, "GROUP_NO_EXTR", "NOEUD_EXTR", mesh)?;
    let degree = |node| links.iter().filter(|(a, b)| *a == node || *b == node).count();
    let free_end = links.iter().flat_map(|(a, b)| [*a, *b]).find(|&n| degree(n) == 1 && Some(n) != last);
    // A closed line may begin anywhere.
    let anywhere = links.first().map(|(a, _)| *a).filter(|_| keywords.is("ORIGINE", "SANS"));
    let Some(mut at) = origin.or(free_end).or(anywhere) else {
        let message = "the cells make no chain with a free end: GROUP_NO_ORIG is needed";
        return Err(keywords.error("GROUP_MA", "R111", message));
    };
    let mut nodes = vec![at];
    let mut used = vec![false; links.len()];
    let wanted = keywords.reals("VECT_ORIE");
    let goes_along = |from: usize, link: (usize, usize)| {
        let to = if link.0 == from { link.1 } else { link.0 };
        let (p, q) = (mesh.nodes[from].position, mesh.nodes[to].position);
        wanted.iter().zip(p.iter().zip(q)).map(|(w, (p, q))| w * (q - p)).sum::<f64>() > 0.0
    };
    loop {
        let here = |i: &usize| !used[*i] && (links[*i].0 == at || links[*i].1 == at);
        // VECT_ORIE says which way a closed line begins.
        let directed = (0..links.len()).find(|i| nodes.len() == 1 && here(i) && goes_along(at, links[*i]));
        let Some(i) = directed.or_else(|| (0..links.len()).find(here)) else { break };
        used[i] = true;
        at = if links[i].0 == at { links[i].1 } else { links[i].0 };
        nodes.push(at);
    }
    if used.contains(&false) || last.is_some_and(|l| l != at) {
        let message = format!("the cells make no single chain: it stops at node N{}", at + 1);
        return Err(keywords.error("GROUP_MA", "R111", message));
    }
    Ok(nodes)
}
