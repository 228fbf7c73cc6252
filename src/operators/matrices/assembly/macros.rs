//! ASSEMBLAGE and the former command MACRO_MATR_ASSE: numbering, matrices and vectors in one command.

use std::sync::Arc;

use super::elementary::{Request, element_matrices, kept_slips};
use super::load_vector::{element_loads, vector_field};
use super::material::materials_at;
use super::numbering::{constrained_by, number};
use super::rotation::matrices;
use super::steps::{forces, note_lumped_mass};
use super::steps::{loads, materials, numbering, properties};
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Concept, MatrixValue, MeshValue, NumberingValue};
use crate::kernel::assembly::{assemble_matrix, hidden_terms};
use crate::operators::call::entities;
use crate::operators::matrices::assembly::load_request::LoadRequest;
use crate::operators::{Check, Context, Operator, Outcome};

pub const ASSEMBLAGE: Operator = Operator { name: "ASSEMBLAGE", run: assemble, check: Check::Small };
pub const MACRO_MATR_ASSE: Operator = Operator { name: "MACRO_MATR_ASSE", run: assemble, check: Check::Rehearsed };

fn assemble(call: &Call, context: &mut Context<'_>) -> Outcome {
    let model = entities::model(call, "MODELE")?;
    let mesh = context.latest_mesh(call, &model.mesh).clone();
    let instant_s = call.real("INST")?;
    let (properties, materials) = (properties(call), materials_at(materials(call), &mesh, instant_s, call)?);
    let charges = loads(call, "CHARGE");
    let unconstrained = match call.created("NUME_DDL").as_slice() {
        [] => numbering(call, "NUME_DDL")?,
        [new, ..] => {
            let value = Arc::new(number(model, &charges));
            new.handle.set(Concept::Numbering(value.clone()));
            value
        }
    };
    let numbering = constrained_by(&unconstrained, &loads(call, "CHAR_CINE"));
    let basis = Request {
        option: "",
        mesh: &mesh,
        model,
        properties: properties.as_deref(),
        materials: materials.as_deref(),
        cells: None,
        stiffness: None,
        mass: None,
        forces: None,
    };
    // Damping is made of the mass matrix of the same command, lumped or not.
    let asked = |option: &str| call.factor("MATR_ASSE").iter().any(|m| m.is("OPTION", option));
    let lumped = match asked("AMOR_MECA") && asked("MASS_MECA_DIAG") && !asked("MASS_MECA") {
        true => Some(element_matrices(&Request { option: "MASS_MECA_DIAG", ..basis }, call)?),
        false => None,
    };
    for occurrence in call.factor("MATR_ASSE") {
        let option = occurrence.text("OPTION")?;
        note_lumped_mass(&option, model, &mesh, context);
        let cells = match occurrence.get("GROUP_MA").is_some() {
            true => Some(entities::cell_groups(occurrence, "GROUP_MA", &mesh)?),
            false => None,
        };
        let request = Request {
            option: &option,
            cells: cells.as_deref(),
            mass: lumped.as_deref(),
            forces: forces(occurrence),
            ..basis
        };
        let terms = matrices(&request, &charges, occurrence)?;
        for name in kept_slips(&request, &terms) {
            context.slip(name, occurrence.span);
        }
        let value = MatrixValue {
            matrix: assemble_matrix(&numbering.numbering, &terms),
            option: option.to_string(),
            numbering: numbering.clone(),
            properties: properties.clone(),
            materials: materials.clone(),
            keeps_free_motions_still: false,
            hidden: hidden_terms(&numbering.numbering, &terms),
        };
        create(occurrence, "MATRICE", Concept::Matrix(Arc::new(value)))?;
    }
    let shared = LoadRequest {
        mesh: &mesh,
        model,
        properties: properties.as_deref(),
        materials: materials.as_deref(),
        loads: &charges,
        instant_s,
    };
    let place = MeshValue { identity: model.mesh.identity, mesh: mesh.clone() };
    for occurrence in call.factor("VECT_ASSE") {
        vector(occurrence, &shared, &numbering, &place)?;
    }
    Ok(())
}

fn vector(
    occurrence: &Keywords,
    shared: &LoadRequest<'_>,
    numbering: &NumberingValue,
    mesh: &MeshValue,
) -> Result<(), CallError> {
    let own = loads(occurrence, "CHARGE");
    let loads = if own.is_empty() { shared.loads } else { &own };
    let terms = element_loads(&LoadRequest { loads, ..*shared }, occurrence)?;
    let field = vector_field(numbering, mesh, &terms, loads, shared.instant_s, occurrence)?;
    create(occurrence, "VECTEUR", Concept::NodalField(Arc::new(field)))
}

fn create(keywords: &Keywords, name: &str, value: Concept) -> Result<(), CallError> {
    match keywords.created(name).as_slice() {
        [new, ..] => {
            new.handle.set(value);
            Ok(())
        }
        [] => {
            let mut error = keywords.error(name, "R143", format!("{name} must be a new concept"));
            error.help = Some(format!("write {name}=CO('name')."));
            Err(error)
        }
    }
}
