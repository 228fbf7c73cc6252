//! Sets of nodes and cells made from others.

use super::Mesh;

impl Mesh {
    /// Nodes of some cells, increasing, without repetition.
    pub fn nodes_of_cells(&self, cells: &[usize]) -> Vec<usize> {
        let mut nodes: Vec<usize> = cells.iter().flat_map(|&c| self.cells[c].nodes.iter().copied()).collect();
        nodes.sort_unstable();
        nodes.dedup();
        nodes
    }

    /// Nodes of some groups of nodes in the order of the groups, each node once; the first unknown name
    /// is the error.
    pub fn node_group_union(&self, groups: &[impl AsRef<str>]) -> Result<Vec<usize>, String> {
        union(groups, |name| self.node_groups.get(name))
    }

    /// Cells of some groups, as [`Mesh::node_group_union`]. Fails with the name of a group that is not there.
    pub fn cell_group_union(&self, groups: &[impl AsRef<str>]) -> Result<Vec<usize>, String> {
        union(groups, |name| self.cell_groups.get(name))
    }
}

fn union<'a>(groups: &[impl AsRef<str>], find: impl Fn(&str) -> Option<&'a Vec<usize>>) -> Result<Vec<usize>, String> {
    let mut members = Vec::new();
    for name in groups {
        let name = name.as_ref().trim_end();
        members.extend(find(name).ok_or_else(|| name.to_string())?);
    }
    Ok(without_repetition(members))
}

/// Keeps the first of equal items, and their order.
pub fn without_repetition(items: Vec<usize>) -> Vec<usize> {
    let mut seen = vec![false; items.iter().max().map_or(0, |m| m + 1)];
    items.into_iter().filter(|&i| !std::mem::replace(&mut seen[i], true)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unions_keep_the_order_of_first_appearance() {
        let mut mesh = Mesh::default();
        mesh.node_groups.insert("A".into(), vec![3, 1]);
        mesh.node_groups.insert("B".into(), vec![1, 0]);
        assert_eq!(mesh.node_group_union(&["A", "B"]), Ok(vec![3, 1, 0]));
        assert_eq!(mesh.node_group_union(&["A", "C"]), Err("C".to_string()));
    }
}
