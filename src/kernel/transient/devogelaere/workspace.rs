//! States the scheme remembers, the damping per unit mass, and the arrays of an attempt.

use super::scheme::DevogelaereOptions;
use crate::transient::fault::TransientFault;
use crate::transient::matrix::{Factors, Square};
use crate::transient::system::System;

/// A displacement, a velocity, and the acceleration without its damping part.
#[derive(Clone, Debug)]
pub(super) struct Point {
    pub q: Vec<f64>,
    pub v: Vec<f64>,
    pub g: Vec<f64>,
}

impl Point {
    /// Takes up the numbers of another point of the same size.
    pub fn copy_from(&mut self, other: &Point) {
        self.q.copy_from_slice(&other.q);
        self.v.copy_from_slice(&other.v);
        self.g.copy_from_slice(&other.g);
    }

    /// Zeros for `size` coordinates.
    pub fn zero(size: usize) -> Self {
        Point { q: vec![0.0; size], v: vec![0.0; size], g: vec![0.0; size] }
    }

    /// All three, `n` numbers each.
    #[inline]
    pub fn parts(&mut self, n: usize) -> (&mut [f64], &mut [f64], &mut [f64]) {
        (&mut self.q[..n], &mut self.v[..n], &mut self.g[..n])
    }
}

/// `D = M^-1 C`, diagonal or full, and solutions with `p I + s D`.
#[derive(Clone, Debug)]
pub(super) enum DampingRate {
    Diagonal(Vec<f64>),
    Full { matrix: Square, solved: [Solved; KEPT], next: usize },
}

/// A step of constant length needs two of them, one that follows a step of another length a third.
const KEPT: usize = 4;

/// Factors of `p I + s D`, kept for the next step of the same length.
#[derive(Clone, Debug)]
pub(super) struct Solved {
    key: Option<(f64, f64)>,
    factors: Factors,
}

impl DampingRate {
    fn of(system: &System) -> Self {
        let size = system.size();
        if system.full_mass.is_none() && system.full_damping.is_none() {
            return DampingRate::Diagonal(system.damping.clone());
        }
        let solved = std::array::from_fn(|_| Solved { key: None, factors: Factors::identity(size) });
        let mut rate = DampingRate::Full { matrix: Square::zero(size), solved, next: 0 };
        rate.refresh(&mut system.clone(), &mut vec![0.0; size]);
        rate
    }

    /// Takes up the present matrices; `column` is room for one.
    fn refresh(&mut self, system: &mut System, column: &mut [f64]) {
        let DampingRate::Full { matrix, solved, .. } = self else { return };
        let size = system.size();
        for solved in solved {
            solved.key = None;
        }
        for j in 0..size {
            for (i, x) in column.iter_mut().enumerate() {
                *x = system.damping_term(i, j);
            }
            system.solve_mass(column);
            for (i, x) in column.iter().enumerate() {
                matrix.values_mut()[i * size + j] = *x;
            }
        }
    }

    /// `out := D x`
    #[inline(always)]
    pub fn multiply(&self, x: &[f64], out: &mut [f64]) {
        match self {
            DampingRate::Full { matrix, .. } => matrix.multiply(x, out),
            DampingRate::Diagonal(d) => {
                if let ([out], [d], [x]) = (&mut *out, d.as_slice(), x) {
                    *out = d * x;
                    return;
                }
                for ((out, d), x) in out.iter_mut().zip(d).zip(x) {
                    *out = d * x;
                }
            }
        }
    }

    /// `x := (p I + s D)^-1 x`. Fails where the matrix is singular.
    #[inline(always)]
    pub fn solve(&mut self, p: f64, s: f64, x: &mut [f64]) -> Result<(), TransientFault> {
        match self {
            DampingRate::Diagonal(d) => {
                if let ([x], [d]) = (&mut *x, d.as_slice()) {
                    *x /= p + s * *d;
                    return Ok(());
                }
                for (x, d) in x.iter_mut().zip(d) {
                    *x /= p + s * *d;
                }
            }
            DampingRate::Full { matrix, solved, next } => {
                let key = Some((p, s));
                if let Some(known) = solved.iter_mut().find(|known| known.key == key) {
                    known.factors.solve(x);
                    return Ok(());
                }
                let Solved { key: place, factors } = &mut solved[*next];
                *next = (*next + 1) % KEPT;
                let term = |i: usize, j: usize| s * matrix.at(i, j) + if i == j { p } else { 0.0 };
                let fault = |source| TransientFault::Singular { matrix: "damping matrix of DEVOGE", source };
                *place = None;
                factors.factorize(term).map_err(fault)?;
                *place = key;
                factors.solve(x);
            }
        }
        Ok(())
    }
}

/// State that the scheme carries from step to step.
#[derive(Clone, Debug)]
pub(super) struct Kept {
    pub middle: Point,
    pub previous: Point,
    pub g: Vec<f64>,
    pub q_middle: Vec<f64>,
    pub lengths: [f64; 2],
    /// Started, and no step accepted yet.
    pub flags: [bool; 2],
}

/// Stepper of the scheme.
#[derive(Clone, Debug)]
pub struct DevogelaereStepper {
    pub(super) options: DevogelaereOptions,
    pub(super) minimum: f64,
    pub(super) maximum: f64,
    pub(super) active: bool,
    pub(super) started: bool,
    /// No step is accepted yet.
    pub(super) first: bool,
    /// Slips of the reference that changed the run: the start, the estimate of the first step, equal lengths.
    pub(super) slipped: [bool; 3],
    pub(super) rate: DampingRate,
    version: u64,
    /// Acceleration without damping at `t`.
    pub(super) g: Vec<f64>,
    /// The previous mid-step, as rescaled by the attempts of this step.
    pub(super) middle: Point,
    /// The start of the previous step.
    pub(super) previous: Point,
    /// The mid-step and the end of the attempt.
    pub(super) half: Point,
    pub(super) end: Point,
    pub(super) a_end: Vec<f64>,
    /// Independent estimates of the displacement at the previous mid-step and at this one.
    pub(super) q_middle: Vec<f64>,
    pub(super) q_half: Vec<f64>,
    /// Lengths of the two previous accepted steps, the older first.
    pub(super) lengths: [f64; 2],
    /// Copies of the three above, of `g`, of `q_middle`, and the lengths, at the start of a step that may be made again.
    pub(super) kept: Kept,
    pub(super) part: Vec<f64>,
    pub(super) product: Vec<f64>,
    /// Errors below and above which a step is multiplied by 1.5 and 0.5.
    pub(super) bounds: [f64; 2],
}

impl DevogelaereStepper {
    /// Nominal step `step` (s).
    pub fn new(options: DevogelaereOptions, step: f64, system: &System) -> Self {
        let size = system.size();
        let (minimum, maximum) = options.limits.or(1e-10 * step, 1e10 * step);
        let zero = || vec![0.0; size];
        DevogelaereStepper {
            options,
            minimum,
            maximum,
            active: (maximum / minimum - 1.0).abs() >= f64::EPSILON,
            started: false,
            first: true,
            slipped: [false; 3],
            rate: DampingRate::of(system),
            version: system.version,
            g: zero(),
            middle: Point::zero(size),
            previous: Point::zero(size),
            half: Point::zero(size),
            end: Point::zero(size),
            a_end: zero(),
            q_middle: zero(),
            q_half: zero(),
            lengths: [step; 2],
            kept: Kept {
                middle: Point::zero(size),
                previous: Point::zero(size),
                g: zero(),
                q_middle: zero(),
                lengths: [step; 2],
                flags: [false, true],
            },
            part: zero(),
            product: zero(),
            bounds: [1.5, 0.5].map(|ratio| libm::pow(0.9 / ratio, 4.0)),
        }
    }

    pub(super) fn follow(&mut self, system: &mut System) {
        if self.version != system.version {
            self.version = system.version;
            self.rate.refresh(system, &mut self.part);
        }
    }
}
