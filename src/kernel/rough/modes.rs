//! The modes of both bodies side by side: coefficients of their step, state, accounts.
//!
//! Amplitudes of flexible modes are counted from their static position under weight, so that a mode that nothing touches
//! obeys a homogeneous recurrence. Each body takes a multiple of [`LANES`] places; places without a mode stay zero.

use super::problem::{RESONATOR, ResonatorWeight, SLIDER, SlidingProblem};
use super::scheme::{Coefficients, SlidingScheme};
use crate::lanes::Lanes;

/// Modes advanced together.
pub const LANES: usize = 4;

/// Coefficients of all places. See [`Coefficients`].
#[derive(Clone, Debug, Default)]
pub struct Modes {
    /// First place and number of modes of each body.
    pub first: [usize; 2],
    pub count: [usize; 2],
    /// Places of each body, a multiple of [`LANES`].
    pub width: [usize; 2],
    pub alpha: Vec<f64>,
    pub beta: Vec<f64>,
    pub force: Vec<f64>,
    /// Increment per step due to weight: rigid modes alone.
    pub constant: Vec<f64>,
    /// Static amplitude under weight: flexible modes alone (m^(3/2)).
    pub rest: Vec<f64>,
    /// Places of rigid modes.
    pub rigid: Vec<usize>,
    pub coefficients: Vec<Coefficients>,
}

/// BeamState at step n: amplitudes (from rest), increments since step n - 1; sums over the steps done.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BeamState {
    pub u: Vec<f64>,
    pub d: Vec<f64>,
    /// Modal contact force of the step.
    pub force: Vec<f64>,
    /// Sum of (D + D')^2.
    pub squares: Vec<f64>,
    /// Sum of F (D + D'), F the contact force.
    pub work: Vec<f64>,
}

impl Modes {
    /// Modal coefficients of both bodies, for the step of the problem.
    pub fn new(problem: &SlidingProblem) -> Modes {
        let count = [0, 1].map(|b: usize| problem.beams[b].modes());
        let width = count.map(|n: usize| n.next_multiple_of(LANES));
        let places = width[0] + width[1];
        let zeros = || vec![0.0; places];
        let mut modes = Modes {
            first: [0, width[0]],
            count,
            width,
            alpha: zeros(),
            beta: zeros(),
            force: zeros(),
            constant: zeros(),
            rest: zeros(),
            rigid: Vec::new(),
            coefficients: vec![Coefficients::default(); places],
        };
        for (body, beam) in problem.beams.iter().enumerate() {
            let weight = match (body, problem.weight) {
                (RESONATOR, ResonatorWeight::Absent) => 0.0,
                (RESONATOR, _) => -problem.gravity * beam.mass,
                _ => problem.gravity * beam.mass,
            };
            for k in 0..beam.modes() {
                let place = modes.first[body] + k;
                let c = Coefficients::new(beam, k, problem.step, problem.scheme);
                (modes.alpha[place], modes.beta[place], modes.force[place]) = (c.alpha, c.beta, c.force);
                modes.coefficients[place] = c;
                let weight = weight * beam.shapes.integral(k);
                if beam.pulsation(k) == 0.0 {
                    modes.constant[place] = c.force * weight;
                    modes.rigid.push(place);
                } else {
                    modes.rest[place] = weight / (beam.mass * beam.pulsation(k) * beam.pulsation(k));
                }
            }
        }
        modes
    }

    /// Number of modal coordinates of both bodies, those that fill up registers included.
    pub fn places(&self) -> usize {
        self.alpha.len()
    }

    /// The state at step 1 of bodies that are straight and at rest at step 0 (the resonator at rest in its static shape
    /// for [`ResonatorWeight::Equilibrium`]).
    pub fn start(&self, problem: &SlidingProblem) -> BeamState {
        let zeros = || vec![0.0; self.places()];
        let mut state = BeamState { u: zeros(), d: zeros(), force: zeros(), squares: zeros(), work: zeros() };
        for body in [RESONATOR, SLIDER] {
            let beam = &problem.beams[body];
            let balanced = body == RESONATOR && problem.weight == ResonatorWeight::Equilibrium;
            for k in 0..beam.modes() {
                let place = self.first[body] + k;
                let (omega, zeta, tau) = (beam.pulsation(k), beam.damping[k], problem.step);
                let start = if balanced { 0.0 } else { -self.rest[place] };
                let first = match problem.scheme {
                    _ if omega == 0.0 => 0.5 * self.constant[place],
                    SlidingScheme::CentralDifference => -0.5 * omega * omega * tau * tau * start,
                    SlidingScheme::Exact => start * released(omega, zeta, tau),
                };
                (state.u[place], state.d[place]) = (start + first, first);
            }
        }
        state
    }
}

/// Change in one step of a mode released at rest from amplitude 1.
fn released(omega: f64, zeta: f64, tau: f64) -> f64 {
    let decay = libm::exp(-zeta * omega * tau);
    if zeta < 1.0 {
        let root = libm::sqrt(1.0 - zeta * zeta);
        let theta = omega * tau * root;
        return decay * (libm::cos(theta) + zeta / root * libm::sin(theta)) - 1.0;
    }
    let root = libm::sqrt(zeta * zeta - 1.0);
    if root == 0.0 {
        return decay * (1.0 + omega * tau) - 1.0;
    }
    let theta = omega * tau * root;
    decay * (libm::cosh(theta) + zeta / root * libm::sinh(theta)) - 1.0
}

/// One step: D' = beta D - alpha U + c F + constant, U' = U + D'. Adds to the accounts.
#[inline(always)]
pub fn advance<L: Lanes<4>>(lanes: L, modes: &Modes, state: &mut BeamState) {
    let (alpha, beta, gain) = (parts(&modes.alpha), parts(&modes.beta), parts(&modes.force));
    let n = alpha.len();
    let (beta, gain, constant) = (&beta[..n], &gain[..n], &parts(&modes.constant)[..n]);
    let (u, d, force) = (parts_mut(&mut state.u, n), parts_mut(&mut state.d, n), &parts(&state.force)[..n]);
    let (squares, work) = (parts_mut(&mut state.squares, n), parts_mut(&mut state.work, n));
    for k in 0..n {
        let (before, place, push) = (lanes.load(&d[k]), lanes.load(&u[k]), lanes.load(&force[k]));
        let free =
            lanes.subtract(lanes.multiply(lanes.load(&beta[k]), before), lanes.multiply(lanes.load(&alpha[k]), place));
        let pushed = lanes.add(free, lanes.multiply(lanes.load(&gain[k]), push));
        let next = lanes.add(pushed, lanes.load(&constant[k]));
        let sum = lanes.add(next, before);
        lanes.store(lanes.add(lanes.load(&squares[k]), lanes.multiply(sum, sum)), &mut squares[k]);
        lanes.store(lanes.add(lanes.load(&work[k]), lanes.multiply(push, sum)), &mut work[k]);
        lanes.store(next, &mut d[k]);
        lanes.store(lanes.add(place, next), &mut u[k]);
    }
}

#[inline(always)]
fn parts(row: &[f64]) -> &[[f64; LANES]] {
    row.as_chunks().0
}

#[inline(always)]
fn parts_mut(row: &mut [f64], n: usize) -> &mut [[f64; LANES]] {
    &mut row.as_chunks_mut().0[..n]
}
