//! How much of each excitation acts on each mode.

use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Concept, ModeSet, Shape};
use crate::diag::Diagnostic;
use crate::kernel::assembly::Component;
use crate::operators::Context;
use crate::operators::call::entities::{self, named_nodes};

use super::modes::Selected;

/// A row for each mode, a column for each excitation; and whether the excitations are imposed motions.
pub(super) struct Shares {
    pub(super) rows: Vec<f64>,
    pub(super) is_motion: bool,
}

pub(super) fn read(
    call: &Call,
    excit: &Keywords,
    selected: &Selected<'_>,
    count: usize,
    context: &mut Context<'_>,
) -> Result<Shares, CallError> {
    let masses = masses(call, selected)?;
    let forces = |columns: Vec<Vec<f64>>| {
        let rows = masses.iter().enumerate().flat_map(|(r, m)| columns.iter().map(move |c| (r, *m, c)));
        Shares { rows: rows.map(|(r, m, column)| column[r] / m).collect(), is_motion: false }
    };
    if excit.is("MODAL", "OUI") {
        if count != selected.len() {
            let message =
                format!("{count} generalised forces act on {} modes: each acts on that of its rank", selected.len());
            context.warn(Diagnostic::warning("R534", message).at_if_absent(excit.span_of("NUME_ORDRE_I")));
        }
        excit.note_read("GRANDEUR");
        excit.note_read("DERIVATION");
        let column = |p: usize| (0..selected.len()).map(|r| if r == p { 1.0 } else { 0.0 }).collect();
        return Ok(forces((0..count).map(column).collect()));
    }
    if excit.has("CHAM_NO") {
        excit.note_read("GRANDEUR");
        excit.note_read("DERIVATION");
        return Ok(forces(of_vectors(excit, selected, count)?));
    }
    let points = points(excit, selected.modes, count, context, call)?;
    if excit.is("GRANDEUR", "EFFO") {
        excit.note_read("DERIVATION");
        let column = |point: &(usize, Component)| component_of_modes(excit, selected, *point);
        return Ok(forces(points.iter().map(column).collect::<Result<_, _>>()?));
    }
    of_motions(call, excit, selected, &points, &masses)
}

fn masses(call: &Call, selected: &Selected<'_>) -> Result<Vec<f64>, CallError> {
    let of = |mode: &crate::concepts::Mode| {
        mode.parameter("MASS_GENE").filter(|m| *m != 0.0).ok_or_else(|| {
            let message = format!("mode {} has no generalised mass MASS_GENE", mode.number);
            let help = "NORM_MODE computes the parameters of modes that have a mass matrix";
            Box::new(call.error("BASE_MODALE", "R534", message).help(help))
        })
    };
    selected.iter().map(of).collect()
}

/// Nodes and components of the excitations.
fn points(
    excit: &Keywords,
    modes: &ModeSet,
    count: usize,
    context: &Context<'_>,
    call: &Call,
) -> Result<Vec<(usize, Component)>, CallError> {
    let Some(mesh) = &modes.mesh else {
        return Err(call.error("BASE_MODALE", "R534", "these modes have no mesh"));
    };
    let nodes = named_nodes(excit, "NOEUD", context.latest_mesh(call, mesh))?;
    let components = excit.texts("NOM_CMP");
    for (keyword, found) in [("NOEUD", nodes.len()), ("NOM_CMP", components.len())] {
        if found != count {
            let message = format!("{keyword} has {found} values for {count} excitations");
            return Err(excit.error(keyword, "R534", message));
        }
    }
    let component = |name: &std::sync::Arc<str>| {
        Component::from_name(name).ok_or_else(|| {
            let help = "the components are DX, DY, DZ, DRX, DRY, DRZ";
            Box::new(excit.error("NOM_CMP", "R534", format!("'{name}' is no component of a displacement")).help(help))
        })
    };
    nodes.into_iter().zip(&components).map(|(node, name)| Ok((node, component(name)?))).collect()
}

fn component_of_modes(
    excit: &Keywords,
    selected: &Selected<'_>,
    (node, component): (usize, Component),
) -> Result<Vec<f64>, CallError> {
    let value = |rank: &usize| {
        selected.modes.component(*rank, node, component).ok_or_else(|| {
            let message = format!("node N{} has no {} in the model of the modes", node + 1, component.name());
            excit.error("NOM_CMP", "R534", message)
        })
    };
    selected.ranks.iter().map(value).collect()
}

/// Nodal forces times the shapes.
fn of_vectors(excit: &Keywords, selected: &Selected<'_>, count: usize) -> Result<Vec<Vec<f64>>, CallError> {
    let vectors = excit.concepts("CHAM_NO");
    if vectors.len() != count {
        let message = format!("CHAM_NO has {} fields for {count} excitations", vectors.len());
        return Err(excit.error("CHAM_NO", "R534", message));
    }
    let column = |concept: &&Concept| {
        let (Concept::NodalField(field), Some(numbering)) = (concept, selected.modes.numbering()) else {
            return Err(excit.error("CHAM_NO", "R534", "CHAM_NO is a field on the nodes of the modes"));
        };
        let dofs = field.numbering.dofs().iter().zip(&field.values).filter(|(_, value)| **value != 0.0);
        let mut forces = Vec::new();
        for (dof, value) in dofs {
            match numbering.rank(dof.node, dof.component) {
                Some(rank) => forces.push((rank, *value)),
                None => {
                    let message =
                        format!("the force on {} of N{} acts on no unknown", dof.component.name(), dof.node + 1);
                    return Err(excit.error("CHAM_NO", "R534", message));
                }
            }
        }
        let share = |mode: &crate::concepts::Mode| forces.iter().fold(0.0, |s, (rank, f)| s + mode.values[*rank] * f);
        Ok(selected.iter().map(share).collect())
    };
    vectors.iter().map(column).collect()
}

/// Imposed motions: `phi M psi/m` with the static shapes psi.
fn of_motions(
    call: &Call,
    excit: &Keywords,
    selected: &Selected<'_>,
    points: &[(usize, Component)],
    masses: &[f64],
) -> Result<Shares, CallError> {
    if !call.has("MODE_STAT") {
        let error = excit.error(
            "GRANDEUR",
            "R534",
            "imposed motions (GRANDEUR='DEPL_R') need the static modes of their points",
        );
        return Err(Box::new(error.help("give MODE_STAT from MODE_STATIQUE, or GRANDEUR='EFFO' for forces")));
    }
    let statics = entities::modes(call, "MODE_STAT")?;
    let Some(mass) = selected.modes.mass.as_ref().and_then(|mass| mass.matrix.real()) else {
        return Err(call.error("BASE_MODALE", "R534", "the modes have no real mass matrix"));
    };
    let mut columns = Vec::new();
    for &point in points {
        let shape = static_shape(call, statics, point)?;
        if shape.len() != mass.size() {
            let message = "MODE_STAT has other unknowns than the modes: both come from one numbering";
            return Err(call.error("MODE_STAT", "R534", message));
        }
        let moved = mass.product(shape);
        let share = |mode: &crate::concepts::Mode| mode.values.iter().zip(&moved).fold(0.0, |s, (a, b)| s + a * b);
        columns.push(selected.iter().map(share).collect::<Vec<f64>>());
    }
    let rows = masses.iter().enumerate().flat_map(|(r, m)| columns.iter().map(move |c| c[r] / m)).collect();
    Ok(Shares { rows, is_motion: true })
}

/// The static shape of a unit displacement.
pub(super) fn static_shape<'m>(
    keywords: &Keywords,
    statics: &'m ModeSet,
    (node, component): (usize, Component),
) -> Result<&'m [f64], CallError> {
    mode_of(keywords, statics, (node, component)).map(|mode| mode.values.as_slice())
}

/// The static mode of a unit displacement.
pub(super) fn mode_of<'m>(
    keywords: &Keywords,
    statics: &'m ModeSet,
    (node, component): (usize, Component),
) -> Result<&'m crate::concepts::Mode, CallError> {
    let wanted = Shape::Static { node: Some(node), component: Some(component) };
    statics.iter().find(|mode| mode.shape == wanted).ok_or_else(|| {
        let message = format!("MODE_STAT has no static mode of {} of N{}", component.name(), node + 1);
        let help = "MODE_STATIQUE(MODE_STAT=_F(GROUP_NO=..., AVEC_CMP=...)) makes those of the points that are moved";
        Box::new(keywords.error("MODE_STAT", "R534", message).help(help))
    })
}
