//! Bounds of the motion: how much any gap can change per step, now and later.
//!
//! A free mode is U_n = Re(z r^n e^(i n theta)), r = sqrt(beta), cos theta = (1 - alpha + beta)/(2 r). From the pair
//! (U, D), with y = r (U - D) and w = 1 - cos theta: |z|^2 sin^2 theta = (U - y)^2 + 2 w U y. Its increments never exceed
//! |r e^(i theta) - 1| |z|, its slope in space never kappa |z| times that of the shape. A contact force of a step adds
//! c psi F to the increment, hence c psi F / sin theta to |z|.

use super::super::modes::{BeamState, Modes};
use super::super::problem::SlidingProblem;

/// Constants per place, and the bounds of the last [`Motion::update`].
#[derive(Clone, Debug, Default)]
pub(super) struct Motion {
    root: Vec<f64>,
    versine: Vec<f64>,
    /// |z| of each place (m^(3/2)); |U| of rigid modes.
    pub size: Vec<f64>,
    inverse_sine: Vec<f64>,
    /// Share of each place in the rate.
    rate: Vec<f64>,
    /// Bounds of the first and of the second derivative of the shapes, of the resonator and of the slider.
    slopes: Vec<f64>,
    bends: [Vec<f64>; 2],
    /// Derivatives of order 3, 4 and 6 of the shapes, per node^order over the factorial.
    remainders: [Vec<f64>; 3],
    rigid: Vec<RigidMode>,
    /// Increase of the rate, and of its growth, per unit of force (N/m).
    kick: f64,
    kick_growth: f64,
    pub bounds: Bounds,
    /// Share of the response to a force that polynomials of degree 2, 3, 5 miss, per node to the power 3, 4, 6.
    pub response_missed: [f64; 3],
}

/// A rigid mode: place, bounds of its shape and of its slope times the advance of a step.
#[derive(Clone, Copy, Debug)]
struct RigidMode {
    place: usize,
    value: f64,
    turn: f64,
}

/// Bounds of the changes of the gaps. All in m per step, m.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Bounds {
    /// Greatest change of any gap per step, and the growth of it per step.
    pub rate: f64,
    pub growth: f64,
    /// Greatest slope of the deflections, per node; greatest second derivative of each body, per node squared.
    pub slope: f64,
    pub bend: [f64; 2],
    /// Greatest derivatives of order 3, 4, 6 of the deflections over their factorial, per node to that order.
    pub remainder: [f64; 3],
}

impl Motion {
    /// `None` when a mode does not oscillate, so that the bounds do not exist.
    pub fn new(problem: &SlidingProblem, modes: &Modes) -> Option<Motion> {
        let n = modes.places();
        let zeros = || vec![0.0; n];
        let mut motion = Motion {
            root: zeros(),
            versine: zeros(),
            size: zeros(),
            inverse_sine: zeros(),
            rate: zeros(),
            slopes: zeros(),
            bends: [zeros(), zeros()],
            remainders: [zeros(), zeros(), zeros()],
            ..Motion::default()
        };
        let way = problem.advance();
        let mut response = 0.0;
        for body in 0..2 {
            let shapes = &problem.beams[body].shapes;
            for k in 0..modes.count[body] {
                let place = modes.first[body] + k;
                let c = &modes.coefficients[place];
                response += c.force * shapes.bound(k, 0) * shapes.bound(k, 0);
                let step = shapes.wave_numbers[k] * problem.spacing;
                // Interpolation between nodes exceeds the nodes by a third of their distance at most.
                let value = shapes.bound(k, 0) * (1.0 + step / 3.0).min(1.25);
                let slope = shapes.bound(k, 1) * problem.spacing;
                let turn = slope * (1.0 + step).min(3.0) * way;
                motion.slopes[place] = slope;
                if c.alpha == 0.0 {
                    motion.rigid.push(RigidMode { place, value, turn });
                    motion.kick += 1.25 * c.force * value * (value + turn);
                    motion.kick_growth += 1.25 * c.force * value * turn;
                    continue;
                }
                let root = libm::sqrt(c.beta);
                let versine = (c.alpha - (1.0 - root) * (1.0 - root)) / (2.0 * root);
                let sine = libm::sqrt((versine * (2.0 - versine)).max(0.0));
                if !(sine > 1e-6) {
                    return None;
                }
                let jump = libm::sqrt((1.0 - root) * (1.0 - root) + 2.0 * root * versine);
                (motion.root[place], motion.versine[place], motion.inverse_sine[place]) = (root, versine, 1.0 / sine);
                motion.rate[place] = jump * value + turn;
                motion.kick += 1.25 * c.force * value * motion.rate[place] / sine;
                motion.bends[body][place] = shapes.bound(k, 2) * problem.spacing * problem.spacing;
                let orders = [(3, 6.0), (4, 24.0), (6, 720.0)];
                let missed = motion.remainders.iter_mut().zip(&mut motion.response_missed).zip(orders);
                for ((remainder, response), (order, factorial)) in missed {
                    let derivative = (0..order).fold(shapes.bound(k, order), |d, _| d * problem.spacing);
                    remainder[place] = derivative / factorial;
                    *response += c.force * shapes.bound(k, 0) * remainder[place];
                }
            }
        }
        motion.response_missed.iter_mut().for_each(|missed| *missed /= response);
        Some(motion)
    }

    /// Bounds of the motion from the state of a step on.
    #[inline(always)]
    pub fn update(&mut self, modes: &Modes, state: &BeamState) {
        let n = self.size.len();
        let (u, d) = (&state.u[..n], &state.d[..n]);
        let (root, versine, inverse) = (&self.root[..n], &self.versine[..n], &self.inverse_sine[..n]);
        let size = &mut self.size[..n];
        for k in 0..n {
            let y = root[k] * (u[k] - d[k]);
            let square = (u[k] - y) * (u[k] - y) + 2.0 * versine[k] * u[k] * y;
            // Rounding can leave nothing of a small square.
            size[k] = (square.max(0.0)).sqrt() * inverse[k] * (1.0 + 1e-9) + 1e-13 * u[k].abs();
        }
        let mut bounds = Bounds { rate: product(&self.rate, size), ..Bounds::default() };
        for mode in &self.rigid {
            let (u, d) = (u[mode.place].abs(), d[mode.place].abs());
            size[mode.place] = u;
            bounds.rate += d * mode.value + u * mode.turn;
            bounds.growth += modes.constant[mode.place].abs() * mode.value + d * mode.turn;
        }
        bounds.slope = product(&self.slopes, size);
        bounds.bend = [product(&self.bends[0], size), product(&self.bends[1], size)];
        for (bound, remainder) in bounds.remainder.iter_mut().zip(&self.remainders) {
            *bound = product(remainder, size);
        }
        self.bounds = bounds;
    }

    /// Account of a step with the contact force `force` (N/m): the change of gaps that the step may bring.
    #[inline(always)]
    pub fn step(&mut self, force: f64) -> f64 {
        self.bounds.growth += self.kick_growth * force;
        self.bounds.rate += self.kick * force + self.bounds.growth;
        self.bounds.rate
    }

    /// Change of gaps that a step with the contact force `force` (N/m) may bring.
    #[inline(always)]
    pub fn foreseen(&self, force: f64) -> f64 {
        let growth = self.bounds.growth + self.kick_growth * force;
        self.bounds.rate + self.kick * force + growth
    }

    /// Account of `steps` steps of free flight.
    #[inline(always)]
    pub fn fly(&mut self, steps: u64) -> f64 {
        let n = steps as f64;
        let change = n * self.bounds.rate + 0.5 * n * (n + 1.0) * self.bounds.growth;
        self.bounds.rate += n * self.bounds.growth;
        change
    }
}

impl Bounds {
    /// Number of steps in which no gap changes by more than `distance` (m), `more` being added to the rate.
    #[inline(always)]
    pub fn free_steps(&self, distance: f64, more: f64) -> u64 {
        if !(distance > 0.0) {
            return 0;
        }
        let distance = distance * (1.0 - 1e-9);
        let b = self.rate + more + 0.5 * self.growth;
        let root = (b * b + 2.0 * self.growth * distance).sqrt();
        // As a whole number, at most 2^53.
        (2.0 * distance / (b + root)).min(9e15) as u64
    }
}

/// Product of two rows of a multiple of four numbers, in four parts.
#[inline(always)]
fn product(a: &[f64], b: &[f64]) -> f64 {
    super::super::nodes::dot(a, b)
}
