//! Prescribed forces of a cycle: harmonics of the forcing frequency, constants, functions of its period.

use std::f64::consts::TAU;

use crate::signal::Signal;
use crate::signal::program::{Binary, Builder, Scalar, Unary};
use crate::transient::{Direction, Excitation, Term};

/// One term.
#[derive(Clone, Debug)]
pub enum ForceTerm {
    /// `F c (n w)^p cos(n w t + phase)`, or the constant `c F` for n = 0.
    Harmonic {
        direction: Vec<f64>,
        coefficient: f64,
        harmonic: u32,
        /// rad
        phase: f64,
        power: u32,
    },
    /// `F g(t)`
    Given { direction: Vec<f64>, signal: Signal },
}

/// All terms.
#[derive(Clone, Debug, Default)]
pub struct Forcing {
    pub terms: Vec<ForceTerm>,
}

impl Forcing {
    /// The forces for `size` coordinates at a forcing frequency (Hz; 0 where there is none).
    pub fn at(&self, size: usize, frequency: f64) -> Excitation {
        let terms = self.terms.iter().map(|term| match term {
            ForceTerm::Given { direction, signal } => scaled(signal.clone(), direction),
            ForceTerm::Harmonic { direction, coefficient, .. } => {
                scaled(wave(*coefficient, term, frequency), direction)
            }
        });
        Excitation::new(size, terms.collect())
    }

    /// Their derivative with the coefficients of the terms of these ranks together.
    pub fn of_coefficient(&self, size: usize, frequency: f64, ranks: &[usize]) -> Excitation {
        let terms =
            self.terms.iter().enumerate().filter(|(rank, _)| ranks.contains(rank)).map(|(_, term)| match term {
                ForceTerm::Given { direction, .. } => scaled(Signal::Constant(0.0), direction),
                ForceTerm::Harmonic { direction, .. } => scaled(wave(1.0, term, frequency), direction),
            });
        Excitation::new(size, terms.collect())
    }

    /// Their derivative with the frequency (1/Hz), at constant time.
    pub fn of_frequency(&self, size: usize, frequency: f64) -> Excitation {
        let terms = self.terms.iter().filter_map(|term| {
            let ForceTerm::Harmonic { direction, coefficient, harmonic, phase, power } = term else { return None };
            if *harmonic == 0 {
                return None;
            }
            let (n, p) = (f64::from(*harmonic), *power);
            let w = n * TAU * frequency;
            let level = |p: u32| (0..p).fold(*coefficient, |sum, _| sum * w);
            let slope = if p == 0 { 0.0 } else { f64::from(p) * level(p - 1) };
            let signal = drifting_wave(TAU * n * slope, -TAU * n * level(p), w, *phase);
            Some(scaled(signal, direction))
        });
        Excitation::new(size, terms.collect())
    }

    /// Rank of the first term that does not change its sign half a period later.
    pub fn first_not_odd(&self, period: f64) -> Option<usize> {
        self.terms.iter().position(|term| match term {
            ForceTerm::Harmonic { harmonic, .. } => harmonic.is_multiple_of(2),
            ForceTerm::Given { signal, .. } => !turns(signal, period),
        })
    }
}

/// True where a signal is its opposite half a period later, on eight instants.
fn turns(signal: &Signal, period: f64) -> bool {
    let at = |t: f64| signal.evaluate(t, &mut 0).unwrap_or(f64::NAN);
    let pairs = (0..8).map(|k| (at(period * f64::from(k) / 16.0), at(period * (f64::from(k) / 16.0 + 0.5))));
    let pairs: Vec<(f64, f64)> = pairs.collect();
    let size = pairs.iter().fold(0.0_f64, |a, (x, y)| a.max(x.abs()).max(y.abs()));
    pairs.iter().all(|(x, y)| (x + y).abs() <= 1e-9 * size)
}

fn scaled(signal: Signal, direction: &[f64]) -> Term {
    Term::Scaled { signal, direction: Direction::Vector(direction.to_vec()) }
}

/// `c (n w)^p cos(n w t + phase)` of a harmonic term with the coefficient `c`.
fn wave(coefficient: f64, term: &ForceTerm, frequency: f64) -> Signal {
    let ForceTerm::Harmonic { harmonic, phase, power, .. } = term else { return Signal::Constant(0.0) };
    if *harmonic == 0 {
        return Signal::Constant(coefficient);
    }
    let w = f64::from(*harmonic) * TAU * frequency;
    let level = (0..*power).fold(coefficient, |sum, _| sum * w);
    drifting_wave(level, 0.0, w, *phase)
}

/// `a cos(w t + phase) + b t sin(w t + phase)`
fn drifting_wave(a: f64, b: f64, w: f64, phase: f64) -> Signal {
    let mut builder = Builder::new("a*cos(w*INST+p) + b*INST*sin(w*INST+p)", vec!["INST".into()], false);
    let angle = |builder: &mut Builder| {
        builder.constant(Scalar::Real(w));
        builder.argument(0);
        builder.binary(Binary::Multiply);
        if phase != 0.0 {
            builder.constant(Scalar::Real(phase));
            builder.binary(Binary::Add);
        }
    };
    angle(&mut builder);
    builder.unary(Unary::Cos);
    builder.constant(Scalar::Real(a));
    builder.binary(Binary::Multiply);
    if b != 0.0 {
        angle(&mut builder);
        builder.unary(Unary::Sin);
        builder.argument(0);
        builder.binary(Binary::Multiply);
        builder.constant(Scalar::Real(b));
        builder.binary(Binary::Multiply);
        builder.binary(Binary::Add);
    }
    Signal::Formula(builder.finish())
}
