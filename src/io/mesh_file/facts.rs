//! What is in a mesh, as text: sizes, the box, kinds of cells, groups with their extent, and what is doubtful.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use crate::kernel::mesh::{Cell, CellKind, Mesh};

/// Names of doubtful nodes and cells that are listed.
const MOST_NAMES: usize = 6;

/// The description of a mesh, line by line; numbers are written by `number`.
pub fn described(mesh: &Mesh, number: &dyn Fn(f64) -> String) -> String {
    let mut text = String::new();
    let all: Vec<usize> = (0..mesh.nodes.len()).collect();
    let cells: Vec<usize> = (0..mesh.cells.len()).collect();
    let _ =
        writeln!(text, "{} of dimension {}, {}", count(all.len(), "node"), mesh.dimension, count(cells.len(), "cell"));
    let _ = writeln!(text, "box    {}", extent(mesh, &all, number));
    if !cells.is_empty() {
        let _ = writeln!(text, "cells  {}", kinds(mesh, &cells));
    }
    let width = mesh.node_groups.keys().chain(mesh.cell_groups.keys()).map(|n| n.chars().count()).max().unwrap_or(0);
    section(&mut text, "groups of nodes", &mesh.node_groups, |name, members| {
        format!("{name:width$}  {}  {}", count(members.len(), "node"), extent(mesh, members, number))
    });
    section(&mut text, "groups of cells", &mesh.cell_groups, |name, members| {
        let nodes = mesh.nodes_of_cells(members);
        format!("{name:width$}  {}  {}", kinds(mesh, members), extent(mesh, &nodes, number))
    });
    let doubts = doubts(mesh);
    if !doubts.is_empty() {
        text.push_str("doubtful\n");
        for doubt in doubts {
            let _ = writeln!(text, "  {doubt}");
        }
    }
    text
}

fn section<'g>(
    text: &mut String,
    title: &str,
    groups: impl IntoIterator<Item = (&'g String, &'g Vec<usize>)>,
    line: impl Fn(&str, &[usize]) -> String,
) {
    let lines: Vec<String> = groups.into_iter().map(|(name, members)| line(name, members)).collect();
    if !lines.is_empty() {
        let _ = writeln!(text, "{title}");
        for line in lines {
            let _ = writeln!(text, "  {}", line.trim_end());
        }
    }
}

fn count(n: usize, word: &str) -> String {
    format!("{n} {word}{}", if n == 1 { "" } else { "s" })
}

/// `SEG2 10, POI1 4`: numbers of cells by kind.
fn kinds(mesh: &Mesh, cells: &[usize]) -> String {
    let mut counts: BTreeMap<(CellKind, usize), usize> = BTreeMap::new();
    for cell in cells {
        let Cell { kind, nodes, .. } = &mesh.cells[*cell];
        *counts.entry((*kind, nodes.len())).or_default() += 1;
    }
    let name = |(kind, nodes): (CellKind, usize)| match kind {
        CellKind::Other => format!("cells of {nodes} nodes"),
        kind => kind.name().to_string(),
    };
    let parts: Vec<String> = counts.into_iter().map(|(kind, n)| format!("{} {n}", name(kind))).collect();
    if parts.is_empty() { "no cell".into() } else { parts.join(", ") }
}

/// `X 0 to 4, Y 0, Z 0 to 3`: where some nodes are.
fn extent(mesh: &Mesh, nodes: &[usize], number: &dyn Fn(f64) -> String) -> String {
    let along = |axis: usize| {
        let values = nodes.iter().map(|node| mesh.nodes[*node].position[axis]);
        let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), x| (a.min(x), b.max(x)));
        let name = ["X", "Y", "Z"][axis];
        match low == high {
            true => format!("{name} {}", number(low)),
            false => format!("{name} {} to {}", number(low), number(high)),
        }
    };
    if nodes.is_empty() { String::new() } else { [0, 1, 2].map(along).join(", ") }
}

/// What may be wrong with a mesh.
fn doubts(mesh: &Mesh) -> Vec<String> {
    let mut doubts = Vec::new();
    let node = |rank: usize| named(mesh.nodes[rank].label.as_str(), "N", rank);
    let cell = |rank: usize| named(mesh.cells[rank].label.as_str(), "M", rank);
    let mut say = |ranks: Vec<usize>, what: &str, one: &str, many: &str, name: &dyn Fn(usize) -> String| {
        let names: Vec<String> = ranks.iter().take(MOST_NAMES).map(|rank| name(*rank)).collect();
        let more = if ranks.len() > names.len() { ", ..." } else { "" };
        let verb = if ranks.len() == 1 { one } else { many };
        if !ranks.is_empty() {
            doubts.push(format!("{} {verb}: {}{more}", count(ranks.len(), what), names.join(", ")));
        }
    };
    let mut used = vec![false; mesh.nodes.len()];
    mesh.cells.iter().flat_map(|cell| &cell.nodes).for_each(|node| used[*node] = true);
    say((0..used.len()).filter(|rank| !used[*rank]).collect(), "node", "is in no cell", "are in no cell", &node);
    let mut places: BTreeMap<[u64; 3], usize> = BTreeMap::new();
    let again = |rank: &usize| {
        // Zeros of both signs are one place.
        let place = mesh.nodes[*rank].position.map(|x| (x + 0.0).to_bits());
        *places.entry(place).or_insert(*rank) != *rank
    };
    let same: Vec<usize> = (0..mesh.nodes.len()).filter(again).collect();
    say(same, "node", "is where another is", "are where others are", &node);
    let mut known: BTreeMap<(CellKind, Vec<usize>), usize> = BTreeMap::new();
    let mut first = BTreeMap::new();
    for (rank, own) in mesh.cells.iter().enumerate() {
        let mut nodes = own.nodes.to_vec();
        nodes.sort_unstable();
        let before = *known.entry((own.kind, nodes)).or_insert(rank);
        if before != rank {
            first.insert(rank, before);
        }
    }
    let twice = |rank: usize| format!("{} (as {})", cell(rank), cell(first[&rank]));
    say(first.keys().copied().collect(), "cell", "has the nodes of another", "have the nodes of others", &twice);
    let grouped: BTreeSet<usize> = mesh.cell_groups.values().flatten().copied().collect();
    let alone = (0..mesh.cells.len()).filter(|rank| !grouped.contains(rank)).collect();
    say(alone, "cell", "is in no group", "are in no group", &cell);
    let empty = |(name, members): (&String, &Vec<usize>)| members.is_empty().then(|| name.clone());
    let names: Vec<String> =
        mesh.node_groups.iter().filter_map(empty).chain(mesh.cell_groups.iter().filter_map(empty)).collect();
    if !names.is_empty() {
        doubts.push(format!("{} without members: {}", count(names.len(), "group"), names.join(", ")));
    }
    doubts
}

/// The rank by which studies call a node or a cell, and the name that the file gives it, where that is another.
fn named(label: &str, letter: &str, rank: usize) -> String {
    let own = format!("{letter}{}", rank + 1);
    if label == own { own } else { format!("{own} ({label})") }
}

#[cfg(test)]
mod tests {
    use super::described;

    #[test]
    fn sizes_groups_and_doubts_are_told() {
        let text = "COOR_3D\nA 0. 0. 0.\nB 1. 0. 0.\nN3 1. 2. 0.\nD 1. -0. 0.\nFINSF\nSEG2\nS A B\nT B A\nU B N3\nFINSF\nPOI1\nP A\nFINSF\n\
                    GROUP_MA\nLINE S T\nFINSF\nGROUP_NO\nEND N3\nFINSF\nFIN\n";
        let mesh = crate::io::mail::read("m.mail", text.as_bytes()).unwrap();
        let told = described(&mesh, &|x| x.to_string());
        for line in [
            "4 nodes of dimension 3, 4 cells",
            "box    X 0 to 1, Y 0 to 2, Z 0",
            "cells  POI1 1, SEG2 3",
            "  END   1 node  X 1, Y 2, Z 0",
            "  LINE  SEG2 2  X 0 to 1, Y 0, Z 0",
            "  1 node is in no cell: N4 (D)",
            "  1 node is where another is: N4 (D)",
            "  1 cell has the nodes of another: M2 (T) (as M1 (S))",
            "  2 cells are in no group: M3 (U), M4 (P)",
        ] {
            assert!(told.lines().any(|own| own == line), "{line}:\n{told}");
        }
    }
}
