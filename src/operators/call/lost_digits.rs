//! Digits that a stiff element takes from its neighbours at a node (`kernel::assembly::hidden_terms`), in the words of a study: a warning
//! where a motion is made of what is lost, and the cause where a matrix turns out singular.

use num_complex::Complex64;

use crate::concepts::MatrixValue;
use crate::diag::Diagnostic;
use crate::kernel::assembly::{HiddenTerm, Numbering, SparseMatrix, lost_digits};
use crate::kernel::linalg::dot;
use crate::kernel::mesh::Mesh;
use crate::operators::call::entities::described_node;

const INSTEAD: &str = "tie the two nodes (LIAISON_DDL, LIAISON_SOLIDE) in place of a stiffness for something rigid, or take one 1e3 to 1e6 times the others";

/// The terms that are hidden in the rows of a stiffness, with what gives them names.
#[derive(Clone, Copy)]
pub struct Rows<'a> {
    pub hidden: &'a [HiddenTerm],
    pub numbering: &'a Numbering,
    pub mesh: Option<&'a Mesh>,
}

impl<'a> Rows<'a> {
    pub fn of(matrix: &'a MatrixValue) -> Self {
        let mesh = matrix.numbering.model.as_ref().map(|model| &*model.mesh.mesh);
        Rows { hidden: &matrix.hidden, numbering: &matrix.matrix.numbering, mesh }
    }

    /// The warning of a motion `u` with the energy `uᵀ K u`, which is made of lost digits.
    pub fn warning(&self, u: &[f64], energy: f64, motion: impl FnOnce() -> String) -> Option<Diagnostic> {
        let term = lost_digits(self.hidden, u, energy)?;
        let message = format!("{}, and {} made of them", self.sentence(term), motion());
        Some(Diagnostic::warning("N218", message).help(INSTEAD))
    }

    /// As above for a motion on the rows of a stiffness.
    pub fn warning_of(
        &self,
        stiffness: &SparseMatrix<f64>,
        u: &[f64],
        motion: impl FnOnce() -> String,
    ) -> Option<Diagnostic> {
        if self.hidden.is_empty() {
            return None;
        }
        let mut force = vec![0.0; u.len()];
        stiffness.multiply(u, &mut force);
        self.warning(u, dot(u, &force), motion)
    }

    /// As above for the amplitudes of a harmonic motion.
    pub fn warning_of_amplitudes(
        &self,
        stiffness: &SparseMatrix<Complex64>,
        u: &[Complex64],
        motion: impl FnOnce() -> String,
    ) -> Option<Diagnostic> {
        if self.hidden.is_empty() {
            return None;
        }
        let energy = stiffness.triplets().map(|(i, j, k)| (u[i].conj() * k * u[j]).re).sum();
        let sizes: Vec<f64> = u.iter().map(|u| libm::hypot(u.re, u.im)).collect();
        self.warning(&sizes, energy, motion)
    }

    /// What may be behind a matrix that is singular, or an equilibrium that is not found; with what to do.
    pub fn cause(&self) -> Option<String> {
        let ratio = |term: &&HiddenTerm| term.stiff.1 / term.weak.1;
        let term = self.hidden.iter().max_by(|a, b| ratio(a).total_cmp(&ratio(b)))?;
        (term.digits_lost() >= 12).then(|| format!("{}: {INSTEAD}", self.sentence(term)))
    }

    fn sentence(&self, term: &HiddenTerm) -> String {
        let ((stiff, k), (weak, small)) = (term.stiff, term.weak);
        format!(
            "the stiffness {k:.3e} of cell {} is {:.0e} times that of cell {}, {small:.3e}: in the row {} about {} of its 16 digits are lost",
            self.cell(stiff),
            k / small,
            self.cell(weak),
            self.unknown(term.unknown),
            term.digits_lost(),
        )
    }

    /// `M4 (STOP)`.
    fn cell(&self, cell: usize) -> String {
        let label = self.mesh.and_then(|mesh| mesh.cells.get(cell)).map_or("", |c| c.label.as_str());
        format!("M{} ({label})", cell + 1)
    }

    /// `DX of node N3 (node group FOOT)`.
    fn unknown(&self, rank: usize) -> String {
        let Some(dof) = self.numbering.dofs().get(rank) else { return format!("{}", rank + 1) };
        format!("{} of node {}", dof.component.name(), described_node(self.mesh, dof.node))
    }
}

/// The help of an error, with what may be behind it first.
pub fn help_with(cause: Option<String>, help: &str) -> String {
    match cause {
        Some(cause) => format!("{cause}. Otherwise: {help}"),
        None => help.to_string(),
    }
}
