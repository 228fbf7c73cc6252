//! Direct solution of large sparse symmetric systems, real or complex: `P A Pᵀ = L D Lᵀ`.
//!
//! The method is multifrontal (I. Duff and J. Reid, ACM Trans. Math. Softw. 9 (1983) 302): the better of two
//! orderings ([`dissection`], [`minimum_degree`]), the elimination tree with its supernodes ([`analysis`]), and one dense front per supernode
//! ([`front`]) whose Schur complement is added to the front of its parent. No pivoting: meant for positive definite
//! matrices and for `K - σM` away from eigenvalues. For real matrices the number of negative terms of `D` is the number
//! of negative eigenvalues of `A` (Sylvester), which counts modes below a frequency.
//!
//! Independent subtrees are factorized in parallel. Every sum has an order that depends on the pattern alone, so the
//! factors have the same bits with any number of threads and on every processor.

mod analysis;
mod dissection;
mod entry;
mod factor;
mod front;
mod graph;
mod minimum_degree;
mod pieces;
#[cfg(test)]
mod properties;
mod repeated;
mod several;
#[cfg(test)]
mod tests;

pub use analysis::Analysis;
pub use entry::Entry;
pub use factor::{SingularFault, SymmetricFactor};
pub use repeated::RepeatedFactor;
