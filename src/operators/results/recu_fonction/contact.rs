//! The archived quantities of a contact, or of any other local nonlinearity.

use super::curve::{Curve, Ordinates};
use super::generalized::selected;
use crate::catalogue::{Call, CallError};
use crate::concepts::{Concept, InteractionRecord, Trajectory};
use crate::kernel::interaction::variable;
use crate::kernel::mesh::Mesh;
use crate::kernel::signal::Table;
use crate::operators::Context;
use crate::operators::call::entities::one_node_of;
use crate::operators::functions::no_value;

pub(super) fn extract(call: &Call, trajectory: &Trajectory, context: &Context<'_>) -> Result<Curve, CallError> {
    let keyword = if call.has("GROUP_NO_CHOC") { "GROUP_NO_CHOC" } else { "NOEUD_CHOC" };
    let Some(value) = &trajectory.basis.mesh else {
        return Err(call.error(keyword, "R405", "the basis of this result has no mesh: nodes cannot be designated"));
    };
    let mesh = context.latest_mesh(call, value);
    let Some(node) = one_node_of(call, ["GROUP_NO_CHOC", "NOEUD_CHOC", "SOUS_STRUC"], mesh)? else {
        return Err(call.error(keyword, "R437", "a node is needed"));
    };
    let rank = find(call, keyword, trajectory, (node, mesh))?;
    let record = &trajectory.interactions[rank];
    let is_second = record.node_1 != node;
    let samples = selected(call, trajectory)?;
    let axis = |name: &str| -> Result<(String, Vec<f64>), CallError> {
        let text = call.text_if_given(name).unwrap_or_default();
        let values = match quantity(&text, record, is_second) {
            Some(Quantity::Instant) => samples.iter().map(|s| s.at).collect(),
            Some(Quantity::Variable(i)) => {
                let value = |k: usize| trajectory.internal(k, rank, i);
                samples.iter().map(|s| s.mix(value(s.left), value(s.right))).collect()
            }
            None => {
                let (relation, width) = (&record.relation, record.width);
                let message = format!("{name}='{text}' is not a quantity of a {relation} relation");
                let help = format!("it stores {width} internal variables: VINT1 to VINT{width}");
                return Err(Box::new(call.error(name, "R441", message).help(help)));
            }
        };
        Ok((text.to_string(), values))
    };
    let (parameter, mut abscissae) = axis("PARA_X")?;
    let (result, mut ordinates) = axis("PARA_Y")?;
    if let Some(Concept::RealList(instants)) = call.concept("LIST_PARA") {
        let at = |values: Vec<f64>| -> Result<Vec<f64>, CallError> {
            let table = Table::linear(samples.iter().map(|s| s.at).collect(), values);
            let mut cursor = 0;
            let value = |t: &f64| table.evaluate(*t, &mut cursor);
            let found: Result<Vec<f64>, _> = instants.iter().map(value).collect();
            found.map_err(|fault| no_value(call, "LIST_PARA", None, &fault))
        };
        (abscissae, ordinates) = (at(abscissae)?, at(ordinates)?);
    }
    Ok(Curve { parameter, result, abscissae, ordinates: Ordinates::Real(ordinates) })
}

/// The relation at a node: by its title if there is one, else the first whose node 1, or node 2, it is.
fn find(call: &Call, keyword: &str, trajectory: &Trajectory, (node, mesh): (usize, &Mesh)) -> Result<usize, CallError> {
    let records = &trajectory.interactions;
    let title = call.text_if_given("INTITULE").map(|t| t.chars().take(24).collect::<String>());
    let substructure = call.text_if_given("SOUS_STRUC");
    let entitled = |r: &InteractionRecord| {
        title.as_ref().is_none_or(|t| same_title(t, r, mesh))
            && substructure.as_ref().is_none_or(|s| r.substructures.iter().any(|own| **own == **s))
    };
    let first = |node_of: fn(&InteractionRecord) -> Option<usize>| {
        records.iter().position(|r| entitled(r) && node_of(r) == Some(node))
    };
    if let Some(rank) = first(|r| Some(r.node_1)).or_else(|| first(|r| r.node_2)) {
        return Ok(rank);
    }
    let titles: Vec<_> = records.iter().map(|r| format!("'{}' at node {}", r.title.trim_end(), r.node_1 + 1)).collect();
    let (keyword, message) = match &title {
        Some(title) if !records.iter().any(entitled) => {
            ("INTITULE", format!("no relation of this transient is entitled '{title}'"))
        }
        Some(title) => (keyword, format!("the relation '{title}' does not bear on node {}", node + 1)),
        None => (keyword, format!("no relation of this transient bears on node {}", node + 1)),
    };
    let help = if titles.is_empty() { "it has none".to_string() } else { format!("it has {}", titles.join(", ")) };
    Err(Box::new(call.error(keyword, "R442", message).help(help)))
}

/// Titles made by default of force relations: node, component, name of the function, 8 characters each. In version 15 the
/// first was the name of the node in the mesh file, the last 8 hexadecimal digits, which mean nothing in another run.
fn same_title(asked: &str, record: &InteractionRecord, mesh: &Mesh) -> bool {
    if asked.trim_end() == record.title.trim_end() {
        return true;
    }
    let letters: Vec<char> = asked.chars().collect();
    let part = |rank: usize| letters.iter().skip(8 * rank).take(8).collect::<String>();
    let (node, component, function) = (part(0), part(1), part(2));
    let is_internal = function.len() == 8 && function.bytes().all(|b| b.is_ascii_hexdigit());
    record.relation.starts_with("RELA_EFFO")
        && component.trim_end() == record.component
        && (is_internal || function.trim_end() == record.function)
        && (record.title.starts_with(&node) || mesh.find_node(node.trim_end()) == Some(record.node_1))
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Quantity {
    Instant,
    /// Rank of an internal variable, from 0.
    Variable(usize),
}

fn quantity(name: &str, record: &InteractionRecord, is_second: bool) -> Option<Quantity> {
    if name == "INST" {
        return Some(Quantity::Instant);
    }
    let variable = match name.strip_prefix("VINT") {
        Some(number) => number.parse::<usize>().ok()?.checked_sub(1)?,
        None => named_variable(name, &record.relation, is_second)?,
    };
    (variable < record.width).then_some(Quantity::Variable(variable))
}

/// FN, FT1 and FT2 are the first three variables of any relation, as in the reference; the other names are those of the law.
fn named_variable(name: &str, relation: &str, is_second: bool) -> Option<usize> {
    if let Some(i) = ["FN", "FT1", "FT2"].iter().position(|n| *n == name) {
        return Some(i);
    }
    let position = |axis: &str| format!("position_{}_{axis}", if is_second { 2 } else { 1 });
    let name = match name {
        "VN" => "normal_velocity".to_string(),
        "VT1" => "tangential_velocity_1".to_string(),
        "VT2" => "tangential_velocity_2".to_string(),
        "DXLOC" => position("x"),
        "DYLOC" => position("y"),
        "DZLOC" => position("z"),
        _ => return None,
    };
    variable(relation, &name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_mean_what_they_say() {
        let record = |relation: &str, width| InteractionRecord {
            relation: relation.into(),
            title: String::new(),
            node_1: 0,
            node_2: Some(1),
            offset: 0,
            width,
            frictionless: false,
            component: String::new(),
            function: String::new(),
            substructures: Default::default(),
        };
        let stop = record("DIS_CHOC", 20);
        let of = |name| quantity(name, &stop, false);
        assert_eq!(of("INST"), Some(Quantity::Instant));
        assert_eq!((of("FT2"), of("VN")), (Some(Quantity::Variable(2)), Some(Quantity::Variable(9))));
        assert_eq!((of("VT2"), of("VINT20")), (Some(Quantity::Variable(11)), Some(Quantity::Variable(19))));
        assert_eq!(of("VINT21"), None);
        assert_eq!(quantity("DYLOC", &stop, true), Some(Quantity::Variable(7)));
        let of_buckling = |name| quantity(name, &record("FLAMBAGE", 12), true);
        assert_eq!((of_buckling("VT1"), of_buckling("VN")), (None, Some(Quantity::Variable(7))));
        assert_eq!(of_buckling("DXLOC"), Some(Quantity::Variable(4)));
        assert_eq!(quantity("DZLOC", &record("ANTI_SISM", 8), false), Some(Quantity::Variable(3)));
        assert_eq!(quantity("DXLOC", &record("DIS_ECRO_TRAC", 20), false), Some(Quantity::Variable(0)));
        assert_eq!(quantity("VN", &record("DIS_VISC", 11), false), None);
        assert_eq!(quantity("VINT3", &record("CHOC_ELAS_TRAC", 2), false), None);
    }
}
