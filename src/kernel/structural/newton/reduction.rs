//! `Zᵀ A Z` of one matrix after another with the same pattern: entries are summed anew where a term of theirs has changed.

use super::element_sums::grouped;
use crate::assembly::SparseMatrix;
use crate::linalg::Elimination;

/// The reduced matrix, and what its entries are made of.
#[derive(Clone, Debug)]
pub struct Reduction {
    pub reduced: SparseMatrix<f64>,
    /// Entries of the reduced matrix that each entry of `A` goes to: `targets[to[s]..to[s + 1]]`.
    to: Vec<usize>,
    targets: Vec<usize>,
    /// Terms of each reduced entry, in the order of the entries of `A`: `terms[of[t]..of[t + 1]]`, each an entry and its
    /// coefficient.
    of: Vec<usize>,
    terms: Vec<(usize, f64)>,
    changed: Vec<usize>,
    marked: Vec<bool>,
}

impl Reduction {
    /// The reduction of matrices with the pattern of `matrix`.
    pub fn new(matrix: &SparseMatrix<f64>, elimination: &Elimination) -> Self {
        let mut all = Vec::new();
        for (source, (row, column, _)) in matrix.triplets().enumerate() {
            for &(i, a) in elimination.row(row) {
                for &(j, b) in elimination.row(column) {
                    all.push((source, a * b, i, j));
                }
            }
        }
        let zeros: Vec<_> = all.iter().map(|(_, _, i, j)| (*i, *j, 0.0)).collect();
        let reduced = SparseMatrix::from_triplets(elimination.size(), &zeros);
        let target = |&(_, _, i, j): &(usize, f64, usize, usize)| reduced.place(i, j).unwrap_or(0);
        let targets: Vec<usize> = all.iter().map(target).collect();
        let sources: Vec<usize> = all.iter().map(|(source, ..)| *source).collect();
        let (of, ranks) = grouped(reduced.values().len(), &targets);
        let (to, _) = grouped(matrix.values().len(), &sources);
        Reduction {
            terms: ranks.iter().map(|&rank| (all[rank].0, all[rank].1)).collect(),
            changed: Vec::with_capacity(reduced.values().len()),
            marked: vec![false; reduced.values().len()],
            reduced,
            to,
            targets,
            of,
        }
    }

    /// Forms all entries from those of `A`.
    pub fn form(&mut self, values: &[f64]) {
        for entry in 0..self.marked.len() {
            let sum = self.sum(entry, values);
            self.reduced.values_mut()[entry] = sum;
        }
    }

    /// Forms anew what depends on some entries of `A`.
    pub fn update(&mut self, sources: &[usize], values: &[f64]) {
        self.changed.clear();
        for &source in sources {
            for &target in &self.targets[self.to[source]..self.to[source + 1]] {
                if !self.marked[target] {
                    self.marked[target] = true;
                    self.changed.push(target);
                }
            }
        }
        let mut kept = 0;
        for rank in 0..self.changed.len() {
            let entry = self.changed[rank];
            self.marked[entry] = false;
            let sum = self.sum(entry, values);
            let value = &mut self.reduced.values_mut()[entry];
            if *value != sum {
                *value = sum;
                self.changed[kept] = entry;
                kept += 1;
            }
        }
        self.changed.truncate(kept);
    }

    /// Entries of the reduced matrix that the last update gave another value.
    pub fn changed(&self) -> &[usize] {
        &self.changed
    }

    fn sum(&self, entry: usize, values: &[f64]) -> f64 {
        let terms = &self.terms[self.of[entry]..self.of[entry + 1]];
        terms.iter().fold(0.0, |sum, &(source, factor)| sum + values[source] * factor)
    }
}
