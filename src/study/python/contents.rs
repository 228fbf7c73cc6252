//! What a study's Python may read in meshes, fields and results: sizes, groups, components.
//!
//! | method | of | gives |
//! |---|---|---|
//! | `getNumberOfNodes`, `getNumberOfCells`, `getDimension` | meshes | numbers |
//! | `getGroupsOfNodes`, `getGroupsOfCells`, `hasGroupOfNodes(name)` ... | meshes | names, yes or no |
//! | `getNodes(group)`, `getCells(group)`, `getConnectivity` | meshes | ranks from 0 |
//! | `LIST_GROUP_NO`, `LIST_GROUP_MA` | meshes | (name, size, dimension) of each group |
//! | `EXTR_COMP(component, groups, 1)` | fields | an object with `valeurs` and their places |
//! | `getValues` | fields on nodes | all values |
//! | `getNumberOfIndexes`, `getIndexes`, `getAccessParameters` | results | as LIST_VARI_ACCES |

use std::sync::Arc;

use super::array::Array;
use super::fault::{Fault, Result};
use super::function::Arguments;
use super::iteration::collect;
use super::scope::Scope;
use super::value::{Module, Value};
use crate::concepts::{CellField, Concept, Handle, NodalField};
use crate::kernel::assembly::Component;
use crate::kernel::mesh::{CellKind, Mesh};

const OF_MESHES: &[&str] = &[
    "LIST_GROUP_MA",
    "LIST_GROUP_NO",
    "getCells",
    "getConnectivity",
    "getDimension",
    "getGroupsOfCells",
    "getGroupsOfNodes",
    "getNodes",
    "getNumberOfCells",
    "getNumberOfNodes",
    "hasGroupOfCells",
    "hasGroupOfNodes",
];
const OF_FIELDS: &[&str] = &["EXTR_COMP"];
const OF_RESULTS: &[&str] = &["getAccessParameters", "getIndexes", "getNumberOfIndexes"];

/// All of them.
pub(super) const METHODS: [&[&str]; 3] = [OF_MESHES, OF_FIELDS, OF_RESULTS];

/// Whether concepts of that type have the method; `None` for a method of others.
pub(super) fn fits(handle: &Handle, name: &str) -> Option<bool> {
    let any = |kinds: &[&str]| kinds.iter().any(|k| handle.is_a(k));
    if OF_MESHES.contains(&name) {
        Some(any(&["maillage_sdaster"]))
    } else if OF_FIELDS.contains(&name) {
        Some(any(&["cham_no_sdaster", "cham_elem"]))
    } else if OF_RESULTS.contains(&name) {
        Some(any(&["resultat_sdaster", "dyna_gene"]))
    } else {
        None
    }
}

/// The method of a computed concept; `access` is what LIST_VARI_ACCES gives.
pub(super) fn call(concept: &Concept, name: &str, arguments: Arguments, access: Value) -> Result<Value> {
    match concept {
        Concept::Mesh(mesh) => of_mesh(&mesh.mesh, name, arguments),
        Concept::NodalField(field) => {
            let (component, groups, places) = wanted(arguments)?;
            at_nodes(field, &component, groups, places)
        }
        Concept::CellField(field) => {
            let (component, groups, places) = wanted(arguments)?;
            on_cells(field, &component, groups, places)
        }
        _ => {
            arguments.exactly(name, [])?;
            let orders = super::access::item(&access, &Value::text("NUME_ORDRE"))?;
            Ok(match name {
                "getNumberOfIndexes" => Value::Integer(collect(&orders)?.map_or(0, |items| items.len() as i64)),
                "getIndexes" => orders,
                _ => access,
            })
        }
    }
}

fn of_mesh(mesh: &Mesh, name: &str, arguments: Arguments) -> Result<Value> {
    let names =
        |groups: &mut dyn Iterator<Item = &String>| Value::list(groups.map(|n| Value::text(n.as_str())).collect());
    let ranks = |items: &[usize]| Value::list(items.iter().map(|i| Value::Integer(*i as i64)).collect());
    let of_nodes = name.ends_with("Nodes") || name.ends_with("_NO");
    let groups = if of_nodes { &mesh.node_groups } else { &mesh.cell_groups };
    match name {
        "hasGroupOfNodes" | "hasGroupOfCells" => {
            let [group, _] = arguments.take(name, ["group_name", "local"], 1)?;
            let there = matches!(&group, Some(Value::Text(group)) if groups.contains_key(group.trim_end()));
            Ok(Value::Logical(there))
        }
        "getNodes" | "getCells" => {
            let [group] = arguments.take(name, ["group_name"], 0)?;
            let asked = group.map_or(Ok(Vec::new()), |g| texts(&g))?;
            if asked.is_empty() {
                let count = if of_nodes { mesh.nodes.len() } else { mesh.cells.len() };
                return Ok(ranks(&(0..count).collect::<Vec<_>>()));
            }
            let mut found: Vec<usize> = Vec::new();
            for group in asked {
                let members = groups.get(&group).ok_or_else(|| no_group(&group))?;
                found.extend(members);
            }
            Ok(ranks(&found))
        }
        _ => {
            let [_] = arguments.take(name, ["local"], 0)?;
            Ok(match name {
                "getNumberOfNodes" => Value::Integer(mesh.nodes.len() as i64),
                "getNumberOfCells" => Value::Integer(mesh.cells.len() as i64),
                "getDimension" => Value::Integer(mesh.dimension as i64),
                "getConnectivity" => Value::list(mesh.cells.iter().map(|c| ranks(&c.nodes)).collect()),
                "LIST_GROUP_NO" => Value::list(groups.iter().map(|(n, m)| described(n, m.len(), None)).collect()),
                "LIST_GROUP_MA" => {
                    let dimension = |m: &[usize]| m.iter().map(|&c| dimension(mesh.cells[c].kind)).max().unwrap_or(0);
                    Value::list(groups.iter().map(|(n, m)| described(n, m.len(), Some(dimension(m)))).collect())
                }
                _ => names(&mut groups.keys()),
            })
        }
    }
}

fn described(name: &str, size: usize, dimension: Option<i64>) -> Value {
    let mut items = vec![Value::text(name), Value::Integer(size as i64)];
    items.extend(dimension.map(Value::Integer));
    Value::tuple(items)
}

fn dimension(kind: CellKind) -> i64 {
    use CellKind::*;
    match kind {
        Point1 => 0,
        Segment2 | Segment3 | Segment4 => 1,
        Triangle3 | Triangle6 | Quadrangle4 | Quadrangle8 | Quadrangle9 => 2,
        _ => 3,
    }
}

/// Component, groups, and whether the places are asked for.
fn wanted(arguments: Arguments) -> Result<(String, Vec<String>, bool)> {
    let [component, groups, places] = arguments.take("EXTR_COMP", ["comp", "lgno", "topo"], 0)?;
    let component = match component {
        Some(Value::Text(name)) => name.trim_end().to_string(),
        _ => String::new(),
    };
    let groups = groups.map_or(Ok(Vec::new()), |g| texts(&g))?;
    let places = places.is_some_and(|p| !matches!(p.as_index(), Some(0)));
    Ok((component, groups, places))
}

fn texts(value: &Value) -> Result<Vec<String>> {
    match value {
        Value::Text(text) => Ok(vec![text.trim_end().to_string()]),
        Value::None => Ok(Vec::new()),
        many => match collect(many)? {
            Some(items) => items.iter().map(texts).collect::<Result<Vec<_>>>().map(|t| t.concat()),
            None => Ok(Vec::new()),
        },
    }
}

fn no_group(name: &str) -> Fault {
    Fault::new("KeyError", format!("the mesh has no group named '{name}'"))
}

fn at_nodes(field: &NodalField, component: &str, groups: Vec<String>, places: bool) -> Result<Value> {
    let mesh = &field.mesh.mesh;
    let chosen = match component {
        "" => None,
        name => Some(Component::from_name(name).ok_or_else(|| no_component(name))?),
    };
    let mut nodes: Option<Vec<usize>> = (!groups.is_empty()).then(Vec::new);
    for group in &groups {
        let members = mesh.node_groups.get(group).ok_or_else(|| no_group(group))?;
        nodes.get_or_insert_default().extend(members);
    }
    if let Some(nodes) = &mut nodes {
        nodes.sort_unstable();
        nodes.dedup();
    }
    let (mut values, mut at, mut names) = (Vec::new(), Vec::new(), Vec::new());
    for (rank, dof) in field.numbering.dofs().iter().enumerate() {
        let there = field.present.as_ref().is_none_or(|p| p[rank]);
        let asked = chosen.is_none_or(|c| c == dof.component);
        let here = nodes.as_ref().is_none_or(|n| n.binary_search(&dof.node).is_ok());
        if !(there && asked && here) {
            continue;
        }
        values.push(match field.imaginary.is_empty() {
            true => Value::Real(field.values[rank]),
            false => Value::Complex(field.complex(rank)),
        });
        at.push(Value::Integer(dof.node as i64 + 1));
        names.push(Value::text(dof.component.name()));
    }
    let mut entries = vec![("valeurs", Array::flat(values).value())];
    if places {
        entries.push(("noeud", Value::list(at)));
        entries.push(("comp", if component.is_empty() { Value::list(names) } else { Value::None }));
    }
    Ok(object(entries))
}

fn on_cells(field: &CellField, component: &str, groups: Vec<String>, places: bool) -> Result<Value> {
    let values = &field.values;
    let mesh = &field.mesh.mesh;
    let rank = values.components.iter().position(|c| c == component);
    let Some(rank) = rank else { return Err(no_component(component)) };
    let mut cells: Vec<usize> = Vec::new();
    for group in &groups {
        cells.extend(mesh.cell_groups.get(group).ok_or_else(|| no_group(group))?);
    }
    if groups.is_empty() {
        cells = (0..values.cells.len()).collect();
    }
    cells.sort_unstable();
    cells.dedup();
    let (mut found, mut at, mut points) = (Vec::new(), Vec::new(), Vec::new());
    for cell in cells {
        for point in 0..values.points(cell) {
            let Some(z) = values.value(cell, point, rank) else { continue };
            found.push(if values.is_complex() { Value::Complex(z) } else { Value::Real(z.re) });
            at.push(Value::Integer(cell as i64 + 1));
            points.push(Value::Integer(point as i64 + 1));
        }
    }
    let mut entries = vec![("valeurs", Array::flat(found).value())];
    if places {
        let first = Value::list(vec![Value::Integer(1); points.len()]);
        entries.extend([("maille", Value::list(at)), ("point", Value::list(points)), ("sous_point", first)]);
    }
    Ok(object(entries))
}

fn no_component(name: &str) -> Fault {
    Fault::new("KeyError", format!("the field has no component '{name}'"))
}

/// A value with attributes.
fn object(entries: Vec<(&str, Value)>) -> Value {
    let scope = Scope::module();
    entries.into_iter().for_each(|(name, value)| scope.set(name, value));
    Value::Module(Arc::new(Module { name: "components of a field".into(), scope }))
}
