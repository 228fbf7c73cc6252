//! What looks on while a motion is followed.

use crate::transient::Dynamics;
use crate::transient::event_driven::{EventStepper, Happening};

/// Observer of a return.
pub trait Witness {
    /// A piece that ends `x` (s) after its start.
    fn piece(&mut self, flow: &mut EventStepper, dynamics: &mut Dynamics, x: f64, ends_with_event: bool);
    /// The end of a piece by these events, with the rate of what vanishes at each.
    fn events(&mut self, flow: &EventStepper, x: f64, happenings: &[(usize, Happening)]);
    /// The state right after them.
    fn after(&mut self, flow: &EventStepper);
}

/// A witness of nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nobody;

impl Witness for Nobody {
    fn piece(&mut self, _: &mut EventStepper, _: &mut Dynamics, _: f64, _: bool) {}
    fn events(&mut self, _: &EventStepper, _: f64, _: &[(usize, Happening)]) {}
    fn after(&mut self, _: &EventStepper) {}
}
