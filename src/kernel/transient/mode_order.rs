//! Runs with the modes in the order of their contacts.
//!
//! Contacts cost less where the modes that they see lie side by side ([`InteractionSet::mode_order`]). A run of a scheme that treats
//! all modes alike may have them in that order; what it keeps, and the faults it tells, are in the order of the problem.
//!
//! [`InteractionSet::mode_order`]: crate::interaction::InteractionSet::mode_order

use super::fault::TransientFault;
use super::matrix::reorder;
use super::problem::{ModalProblem, Start};

/// Puts the modes of a problem in the order of its contacts, and returns it: for each place its mode. `None`: nothing is
/// gained by it, or matrices couple the modes.
pub(super) fn reorder_modes(problem: &mut ModalProblem) -> Option<Vec<usize>> {
    let dynamics = &mut problem.dynamics;
    if problem.implicit || problem.scheme.is_exact() || !dynamics.system.is_diagonal() {
        return None;
    }
    let order = dynamics.interactions.mode_order()?;
    dynamics.interactions.reorder_modes(&order);
    dynamics.excitation.reorder(&order);
    dynamics.system.reorder(&order);
    match &mut problem.start {
        Start::Fresh { q, v } => [q, v].into_iter().for_each(|x| reorder(x, &order)),
        Start::Continued { q, v, a, .. } => [q, v, a].into_iter().for_each(|x| reorder(x, &order)),
    }
    Some(order)
}

/// The fault of a run in that order, as one of the problem.
pub(super) fn told_by_mode(mut fault: TransientFault, order: Option<&[usize]>) -> TransientFault {
    use TransientFault::{Diverged, StepTooSmall};
    if let (Diverged { mode, .. } | StepTooSmall { mode, .. }, Some(order)) = (&mut fault, order) {
        *mode = order.get(*mode).copied().unwrap_or(*mode);
    }
    fault
}
