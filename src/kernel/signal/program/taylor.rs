//! Taylor coefficients of a formula, by the recurrences of its operations.
//!
//! For `y = f(u)` the coefficients of `y` follow from those of `u` one after another: `k s_k = sum j u_j c_(k-j)`
//! for the sine, and so on. What is not analytic (a jump, a call, a remainder) has none.

use super::code::Program;
use super::number::Number;
use super::operations::{Binary, Unary};
use crate::signal::program::instruction::{Instruction, Parts};

/// Coefficients of all places of a program's memory.
#[derive(Clone, Debug, Default)]
pub struct ExpansionMemory {
    values: Vec<f64>,
    /// Highest coefficient of each place that may differ from 0.
    degrees: Vec<usize>,
}

impl Program {
    /// Writes the coefficients of the formula of one parameter about `t`; `None` where it has none.
    pub fn expand(&self, t: f64, coefficients: &mut [f64], memory: &mut ExpansionMemory) -> Option<()> {
        let parts = &*self.0;
        if parts.reals.len() != parts.constants.len() || parts.parameters.len() != 1 {
            return None;
        }
        memory.values.resize(parts.size * coefficients.len(), 0.0);
        memory.degrees.resize(parts.size, 0);
        let width = coefficients.len();
        for (place, value) in parts.reals.iter().enumerate() {
            memory.values[place * width] = *value;
            memory.degrees[place] = 0;
        }
        let x = parts.reals.len();
        (memory.values[x * width], memory.values[x * width + 1], memory.degrees[x]) = (t, 1.0, 1);
        run(parts, memory, width)?;
        let (degree, from) = (memory.degrees[parts.result], parts.result * width);
        coefficients.fill(0.0);
        coefficients[..=degree].copy_from_slice(&memory.values[from..=from + degree]);
        coefficients.iter().all(|c| c.is_finite()).then_some(())
    }
}

fn run(parts: &Parts, memory: &mut ExpansionMemory, width: usize) -> Option<()> {
    let mut made = [[0.0; MOST]; 2];
    if width > MOST {
        return None;
    }
    for instruction in &parts.code {
        let of = |place: u32| {
            let (place, degree) = (place as usize, memory.degrees[place as usize]);
            &memory.values[place * width..=place * width + degree]
        };
        let [out, other] = &mut made;
        let (out, other) = (&mut out[..width], &mut other[..width]);
        let (degree, to) = match *instruction {
            Instruction::Unary { operation, a, to } => (unary(operation, of(a), out, other)?, to),
            Instruction::Binary { operation, a, b, to } => (binary(operation, of(a), of(b), out, other)?, to),
            Instruction::Move { a, to } => {
                let a = of(a);
                out[..a.len()].copy_from_slice(a);
                (a.len() - 1, to)
            }
            _ => return None,
        };
        let from = to as usize * width;
        memory.values[from..=from + degree].copy_from_slice(&out[..=degree]);
        memory.degrees[to as usize] = degree;
    }
    Some(())
}

/// Most coefficients.
const MOST: usize = 40;

/// Coefficient `k` of a series given up to its degree.
fn at(x: &[f64], k: usize) -> f64 {
    x.get(k).copied().unwrap_or(0.0)
}

/// `sum over j = 1..k of j u_j w_(k-j)`, divided by `k`: coefficient `k` of the integral of `u' w`.
fn chain(u: &[f64], w: &[f64], k: usize) -> f64 {
    let last = k.min(u.len() - 1);
    (1..=last).map(|j| j as f64 * u[j] * w[k - j]).sum::<f64>() / k as f64
}

/// Writes the coefficients of the operation and returns their degree.
fn unary(operation: Unary, u: &[f64], y: &mut [f64], z: &mut [f64]) -> Option<usize> {
    let full = y.len() - 1;
    if u.len() == 1 {
        y[0] = f64::unary(operation, u[0]).ok()?;
        return Some(0);
    }
    match operation {
        Unary::Negate | Unary::Float | Unary::Degrees | Unary::Radians | Unary::Abs => {
            let factor = match operation {
                Unary::Negate => -1.0,
                Unary::Degrees => 180.0 / std::f64::consts::PI,
                Unary::Radians => std::f64::consts::PI / 180.0,
                Unary::Float => 1.0,
                // A change of sign is not analytic.
                _ => return None,
            };
            for (y, u) in y.iter_mut().zip(u) {
                *y = factor * u;
            }
            return Some(u.len() - 1);
        }
        Unary::Square => return product(u, u, y),
        Unary::Sqrt => {
            power(u, 0.5, y)?;
        }
        Unary::Exp => {
            y[0] = libm::exp(u[0]);
            for k in 1..=full {
                y[k] = chain(u, y, k);
            }
        }
        Unary::Sin | Unary::Cos | Unary::Sinh | Unary::Cosh | Unary::Tan | Unary::Tanh => {
            let circular = matches!(operation, Unary::Sin | Unary::Cos | Unary::Tan);
            let sign = if circular { -1.0 } else { 1.0 };
            let (s, c) = (y, z);
            (s[0], c[0]) =
                if circular { (libm::sin(u[0]), libm::cos(u[0])) } else { (libm::sinh(u[0]), libm::cosh(u[0])) };
            for k in 1..=full {
                if u.len() == 2 {
                    (s[k], c[k]) = (u[1] * c[k - 1] / k as f64, sign * u[1] * s[k - 1] / k as f64);
                } else {
                    (s[k], c[k]) = (chain(u, c, k), sign * chain(u, s, k));
                }
            }
            match operation {
                Unary::Cos | Unary::Cosh => s.copy_from_slice(c),
                Unary::Tan | Unary::Tanh => {
                    let mut sine = [0.0; MOST];
                    sine[..=full].copy_from_slice(s);
                    quotient(&sine[..=full], c, s)?;
                }
                _ => {}
            }
        }
        Unary::Log | Unary::Atan => {
            // y' = u' / d, with d = u or 1 + u².
            let mut divisor = [0.0; MOST];
            if operation == Unary::Log {
                divisor[..u.len()].copy_from_slice(u);
                y[0] = if u[0] > 0.0 { libm::log(u[0]) } else { return None };
            } else {
                product(u, u, &mut divisor[..=full])?;
                divisor[0] += 1.0;
                y[0] = libm::atan(u[0]);
            }
            let mut slope = [0.0; MOST];
            for k in 1..u.len() {
                slope[k - 1] = k as f64 * u[k];
            }
            quotient(&slope[..=full], &divisor[..=full], z)?;
            for k in 1..=full {
                y[k] = z[k - 1] / k as f64;
            }
        }
        _ => return None,
    }
    Some(full)
}

fn binary(operation: Binary, a: &[f64], b: &[f64], y: &mut [f64], z: &mut [f64]) -> Option<usize> {
    if a.len() == 1 && b.len() == 1 {
        y[0] = f64::binary(operation, a[0], b[0]).ok()?;
        return Some(0);
    }
    match operation {
        Binary::Add | Binary::Subtract => {
            let sign = if operation == Binary::Add { 1.0 } else { -1.0 };
            let degree = a.len().max(b.len()) - 1;
            for k in 0..=degree {
                y[k] = at(a, k) + sign * at(b, k);
            }
            Some(degree)
        }
        Binary::Multiply => product(a, b, y),
        Binary::Divide => {
            quotient(a, b, y)?;
            Some(if b.len() == 1 { a.len() - 1 } else { y.len() - 1 })
        }
        Binary::Power if b.len() == 1 => {
            let exponent = b[0];
            if exponent.trunc() != exponent || !(0.0..=64.0).contains(&exponent) {
                power(a, exponent, y)?;
                return Some(y.len() - 1);
            }
            let mut degree = 0;
            y.fill(0.0);
            y[0] = 1.0;
            for _ in 0..exponent as usize {
                z[..=degree].copy_from_slice(&y[..=degree]);
                degree = product(&z[..=degree], a, y)?;
            }
            Some(degree)
        }
        _ => None,
    }
}

fn product(a: &[f64], b: &[f64], y: &mut [f64]) -> Option<usize> {
    let degree = (a.len() + b.len() - 2).min(y.len() - 1);
    for k in 0..=degree {
        let from = k.saturating_sub(b.len() - 1);
        let to = k.min(a.len() - 1);
        y[k] = (from..=to).map(|j| a[j] * b[k - j]).sum();
    }
    Some(degree)
}

fn quotient(a: &[f64], b: &[f64], y: &mut [f64]) -> Option<()> {
    if b[0] == 0.0 {
        return None;
    }
    let degree = if b.len() == 1 { a.len() - 1 } else { y.len() - 1 };
    for k in 0..=degree {
        let known: f64 = (1..=k.min(b.len() - 1)).map(|j| b[j] * y[k - j]).sum();
        y[k] = (at(a, k) - known) / b[0];
    }
    Some(())
}

/// `u^p` for `u > 0`.
fn power(u: &[f64], p: f64, y: &mut [f64]) -> Option<()> {
    if !(u[0] > 0.0) {
        return None;
    }
    y[0] = libm::pow(u[0], p);
    for k in 1..y.len() {
        let last = k.min(u.len() - 1);
        let sum: f64 = (1..=last).map(|j| (p * j as f64 - (k - j) as f64) * u[j] * y[k - j]).sum();
        y[k] = sum / (k as f64 * u[0]);
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::super::{Builder, Scalar};
    use super::*;

    /// `3 sin(2 t) exp(-t) / (1 + t²)` about 0.3, summed 0.1 further; a jump has no series.
    #[test]
    fn the_series_of_a_formula_gives_its_values_nearby() {
        let value = |t: f64| 3.0 * libm::sin(2.0 * t) * libm::exp(-t) / (1.0 + t * t);
        let mut b = Builder::new("test", vec!["INST".into()], false);
        b.constant(Scalar::Real(3.0));
        b.constant(Scalar::Real(2.0));
        b.argument(0);
        b.binary(Binary::Multiply);
        b.unary(Unary::Sin);
        b.binary(Binary::Multiply);
        b.argument(0);
        b.unary(Unary::Negate);
        b.unary(Unary::Exp);
        b.binary(Binary::Multiply);
        b.constant(Scalar::Real(1.0));
        b.argument(0);
        b.unary(Unary::Square);
        b.binary(Binary::Add);
        b.binary(Binary::Divide);
        let mut c = [0.0; 25];
        let mut memory = ExpansionMemory::default();
        b.finish().expand(0.3, &mut c, &mut memory).unwrap();
        let sum = c.iter().rev().fold(0.0, |sum, c| sum * 0.1 + c);
        assert!((sum - value(0.4)).abs() < 1e-15, "{sum} {}", value(0.4));
        let mut jump = Builder::new("test", vec!["INST".into()], false);
        jump.argument(0);
        jump.unary(Unary::Floor);
        assert!(jump.finish().expand(0.3, &mut c, &mut memory).is_none());
    }
}
