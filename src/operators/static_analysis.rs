//! MECA_STATIQUE: displacements under steady loads.
//!
//! ```python
//! U = MECA_STATIQUE(MODELE=MODEL, CARA_ELEM=CARA, CHAM_MATER=MATER, EXCIT=(_F(CHARGE=CLAMP), _F(CHARGE=PUSH)))
//! ```
//!
//! One order for each instant: `K u = Σ f_k(t) F_k` under `A u = Σ f_k(t) d_k`, with `f_k` the multiplying
//! functions. Drives the assembly of this folder and `kernel::modal::StaticSolver`. Stresses come from CALC_CHAMP.

use std::sync::Arc;

use indexmap::IndexMap;

use super::assembly::{
    LoadRequest, Request, element_loads, element_matrices, materials, number, properties, vector_field,
};
use super::statics::static_error;
use super::{Context, Operator, Outcome, entities, set_result};
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Concept, FieldSeries, Load, LoadValue, MeshValue, NodalField};
use crate::kernel::assembly::assemble_matrix;
use crate::kernel::modal::{StaticFault, StaticSolver};

pub const MECA_STATIQUE: Operator = Operator { name: "MECA_STATIQUE", run: static_analysis };

/// One load and the function that multiplies it.
struct Excitation<'k> {
    keywords: &'k Keywords,
    load: Arc<Load>,
    factor: LoadValue,
}

fn static_analysis(call: &Call, ctx: &mut Context<'_>) -> Outcome {
    let model = entities::model(call, "MODELE")?;
    let mesh = MeshValue { identity: model.mesh.identity, mesh: ctx.latest_mesh(call, &model.mesh).clone() };
    let (properties, materials) = (properties(call), materials(call));
    let excitations = excitations(call)?;
    let loads: Vec<Arc<Load>> = excitations.iter().map(|e| e.load.clone()).collect();
    let numbering = number(model, &loads);
    let request = Request {
        option: "RIGI_MECA",
        mesh: &mesh.mesh,
        model,
        properties: properties.as_deref(),
        materials: materials.as_deref(),
        cells: None,
        stiffness: None,
        mass: None,
    };
    let matrix = assemble_matrix(&numbering.numbering, &element_matrices(&request, call)?);
    let Some(stiffness) = matrix.real().filter(|_| matrix.symmetric) else {
        return Err(call.error("CARA_ELEM", "R147", "static analysis is not built for non-symmetric stiffnesses"));
    };
    let unknowns = &numbering.numbering;
    let refuse = |fault: StaticFault| static_error(call, "EXCIT", &numbering.numbering, &fault);
    let solver = StaticSolver::new(stiffness, &unknowns.constraints).map_err(refuse)?;

    let mut series = match call.concept("RESULTAT") {
        Some(Concept::Fields(existing)) => FieldSeries::clone(existing),
        _ => FieldSeries { access: "INST".to_string(), parameters: IndexMap::new(), ..FieldSeries::default() },
    };
    series.model = Some(model.clone());
    series.properties = properties.clone();
    series.materials = materials.clone();
    for instant_s in instants(call) {
        let mut force = vec![0.0; unknowns.len()];
        let mut imposed = vec![0.0; unknowns.constraints.len()];
        for excitation in &excitations {
            let keywords = excitation.keywords;
            let request = LoadRequest {
                mesh: &mesh.mesh,
                model,
                properties: properties.as_deref(),
                materials: materials.as_deref(),
                loads: std::slice::from_ref(&excitation.load),
                instant_s,
            };
            let terms = element_loads(&request, keywords)?;
            let vector = vector_field(&numbering, &mesh, &terms, request.loads, instant_s, keywords)?;
            let factor = excitation.factor.at(instant_s, [0.0; 3]).map_err(|fault| {
                keywords.error("FONC_MULT", "R142", format!("the function has no value at {instant_s} s: {fault}"))
            })?;
            force.iter_mut().zip(&vector.values).for_each(|(f, v)| *f += factor * v);
            imposed.iter_mut().zip(&vector.imposed).for_each(|(d, v)| *d += factor * v);
        }
        let values = solver.solve(&force, &imposed).map_err(refuse)?;
        let field = NodalField {
            mesh: mesh.clone(),
            numbering: unknowns.clone(),
            values,
            imaginary: Vec::new(),
            present: None,
            imposed: Vec::new(),
            model: Some(model.clone()),
        };
        append(&mut series, instant_s, field);
    }
    set_result(call, Concept::Fields(Arc::new(series)))
}

fn excitations(call: &Call) -> Result<Vec<Excitation<'_>>, CallError> {
    let one = |keywords| {
        let keywords: &Keywords = keywords;
        let Some(Concept::Load(load)) = keywords.concept("CHARGE") else {
            return Err(entities::missing(keywords, "CHARGE", "a load"));
        };
        let factor = match keywords.concept("FONC_MULT") {
            None => LoadValue::Number(1.0),
            Some(Concept::Function(function)) => LoadValue::Function(function.clone()),
            Some(Concept::Formula(formula)) => LoadValue::Formula(formula.clone()),
            Some(_) => return Err(entities::missing(keywords, "FONC_MULT", "a function of INST")),
        };
        Ok(Excitation { keywords, load: load.clone(), factor })
    };
    call.factor("EXCIT").iter().map(one).collect()
}

/// INST, or LIST_INST between INST_INIT and INST_FIN.
fn instants(call: &Call) -> Vec<f64> {
    let Some(Concept::RealList(list)) = call.concept("LIST_INST") else {
        return vec![call.real("INST").unwrap_or(0.0)];
    };
    let first = call.real("INST_INIT").unwrap_or(f64::NEG_INFINITY);
    let last = call.real("INST_FIN").unwrap_or(f64::INFINITY);
    list.iter().copied().filter(|t| (first..=last).contains(t)).collect()
}

/// A new order with its instant and its DEPL; one of the same instant is replaced.
fn append(series: &mut FieldSeries, instant_s: f64, field: NodalField) {
    let count = series.orders.len();
    let instants = series.parameters.entry("INST".to_string()).or_insert_with(|| vec![f64::NAN; count]);
    let place = instants.iter().position(|t| *t == instant_s);
    if place.is_none() {
        instants.push(instant_s);
        series.orders.push(series.orders.last().map_or(1, |o| o + 1));
    }
    let place = place.unwrap_or(count);
    let fields = series.nodal.entry("DEPL".to_string()).or_default();
    fields.resize(series.orders.len(), None);
    fields[place] = Some(Arc::new(field));
}
