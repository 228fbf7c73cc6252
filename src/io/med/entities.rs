//! Nodes and cells of a mesh: coordinates, connections, names, numbers of families.

use super::container::Folder;
use super::reader::{Fault, Reader, texts};
use super::shapes::SHAPES;
use crate::kernel::mesh::{Cell, Label, Mesh, Node};

/// Characters of the name of a node or a cell.
const ENTITY_NAME: usize = 16;

impl Reader<'_> {
    /// Reads the nodes; the family of each.
    pub(super) fn nodes(&self, step: &Folder, mesh: &mut Mesh) -> Result<Vec<i64>, Fault> {
        let no_coordinates = || self.wrong("the mesh has no coordinates (NOE/COO)".into());
        let nodes = self.inside(step, "NOE")?.ok_or_else(no_coordinates)?;
        let coordinates = self.sound(nodes.reals("COO"))?.ok_or_else(no_coordinates)?;
        let length = coordinates.values.len();
        let count = coordinates.count.unwrap_or(length / 3);
        if count == 0 || length % count != 0 || !(1..=3).contains(&(length / count)) {
            let message = format!("NOE/COO holds {length} numbers for {count} nodes");
            return Err(self.wrong(message));
        }
        let dimension = length / count;
        let names = self.names(&nodes, count, "NOE")?;
        for n in 0..count {
            let mut position = [0.0; 3];
            for (axis, x) in position.iter_mut().take(dimension).enumerate() {
                *x = coordinates.values[axis * count + n];
                if !x.is_finite() {
                    return Err(self.wrong(format!("node {} has a coordinate that is no finite number", n + 1)));
                }
            }
            let label = names.get(n).cloned().unwrap_or_else(|| format!("N{}", n + 1).into());
            mesh.nodes.push(Node { label, position });
        }
        mesh.dimension = if dimension == 3 { 3 } else { 2 };
        self.family_numbers(&nodes, count, "NOE")
    }

    /// Reads the cells; the family of each.
    pub(super) fn cells(&self, step: &Folder, mesh: &mut Mesh) -> Result<Vec<i64>, Fault> {
        let mut families = Vec::new();
        let Some(cells) = self.inside(step, "MAI")? else { return Ok(families) };
        let kinds = self.sound(cells.folders())?;
        if let Some(odd) = kinds.iter().find(|k| !SHAPES.iter().any(|shape| shape.name == k.name())) {
            return Err(self.wrong(format!("cells of type {} are not read", odd.name())));
        }
        for shape in &SHAPES {
            let (name, size) = (shape.name, shape.nodes);
            let Some(folder) = kinds.iter().find(|k| k.name() == name) else { continue };
            let Some(nodes) = self.sound(folder.integers("NOD"))? else {
                return Err(self.wrong(format!("MAI/{name} has no nodes (NOD)")));
            };
            let count = nodes.count.unwrap_or(nodes.values.len() / size);
            if count.checked_mul(size) != Some(nodes.values.len()) {
                let message = format!("MAI/{name}/NOD holds {} numbers for {count} cells", nodes.values.len());
                return Err(self.wrong(message));
            }
            let labels = self.names(folder, count, name)?;
            for c in 0..count {
                let mut ranks = Vec::with_capacity(size);
                for k in 0..size {
                    let number = nodes.values[shape.place(k) * count + c];
                    let rank = usize::try_from(number).ok().filter(|&n| n >= 1 && n <= mesh.nodes.len());
                    ranks.push(rank.map(|n| n - 1).ok_or_else(|| {
                        let message = format!("cell {} of MAI/{name} is on node {number}", c + 1);
                        self.wrong(format!("{message}; the mesh has nodes 1 to {}", mesh.nodes.len()))
                    })?);
                }
                let label = labels.get(c).cloned().unwrap_or_else(|| format!("M{}", mesh.cells.len() + 1).into());
                mesh.cells.push(Cell { label, kind: shape.kind, nodes: ranks.as_slice().into() });
            }
            families.extend(self.family_numbers(folder, count, name)?);
        }
        Ok(families)
    }

    fn family_numbers(&self, folder: &Folder, count: usize, place: &str) -> Result<Vec<i64>, Fault> {
        match self.sound(folder.integers("FAM"))? {
            None => Ok(vec![0; count]),
            Some(families) if families.values.len() == count => Ok(families.values),
            Some(families) => {
                let found = families.values.len();
                Err(self.wrong(format!("{place}/FAM holds {found} families for {count} items")))
            }
        }
    }

    /// Names of the nodes or cells of a folder; none when the file gives none, or not for each.
    fn names(&self, folder: &Folder, count: usize, place: &str) -> Result<Vec<Label>, Fault> {
        let Some(characters) = self.sound(folder.characters("NOM"))? else { return Ok(Vec::new()) };
        if characters.values.len() / ENTITY_NAME < count {
            return Err(self.wrong(format!("{place}/NOM is shorter than the names of {count} items")));
        }
        let names: Vec<Label> =
            texts(&characters.values, ENTITY_NAME).into_iter().take(count).map(Label::from).collect();
        Ok(if names.iter().any(|name| name.is_empty()) { Vec::new() } else { names })
    }
}
