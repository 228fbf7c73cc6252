//! The mesh as it is read: nodes by label, cells, physical groups by dimension and tag.

use std::collections::HashMap;

use super::kinds::{KINDS, order};
use super::source::{Fault, Source};
use crate::kernel::mesh::{Cell, CellKind, Mesh, Node};

/// Longer names of groups are cut.
const LONGEST_GROUP: usize = 24;

#[derive(Default)]
pub(super) struct Contents {
    /// By dimension and tag.
    names: HashMap<(i64, i64), String>,
    /// Ranks of nodes by label.
    ranks: HashMap<i64, usize>,
    pub mesh: Mesh,
}

impl Contents {
    pub fn name(&mut self, dimension: i64, tag: i64, name: &str) {
        let name = name.trim().trim_matches('"').chars().take(LONGEST_GROUP).collect();
        self.names.insert((dimension, tag), name);
    }

    pub fn node(&mut self, label: i64, position: [f64; 3], source: &Source<'_>) -> Result<(), Fault> {
        if self.ranks.insert(label, self.mesh.nodes.len()).is_some() {
            return Err(source.fault("I103", format!("the node {label} is there twice"), ""));
        }
        self.mesh.nodes.push(Node { label: format!("N{label}").into(), position });
        Ok(())
    }

    /// The ranks of the nodes of an element in our order.
    pub fn ranks(&self, label: i64, kind: CellKind, nodes: &[i64], source: &Source<'_>) -> Result<Vec<usize>, Fault> {
        let mut ranks = vec![0; nodes.len()];
        for (place, node) in nodes.iter().enumerate() {
            let message = || format!("there is no node {node} (in element {label})");
            let rank = self.ranks.get(node).ok_or_else(|| source.fault("I104", message(), ""))?;
            ranks[order(kind).get(place).copied().unwrap_or(place)] = *rank;
        }
        Ok(ranks)
    }

    /// Adds a cell; its rank.
    pub fn cell(&mut self, label: i64, kind: CellKind, ranks: &[usize]) -> usize {
        self.mesh.cells.push(Cell { label: format!("M{label}").into(), kind, nodes: ranks.into() });
        self.mesh.cells.len() - 1
    }

    /// Puts a cell and its nodes in the groups of a physical entity; 0 is none.
    pub fn join(&mut self, cell: usize, entity: i64) {
        if entity == 0 {
            return;
        }
        let Mesh { cells, cell_groups, node_groups, .. } = &mut self.mesh;
        let Cell { kind, nodes, .. } = &cells[cell];
        let named = self.names.get(&(kind.dimension().unwrap_or(3) as i64, entity)).cloned();
        for name in std::iter::once(format!("GM{entity}")).chain(named) {
            cell_groups.entry(name.clone()).or_default().push(cell);
            node_groups.entry(name).or_default().extend(nodes.iter());
        }
    }

    /// The mesh, members of groups in order and each once.
    pub fn finished(mut self) -> Mesh {
        let Mesh { node_groups, cell_groups, .. } = &mut self.mesh;
        for members in node_groups.values_mut().chain(cell_groups.values_mut()) {
            members.sort_unstable();
            members.dedup();
        }
        Mesh { dimension: 3, ..self.mesh }
    }
}

/// The kind of a type of elements and its number of nodes.
pub(super) fn shape(number: i64, source: &Source<'_>) -> Result<(CellKind, usize), Fault> {
    let found = KINDS.iter().find(|(own, ..)| *own == number).map(|(_, kind, size)| (*kind, *size));
    found.ok_or_else(|| {
        let help = "known are points, lines, triangles, quadrangles, tetrahedra, prisms, hexahedra.";
        source.fault("I109", format!("cells of type {number} are not read"), help)
    })
}
