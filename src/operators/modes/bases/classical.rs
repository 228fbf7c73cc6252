//! CLASSIQUE: modes of a component, then the static shapes of its interfaces.

use std::f64::consts::TAU;

use indexmap::IndexMap;

use crate::catalogue::{CallError, Keywords};
use crate::concepts::{Concept, InterfaceKind, InterfaceSet, Mode, ModeSet, Shape};
use crate::kernel::assembly::{Numbering, SparseMatrix};
use crate::kernel::modal::StaticSolver;
use crate::operators::call::lost_digits::Rows;
use crate::operators::modes::bases::sets::{limited, limits, numbered};
use crate::operators::statics::static_error;

/// Dynamic modes, then attachment shapes of free interfaces, then constraint shapes of held ones, static and harmonic.
pub fn basis(level: &Keywords) -> Result<ModeSet, CallError> {
    let interfaces = level.interfaces("INTERF_DYNA")?;
    let sets: Vec<&ModeSet> = level
        .concepts("MODE_MECA")
        .into_iter()
        .filter_map(|c| match c {
            Concept::Modes(set) => Some(set.as_ref()),
            _ => None,
        })
        .collect();
    let Some(first) = sets.first() else {
        return Err(level.error("MODE_MECA", "R230", "MODE_MECA holds no modes"));
    };
    let limits = limits(level, sets.len())?;
    let mut modes = Vec::new();
    for (set, limit) in sets.iter().zip(limits) {
        check_numbering(level, set, interfaces)?;
        modes.extend(limited(set, limit));
    }
    modes.extend(static_shapes(level, first, interfaces)?);
    let mut basis = numbered(ModeSet::clone(first), modes);
    basis.interfaces = Some(interfaces.clone());
    Ok(basis)
}

fn check_numbering(level: &Keywords, set: &ModeSet, interfaces: &InterfaceSet) -> Result<(), CallError> {
    let elsewhere = match (&set.mesh, &interfaces.numbering.model) {
        (Some(own), Some(model)) => own.identity != model.mesh.identity,
        _ => false,
    };
    match set.numbering() {
        Some(numbering) if !elsewhere && numbering.dofs() == interfaces.numbering.numbering.dofs() => Ok(()),
        _ => {
            let message = "the modes and the interfaces are not numbered alike";
            let help = "give DEFI_INTERF_DYNA the numbering the modes were computed on";
            Err(Box::new(level.error("MODE_MECA", "R202", message).help(help)))
        }
    }
}

fn static_shapes(level: &Keywords, modes: &ModeSet, interfaces: &InterfaceSet) -> Result<Vec<Mode>, CallError> {
    let of_kind = |kind: InterfaceKind| {
        let dofs = interfaces.interfaces.iter().filter(move |i| i.kind == kind).flat_map(|i| i.dofs.iter().copied());
        let mut seen = std::collections::BTreeSet::new();
        dofs.filter(|d| seen.insert(*d)).collect::<Vec<usize>>()
    };
    let (free, fixed) = (of_kind(InterfaceKind::Free), of_kind(InterfaceKind::Fixed));
    let harmonic = of_kind(InterfaceKind::Harmonic);
    if free.is_empty() && fixed.is_empty() && harmonic.is_empty() {
        return Ok(Vec::new());
    }
    let numbering = &interfaces.numbering.numbering;
    let Some((matrix, stiffness)) = modes.stiffness.as_ref().and_then(|k| Some((k, k.matrix.real()?))) else {
        let message = "the modes do not come with a real stiffness, needed for the static shapes of the interfaces";
        return Err(level.error("MODE_MECA", "R234", message));
    };
    let fail = |fault| static_error(level, "INTERF_DYNA", Rows::of(matrix), &fault);
    let mut shapes = Vec::new();
    // Harmonic shapes do without the static stiffness, which a part that moves freely does not have.
    if !free.is_empty() || !fixed.is_empty() {
        let solver = StaticSolver::new(stiffness, &numbering.constraints).map_err(fail)?;
        for dof in free {
            let force: Vec<f64> = (0..numbering.len()).map(|i| if i == dof { 1.0 } else { 0.0 }).collect();
            shapes.push(shape(solver.response(&force), numbering, dof, "FORC_IMPO"));
        }
        for dof in fixed {
            let values = solver.moved(dof, &numbering.constraints).map_err(fail)?;
            shapes.push(shape(values, numbering, dof, "DEPL_IMPO"));
        }
    }
    if !harmonic.is_empty() {
        let Some(mass) = modes.mass.as_ref().and_then(|m| m.matrix.real()) else {
            let message = "the modes do not come with a real mass, needed for harmonic interfaces";
            return Err(level.error("MODE_MECA", "R234", message));
        };
        let square = (TAU * interfaces.frequency) * (TAU * interfaces.frequency);
        let inertia = mass.triplets().map(|(r, c, m)| (r, c, -square * m));
        let terms: Vec<_> = stiffness.triplets().chain(inertia).collect();
        let dynamic = SparseMatrix::from_triplets(numbering.len(), &terms);
        let solver = StaticSolver::new(&dynamic, &numbering.constraints).map_err(fail)?;
        for dof in harmonic {
            let values = solver.moved(dof, &numbering.constraints).map_err(fail)?;
            shapes.push(shape(values, numbering, dof, "DEPL_IMPO"));
        }
    }
    Ok(shapes)
}

fn shape(values: Vec<f64>, numbering: &Numbering, dof: usize, kind: &str) -> Mode {
    let place = numbering.dofs()[dof];
    let name = format!("{:<8}{}", format!("N{}", place.node + 1), place.component.name());
    Mode {
        shape: Shape::Static { node: Some(place.node), component: Some(place.component) },
        values,
        imaginary: Vec::new(),
        number: 0,
        parameters: IndexMap::from([("FREQ".to_string(), 0.0), ("OMEGA2".to_string(), 0.0)]),
        labels: IndexMap::from([
            ("TYPE_MODE".to_string(), "MODE_STA".to_string()),
            ("TYPE_DEFO".to_string(), kind.to_string()),
            ("NOEUD_CMP".to_string(), name),
        ]),
        fields: IndexMap::new(),
    }
}
