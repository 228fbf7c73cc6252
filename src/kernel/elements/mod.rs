//! Element matrices: discrete elements, bars, beams.

/// Everything an element of one cell needs besides its geometry and material.
#[derive(Clone, Debug, Default)]
pub struct CellProperties {}

/// One elementary matrix or vector: the unknowns it acts on and its values.
#[derive(Clone, Debug)]
pub struct ElementTerm {
    pub cell: usize,
    /// (node, component) of each row.
    pub dofs: Vec<crate::kernel::assembly::Dof>,
    /// Matrix row by row (n² values) or vector (n values).
    pub values: Vec<f64>,
    /// Imaginary part, for complex options; empty otherwise.
    pub imaginary: Vec<f64>,
}
