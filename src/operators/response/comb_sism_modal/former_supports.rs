//! Supports as the syntax of 2020 had them: each node of EXCIT is a support of its own.
//!
//! DECORRELE: each node is a group alone, unless GROUP_APPUI joins it to others. CORRELE: one group, where COMB_MULT_APPUI
//! says of each node whether its response counts with its sign (LINE) or in absolute value (QUAD, also where it says nothing).

use super::read::cumulation;
use super::request::{AXES, Displacement, Spectrum, Supports};
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::ModeSet;
use crate::kernel::assembly::Component;
use crate::kernel::mesh::{Mesh, without_repetition};
use crate::kernel::response_spectrum::Cumulation;
use crate::operators::Context;
use crate::operators::call::entities;

/// Nodes of EXCIT, in order of first appearance: the supports.
pub fn support_nodes(call: &Call, context: &Context<'_>, modes: &ModeSet) -> Result<Vec<usize>, CallError> {
    let Some(mesh) = &modes.mesh else { return Err(call.error("MODE_MECA", "R737", "these modes have no mesh")) };
    let mesh = context.latest_mesh(call, mesh);
    let mut supports = Vec::new();
    for keywords in call.factor("EXCIT") {
        let nodes = nodes_of(keywords, mesh)?;
        if nodes.is_empty() {
            let message = "supports that move separately need the nodes of each excitation";
            return Err(Box::new(keywords.error("EXCIT", "R732", message).help("add GROUP_NO to EXCIT=_F(...)")));
        }
        supports.extend(nodes);
    }
    Ok(without_repetition(supports))
}

pub fn nodes_of(keywords: &Keywords, mesh: &Mesh) -> Result<Vec<usize>, CallError> {
    let mut nodes = entities::node_groups(keywords, "GROUP_NO", mesh)?;
    nodes.extend(entities::named_nodes(keywords, "NOEUD", mesh)?);
    Ok(without_repetition(nodes))
}

/// In each direction excited there must be as many supports as imposed unknowns.
pub fn check_counts(
    call: &Call,
    modes: &ModeSet,
    directions: &[usize],
    spectra: &[Spectrum<'_>],
) -> Result<(), CallError> {
    let Some(numbering) = modes.numbering() else { return Ok(()) };
    let imposed = numbering.imposed();
    for &direction in directions {
        let along =
            |(dof, fixed): &(usize, bool)| *fixed && numbering.dofs()[*dof].component == Component::ALL[direction];
        let fixed = imposed.iter().copied().enumerate().filter(along).count();
        let moved = spectra.iter().filter(|s| s.direction == direction).count();
        if fixed != moved {
            let axis = AXES[direction];
            let nodes = if moved == 1 { "node" } else { "nodes" };
            let message = format!("EXCIT moves {moved} {nodes} along {axis}, and D{axis} is imposed at {fixed}");
            let help =
                "each node of EXCIT is a support: list all the nodes where the direction is imposed, and no other";
            return Err(Box::new(call.error("EXCIT", "R732", message).help(help)));
        }
    }
    Ok(())
}

pub fn grouped<'c>(
    call: &'c Call,
    context: &Context<'_>,
    modes: &ModeSet,
    (nodes, directions): (&[usize], &[usize]),
    spectra: &[Spectrum<'_>],
    correlated: bool,
) -> Result<Supports<'c>, CallError> {
    let Some(mesh) = &modes.mesh else { return Err(call.error("MODE_MECA", "R737", "these modes have no mesh")) };
    let mesh = context.latest_mesh(call, mesh);
    let count = nodes.len();
    let rank = |node: &usize| nodes.iter().position(|n| n == node);
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for keywords in call.factor("GROUP_APPUI") {
        let wanted = nodes_of(keywords, mesh)?;
        if let Some(other) = wanted.iter().find(|n| rank(n).is_none()) {
            return Err(not_a_support(keywords, *other, mesh));
        }
        let members: Vec<usize> = wanted.iter().filter_map(rank).collect();
        if members.iter().any(|m| groups.iter().flatten().any(|known| known == m)) {
            return Err(keywords.error(place(keywords), "R732", "a support is in two groups"));
        }
        groups.push(members);
    }
    let rest: Vec<usize> = (0..count).filter(|s| !groups.iter().flatten().any(|known| known == s)).collect();
    match correlated {
        true => groups = vec![(0..count).collect()],
        false => groups.extend(rest.into_iter().map(|s| vec![s])),
    }
    let absolute = if correlated { in_absolute_value(call, mesh, nodes)? } else { vec![false; count] };
    let displacements = displacements(call, mesh, nodes, directions, spectra)?;
    Ok(Supports {
        names: (1..=count).map(|s| s.to_string()).collect(),
        nodes: nodes.iter().map(|n| vec![*n]).collect(),
        groups,
        displacements,
        within: Cumulation::Linear,
        absolute,
        corrected: Cumulation::Linear,
        displaced: if correlated { Cumulation::Quadratic } else { Cumulation::Linear },
        between: Cumulation::Quadratic,
        apart: call.has("COMB_DEPL_APPUI"),
        in_dynamic: true,
    })
}

/// The keyword that lists nodes, for a message.
fn place(keywords: &Keywords) -> &'static str {
    if keywords.has("GROUP_NO") { "GROUP_NO" } else { "NOEUD" }
}

fn not_a_support(keywords: &Keywords, node: usize, mesh: &Mesh) -> CallError {
    let label = format!("N{} ({})", node + 1, mesh.nodes[node].label);
    let error = keywords.error(place(keywords), "R732", format!("node {label} is no support"));
    Box::new(error.help("EXCIT lists the supports, node by node"))
}

/// COMB_MULT_APPUI: for each node, whether absolute values are summed.
fn in_absolute_value(call: &Call, mesh: &Mesh, nodes: &[usize]) -> Result<Vec<bool>, CallError> {
    let mut absolute = vec![true; nodes.len()];
    for keywords in call.factor("COMB_MULT_APPUI") {
        let own = cumulation(keywords.text_if_given("TYPE_COMBI").as_deref().or(Some("QUAD"))) != Cumulation::Linear;
        let covered = nodes_of(keywords, mesh)?;
        if let Some(other) = covered.iter().find(|n| !nodes.contains(n)) {
            return Err(not_a_support(keywords, *other, mesh));
        }
        let all = keywords.has("TOUT");
        for (flag, node) in absolute.iter_mut().zip(nodes) {
            if all || covered.contains(node) {
                *flag = own;
            }
        }
    }
    Ok(absolute)
}

/// DEPL_MULT_APPUI: the displacement of each node. A later occurrence overwrites an earlier one, within a case when cases
/// are combined apart, among all otherwise; then the static modes are those of the first occurrence.
fn displacements<'c>(
    call: &'c Call,
    mesh: &Mesh,
    nodes: &[usize],
    directions: &[usize],
    spectra: &[Spectrum<'_>],
) -> Result<Vec<Displacement<'c>>, CallError> {
    let apart = call.has("COMB_DEPL_APPUI");
    let occurrences = call.factor("DEPL_MULT_APPUI");
    let Some(first) = occurrences.first() else { return Ok(Vec::new()) };
    let first = entities::modes(first, "MODE_STAT")?;
    let mut all: Vec<Displacement<'c>> = Vec::new();
    for (rank, keywords) in occurrences.iter().enumerate() {
        let own = entities::modes(keywords, "MODE_STAT")?;
        let case = keywords.integer_if_given("NUME_CAS").unwrap_or(rank as i64 + 1);
        let vector = ["DX", "DY", "DZ"].map(|name| keywords.real_if_given(name));
        for node in nodes_of(keywords, mesh)? {
            let Some(support) = nodes.iter().position(|n| *n == node) else {
                return Err(not_a_support(keywords, node, mesh));
            };
            let known = all.iter_mut().find(|d| d.support == support && (!apart || d.case == case));
            match known {
                Some(known) => {
                    known.shapes = if apart { own } else { first };
                    let pairs = known.vector.iter_mut().zip(vector);
                    pairs.filter(|(_, new)| new.is_some()).for_each(|(old, new)| *old = new);
                }
                None => all.push(Displacement { support, shapes: if apart { own } else { first }, vector, case }),
            }
        }
        check_reference(keywords, mesh, nodes, directions, spectra, &all)?;
    }
    // A displacement of exactly 0 is as if absent: no static shape is needed for it.
    all.iter_mut().flat_map(|d| &mut d.vector).for_each(|x| *x = x.filter(|x| *x != 0.0));
    Ok(all)
}

/// NOEUD_REFE, GROUP_NO_REFE: displacements are counted from those of this node, which are 0 in every study known.
fn check_reference(
    keywords: &Keywords,
    mesh: &Mesh,
    nodes: &[usize],
    directions: &[usize],
    spectra: &[Spectrum<'_>],
    known: &[Displacement<'_>],
) -> Result<(), CallError> {
    let Some(node) = entities::one_node(keywords, "GROUP_NO_REFE", "NOEUD_REFE", mesh)? else { return Ok(()) };
    let keyword = if keywords.has("GROUP_NO_REFE") { "GROUP_NO_REFE" } else { "NOEUD_REFE" };
    let support = nodes.iter().position(|n| *n == node);
    for &direction in directions {
        let moves = |s: &Spectrum<'_>| s.direction == direction && Some(s.support) == support;
        if !spectra.iter().any(moves) {
            let message = format!("the node of reference is no support along {}", AXES[direction]);
            let help = "it must be a node of EXCIT in every direction excited";
            return Err(Box::new(keywords.error(keyword, "R732", message).help(help)));
        }
        let own = |d: &&Displacement<'_>| Some(d.support) == support;
        if let Some(shift) = known.iter().filter(own).find_map(|d| d.vector[direction].filter(|x| *x != 0.0)) {
            let axis = AXES[direction];
            let message = format!("the node of reference itself moves by {shift} along {axis}");
            let help = "write the displacements relative to that node, and leave the reference out";
            return Err(Box::new(keywords.error(keyword, "R732", message).help(help)));
        }
    }
    Ok(())
}
