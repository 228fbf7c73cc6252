//! What the study's Python takes out of assembled matrices, meshes and results.
//!
//! ```python
//! K.EXTR_MATR()                        # an array; EXTR_MATR(sparse=True): values, rows, columns, size
//! mesh.getCoordinates().getValues()    # x, y, z of each node
//! modes.getField("DEPL", 1)            # a field, as CREA_CHAMP(OPERATION="EXTR") makes it
//! ```
//!
//! A matrix has the unknowns of its nodes, then two multipliers for each condition (see [`super::numbering`]), made at the
//! call.

use std::collections::BTreeMap;
use std::sync::Arc;

use num_complex::Complex64;

use super::numbering::{Multiplier, multipliers};
use crate::concepts::{Concept, Handle, MatrixValue, NodalField};
use crate::kernel::assembly::MatrixValues;
use crate::kernel::linalg::modulus;
use crate::kernel::mesh::Mesh;
use crate::python::core::fault::{Fault, Result};
use crate::python::core::function::{Arguments, Named};
use crate::python::core::interpreter::Interpreter;
use crate::python::core::methods::Call;
use crate::python::core::value::{Array, Data, Factor, Keyword, Module, Scope, TableView, Value};

/// `EXTR_MATR(sparse, epsilon)` and `toNumpy()`.
pub fn matrix(concept: &Concept, call: Call) -> Result<Value> {
    let Concept::Matrix(matrix) = concept else { return Ok(Value::Unknown) };
    let [sparse, epsilon] = call.take(["sparse", "epsilon"], 0)?;
    let sparse = matches!(sparse, Some(Value::Logical(true)));
    let threshold = epsilon.and_then(|v| v.as_real()).unwrap_or(0.0);
    let (unknowns, mut entries): (usize, Vec<(usize, usize, Value)>) = match &matrix.matrix.values {
        MatrixValues::Real(values) => {
            let kept = values.triplets().filter(|(_, _, x)| x.abs() >= threshold);
            (values.size(), kept.map(|(i, j, x)| (i, j, Value::Real(x))).collect())
        }
        MatrixValues::Complex(values) => {
            let kept = values.triplets().filter(|(_, _, z)| modulus(*z) >= threshold);
            (values.size(), kept.map(|(i, j, z)| (i, j, Value::Complex(z))).collect())
        }
    };
    let multipliers: Vec<Multiplier> = multipliers(&matrix.numbering).collect();
    let size = unknowns + multipliers.len();
    if matrix.option.starts_with("RIGI_MECA") {
        entries.extend(conditions(matrix, &multipliers));
    }
    if sparse {
        let ranks = |pick: &dyn Fn(&(usize, usize, Value)) -> usize| Array::ranks(entries.iter().map(pick)).value();
        let items = Array::of(entries.iter().map(|(_, _, x)| x.clone()).collect(), vec![entries.len()]).value();
        return Ok(Value::tuple(vec![items, ranks(&|e| e.0), ranks(&|e| e.1), Value::Integer(size as i64)]));
    }
    let mut items = vec![Value::Real(0.0); size * size];
    for (row, column, value) in entries {
        items[row * size + column] = value;
    }
    Ok(Array::of(items, vec![size, size]).value())
}

/// `getValuesWithDescription()` of a matrix: values, rows, columns, size, with the multipliers as `toNumpy` has them.
pub fn described_matrix(concept: &Concept, mut call: Call) -> Result<Value> {
    call.arguments = Arguments::default();
    call.arguments.named.push(Named { name: "sparse".into(), value: Value::Logical(true) });
    matrix(concept, call)
}

/// `toSimpleFieldOnNodes()`: an object with `getValues()` (an array of a row per node and a column per component, and whether the
/// field has each of them) and `getComponents()`.
pub fn simple_field(concept: &Concept, call: Call) -> Result<Value> {
    let Concept::NodalField(field) = concept else { return Ok(Value::Unknown) };
    call.alone()?;
    let mut columns: Vec<_> = field.numbering.dofs().iter().map(|dof| dof.component).collect();
    columns.sort_unstable();
    columns.dedup();
    let nodes = field.mesh.mesh.nodes.len();
    let (mut numbers, mut mask) =
        (vec![Complex64::default(); nodes * columns.len()], vec![false; nodes * columns.len()]);
    for (rank, dof) in field.numbering.dofs().iter().enumerate() {
        let Ok(column) = columns.binary_search(&dof.component) else { continue };
        numbers[dof.node * columns.len() + column] = field.complex(rank);
        mask[dof.node * columns.len() + column] = true;
    }
    let numbers = match field.imaginary.is_empty() {
        true => Data::Real(numbers.iter().map(|z| z.re).collect()),
        false => Data::Complex(numbers),
    };
    let shape = vec![nodes, columns.len()];
    let mask = Array::of(mask.into_iter().map(Value::Logical).collect(), shape.clone()).value();
    let pair = Value::list(vec![Array::new(numbers, shape).value(), mask]);
    let scope = Scope::module();
    let bound = |value: Value, method: &str| Value::Method(Arc::new((value, method.into())));
    scope.set("getValues", bound(pair, "copy"));
    scope.set("getComponents", bound(components(field), "copy"));
    Ok(Value::Module(Arc::new(Module { name: "simple field on nodes".into(), scope })))
}

/// The rows and columns of the multipliers of a stiffness.
fn conditions(matrix: &MatrixValue, multipliers: &[Multiplier]) -> Vec<(usize, usize, Value)> {
    let mut entries = Vec::new();
    let mut pairs = vec![[0; 2]; matrix.numbering.numbering.constraints.len()];
    for own in multipliers {
        for &(dof, coefficient) in &matrix.numbering.numbering.constraints[own.condition].terms {
            entries.push((own.rank, dof, Value::Real(coefficient)));
            entries.push((dof, own.rank, Value::Real(coefficient)));
        }
        // The two multipliers of a condition are equal.
        entries.push((own.rank, own.rank, Value::Real(-1.0)));
        pairs[own.condition][usize::from(own.second)] = own.rank;
    }
    for own in multipliers.iter().filter(|own| own.second) {
        let [first, second] = pairs[own.condition];
        entries.extend([(first, second, Value::Real(1.0)), (second, first, Value::Real(1.0))]);
    }
    entries
}

/// An object with `getValues()` (x, y, z of each node, in one list) and `toNumpy()` (a row per node).
pub fn coordinates(mesh: &Mesh) -> Value {
    let items: Vec<f64> = mesh.nodes.iter().flat_map(|node| node.position).collect();
    let rows = Array::new(Data::Real(items.clone()), vec![mesh.nodes.len(), 3]);
    let scope = Scope::module();
    let bound = |value: Value, method: &str| Value::Method(Arc::new((value, method.into())));
    scope.set("getValues", bound(Array::reals(items).value(), "tolist"));
    scope.set("toNumpy", bound(rows.value(), "copy"));
    Value::Module(Arc::new(Module { name: "coordinates".into(), scope }))
}

/// Whether each term of a matrix is that of the place across the diagonal.
fn is_symmetric<T: PartialEq>(terms: impl Iterator<Item = (usize, usize, T)>) -> bool {
    let terms: BTreeMap<(usize, usize), T> = terms.map(|(row, column, x)| ((row, column), x)).collect();
    terms.iter().all(|((row, column), x)| terms.get(&(*column, *row)) == Some(x))
}

/// Names of the components that a nodal field has somewhere, in the order of the unknowns of a node.
pub fn components(field: &NodalField) -> Value {
    let mut found: Vec<_> = Vec::new();
    for dof in field.numbering.dofs() {
        if !found.contains(&dof.component) {
            found.push(dof.component);
        }
    }
    found.sort_unstable();
    Value::list(found.into_iter().map(|c| Value::text(c.name())).collect())
}

/// The field on nodes or on elements that names of fields stand for.
fn kind_of_field(result: &Handle, name: &str) -> &'static str {
    let complex = result.is_a("mode_meca_c") || result.is_a("dyna_harmo");
    match name.rsplit_once('_').map_or("", |(_, place)| place) {
        "ELNO" if complex => "ELNO_SIEF_C",
        "ELNO" => "ELNO_SIEF_R",
        "ELGA" if complex => "ELGA_SIEF_C",
        "ELGA" => "ELGA_SIEF_R",
        "NOEU" if complex => "NOEU_SIEF_C",
        "NOEU" => "NOEU_SIEF_R",
        "ELEM" => "ELEM_ENER_R",
        _ if complex => "NOEU_DEPL_C",
        _ => "NOEU_DEPL_R",
    }
}

impl Interpreter<'_> {
    /// `matrix.transpose()`, `matrix.transposeConjugate()`: matrices here are symmetric, so that a real one is its own.
    pub(crate) fn transposed(&mut self, handle: &Handle, call: Call, conjugate: bool) -> Result<Value> {
        let (name, span) = (call.name, call.span);
        call.alone()?;
        let Some(concept) = self.demand(handle, span)? else { return Ok(Value::Unknown) };
        let Concept::Matrix(matrix) = &concept else { return Ok(Value::Unknown) };
        let same = match &matrix.matrix.values {
            MatrixValues::Real(values) => is_symmetric(values.triplets().map(|(i, j, x)| (i, j, x.to_bits()))),
            MatrixValues::Complex(values) => {
                !conjugate && is_symmetric(values.triplets().map(|(i, j, z)| (i, j, (z.re.to_bits(), z.im.to_bits()))))
            }
        };
        if same {
            return Ok(Value::Concept(handle.clone()));
        }
        let why = "it differs from its matrix, and no command makes it: take M.toNumpy() and its transpose";
        Err(Fault::new("NotImplementedError", format!("{name}() is not available for this matrix: {why}")))
    }

    /// `table_container.getModeResult("NAME")`: the result of a row, by EXTR_TABLE.
    pub(crate) fn result_in_table(&mut self, table: &Handle, call: Call, kind: &str) -> Result<Value> {
        let span = call.span;
        let [name] = call.exactly(["name"])?;
        if name.is_unknown() {
            return Ok(Value::Unknown);
        }
        // A table that the study made itself holds names.
        if let (Some(Concept::Table(rows)), Value::Text(name)) = (self.demand(table, span)?, &name) {
            let view = TableView::of(&rows);
            let (objects, names) = (view.rank("NOM_OBJET"), view.rank("NOM_SD"));
            let is_it = |row: &&Vec<Value>| {
                let cell = objects.and_then(|rank| row.get(rank));
                matches!(cell, Some(Value::Text(text)) if text.trim_end() == name.trim_end())
            };
            let kept = view.rows.iter().find(is_it).and_then(|row| row.get(names?));
            let found = match kept {
                Some(Value::Text(kept)) => self.host.named(kept.trim_end()),
                _ => None,
            };
            if let Some(found) = found {
                return Ok(Value::Concept(self.host.newest(&found)));
            }
        }
        let keyword =
            |name: &str, value: Value| Keyword { name: name.into(), span, value, value_span: span, items: Vec::new() };
        let row = vec![keyword("NOM_PARA", Value::text("NOM_OBJET")), keyword("VALE_K", name)];
        let given = vec![
            keyword("TYPE_RESU", Value::text(kind)),
            keyword("TABLE", Value::Concept(table.clone())),
            keyword("NOM_PARA", Value::text("NOM_SD")),
            keyword("FILTRE", Value::Factor(Arc::new(Factor::new(row, span)))),
        ];
        self.call_command("EXTR_TABLE".into(), span, span, given, &Scope::module())
    }

    /// `result.getField("DEPL", 3)` or `getField("DEPL", value=0.1, para="INST")`, by CREA_CHAMP.
    pub(crate) fn field_of_result(&mut self, result: &Handle, call: Call) -> Result<Value> {
        let span = call.span;
        let [name, order, para, value, criterion, precision, _] =
            call.take(["name", "idx", "para", "value", "crit", "prec", "updatePtr"], 1)?;
        let Some(Value::Text(field)) = name else {
            return Err(Fault::type_error("getField() expects the name of a field"));
        };
        let keyword =
            |name: &str, value: Value| Keyword { name: name.into(), span, value, value_span: span, items: Vec::new() };
        let mut keywords = vec![
            keyword("OPERATION", Value::text("EXTR")),
            keyword("TYPE_CHAM", Value::text(kind_of_field(result, field.trim()))),
            keyword("RESULTAT", Value::Concept(result.clone())),
            keyword("NOM_CHAM", Value::Text(field)),
        ];
        match (order, para, value) {
            (Some(order), _, None) => keywords.push(keyword("NUME_ORDRE", order)),
            (None, Some(Value::Text(para)), Some(value)) => {
                keywords.push(keyword(&para, value));
                keywords.extend(criterion.map(|c| keyword("CRITERE", c)));
                keywords.extend(precision.map(|p| keyword("PRECISION", p)));
            }
            _ => return Err(Fault::type_error("getField() expects an order number, or para= and value=")),
        }
        self.call_command("CREA_CHAMP".into(), span, span, keywords, &Scope::module())
    }
}
