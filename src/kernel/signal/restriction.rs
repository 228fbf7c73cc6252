//! A function cut to an interval, and the strong-motion indicators of an acceleration record.

use super::calculus::trapezoid_integral;
use super::{Extension, SignalFault, Table};

/// Largest distance from an end of the interval at which a node stands for it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Nearness {
    /// |x - a| <= p |a|
    Relative(f64),
    /// |x - a| <= p
    Absolute(f64),
}

impl Nearness {
    fn holds(self, x: f64, a: f64) -> bool {
        match self {
            Nearness::Relative(p) => (x - a).abs() <= p * a.abs(),
            Nearness::Absolute(p) => (x - a).abs() <= p,
        }
    }
}

/// The function on [a, b]: its nodes between, and its values (command rule) at both ends. No extension. Fails where
/// the function has no value at an end.
pub fn cut(table: &Table, a: f64, b: f64, nearness: Nearness) -> Result<Table, SignalFault> {
    let mut abscissae = Vec::with_capacity(table.abscissae.len());
    let mut ordinates = Vec::with_capacity(table.abscissae.len());
    abscissae.push(a);
    ordinates.push(table.evaluate_command(a)?);
    for (&x, &y) in table.abscissae.iter().zip(&table.ordinates) {
        let inside = x > a && x < b && !nearness.holds(x, a) && !nearness.holds(x, b);
        if inside {
            abscissae.push(x);
            ordinates.push(y);
        }
    }
    if b > a {
        abscissae.push(b);
        ordinates.push(table.evaluate_command(b)?);
    }
    let cut = table.with_points(abscissae, ordinates);
    Ok(Table { left: Extension::Excluded, right: Extension::Excluded, ..cut })
}

/// Running Arias intensity pi/(2 g) int a^2 dt (m/s), `g` the gravity (m/s^2).
pub fn arias_intensity(t: &[f64], a: &[f64], g: f64) -> Vec<f64> {
    let squares: Vec<f64> = a.iter().map(|a| a * a).collect();
    let factor = std::f64::consts::PI / (2.0 * g);
    trapezoid_integral(t, &squares, 0.0).into_iter().map(|sum| factor * sum).collect()
}

/// First instant at which the intensity reaches `low` of its final value, and the time until the last one
/// at which it has not passed `high` of it. `None` when there are no samples.
pub fn strong_phase(t: &[f64], intensity: &[f64], low: f64, high: f64) -> Option<(f64, f64)> {
    let last = *intensity.last()?;
    let first = intensity.iter().position(|i| *i >= low * last)?;
    let end = intensity.iter().rposition(|i| *i <= high * last)?;
    Some((t[first], t[end] - t[first]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_keeps_inner_nodes_and_adds_its_ends() {
        let table = Table::linear(vec![0.0, 1.0, 2.0, 3.0], vec![0.0, 2.0, 4.0, 6.0]);
        let part = cut(&table, 0.5, 2.0, Nearness::Relative(1e-6)).unwrap();
        assert_eq!((part.abscissae, part.ordinates), (vec![0.5, 1.0, 2.0], vec![1.0, 2.0, 4.0]));
        // A node next to an end gives way to it.
        let part = cut(&table, 0.95, 2.04, Nearness::Absolute(0.1)).unwrap();
        assert_eq!(part.abscissae, vec![0.95, 2.04]);
        assert!(cut(&table, -1.0, 2.0, Nearness::Relative(1e-6)).is_err());
    }

    #[test]
    fn strong_phase_of_a_constant_acceleration() {
        let t: Vec<f64> = (0..=100).map(|k| f64::from(k) * 0.25).collect();
        let intensity = arias_intensity(&t, &[2.0; 101], 9.81);
        assert!((intensity[100] / (std::f64::consts::PI / (2.0 * 9.81) * 4.0 * 25.0) - 1.0).abs() < 1e-14);
        let (start, duration) = strong_phase(&t, &intensity, 0.0401, 0.9599).unwrap();
        assert_eq!((start, duration), (1.25, 22.5));
    }
}
