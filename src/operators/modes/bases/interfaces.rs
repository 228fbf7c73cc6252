//! DEFI_INTERF_DYNA: the nodes by which a component is joined to others.

use std::sync::Arc;

use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Concept, Interface, InterfaceKind, InterfaceSet};
use crate::diag::each;
use crate::kernel::assembly::{Component, Numbering};
use crate::kernel::mesh::Mesh;
use crate::operators::call::entities::{named_nodes, node_groups};
use crate::operators::{Context, Outcome, set_result};

pub fn defi_interf_dyna(call: &Call, context: &mut Context<'_>) -> Outcome {
    let numbering = call.numbering("NUME_DDL")?;
    let empty = Mesh::default();
    let mesh = numbering.model.as_ref().map_or(&empty, |m| context.latest_mesh(call, &m.mesh).as_ref());
    let mut interfaces: Vec<Interface> = Vec::new();
    each(call.factor("INTERFACE"), |level| {
        let interface = read(level, mesh, &numbering.numbering)?;
        if interfaces.iter().any(|i| i.name == interface.name) {
            return Err(level.error("NOM", "R235", format!("two interfaces are named '{}'", interface.name)));
        }
        interfaces.push(interface);
        Ok(())
    })?;
    let frequency = call.real("FREQ")?;
    set_result(
        call,
        Concept::Interfaces(Arc::new(InterfaceSet { numbering: numbering.clone(), interfaces, frequency })),
    )
}

fn read(level: &Keywords, mesh: &Mesh, numbering: &Numbering) -> Result<Interface, CallError> {
    let kind = match level.text_if_given("TYPE").as_deref() {
        Some("MNEAL") => InterfaceKind::Free,
        Some("AUCUN") => InterfaceKind::Bare,
        Some("CB_HARMO") => InterfaceKind::Harmonic,
        _ => InterfaceKind::Fixed,
    };
    let mut nodes = node_groups(level, "GROUP_NO", mesh)?;
    nodes.extend(named_nodes(level, "NOEUD", mesh)?);
    let active = active_components(level)?;
    let dofs: Vec<usize> =
        nodes.iter().flat_map(|&n| active.iter().filter_map(move |&c| numbering.rank(n, c))).collect();
    let imposed = numbering.imposed();
    let wrong = dofs.iter().find(|&&d| match kind {
        InterfaceKind::Fixed | InterfaceKind::Harmonic => !imposed[d],
        InterfaceKind::Free => imposed[d],
        InterfaceKind::Bare => false,
    });
    if let Some(&wrong) = wrong {
        let dof = numbering.dofs()[wrong];
        let place = format!("{} of node N{}", dof.component.name(), dof.node + 1);
        let (state, help) = match kind {
            InterfaceKind::Fixed | InterfaceKind::Harmonic => {
                ("free", "fix it with DDL_IMPO in the loads of NUME_DDL, or mask it (MASQUE)")
            }
            _ => ("fixed", "an MNEAL interface is free in NUME_DDL: use CRAIGB, or mask the component (MASQUE)"),
        };
        let message = format!("{place} is {state}, which an interface of this type does not allow");
        return Err(Box::new(level.error("TYPE", "R237", message).help(help)));
    }
    let name = level.text_if_given("NOM").map_or(String::new(), |t| t.to_string());
    Ok(Interface { name, kind, nodes, dofs })
}

/// All components but those of MASQUE (or those of DDL_ACTIF, in older studies).
fn active_components(level: &Keywords) -> Result<Vec<Component>, CallError> {
    let listed = |name: &str| -> Result<Vec<Component>, CallError> {
        let component = |text: Arc<str>| {
            Component::from_name(&text).ok_or_else(|| {
                let help = "the components are DX, DY, DZ, DRX, DRY, DRZ";
                Box::new(level.error(name, "R221", format!("'{text}' is no component of a displacement")).help(help))
            })
        };
        level.texts(name).into_iter().map(component).collect()
    };
    let (masked, active) = (listed("MASQUE")?, listed("DDL_ACTIF")?);
    let keep = |c: &Component| !masked.contains(c) && (active.is_empty() || active.contains(c));
    Ok(Component::ALL.into_iter().filter(keep).collect())
}
