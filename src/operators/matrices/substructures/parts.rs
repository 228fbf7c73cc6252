//! From shapes of the whole structure to shapes of one sub-structure, or of a skeleton mesh.

use std::sync::Arc;

use crate::concepts::{Coupling, MeshValue, Mode, ModeSet, ModeSupport};
use crate::kernel::assembly::{Dof, Numbering};

/// The shapes on one sub-structure: its own mesh, in its own axes.
pub fn on_part(basis: &ModeSet, coupling: &Coupling, part: usize) -> ModeSet {
    let substructure = &coupling.model.parts[part];
    let own = &substructure.element.basis;
    let dofs = coupling.model.dofs(part);
    let numbering = own.numbering();
    let start = coupling.starts[part];
    let restrict = |values: &[f64]| -> Vec<f64> {
        if values.is_empty() {
            return Vec::new();
        }
        let there = &values[start..start + dofs.len()];
        let value = |(rank, dof): (usize, &Dof)| {
            let component = dof.component as usize;
            if component > 5 {
                return there[rank];
            }
            // Translations turn together, and rotations.
            let first = component - component % 3;
            let of = |c: usize| {
                let c = crate::kernel::assembly::Component::ALL[first + c];
                numbering.and_then(|n| n.rank(dof.node, c)).map_or(0.0, |r| there[r])
            };
            substructure.frame.to_local([of(0), of(1), of(2)])[component % 3]
        };
        dofs.iter().enumerate().map(value).collect()
    };
    let modes = basis.iter().map(|m| restricted(m, &restrict)).collect();
    let mut set = ModeSet::clone(own).with_modes(modes).with_orders(basis.orders.clone());
    (set.interfaces, set.coupling) = (None, None);
    set
}

/// The shapes at the nodes of a skeleton, in the axes of the structure. The error is a node whose sub-structure is
/// not one of these.
pub fn on_skeleton(basis: &ModeSet, coupling: &Coupling, skeleton: &MeshValue) -> Result<ModeSet, String> {
    let mut dofs = Vec::new();
    let mut sources = Vec::new();
    for (node, (name, origin)) in skeleton.mesh.origins.iter().enumerate() {
        let part = coupling.model.part(name).ok_or_else(|| name.clone())?;
        for (rank, dof) in coupling.model.dofs(part).iter().enumerate().filter(|(_, d)| d.node == *origin) {
            dofs.push(Dof { node, component: dof.component });
            sources.push(coupling.starts[part] + rank);
        }
    }
    let numbering = Numbering::new(dofs, skeleton.mesh.nodes.len());
    let take = |values: &[f64]| -> Vec<f64> { sources.iter().filter_map(|&s| values.get(s).copied()).collect() };
    let modes = basis.iter().map(|m| restricted(m, &take)).collect();
    let set = ModeSet::new(Some(skeleton.clone()), None, ModeSupport::Physical(Arc::new(numbering)), modes);
    Ok(set.with_orders(basis.orders.clone()))
}

fn restricted(mode: &Mode, restrict: &impl Fn(&[f64]) -> Vec<f64>) -> Mode {
    Mode {
        values: restrict(&mode.values),
        imaginary: restrict(&mode.imaginary),
        fields: Default::default(),
        ..mode.clone()
    }
}
