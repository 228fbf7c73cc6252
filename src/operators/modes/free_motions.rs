//! Modes that nothing holds: a structure that was meant to be held shows there that an unknown was left free.

use super::matrices::ProblemMatrix;
use super::real::Solved;
use crate::concepts::Mode;
use crate::diag::Diagnostic;
use crate::kernel::assembly::SparseMatrix;
use crate::operators::counted;

/// Part of `Σ |u_i K_ij u_j|` up to which the energy `uᵀ K u` is rounding.
const ROUNDING: f64 = 1e-10;
/// Part of the largest component above which an unknown moves.
const MOVES: f64 = 1e-6;
/// Unknowns that are named one by one.
const NAMED: usize = 6;

/// The note on rigid modes, those with a frequency up to `zero` (Hz) and no energy.
pub(super) fn note(stiffness: &ProblemMatrix, zero: f64, solved: &Solved) -> Option<Diagnostic> {
    let matrix = stiffness.physical()?;
    let real = matrix.matrix.real()?;
    let near_zero = |mode: &&Mode| mode.parameter("FREQ").is_some_and(|f| f.abs() <= zero);
    let rigid: Vec<&Mode> = solved.set.iter().filter(near_zero).filter(|mode| is_rigid(real, &mode.values)).collect();
    if rigid.is_empty() {
        return None;
    }
    let numbering = &matrix.matrix.numbering;
    let moves = |u: usize| {
        let largest = |mode: &&Mode| mode.values.iter().fold(0.0, |top: f64, x| top.max(x.abs()));
        rigid.iter().any(|mode| mode.values[u].abs() > MOVES * largest(mode))
    };
    let mesh = solved.set.mesh.as_ref().map(|value| &value.mesh);
    let moving: Vec<(String, String)> = numbering
        .dofs()
        .iter()
        .enumerate()
        .filter(|(rank, _)| moves(*rank))
        .map(|(_, dof)| {
            let node = mesh.and_then(|mesh| mesh.nodes.get(dof.node)).map(|node| node.label.to_string());
            (dof.component.name().to_string(), node.unwrap_or_else(|| (dof.node + 1).to_string()))
        })
        .collect();
    let verb = if rigid.len() == 1 { "is" } else { "are" };
    let message = format!(
        "{} of {} {verb} rigid (0 Hz): nothing holds {}",
        rigid.len(),
        counted(solved.set.len() as u64, "mode"),
        named(&moving)
    );
    Some(
        Diagnostic::note("N219", message)
            .help("where that is not meant, hold the unknowns with DDL_IMPO, or give their springs a stiffness"),
    )
}

/// Whether a motion has no more energy than rounding.
fn is_rigid(stiffness: &SparseMatrix<f64>, u: &[f64]) -> bool {
    let (mut energy, mut size) = (0.0_f64, 0.0_f64);
    for (row, column, value) in stiffness.triplets() {
        let term = u[row] * value * u[column];
        energy += term;
        size += term.abs();
    }
    energy.abs() <= ROUNDING * size
}

/// `DY of A, DY of B`, or `DX, DRZ of 12 nodes`, from components and nodes.
fn named(moving: &[(String, String)]) -> String {
    if moving.len() <= NAMED {
        return moving.iter().map(|(component, node)| format!("{component} of {node}")).collect::<Vec<_>>().join(", ");
    }
    let (mut components, mut nodes): (Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new());
    for (component, node) in moving {
        if !components.contains(&component.as_str()) {
            components.push(component);
        }
        if nodes.last() != Some(&node.as_str()) {
            nodes.push(node);
        }
    }
    nodes.sort_unstable();
    nodes.dedup();
    format!("{} of {}", components.join(", "), counted(nodes.len() as u64, "node"))
}

#[cfg(test)]
mod tests {
    use super::named;

    #[test]
    fn few_unknowns_are_named_and_many_counted() {
        let pair = |component: &str, node: &str| (component.to_string(), node.to_string());
        assert_eq!(named(&[pair("DY", "ANN"), pair("DY", "BOB")]), "DY of ANN, DY of BOB");
        let many: Vec<_> = ["N1", "N2", "N3", "N4"].iter().flat_map(|n| [pair("DX", n), pair("DRZ", n)]).collect();
        assert_eq!(named(&many), "DX, DRZ of 4 nodes");
    }
}
