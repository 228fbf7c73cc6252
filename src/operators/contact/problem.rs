//! The modal problem that interactions act on, and the interactions read for it.

use crate::concepts::{InteractionRecord, ModeSet, Support};
use crate::kernel::interaction::{InteractionSet, ModalData};

/// The modal problem that interactions act on, as far as they need it.
pub struct ModalProblem<'a> {
    pub basis: &'a ModeSet,
    /// Number of generalised coordinates.
    pub size: usize,
    /// Generalised masses, pulsations (rad/s) and reduced dampings, for the automatic AMOR_TAN.
    pub modes: ModalData<'a>,
    /// Motion of supports and static corrections, which contacts see too.
    pub supports: &'a [Support],
}

/// What [`read`] gives: the interactions, and what results keep about each.
pub struct Interactions {
    pub set: InteractionSet,
    pub records: Vec<InteractionRecord>,
}
