//! Matrices and vectors that DYNA_LINE assembles first.

use crate::catalogue::{Call, CallError};
use crate::concepts::{Concept, Handle, Load};
use crate::operators::call::inner::InnerCommands;

pub(super) const STRUCTURE: [&str; 3] = ["MODELE", "CARA_ELEM", "CHAM_MATER"];

/// The matrices and vectors assembled first.
pub(super) struct Assembly {
    pub(super) numbering: Handle,
    pub(super) stiffness: Handle,
    pub(super) mass: Handle,
    pub(super) damping: Option<Handle>,
    /// Stiffness with hysteretic damping.
    pub(super) hysteretic: Option<Handle>,
    /// One vector for each occurrence of EXCIT that has a load.
    pub(super) loads: Vec<Option<Handle>>,
    /// The mechanical loads of CHARGE, as a vector: forces and imposed motions.
    pub(super) constraints: Option<Handle>,
    /// The kinematic loads of CHARGE.
    pub(super) kinematic: Vec<Handle>,
}

/// Stiffness, mass, damping, and the vectors of the loads.
pub(super) fn assemble(inner: &mut InnerCommands<'_, '_>) -> Result<Assembly, CallError> {
    let call = inner.call;
    let kind = call.one("AMORTISSEMENT").and_then(|a| a.text_if_given("TYPE_AMOR"));
    let asked = |name: &str| kind.as_ref().is_some_and(|k| &**k == name);
    let matrix = |name: &str, option: &str| inner.arguments().new_concept("MATRICE", name).text("OPTION", option);
    let mut matrices = vec![matrix("K", "RIGI_MECA"), matrix("M", "MASS_MECA")];
    if asked("RAYLEIGH") {
        matrices.push(matrix("C", "AMOR_MECA"));
    }
    if asked("HYST") {
        matrices.push(matrix("H", "RIGI_MECA_HYST"));
    }
    let vector = |name: &str, loads: &[Handle]| {
        let arguments = inner.arguments().new_concept("VECTEUR", name).text("OPTION", "CHAR_MECA");
        arguments.concepts("CHARGE", loads)
    };
    let (mut vectors, mut names) = (Vec::new(), Vec::new());
    for (rank, excitation) in call.factor("EXCIT").iter().enumerate() {
        names.push(excitation.handle("CHARGE").map(|load| {
            let name = format!("F{rank}");
            vectors.push(vector(&name, std::slice::from_ref(load)));
            name
        }));
    }
    let Holding { mechanical, kinematic } = holding(call);
    let physical = call.is("BASE_CALCUL", "PHYS");
    if let Some(moved) = kinematic.iter().find(|load| !physical && imposes_motion(load)) {
        let message =
            format!("the kinematic load {} imposes a motion, which generalised coordinates cannot have", moved.name());
        return Err(Box::new(call.error("CHARGE", "R344", message).help("BASE_CALCUL='PHYS' takes it")));
    }
    if !mechanical.is_empty() && (physical || mechanical.iter().any(has_forces)) {
        vectors.push(vector("HOLD", &mechanical));
    }
    let mut arguments = inner.arguments().copied(call, &STRUCTURE);
    for (keyword, loads) in [("CHARGE", &mechanical), ("CHAR_CINE", &kinematic)] {
        if !loads.is_empty() {
            arguments = arguments.concepts(keyword, loads);
        }
    }
    let arguments = arguments.new_concept("NUME_DDL", "N").factor("MATR_ASSE", matrices).factor("VECT_ASSE", vectors);
    let made = inner.run("ASSEMBLAGE", arguments)?;
    let missing = || call.error("", "R001", "ASSEMBLAGE made no matrix");
    Ok(Assembly {
        numbering: made.created("N").ok_or_else(missing)?,
        stiffness: made.created("K").ok_or_else(missing)?,
        mass: made.created("M").ok_or_else(missing)?,
        damping: made.created("C"),
        hysteretic: made.created("H"),
        loads: names.iter().map(|name| name.as_ref().and_then(|n| made.created(n))).collect(),
        constraints: made.created("HOLD"),
        kinematic,
    })
}

/// The loads of CHARGE by kind.
pub(super) struct Holding {
    pub(super) mechanical: Vec<Handle>,
    pub(super) kinematic: Vec<Handle>,
}

pub(super) fn holding(call: &Call) -> Holding {
    let is_kinematic = |handle: &Handle| matches!(handle.get(), Some(Concept::Load(load)) if load.kinematic);
    let (kinematic, mechanical) = call.handles("CHARGE").into_iter().cloned().partition(is_kinematic);
    Holding { mechanical, kinematic }
}

fn has_forces(handle: &Handle) -> bool {
    matches!(handle.get(), Some(Concept::Load(load)) if load.has_forces())
}

pub(super) fn imposes_motion(handle: &Handle) -> bool {
    let moved = |load: &Load| load.constraints.iter().any(|(_, value)| value.constant() != Some(0.0));
    matches!(handle.get(), Some(Concept::Load(load)) if moved(load))
}
