//! Shapes of a basis on the unknowns of a matrix or vector that is numbered otherwise, on the same mesh.
//!
//! By node and component: those that the other numbering lacks are dropped, those that the basis lacks are 0.

use crate::catalogue::{CallError, Keywords};
use crate::concepts::{MeshValue, ModeSet};
use crate::kernel::assembly::{Dof, Numbering};
use crate::operators::Context;

/// The shapes laid on `dofs`, unknowns of `keyword` on `mesh`; `None` where they are those of the basis, `own`.
pub fn laid(
    keywords: &Keywords,
    context: &mut Context<'_>,
    keyword: &'static str,
    (basis, own): (&ModeSet, &Numbering),
    shapes: &[&[f64]],
    (dofs, mesh): (&[Dof], Option<&MeshValue>),
) -> Result<Option<Vec<Vec<f64>>>, CallError> {
    let same_mesh = matches!((&basis.mesh, mesh), (Some(a), Some(b)) if a.identity == b.identity);
    if own.dofs() == dofs && (same_mesh || mesh.is_none() || basis.mesh.is_none()) {
        return Ok(None);
    }
    if !same_mesh {
        let message = format!("{keyword} lies on another mesh than the basis, whose shapes mean nothing there");
        let code = if keyword == "MATR_ASSE" { "R214" } else { "R215" };
        let error = keywords.error(keyword, code, message);
        return Err(Box::new(error.help("assemble it on the mesh that the basis was computed on")));
    }
    if own.dofs() == dofs {
        return Ok(None);
    }
    let missing = dofs.iter().filter(|d| own.rank(d.node, d.component).is_none()).count();
    let text = format!(
        "{keyword} has {} unknowns numbered otherwise than the {} of the basis: shapes are laid on them by node and component, 0 at {missing}",
        dofs.len(),
        own.len()
    );
    context.say(text);
    Ok(Some(shapes.iter().map(|shape| on_dofs(shape, own, dofs)).collect()))
}

fn on_dofs(shape: &[f64], own: &Numbering, dofs: &[Dof]) -> Vec<f64> {
    dofs.iter().map(|dof| own.rank(dof.node, dof.component).map_or(0.0, |rank| shape[rank])).collect()
}
