//! Displacement fields from values: support, numbering, the field given.

use std::sync::Arc;

use crate::catalogue::{Call, CallError};
use crate::concepts::{Concept, MeshValue, NodalField};
use crate::kernel::assembly::{Dof, Numbering};
use crate::operators::Context;
use crate::operators::call::entities;

/// A field with a value for each (unknown, real, imaginary) given.
pub(in crate::operators) fn from_values(mesh: MeshValue, values: Vec<(Dof, f64, f64)>, complex: bool) -> NodalField {
    let dofs = values.iter().map(|v| v.0).collect();
    let numbering = Numbering::new(dofs, mesh.mesh.nodes.len());
    let (mut real, mut imaginary) = (vec![0.0; numbering.len()], vec![0.0; numbering.len()]);
    for (dof, re, im) in values {
        if let Some(rank) = numbering.rank(dof.node, dof.component) {
            (real[rank], imaginary[rank]) = (re, im);
        }
    }
    NodalField {
        imaginary: if complex { imaginary } else { Vec::new() },
        ..NodalField::new(mesh, Arc::new(numbering), real)
    }
}

/// Puts a field on another numbering: unknowns it lacks are dropped, new ones are 0 (and count as absent unless `prolong`).
pub(in crate::operators) fn lay(field: NodalField, numbering: &Arc<Numbering>, prolong: bool) -> NodalField {
    let source = |dof: &Dof| {
        let rank = field.numbering.rank(dof.node, dof.component)?;
        field.has(rank).then_some(rank)
    };
    let ranks: Vec<Option<usize>> = numbering.dofs().iter().map(source).collect();
    let take = |from: &[f64]| ranks.iter().map(|r| r.map_or(0.0, |rank| from[rank])).collect::<Vec<f64>>();
    let all = prolong || ranks.iter().all(Option::is_some);
    NodalField {
        imaginary: if field.imaginary.is_empty() { Vec::new() } else { take(&field.imaginary) },
        present: (!all).then(|| ranks.iter().map(Option::is_some).collect()),
        model: field.model,
        ..NodalField::new(field.mesh, numbering.clone(), take(&field.values))
    }
}

/// The mesh of MAILLAGE or MODELE.
pub(super) fn support(call: &Call, context: &Context<'_>) -> Result<MeshValue, CallError> {
    let given = if call.get("MODELE").is_some() {
        &entities::model(call, "MODELE")?.mesh
    } else {
        entities::mesh(call, "MAILLAGE")?
    };
    Ok(MeshValue { identity: given.identity, mesh: context.latest_mesh(call, given).clone() })
}

/// The field a keyword gives.
pub(super) fn field<'k>(
    keywords: &'k crate::catalogue::Keywords,
    name: &str,
) -> Result<&'k Arc<NodalField>, CallError> {
    match keywords.concept(name) {
        Some(Concept::NodalField(field)) => Ok(field),
        _ => Err(entities::missing(keywords, name, "a field on nodes")),
    }
}
