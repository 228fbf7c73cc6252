//! What concepts are made of, as the study's Python sees it: counts and groups of meshes, components of fields, generalised
//! matrices and vectors as arrays, indexes of results.
//!
//! ```python
//! mesh.LIST_GROUP_NO()                      # [(name, number of nodes), ...]
//! field.EXTR_COMP("DX", ["TIP"]).valeurs    # an array; with a third argument 1, .noeud and .comp too
//! KG.EXTR_MATR_GENE()                       # an array of two dimensions
//! ```

use std::sync::Arc;

use super::array::{Array, Data};
use super::extracts;
use crate::python::core::fault::{Fault, Result};
use crate::python::core::function::Arguments;
use crate::python::core::scope::Scope;
use crate::python::core::value::{Module, Value};

use crate::concepts::{CellField, Concept, Handle, NodalField};
use crate::kernel::assembly::Component;
use crate::kernel::mesh::Mesh;

/// Methods, and the types of concept that have them.
const METHODS: &[(&str, &[&str])] = &[
    ("EXTR_COMP", &["cham_no_sdaster", "cham_elem"]),
    ("EXTR_MATR", &["matr_asse"]),
    ("EXTR_MATR_GENE", &["matr_asse_gene"]),
    ("EXTR_VECT_GENE", &["vect_asse_gene"]),
    ("EXTR_VECT_GENE_R", &["vect_asse_gene"]),
    ("LIST_GROUP_MA", &["maillage_sdaster"]),
    ("LIST_GROUP_NO", &["maillage_sdaster"]),
    ("getAccessParameters", &["resultat_sdaster", "dyna_gene"]),
    ("getCells", &["maillage_sdaster"]),
    ("getComponents", &["cham_no_sdaster"]),
    ("getCoordinates", &["maillage_sdaster"]),
    ("getDimension", &["maillage_sdaster"]),
    ("getField", &["resultat_sdaster"]),
    ("getGroupsOfCells", &["maillage_sdaster"]),
    ("getGroupsOfNodes", &["maillage_sdaster"]),
    ("getIndexes", &["resultat_sdaster", "dyna_gene"]),
    ("getNodes", &["maillage_sdaster"]),
    ("getNumberOfCells", &["maillage_sdaster"]),
    ("getNumberOfIndexes", &["resultat_sdaster", "dyna_gene"]),
    ("getNumberOfNodes", &["maillage_sdaster"]),
    ("getValues", &["cham_no_sdaster"]),
    ("getValuesAsArray", &["fonction_sdaster", "fonction_c"]),
    ("getValuesWithDescription", &["cham_no_sdaster"]),
    ("hasGroupOfCells", &["maillage_sdaster"]),
    ("hasGroupOfNodes", &["maillage_sdaster"]),
    ("size", &["fonction_sdaster", "fonction_c"]),
    ("toNumpy", &["matr_asse_gene", "matr_asse"]),
];

/// Names of the methods that a concept has.
pub fn methods_of(handle: &Handle) -> impl Iterator<Item = &'static str> {
    METHODS.iter().filter(|(_, kinds)| kinds.iter().any(|kind| handle.is_a(kind))).map(|(name, _)| *name)
}

/// Names of all methods.
pub fn names() -> impl Iterator<Item = &'static str> {
    METHODS.iter().map(|(name, _)| *name)
}

pub fn method(concept: &Concept, name: &str, arguments: Arguments) -> Result<Value> {
    let count = |n: usize| Value::Integer(n as i64);
    Ok(match (name, concept) {
        ("EXTR_COMP", Concept::NodalField(field)) => nodal_components(field, &Choice::of(arguments)?)?,
        ("EXTR_COMP", Concept::CellField(field)) => cell_components(field, &Choice::of(arguments)?)?,
        ("EXTR_MATR" | "toNumpy", Concept::Matrix(matrix)) => extracts::matrix(matrix, name, arguments)?,
        ("getComponents", Concept::NodalField(field)) => extracts::components(field),
        ("getCoordinates", Concept::Mesh(mesh)) => extracts::coordinates(&mesh.mesh),
        ("getValuesWithDescription", Concept::NodalField(field)) => {
            extracts::described(&nodal_components(field, &Choice::described(arguments)?)?)
        }
        ("EXTR_MATR_GENE" | "toNumpy", Concept::GeneralizedMatrix(matrix)) => {
            let (rows, columns) = matrix.values.shape();
            let cell = |row: usize, column: usize| match &matrix.imaginary {
                Some(_) => Value::Complex(matrix.complex(row, column)),
                None => Value::Real(matrix.values[(row, column)]),
            };
            let items = (0..rows).flat_map(|row| (0..columns).map(move |column| cell(row, column))).collect();
            Array::of(items, vec![rows, columns]).value()
        }
        ("EXTR_VECT_GENE" | "EXTR_VECT_GENE_R", Concept::GeneralizedVector(vector)) => {
            let cell = |k: usize| match &vector.imaginary {
                Some(imaginary) => Value::Complex(num_complex::Complex64::new(vector.values[k], imaginary[k])),
                None => Value::Real(vector.values[k]),
            };
            Array::of((0..vector.values.len()).map(cell).collect(), vec![vector.values.len()]).value()
        }
        ("getValuesAsArray", Concept::Function(f)) => {
            let table = f.table();
            let pairs = table.abscissae.iter().zip(&table.ordinates).flat_map(|(x, y)| [*x, *y]);
            Array::new(Data::Real(pairs.collect()), vec![table.abscissae.len(), 2]).value()
        }
        ("getValuesAsArray", Concept::ComplexFunction(f)) => {
            let rows = f.abscissae.iter().zip(&f.values).flat_map(|(x, z)| [*x, z.re, z.im]);
            Array::new(Data::Real(rows.collect()), vec![f.abscissae.len(), 3]).value()
        }
        ("getValues", Concept::NodalField(field)) => Value::reals(field.values.iter().copied()),
        ("size", Concept::Function(f)) => count(f.table().abscissae.len()),
        ("size", Concept::ComplexFunction(f)) => count(f.abscissae.len()),
        ("getIndexes", concept) => integers(orders(concept)),
        ("getNumberOfIndexes", concept) => count(orders(concept).len()),
        (name, Concept::Mesh(mesh)) => of_mesh(&mesh.mesh, name, arguments)?,
        _ => Value::Unknown,
    })
}

fn integers(items: Vec<i64>) -> Value {
    Value::list(items.into_iter().map(Value::Integer).collect())
}

fn orders(concept: &Concept) -> Vec<i64> {
    match concept {
        Concept::Modes(modes) => modes.orders.clone(),
        Concept::Trajectory(trajectory) => trajectory.get().orders.to_vec(),
        Concept::Harmonic(response) => response.orders.clone(),
        Concept::Fields(series) => series.orders.clone(),
        _ => Vec::new(),
    }
}

fn of_mesh(mesh: &Mesh, name: &str, arguments: Arguments) -> Result<Value> {
    let asked = arguments.positional.first().or(arguments.named.first().map(|n| &n.value));
    let asked: Option<Arc<str>> = match asked {
        Some(Value::Text(text)) => Some(text.clone()),
        _ => None,
    };
    let (groups, all) = match name {
        "getCells" | "getGroupsOfCells" | "hasGroupOfCells" | "LIST_GROUP_MA" => (&mesh.cell_groups, mesh.cells.len()),
        _ => (&mesh.node_groups, mesh.nodes.len()),
    };
    let count = |n: usize| Value::Integer(n as i64);
    Ok(match name {
        "getNumberOfNodes" => count(mesh.nodes.len()),
        "getNumberOfCells" => count(mesh.cells.len()),
        "getDimension" => count(mesh.dimension),
        "getGroupsOfNodes" | "getGroupsOfCells" => {
            Value::list(groups.keys().map(|name| Value::text(name.as_str())).collect())
        }
        "hasGroupOfNodes" | "hasGroupOfCells" => Value::Logical(asked.is_some_and(|name| groups.contains_key(&*name))),
        "LIST_GROUP_NO" => Value::list(
            groups.iter().map(|(name, m)| Value::tuple(vec![Value::text(name.as_str()), count(m.len())])).collect(),
        ),
        "LIST_GROUP_MA" => {
            let dimension = |cells: &[usize]| cells.iter().map(|c| usize::from(mesh.cells[*c].nodes.len() > 1)).max();
            let row = |(name, members): (&String, &Vec<usize>)| {
                let dimension = count(dimension(members).unwrap_or(0));
                Value::tuple(vec![Value::text(name.as_str()), count(members.len()), dimension])
            };
            Value::list(groups.iter().map(row).collect())
        }
        // Ranks from 0.
        "getNodes" | "getCells" => match asked {
            None => integers((0..all as i64).collect()),
            Some(name) => match groups.get(&*name) {
                Some(members) => integers(members.iter().map(|m| *m as i64).collect()),
                None => return Err(Fault::value_error(format!("the mesh has no group '{name}'"))),
            },
        },
        _ => Value::Unknown,
    })
}

/// Arguments of EXTR_COMP: a component (blank: all), groups (none: all), whether places are wanted.
struct Choice {
    component: Option<String>,
    groups: Vec<String>,
    places: bool,
}

impl Choice {
    fn of(mut arguments: Arguments) -> Result<Choice> {
        for named in &mut arguments.named {
            if matches!(&*named.name, "lgno" | "lgma") {
                named.name = "groups".into();
            }
        }
        let [component, groups, topology] = arguments.take("EXTR_COMP", ["comp", "groups", "topo"], 0)?;
        let component = match component {
            Some(Value::Text(name)) if !name.trim().is_empty() => Some(name.trim().to_string()),
            _ => None,
        };
        let groups = match groups {
            Some(Value::Text(name)) => vec![name.to_string()],
            Some(list) => {
                let list = list.as_sequence().unwrap_or_default();
                list.iter().map(crate::python::core::display::display).collect()
            }
            None => Vec::new(),
        };
        let places = topology.and_then(|v| v.as_index()).is_some_and(|i| i != 0);
        Ok(Choice { component, groups, places })
    }

    /// Arguments of getValuesWithDescription: components (none: all), groups; places are wanted.
    fn described(mut arguments: Arguments) -> Result<Choice> {
        let first = arguments.positional.first_mut().or(arguments.named.first_mut().map(|n| &mut n.value));
        if let Some(value) = first
            && let Some([one]) = value.as_sequence().as_deref()
        {
            *value = one.clone();
        }
        for named in arguments.named.iter_mut().filter(|n| &*n.name == "components") {
            named.name = "comp".into();
        }
        Ok(Choice { places: true, ..Choice::of(arguments)? })
    }

    /// Ranks of the members of the groups; `None` for all.
    fn members(&self, known: &indexmap::IndexMap<String, Vec<usize>>) -> Result<Option<Vec<usize>>> {
        if self.groups.is_empty() {
            return Ok(None);
        }
        let mut out = Vec::new();
        for name in &self.groups {
            let members =
                known.get(name).ok_or_else(|| Fault::value_error(format!("the mesh has no group '{name}'")))?;
            out.extend(members);
        }
        out.sort_unstable();
        out.dedup();
        Ok(Some(out))
    }

    fn unknown(&self) -> Fault {
        let name = self.component.as_deref().unwrap_or("");
        Fault::value_error(format!("the field has no component '{name}' there"))
    }
}

/// Values, and by name what else is known of each.
fn extracted(values: Vec<Value>, others: Vec<(&str, Value)>) -> Value {
    let scope = Scope::module();
    let count = values.len();
    scope.set("valeurs", Array::of(values, vec![count]).value());
    for (name, value) in others {
        scope.set(name, value);
    }
    Value::Module(Arc::new(Module { name: "EXTR_COMP".into(), scope }))
}

fn nodal_components(field: &NodalField, choice: &Choice) -> Result<Value> {
    let nodes = choice.members(&field.mesh.mesh.node_groups)?;
    let component = match &choice.component {
        Some(name) => Some(Component::from_name(name).ok_or_else(|| choice.unknown())?),
        None => None,
    };
    let (mut values, mut places, mut names) = (Vec::new(), Vec::new(), Vec::new());
    for (rank, dof) in field.numbering.dofs().iter().enumerate() {
        let wanted = component.is_none_or(|c| c == dof.component)
            && nodes.as_ref().is_none_or(|nodes| nodes.binary_search(&dof.node).is_ok())
            && field.present.as_ref().is_none_or(|present| present.get(rank).copied().unwrap_or(false));
        if !wanted {
            continue;
        }
        values.push(match field.imaginary.is_empty() {
            true => Value::Real(field.values[rank]),
            false => Value::Complex(field.complex(rank)),
        });
        places.push(dof.node as i64 + 1);
        names.push(Value::text(dof.component.name()));
    }
    if values.is_empty() {
        return Err(choice.unknown());
    }
    let others =
        if choice.places { vec![("noeud", integers(places)), ("comp", Value::list(names))] } else { Vec::new() };
    Ok(extracted(values, others))
}

fn cell_components(field: &CellField, choice: &Choice) -> Result<Value> {
    let content = &field.values;
    let cells = choice.members(&field.mesh.mesh.cell_groups)?;
    let components: Vec<usize> = match &choice.component {
        Some(name) => vec![content.components.iter().position(|c| c == name).ok_or_else(|| choice.unknown())?],
        None => (0..content.components.len()).collect(),
    };
    let (mut values, mut places, mut points) = (Vec::new(), Vec::new(), Vec::new());
    for cell in 0..content.cells.len() {
        if cells.as_ref().is_some_and(|cells| cells.binary_search(&cell).is_err()) {
            continue;
        }
        for point in 0..content.points(cell) {
            for &component in &components {
                let Some(value) = content.value(cell, point, component) else { continue };
                values.push(if value.im == 0.0 { Value::Real(value.re) } else { Value::Complex(value) });
                places.push(cell as i64 + 1);
                points.push(point as i64 + 1);
            }
        }
    }
    if values.is_empty() {
        return Err(choice.unknown());
    }
    let others =
        if choice.places { vec![("maille", integers(places)), ("point", integers(points))] } else { Vec::new() };
    Ok(extracted(values, others))
}
