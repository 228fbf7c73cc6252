//! The mesh, once all labels are known.

use std::collections::HashMap;

use indexmap::IndexMap;

use super::contents::{Fault, Group, Reader};
use super::{shapes, trace_lines};
use crate::diag::Diagnostic;
use crate::kernel::mesh::{Cell, Mesh, Node};

impl Reader<'_> {
    /// Looks all labels up; the mesh, and what is to be said of it.
    pub(super) fn mesh(mut self, colours: bool) -> Result<(Mesh, Vec<Diagnostic>), Fault> {
        let mut contents = std::mem::take(&mut self.contents);
        let mut warnings = std::mem::take(&mut contents.warnings);
        let mut label = contents.elements.iter().map(|e| e.label).max().unwrap_or(0).max(0);
        for element in contents.elements.iter_mut().filter(|e| e.label == trace_lines::UNLABELLED) {
            label = label.saturating_add(1);
            element.label = label;
        }
        let node_ranks = self.ranks("node", contents.nodes.iter().map(|n| n.0))?;
        let cell_ranks = self.ranks("element", contents.elements.iter().map(|e| e.label))?;
        let node = |&(label, _, position): &(i64, i64, [f64; 3])| Node { label: format!("N{label}").into(), position };
        let mut mesh = Mesh { dimension: 3, nodes: contents.nodes.iter().map(node).collect(), ..Mesh::default() };
        for element in &contents.elements {
            self.records.line = element.line;
            let mut ranks = self.found("node", &node_ranks, &element.nodes, &format!("element {}", element.label))?;
            let kind = shapes::kind(element.kind, ranks.len());
            shapes::corners_first(kind, &mut ranks);
            mesh.cells.push(Cell { label: format!("M{}", element.label).into(), kind, nodes: ranks.into() });
        }
        for group in &contents.groups {
            let (nodes, warning) = self.there(group, "node", &node_ranks, &group.nodes);
            let (cells, other) = self.there(group, "element", &cell_ranks, &group.cells);
            warnings.extend(warning.into_iter().chain(other));
            for (groups, members) in [(&mut mesh.node_groups, nodes), (&mut mesh.cell_groups, cells)] {
                if !members.is_empty() {
                    groups.entry(group.name.clone()).or_default().extend(members);
                }
            }
        }
        if colours {
            add_colours(&mut mesh.node_groups, contents.nodes.iter().map(|n| n.1));
            add_colours(&mut mesh.cell_groups, contents.elements.iter().map(|e| e.colour));
        }
        Ok((mesh, warnings))
    }

    fn ranks(&self, what: &str, labels: impl Iterator<Item = i64>) -> Result<HashMap<i64, usize>, Fault> {
        let mut ranks = HashMap::new();
        for (rank, label) in labels.enumerate() {
            if ranks.insert(label, rank).is_some() {
                let help = "labels of nodes, and of elements, are each used once.";
                return Err(self.records.fault("I103", format!("the {what} {label} is there twice"), help));
            }
        }
        Ok(ranks)
    }

    /// The members of a group that the file has, and a warning on the others: gmsh names the elements of points in its groups and
    /// writes none of them.
    fn there(
        &self,
        group: &Group,
        what: &str,
        ranks: &HashMap<i64, usize>,
        labels: &[i64],
    ) -> (Vec<usize>, Option<Diagnostic>) {
        let found: Vec<usize> = labels.iter().filter_map(|label| ranks.get(label).copied()).collect();
        let lost = labels.len() - found.len();
        let warning = (lost > 0).then(|| {
            let many = if lost == 1 { "" } else { "s" };
            let (name, remain) = (&group.name, found.len());
            let message =
                format!("the group {name} names {lost} {what}{many} that the file does not have; {remain} remain");
            let place = format!("{}:{}", self.records.file, group.line);
            let help =
                "gmsh writes no elements of points in universal files: groups of nodes have them, or another format";
            Diagnostic::warning("I115", format!("{place}: {message}")).help(help)
        });
        (found, warning)
    }

    fn found(&self, what: &str, ranks: &HashMap<i64, usize>, labels: &[i64], place: &str) -> Result<Vec<usize>, Fault> {
        let find = |label: &i64| {
            let unknown = || self.records.fault("I104", format!("there is no {what} {label} (in {place})"), "");
            ranks.get(label).copied().ok_or_else(unknown)
        };
        labels.iter().map(find).collect()
    }
}

fn add_colours(groups: &mut IndexMap<String, Vec<usize>>, colours: impl Iterator<Item = i64>) {
    for (rank, colour) in colours.enumerate() {
        groups.entry(format!("COUL_{colour}")).or_default().push(rank);
    }
}
