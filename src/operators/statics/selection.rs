//! Unknowns designated by nodes (TOUT, GROUP_NO, NOEUD) and components (TOUT_CMP, AVEC_CMP, SANS_CMP).

use crate::catalogue::{CallError, Keywords};
use crate::kernel::assembly::{Component, Numbering};
use crate::kernel::mesh::Mesh;
use crate::operators::call::entities::{named_nodes, node_groups};

/// Unknowns selected, increasing, without repetition; and whether the study named their nodes.
pub struct Selected {
    pub dofs: Vec<usize>,
    pub named: bool,
}

pub fn select(keywords: &Keywords, mesh: &Mesh, numbering: &Numbering) -> Result<Selected, CallError> {
    let all_nodes = keywords.has("TOUT");
    let nodes: Vec<usize> = match all_nodes {
        true => (0..numbering.node_count()).collect(),
        false => selected_nodes(keywords, mesh)?,
    };
    let allowed = components(keywords)?;
    let explicit = keywords.has("AVEC_CMP");
    for component in allowed.iter().filter(|_| explicit) {
        if !nodes.iter().any(|&n| numbering.rank(n, *component).is_some()) {
            let message = format!("none of the nodes has the unknown {}", component.name());
            return Err(Box::new(keywords.error("AVEC_CMP", "R221", message).help(carried(&nodes, numbering))));
        }
    }
    let mut dofs: Vec<usize> =
        nodes.iter().flat_map(|&node| allowed.iter().filter_map(move |&c| numbering.rank(node, c))).collect();
    dofs.sort_unstable();
    dofs.dedup();
    Ok(Selected { dofs, named: !all_nodes })
}

/// Nodes of GROUP_NO and NOEUD.
pub fn selected_nodes(keywords: &Keywords, mesh: &Mesh) -> Result<Vec<usize>, CallError> {
    let mut nodes = node_groups(keywords, "GROUP_NO", mesh)?;
    nodes.extend(named_nodes(keywords, "NOEUD", mesh)?);
    Ok(nodes)
}

fn components(keywords: &Keywords) -> Result<Vec<Component>, CallError> {
    let read = |name: &str| -> Result<Vec<Component>, CallError> {
        let component = |text: std::sync::Arc<str>| match Component::from_name(&text) {
            Some(component) => Ok(Some(component)),
            None if &*text == "LAGR" => Ok(None),
            None => {
                let message = format!("'{text}' is no component of a displacement");
                let help = "the components are DX, DY, DZ, DRX, DRY, DRZ";
                Err(Box::new(keywords.error(name, "R221", message).help(help)))
            }
        };
        Ok(keywords
            .texts(name)
            .into_iter()
            .map(component)
            .collect::<Result<Vec<_>, _>>()?
            .into_iter()
            .flatten()
            .collect())
    };
    if keywords.has("AVEC_CMP") {
        return read("AVEC_CMP");
    }
    let excluded = read("SANS_CMP")?;
    Ok(Component::ALL.into_iter().filter(|c| !excluded.contains(c)).collect())
}

fn carried(nodes: &[usize], numbering: &Numbering) -> String {
    let names: Vec<&str> = Component::ALL
        .into_iter()
        .filter(|&c| nodes.iter().any(|&n| numbering.rank(n, c).is_some()))
        .map(Component::name)
        .collect();
    match names.is_empty() {
        true => "these nodes carry no unknown: no element of the model is attached to them".into(),
        false => format!("they have {}", names.join(", ")),
    }
}
