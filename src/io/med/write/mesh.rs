//! Meshes: nodes, cells type by type, families.

use super::super::shapes::{SHAPES, cells_of};
use super::document::{Document, columns};
use super::families::{self, Family};
use crate::io::hdf5::{Data, Group, Value};
use crate::kernel::mesh::Mesh;

/// The name of a profile that has all entities.
pub(super) const NO_PROFILE: &str = "MED_NO_PROFILE_INTERNAL";
/// Bytes of the name or unit of an axis or a component.
pub(super) const COMPONENT: usize = 16;
/// The unit that is none.
const UNKNOWN: &str = "INCONNU";

impl Document {
    /// True where the file holds a mesh of this name.
    pub fn has_mesh(&self, name: &str) -> bool {
        self.root.groups.get("ENS_MAA").is_some_and(|meshes| meshes.groups.contains_key(name))
    }

    /// The name under which a mesh is, or would be, in the file: a number follows where another mesh has the name.
    pub fn mesh_name(&self, wanted: &str, mesh: &Mesh) -> String {
        let numbered = (2..).map(|k| format!("{wanted}_{k}"));
        let mut names = std::iter::once(wanted.to_string()).chain(numbered);
        names.find(|name| !self.has_mesh(name) || self.is_mesh(name, mesh)).unwrap_or_else(|| wanted.to_string())
    }

    /// True where the nodes of the mesh of this name are where those of this mesh are.
    fn is_mesh(&self, name: &str, mesh: &Mesh) -> bool {
        let own = self.root.groups.get("ENS_MAA").and_then(|meshes| meshes.groups.get(name)?.groups.get_index(0));
        let places = own.and_then(|(_, step)| step.groups.get("NOE")?.arrays.get("COO"));
        matches!(places.map(|array| &array.data), Some(Data::Reals(own)) if *own == places_of(mesh))
    }

    /// Adds a mesh, unless there is one of this name; its families. Cells of shapes that MED lacks are left out.
    pub fn add_mesh(&mut self, name: &str, mesh: &Mesh) -> Vec<Family> {
        let (of_nodes, node_families) = families::of(&mesh.node_groups, mesh.nodes.len(), 1);
        let (of_cells, cell_families) = families::of(&mesh.cell_groups, mesh.cells.len(), -1);
        let all = || of_nodes.iter().chain(&of_cells).cloned().collect();
        if self.has_mesh(name) {
            return all();
        }
        let own = self.root.group("ENS_MAA").group(name);
        let dimension = dimension(mesh);
        head(own, dimension);
        let step = own.group(&step_name(-1, -1));
        step.integers(&[("CGT", 1), ("NDT", -1), ("NOR", -1), ("NXI", -1), ("NXT", -1), ("PVI", -1), ("PVT", -1)]);
        step.put("PDT", Value::Real(0.0));
        let count = mesh.nodes.len() as i64;
        let nodes = step.group("NOE");
        nodes.integers(&[("CGS", 1), ("CGT", 1)]).texts(&[("PFL", NO_PROFILE)]);
        nodes.array("COO", Data::Reals(places_of(mesh)), &[("CGT", 1), ("NBR", count)]);
        nodes.array("FAM", Data::Integers(node_families), &[("CGT", 1), ("NBR", count)]);
        let cells = step.group("MAI");
        cells.integers(&[("CGT", 1)]);
        for shape in &SHAPES {
            let ranks = cells_of(&mesh.cells, shape);
            if ranks.is_empty() {
                continue;
            }
            let place = cells.group(shape.name);
            place.integers(&[("CGS", 1), ("CGT", 1), ("GEO", shape.number)]).texts(&[("PFL", NO_PROFILE)]);
            let size = [("CGT", 1), ("NBR", ranks.len() as i64)];
            let node = |place: usize| {
                let own = shape.node_at(place);
                ranks.iter().map(move |rank| mesh.cells[*rank].nodes[own] as i64 + 1)
            };
            place.array("NOD", Data::Integers((0..shape.nodes).flat_map(node).collect()), &size);
            place.array("FAM", Data::Integers(ranks.iter().map(|rank| cell_families[*rank]).collect()), &size);
            place.array("NUM", Data::Integers(ranks.iter().map(|rank| *rank as i64 + 1).collect()), &size);
        }
        let sets = self.root.group("FAS").group(name);
        for (place, families) in [("NOEUD", &of_nodes), ("ELEME", &of_cells)] {
            if !families.is_empty() {
                families.iter().for_each(|family| families::write(sets.group(place), family));
            }
        }
        sets.group("FAMILLE_ZERO").integers(&[("NUM", 0)]);
        all()
    }
}

/// Places of the nodes: all x, all y, all z.
fn places_of(mesh: &Mesh) -> Vec<f64> {
    (0..dimension(mesh)).flat_map(|axis| mesh.nodes.iter().map(move |node| node.position[axis])).collect()
}

/// Two in a plane mesh, else three.
fn dimension(mesh: &Mesh) -> usize {
    let flat = mesh.dimension < 3 && mesh.nodes.iter().all(|node| node.position[2] == 0.0);
    if flat { 2 } else { 3 }
}

fn head(mesh: &mut Group, dimension: usize) {
    let space = dimension as i64;
    mesh.integers(&[("DIM", space), ("ESP", space), ("REP", 0), ("SRT", 1), ("TYP", 0), ("NXT", -1), ("NXI", -1)]);
    let axes = ["X", "Y", "Z"].map(String::from);
    let units = vec![UNKNOWN.to_string(); dimension];
    mesh.texts(&[
        ("DES", ""),
        ("UNT", ""),
        ("NOM", &columns(&axes[..dimension], COMPONENT)),
        ("UNI", &columns(&units, COMPONENT)),
    ]);
}

/// The name of the group of a step.
pub(super) fn step_name(number: i64, order: i64) -> String {
    format!("{number:020}{order:020}")
}
