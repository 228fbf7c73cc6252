//! Motion of supports (MULT_APPUI) and static corrections (CORR_STAT) of the occurrences of EXCIT.
//!
//! They add no generalised force: contacts see `sum_i psi_i D_i(t)` besides the modal motion, and
//! restored fields may have it added.

use std::sync::Arc;

use super::coordinates::Coordinates;
use super::excitation::{direction, function_of_time};
use super::keywords::{refuse, spelling};
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Concept, ModeSet, Shape, States, Support};
use crate::kernel::assembly::{Component, Numbering};
use crate::kernel::transient::{Direction, System};
use crate::operators::Context;
use crate::operators::statics::unit_direction;

pub(super) fn read(
    call: &Call,
    context: &Context<'_>,
    coordinates: &Coordinates,
    system: &System,
) -> Result<Vec<Support>, CallError> {
    let basis = &coordinates.basis;
    let mut supports = Vec::new();
    for (rank, keywords) in call.factor("EXCIT").iter().enumerate() {
        if keywords.is("MULT_APPUI", "OUI") {
            supports.push(moving_support(call, context, keywords, basis)?);
        } else if keywords.is("CORR_STAT", "OUI") {
            supports.push(static_correction(call, keywords, rank, coordinates, system)?);
        }
    }
    Ok(supports)
}

fn numbering<'b>(call: &Call, keyword: &str, basis: &'b ModeSet) -> Result<&'b Arc<Numbering>, CallError> {
    basis.numbering().ok_or_else(|| {
        let help = "supports and static corrections need a basis of modes on a mesh";
        refuse(call, keyword, "R309", format!("{keyword} is not available with sub-structuring"), help)
    })
}

/// `psi = sum over nodes and directions of d_c S_(N,c)`, `d` of unit length as in CALC_CHAR_SEISME
fn moving_support(
    call: &Call,
    context: &Context<'_>,
    keywords: &Keywords,
    basis: &Arc<ModeSet>,
) -> Result<Support, CallError> {
    let Some(Concept::Modes(modes)) = call.concept("MODE_STAT") else {
        let help = "give MODE_STAT, the static modes of the supports (MODE_STATIQUE)";
        return Err(refuse(keywords, "MULT_APPUI", "R309", "MULT_APPUI='OUI' needs MODE_STAT", help));
    };
    let numbering = numbering(call, "MODE_STAT", basis)?;
    let mut shape = vec![0.0; numbering.len()];
    let directions = unit_direction(keywords)?;
    let nodes = support_nodes(call, context, keywords, basis)?;
    if nodes.is_empty() {
        let help = "give GROUP_NO, the nodes of the support";
        return Err(refuse(keywords, "MULT_APPUI", "R309", "a support that moves has nodes", help));
    }
    for node in nodes {
        for (&d, component) in directions.iter().zip(Component::ALL) {
            if d.abs() <= 1e-4 {
                continue;
            }
            let wanted = Shape::Static { node: Some(node), component: Some(component) };
            let Some(mode) = modes.iter().position(|m| m.shape == wanted) else {
                let message = format!("MODE_STAT has no static mode for {} of node {}", component.name(), node + 1);
                let help = "compute it with MODE_STATIQUE(MODE_STAT=_F(GROUP_NO=..., AVEC_CMP=...)), for every node and direction of the supports";
                return Err(refuse(call, "MODE_STAT", "R309", message, help));
            };
            add_shape(&mut shape, numbering, modes, mode, d);
        }
    }
    let motion = |name: &str| function_of_time(keywords, name).map(Some);
    Ok(Support { shape, motion: [motion("DEPL")?, motion("VITE")?, motion("ACCE")?], correction: false })
}

fn support_nodes(
    call: &Call,
    context: &Context<'_>,
    keywords: &Keywords,
    basis: &ModeSet,
) -> Result<Vec<usize>, CallError> {
    let Some(value) = &basis.mesh else {
        let help = "use a basis of modes on a mesh";
        return Err(refuse(keywords, "GROUP_NO", "R309", "the basis has no mesh: nodes cannot be designated", help));
    };
    let mesh = context.latest_mesh(call, value);
    let mut nodes = Vec::new();
    for name in keywords.texts("GROUP_NO") {
        match mesh.node_groups.get(&*name) {
            Some(group) => nodes.extend(group),
            None => {
                let message = format!("GROUP_NO: the mesh has no group of nodes '{name}'");
                let known: Vec<&str> = mesh.node_groups.keys().map(String::as_str).collect();
                let help = format!("the mesh has {}", known.join(", "));
                return Err(refuse(keywords, "GROUP_NO", "R309", message, help));
            }
        }
    }
    for name in keywords.texts("NOEUD") {
        match mesh.nodes.iter().position(|n| n.label == *name) {
            Some(node) => nodes.push(node),
            None => {
                let message = format!("NOEUD: the mesh has no node '{name}'");
                return Err(refuse(keywords, "NOEUD", "R309", message, "name a node of the mesh"));
            }
        }
    }
    Ok(nodes)
}

/// `psi = s - sum_j (F_j / k_j) phi_j`, with `s` the static response to the load of the occurrence.
fn static_correction(
    call: &Call,
    keywords: &Keywords,
    rank: usize,
    coordinates: &Coordinates,
    system: &System,
) -> Result<Support, CallError> {
    let basis = &coordinates.basis;
    let numbering = numbering(call, "MODE_CORR", basis)?;
    let mut shape = vec![0.0; numbering.len()];
    let missing = || {
        let message = format!("MODE_CORR has no field number {} for this occurrence of EXCIT", rank + 1);
        let help = "MODE_CORR holds the static responses to the loads of EXCIT, in the same order";
        refuse(call, "MODE_CORR", "R309", message, help)
    };
    match call.concept("MODE_CORR") {
        Some(Concept::Modes(modes)) if rank < modes.len() => add_shape(&mut shape, numbering, modes, rank, 1.0),
        Some(Concept::Fields(series)) => {
            let field = States::Fields(series).nodal("DEPL", rank).ok_or_else(missing)?;
            for (value, dof) in shape.iter_mut().zip(numbering.dofs()) {
                let rank = field.numbering.rank(dof.node, dof.component);
                *value = rank.and_then(|r| field.values.get(r)).copied().unwrap_or(0.0);
            }
        }
        _ => return Err(missing()),
    }
    let load = match direction(keywords, coordinates)? {
        Direction::Vector(vector) => vector,
        Direction::Coordinate(j) => (0..system.size()).map(|i| f64::from(u8::from(i == j))).collect(),
    };
    for ((mode, f), k) in basis.iter().zip(load).zip(&system.stiffness) {
        if *k != 0.0 {
            for (value, phi) in shape.iter_mut().zip(&mode.values) {
                *value -= f / k * phi;
            }
        }
    }
    let displacement = spelling(keywords, &["FONC_MULT", "ACCE"]);
    let motion = |name: &str| function_of_time(keywords, name).map(Some);
    let motion = [motion(displacement)?, motion("D_FONC_DT")?, motion("D_FONC_DT2")?];
    Ok(Support { shape, motion, correction: true })
}

/// Adds `factor` times a mode of another set, unknown by unknown.
fn add_shape(shape: &mut [f64], numbering: &Numbering, modes: &ModeSet, mode: usize, factor: f64) {
    for (value, dof) in shape.iter_mut().zip(numbering.dofs()) {
        *value += factor * modes.component(mode, dof.node, dof.component).unwrap_or(0.0);
    }
}
