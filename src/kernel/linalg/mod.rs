//! Linear algebra of the kernel: elimination of constraints, factorizations, eigenproblems.
//!
//! Results are the same bits on every machine: sums have a fixed order, and nalgebra is compiled without the products
//! that pick their instructions at run time.

mod banded;
mod bandwidth;
mod bundles;
mod cholesky;
mod compensated;
mod complex_eigen;
mod dense;
mod elimination;
mod jacobi;
mod null_space;
mod real_eigen;
mod repeated_solver;
mod small_system;
mod solver;
mod sparse_factor;
mod threads;

pub use banded::Banded;
pub use bandwidth::bandwidth_order;
pub use bundles::{
    Bundle, Products, SIDES, add_combinations, bundle, multiply_bundle, multiply_bundle_into, products, turn, vectors,
};
pub use cholesky::{LowerTriangle, RootFactor};
pub use compensated::{bilinear, energies};
pub use complex_eigen::{QrFault, complex_eigen, modulus, square_root};
pub use dense::{axpy, dense, dot, product, symmetrised, transpose_product};
pub use elimination::{ConstraintFault, Elimination};
pub use jacobi::orthogonalise_columns;
pub use null_space::null_space;
pub use real_eigen::{real_eigenvalues, symmetric_eigen};
pub use repeated_solver::{Changed, RepeatedSolver};
pub use small_system::SmallSystem;
pub use solver::{Number, SolverPlan, SparseSolver, is_symmetric};
pub use sparse_factor::{Analysis, Entry, RepeatedFactor, SingularFault, SymmetricFactor};
pub(crate) use threads::has_threads;
