//! The derivative of the motion along a piece: the same recurrence, of the columns of the derivative.
//!
//! Between two events the motion is that of a linear system, whose derivative with the state at the start of the piece obeys the
//! same equations without prescribed forces, clearances and motions of supports. A second [`EventStepper`] without these
//! makes it. Of a parameter the equations have a source: the part that the parameter itself has in the forces.
//!
//! Over many pieces between which contacts do not change the columns are moved at once: the same recurrence gives what becomes of the
//! columns of the identity in a part of that time, which is squared (C. Moler, C. Van Loan, 2003).

use super::scheme::TERMS;
use super::workspace::EventStepper;
use crate::simd::wide;
use crate::transient::dynamics::Dynamics;

/// Pieces up to which columns are moved one series after another.
const FEW: u32 = 4;
/// Part of a time that a piece of it has at least.
const LEAST: f64 = 1e-6;
/// Turn (rad) of the fastest mode over which a series of any column holds.
const TURN: f64 = 2.0;

/// A stepper of the derivative.
#[derive(Clone, Debug)]
pub struct Variation {
    pub(crate) stepper: EventStepper,
    spare: Vec<f64>,
    /// Columns of the identity after a time, and room for their square, column after column.
    exponential: [Vec<f64>; 2],
}

impl Variation {
    /// That of a flow, whose contacts are planes.
    pub fn new(flow: &EventStepper) -> Variation {
        let mut stepper = EventStepper { swings: None, ..flow.clone() };
        for point in &mut stepper.contacts.points {
            point.rest = [0.0; 3];
            point.offset = 0.0;
            point.half_gap = point.half_gap.map(|_| 0.0);
        }
        stepper.support_depl.fill(0.0);
        stepper.support_velo.fill(0.0);
        let n = stepper.contacts.size;
        let square = || vec![0.0; 4 * n * n];
        Variation { spare: vec![0.0; n], exponential: [square(), square()], stepper }
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

    /// Coefficients of the source of the next column, all 0: `n` numbers for each of [`TERMS`] orders.
    pub fn source(&mut self) -> &mut [f64] {
        let n = self.stepper.contacts.size;
        let source = &mut self.stepper.force[..TERMS * n];
        source.fill(0.0);
        source
    }

    /// Moves a column from the start of the piece to `x` (s) after it: displacements, then velocities.
    pub fn carry(&mut self, dynamics: &mut Dynamics, x: f64, column: &mut [f64]) {
        self.expand(dynamics, column);
        let (q, v) = column.split_at_mut(self.spare.len());
        self.stepper.state_at(x, q, v, &mut self.spare);
    }

    /// Part of a time (s) over which one series of any column holds.
    pub fn near(&self, x: f64) -> f64 {
        if self.stepper.fastest > 0.0 { x.min(TURN / self.stepper.fastest) } else { x }
    }

    /// Moves all columns of the state over a time `t` (s), of so many pieces, in which contacts do not change and nothing has a source.
    pub fn carry_far(&mut self, dynamics: &mut Dynamics, (t, pieces): (f64, u32), columns: &mut [f64]) {
        let size = 2 * self.spare.len();
        if pieces <= FEW {
            return columns.chunks_exact_mut(size).for_each(|column| self.carry_by_series(dynamics, t, column));
        }
        let squarings = self.expand_identity(dynamics, t);
        let [power, spare] = &mut self.exponential;
        for _ in 0..squarings {
            multiply(power, power, size, spare);
            std::mem::swap(power, spare);
        }
        multiply(power, columns, size, spare);
        columns.copy_from_slice(spare);
    }

    /// Moves a column over a time `t` (s) by its own series, in as many pieces as these hold over.
    fn carry_by_series(&mut self, dynamics: &mut Dynamics, t: f64, column: &mut [f64]) {
        let mut left = t;
        while left > 0.0 {
            self.expand(dynamics, column);
            let holds = self.stepper.holding(&dynamics.system.mass, self.stepper.fastest).min(left);
            // Pieces that are ever so short are as many as there may be.
            let x = if holds > 0.0 { holds.max(LEAST * t).min(left) } else { left };
            let (q, v) = column.split_at_mut(self.spare.len());
            self.stepper.state_at(x, q, v, &mut self.spare);
            left -= x;
        }
    }

    /// Columns of the identity after a part of a time `t` (s) over which the series of each hold; times that this part is doubled.
    fn expand_identity(&mut self, dynamics: &mut Dynamics, t: f64) -> u32 {
        let n = self.spare.len();
        let mut identity = std::mem::take(&mut self.exponential[0]);
        let mut squarings = 0;
        let mut holds = self.near(t);
        let mut rank = 0;
        while rank < 2 * n {
            let mut x = t / f64::from(1_u32 << squarings);
            while x > holds && squarings < 31 {
                (x, squarings, rank) = (0.5 * x, squarings + 1, 0);
            }
            let column = &mut identity[2 * n * rank..2 * n * (rank + 1)];
            column.fill(0.0);
            column[rank] = 1.0;
            self.expand(dynamics, column);
            holds = self.stepper.holding(&dynamics.system.mass, self.stepper.fastest);
            if x > holds && squarings < 31 {
                continue;
            }
            let (q, v) = column.split_at_mut(n);
            self.stepper.state_at(x, q, v, &mut self.spare);
            rank += 1;
        }
        self.exponential[0] = identity;
        squarings
    }

    /// The series of a column.
    pub(super) fn expand(&mut self, dynamics: &mut Dynamics, column: &[f64]) {
        let n = self.spare.len();
        self.stepper.q[..n].copy_from_slice(&column[..n]);
        self.stepper.v[..n].copy_from_slice(&column[n..]);
        self.stepper.expand_orders(dynamics);
    }
}

/// `C = A B`, all column after column.
fn multiply(a: &[f64], b: &[f64], size: usize, c: &mut [f64]) {
    wide(
        #[inline(always)]
        || {
            for (b, c) in b.chunks_exact(size).zip(c.chunks_exact_mut(size)) {
                c.fill(0.0);
                for (a, b) in a.chunks_exact(size).zip(b).filter(|(_, b)| **b != 0.0) {
                    c.iter_mut().zip(a).for_each(|(c, a)| *c += a * b);
                }
            }
        },
    );
}
