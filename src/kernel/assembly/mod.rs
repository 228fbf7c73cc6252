//! Numbering of unknowns, constraints, assembled matrices.

mod matrix;
mod numbering;

pub use matrix::{AssembledMatrix, MatrixValues, SparseMatrix};
pub use numbering::{Component, Constraint, Dof, Numbering};
