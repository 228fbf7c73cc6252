//! MODI_REPERE: vectors at nodes, and efforts of beams and discrete elements, in the axes of the user.
//!
//! ```text
//! LOCAL = MODI_REPERE(RESULTAT=U, REPERE='UTILISATEUR', MODI_CHAM=_F(NOM_CHAM='DEPL', TYPE_CHAM='VECT_3D'),
//!                     AFFE=_F(TOUT='OUI', ANGL_NAUT=(30.0, 0.0, 0.0)))
//! ```
//!
//! DX DY DZ become the components along the axes given by ANGL_NAUT (degrees), or VECT_X and VECT_Y; DRX DRY DRZ the
//! same. With REPERE='CYLINDRIQUE' the axes of a node are radial, axial (AXE_Z) and circumferential (axial × radial),
//! about ORIGINE. Efforts (TYPE_CHAM='1D_GENE': N VY VZ and MT MFY MFZ) are turned from the frame of their element.
//! Nodes and cells that no occurrence of AFFE names keep their components.

use std::sync::Arc;

use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Concept, ElementField, NodalField};
use crate::kernel::assembly::{Component, Numbering};
use crate::kernel::elements::Frame;
use crate::kernel::mesh::Mesh;
use crate::kernel::mesh::vector::{across, cross, norm, unit};
use crate::operators::call::entities;
use crate::operators::results::element_fields::{Source, Store};
use crate::operators::{Context, Outcome, set_result};

pub(super) fn run(call: &Call, context: &mut Context<'_>) -> Outcome {
    // In older studies the axes are given by DEFI_REPERE.
    let known = |level: &Keywords| level.is("REPERE", "UTILISATEUR") || level.is("REPERE", "CYLINDRIQUE");
    if !known(call) && !call.one("DEFI_REPERE").is_some_and(known) {
        let error = call.error("REPERE", "R712", "MODI_REPERE: frames of plates are not implemented");
        return Err(Box::new(error.help("REPERE='UTILISATEUR' and 'CYLINDRIQUE' are")));
    }
    if let Some(Concept::NodalField(field)) = call.concept("CHAM_GD") {
        let frames = frames(call, context.latest_mesh(call, &field.mesh))?;
        return set_result(call, Concept::NodalField(Arc::new(turned(field, &frames))));
    }
    let source = Source::read(call)?;
    let mesh = context.latest_mesh(call, &source.mesh).clone();
    let ranks = source.ranks(call)?;
    let Some(mut result) = Store::new(&source) else {
        return Err(entities::missing(call, "RESULTAT", "a result on physical unknowns"));
    };
    for level in call.factor("MODI_CHAM") {
        if level.is("TYPE_CHAM", "1D_GENE") {
            turn_efforts(call, level, &source, &mesh, &ranks, &mut result)?;
            continue;
        }
        if !level.text_if_given("TYPE_CHAM").is_some_and(|t| t.starts_with("VECT")) {
            let message = "MODI_REPERE: only vectors at nodes (VECT_2D, VECT_3D) and efforts (1D_GENE) are turned";
            return Err(level.error("TYPE_CHAM", "R712", message));
        }
        let mut frames = frames(call, &mesh)?;
        let places = ["TOUT", "GROUP_MA", "MAILLE", "GROUP_NO", "NOEUD"];
        if places.iter().any(|keyword| level.has(keyword)) {
            let concerned = entities::selected_nodes(level, &mesh)?;
            frames.iter_mut().enumerate().filter(|(n, _)| !concerned.contains(n)).for_each(|(_, f)| *f = None);
        }
        let name = level.text_if_given("NOM_CHAM").unwrap_or_default();
        for &rank in &ranks {
            if let Some(field) = result.states().nodal(&name, rank) {
                result.put_nodal(rank, &name, turned(&field, &frames));
            }
        }
    }
    set_result(call, result.into_concept())
}

/// Efforts at the points of elements, from the frame of each element to that of the user.
fn turn_efforts(
    call: &Call,
    level: &Keywords,
    source: &Source<'_>,
    mesh: &Mesh,
    ranks: &[usize],
    result: &mut Store,
) -> Result<(), CallError> {
    let Some(properties) = &source.properties else {
        let error = call.error("RESULTAT", "R712", "MODI_REPERE: the frames of the elements are unknown");
        return Err(Box::new(error.help("give CARA_ELEM")));
    };
    let concerned = entities::marked(&entities::selected_cells(level, mesh)?, mesh.cells.len());
    let mut turns: Vec<Option<[Frame; 2]>> = vec![None; mesh.cells.len()];
    let affe = call.one("DEFI_REPERE").into_iter().chain(call.factor("AFFE"));
    for occurrence in affe {
        for cell in entities::cells_without_nodes(occurrence, "R712", mesh)?.into_iter().filter(|c| concerned[*c]) {
            let Some(given) = properties.cells.get(cell) else { continue };
            let corners = &mesh.cells[cell].nodes;
            let middle = std::array::from_fn(|i| {
                corners.iter().map(|n| mesh.nodes[*n].position[i]).sum::<f64>() / corners.len().max(1) as f64
            });
            turns[cell] = Some([Frame::from_angles(given.angles), frame(call, occurrence, middle)?]);
        }
    }
    let name = level.text_if_given("NOM_CHAM").unwrap_or_default();
    let stored = level.text_if_given("NOM_CHAM_RESU").unwrap_or_else(|| name.clone());
    for &rank in ranks {
        let field = result.states().element(&name, rank).map(|field| turned_efforts(field, &turns));
        field.into_iter().for_each(|field| result.set_element(rank, &stored, field));
    }
    Ok(())
}

/// A component that an element lacks counts as 0.
fn turned_efforts(field: &ElementField, turns: &[Option<[Frame; 2]>]) -> ElementField {
    let place = |name: &str| field.components.iter().position(|c| c == name);
    let triples = [["N", "VY", "VZ"], ["MT", "MFY", "MFZ"]].map(|names| names.map(place));
    let width = field.components.len().max(1);
    let mut field = field.clone();
    for cells in [&mut field.cells, &mut field.imaginary] {
        for (values, turn) in cells.iter_mut().zip(turns) {
            let Some([own, wanted]) = turn else { continue };
            for point in values.chunks_mut(width) {
                for places in &triples {
                    let value = |p: Option<usize>| p.map_or(0.0, |p| if point[p].is_nan() { 0.0 } else { point[p] });
                    let new = wanted.to_local(own.to_global(places.map(value)));
                    for (place, value) in places.iter().zip(new) {
                        if let Some(place) = place {
                            point[*place] = value;
                        }
                    }
                }
            }
        }
    }
    field
}

/// The frame of each node that has one.
fn frames(call: &Call, mesh: &Mesh) -> Result<Vec<Option<Frame>>, CallError> {
    let mut frames = vec![None; mesh.nodes.len()];
    for level in call.one("DEFI_REPERE").into_iter().chain(call.factor("AFFE")) {
        for node in entities::selected_nodes(level, mesh)? {
            frames[node] = Some(frame(call, level, mesh.nodes[node].position)?);
        }
    }
    Ok(frames)
}

/// The frame of the user at a place.
fn frame(call: &Call, level: &Keywords, place: [f64; 3]) -> Result<Frame, CallError> {
    if call.is("REPERE", "CYLINDRIQUE") || level.is("REPERE", "CYLINDRIQUE") {
        return cylindrical(level, place);
    }
    if level.has("VECT_X") {
        let axes = vector(level, "VECT_X").zip(vector(level, "VECT_Y"));
        let frame = axes.and_then(|(x, y)| {
            let x = unit(x)?;
            let y = unit(across(y, x))?;
            Some(Frame { axes: [x, y, cross(x, y)] })
        });
        return frame.ok_or_else(|| level.error("VECT_X", "R106", "VECT_X and VECT_Y are no two axes of space"));
    }
    let mut angles = level.reals("ANGL_NAUT");
    angles.resize(3, 0.0);
    Ok(Frame::from_angles([angles[0], angles[1], angles[2]].map(f64::to_radians)))
}

/// Radial, axial and circumferential axes.
fn cylindrical(level: &Keywords, place: [f64; 3]) -> Result<Frame, CallError> {
    let mut origin = level.reals("ORIGINE");
    origin.resize(3, 0.0);
    let axis = if level.has("AXE_Z") { vector(level, "AXE_Z") } else { Some([0.0, 0.0, 1.0]) };
    let axis = axis.and_then(unit).ok_or_else(|| level.error("AXE_Z", "R106", "AXE_Z has no length"))?;
    let arm = [place[0] - origin[0], place[1] - origin[1], place[2] - origin[2]];
    let radial = across(arm, axis);
    let size = norm(arm);
    match unit(radial).filter(|_| norm(radial) > 1e-9 * size) {
        Some(radial) => Ok(Frame { axes: [radial, axis, cross(axis, radial)] }),
        None => {
            let [x, y, z] = place;
            let error =
                level.error("ORIGINE", "R712", format!("({x}, {y}, {z}) lies on the axis: it has no radial axis"));
            Err(Box::new(error.help("leave this place out, with GROUP_NO or GROUP_MA")))
        }
    }
}

fn vector(level: &Keywords, name: &str) -> Option<[f64; 3]> {
    <[f64; 3]>::try_from(level.reals(name)).ok()
}

fn turned(field: &NodalField, frames: &[Option<Frame>]) -> NodalField {
    let turn = |values: &[f64]| {
        let mut turned = values.to_vec();
        for (node, frame) in frames.iter().enumerate() {
            let Some(frame) = frame else { continue };
            for triple in
                [[Component::Dx, Component::Dy, Component::Dz], [Component::Drx, Component::Dry, Component::Drz]]
            {
                turn_triple(&field.numbering, node, frame, triple, values, &mut turned);
            }
        }
        turned
    };
    NodalField {
        values: turn(&field.values),
        imaginary: if field.imaginary.is_empty() { Vec::new() } else { turn(&field.imaginary) },
        ..field.clone()
    }
}

/// Components the node lacks count as 0.
fn turn_triple(
    numbering: &Numbering,
    node: usize,
    frame: &Frame,
    triple: [Component; 3],
    values: &[f64],
    turned: &mut [f64],
) {
    let ranks = triple.map(|c| numbering.rank(node, c));
    let local = frame.to_local(ranks.map(|r| r.map_or(0.0, |r| values[r])));
    for (rank, value) in ranks.into_iter().zip(local) {
        if let Some(rank) = rank {
            turned[rank] = value;
        }
    }
}
