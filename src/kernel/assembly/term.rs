//! Elementary matrices and vectors.

use super::numbering::Dof;

/// One elementary matrix or vector: the unknowns it acts on and its values.
#[derive(Clone, Debug, PartialEq)]
pub struct ElementTerm {
    pub cell: usize,
    /// (node, component) of each row.
    pub dofs: Vec<Dof>,
    /// Matrix row by row (n² values) or vector (n values).
    pub values: Vec<f64>,
    /// Imaginary part, for complex options; empty otherwise.
    pub imaginary: Vec<f64>,
    /// True where the matrix is symmetric (skew and full non-symmetric ones are not).
    pub symmetric: bool,
}
