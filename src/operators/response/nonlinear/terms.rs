//! Matrices of the elements of a nonlinear analysis, as terms of a structure.

use crate::kernel::assembly::{ElementTerm, Numbering};
use crate::kernel::elements::BehavingElement;
use crate::kernel::structural::newton::Triplets;

/// The elastic matrices of elements.
pub(super) fn elastic_terms(elements: &[BehavingElement], numbering: &Numbering) -> Vec<ElementTerm> {
    let term = |element: &BehavingElement| {
        let mut values = vec![0.0; element.size() * element.size()];
        element.elastic(&mut values);
        let dofs = element.ranks.iter().map(|rank| numbering.dofs()[*rank]).collect();
        ElementTerm { cell: element.cell, dofs, values, imaginary: Vec::new(), symmetric: true }
    };
    elements.iter().map(term).collect()
}

/// Rows, columns and values of element matrices, on the unknowns that there are.
pub(super) fn triplets(numbering: &Numbering, terms: &[ElementTerm]) -> Triplets {
    let mut all = Vec::new();
    for term in terms {
        let ranks: Vec<Option<usize>> = term.dofs.iter().map(|d| numbering.rank(d.node, d.component)).collect();
        for (i, row) in ranks.iter().enumerate() {
            for (j, column) in ranks.iter().enumerate() {
                let value = term.values[i * ranks.len() + j];
                if let (Some(row), Some(column), true) = (row, column, value != 0.0) {
                    all.push((*row, *column, value));
                }
            }
        }
    }
    all
}
