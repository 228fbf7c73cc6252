//! One cell of a table.

use num_complex::Complex64;

/// Cell of a table.
#[derive(Clone, Debug, PartialEq, Default)]
pub enum Cell {
    #[default]
    Empty,
    Integer(i64),
    Real(f64),
    Complex(Complex64),
    /// Without trailing blanks.
    Text(String),
    /// A concept held by the table (functions in a table_fonction), by name.
    Concept(String),
}
