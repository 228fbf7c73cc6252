//! What the readers of a load know of the model.

use crate::concepts::Model;
use crate::kernel::assembly::{Component, Numbering};
use crate::kernel::mesh::Mesh;

/// What the readers of a load know: the mesh with its latest groups, and which node has which unknown.
pub(super) struct LoadPlace<'a> {
    pub(super) mesh: &'a Mesh,
    pub(super) model: &'a Model,
    unknowns: Numbering,
}

impl LoadPlace<'_> {
    pub(super) fn has(&self, node: usize, component: Component) -> bool {
        self.unknowns.rank(node, component).is_some()
    }
}

pub(super) fn place<'a>(mesh: &'a Mesh, model: &'a Model) -> LoadPlace<'a> {
    LoadPlace { mesh, model, unknowns: Numbering::new(model.dofs(), mesh.nodes.len()) }
}
