//! The derivative of the motion along a piece: the same recurrence, of the columns of the derivative.
//!
//! Between two events the motion is that of a linear system, whose derivative with the state at the start of the piece obeys the
//! same equations without prescribed forces, clearances and motions of supports. A second [`EventStepper`] without these
//! makes it. Of a parameter the equations have a source: the part that the parameter itself has in the forces.

use super::scheme::TERMS;
use super::workspace::EventStepper;
use crate::transient::dynamics::Dynamics;

/// A stepper of the derivative.
#[derive(Clone, Debug)]
pub struct Variation {
    pub(crate) stepper: EventStepper,
    spare: Vec<f64>,
}

impl Variation {
    /// That of a flow, whose contacts are planes.
    pub fn new(flow: &EventStepper) -> Variation {
        let mut stepper = flow.clone();
        for point in &mut stepper.contacts.points {
            point.rest = [0.0; 3];
            point.offset = 0.0;
            point.half_gap = point.half_gap.map(|_| 0.0);
        }
        stepper.support_depl.fill(0.0);
        stepper.support_velo.fill(0.0);
        Variation { spare: vec![0.0; stepper.contacts.size], stepper }
    }

    /// Takes up the contacts of the present piece of the flow.
    pub fn take_up(&mut self, flow: &EventStepper, dynamics: &mut Dynamics) {
        for (own, track) in self.stepper.tracks.iter_mut().zip(&flow.tracks) {
            (own.normal, own.tangential, own.sign) = (track.normal, track.tangential, track.sign);
            own.rising = None;
        }
        self.stepper.force.fill(0.0);
        self.stepper.gather(dynamics);
    }

    /// Coefficients of the source of the next column: `n` numbers for each of [`TERMS`] orders.
    pub fn source(&mut self) -> &mut [f64] {
        let n = self.stepper.contacts.size;
        &mut self.stepper.force[..TERMS * n]
    }

    /// Moves a column from the start of the piece to `x` (s) after it: displacements, then velocities.
    pub fn carry(&mut self, dynamics: &mut Dynamics, x: f64, column: &mut [f64]) {
        let stepper = &mut self.stepper;
        let n = stepper.contacts.size;
        stepper.q[..n].copy_from_slice(&column[..n]);
        stepper.v[..n].copy_from_slice(&column[n..]);
        stepper.expand_orders(dynamics);
        let (q, v) = column.split_at_mut(n);
        stepper.state_at(x, q, v, &mut self.spare);
    }
}
