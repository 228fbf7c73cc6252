//! What concepts are made of, as the study's Python sees it: counts and groups of meshes, components of fields, generalised
//! matrices and vectors as arrays, indexes of results.
//!
//! ```python
//! mesh.LIST_GROUP_NO()                      # [(name, number of nodes), ...]
//! field.EXTR_COMP("DX", ["TIP"]).valeurs    # an array; with a third argument 1, .noeud and .comp too
//! KG.EXTR_MATR_GENE()                       # an array of two dimensions
//! ```

use std::sync::Arc;

use indexmap::IndexMap;

use super::ways::{Method, Way};
use super::{components, extracts, results, transients};
use crate::concepts::Concept;
use crate::kernel::mesh::Mesh;
use crate::python::core::fault::{Fault, Result};
use crate::python::core::methods::Call;
use crate::python::core::value::{Array, Data, Value};

const MESH: &[&str] = &["maillage_sdaster"];
const NODAL: &[&str] = &["cham_no_sdaster"];
const MATRIX: &[&str] = &["matr_asse"];
const GENERALIZED_MATRIX: &[&str] = &["matr_asse_gene"];
const GENERALIZED_VECTOR: &[&str] = &["vect_asse_gene"];
const FUNCTION: &[&str] = &["fonction_sdaster", "fonction_c"];
const RESULT: &[&str] = &["resultat_sdaster", "dyna_gene"];
const TRANSIENT: &[&str] = &["tran_gene"];

/// Methods, the types of concept that have them, and what they do.
pub const METHODS: &[Method] = &[
    ("EXTR_COMP", &["cham_no_sdaster", "cham_elem"], Way::Call(components::extract)),
    ("EXTR_MATR", MATRIX, Way::Call(extracts::matrix)),
    ("EXTR_MATR_GENE", GENERALIZED_MATRIX, Way::Call(|concept, _| Ok(generalized_matrix(concept)))),
    ("EXTR_VECT_GENE", GENERALIZED_VECTOR, Way::Call(|concept, _| Ok(generalized_vector(concept)))),
    ("EXTR_VECT_GENE_R", GENERALIZED_VECTOR, Way::Call(|concept, _| Ok(generalized_vector(concept)))),
    ("LIST_GROUP_MA", MESH, Way::Call(|concept, _| Ok(of_mesh(concept, cell_groups)))),
    ("LIST_GROUP_NO", MESH, Way::Call(|concept, _| Ok(of_mesh(concept, node_groups)))),
    ("getAccessParameters", RESULT, Way::Call(|concept, _| Ok(results::access_variables(concept)))),
    (
        "getAccelerationValues",
        TRANSIENT,
        Way::Call(|concept, call| transients::states(concept, call, |run| run.acceleration.as_slice())),
    ),
    ("getCells", MESH, Way::Call(|concept, call| members(concept, call, CELLS))),
    (
        "getComponents",
        NODAL,
        Way::Call(|concept, _| match concept {
            Concept::NodalField(field) => Ok(extracts::components(field)),
            _ => Ok(Value::Unknown),
        }),
    ),
    ("getCoordinates", MESH, Way::Call(|concept, _| Ok(of_mesh(concept, extracts::coordinates)))),
    ("getDimension", MESH, Way::Call(|concept, _| Ok(of_mesh(concept, |mesh| count(mesh.dimension))))),
    (
        "getDisplacementValues",
        TRANSIENT,
        Way::Call(|concept, call| transients::states(concept, call, |run| run.displacement.as_slice())),
    ),
    (
        "getField",
        &["resultat_sdaster"],
        Way::Whole(|interpreter, handle, call| interpreter.field_of_result(handle, call)),
    ),
    ("getGroupsOfCells", MESH, Way::Call(|concept, _| Ok(of_mesh(concept, |mesh| group_names(CELLS(mesh).0))))),
    ("getGroupsOfNodes", MESH, Way::Call(|concept, _| Ok(of_mesh(concept, |mesh| group_names(NODES(mesh).0))))),
    ("getIndexes", RESULT, Way::Call(|concept, _| Ok(integers(results::orders(concept))))),
    (
        "getModeResult",
        &["table_container"],
        Way::Whole(|interpreter, handle, call| interpreter.result_in_table(handle, call, "MODE_MECA")),
    ),
    ("getNodes", MESH, Way::Call(|concept, call| members(concept, call, NODES))),
    ("getNumberOfCells", MESH, Way::Call(|concept, _| Ok(of_mesh(concept, |mesh| count(mesh.cells.len()))))),
    ("getNumberOfIndexes", RESULT, Way::Call(|concept, _| Ok(count(results::orders(concept).len())))),
    (
        "getNumberOfModes",
        TRANSIENT,
        Way::Call(|concept, call| {
            call.alone()?;
            Ok(if let Concept::Trajectory(run) = concept { count(run.get().size) } else { Value::Unknown })
        }),
    ),
    ("getNumberOfNodes", MESH, Way::Call(|concept, _| Ok(of_mesh(concept, |mesh| count(mesh.nodes.len()))))),
    (
        "getValues",
        NODAL,
        Way::Call(|concept, _| match concept {
            Concept::NodalField(field) => Ok(Value::reals(field.values.iter().copied())),
            _ => Ok(Value::Unknown),
        }),
    ),
    ("getValuesAsArray", FUNCTION, Way::Call(|concept, _| Ok(points(concept)))),
    ("getValuesWithDescription", NODAL, Way::Call(components::described)),
    ("getValuesWithDescription", MATRIX, Way::Call(extracts::described_matrix)),
    (
        "getVelocityValues",
        TRANSIENT,
        Way::Call(|concept, call| transients::states(concept, call, |run| run.velocity.as_slice())),
    ),
    ("hasGroupOfCells", MESH, Way::Call(|concept, call| has_group(concept, call, CELLS))),
    ("hasGroupOfNodes", MESH, Way::Call(|concept, call| has_group(concept, call, NODES))),
    (
        "setAccelerationValues",
        TRANSIENT,
        Way::Whole(|interpreter, handle, call| interpreter.set_states(handle, call, |run| &mut run.acceleration)),
    ),
    (
        "setDisplacementValues",
        TRANSIENT,
        Way::Whole(|interpreter, handle, call| interpreter.set_states(handle, call, |run| &mut run.displacement)),
    ),
    (
        "setVelocityValues",
        TRANSIENT,
        Way::Whole(|interpreter, handle, call| interpreter.set_states(handle, call, |run| &mut run.velocity)),
    ),
    (
        "size",
        FUNCTION,
        Way::Call(|concept, _| match concept {
            Concept::Function(f) => Ok(count(f.table().abscissae.len())),
            Concept::ComplexFunction(f) => Ok(count(f.abscissae.len())),
            _ => Ok(Value::Unknown),
        }),
    ),
    ("toSimpleFieldOnNodes", NODAL, Way::Call(extracts::simple_field)),
    (
        "toNumpy",
        &["matr_asse_gene", "matr_asse"],
        Way::Call(|concept, call| match concept {
            Concept::GeneralizedMatrix(_) => Ok(generalized_matrix(concept)),
            concept => extracts::matrix(concept, call),
        }),
    ),
    ("transpose", MATRIX, Way::Whole(|interpreter, handle, call| interpreter.transposed(handle, call, false))),
    ("transposeConjugate", MATRIX, Way::Whole(|interpreter, handle, call| interpreter.transposed(handle, call, true))),
];

fn count(n: usize) -> Value {
    Value::Integer(n as i64)
}

fn integers(items: Vec<i64>) -> Value {
    Value::list(items.into_iter().map(Value::Integer).collect())
}

fn generalized_matrix(concept: &Concept) -> Value {
    let Concept::GeneralizedMatrix(matrix) = concept else { return Value::Unknown };
    let (rows, columns) = matrix.values.shape();
    let cell = |row: usize, column: usize| match &matrix.imaginary {
        Some(_) => Value::Complex(matrix.complex(row, column)),
        None => Value::Real(matrix.values[(row, column)]),
    };
    let items = (0..rows).flat_map(|row| (0..columns).map(move |column| cell(row, column))).collect();
    Array::of(items, vec![rows, columns]).value()
}

fn generalized_vector(concept: &Concept) -> Value {
    let Concept::GeneralizedVector(vector) = concept else { return Value::Unknown };
    let cell = |k: usize| match &vector.imaginary {
        Some(imaginary) => Value::Complex(num_complex::Complex64::new(vector.values[k], imaginary[k])),
        None => Value::Real(vector.values[k]),
    };
    Array::of((0..vector.values.len()).map(cell).collect(), vec![vector.values.len()]).value()
}

/// Points of a function, one row each.
fn points(concept: &Concept) -> Value {
    match concept {
        Concept::Function(f) => {
            let table = f.table();
            let pairs = table.abscissae.iter().zip(&table.ordinates).flat_map(|(x, y)| [*x, *y]);
            Array::new(Data::Real(pairs.collect()), vec![table.abscissae.len(), 2]).value()
        }
        Concept::ComplexFunction(f) => {
            let rows = f.abscissae.iter().zip(&f.values).flat_map(|(x, z)| [*x, z.re, z.im]);
            Array::new(Data::Real(rows.collect()), vec![f.abscissae.len(), 3]).value()
        }
        _ => Value::Unknown,
    }
}

type Groups = IndexMap<String, Vec<usize>>;

/// Groups of a mesh, and how many members there are in all.
type MeshPart = fn(&Mesh) -> (&Groups, usize);
const CELLS: MeshPart = |mesh| (&mesh.cell_groups, mesh.cells.len());
const NODES: MeshPart = |mesh| (&mesh.node_groups, mesh.nodes.len());

fn of_mesh(concept: &Concept, f: fn(&Mesh) -> Value) -> Value {
    match concept {
        Concept::Mesh(mesh) => f(&mesh.mesh),
        _ => Value::Unknown,
    }
}

fn group_names(groups: &Groups) -> Value {
    Value::list(groups.keys().map(|name| Value::text(name.as_str())).collect())
}

/// `LIST_GROUP_NO()`: names and numbers of nodes.
fn node_groups(mesh: &Mesh) -> Value {
    let row =
        |(name, members): (&String, &Vec<usize>)| Value::tuple(vec![Value::text(name.as_str()), count(members.len())]);
    Value::list(mesh.node_groups.iter().map(row).collect())
}

/// `LIST_GROUP_MA()`: names, numbers of cells, dimensions.
fn cell_groups(mesh: &Mesh) -> Value {
    let dimension = |cells: &[usize]| cells.iter().map(|c| usize::from(mesh.cells[*c].nodes.len() > 1)).max();
    let row = |(name, members): (&String, &Vec<usize>)| {
        let dimension = count(dimension(members).unwrap_or(0));
        Value::tuple(vec![Value::text(name.as_str()), count(members.len()), dimension])
    };
    Value::list(mesh.cell_groups.iter().map(row).collect())
}

/// The name of a group that a call asks for.
fn asked(call: &Call) -> Option<Arc<str>> {
    match call.arguments.positional.first().or(call.arguments.named.first().map(|n| &n.value)) {
        Some(Value::Text(text)) => Some(text.clone()),
        _ => None,
    }
}

fn has_group(concept: &Concept, call: Call, place: MeshPart) -> Result<Value> {
    let Concept::Mesh(mesh) = concept else { return Ok(Value::Unknown) };
    let (groups, _) = place(&mesh.mesh);
    Ok(Value::Logical(asked(&call).is_some_and(|name| groups.contains_key(&*name))))
}

/// `getNodes(group)`, `getCells(group)`: ranks from 0.
fn members(concept: &Concept, call: Call, place: MeshPart) -> Result<Value> {
    let Concept::Mesh(mesh) = concept else { return Ok(Value::Unknown) };
    let (groups, all) = place(&mesh.mesh);
    match asked(&call) {
        None => Ok(integers((0..all as i64).collect())),
        Some(name) => match groups.get(&*name) {
            Some(members) => Ok(integers(members.iter().map(|m| *m as i64).collect())),
            None => Err(Fault::value_error(format!("the mesh has no group '{name}'"))),
        },
    }
}
