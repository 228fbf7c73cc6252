//! Methods of spectral matrices: their frequencies, terms, and the whole matrix as an array.

use num_complex::Complex64;

use crate::concepts::{Concept, Label, SpectralMatrix, TermPlace};
use crate::python::core::fault::{Fault, Result};
use crate::python::core::methods::Call;
use crate::python::core::value::{Array, Data, Value};

/// `LIST_TERMES()`: rows and columns of the terms that are stored, as pairs.
pub fn places(concept: &Concept) -> Value {
    let Concept::SpectralMatrix(matrix) = concept else { return Value::Unknown };
    let pair = |place: &TermPlace| Value::tuple(vec![label(&place.row), label(&place.column)]);
    Value::list(matrix.terms.iter().map(|(place, _)| pair(place)).collect())
}

fn label(label: &Label) -> Value {
    match label {
        Label::Order(order) => Value::Integer(*order),
        Label::Node([node, component]) => {
            Value::tuple(vec![Value::text(node.as_str()), Value::text(component.as_str())])
        }
    }
}

/// `Absc()`: frequencies (Hz), or instants (s) of signals.
pub fn abscissae(concept: &Concept) -> Value {
    match concept {
        Concept::SpectralMatrix(matrix) => Value::reals(matrix.abscissae.iter().copied()),
        _ => Value::Unknown,
    }
}

/// `TERME(i, j)`: the values of a term as an array; real on the diagonal. A row is a number, or a node and a component.
pub fn term(concept: &Concept, call: Call) -> Result<Value> {
    let Concept::SpectralMatrix(matrix) = concept else { return Ok(Value::Unknown) };
    let [row, column] = call.take(["i", "j"], 1)?;
    let Some(row) = row else { return Ok(Value::Unknown) };
    let row = read(matrix, &row)?;
    let column = column.map_or(Ok(row.clone()), |column| read(matrix, &column))?;
    let place = TermPlace { row, column };
    let Some(values) = matrix.term(&place) else {
        return Err(Fault::new("KeyError", format!("the matrix has no term {place}")));
    };
    Ok(match place.is_diagonal() {
        true => Array::reals(values.complex().into_iter().map(|z| z.re)).value(),
        false => Array::new(Data::Complex(values.complex()), vec![matrix.abscissae.len()]).value(),
    })
}

fn read(matrix: &SpectralMatrix, given: &Value) -> Result<Label> {
    if let Some(order) = given.as_index() {
        return Ok(Label::Order(order));
    }
    match given {
        Value::Tuple(pair) => match &pair[..] {
            [Value::Text(node), Value::Text(component)] => Ok(matrix.label(node, component)),
            _ => Err(Fault::type_error("a row is a number, or a node and a component")),
        },
        _ => Err(Fault::type_error("a row is a number, or a node and a component")),
    }
}

/// `MATRICE(k)`: the matrix at the frequency of rank k from 0, rows x columns; what is not stored is 0.
pub fn matrix_at(concept: &Concept, call: Call) -> Result<Value> {
    let Concept::SpectralMatrix(matrix) = concept else { return Ok(Value::Unknown) };
    let [rank] = call.exactly(["k"])?;
    let points = matrix.abscissae.len();
    let Some(k) = rank.as_index().and_then(|k| usize::try_from(k).ok()).filter(|k| *k < points) else {
        return Err(Fault::new(
            "IndexError",
            format!("the matrix has frequencies of ranks 0 to {}", points.max(1) - 1),
        ));
    };
    let labels = matrix.labels();
    let value = |i: &Label, j: &Label| {
        let place = TermPlace { row: i.clone(), column: j.clone() };
        let across = || matrix.stored(&place.transposed()).map(|term| term.at(k).conj());
        matrix.stored(&place).map(|term| term.at(k)).or_else(across).unwrap_or_default()
    };
    let values: Vec<Complex64> = labels.iter().flat_map(|i| labels.iter().map(|j| value(i, j))).collect();
    Ok(Array::new(Data::Complex(values), vec![labels.len(); 2]).value())
}
