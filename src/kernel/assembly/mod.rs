//! Numbering of unknowns, constraints, assembled matrices.

mod assemble;
mod hidden;
mod matrix;
mod numbering;
mod term;

pub use assemble::{assemble_matrix, assemble_vector};
pub use hidden::{HiddenTerm, hidden_terms, lost_digits};
pub use matrix::{AssembledMatrix, MatrixValues, SparseMatrix};
pub use numbering::{Component, Constraint, Dof, Numbering};
pub use term::ElementTerm;
