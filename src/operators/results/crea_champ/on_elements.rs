//! Fields of functions on elements (ELGA_NEUT_F, ELNO_NEUT_F, ELEM_NEUT_F, CART_NEUT_F), their values where other fields give the parameters
//! (EVAL), and parts of fields on elements put together under other names (ASSE).
//!
//! ```text
//! LAW = CREA_CHAMP(TYPE_CHAM='ELGA_NEUT_F', OPERATION='AFFE', MODELE=MODEL, AFFE=_F(TOUT='OUI', NOM_CMP='X1', VALE_F=F))
//! VALUES = CREA_CHAMP(TYPE_CHAM='ELGA_NEUT_R', OPERATION='EVAL', CHAM_F=LAW, CHAM_PARA=(FORCES, PLACES))
//! START = CREA_CHAMP(TYPE_CHAM='ELGA_SIEF_R', OPERATION='ASSE', MODELE=MODEL, PROL_ZERO='OUI',
//!                    ASSE=_F(TOUT='OUI', CHAM_GD=VALUES, NOM_CMP='X1', NOM_CMP_RESU='N'))
//! ```

use std::sync::Arc;

use super::counts::check_count;
use super::nodal::support;
use super::on_cells::{field_name, points_of};
use super::on_nodes::{self, given, value_of};
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{CellField, Concept, ElementField, Field, LoadValue, Model};
use crate::kernel::mesh::{Cell, Mesh};
use crate::operators::Context;
use crate::operators::call::entities;

/// Functions, by the rank of each in a list: one for a cell, wherever its points are. CART_NEUT_R has numbers.
pub fn functions(call: &Call, context: &Context<'_>) -> Result<CellField, CallError> {
    let mesh = support(call, context)?;
    let model = model_of(call)?;
    let mut components = Vec::new();
    for keywords in call.factor("AFFE") {
        add_names(&mut components, keywords.texts("NOM_CMP").iter().map(|name| &**name));
    }
    let kind = call.text("TYPE_CHAM")?;
    let expected = if kind.ends_with("_F") { "VALE_F" } else { "VALE" };
    // Functions are not prolonged: where there is none, nothing is evaluated.
    let absent = if call.is("PROL_ZERO", "OUI") && expected == "VALE" { 0.0 } else { f64::NAN };
    let mut functions = Vec::new();
    let mut cells = vec![Vec::new(); mesh.mesh.cells.len()];
    for keywords in call.factor("AFFE") {
        if !keywords.has(expected) {
            return Err(keywords.error("NOM_CMP", "R151", format!("the values of {kind} are given by {expected}")));
        }
        let ranks = given(keywords, &mut functions)?;
        let names = keywords.texts("NOM_CMP");
        check_count(keywords, "NOM_CMP", ranks.len(), names.len())?;
        for cell in entities::cells_without_nodes(keywords, "R151", &mesh.mesh)? {
            if model.as_ref().is_some_and(|m| m.modelisations.get(cell).copied().flatten().is_none()) {
                continue;
            }
            cells[cell].resize(components.len(), absent);
            for (name, rank) in names.iter().zip(&ranks) {
                if let Some(column) = components.iter().position(|c| **c == **name) {
                    cells[cell][column] = *rank;
                }
            }
        }
    }
    let values = Arc::new(ElementField { components, cells, ..ElementField::default() });
    Ok(CellField { mesh, model, name: field_name(&kind), values, functions })
}

/// A field of functions, at the points of the fields of its parameters; the first one that has a parameter gives it.
pub fn evaluate(call: &Call) -> Result<CellField, CallError> {
    let Some(Concept::CellField(law)) = call.concept("CHAM_F").filter(|c| is_of_functions(c)) else {
        return Err(entities::missing(call, "CHAM_F", "a field of functions on elements (ELGA_NEUT_F ...)"));
    };
    let kind = call.text("TYPE_CHAM")?;
    let mut on_cells: Vec<&ElementField> = Vec::new();
    let mut on_nodes: Vec<Field> = Vec::new();
    for concept in call.concepts("CHAM_PARA") {
        match concept {
            of_functions if is_of_functions(of_functions) || on_nodes::is_of_functions(of_functions) => {
                return Err(on_nodes::no_numbers(call, "CHAM_PARA"));
            }
            Concept::CellField(field) if !field.values.at_nodes => on_cells.push(&field.values),
            other => {
                let missing = || entities::missing(call, "CHAM_PARA", "a list of fields");
                on_nodes.push(Field::of(other).ok_or_else(missing)?);
            }
        }
    }
    if !on_nodes.is_empty() && !kind.starts_with("ELNO") {
        let error = call.error("CHAM_PARA", "R151", format!("a field on nodes gives no parameters to {kind}"));
        return Err(Box::new(error.help("make it a field on elements: OPERATION='DISC', TYPE_CHAM='ELNO_...'")));
    }
    let width = law.values.components.len();
    let mesh = &law.mesh.mesh;
    let mut cells = vec![Vec::new(); law.values.cells.len()];
    for (cell, ranks) in law.values.cells.iter().enumerate().filter(|(_, ranks)| !ranks.is_empty()) {
        let shape = &mesh.cells[cell];
        let nodes = if on_nodes.is_empty() { 0 } else { shape.nodes.len() };
        let points = on_cells.iter().map(|f| f.points(cell)).chain([nodes]).max().unwrap_or(0);
        for point in 0..points {
            let known = parameters(&on_cells, &on_nodes, shape, (cell, point));
            let known: Vec<(&str, f64)> = known.iter().map(|(name, value)| (name.as_str(), *value)).collect();
            for rank in &ranks[..width] {
                let function: Option<&LoadValue> = (*rank >= 0.0).then(|| law.functions.get(*rank as usize)).flatten();
                let value = function.map_or(Ok(f64::NAN), |function| value_of(function, &known)).map_err(|fault| {
                    let label = &shape.label;
                    let message = format!("no value at point {} of cell M{} ({label}): {fault}", point + 1, cell + 1);
                    call.error("CHAM_PARA", "R151", message)
                })?;
                cells[cell].push(value);
            }
        }
    }
    let values = ElementField { components: law.values.components.clone(), cells, ..ElementField::default() };
    let name = field_name(&kind);
    Ok(CellField { name, values: Arc::new(values), functions: Vec::new(), ..CellField::clone(law) })
}

/// Values of the components of the fields at a point of a cell; a field with one value a cell has it at all points.
fn parameters(
    on_cells: &[&ElementField],
    on_nodes: &[Field],
    shape: &Cell,
    (cell, point): (usize, usize),
) -> Vec<(String, f64)> {
    let mut known = Vec::new();
    for field in on_cells {
        let own = if field.points(cell) == 1 { 0 } else { point };
        for (column, name) in field.components.iter().enumerate() {
            known.extend(field.value(cell, own, column).map(|z| (name.clone(), z.re)));
        }
    }
    if let Some(node) = shape.nodes.get(point) {
        for field in on_nodes {
            let value = |name: String| field.at_node(*node, &name).map(|(z, _)| (name, z.re));
            known.extend(field.components().into_iter().filter_map(value));
        }
    }
    known
}

/// Parts of fields on elements, taken over or added (CUMUL) in order, under the names of NOM_CMP_RESU.
pub fn assemble(call: &Call, context: &Context<'_>) -> Result<CellField, CallError> {
    let mesh = support(call, context)?;
    let model = model_of(call)?;
    let kind = call.text("TYPE_CHAM")?;
    let absent = if call.is("PROL_ZERO", "OUI") { 0.0 } else { f64::NAN };
    if call.is("PROL_ZERO", "OUI") && model.is_none() {
        let error = call.error("PROL_ZERO", "R151", "zeros elsewhere need the elements of a model");
        return Err(Box::new(error.help("give MODELE in place of MAILLAGE, or PROL_ZERO='NON'")));
    }
    let mut parts = Vec::new();
    let mut components = Vec::new();
    for keywords in call.factor("ASSE") {
        on_nodes::refuse_complex(keywords)?;
        let source = match keywords.concept("CHAM_GD") {
            Some(concept) if is_of_functions(concept) => return Err(on_nodes::no_numbers(keywords, "CHAM_GD")),
            Some(Concept::CellField(field)) if !field.values.at_nodes => &field.values,
            _ => return Err(entities::missing(keywords, "CHAM_GD", "a field on elements")),
        };
        let renamed = renamed(keywords, source)?;
        add_names(&mut components, renamed.iter().map(|(_, to)| to.as_str()));
        parts.push((keywords, source, renamed));
    }
    let width = components.len();
    let mut cells = vec![Vec::new(); mesh.mesh.cells.len()];
    for (keywords, source, renamed) in parts {
        let factor = keywords.real("COEF_R")?;
        let add = keywords.is("CUMUL", "OUI");
        for cell in entities::cells_without_nodes(keywords, "R151", &mesh.mesh)? {
            let count = source.points(cell);
            let room = cells[cell].len().max(count * width);
            cells[cell].resize(room, absent);
            for (from, to) in &renamed {
                let Some(column) = components.iter().position(|c| c == to) else { continue };
                for point in 0..count {
                    let Some(value) = source.value(cell, point, *from) else { continue };
                    let slot = &mut cells[cell][point * width + column];
                    let before = if add && !slot.is_nan() { *slot } else { 0.0 };
                    *slot = before + factor * value.re;
                }
            }
        }
    }
    if let (Some(model), true) = (&model, call.is("PROL_ZERO", "OUI")) {
        elsewhere(model, &mesh.mesh, &kind, width, &mut cells);
    }
    let values = Arc::new(ElementField { components, cells, ..ElementField::default() });
    Ok(CellField { mesh, model, name: field_name(&kind), values, functions: Vec::new() })
}

/// Zeros on the elements that have no value.
fn elsewhere(model: &Model, mesh: &Mesh, kind: &str, width: usize, cells: &mut [Vec<f64>]) {
    for (cell, values) in cells.iter_mut().enumerate().filter(|(_, values)| values.is_empty()) {
        if model.modelisations.get(cell).copied().flatten().is_some() {
            values.resize(points_of(kind, mesh.cells[cell].nodes.len()) * width, 0.0);
        }
    }
}

/// Columns read, and the names they get.
fn renamed(keywords: &Keywords, source: &ElementField) -> Result<Vec<(usize, String)>, CallError> {
    let from = keywords.texts("NOM_CMP");
    if from.is_empty() {
        return Ok(source.components.iter().cloned().enumerate().collect());
    }
    let to = match keywords.texts("NOM_CMP_RESU") {
        none if none.is_empty() => from.clone(),
        given if given.len() == from.len() => given,
        given => {
            let message = format!("{} components become {}", from.len(), given.len());
            return Err(keywords.error("NOM_CMP_RESU", "R151", message));
        }
    };
    let column = |name: &str| {
        source.components.iter().position(|c| c == name).ok_or_else(|| {
            let error = keywords.error("NOM_CMP", "R151", format!("the field has no component {name}"));
            Box::new(error.help(format!("it has {}", source.components.join(", "))))
        })
    };
    from.iter().zip(&to).map(|(from, to)| Ok((column(from)?, to.to_string()))).collect()
}

fn is_of_functions(concept: &Concept) -> bool {
    matches!(concept, Concept::CellField(field) if !field.values.at_nodes && !field.functions.is_empty())
}

fn model_of(call: &Call) -> Result<Option<Arc<Model>>, CallError> {
    if call.has("MODELE") { entities::model(call, "MODELE").map(|model| Some(model.clone())) } else { Ok(None) }
}

/// Adds the names that are not there yet.
fn add_names<'n>(components: &mut Vec<String>, names: impl IntoIterator<Item = &'n str>) {
    for name in names {
        if !components.iter().any(|known| known == name) {
            components.push(name.to_string());
        }
    }
}
