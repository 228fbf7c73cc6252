//! RITZ: modes and static shapes one after the other.

use std::sync::Arc;

use indexmap::IndexMap;

use super::ritz;
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Concept, FieldSeries, Mode, ModeSet, ModeSupport, NodalField, Shape, States};
use crate::kernel::assembly::Numbering;
use crate::operators::modes::bases::sets::{limited, limits, numbered};

/// The basis of the occurrences of RITZ, on the unknowns of NUME_REF or of its first set.
pub fn basis(call: &Call) -> Result<ModeSet, CallError> {
    let mut basis: Option<ModeSet> = None;
    let mut modes = Vec::new();
    for level in call.factor("RITZ") {
        let name =
            ["BASE_MODALE", "MODE_MECA", "MODE_INTF", "MODE_STAT", "MULT_ELAS"].into_iter().find(|n| level.has(n));
        let Some(name) = name else {
            return Err(level.error("MODE_MECA", "R230", "nothing to make a basis of"));
        };
        let sets = sources(level, name, basis.as_ref())?;
        let limits = limits(level, sets.len())?;
        for (set, limit) in sets.into_iter().zip(limits) {
            let reference = match &basis {
                Some(reference) => reference,
                None => basis.insert(on_reference(call, &set)?),
            };
            let shapes = limited(&set, limit);
            let meshes = [&set.mesh, &reference.mesh].map(|mesh| mesh.as_ref().map(|m| m.identity));
            modes.extend(moved(level, name, shapes, meshes, [&set.support, &reference.support])?);
        }
    }
    let Some(mut basis) = basis else {
        return Err(call.error("RITZ", "R230", "nothing to make a basis of"));
    };
    if let Some(Concept::Interfaces(interfaces)) = call.concept("INTERF_DYNA") {
        basis.interfaces = Some(interfaces.clone());
    }
    Ok(numbered(basis, modes))
}

fn sources(level: &Keywords, name: &str, reference: Option<&ModeSet>) -> Result<Vec<ModeSet>, CallError> {
    if name != "MODE_MECA" {
        return Ok(vec![source(level, name, reference)?]);
    }
    let set = |concept: &&Concept| match concept {
        Concept::Modes(set) => Some(ModeSet::clone(set)),
        _ => None,
    };
    Ok(level.concepts(name).iter().filter_map(set).collect())
}

/// The empty basis: what `first` comes with, on the numbering of NUME_REF when it is given.
fn on_reference(call: &Call, first: &ModeSet) -> Result<ModeSet, CallError> {
    let mut basis = first.clone().with_modes(Vec::new());
    if let Some(Concept::Numbering(reference)) = call.concept("NUME_REF") {
        if basis.numbering().is_none() {
            let message = "the shapes are generalised and NUME_REF numbers physical unknowns";
            return Err(call.error("NUME_REF", "R233", message));
        }
        let meshes = (&basis.mesh, reference.model.as_ref().map(|model| &model.mesh));
        if let (Some(own), Some(other)) = meshes
            && own.identity != other.identity
        {
            let error = call.error("NUME_REF", "R233", "NUME_REF numbers another mesh than that of the shapes");
            return Err(Box::new(error.help("give a numbering on the mesh the shapes were computed on")));
        }
        basis.support = ModeSupport::Physical(reference.numbering.clone());
    }
    Ok(basis)
}

/// Shapes on the unknowns of another numbering: by node and component.
fn moved(
    level: &Keywords,
    name: &str,
    shapes: Vec<Mode>,
    meshes: [Option<u64>; 2],
    [from, to]: [&ModeSupport; 2],
) -> Result<Vec<Mode>, CallError> {
    let one_mesh = meshes[0].is_none() || meshes[1].is_none() || meshes[0] == meshes[1];
    match (from, to) {
        (ModeSupport::Physical(a), ModeSupport::Physical(b))
            if one_mesh && (Arc::ptr_eq(a, b) || a.dofs() == b.dofs()) =>
        {
            Ok(shapes)
        }
        (ModeSupport::Physical(a), ModeSupport::Physical(b)) if one_mesh => {
            let pick = |values: &[f64]| -> Vec<f64> {
                b.dofs().iter().map(|d| a.rank(d.node, d.component).map_or(0.0, |r| values[r])).collect()
            };
            Ok(shapes.into_iter().map(|m| Mode { values: pick(&m.values), ..m }).collect())
        }
        (ModeSupport::Generalized(a), ModeSupport::Generalized(b)) if a.len() == b.len() => Ok(shapes),
        _ => {
            let message = format!("the shapes of {name} are not on the mesh of the first ones");
            Err(Box::new(level.error(name, "R233", message).help("all shapes of a basis lie on one mesh")))
        }
    }
}

/// Displacements of load cases as static shapes.
pub fn load_cases(
    keywords: &Keywords,
    name: &str,
    series: &FieldSeries,
    reference: Option<&ModeSet>,
) -> Result<ModeSet, CallError> {
    let fields = States::Fields(series).all_nodal("DEPL");
    let Some((_, first)) = fields.first() else {
        return Err(keywords.error(name, "R230", format!("{name} holds no displacement (DEPL)")));
    };
    let numbering = reference.and_then(ModeSet::numbering).unwrap_or(&first.numbering).clone();
    let modes = (1..).zip(&fields).map(|(number, (_, field))| static_shape(field, &numbering, number)).collect();
    let support = ModeSupport::Physical(numbering);
    Ok(ModeSet::new(Some(first.mesh.clone()), series.model.clone(), support, modes))
}

fn static_shape(field: &NodalField, numbering: &Numbering, number: i64) -> Mode {
    let value =
        |d: &crate::kernel::assembly::Dof| field.numbering.rank(d.node, d.component).map_or(0.0, |r| field.values[r]);
    Mode {
        shape: Shape::Static { node: None, component: None },
        values: numbering.dofs().iter().map(value).collect(),
        imaginary: Vec::new(),
        number,
        parameters: IndexMap::from([("FREQ".to_string(), 0.0), ("OMEGA2".to_string(), 0.0)]),
        labels: IndexMap::from([("TYPE_MODE".to_string(), "MODE_STA".to_string())]),
        fields: IndexMap::new(),
    }
}

/// The shapes a keyword holds: a mode set, or the displacements of load cases (on the unknowns of
/// `reference` when their own set has none).
pub fn source(keywords: &Keywords, name: &str, reference: Option<&ModeSet>) -> Result<ModeSet, CallError> {
    match keywords.concept(name) {
        Some(Concept::Modes(set)) => Ok(ModeSet::clone(set)),
        Some(Concept::Fields(series)) => ritz::load_cases(keywords, name, series, reference),
        _ => Err(keywords.error(name, "R230", format!("{name} holds no shapes"))),
    }
}
