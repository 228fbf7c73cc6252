//! The whole file: which of its meshes is read, and its parts one after the other.

use super::container::Folder;
use super::families::Families;
use super::old_layouts;
use super::reader::{Fault, Reader};
use crate::diag::Diagnostic;
use crate::kernel::mesh::Mesh;

/// Reads the mesh of this name, or the first one. Warnings come with it.
pub fn read(file: &str, bytes: Vec<u8>, wanted: Option<&str>) -> Result<(Mesh, Vec<Diagnostic>), Fault> {
    let old = old_layouts::renewed(&bytes);
    let fault = match read_as_it_is(file, bytes, wanted) {
        Err(fault) if fault.code == "I108" => fault,
        found => return found,
    };
    match old {
        Some(renewed) => read_as_it_is(file, renewed, wanted),
        None => Err(fault),
    }
}

/// The names of the meshes of a file.
pub fn mesh_names(file: &str, bytes: Vec<u8>) -> Result<Vec<String>, Fault> {
    let reader = Reader { file };
    let root = reader.root(bytes)?;
    let meshes = reader.all_inside(&root, "ENS_MAA")?;
    Ok(meshes.iter().map(|mesh| mesh.name().trim_end().to_string()).collect())
}

fn read_as_it_is(file: &str, bytes: Vec<u8>, wanted: Option<&str>) -> Result<(Mesh, Vec<Diagnostic>), Fault> {
    let reader = Reader { file };
    let root = reader.root(bytes)?;
    reader.mesh(&root, wanted)
}

impl Reader<'_> {
    fn mesh(&self, root: &Folder, wanted: Option<&str>) -> Result<(Mesh, Vec<Diagnostic>), Fault> {
        let meshes = self.all_inside(root, "ENS_MAA")?;
        let chosen = self.chosen(&meshes, wanted)?;
        let name = chosen.name().trim_end();
        let inner = self.step(chosen)?;
        let Some(step) = inner.as_ref().or(self.holds_nodes(chosen)?.then_some(chosen)) else {
            return Err(self.wrong(format!("the mesh {name} has no nodes")));
        };
        let mut mesh = Mesh { title: name.to_string(), ..Mesh::default() };
        let node_families = self.nodes(step, &mut mesh)?;
        let cell_families = self.cells(step, &mut mesh)?;
        let families = match self.all_inside(root, "FAS")?.iter().find(|f| f.name().trim_end() == name) {
            Some(of_mesh) => Families::read(self, of_mesh)?,
            None => Families::default(),
        };
        mesh.node_groups = families.groups_of_nodes(&node_families);
        mesh.cell_groups = families.groups_of_cells(&cell_families);
        Ok((mesh, families.warnings))
    }

    fn chosen<'m>(&self, meshes: &'m [Folder], wanted: Option<&str>) -> Result<&'m Folder, Fault> {
        let found = match wanted {
            Some(wanted) => meshes.iter().find(|m| m.name().trim_end() == wanted.trim_end()),
            None => meshes.first(),
        };
        found.ok_or_else(|| {
            let listed = meshes.iter().map(|m| m.name().trim_end()).collect::<Vec<_>>().join(", ");
            let (message, help) = match wanted {
                Some(wanted) if !meshes.is_empty() => {
                    let message = format!("{}: there is no mesh named {}", self.file, wanted.trim_end());
                    (message, format!("The meshes of the file are {listed}; without NOM_MED the first one is read."))
                }
                _ => (format!("{}: the file holds no mesh", self.file), "Meshes of MED files are in /ENS_MAA.".into()),
            };
            Box::new(Diagnostic::error("I110", message).help(help))
        })
    }

    /// The first computing step of a mesh that has nodes.
    pub(super) fn step(&self, mesh: &Folder) -> Result<Option<Folder>, Fault> {
        for step in self.sound(mesh.folders())? {
            if self.holds_nodes(&step)? {
                return Ok(Some(step));
            }
        }
        Ok(None)
    }

    fn holds_nodes(&self, folder: &Folder) -> Result<bool, Fault> {
        Ok(self.inside(folder, "NOE")?.is_some())
    }
}
