//! The assembly one step at a time: CALC_MATR_ELEM, CALC_VECT_ELEM, NUME_DDL, ASSE_MATRICE, ASSE_VECTEUR.

use std::sync::Arc;

use super::elementary::{Request, kept_slips};
use super::expansion::expansion;
use super::load_vector::{element_loads, vector_field};
use super::material::materials_at;
use super::numbering::{constrained_by, number};
use super::rotation::matrices;
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{
    Concept, ElementField, ElementProperties, ElementTerms, Load, MaterialField, MatrixValue, Model, Modelisation,
    NumberingValue,
};
use crate::kernel::assembly::{ElementTerm, assemble_matrix, hidden_terms};
use crate::kernel::mesh::Mesh;
use crate::operators::call::entities;
use crate::operators::matrices::assembly::load_request::LoadRequest;
use crate::operators::{Check, Context, Operator, Outcome, set_result};

pub const CALC_MATR_ELEM: Operator = Operator { name: "CALC_MATR_ELEM", run: compute_matrices, check: Check::Small };
pub const CALC_VECT_ELEM: Operator = Operator { name: "CALC_VECT_ELEM", run: compute_vectors, check: Check::Small };
pub const NUME_DDL: Operator = Operator { name: "NUME_DDL", run: number_unknowns, check: Check::Small };
pub const ASSE_MATRICE: Operator = Operator { name: "ASSE_MATRICE", run: assemble_matrices, check: Check::Small };
/// In 2020 the lumped mass of beams longer than 105/48 units of length had a smaller inertia of rotation.
pub(super) fn note_lumped_mass(option: &str, model: &Model, mesh: &Mesh, context: &mut Context<'_>) {
    let is_long = |cell: usize| {
        matches!(model.modelisations[cell], Some(Modelisation::EulerBeam | Modelisation::TimoshenkoBeam))
            && mesh.length(cell) > 105.0 / 48.0
    };
    if option == "MASS_MECA_DIAG" && (0..mesh.cells.len()).any(is_long) {
        context.former_rule("MASS_MECA_DIAG of beams longer than 2.1875", "bounded the inertia of rotation by m l/48");
    }
}

pub const ASSE_VECTEUR: Operator = Operator { name: "ASSE_VECTEUR", run: assemble_vectors, check: Check::Small };

fn compute_matrices(call: &Call, context: &mut Context<'_>) -> Outcome {
    let model = entities::model(call, "MODELE")?;
    let mesh = context.latest_mesh(call, &model.mesh);
    let option = call.text("OPTION")?;
    let given = |name: &str| element_terms(call, name).map(|all| all.into_iter().next());
    let (stiffness, mass) = (given("RIGI_MECA")?, given("MASS_MECA")?);
    // A damping may be asked for with its stiffness only.
    let properties = properties(call).or_else(|| stiffness.as_ref()?.properties.clone());
    let materials = materials(call).or_else(|| stiffness.as_ref()?.materials.clone());
    let instant_s = call.real("INST")?;
    let materials = materials_at(materials, mesh, instant_s, call)?;
    let cells = match call.has("GROUP_MA") || call.has("MAILLE") {
        true => Some(entities::selected_cells(call, mesh)?),
        false => None,
    };
    let request = Request {
        option: &option,
        mesh,
        model,
        properties: properties.as_deref(),
        materials: materials.as_deref(),
        cells: cells.as_deref(),
        stiffness: stiffness.as_ref().map(|k| k.terms.as_slice()),
        mass: mass.as_ref().map(|m| m.terms.as_slice()),
        forces: forces(call),
    };
    note_lumped_mass(&option, model, mesh, context);
    let constraints_only = call.is("CALC_ELEM_MODELE", "NON");
    let loads = loads(call, "CHARGE");
    let terms = if constraints_only { Vec::new() } else { matrices(&request, &loads, call)? };
    for name in kept_slips(&request, &terms) {
        context.slip(name, Some(call.span));
    }
    let value = ElementTerms {
        option: option.to_string(),
        model: Some(model.clone()),
        properties,
        materials,
        loads,
        instant_s,
        terms,
    };
    set_result(call, Concept::ElementTerms(Arc::new(value)))
}

/// SIEF_ELGA, for a geometric stiffness.
pub fn forces(keywords: &Keywords) -> Option<&ElementField> {
    match keywords.concept("SIEF_ELGA") {
        Some(Concept::CellField(field)) => Some(&field.values),
        _ => None,
    }
}

fn compute_vectors(call: &Call, context: &mut Context<'_>) -> Outcome {
    let option = call.text("OPTION")?;
    let mut loads = loads(call, "CHARGE");
    if &*option == "FORC_VARC" {
        let model = entities::model(call, "MODELE")?;
        let none = || Arc::new(Load { model: Some(model.clone()), ..Load::default() });
        loads = vec![expansion(materials(call).as_deref(), model).unwrap_or_else(none)];
    }
    let Some(model) = loads.first().and_then(|l| l.model.clone()) else {
        let message = format!("CALC_VECT_ELEM with OPTION='{option}' and without CHARGE is not implemented");
        return Err(call.error("OPTION", "R140", message));
    };
    let mesh = context.latest_mesh(call, &model.mesh);
    let instant_s = call.real("INST")?;
    let (properties, materials) = (properties(call), materials_at(materials(call), mesh, instant_s, call)?);
    let request = LoadRequest {
        mesh,
        model: &model,
        properties: properties.as_deref(),
        materials: materials.as_deref(),
        loads: &loads,
        instant_s,
    };
    let terms = element_loads(&request, call)?;
    let value =
        ElementTerms { option: option.to_string(), model: Some(model), properties, materials, loads, instant_s, terms };
    set_result(call, Concept::ElementTerms(Arc::new(value)))
}

fn number_unknowns(call: &Call, _ctx: &mut Context<'_>) -> Outcome {
    let value = if call.get("MODELE").is_some() {
        number(entities::model(call, "MODELE")?, &loads(call, "CHARGE"))
    } else {
        let matrices = element_terms(call, "MATR_RIGI")?;
        let mut all: Vec<Arc<Load>> = Vec::new();
        for load in matrices.iter().flat_map(|m| &m.loads) {
            if !all.iter().any(|known| Arc::ptr_eq(known, load)) {
                all.push(load.clone());
            }
        }
        let model = matrices.iter().find_map(|m| m.model.clone());
        number(&model.ok_or_else(|| entities::missing(call, "MATR_RIGI", "element matrices"))?, &all)
    };
    set_result(call, Concept::Numbering(Arc::new(value)))
}

fn assemble_matrices(call: &Call, _ctx: &mut Context<'_>) -> Outcome {
    let matrices = element_terms(call, "MATR_ELEM")?;
    let numbering = constrained_by(&numbering(call, "NUME_DDL")?, &loads(call, "CHAR_CINE"));
    let terms: Vec<&ElementTerm> = matrices.iter().flat_map(|m| &m.terms).collect();
    let hidden = hidden_terms(&numbering.numbering, terms.iter().copied());
    let Some(first) = matrices.first() else { return Err(entities::missing(call, "MATR_ELEM", "element matrices")) };
    let mut matrix = assemble_matrix(&numbering.numbering, terms);
    if call.is("SYME", "OUI") && !matrix.symmetric {
        matrix = matrix.symmetric_part();
    }
    let value = MatrixValue {
        matrix,
        option: first.option.clone(),
        numbering,
        properties: first.properties.clone(),
        materials: first.materials.clone(),
        keeps_free_motions_still: false,
        hidden,
    };
    set_result(call, Concept::Matrix(Arc::new(value)))
}

fn assemble_vectors(call: &Call, _ctx: &mut Context<'_>) -> Outcome {
    let vectors = element_terms(call, "VECT_ELEM")?;
    let numbering = numbering(call, "NUME_DDL")?;
    let Some(mesh) = numbering.model.as_ref().map(|m| m.mesh.clone()) else {
        return Err(entities::missing(call, "NUME_DDL", "the numbering of a model"));
    };
    let terms: Vec<ElementTerm> = vectors.iter().flat_map(|v| v.terms.iter().cloned()).collect();
    let loads: Vec<Arc<Load>> = vectors.iter().flat_map(|v| v.loads.iter().cloned()).collect();
    let instant_s = vectors.first().map_or(0.0, |v| v.instant_s);
    let field = vector_field(&numbering, &mesh, &terms, &loads, instant_s, call)?;
    set_result(call, Concept::NodalField(Arc::new(field)))
}

pub fn properties(keywords: &Keywords) -> Option<Arc<ElementProperties>> {
    match keywords.concept("CARA_ELEM") {
        Some(Concept::ElementProperties(properties)) => Some(properties.clone()),
        _ => None,
    }
}

pub fn materials(keywords: &Keywords) -> Option<Arc<MaterialField>> {
    match keywords.concept("CHAM_MATER") {
        Some(Concept::MaterialField(materials)) => Some(materials.clone()),
        _ => None,
    }
}

pub fn loads(keywords: &Keywords, name: &str) -> Vec<Arc<Load>> {
    let load = |concept: &Concept| match concept {
        Concept::Load(load) => Some(load.clone()),
        _ => None,
    };
    keywords.concepts(name).into_iter().filter_map(load).collect()
}

pub fn numbering(keywords: &Keywords, name: &str) -> Result<Arc<NumberingValue>, CallError> {
    match keywords.concept(name) {
        Some(Concept::Numbering(numbering)) => Ok(numbering.clone()),
        _ => Err(entities::missing(keywords, name, "a numbering")),
    }
}

fn element_terms(keywords: &Keywords, name: &str) -> Result<Vec<Arc<ElementTerms>>, CallError> {
    let terms = |concept: &Concept| match concept {
        Concept::ElementTerms(terms) => Ok(terms.clone()),
        _ => Err(entities::missing(keywords, name, "element matrices or vectors")),
    };
    keywords.concepts(name).into_iter().map(terms).collect()
}
