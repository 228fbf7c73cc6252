//! Factors of one matrix after another with the same pattern, in storage that is kept.
//!
//! Contributions of the fronts to their parents stay, so that a matrix of which some terms have changed costs the fronts
//! that hold them and those between these and the roots. A front depends on its terms and its children alone: the factor
//! has the bits of a new one.

use std::sync::Arc;

use super::analysis::Analysis;
use super::entry::Entry;
use super::factor::{SingularFault, SymmetricFactor, assemble};
use super::front::eliminate;
use crate::assembly::SparseMatrix;

/// Supernode of a term that is not in the lower triangle; parent of a root.
const NONE: usize = usize::MAX;

/// A factor that is made again and again.
#[derive(Clone, Debug)]
pub struct RepeatedFactor<T> {
    factor: SymmetricFactor<T>,
    /// Contribution of each supernode to its parent.
    squares: Vec<Vec<T>>,
    parents: Vec<usize>,
    /// Supernode of each term of the matrix.
    owners: Vec<usize>,
    /// Supernodes whose front is not that of the matrix.
    stale: Vec<bool>,
    given: Vec<T>,
}

impl<T: Entry> RepeatedFactor<T> {
    /// Room for the factors of all matrices with the pattern of `matrix`.
    pub fn new(matrix: &SparseMatrix<T>) -> Self {
        let analysis = Arc::new(Analysis::new(matrix));
        let nodes = &analysis.supernodes;
        let squares = nodes.iter().map(|node| vec![T::default(); node.rows.len() * node.rows.len()]).collect();
        let (mut parents, mut owners) = (vec![NONE; nodes.len()], vec![NONE; matrix.values().len()]);
        for (s, node) in nodes.iter().enumerate() {
            node.children.iter().for_each(|&child| parents[child] = s);
            node.terms().iter().for_each(|&(term, _)| owners[term] = s);
        }
        let widest = nodes.iter().map(|node| node.width).max().unwrap_or(0);
        let stale = vec![true; nodes.len()];
        let factor = SymmetricFactor::empty(matrix, analysis);
        RepeatedFactor { factor, squares, parents, owners, stale, given: vec![T::default(); widest] }
    }

    /// Tells that a term of the matrix has changed since the last factor, by its rank among the stored terms.
    pub fn changes(&mut self, term: usize) {
        if let Some(stale) = self.owners.get(term).and_then(|&owner| self.stale.get_mut(owner)) {
            *stale = true;
        }
    }

    /// Tells that all terms have changed.
    pub fn changes_everywhere(&mut self) {
        self.stale.fill(true);
    }

    /// Factorizes a matrix, as far as it has changed. Fails where a pivot vanishes.
    pub fn factorize(&mut self, matrix: &SparseMatrix<T>) -> Result<(), SingularFault> {
        let RepeatedFactor { factor, squares, parents, stale, given, .. } = self;
        let (analysis, columns, pivots) = factor.parts();
        for (s, node) in analysis.supernodes.iter().enumerate() {
            if !stale[s] {
                continue;
            }
            // The parent's front takes another contribution; what fails here is to be made again, too.
            if let Some(above) = stale.get_mut(parents[s]) {
                *above = true;
            }
            let (earlier, rest) = squares.split_at_mut(s);
            let (columns, square, given) = (&mut columns[s], &mut rest[0], &mut given[..node.width]);
            let children = node.children.iter().map(|&child| earlier[child].as_slice());
            columns.fill(T::default());
            square.fill(T::default());
            assemble(analysis, s, matrix.values(), children, columns, given, square);
            let pivots = &mut pivots[node.first..node.first + node.width];
            eliminate(node.height(), columns, square, given, pivots)
                .map_err(|column| SingularFault { unknown: analysis.order[node.first + column] })?;
            stale[s] = false;
        }
        Ok(())
    }

    /// The factor of the last matrix.
    pub fn factor(&self) -> &SymmetricFactor<T> {
        &self.factor
    }
}
