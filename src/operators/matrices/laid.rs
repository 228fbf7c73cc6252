//! Fields laid on the unknowns of a numbering.

use std::sync::Arc;

use crate::concepts::NodalField;
use crate::kernel::assembly::{Dof, Numbering};

/// The values of a field at the unknowns of a numbering (0 where it has none).
pub fn on_numbering(field: &NodalField, numbering: &Arc<Numbering>) -> (Vec<f64>, Option<Vec<f64>>) {
    let rank = |dof: &Dof| {
        let rank = field.numbering.rank(dof.node, dof.component)?;
        field.has(rank).then_some(rank)
    };
    let pick = |values: &[f64]| -> Vec<f64> {
        numbering.dofs().iter().map(|dof| rank(dof).and_then(|r| values.get(r).copied()).unwrap_or(0.0)).collect()
    };
    let imaginary = (!field.imaginary.is_empty()).then(|| pick(&field.imaginary));
    (pick(&field.values), imaginary)
}
