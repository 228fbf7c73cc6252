//! From element terms to assembled matrices and vectors.

use std::sync::Arc;

use num_complex::Complex64;

use super::term::ElementTerm;
use super::{AssembledMatrix, MatrixValues, Numbering, SparseMatrix};

/// Sums element matrices, in the order given. Unknowns that the numbering lacks are left out.
pub fn assemble_matrix<'t>(
    numbering: &Arc<Numbering>,
    terms: impl IntoIterator<Item = &'t ElementTerm>,
) -> AssembledMatrix {
    let terms: Vec<&ElementTerm> = terms.into_iter().collect();
    let symmetric = terms.iter().all(|t| t.symmetric);
    let size = numbering.len();
    let values = if terms.iter().all(|t| t.imaginary.is_empty()) {
        MatrixValues::Real(SparseMatrix::from_triplets(size, &triplets(numbering, &terms, |t, k| t.values[k])))
    } else {
        let complex =
            |t: &ElementTerm, k: usize| Complex64::new(t.values[k], t.imaginary.get(k).copied().unwrap_or(0.0));
        let triplets = triplets(numbering, &terms, complex);
        MatrixValues::Complex(SparseMatrix::from_triplets(size, &triplets))
    };
    AssembledMatrix { numbering: numbering.clone(), values, symmetric }
}

fn triplets<T>(
    numbering: &Numbering,
    terms: &[&ElementTerm],
    value: impl Fn(&ElementTerm, usize) -> T,
) -> Vec<(usize, usize, T)> {
    let mut triplets = Vec::new();
    for term in terms {
        let ranks: Vec<Option<usize>> = term.dofs.iter().map(|d| numbering.rank(d.node, d.component)).collect();
        let n = ranks.len();
        for (i, row) in ranks.iter().enumerate() {
            for (j, column) in ranks.iter().enumerate() {
                let k = i * n + j;
                let zero = term.values[k] == 0.0 && term.imaginary.get(k).is_none_or(|v| *v == 0.0);
                if let (Some(row), Some(column), false) = (row, column, zero) {
                    triplets.push((*row, *column, value(term, k)));
                }
            }
        }
    }
    triplets
}

/// Sums element vectors, in the order given.
pub fn assemble_vector<'t>(numbering: &Numbering, terms: impl IntoIterator<Item = &'t ElementTerm>) -> Vec<f64> {
    let mut vector = vec![0.0; numbering.len()];
    for term in terms {
        for (dof, value) in term.dofs.iter().zip(&term.values) {
            if let Some(rank) = numbering.rank(dof.node, dof.component) {
                vector[rank] += value;
            }
        }
    }
    vector
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assembly::{Component, Dof};

    fn spring(cell: usize, a: usize, b: usize, k: f64) -> ElementTerm {
        let dof = |node| Dof { node, component: Component::Dx };
        ElementTerm {
            cell,
            dofs: vec![dof(a), dof(b)],
            values: vec![k, -k, -k, k],
            imaginary: Vec::new(),
            symmetric: true,
        }
    }

    #[test]
    fn two_springs_in_series() {
        let dofs = (0..3).map(|node| Dof { node, component: Component::Dx }).collect();
        let numbering = Arc::new(Numbering::new(dofs, 3));
        let matrix = assemble_matrix(&numbering, &[spring(0, 0, 1, 2.0), spring(1, 2, 1, 3.0)]);
        let k = matrix.real().unwrap();
        assert_eq!(k.get(1, 1), Some(5.0));
        assert_eq!(k.get(1, 2), Some(-3.0));
        assert_eq!(k.get(0, 2), None);
        assert!(matrix.symmetric);
    }
}
