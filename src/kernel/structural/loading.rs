//! Forces and imposed values of a transient at an instant, and the room they are evaluated into.

use super::system::{StructuralFault, StructuralSystem};

/// The load could not be evaluated, or a stop was asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interrupted;

/// Forces (one value per unknown) and imposed values (one per constraint) at an instant. Implementations do
/// not allocate when loads are constant vectors times functions.
pub trait Loading {
    fn at(&mut self, time: f64, force: &mut [f64], imposed: &mut [f64]) -> Result<(), Interrupted>;
}

/// A loading with its last values.
pub(super) struct Loads<'l> {
    loading: &'l mut dyn Loading,
    pub force: Vec<f64>,
    pub imposed: Vec<f64>,
}

impl<'l> Loads<'l> {
    /// A loading of `system`, not yet evaluated.
    pub fn new(loading: &'l mut dyn Loading, system: &StructuralSystem) -> Loads<'l> {
        Loads { loading, force: vec![0.0; system.size()], imposed: vec![0.0; system.relations.len()] }
    }

    /// Takes the values at `time` into `force` and `imposed`. Fails where the loading is interrupted.
    pub fn evaluate(&mut self, time: f64) -> Result<(), StructuralFault> {
        self.force.fill(0.0);
        self.imposed.fill(0.0);
        let interrupted = |_| StructuralFault::Interrupted { time };
        self.loading.at(time, &mut self.force, &mut self.imposed).map_err(interrupted)
    }
}
