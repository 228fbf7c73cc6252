//! MODI_REPERE: vectors at nodes in the axes of the user.
//!
//! ```text
//! LOCAL = MODI_REPERE(RESULTAT=U, REPERE='UTILISATEUR', MODI_CHAM=_F(NOM_CHAM='DEPL', TYPE_CHAM='VECT_3D'),
//!                     AFFE=_F(TOUT='OUI', ANGL_NAUT=(30.0, 0.0, 0.0)))
//! ```
//!
//! DX DY DZ become the components along the axes given by ANGL_NAUT (degrees), or VECT_X and VECT_Y; DRX DRY DRZ the
//! same. Nodes that no occurrence of AFFE names keep their components.

use std::sync::Arc;

use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Concept, ElementField, NodalField};
use crate::kernel::assembly::{Component, Numbering};
use crate::kernel::elements::Frame;
use crate::kernel::mesh::Mesh;
use crate::operators::element_fields::Source;
use crate::operators::{Context, Outcome, entities, set_result};

pub(super) fn run(call: &Call, context: &mut Context<'_>) -> Outcome {
    let user = |level: &Keywords| level.is("REPERE", "UTILISATEUR");
    // In older studies the axes are given by DEFI_REPERE.
    if !user(call) && !call.one("DEFI_REPERE").is_some_and(user) {
        let error = call.error("REPERE", "R712", "MODI_REPERE: only REPERE='UTILISATEUR' is built");
        return Err(Box::new(error.help("give the axes by ANGL_NAUT, or by VECT_X and VECT_Y")));
    }
    if let Some(Concept::NodalField(field)) = call.concept("CHAM_GD") {
        let frames = frames(call, context.latest_mesh(call, &field.mesh))?;
        return set_result(call, Concept::NodalField(Arc::new(turned(field, &frames))));
    }
    let source = Source::read(call)?;
    let mesh = context.latest_mesh(call, &source.mesh).clone();
    let ranks = source.ranks(call)?;
    let mut result = match call.concept("RESULTAT") {
        Some(result) => result.clone(),
        None => return Err(entities::missing(call, "RESULTAT", "a result on physical unknowns")),
    };
    for level in call.factor("MODI_CHAM") {
        if !level.text("TYPE_CHAM").is_some_and(|t| t.starts_with("VECT")) {
            return Err(level.error("TYPE_CHAM", "R712", "MODI_REPERE: only vectors at nodes are turned"));
        }
        let mut frames = frames(call, &mesh)?;
        let places = ["TOUT", "GROUP_MA", "MAILLE", "GROUP_NO", "NOEUD"];
        if places.iter().any(|keyword| level.has(keyword)) {
            let concerned = entities::selected_nodes(level, &mesh)?;
            frames.iter_mut().enumerate().filter(|(n, _)| !concerned.contains(n)).for_each(|(_, f)| *f = None);
        }
        let name = level.text("NOM_CHAM").unwrap_or_default();
        turn_result(&mut result, &ranks, &name, &frames);
    }
    set_result(call, result)
}

fn turn_result(result: &mut Concept, ranks: &[usize], name: &str, frames: &[Option<Frame>]) {
    match result {
        Concept::Modes(modes) => {
            let modes = Arc::make_mut(modes);
            for &rank in ranks {
                let Some(field) = modes.nodal_field(rank, name) else { continue };
                let field = turned(&field, frames);
                let mode = &mut modes.modes[rank];
                if name == "DEPL" {
                    (mode.values, mode.imaginary) = (field.values, field.imaginary);
                } else {
                    mode.fields.insert(name.to_string(), Arc::new(ElementField::of_nodes(&field)));
                }
            }
        }
        Concept::Fields(series) => {
            let Some(fields) = Arc::make_mut(series).nodal.get_mut(name) else { return };
            for &rank in ranks {
                if let Some(Some(field)) = fields.get_mut(rank) {
                    *field = Arc::new(turned(field, frames));
                }
            }
        }
        _ => {}
    }
}

/// The frame of each node that has one.
fn frames(call: &Call, mesh: &Mesh) -> Result<Vec<Option<Frame>>, CallError> {
    if let Some(level) = call.one("DEFI_REPERE") {
        return Ok(vec![Some(frame(level)?); mesh.nodes.len()]);
    }
    let mut frames = vec![None; mesh.nodes.len()];
    for level in call.factor("AFFE") {
        let frame = frame(level)?;
        for node in entities::selected_nodes(level, mesh)? {
            frames[node] = Some(frame);
        }
    }
    Ok(frames)
}

fn frame(level: &Keywords) -> Result<Frame, CallError> {
    if level.has("VECT_X") {
        let vector = |name: &str| <[f64; 3]>::try_from(level.reals(name)).ok();
        let axes = vector("VECT_X").zip(vector("VECT_Y"));
        let dot = |a: [f64; 3], b: [f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
        let unit = |v: [f64; 3]| {
            let size = dot(v, v).sqrt();
            (size > 0.0).then(|| v.map(|x| x / size))
        };
        let frame = axes.and_then(|(x, y)| {
            let x = unit(x)?;
            let along = dot(x, y);
            let y = unit([y[0] - along * x[0], y[1] - along * x[1], y[2] - along * x[2]])?;
            let z = [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]];
            Some(Frame { axes: [x, y, z] })
        });
        return frame.ok_or_else(|| level.error("VECT_X", "R106", "VECT_X and VECT_Y are no two axes of space"));
    }
    let mut angles = level.reals("ANGL_NAUT");
    angles.resize(3, 0.0);
    Ok(Frame::from_angles([angles[0], angles[1], angles[2]].map(f64::to_radians)))
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
