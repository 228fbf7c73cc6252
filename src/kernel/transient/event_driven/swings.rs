//! Fast modes that swing apart from the rest of the motion, and what they add to quantities of contacts: bounds, values, integrals.

use num_complex::Complex64;

use super::contact_states::{Normal, Tangential};
use super::scheme::TERMS;
use crate::linalg::modulus;

/// Parts that one fast mode has in what is looked at of a contact.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Part {
    /// Displacement along row 0.
    pub u: Complex64,
    /// Normal force.
    pub force: Complex64,
    pub slip: [Complex64; 2],
    pub friction: [Complex64; 2],
}

/// A mode of the motion under contacts that do not change: `exp(rate t)`. Those that swing come in pairs.
#[derive(Clone, Debug)]
pub(super) struct FastMode {
    /// Its eigenvalue (rad/s).
    pub rate: Complex64,
    /// Coordinates, then velocities.
    pub right: Vec<Complex64>,
    /// Amplitude of the mode in a state: of coordinates, then of velocities.
    pub left: Vec<Complex64>,
    /// One for each contact.
    pub parts: Vec<Part>,
}

/// Fast modes far above the others.
#[derive(Clone, Debug)]
pub(super) struct Separation {
    pub modes: Vec<FastMode>,
    /// Smallest rate of the fast modes and largest of the others (rad/s).
    pub fast: f64,
    pub slow: f64,
}

/// Contact as it is on a piece: normal, tangential, sign.
pub(super) type State = (Normal, Tangential, f64);

/// Fast modes apart from the others, for each set of states of the contacts.
#[derive(Clone, Debug)]
pub(crate) struct Swings {
    pub known: Vec<(Vec<State>, Option<Separation>)>,
    /// States of the contacts on the piece before, their place in `known`, and pieces so far.
    pub states: Vec<State>,
    pub rank: Option<usize>,
    pub pieces: u64,
    /// Bound of the rates of all modes (rad/s).
    pub fastest: f64,
    /// Short pieces after which the modes are looked for: these have cost as much.
    pub patience: u64,
    /// Short pieces before the next long one, and before that after it.
    pub wait: u32,
    pub next_wait: u32,
    /// The present piece is long.
    pub long: bool,
    /// Amplitudes at the start of the piece, and those of the rounding of one order.
    pub amplitudes: Vec<Complex64>,
    pub rounding: Vec<Complex64>,
    /// Part of the modes that follows the forces: [`TERMS`] orders for each mode.
    pub following: Vec<Complex64>,
    /// State at the start of the piece.
    pub kept: [Vec<f64>; 2],
}

impl Swings {
    /// Nothing known yet, for `n` coordinates and rates up to `fastest` (rad/s).
    pub fn new(n: usize, fastest: f64) -> Swings {
        Swings {
            known: Vec::new(),
            states: Vec::new(),
            rank: None,
            pieces: 0,
            fastest,
            patience: 16 + 4 * (n * n) as u64,
            wait: 0,
            next_wait: 1,
            long: false,
            amplitudes: Vec::with_capacity(2 * n),
            rounding: Vec::with_capacity(2 * n),
            following: Vec::with_capacity(2 * n * TERMS),
            kept: [vec![0.0; n], vec![0.0; n]],
        }
    }

    /// True where the present piece is long.
    pub fn is_long(&self) -> bool {
        self.long
    }

    /// Fast modes of the contacts as they are.
    pub fn separation(&self) -> Option<&Separation> {
        self.known.get(self.rank?)?.1.as_ref()
    }

    /// Largest change by the swing of a quantity of contact `i` within `length` (s); `part` gives that of one mode.
    pub fn bound(&self, i: usize, length: f64, part: &dyn Fn(&Part, Complex64) -> Complex64) -> f64 {
        self.each(|mode, amplitude| {
            let size = modulus(part(&mode.parts[i], mode.rate) * amplitude);
            if size == 0.0 { 0.0 } else { size * libm::exp((mode.rate.re * length).max(0.0)) }
        })
    }

    /// The swing of a quantity of contact `i` at `x` (s) from the start of the piece.
    pub fn at(&self, i: usize, x: f64, part: impl Fn(&Part) -> Complex64) -> f64 {
        self.each(|mode, amplitude| match part(&mode.parts[i]) * amplitude {
            own if own == Complex64::default() => 0.0,
            own => (own * exponential(mode.rate * x)).re,
        })
    }

    /// Its integral from the start of the piece.
    pub fn integral(&self, i: usize, x: f64, part: impl Fn(&Part) -> Complex64) -> f64 {
        self.each(|mode, amplitude| match part(&mode.parts[i]) * amplitude {
            own if own == Complex64::default() => 0.0,
            own => (own * sum_of_exponential(mode.rate, x)).re,
        })
    }

    /// Part of the swing in the integral of force times slip velocity along one tangent, beside the series of both.
    pub fn wear(&self, i: usize, x: f64, along: usize, normal: &[f64; TERMS], speed: &[f64; TERMS]) -> f64 {
        self.each(|mode, amplitude| {
            let part = &mode.parts[i];
            let (force, slip) = (part.force * amplitude, part.slip[along] * amplitude);
            let mut sum = Complex64::default();
            if slip != Complex64::default() {
                sum += slip * moment(normal, mode.rate, x);
            }
            if force != Complex64::default() {
                sum += force * moment(speed, mode.rate, x);
                sum += self.each(|other, amplitude| {
                    (force * other.parts[i].slip[along] * amplitude * sum_of_exponential(mode.rate + other.rate, x)).re
                });
            }
            sum.re
        })
    }

    fn each(&self, term: impl Fn(&FastMode, Complex64) -> f64) -> f64 {
        let modes = self.separation().map_or(&[][..], |separation| &separation.modes);
        modes.iter().zip(&self.amplitudes).map(|(mode, amplitude)| term(mode, *amplitude)).sum()
    }
}

/// `exp(z)`
pub(super) fn exponential(z: Complex64) -> Complex64 {
    let (sin, cos) = libm::sincos(z.im);
    Complex64::new(cos, sin) * libm::exp(z.re)
}

/// Integral of `exp(rate t)` from 0 to `x`.
fn sum_of_exponential(rate: Complex64, x: f64) -> Complex64 {
    let z = rate * x;
    if z.l1_norm() < 0.5 {
        return (2..17).rev().fold(Complex64::new(1.0, 0.0), |sum, k| sum * z / f64::from(k) + 1.0) * x;
    }
    (exponential(z) - 1.0) / rate
}

/// Integral of a polynomial times `exp(rate t)` from 0 to `x`, where the polynomial changes slowly beside it.
fn moment(c: &[f64; TERMS], rate: Complex64, x: f64) -> Complex64 {
    let (mut above, mut end) = (Complex64::default(), Complex64::default());
    for (k, c) in c.iter().enumerate().rev() {
        above = (*c - above * (k + 1) as f64) / rate;
        end = end * x + above;
    }
    end * exponential(rate * x) - above
}
