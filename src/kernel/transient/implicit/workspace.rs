//! The scheme inside, the assumed set of closed contacts, the matrices without contact.

use crate::kernel::interaction::Standing;
use crate::kernel::transient::dynamics::{Dynamics, State};
use crate::kernel::transient::matrix::Square;

/// A scheme whose matrices hold the closed contacts.
#[derive(Clone, Debug)]
pub struct ImplicitStepper<S> {
    pub(super) scheme: S,
    /// Contacts that the matrices hold.
    pub(super) assumed: Vec<bool>,
    /// At the start and at the end of an attempt.
    pub(super) before: Vec<Standing>,
    pub(super) after: Vec<Standing>,
    pub(super) saved: State,
    /// Stiffness and damping of the structure alone.
    pub(super) stiffness: Square,
    pub(super) damping: Square,
    pub(super) force: Vec<f64>,
    pub(super) started: bool,
}

impl<S> ImplicitStepper<S> {
    /// Puts the matrices in full storage, and the law that gives contacts back among the interactions; `scheme` makes the
    /// scheme for these matrices.
    pub fn new(dynamics: &mut Dynamics, state: &State, scheme: impl FnOnce(&Dynamics) -> S) -> Self {
        let size = dynamics.system.size();
        dynamics.system.fill();
        let system = &dynamics.system;
        let stiffness = Square::from_fn(size, |i, j| system.stiffness_term(i, j));
        let damping = Square::from_fn(size, |i, j| system.damping_term(i, j));
        let count = dynamics.interactions.take_over_contacts(size);
        ImplicitStepper {
            scheme: scheme(dynamics),
            assumed: vec![false; count],
            before: vec![Standing::default(); count],
            after: vec![Standing::default(); count],
            saved: state.clone(),
            stiffness,
            damping,
            force: vec![0.0; size],
            started: false,
        }
    }
}
