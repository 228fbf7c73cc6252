//! VERI_CHOC: whether the modal basis is rich enough for the stiffness of the stops.
//!
//! At a contact node with normal `n`, the static flexibility is `S = nᵀ K⁻¹ n` and the modal one
//! `S_m = sum_j (phi_j.n)²/k_j`. What truncation loses, `S k_n (1 - S_m/S)`, must stay below SEUIL.

use super::problem::ModalProblem;
use super::reader::{Checked, Reader};
use crate::catalogue::CallError;
use crate::diag::Diagnostic;
use crate::kernel::assembly::Component;
use crate::kernel::modal::StaticSolver;

impl Reader<'_, '_, '_> {
    /// Applies VERI_CHOC, if it is asked for, to the contacts read.
    pub(super) fn check_stiffnesses(&mut self) -> Result<(), CallError> {
        let Some(keywords) = self.call.one("VERI_CHOC") else { return Ok(()) };
        let limit = keywords.real("SEUIL")?;
        let found = match worst(self.problem, &self.checked) {
            Ok(found) => found,
            Err(Unchecked::Free(message)) => {
                let warning = Diagnostic::warning("R461", message).at_if_absent(keywords.span);
                self.context
                    .warn(warning.help("the structure moves freely: VERI_CHOC checks nothing, and the run goes on"));
                return Ok(());
            }
            Err(Unchecked::NoMatrix(message)) => {
                let error = self.call.error("VERI_CHOC", "R461", message);
                let help = "VERI_CHOC needs the stiffness matrix of the structure; remove it otherwise";
                return Err(Box::new(error.help(help)));
            }
        };
        let Some((loss, ratio, node)) = found else { return Ok(()) };
        self.context.say(format!("VERI_CHOC: flexibility lost by truncation times stop stiffness: at most {loss:e} (node {}), modal part {ratio:e}", node + 1));
        if loss <= limit {
            return Ok(());
        }
        let message =
            format!("the modal basis is too poor for the stops: indicator {loss} at node {}, limit {limit}", node + 1);
        let help = "take more modes, or add static modes at the contact nodes; STOP_CRITERE='NON' goes on";
        if keywords.is("STOP_CRITERE", "NON") {
            let warning = Diagnostic::warning("R462", message).at_if_absent(keywords.span);
            self.context.warn(warning.help(help));
            return Ok(());
        }
        Err(Box::new(keywords.error("SEUIL", "R462", message).help(help)))
    }
}

/// Why nothing was checked.
enum Unchecked {
    /// The stiffness of the structure is not known, or not real.
    NoMatrix(String),
    /// The structure has no static response.
    Free(String),
}

/// Largest `S k_n (1 - S_m/S)`, with its `S_m/S` and its node; nodes that cannot move along the normal are
/// left out.
fn worst(problem: &ModalProblem<'_>, contacts: &[Checked]) -> Result<Option<(f64, f64, usize)>, Unchecked> {
    if contacts.is_empty() {
        return Ok(None);
    }
    let (Some(stiffness), Some(numbering)) = (&problem.basis.stiffness, problem.basis.numbering()) else {
        return Err(Unchecked::NoMatrix("the modal basis does not know the stiffness matrix it comes from".into()));
    };
    let Some(matrix) = stiffness.matrix.real() else {
        return Err(Unchecked::NoMatrix("the stiffness matrix of the modal basis is complex".into()));
    };
    let solver = StaticSolver::new(matrix, &stiffness.matrix.numbering.constraints)
        .map_err(|fault| Unchecked::Free(format!("VERI_CHOC: the structure has no static response: {fault}")))?;
    let stiff = |j: usize| problem.modes.pulsations[j] * problem.modes.pulsations[j] * problem.modes.masses[j];
    let mut worst: Option<(f64, f64, usize)> = None;
    for contact in contacts {
        let mut force = vec![0.0; numbering.len()];
        for (component, x) in [Component::Dx, Component::Dy, Component::Dz].into_iter().zip(contact.normal) {
            if let Some(rank) = numbering.rank(contact.node, component) {
                force[rank] = x;
            }
        }
        let flexibility: f64 = solver.response(&force).iter().zip(&force).map(|(u, f)| u * f).sum();
        if flexibility <= 0.0 {
            continue;
        }
        let modes = contact.participations.iter().enumerate().take(problem.size);
        let modal: f64 = modes.filter(|(j, _)| stiff(*j) > 0.0).map(|(j, p)| p * p / stiff(j)).sum();
        let ratio = modal / flexibility;
        let loss = flexibility * contact.stiffness * (1.0 - ratio);
        if worst.is_none_or(|(w, _, _)| loss > w) {
            worst = Some((loss, ratio, contact.node));
        }
    }
    Ok(worst)
}
