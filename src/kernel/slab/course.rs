//! Data of the slab as functions of time or height: values and slopes on intervals, and where they have kinks.

use crate::signal::{Extension, Interpolation, Signal, SignalFault, Table};

/// A function taken as straight on each interval it is asked for. Tables of straight lines are exact when the intervals
/// end at their [knots](Course::knot_after); any other function is taken at the ends.
#[derive(Clone, Debug)]
pub struct Course {
    signal: Signal,
    cursor: usize,
    /// Abscissae of a table of straight lines.
    knots: Vec<f64>,
    next: usize,
    /// Slopes by differences look no further than this.
    range: (f64, f64),
    scale: f64,
}

/// Coefficients of the derivative at node `j` from seven equally spaced values (times 60 h).
const STENCILS: [[f64; 7]; 7] = [
    [-147.0, 360.0, -450.0, 400.0, -225.0, 72.0, -10.0],
    [-10.0, -77.0, 150.0, -100.0, 50.0, -15.0, 2.0],
    [2.0, -24.0, -35.0, 80.0, -30.0, 8.0, -1.0],
    [-1.0, 9.0, -45.0, 0.0, 45.0, -9.0, 1.0],
    [1.0, -8.0, 30.0, -80.0, 35.0, 24.0, -2.0],
    [-2.0, 15.0, -50.0, 100.0, -150.0, 77.0, 10.0],
    [10.0, -72.0, 225.0, -400.0, 450.0, -360.0, 147.0],
];

impl Course {
    /// `range`: where it is asked for; `scale`: a length over which it changes little by little (differences use 1/500 of it).
    pub fn new(signal: Signal, range: (f64, f64), scale: f64) -> Course {
        let knots = match &signal {
            Signal::Table(table) if straight(table) => table.abscissae.clone(),
            _ => Vec::new(),
        };
        Course { signal, cursor: 0, knots, next: 0, range, scale }
    }

    /// The value, when it never changes.
    pub fn fixed(&self) -> Option<f64> {
        if let Signal::Constant(value) = self.signal { Some(value) } else { None }
    }

    /// The value at `x`; fails where the signal has none, or one that is not finite.
    pub fn value(&mut self, x: f64) -> Result<f64, SignalFault> {
        // Rounding must not leave the table by its end.
        let (low, high) = self.range;
        let inside = if x < low && x > low - 1e-9 * self.scale {
            low
        } else if x > high && x < high + 1e-9 * self.scale {
            high
        } else {
            x
        };
        let value = self.signal.evaluate(inside, &mut self.cursor)?;
        if value.is_finite() { Ok(value) } else { Err(SignalFault::NotFinite { x }) }
    }

    /// The value from `x` on while it does not change, and where that ends.
    pub fn level(&mut self, x: f64) -> Option<(f64, f64)> {
        if let Some(value) = self.fixed() {
            return Some((value, f64::INFINITY));
        }
        if self.knots.is_empty() {
            return None;
        }
        let end = self.knot_after(x);
        let inside = if end.is_finite() { 0.5 * (x + end) } else { x };
        if self.straight_slope(inside).ok()? != 0.0 {
            return None;
        }
        Some((self.value(inside).ok()?, end))
    }

    /// Values at both ends of an interval without a knot inside. Fails where the course has no finite value.
    pub fn on(&mut self, a: f64, b: f64) -> Result<(f64, f64), SignalFault> {
        match self.fixed() {
            Some(value) => Ok((value, value)),
            None => Ok((self.value(a)?, self.value(b)?)),
        }
    }

    /// Slopes at both ends of an interval without a knot inside. Fails where the course has no finite value.
    pub fn slope_on(&mut self, a: f64, b: f64) -> Result<(f64, f64), SignalFault> {
        if self.fixed().is_some() {
            return Ok((0.0, 0.0));
        }
        if self.knots.is_empty() {
            return Ok((self.slope(a)?, self.slope(b)?));
        }
        let slope = self.straight_slope(0.5 * (a + b))?;
        Ok((slope, slope))
    }

    /// First knot after `x`; infinite when there is none. Cheap while `x` advances.
    pub fn knot_after(&mut self, x: f64) -> f64 {
        if self.next > 0 && self.knots.get(self.next - 1).is_some_and(|k| *k > x) {
            self.next = self.knots.partition_point(|k| *k <= x);
        }
        while self.knots.get(self.next).is_some_and(|k| *k <= x) {
            self.next += 1;
        }
        self.knots.get(self.next).copied().unwrap_or(f64::INFINITY)
    }

    /// Points at which the course bends, increasing.
    pub fn knots(&self) -> &[f64] {
        &self.knots
    }

    fn straight_slope(&mut self, x: f64) -> Result<f64, SignalFault> {
        let Signal::Table(table) = &self.signal else { return Ok(0.0) };
        let (xs, ys) = (&table.abscissae, &table.ordinates);
        let n = xs.len();
        let i = xs.partition_point(|a| *a <= x);
        let slope = |i: usize| (ys[i + 1] - ys[i]) / (xs[i + 1] - xs[i]);
        let beyond = |rule: Extension, i: usize| match rule {
            Extension::Linear if n > 1 => Ok(slope(i)),
            Extension::Excluded => Err(SignalFault::Outside { x, first: xs[0], last: xs[n - 1] }),
            _ => Ok(0.0),
        };
        match i {
            0 => beyond(table.left, 0),
            i if i == n => beyond(table.right, n.saturating_sub(2)),
            i => Ok(slope(i - 1)),
        }
    }

    /// Derivative by seven values, moved inside near the ends of the range.
    fn slope(&mut self, x: f64) -> Result<f64, SignalFault> {
        let (low, high) = self.range;
        let h = (self.scale / 500.0).min((high - low) / 6.0);
        if !(h > 0.0) {
            return Ok(0.0);
        }
        let place = ((x - low) / h).floor().min(3.0);
        let place = place.max(6.0 - ((high - x) / h).floor()).clamp(0.0, 6.0) as usize;
        let mut sum = 0.0;
        for (j, weight) in STENCILS[place].iter().enumerate() {
            if *weight != 0.0 {
                sum += weight * self.value(x + (j as f64 - place as f64) * h)?;
            }
        }
        Ok(sum / (60.0 * h))
    }
}

fn straight(table: &Table) -> bool {
    table.interpolation == (Interpolation::Linear, Interpolation::Linear)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn slopes_of_a_table_are_those_of_its_stretches() {
        let table = Table::linear(vec![0.0, 1.0, 3.0], vec![0.0, 2.0, 1.0]);
        let mut course = Course::new(Signal::Table(Arc::new(table)), (0.0, 3.0), 3.0);
        assert_eq!(course.slope_on(0.2, 1.0), Ok((2.0, 2.0)));
        assert_eq!(course.slope_on(1.0, 1.1), Ok((-0.5, -0.5)));
        assert_eq!((course.knot_after(0.0), course.knot_after(1.0), course.knot_after(3.0)), (1.0, 3.0, f64::INFINITY));
        assert_eq!(course.knot_after(0.5), 1.0);
        assert!(course.on(2.0, 4.0).is_err());
    }

    #[test]
    fn stencils_differentiate_polynomials_of_degree_six() {
        for (place, stencil) in STENCILS.iter().enumerate() {
            for degree in 0..7 {
                let sum: f64 = (0..7).map(|j| stencil[j] * (j as f64 - place as f64 + 2.0).powi(degree)).sum();
                let expected = if degree == 0 { 0.0 } else { f64::from(degree) * 2f64.powi(degree - 1) };
                assert!((sum / 60.0 - expected).abs() < 1e-9, "{place} {degree}: {}", sum / 60.0);
            }
        }
    }
}
