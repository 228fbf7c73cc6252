//! Fields on nodes whose components are not those of a displacement: coordinates (GEOMETRIE), values given or put side by
//! side (AFFE, ASSE) or read in a table (EXTR), functions (NOEU_NEUT_F) and their values where parameters are fields (EVAL).
//!
//! ```text
//! PLACE = CREA_CHAMP(TYPE_CHAM='NOEU_GEOM_R', OPERATION='EXTR', MAILLAGE=MESH, NOM_CHAM='GEOMETRIE')
//! LAW = CREA_CHAMP(TYPE_CHAM='NOEU_NEUT_F', OPERATION='AFFE', MAILLAGE=MESH, AFFE=_F(TOUT='OUI', NOM_CMP='X1', VALE_F=F))
//! SHAPE = CREA_CHAMP(TYPE_CHAM='NOEU_NEUT_R', OPERATION='EVAL', CHAM_F=LAW, CHAM_PARA=PLACE)
//! ```

use std::borrow::Cow;
use std::sync::Arc;

use super::counts::check_count;
use super::nodal::support;
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Cell, CellField, Concept, ElementField, Field, LoadValue, MeshValue, Table};
use crate::operators::Context;
use crate::operators::call::entities;

/// X, Y, Z of the nodes (m).
pub fn geometry(call: &Call, context: &Context<'_>) -> Result<CellField, CallError> {
    let mesh = support(call, context)?;
    let cells = mesh.mesh.nodes.iter().map(|n| n.position.to_vec()).collect();
    Ok(field(mesh, ["X", "Y", "Z"].map(String::from).to_vec(), cells, Vec::new()))
}

/// The rows of a table that have a node: its columns that are no place nor instant are components.
pub fn from_table(call: &Call, table: &Table, context: &Context<'_>) -> Result<CellField, CallError> {
    let mesh = support(call, context)?;
    let mut values = Values::new(&mesh, call.is("PROL_ZERO", "OUI"));
    let Some(place) = table.column("NOEUD") else {
        return Err(call.error("TABLE", "R151", "the table has no column NOEUD"));
    };
    for row in table.rows.iter() {
        let Some(Cell::Text(name)) = row.get(place).map(Cow::into_owned) else { continue };
        let Some(node) = mesh.mesh.find_node(name.trim()) else {
            return Err(call.error("TABLE", "R102", format!("the mesh has no node {}", name.trim())));
        };
        for (column, cell) in table.columns.iter().zip(row.iter()) {
            if let (Cell::Real(value), false) = (&*cell, NO_COMPONENTS.contains(&column.name.as_str())) {
                values.set(node, &column.name, *value);
            }
        }
    }
    let Values { components, nodes, .. } = values;
    Ok(field(mesh, components, nodes, Vec::new()))
}

const NO_COMPONENTS: [&str; 6] = ["INST", "FREQ", "ABSC_CURV", "COOR_X", "COOR_Y", "COOR_Z"];

/// Values, or functions, given on nodes. A later occurrence takes over what it shares with an earlier one.
pub fn assign(call: &Call, context: &Context<'_>) -> Result<CellField, CallError> {
    let mesh = support(call, context)?;
    let of_functions = call.factor("AFFE").iter().any(|keywords| keywords.has("VALE_F"));
    if !of_functions && call.text("TYPE_CHAM")?.ends_with("_F") {
        return Err(call.error("AFFE", "R151", "the values of a field of functions are given by VALE_F"));
    }
    let mut table = Values::new(&mesh, call.is("PROL_ZERO", "OUI") && !of_functions);
    let mut functions = Vec::new();
    for keywords in call.factor("AFFE") {
        let names = keywords.texts("NOM_CMP");
        let values = given(keywords, &mut functions)?;
        check_count(keywords, "NOM_CMP", values.len(), names.len())?;
        for node in entities::selected_nodes(keywords, &mesh.mesh)? {
            for (name, value) in names.iter().zip(&values) {
                table.set(node, name, *value);
            }
        }
    }
    let Values { components, nodes, .. } = table;
    Ok(field(mesh, components, nodes, functions))
}

/// Real values, or the ranks of functions.
pub(super) fn given(keywords: &Keywords, functions: &mut Vec<LoadValue>) -> Result<Vec<f64>, CallError> {
    if !keywords.has("VALE_F") {
        return Ok(keywords.reals("VALE"));
    }
    let mut ranks = Vec::new();
    for concept in keywords.concepts("VALE_F") {
        functions.push(match concept {
            Concept::Function(function) => LoadValue::Function(function.clone()),
            Concept::Formula(formula) => LoadValue::Formula(formula.clone()),
            _ => return Err(entities::missing(keywords, "VALE_F", "a function or a formula")),
        });
        ranks.push((functions.len() - 1) as f64);
    }
    Ok(ranks)
}

/// Parts of fields, taken over or added (CUMUL) in order.
pub fn assemble(call: &Call, context: &Context<'_>) -> Result<CellField, CallError> {
    let mesh = support(call, context)?;
    let mut table = Values::new(&mesh, call.is("PROL_ZERO", "OUI"));
    for keywords in call.factor("ASSE") {
        refuse_complex(keywords)?;
        let source = one_at_nodes(keywords, "CHAM_GD")?;
        let factor = keywords.real("COEF_R")?;
        let mut from: Vec<String> = keywords.texts("NOM_CMP").iter().map(|n| n.to_string()).collect();
        if from.is_empty() {
            from = source.components();
        }
        has_components(keywords, &source, &from)?;
        let to = keywords.texts("NOM_CMP_RESU");
        if !to.is_empty() && to.len() != from.len() {
            let message = format!("{} components become {}", from.len(), to.len());
            return Err(keywords.error("NOM_CMP_RESU", "R151", message));
        }
        for node in entities::selected_nodes(keywords, &mesh.mesh)? {
            for (rank, name) in from.iter().enumerate() {
                let Some((value, _)) = source.at_node(node, name) else { continue };
                let own: &str = to.get(rank).map_or(name, |t| t);
                let before = table.get(node, own).filter(|_| keywords.is("CUMUL", "OUI")).unwrap_or(0.0);
                table.set(node, own, before + factor * value.re);
            }
        }
    }
    let Values { components, nodes, .. } = table;
    Ok(field(mesh, components, nodes, Vec::new()))
}

/// Fails where a field that is taken has no component of NOM_CMP at all.
pub(super) fn has_components(keywords: &Keywords, source: &Field, names: &[String]) -> Result<(), CallError> {
    let known = source.components();
    if !keywords.has("NOM_CMP") || names.iter().any(|name| known.contains(name)) {
        return Ok(());
    }
    let error = keywords.error("NOM_CMP", "R151", format!("the field has no component {}", names.join(", ")));
    Err(Box::new(error.help(format!("it has {}", known.join(", ")))))
}

/// A field of functions, at the parameters of other fields.
pub fn evaluate(call: &Call) -> Result<CellField, CallError> {
    let Some(Concept::CellField(law)) = call.concept("CHAM_F").filter(|c| is_of_functions(c)) else {
        return Err(entities::missing(call, "CHAM_F", "a field of functions on nodes (NOEU_NEUT_F)"));
    };
    let parameters = all_at_nodes(call, "CHAM_PARA")?;
    let width = law.values.components.len().max(1);
    let mut cells = law.values.cells.clone();
    for (node, ranks) in cells.iter_mut().enumerate() {
        let mut known: Vec<(String, f64)> = Vec::new();
        for parameter in &parameters {
            let values = parameter.components().into_iter().filter_map(|name| {
                let value = parameter.at_node(node, &name)?.0.re;
                Some((name, value))
            });
            known.extend(values);
        }
        let known: Vec<(&str, f64)> = known.iter().map(|(name, value)| (name.as_str(), *value)).collect();
        for value in ranks.iter_mut().take(width) {
            let Some(function) = rank_of(*value).and_then(|rank| law.functions.get(rank)) else { continue };
            *value = value_of(function, &known).map_err(|fault| {
                let label = &law.mesh.mesh.nodes[node].label;
                call.error("CHAM_PARA", "R151", format!("no value at node N{} ({label}): {fault}", node + 1))
            })?;
        }
    }
    // X1 stays X1: ASSE with NOM_CMP_RESU gives other names.
    Ok(field(law.mesh.clone(), law.values.components.clone(), cells, Vec::new()))
}

pub(super) fn is_of_functions(concept: &Concept) -> bool {
    matches!(concept, Concept::CellField(field) if field.values.at_nodes && !field.functions.is_empty())
}

fn rank_of(value: f64) -> Option<usize> {
    (value >= 0.0).then_some(value as usize)
}

pub(super) fn value_of(function: &LoadValue, known: &[(&str, f64)]) -> Result<f64, String> {
    match function {
        LoadValue::Formula(formula) => {
            formula.value_by_name(known).map(|v| v.complex().re).map_err(|fault| fault.to_string())
        }
        LoadValue::Function(function) => {
            let found = known.iter().find(|(name, _)| **name == *function.parameter);
            let (_, x) = found.ok_or_else(|| format!("no field of CHAM_PARA has {}", function.parameter))?;
            function.value(*x).map_err(|fault| fault.to_string())
        }
        LoadValue::Number(value) => Ok(*value),
        LoadValue::Complex(value) => Ok(value.re),
        LoadValue::Heat(_) => Err("a strain of heat is no function of a field".to_string()),
    }
}

/// The field with values at nodes, whatever its components, of a keyword.
pub fn one_at_nodes(keywords: &Keywords, name: &str) -> Result<Field, CallError> {
    let first = all_at_nodes(keywords, name)?.into_iter().next();
    first.ok_or_else(|| entities::missing(keywords, name, "a field on nodes"))
}

fn all_at_nodes(keywords: &Keywords, name: &str) -> Result<Vec<Field>, CallError> {
    let missing = || entities::missing(keywords, name, "a field on nodes");
    let one = |concept: &Concept| match is_of_functions(concept) {
        true => Err(no_numbers(keywords, name)),
        false => Field::of(concept).filter(Field::is_at_nodes).ok_or_else(missing),
    };
    keywords.concepts(name).into_iter().map(one).collect()
}

/// The error on a field of functions where numbers are needed.
pub(super) fn no_numbers(keywords: &Keywords, name: &str) -> CallError {
    let error = keywords.error(name, "R151", "this field is one of functions, which have no values by themselves");
    Box::new(error.help("OPERATION='EVAL' gives their values, where CHAM_PARA has their parameters"))
}

/// Fails where a part of a real field has a complex factor.
pub(super) fn refuse_complex(keywords: &Keywords) -> Result<(), CallError> {
    if !keywords.has("COEF_C") {
        return Ok(());
    }
    let error = keywords.error("COEF_C", "R151", "a complex factor makes no real field");
    Err(Box::new(error.help("give COEF_R; fields NOEU_DEPL_C take COEF_C")))
}

/// Values being made: NaN where a node lacks a component.
struct Values {
    components: Vec<String>,
    nodes: Vec<Vec<f64>>,
    absent: f64,
}

impl Values {
    fn new(mesh: &MeshValue, prolong: bool) -> Self {
        let absent = if prolong { 0.0 } else { f64::NAN };
        Values { components: Vec::new(), nodes: vec![Vec::new(); mesh.mesh.nodes.len()], absent }
    }

    fn get(&self, node: usize, name: &str) -> Option<f64> {
        let column = self.components.iter().position(|c| c == name)?;
        self.nodes[node].get(column).copied().filter(|x| !x.is_nan())
    }

    fn set(&mut self, node: usize, name: &str, value: f64) {
        let column = self.components.iter().position(|c| c == name).unwrap_or_else(|| {
            self.components.push(name.to_string());
            for values in self.nodes.iter_mut().filter(|v| !v.is_empty()) {
                values.push(self.absent);
            }
            self.components.len() - 1
        });
        self.nodes[node].resize(self.components.len(), self.absent);
        self.nodes[node][column] = value;
    }
}

fn field(mesh: MeshValue, components: Vec<String>, nodes: Vec<Vec<f64>>, functions: Vec<LoadValue>) -> CellField {
    let values = ElementField { components, cells: nodes, at_nodes: true, ..ElementField::default() };
    CellField { mesh, model: None, name: String::new(), values: Arc::new(values), functions }
}
