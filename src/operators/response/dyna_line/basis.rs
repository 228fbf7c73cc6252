//! The modal basis: modes of the band, static shapes that enrich them, matrices and vectors projected on it.

use super::assembly::{Assembly, Holding, holding};
use super::supports::Moving;
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Concept, Handle};
use crate::kernel::assembly::Component;
use crate::operators::call::context::latest_mesh;
use crate::operators::call::entities::node_groups;
use crate::operators::call::inner::{InnerArguments, InnerCommands, value};

const STRUCTURE: [&str; 3] = ["MODELE", "CARA_ELEM", "CHAM_MATER"];

pub(super) struct Base {
    /// The shapes, on the structure.
    pub shapes: Handle,
    stiffness: Handle,
    mass: Handle,
    damping: Option<Handle>,
    /// For each occurrence of EXCIT, its projected vector.
    pub vectors: Vec<Option<Handle>>,
    /// The forces of CHARGE, projected.
    pub held: Option<Handle>,
    displacement: Option<Handle>,
    velocity: Option<Handle>,
}

impl Base {
    pub fn matrices(&self, arguments: InnerArguments) -> InnerArguments {
        let arguments = arguments.concept("MATR_RIGI", &self.stiffness).concept("MATR_MASS", &self.mass);
        match &self.damping {
            Some(damping) => arguments.concept("MATR_AMOR", damping),
            None => arguments,
        }
    }

    pub fn initial_state(&self, mut arguments: InnerArguments) -> InnerArguments {
        for (name, vector) in [("DEPL", &self.displacement), ("VITE", &self.velocity)] {
            if let Some(vector) = vector {
                arguments = arguments.concept(name, vector);
            }
        }
        arguments
    }
}

/// Lowest and highest frequency of BANDE_ANALYSE (Hz).
pub(super) fn band(call: &Call) -> Result<(f64, f64), CallError> {
    match call.reals("BANDE_ANALYSE").as_slice() {
        [high] => Ok((0.0, *high)),
        [low, high] => Ok((*low, *high)),
        _ => {
            let error = call.error("BANDE_ANALYSE", "R340", "BANDE_ANALYSE, the band of the modes, is missing");
            Err(Box::new(error.help("give the highest frequency (Hz), or the lowest and the highest: the band is not taken from the energy of the signals (PCENT_COUP)")))
        }
    }
}

pub(super) fn build(
    inner: &mut InnerCommands<'_, '_>,
    assembly: &Assembly,
    moving: &Moving,
) -> Result<Base, CallError> {
    let call = inner.call;
    let (low, high) = band(call)?;
    let pencil = |a: InnerArguments| a.concept("MATR_RIGI", &assembly.stiffness).concept("MATR_MASS", &assembly.mass);
    let wanted = inner.arguments().reals("FREQ", &[low, high]);
    let arguments = pencil(inner.arguments()).text("OPTION", "BANDE").factor("CALC_FREQ", vec![wanted]);
    let modes = inner.make("CALC_MODES", arguments)?;
    let enriched = call.is("ENRI_STAT", "OUI");
    let shapes = if enriched { static_shapes(inner, assembly)? } else { Vec::new() };
    let orthogonal = call.is("ORTHO", "OUI");
    let mut basis = joined(inner, assembly, modes, &shapes)?;
    if orthogonal && !shapes.is_empty() {
        basis = recombined(inner, assembly, &basis, low)?;
    }
    let storage = if enriched && !orthogonal { "PLEIN" } else { "DIAG" };
    project(inner, assembly, moving, basis, storage)
}

/// Responses to supports, loads and unit forces, in the order they enrich the basis.
fn static_shapes(inner: &mut InnerCommands<'_, '_>, assembly: &Assembly) -> Result<Vec<Handle>, CallError> {
    let call = inner.call;
    let mut shapes = Vec::new();
    for kind in ["MULTI", "MONO"] {
        // All occurrences of a kind have the direction of the last: one shape.
        if let Some(last) = call.factor("EXCIT").iter().rfind(|e| e.is("TYPE_APPUI", kind)) {
            let mut direction = last.reals("DIRECTION");
            direction.resize(3, 0.0);
            let mode = inner.arguments().reals("DIRECTION", &direction).text("NOM_DIR", "DIR");
            let arguments = inner.arguments().concept("MATR_RIGI", &assembly.stiffness);
            let arguments = arguments.concept("MATR_MASS", &assembly.mass).factor("PSEUDO_MODE", vec![mode]);
            shapes.push(inner.make("MODE_STATIQUE", arguments)?);
        }
    }
    let mut cases = Vec::new();
    for (rank, load) in call.factor("EXCIT").iter().enumerate().filter_map(|(k, e)| Some((k, e.handle("CHARGE")?))) {
        cases.push(inner.arguments().text("NOM_CAS", &format!("CAS{rank}")).concept("CHAR_MECA", load));
    }
    if !cases.is_empty() {
        let Holding { mechanical, kinematic } = holding(call);
        let mut arguments = inner.arguments().copied(call, &STRUCTURE).concept("NUME_DDL", &assembly.numbering);
        if mechanical.is_empty() && kinematic.is_empty() {
            arguments = arguments.text("LIAISON_DISCRET", "OUI");
        }
        for (keyword, loads) in [("CHAR_MECA_GLOBAL", &mechanical), ("CHAR_CINE_GLOBAL", &kinematic)] {
            if !loads.is_empty() {
                arguments = arguments.concepts(keyword, loads);
            }
        }
        shapes.push(inner.make("MACRO_ELAS_MULT", arguments.factor("CAS_CHARGE", cases))?);
    }
    let mut forces = Vec::new();
    for law in call.factor("COMPORTEMENT") {
        forces.extend(unit_forces(inner, assembly, law)?);
    }
    if !forces.is_empty() {
        let arguments = inner.arguments().concept("MATR_RIGI", &assembly.stiffness);
        shapes.push(inner.make("MODE_STATIQUE", arguments.factor("FORCE_NODALE", forces))?);
    }
    Ok(shapes)
}

/// Unit forces at the nodes of a law: along NOM_CMP, or along the translations that are free there.
fn unit_forces(
    inner: &InnerCommands<'_, '_>,
    assembly: &Assembly,
    law: &Keywords,
) -> Result<Vec<InnerArguments>, CallError> {
    let call = inner.call;
    let named: Vec<String> = law.texts("NOM_CMP").iter().map(|t| t.to_string()).collect();
    let wanted: Vec<&str> =
        if named.is_empty() { vec!["DX", "DY", "DZ"] } else { named.iter().map(String::as_str).collect() };
    let Some(Concept::Numbering(numbering)) = assembly.numbering.get() else { return Ok(Vec::new()) };
    let unknowns = &numbering.numbering;
    let imposed = unknowns.imposed();
    let Some(model) = &numbering.model else { return Ok(Vec::new()) };
    let mesh = latest_mesh(call, &model.mesh).unwrap_or(&model.mesh.mesh).clone();
    let mut forces = Vec::new();
    for keyword in ["GROUP_NO_1", "GROUP_NO_2", "GROUP_NO"].into_iter().filter(|k| law.has(k)) {
        let nodes = node_groups(law, keyword, &mesh)?;
        let free = |name: &&str| {
            let component = Component::from_name(name);
            let rank = |node: &usize| component.and_then(|c| unknowns.rank(*node, c));
            nodes.iter().filter_map(rank).any(|rank| !imposed[rank])
        };
        let active: Vec<&str> = wanted.iter().copied().filter(|name| free(name)).collect();
        let groups: Vec<std::sync::Arc<str>> = law.texts(keyword);
        let groups: Vec<&str> = groups.iter().map(|g| &**g).collect();
        if !active.is_empty() {
            forces.push(inner.arguments().texts("GROUP_NO", &groups).texts("AVEC_CMP", &active));
        }
    }
    Ok(forces)
}

/// Modes and static shapes in one basis, orthogonal for the stiffness; the modes alone when there is no shape.
fn joined(
    inner: &mut InnerCommands<'_, '_>,
    assembly: &Assembly,
    modes: Handle,
    shapes: &[Handle],
) -> Result<Handle, CallError> {
    let mut basis = modes;
    for (rank, shape) in shapes.iter().enumerate() {
        let first = inner.arguments().concept(if rank == 0 { "MODE_MECA" } else { "BASE_MODALE" }, &basis);
        let second = inner.arguments().concept("MODE_INTF", shape);
        let mut arguments = inner.arguments().factor("RITZ", vec![first, second]);
        arguments = arguments.concept("NUME_REF", &assembly.numbering);
        if rank + 1 == shapes.len() {
            arguments = arguments.text("ORTHO", "OUI").concept("MATRICE", &assembly.stiffness);
        }
        basis = inner.make("DEFI_BASE_MODALE", arguments)?;
    }
    Ok(basis)
}

/// Modes of the structure projected on the basis, as a basis.
fn recombined(
    inner: &mut InnerCommands<'_, '_>,
    assembly: &Assembly,
    basis: &Handle,
    low: f64,
) -> Result<Handle, CallError> {
    let matrix = |name: &str, of: &Handle| inner.arguments().new_concept("MATRICE", name).concept("MATR_ASSE", of);
    let matrices = vec![matrix("K", &assembly.stiffness), matrix("M", &assembly.mass)];
    let arguments = inner.arguments().concept("BASE", basis).text("STOCKAGE", "PLEIN");
    let made = inner.run("PROJ_BASE", arguments.factor("MATR_ASSE_GENE", matrices))?;
    let missing = || inner.call.error("", "R001", "PROJ_BASE made no matrix");
    let (stiffness, mass) = (made.created("K").ok_or_else(missing)?, made.created("M").ok_or_else(missing)?);
    let pencil = inner.arguments().concept("MATR_RIGI", &stiffness).concept("MATR_MASS", &mass);
    let arguments = match inner.call.real_if_given("FREQ_COUP_STAT") {
        Some(high) => {
            let wanted = inner.arguments().reals("FREQ", &[low, high]);
            pencil.text("OPTION", "BANDE").factor("CALC_FREQ", vec![wanted])
        }
        None => pencil.text("OPTION", "TOUT"),
    };
    let modes = inner.make("CALC_MODES", arguments)?;
    let restitution = inner.arguments().concept("RESU_GENE", &modes).text("TOUT_CHAM", "OUI");
    inner.make("REST_GENE_PHYS", restitution)
}

fn project(
    inner: &mut InnerCommands<'_, '_>,
    assembly: &Assembly,
    moving: &Moving,
    shapes: Handle,
    storage: &str,
) -> Result<Base, CallError> {
    let call = inner.call;
    let matrix = |name: &str, of: &Handle| inner.arguments().new_concept("MATRICE", name).concept("MATR_ASSE", of);
    let mut matrices = vec![matrix("K", &assembly.stiffness), matrix("M", &assembly.mass)];
    matrices.extend(assembly.damping.as_ref().map(|damping| matrix("C", damping)));
    let vector = |name: &str, of: &Handle, kind: &str| {
        inner.arguments().new_concept("VECTEUR", name).concept("VECT_ASSE", of).text("TYPE_VECT", kind)
    };
    let mut vectors = Vec::new();
    vectors.extend(assembly.constraints.as_ref().map(|of| vector("HOLD", of, "FORC")));
    for rank in 0..assembly.loads.len() {
        if let Some(of) = assembly.loads[rank].as_ref().or(moving.vectors[rank].as_ref()) {
            vectors.push(vector(&format!("F{rank}"), of, "FORC"));
        }
    }
    let state = call.one("ETAT_INIT");
    for name in ["DEPL", "VITE"] {
        if let Some(field) = state.and_then(|s| s.handle(name)) {
            vectors.push(vector(name, field, name));
        }
    }
    let arguments = inner.arguments().concept("BASE", &shapes).text("STOCKAGE", storage);
    let arguments = arguments.factor("MATR_ASSE_GENE", matrices).factor("VECT_ASSE_GENE", vectors);
    let made = inner.run("PROJ_BASE", arguments.new_concept("NUME_DDL_GENE", "NUM"))?;
    let missing = || call.error("", "R001", "PROJ_BASE made no matrix");
    let mut stiffness = made.created("K").ok_or_else(missing)?;
    // A stiffness with structural damping is complex: PROJ_BASE projects real matrices.
    if let Some(hysteretic) = &assembly.hysteretic {
        let numbering = made.created("NUM").ok_or_else(missing)?;
        let arguments = inner.arguments().concept("BASE", &shapes).concept("NUME_DDL_GENE", &numbering);
        stiffness = inner.make("PROJ_MATR_BASE", arguments.concept("MATR_ASSE", hysteretic))?;
    }
    // The basis must have a value: it is also the result BASE_RESU.
    value(call, &shapes)?;
    Ok(Base {
        stiffness,
        mass: made.created("M").ok_or_else(missing)?,
        damping: made.created("C"),
        vectors: (0..assembly.loads.len()).map(|rank| made.created(&format!("F{rank}"))).collect(),
        held: made.created("HOLD"),
        displacement: made.created("DEPL"),
        velocity: made.created("VITE"),
        shapes,
    })
}
