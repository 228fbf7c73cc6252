//! Turbulence of a cross flow: densities of the pressure per reduced frequency, and the correlation of its forces along the tube.

use super::line::{Line, Zone};
use super::quadrature::gauss;

/// Density of the pressure coefficient against the reduced frequency `y = |f De/V|` (correlation length models).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Turbulence {
    /// By the Reynolds number; kinematic viscosity (m²/s).
    Reynolds { viscosity: f64 },
    /// `phi/(1 + (y/cut)^beta)`
    Rational { cut: f64, level: f64, exponent: f64 },
    /// `phi_1/y^beta_1` up to the cut, `phi_2/y^beta_2` above.
    TwoSlopes { cut: f64, levels: [f64; 2], exponents: [f64; 2] },
    /// Two phases: share of voids, exponents of y and of the flow of mass.
    TwoPhases { voids: f64, exponent: f64, mass_exponent: f64 },
}

impl Turbulence {
    /// The density at a frequency; `speed` is that of the zone, `density` the mean density of its fluid.
    pub fn value(&self, f: f64, diameter: f64, speed: f64, density: f64) -> f64 {
        let y = (f * diameter / speed).abs();
        match *self {
            Turbulence::Reynolds { viscosity } => {
                let re = speed.abs() * diameter / viscosity;
                let level = 1.3e-4 * reynolds_level(re);
                let (damping, exponent) = match re {
                    re if re <= 3.5e4 => (0.7, 3.0),
                    re if re <= 5.5e4 => (0.3, 4.0),
                    _ => (0.6, 4.0),
                };
                let q = libm::pow(y / 0.2, 0.5 * exponent);
                level / ((1.0 - q) * (1.0 - q) + 4.0 * damping * damping * q)
            }
            Turbulence::Rational { cut, level, exponent } => level / (1.0 + libm::pow(y / cut, exponent)),
            Turbulence::TwoSlopes { cut, levels, exponents } => {
                let k = usize::from(y > cut);
                levels[k] / libm::pow(y, exponents[k])
            }
            Turbulence::TwoPhases { voids, exponent, mass_exponent } => {
                let terms = [(24.042, 0.5), (-50.421, 1.5), (63.483, 2.5), (-33.284, 3.5)];
                let e = terms.iter().fold(0.0, |sum, (c, p)| sum + c * libm::pow(voids, *p));
                libm::pow(10.0, e) / 0.068 / (libm::pow(y, exponent) * libm::pow(density * speed.abs(), mass_exponent))
            }
        }
    }
}

fn reynolds_level(re: f64) -> f64 {
    match re {
        re if re <= 1.5e4 => 2.1808,
        re if re <= 5.0e4 => {
            let terms = [20.42, -14e-4, -9.81e-8, 11.97e-12, -35.95e-17, 34.69e-22];
            terms.iter().rev().fold(0.0, |value, c| value * re + c)
        }
        _ => 38.6075,
    }
}

/// `L_ij = ∫∫ g_i(x) g_j(y) exp(-|x-y|/l) dx dy` over a zone, `g_i = rho phi_i (v/vz)²`, all profiles linear between nodes; row by row.
/// Exact to rounding: the exponential is carried along the line, cells are cut where it falls fast.
pub fn projected_lengths(line: &Line, zone: &Zone, density: &[f64], shapes: &[Vec<f64>], length: f64) -> Vec<f64> {
    let n = shapes.len();
    let rule = gauss(12);
    let mut sums = vec![0.0; n * n];
    // What lies before the current point, seen from there.
    let mut before = vec![0.0; n];
    for node in zone.first..zone.last {
        let (start, end) = (line.abscissae[node], line.abscissae[node + 1]);
        let at =
            |values: &[f64], x: f64| values[node] + (x - start) / (end - start) * (values[node + 1] - values[node]);
        let value = |i: usize, x: f64| {
            let u = at(&zone.speeds, x) / zone.mean;
            at(density, x) * at(&shapes[i], x) * u * u
        };
        let parts = ((end - start) / (2.0 * length)).ceil().max(1.0);
        let width = (end - start) / parts;
        for part in 0..parts as usize {
            let from = start + part as f64 * width;
            let mut own = vec![0.0; n];
            for (point, weight) in &rule {
                let x = from + 0.5 * width * (1.0 + point);
                let seen = libm::exp(-(x - from) / length);
                let here: Vec<f64> = (0..n).map(|i| 0.5 * width * weight * value(i, x)).collect();
                // What lies before x: the line up to the cell, and the cell up to x.
                let mut past: Vec<f64> = before.iter().map(|b| b * seen).collect();
                for (inner, inner_weight) in &rule {
                    let y = from + 0.5 * (x - from) * (1.0 + inner);
                    let share = 0.5 * (x - from) * inner_weight * libm::exp(-(x - y) / length);
                    past.iter_mut().enumerate().for_each(|(j, p)| *p += share * value(j, y));
                }
                for i in 0..n {
                    for j in 0..n {
                        sums[i * n + j] += here[i] * past[j];
                    }
                }
                let left = libm::exp(-(from + width - x) / length);
                own.iter_mut().zip(&here).for_each(|(o, h)| *o += h * left);
            }
            let carried = libm::exp(-width / length);
            before.iter_mut().zip(&own).for_each(|(b, o)| *b = *b * carried + o);
        }
    }
    (0..n * n).map(|k| sums[k] + sums[(k % n) * n + k / n]).collect()
}
