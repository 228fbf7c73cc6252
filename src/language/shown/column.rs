//! Named arrays of numbers or texts.

use num_complex::Complex64;

/// A named array, by rows.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    pub name: String,
    /// One or two sizes.
    pub shape: Vec<usize>,
    pub numbers: Numbers,
}

/// The items of an array.
#[derive(Clone, Debug, PartialEq)]
pub enum Numbers {
    Real(Vec<f64>),
    Integer(Vec<i64>),
    /// Integers; none where a cell is empty.
    IntegerOrEmpty(Vec<Option<i64>>),
    Complex(Vec<Complex64>),
    /// Texts; none where a cell is empty.
    Text(Vec<Option<String>>),
}

impl Column {
    pub fn new(name: impl Into<String>, numbers: Numbers) -> Self {
        let shape = vec![numbers.len()];
        Column { name: name.into(), shape, numbers }
    }

    pub fn real(name: impl Into<String>, numbers: Vec<f64>) -> Self {
        Column::new(name, Numbers::Real(numbers))
    }

    /// Rows of one width.
    pub(super) fn rows(name: impl Into<String>, width: usize, numbers: Numbers) -> Self {
        let shape = vec![numbers.len() / width.max(1), width];
        Column { name: name.into(), shape, numbers }
    }
}

impl Numbers {
    pub fn len(&self) -> usize {
        match self {
            Numbers::Real(items) => items.len(),
            Numbers::Integer(items) => items.len(),
            Numbers::IntegerOrEmpty(items) => items.len(),
            Numbers::Complex(items) => items.len(),
            Numbers::Text(items) => items.len(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
