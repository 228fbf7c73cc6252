//! Imposed values of a vector, on the constraints of another numbering.

use crate::catalogue::{CallError, Keywords};
use crate::concepts::NodalField;
use crate::kernel::assembly::Numbering;

/// One value a constraint of `numbering` for the `imposed` values of `field` (their real or their imaginary parts); empty
/// when they are all zero.
pub fn imposed_on(
    keywords: &Keywords,
    keyword: &str,
    field: &NodalField,
    imposed: &[f64],
    numbering: &Numbering,
) -> Result<Vec<f64>, CallError> {
    if imposed.iter().all(|d| *d == 0.0) {
        return Ok(Vec::new());
    }
    if field.numbering.constraints == numbering.constraints && field.numbering.dofs() == numbering.dofs() {
        return Ok(imposed.to_vec());
    }
    let mut moved_values = vec![0.0; numbering.constraints.len()];
    for (constraint, value) in field.numbering.constraints.iter().zip(imposed).filter(|(_, d)| **d != 0.0) {
        let moved = |&(rank, coefficient): &(usize, f64)| {
            let dof = field.numbering.dofs().get(rank)?;
            Some((numbering.rank(dof.node, dof.component)?, coefficient))
        };
        let terms: Option<Vec<(usize, f64)>> = constraint.terms.iter().map(moved).collect();
        let row = terms.and_then(|terms| numbering.constraints.iter().position(|c| c.terms == terms));
        let Some(row) = row else {
            let message = format!("{keyword} imposes a motion ({value}) that the matrices do not constrain");
            let help = "assemble matrices and vector with the same loads: the NUME_DDL of one ASSEMBLAGE";
            return Err(Box::new(keywords.error(keyword, "R332", message).help(help)));
        };
        moved_values[row] += value;
    }
    Ok(moved_values)
}
