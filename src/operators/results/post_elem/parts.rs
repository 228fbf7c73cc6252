//! Parts of a structure that get a row of the table.

use std::sync::Arc;

use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Cell, MeshValue};
use crate::kernel::mesh::{Mesh, without_repetition};
use crate::operators::Context;
use crate::operators::call::context::mesh_name;
use crate::operators::call::entities;

/// A part of the structure that gets a row.
pub struct Part {
    /// Its name, that of the mesh for the whole.
    pub name: String,
    pub kind: &'static str,
    pub cells: Vec<usize>,
}

impl Part {
    pub fn place(&self) -> [(&'static str, Cell); 2] {
        [("LIEU", Cell::Text(self.name.clone())), ("ENTITE", Cell::Text(self.kind.to_string()))]
    }
}

/// The parts of all occurrences: the whole, or each group, or each cell.
pub fn parts(call: &Call, occurrences: &[Keywords], value: &MeshValue, mesh: &Mesh) -> Result<Vec<Part>, CallError> {
    let mut parts = Vec::new();
    for keywords in occurrences {
        if keywords.has("TOUT") {
            parts.push(Part { name: mesh_name(call, value), kind: "TOUT", cells: (0..mesh.cells.len()).collect() });
        }
        let groups = keywords.texts("GROUP_MA");
        // All names are checked before any is used.
        entities::cell_groups(keywords, "GROUP_MA", mesh)?;
        for name in groups {
            let cells = mesh.cell_groups.get(&*name).cloned().unwrap_or_default();
            parts.push(Part { name: name.to_string(), kind: "GROUP_MA", cells: without_repetition(cells) });
        }
        for (name, cell) in keywords.texts("MAILLE").iter().zip(entities::named_cells(keywords, "MAILLE", mesh)?) {
            parts.push(Part { name: name.to_string(), kind: "MAILLE", cells: vec![cell] });
        }
    }
    Ok(parts)
}

/// The mesh of a model with the groups added to it since.
pub fn latest(call: &Call, context: &Context<'_>, mesh: &MeshValue) -> Arc<Mesh> {
    context.latest_mesh(call, mesh).clone()
}
