//! Cycles by Newton's method on the return map, alone or on a plane across a branch.

use super::linear::Singular;
use super::return_map::{ReturnFault, ReturnMap, Start, Until};
use super::witness::Nobody;
use crate::transient::exact::EventKind;

/// Directions that the map leaves where they are up to this part of their length are left out.
pub const NEUTRAL: f64 = 1e-9;
/// Times a step is halved while the residual grows.
const HALVINGS: u32 = 6;
/// Residual that no more iterations make smaller.
const ROUNDING: f64 = 2e-14;

/// Options of the iteration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NewtonOptions {
    pub residual: f64,
    pub most: u32,
}

/// Section of an autonomous cycle: the event that begins it, and how often it comes in a cycle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Section {
    pub contact: usize,
    pub kind: EventKind,
    pub count: u32,
    /// A return that takes longer is none (s).
    pub latest: f64,
}

/// Scales of displacements and velocities.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scales {
    pub q: f64,
    pub v: f64,
}

impl Scales {
    /// Scale of the unknown `i` of `2 n`.
    pub fn of(&self, i: usize, n: usize) -> f64 {
        if i < n { self.q } else { self.v }
    }
}

/// One event of a cycle: contact and kind.
pub type Letter = (usize, EventKind);

/// A cycle.
#[derive(Clone, Debug, Default)]
pub struct Cycle {
    pub start: Start,
    /// Of the parameter, where there is one.
    pub value: f64,
    pub duration: f64,
    pub residual: f64,
    pub iterations: u32,
    pub letters: Vec<Letter>,
    /// Derivatives with the start and the parameter.
    pub derivative: Vec<f64>,
    pub parameter: Vec<f64>,
    pub speed: Vec<f64>,
    pub one_sided: bool,
    pub slowest: f64,
}

/// Plane across a branch: a unit tangent of scaled unknowns and parameter, and the point it passes through.
#[derive(Clone, Debug)]
pub struct Plane {
    pub tangent: Vec<f64>,
    pub point: Vec<f64>,
    /// Scale of the parameter.
    pub range: f64,
}

/// Reasons why there is no cycle.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NewtonFault {
    #[error(transparent)]
    Return(#[from] ReturnFault),
    #[error("no convergence")]
    NoConvergence(Box<Failure>),
}

/// Remains of an iteration that failed.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    pub residuals: Vec<f64>,
    /// Rank of the unknown with the largest residual.
    pub worst: usize,
    pub letters: [Vec<Letter>; 2],
}

impl ReturnMap {
    /// One return from a state.
    pub fn go(&mut self, start: &Start, section: Option<&Section>, derive: bool) -> Result<(), ReturnFault> {
        let until = self.until(section);
        self.travel(start, 0.0, until, derive, &mut Nobody)
    }

    /// End of a return.
    pub fn until(&self, section: Option<&Section>) -> Until {
        match section {
            None => Until::Time(self.span()),
            Some(s) => Until::Event { contact: s.contact, kind: s.kind, count: s.count, latest: s.latest },
        }
    }

    /// Contacts and kinds of the events of the last return.
    pub fn letters(&self) -> Vec<Letter> {
        self.events().iter().map(|event| (event.contact, event.kind)).collect()
    }

    /// A cycle from a guess: `plain` returns first, then Newton's method. On a `plane` the parameter is unknown too. Fails where
    /// there is none.
    pub fn solve(
        &mut self,
        guess: &Start,
        value: f64,
        (section, plane): (Option<&Section>, Option<&Plane>),
        (scales, options): (Scales, NewtonOptions),
        plain: u32,
    ) -> Result<Cycle, NewtonFault> {
        let n = self.size();
        let (mut x, mut value) = (guess.clone(), value);
        let mut residuals: Vec<f64> = Vec::new();
        let mut letters: [Vec<Letter>; 2] = Default::default();
        let (mut worst, mut step): (usize, Option<(Start, f64, Vec<f64>)>) = (0, None);
        let (mut halvings, mut last) = (0, f64::INFINITY);
        let mut best: Option<Cycle> = None;
        for iteration in 0..options.most + plain {
            if self.has_parameter() {
                self.set(value);
            }
            let outcome = self.go(&x, section, true);
            let (size, rank) = match &outcome {
                Ok(()) => self.residual(&x, scales),
                Err(_) => (f64::INFINITY, worst),
            };
            let across = plane.map_or(0.0, |plane| plane.distance(&x.x, value, scales, n));
            let size = size.max(across.abs());
            // Shorter while the residual grows, or there is no return.
            if let Some((from, at, whole)) = &mut step
                && !(size <= last * 2.0)
                && best.is_none()
            {
                if halvings < HALVINGS {
                    halvings += 1;
                    whole.iter_mut().for_each(|dx| *dx *= 0.5);
                    (x, value) = (moved(from, whole, scales, n), *at + plane.map_or(0.0, |p| p.range * whole[2 * n]));
                    continue;
                }
                outcome?;
            } else if best.is_none() {
                outcome?;
            } else if outcome.is_err() {
                break;
            }
            (worst, halvings, last) = (rank, 0, size);
            residuals.push(size);
            letters = [std::mem::take(&mut letters[1]), self.letters()];
            let settled =
                size <= options.residual && (iteration > 0 || residuals.len() > 1) && letters[0] == letters[1];
            if settled {
                let better = best.as_ref().is_none_or(|best| size < best.residual);
                if !better {
                    break;
                }
                let done = size <= ROUNDING;
                best = Some(self.cycle(&x, value, size, residuals.len() as u32));
                if done {
                    break;
                }
            } else if best.is_some() {
                break;
            }
            if iteration < plain && plane.is_none() && !settled {
                x = Start { x: self.landing.x.clone(), modes: self.landing.modes.clone() };
                step = None;
                continue;
            }
            let dz = self.newton_step(&x, value, plane, scales);
            if !dz.iter().all(|d| d.is_finite()) {
                break;
            }
            let from = Start { x: x.x.clone(), modes: self.landing.modes.clone() };
            x = moved(&from, &dz, scales, n);
            step = Some((from, value, dz.clone()));
            value += plane.map_or(0.0, |plane| plane.range * dz[2 * n]);
            if best.is_some() && residuals.len() > 60 {
                break;
            }
        }
        match best {
            Some(cycle) => Ok(cycle),
            None => Err(NewtonFault::NoConvergence(Box::new(Failure { residuals, worst, letters }))),
        }
    }

    /// Largest scaled component of `P(x) - x`, and its rank.
    fn residual(&self, x: &Start, scales: Scales) -> (f64, usize) {
        let n = self.size();
        let sizes = self.landing.x.iter().zip(&x.x).enumerate().map(|(i, (a, b))| ((a - b).abs() / scales.of(i, n), i));
        sizes.fold((0.0, 0), |a, b| if b.0 > a.0 || b.0.is_nan() { b } else { a })
    }

    /// Columns of the scaled `D - 1`, and that of the parameter over `range`.
    pub fn scaled_columns(&self, scales: Scales, range: Option<f64>) -> Vec<Vec<f64>> {
        let n = self.size();
        scaled_columns(&self.landing.derivative, &self.landing.parameter, n, scales, range)
    }

    fn newton_step(&self, x: &Start, value: f64, plane: Option<&Plane>, scales: Scales) -> Vec<f64> {
        let n = self.size();
        let mut right: Vec<f64> = (0..2 * n).map(|i| (x.x[i] - self.landing.x[i]) / scales.of(i, n)).collect();
        let mut columns = self.scaled_columns(scales, plane.map(|plane| plane.range));
        if let Some(plane) = plane {
            columns.iter_mut().zip(&plane.tangent).for_each(|(column, t)| column.push(*t));
            right.push(-plane.distance(&x.x, value, scales, n));
        }
        Singular::of(columns).solve(&right, NEUTRAL)
    }

    fn cycle(&self, x: &Start, value: f64, residual: f64, iterations: u32) -> Cycle {
        Cycle {
            start: Start { x: x.x.clone(), modes: x.modes.clone() },
            value,
            duration: self.landing.duration,
            residual,
            iterations,
            letters: self.letters(),
            derivative: self.landing.derivative.clone(),
            parameter: self.landing.parameter.clone(),
            speed: self.landing.speed.clone(),
            one_sided: self.landing.one_sided,
            slowest: self.landing.slowest,
        }
    }
}

impl Plane {
    /// Distance of a point from the plane, along its tangent.
    pub fn distance(&self, x: &[f64], value: f64, scales: Scales, n: usize) -> f64 {
        let own =
            x.iter().enumerate().map(|(i, x)| self.tangent[i] * (x / scales.of(i, n) - self.point[i])).sum::<f64>();
        own + self.tangent[2 * n] * (value / self.range - self.point[2 * n])
    }
}

/// Columns of the scaled `D - 1`, and that of the parameter over `range`.
pub fn scaled_columns(
    derivative: &[f64],
    parameter: &[f64],
    n: usize,
    scales: Scales,
    range: Option<f64>,
) -> Vec<Vec<f64>> {
    let mut columns: Vec<Vec<f64>> = derivative
        .chunks_exact(2 * n)
        .enumerate()
        .map(|(j, column)| {
            let scale = scales.of(j, n);
            let term = |(i, d): (usize, &f64)| d * scale / scales.of(i, n) - f64::from(u8::from(i == j));
            column.iter().enumerate().map(term).collect()
        })
        .collect();
    if let Some(range) = range {
        columns.push(parameter.iter().enumerate().map(|(i, p)| p * range / scales.of(i, n)).collect());
    }
    columns
}

fn moved(from: &Start, step: &[f64], scales: Scales, n: usize) -> Start {
    let x = from.x.iter().zip(step).enumerate().map(|(i, (x, d))| x + scales.of(i, n) * d).collect();
    Start { x, modes: from.modes.clone() }
}

/// The direction that a derivative maps on itself times `value`, scaled so that its largest component is 1, and what is left of it.
pub fn eigenvector(derivative: &[f64], size: usize, scales: Scales, value: f64) -> (Vec<f64>, f64) {
    let n = size / 2;
    let columns = scaled_columns(derivative, &[], n, scales, None);
    // Scaled columns are those of D - 1.
    let shifted = columns.into_iter().enumerate().map(|(j, mut column)| {
        column[j] += 1.0 - value;
        column
    });
    let singular = Singular::of(shifted.collect());
    let (Some(vector), Some(rest)) = (singular.right.last(), singular.values.last()) else {
        return (vec![0.0; size], f64::INFINITY);
    };
    let largest = vector.iter().fold(0.0_f64, |a, x| if x.abs() > a.abs() { *x } else { a });
    (vector.iter().map(|x| x / largest).collect(), *rest)
}
