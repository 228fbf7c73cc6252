//! Values as named arrays of numbers, for programs that compute with them.

use num_complex::Complex64;

use super::array_of_cells::{of_cells, of_items};
use super::column::{Column, Numbers};
use crate::concepts::{Concept, NodalField, States, Trajectory};
use crate::kernel::assembly::Numbering;
use crate::kernel::mesh::Mesh;
use crate::python::{Data, Value, read};

/// What kind of thing a value is, and its arrays; `None` when it has none.
pub fn columns(value: &Value) -> Option<(&'static str, Vec<Column>)> {
    match value {
        Value::Concept(handle) => of_concept(handle.get()?),
        Value::Table(table) => {
            let table = read(table);
            let column = |(rank, (name, _)): (usize, &(String, _))| {
                let items: Vec<Value> = table.rows.iter().map(|row| row[rank].clone()).collect();
                Column::new(name.clone(), of_items(&items))
            };
            Some(("table", table.columns.iter().enumerate().map(column).collect()))
        }
        Value::Column(column) => Some(("array", vec![Column::new(column.name.clone(), of_items(&column.values))])),
        Value::Array(array) => {
            let array = read(array);
            let numbers = match array.dense() {
                Data::Logical(items) => Numbers::Integer(items.into_iter().map(i64::from).collect()),
                Data::Integer(items) => Numbers::Integer(items),
                Data::Real(items) => Numbers::Real(items),
                Data::Complex(items) => Numbers::Complex(items),
                Data::Mixed(items) => of_items(&items),
            };
            Some(("array", vec![Column { name: "VALE".to_string(), shape: array.shape.clone(), numbers }]))
        }
        _ => None,
    }
}

fn of_concept(concept: &Concept) -> Option<(&'static str, Vec<Column>)> {
    Some(match concept {
        Concept::Function(function) => {
            let table = function.table();
            let x = Column::real(function.parameter.clone(), table.abscissae.to_vec());
            ("function", vec![x, Column::real(function.result.clone(), table.ordinates.to_vec())])
        }
        Concept::ComplexFunction(function) => {
            let x = Column::real(function.parameter.clone(), function.abscissae.clone());
            ("function", vec![x, Column::new(function.result.clone(), Numbers::Complex(function.values.clone()))])
        }
        Concept::Surface(surface) => {
            let (mut outer, mut x, mut y) = (Vec::new(), Vec::new(), Vec::new());
            for (value, table) in surface.values.iter().zip(&surface.functions) {
                outer.extend(std::iter::repeat_n(*value, table.abscissae.len()));
                x.extend_from_slice(&table.abscissae);
                y.extend_from_slice(&table.ordinates);
            }
            let named = [(&surface.parameter, outer), (&surface.inner_parameter, x), (&surface.result, y)];
            ("surface", named.into_iter().map(|(name, numbers)| Column::real(name.clone(), numbers)).collect())
        }
        Concept::RealList(values) => ("list", vec![Column::real("VALE", values.to_vec())]),
        Concept::IntegerList(values) => ("list", vec![Column::new("VALE", Numbers::Integer(values.to_vec()))]),
        Concept::Instants(list) => ("list", vec![Column::real("INST", list.instants.clone())]),
        Concept::Table(table) => {
            let column = |(rank, column): (usize, &crate::concepts::Column)| {
                Column::new(column.name.clone(), of_cells(table.rows.column(rank)))
            };
            // A table without rows has no cells of a column.
            let columns = match table.rows.is_empty() {
                true => table.columns.iter().map(|c| Column::real(c.name.clone(), Vec::new())).collect(),
                false => table.columns.iter().enumerate().map(column).collect(),
            };
            ("table", columns)
        }
        Concept::Modes(modes) => ("modes", of_states(States::Modes(modes))),
        Concept::Trajectory(kept) => ("transient", of_trajectory(&kept.get())),
        Concept::Harmonic(response) => {
            let of = |field: &str| {
                let state = |k: usize| {
                    let factor = response.factor(field, k).unwrap_or_default();
                    response.q_of(field, k).iter().map(move |q| q * factor)
                };
                Numbers::Complex((0..response.len()).flat_map(state).collect())
            };
            let mut columns = vec![Column::real("FREQ", response.frequencies.clone())];
            columns.extend(response.fields.iter().map(|field| Column::rows(field.clone(), response.size, of(field))));
            ("harmonic", columns)
        }
        Concept::Fields(series) => ("fields", of_states(States::Fields(series))),
        Concept::NodalField(field) => {
            let mut columns = unknowns(&field.numbering, Some(&field.mesh.mesh));
            columns.push(Column::new("VALE", of_field(field)));
            ("field", columns)
        }
        Concept::Mesh(value) => ("mesh", of_mesh(&value.mesh)),
        Concept::Model(model) => ("mesh", of_mesh(&model.mesh.mesh)),
        Concept::GeneralizedMatrix(matrix) => {
            let n = matrix.values.ncols();
            let places = (0..matrix.values.nrows()).flat_map(|i| (0..n).map(move |j| (i, j)));
            let numbers = match &matrix.imaginary {
                Some(_) => Numbers::Complex(places.map(|(i, j)| matrix.complex(i, j)).collect()),
                None => Numbers::Real(places.map(|at| matrix.values[at]).collect()),
            };
            ("matrix", vec![Column::rows("VALE", n, numbers)])
        }
        Concept::GeneralizedVector(vector) => {
            ("vector", vec![Column::real("VALE", vector.values.iter().copied().collect())])
        }
        Concept::Matrix(value) => {
            let matrix = value.matrix.real()?;
            let (mut rows, mut places, mut terms) = (Vec::new(), Vec::new(), Vec::new());
            for (row, column, term) in matrix.triplets() {
                rows.push(row as i64);
                places.push(column as i64);
                terms.push(term);
            }
            let whole = |name: &str, numbers| Column::new(name, Numbers::Integer(numbers));
            let mut columns = vec![whole("ROW", rows), whole("COLUMN", places), Column::real("VALE", terms)];
            columns.extend(unknowns(&value.matrix.numbering, None));
            ("sparse", columns)
        }
        Concept::SpectralMatrix(matrix) => {
            // Terms one after the other, each over all abscissae.
            let width = matrix.abscissae.len();
            let label = |label: &crate::concepts::Label| Some(label.to_string());
            let text = |of: fn(&crate::concepts::TermPlace) -> &crate::concepts::Label| {
                Numbers::Text(matrix.terms.iter().map(|(place, _)| label(of(place))).collect())
            };
            let values = matrix.terms.iter().flat_map(|(_, values)| values.complex()).collect();
            let columns = vec![
                Column::real(matrix.parameter.clone(), matrix.abscissae.clone()),
                Column::new("I", text(|place| &place.row)),
                Column::new("J", text(|place| &place.column)),
                Column::rows(matrix.kind.clone(), width, Numbers::Complex(values)),
            ];
            ("spectra", columns)
        }
        Concept::RoughProfile(profile) => ("list", vec![Column::real("VALE", profile.heights.to_vec())]),
        _ => return None,
    })
}

/// Parameters, shapes of modes or fields at nodes, and the unknowns they have.
fn of_states(states: States<'_>) -> Vec<Column> {
    let mut columns = vec![Column::new("NUME_ORDRE", Numbers::Integer(states.orders().to_vec()))];
    let parameters = states.parameter_names().into_iter().map(|name| (name, states.parameters(name).into_owned()));
    let known = parameters.filter(|(_, values)| values.iter().any(|x| !x.is_nan()));
    columns.extend(known.map(|(name, values)| Column::real(name, values)));
    match states {
        States::Modes(modes) => {
            let shapes: Vec<_> = modes.iter().map(|mode| (&*mode.values, &*mode.imaginary)).collect();
            columns.extend(rows("DEPL", &shapes));
            let mesh = modes.mesh.as_ref().map(|value| &*value.mesh);
            columns.extend(modes.numbering().map(|numbering| unknowns(numbering, mesh)).unwrap_or_default());
        }
        States::Fields(series) => {
            let mut numbered = None;
            for name in states.field_names() {
                let fields: Option<Vec<_>> = (0..series.orders.len()).map(|rank| states.nodal(name, rank)).collect();
                let Some(fields) = fields.filter(|fields| !fields.is_empty()) else { continue };
                let shapes: Vec<_> = fields.iter().map(|field| (&*field.values, &*field.imaginary)).collect();
                let Some(column) = rows(name, &shapes) else { continue };
                columns.push(column);
                numbered = numbered.or(fields.into_iter().next());
            }
            columns
                .extend(numbered.map(|field| unknowns(&field.numbering, Some(&field.mesh.mesh))).unwrap_or_default());
        }
        _ => {}
    }
    columns
}

/// Vectors of one length (real and imaginary parts) as the rows of an array.
fn rows(name: &str, vectors: &[(&[f64], &[f64])]) -> Option<Column> {
    let width = vectors.first().map_or(0, |(real, _)| real.len());
    if vectors.iter().any(|(real, _)| real.len() != width) {
        return None;
    }
    let numbers = match vectors.iter().all(|(_, imaginary)| imaginary.is_empty()) {
        true => Numbers::Real(vectors.iter().flat_map(|(real, _)| real.iter().copied()).collect()),
        false => {
            let part = |imaginary: &[f64], i: usize| imaginary.get(i).copied().unwrap_or(0.0);
            let all = |&(real, imaginary): &(&[f64], &[f64])| {
                (0..width).map(|i| Complex64::new(real[i], part(imaginary, i))).collect::<Vec<_>>()
            };
            Numbers::Complex(vectors.iter().flat_map(all).collect())
        }
    };
    Some(Column::rows(name, width, numbers))
}

/// The node (counted from 1) and the component of each unknown, and the labels of the nodes.
fn unknowns(numbering: &Numbering, mesh: Option<&Mesh>) -> Vec<Column> {
    let dofs = numbering.dofs();
    let component = |d: &crate::kernel::assembly::Dof| Some(d.component.name().to_string());
    let mut columns = vec![
        Column::new("NODE", Numbers::Integer(dofs.iter().map(|d| d.node as i64 + 1).collect())),
        Column::new("COMPONENT", Numbers::Text(dofs.iter().map(component).collect())),
    ];
    if let Some(mesh) = mesh {
        let label = |d: &crate::kernel::assembly::Dof| mesh.nodes.get(d.node).map(|node| node.label.to_string());
        columns.push(Column::new("LABEL", Numbers::Text(dofs.iter().map(label).collect())));
    }
    columns
}

fn of_trajectory(run: &Trajectory) -> Vec<Column> {
    let mut columns = vec![
        Column::new("NUME_ORDRE", Numbers::Integer(run.orders.to_vec())),
        Column::real("INST", run.instants.to_vec()),
    ];
    for (name, values) in [("DEPL", &run.displacement), ("VITE", &run.velocity), ("ACCE", &run.acceleration)] {
        columns.push(Column::rows(name, run.size, Numbers::Real(values.to_vec())));
    }
    columns
}

fn of_field(field: &NodalField) -> Numbers {
    match field.imaginary.is_empty() {
        true => Numbers::Real(field.values.clone()),
        false => Numbers::Complex((0..field.values.len()).map(|rank| field.complex(rank)).collect()),
    }
}

fn of_mesh(mesh: &Mesh) -> Vec<Column> {
    let labels = mesh.nodes.iter().map(|node| Some(node.label.to_string())).collect();
    let points: Vec<f64> = mesh.nodes.iter().flat_map(|node| node.position).collect();
    vec![Column::rows("COOR", 3, Numbers::Real(points)), Column::new("LABEL", Numbers::Text(labels))]
}
