//! CREA_RESU: a result made of fields (AFFE).
//!
//! ```text
//! BASE = CREA_RESU(OPERATION='AFFE', TYPE_RESU='MULT_ELAS', AFFE=_F(NOM_CHAM='DEPL', CHAM_GD=SHAPE, NOM_CAS='ONE'))
//! ```
//!
//! Fields of one instant, frequency, case or mode number make one state, orders count from 1. Modes have the
//! generalised parameters of MATR_RIGI and MATR_MASS when these are given; a mode with AXE is the static response
//! to a unit acceleration.

use std::sync::Arc;

use indexmap::IndexMap;

use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{
    AppliedLoad, CellField, Concept, ElementField, FieldSeries, MatrixValue, MeshValue, Mode, ModeSet, ModeSupport,
    Model, NodalField, Shape,
};
use crate::kernel::assembly::{Component, Dof, Numbering};
use crate::kernel::modal::{Participation, translations};
use crate::operators::call::entities;
use crate::operators::matrices::assembly::{materials, properties};
use crate::operators::matrices::on_numbering;
use crate::operators::results::crea_champ::from_values;
use crate::operators::results::element_fields::applied_loads;
use crate::operators::{Context, Outcome, set_result};

pub(super) fn run(call: &Call, _context: &mut Context<'_>) -> Outcome {
    let kind = call.text_if_given("TYPE_RESU").unwrap_or_default();
    let result = match &*call.text("OPERATION")? {
        "AFFE" if kind.starts_with("MODE_MECA") => Concept::Modes(Arc::new(modes(call)?)),
        "AFFE" => Concept::Fields(Arc::new(series(call, &kind)?)),
        other => {
            let error = call.error("OPERATION", "R710", format!("CREA_RESU: OPERATION='{other}' is not implemented"));
            return Err(Box::new(error.help("AFFE is built")));
        }
    };
    set_result(call, result)
}

/// A field to store.
#[derive(Clone)]
enum Field {
    Nodal(Arc<NodalField>),
    Cells(Arc<ElementField>),
    /// Functions of place and time at nodes (NOEU_DEPL_F, NOEU_TEMP_F).
    Functions(Arc<CellField>),
}

/// The field of an occurrence, its nodal values laid on `numbering` when there is one.
fn field(keywords: &Keywords, numbering: Option<&Arc<Numbering>>) -> Result<(Field, Option<Arc<Model>>), CallError> {
    match keywords.concept("CHAM_GD") {
        Some(Concept::NodalField(field)) => {
            let laid = numbering.map(|numbering| {
                let (values, imaginary) = on_numbering(field, numbering);
                let imaginary = imaginary.unwrap_or_default();
                NodalField {
                    values,
                    imaginary,
                    numbering: numbering.clone(),
                    present: None,
                    ..NodalField::clone(field)
                }
            });
            Ok((Field::Nodal(laid.map_or_else(|| field.clone(), Arc::new)), field.model.clone()))
        }
        Some(Concept::CellField(field)) if field.values.at_nodes && !field.functions.is_empty() => {
            Ok((Field::Functions(field.clone()), field.model.clone()))
        }
        Some(Concept::CellField(field)) => Ok((Field::Cells(field.values.clone()), field.model.clone())),
        _ => Err(entities::missing(keywords, "CHAM_GD", "a field on nodes or elements")),
    }
}

/// Each function at the coordinates of its node and at an instant: a field of displacements, or of components of any name.
fn at_instant(keywords: &Keywords, field: &CellField, instant: f64) -> Result<Field, CallError> {
    let mut nodes = field.values.cells.clone();
    for (node, ranks) in nodes.iter_mut().enumerate() {
        let place = field.mesh.mesh.nodes[node].position;
        for (name, rank) in field.values.components.iter().zip(ranks).filter(|(_, rank)| **rank >= 0.0) {
            let Some(function) = field.functions.get(*rank as usize) else { continue };
            *rank = function.at(instant, place).map_err(|fault| {
                let message = format!("{name} at node N{} has no value: {fault}", node + 1);
                keywords.error("CHAM_GD", "R142", message)
            })?;
        }
    }
    let components: Option<Vec<Component>> =
        field.values.components.iter().map(|name| Component::from_name(name)).collect();
    let Some(components) = components else {
        return Ok(Field::Cells(Arc::new(ElementField { cells: nodes, ..ElementField::clone(&field.values) })));
    };
    let unknowns = |(node, values): (usize, &Vec<f64>)| {
        let values = components.iter().zip(values).filter(|(_, value)| !value.is_nan());
        values.map(|(component, value)| (Dof { node, component: *component }, *value, 0.0)).collect::<Vec<_>>()
    };
    let values = nodes.iter().enumerate().flat_map(unknowns).collect();
    Ok(Field::Nodal(Arc::new(from_values(field.mesh.clone(), values, false))))
}

fn matrix<'c>(call: &'c Call, names: [&str; 2]) -> Option<&'c Arc<MatrixValue>> {
    names.into_iter().find_map(|name| match call.concept(name) {
        Some(Concept::Matrix(matrix)) => Some(matrix),
        _ => None,
    })
}

/// The mesh of the field of an occurrence.
fn mesh_of(keywords: &Keywords) -> Option<MeshValue> {
    match keywords.concept("CHAM_GD")? {
        Concept::NodalField(field) => Some(field.mesh.clone()),
        Concept::CellField(field) => Some(field.mesh.clone()),
        _ => None,
    }
}

fn given_model(keywords: &Keywords) -> Option<Arc<Model>> {
    match keywords.concept("MODELE") {
        Some(Concept::Model(model)) => Some(model.clone()),
        _ => None,
    }
}

fn series(call: &Call, kind: &str) -> Result<FieldSeries, CallError> {
    let access = match kind {
        "MULT_ELAS" => "NOM_CAS",
        "DYNA_HARMO" => "FREQ",
        "FOURIER_ELAS" | "FOURIER_THER" => "NUME_MODE",
        _ => "INST",
    };
    let loads = applied_loads(call)?;
    let mut series = match call.concept("RESULTAT") {
        Some(Concept::Fields(earlier)) => FieldSeries::clone(earlier),
        _ => FieldSeries { access: access.to_string(), ..FieldSeries::default() },
    };
    if kind == "EVOL_NOLI" {
        series.nonlinear.get_or_insert_default();
    }
    let stored = series.orders.len();
    let mut cases = Vec::new();
    let stiffness = matrix(call, ["MATR_RIGI", "MATR_A"]);
    let mass = matrix(call, ["MATR_MASS", "MATR_B"]);
    series.lumped_mass |= mass.is_some_and(|m| m.option == "MASS_MECA_DIAG");
    for keywords in call.factor("AFFE") {
        let (field, own_model) = field(keywords, stiffness.map(|k| &k.matrix.numbering))?;
        let model = given_model(keywords).or(own_model).or(stiffness.and_then(|k| k.numbering.model.clone()));
        series.mesh = series.mesh.or(mesh_of(keywords));
        series.model = series.model.or(model);
        series.properties = properties(keywords).or(series.properties).or(stiffness.and_then(|k| k.properties.clone()));
        series.materials = materials(keywords).or(series.materials).or(stiffness.and_then(|k| k.materials.clone()));
        let name = keywords.text_if_given("NOM_CHAM").unwrap_or_else(|| "DEPL".into());
        for rank in places(keywords, access, &mut series)? {
            if let Some(Concept::Load(load)) = keywords.concept("CHARGE") {
                cases.push(AppliedLoad::at(load.clone(), series.orders[rank]));
            }
            let at = match &field {
                Field::Functions(functions) => {
                    let instant = series.parameters.get(access).map_or(0.0, |values| values[rank]);
                    at_instant(keywords, functions, instant)?
                }
                _ => field.clone(),
            };
            match at {
                Field::Nodal(field) => series.store(&name, rank, field),
                Field::Cells(field) => series.store(&name, rank, field),
                Field::Functions(_) => {}
            }
        }
    }
    // The loads of EXCIT act on the states made now.
    series.add_loads(stored, loads);
    series.loads.extend(cases);
    series.complete();
    Ok(series)
}

/// Ranks of the states an occurrence fills; new ones are added to the result.
fn places(keywords: &Keywords, access: &str, series: &mut FieldSeries) -> Result<Vec<usize>, CallError> {
    let add = |series: &mut FieldSeries| {
        series.orders.push(series.orders.last().map_or(1, |last| last + 1));
        series.orders.len() - 1
    };
    if access == "NOM_CAS" {
        let case = keywords.text_if_given("NOM_CAS").map_or(String::new(), |t| t.to_string());
        let known = series.labels.get("NOM_CAS").and_then(|v| v.iter().position(|c| *c == case && !case.is_empty()));
        let rank = known.unwrap_or_else(|| add(series));
        let labels = series.labels.entry("NOM_CAS".to_string()).or_default();
        labels.resize(series.orders.len(), String::new());
        labels[rank] = case;
        return Ok(vec![rank]);
    }
    let list = format!("LIST_{access}");
    let mut values = match keywords.concept(&list) {
        Some(Concept::RealList(list)) => list.to_vec(),
        _ => keywords.reals(access),
    };
    let number = |name: &str| keywords.integer_if_given(name).and_then(|n| usize::try_from(n).ok());
    let (first, last) = (number("NUME_INIT").unwrap_or(1).max(1), number("NUME_FIN").unwrap_or(values.len()));
    if first > 1 || last < values.len() {
        values = values.iter().copied().skip(first.saturating_sub(1)).take((last + 1).saturating_sub(first)).collect();
    }
    if values.is_empty() {
        return Err(keywords.error(access, "R711", format!("{access} says at which states to store the field")));
    }
    let precision = keywords.real_if_given("PRECISION").unwrap_or(0.0).max(1e-12);
    let relative = !keywords.is("CRITERE", "ABSOLU");
    let mut ranks = Vec::with_capacity(values.len());
    for value in values {
        let near = |x: &f64| (x - value).abs() <= precision * if relative { value.abs() } else { 1.0 };
        let known = series.parameters.get(access).and_then(|v| v.iter().position(near));
        let rank = known.unwrap_or_else(|| add(series));
        let column = series.parameters.entry(access.to_string()).or_default();
        column.resize(series.orders.len(), f64::NAN);
        column[rank] = if known.is_some() { column[rank] } else { value };
        ranks.push(rank);
    }
    Ok(ranks)
}

fn modes(call: &Call) -> Result<ModeSet, CallError> {
    let stiffness = matrix(call, ["MATR_RIGI", "MATR_A"]);
    let mass = matrix(call, ["MATR_MASS", "MATR_B"]);
    let mut numbering = stiffness.or(mass).map(|m| m.matrix.numbering.clone());
    let (mut modes, mut orders, mut model, mut mesh) = (Vec::<Mode>::new(), Vec::new(), None, None);
    if let Some(Concept::Modes(earlier)) = call.concept("RESULTAT") {
        (modes, orders) = (earlier.to_vec(), earlier.orders.clone());
        (model, mesh) = (earlier.model.clone(), earlier.mesh.clone());
        numbering = earlier.numbering().cloned().or(numbering);
    }
    for keywords in call.factor("AFFE") {
        let (field, own_model) = field(keywords, numbering.as_ref())?;
        model = model.or(given_model(keywords)).or(own_model);
        let number = keywords.integer_if_given("NUME_MODE").unwrap_or(modes.len() as i64 + 1);
        let name = keywords.text_if_given("NOM_CHAM").unwrap_or_else(|| "DEPL".into());
        match field {
            Field::Nodal(field) if &*name == "DEPL" => {
                mesh = mesh.or(Some(field.mesh.clone()));
                numbering = numbering.or(Some(field.numbering.clone()));
                modes.push(mode(keywords, Arc::unwrap_or_clone(field), number));
                orders.push(orders.last().map_or(1, |last: &i64| last + 1));
            }
            other => {
                let field = match other {
                    Field::Nodal(field) => Arc::new(ElementField::of_nodes(&field)),
                    Field::Cells(field) => field,
                    Field::Functions(_) => {
                        let error = keywords.error("CHAM_GD", "R710", "modes are not made of functions");
                        return Err(Box::new(error.help("take their values first: OPERATION='EVAL' of CREA_CHAMP")));
                    }
                };
                let Some(mode) = modes.iter_mut().find(|m| m.number == number) else {
                    let message = format!("mode {number} has no DEPL yet: {name} cannot be added to it");
                    return Err(keywords.error("NOM_CHAM", "R711", message));
                };
                mode.fields.insert(name.to_string(), field);
            }
        }
    }
    let Some(numbering) = numbering else { return Err(entities::missing(call, "AFFE", "a list of fields DEPL")) };
    if let (Some(k), Some(m)) = (stiffness.and_then(|k| k.matrix.real()), mass.and_then(|m| m.matrix.real())) {
        let participation = Participation::new(m, &translations(&numbering));
        for mode in modes.iter_mut().filter(|mode| mode.values.len() == m.size()) {
            let found = participation.parameters(k, m, &mode.values);
            mode.parameters.insert("MASS_GENE".into(), found.mass);
            mode.parameters.insert("RIGI_GENE".into(), found.stiffness);
            for (d, axis) in ["DX", "DY", "DZ"].iter().enumerate() {
                mode.parameters.insert(format!("FACT_PARTICI_{axis}"), found.participation[d]);
                mode.parameters.insert(format!("MASS_EFFE_{axis}"), found.effective_mass[d]);
                mode.parameters.insert(format!("MASS_EFFE_UN_{axis}"), found.effective_fraction[d]);
            }
        }
    }
    let model = model.or(stiffness.and_then(|k| k.numbering.model.clone()));
    let set = ModeSet::new(mesh, model, ModeSupport::Physical(numbering), modes).with_orders(orders);
    Ok(set.with_matrices([stiffness.cloned(), mass.cloned(), None]))
}

fn mode(keywords: &Keywords, field: NodalField, number: i64) -> Mode {
    let frequency = keywords.real_if_given("FREQ").unwrap_or(0.0);
    let pulsation = 2.0 * std::f64::consts::PI * frequency;
    let parameters = [
        ("FREQ", frequency),
        ("OMEGA2", pulsation * pulsation),
        ("AMOR_REDUIT", keywords.real_if_given("AMOR_REDUIT").unwrap_or(0.0)),
    ];
    let mut labels = IndexMap::new();
    let axis = keywords.text_if_given("AXE");
    labels.insert("TYPE_MODE".to_string(), if axis.is_some() { "MODE_STA" } else { "MODE_DYN" }.to_string());
    if let Some(axis) = &axis {
        let direction = ["X", "Y", "Z"].map(|a| if **axis == *a { "1" } else { "0" }).join(" ");
        labels.insert("TYPE_DEFO".to_string(), "ACCE_IMPO".to_string());
        labels.insert("NOEUD_CMP".to_string(), format!("ACCE    {axis}"));
        labels.insert("DIRECTION".to_string(), direction);
    }
    Mode {
        shape: if axis.is_some() { Shape::Static { node: None, component: None } } else { Shape::Dynamic },
        values: field.values,
        imaginary: field.imaginary,
        number,
        parameters: parameters.map(|(name, x)| (name.to_string(), x)).into(),
        labels,
        fields: IndexMap::new(),
    }
}
