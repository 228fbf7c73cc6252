//! Linear algebra of the kernel: elimination of constraints, factorizations, eigenproblems.
//!
//! Results are the same bits on every machine. nalgebra's matrix-matrix product picks its instructions
//! at run time (fused multiply-add where there is one), so products of matrices are written here, in
//! plain loops; its other algorithms are used as they are.

mod banded;
mod cholesky;
mod compensated;
mod complex_eigen;
mod dense;
mod elimination;
mod jacobi;
mod null_space;
mod skyline;

pub use banded::Banded;
pub use cholesky::{LowerTriangle, RootFactor};
pub use compensated::{bilinear, residual};
pub use complex_eigen::{QrFault, complex_eigen, modulus, square_root};
pub use dense::{axpy, dense, dot, product, symmetrised, transpose_product};
pub use elimination::{ConstraintFault, Elimination};
pub use jacobi::orthogonalise_columns;
pub use null_space::null_space;
pub use skyline::{SingularFault, Skyline, bandwidth_order};
