//! Taylor coefficients of a signal about an instant, for solvers that integrate by series.
//!
//! A constant and a table with straight lines are polynomials between their points. A formula is expanded by
//! the recurrences of its operations. Whatever else is replaced by a polynomial of degree 8 through Chebyshev
//! points of a step short enough that four points between them agree.

use super::program::ExpansionMemory;
use super::{Extension, Interpolation, Signal, SignalFault, Table};

/// Length over which coefficients hold, and whether they were fitted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Expansion {
    /// The series is that of the signal up to this instant (s).
    pub until: f64,
    /// It passes through values of the signal, since the signal has no series.
    pub fitted: bool,
}

/// Expands one signal again and again; keeps its memory.
#[derive(Clone, Debug, Default)]
pub struct SignalExpander {
    memory: ExpansionMemory,
    cursor: usize,
    /// The formula has no series: it is not tried again.
    opaque: bool,
    /// Length (s) of the last step fitted.
    fitted: Option<f64>,
    /// Largest value fitted so far.
    largest: f64,
}

const DEGREE: usize = 8;

impl SignalExpander {
    /// Writes the coefficients about `t`, on its right. `longest` (s) bounds a fitted step; `tolerance` is its
    /// relative error.
    pub fn expand(
        &mut self,
        signal: &Signal,
        t: f64,
        longest: f64,
        tolerance: f64,
        coefficients: &mut [f64],
    ) -> Result<Expansion, SignalFault> {
        let exact = |until| Ok(Expansion { until, fitted: false });
        match signal {
            Signal::Constant(value) => {
                coefficients.fill(0.0);
                coefficients[0] = *value;
                return exact(f64::INFINITY);
            }
            Signal::Table(table) if table.interpolation == (Interpolation::Linear, Interpolation::Linear) => {
                return exact(self.line(table, t, coefficients)?);
            }
            Signal::Formula(program) if !self.opaque => {
                if program.expand(t, coefficients, &mut self.memory).is_some() {
                    return exact(f64::INFINITY);
                }
                // Where the formula has no value, it says why.
                program.evaluate_real(&[t])?;
                self.opaque = true;
            }
            _ => {}
        }
        self.fit(signal, t, longest, tolerance, coefficients)
    }

    /// The straight line of a table on the right of `t`, and where it ends.
    fn line(&mut self, table: &Table, t: f64, coefficients: &mut [f64]) -> Result<f64, SignalFault> {
        let (x, y) = (&table.abscissae, &table.ordinates);
        coefficients.fill(0.0);
        let (Some(&first), Some(&last)) = (x.first(), x.last()) else { return Err(SignalFault::NotFinite { x: t }) };
        // An instant that is a point within rounding belongs to the line on its right.
        let reach = t + 4.0 * f64::EPSILON * t.abs();
        let mut line = |a: usize, until: f64| {
            let slope = (y[a + 1] - y[a]) / (x[a + 1] - x[a]);
            (coefficients[0], coefficients[1]) = (y[a] + (t - x[a]) * slope, slope);
            Ok(until)
        };
        if reach < first {
            return match table.left {
                Extension::Linear if x.len() > 1 => line(0, first),
                Extension::Constant => {
                    coefficients[0] = y[0];
                    Ok(first)
                }
                _ => table.evaluate(t, &mut 0).map(|value| {
                    coefficients[0] = value;
                    first
                }),
            };
        }
        if reach >= last {
            let end = y[y.len() - 1];
            return match table.right {
                Extension::Linear if x.len() > 1 => line(x.len() - 2, f64::INFINITY),
                Extension::Constant => {
                    coefficients[0] = end;
                    Ok(f64::INFINITY)
                }
                _ => {
                    coefficients[0] = if t > last { table.evaluate(t, &mut 0)? } else { end };
                    Ok(last + 1e-9 * last.abs().max(last - first))
                }
            };
        }
        let mut a = self.cursor.min(x.len() - 2);
        if !(x[a] <= reach && reach < x[a + 1]) {
            a = if a + 2 < x.len() && x[a + 1] <= reach && reach < x[a + 2] {
                a + 1
            } else {
                x.partition_point(|&x| x <= reach) - 1
            };
            self.cursor = a;
        }
        line(a, x[a + 1])
    }

    /// A polynomial through values of the signal on a step found by halving: the impulse it misses is within the tolerance,
    /// of the largest value so far times the longest step, so that kinks and rounding near zeros do not stop it.
    fn fit(
        &mut self,
        signal: &Signal,
        t: f64,
        longest: f64,
        tolerance: f64,
        coefficients: &mut [f64],
    ) -> Result<Expansion, SignalFault> {
        let mut step = self.fitted.map_or(longest, |last| longest.min(2.0 * last));
        let shortest = 1e-9 * longest;
        loop {
            let mut worst: f64 = 0.0;
            let mut size: f64 = 0.0;
            let mut nodes = [0.0; DEGREE + 1];
            let mut differences = [0.0; DEGREE + 1];
            for k in 0..=DEGREE {
                let angle = std::f64::consts::PI * (2 * k + 1) as f64 / (2 * DEGREE + 2) as f64;
                nodes[k] = 0.5 * (1.0 - libm::cos(angle));
                differences[k] = signal.evaluate(t + step * nodes[k], &mut self.cursor)?;
                size = size.max(differences[k].abs());
            }
            for level in 1..=DEGREE {
                for k in (level..=DEGREE).rev() {
                    differences[k] = (differences[k] - differences[k - 1]) / (nodes[k] - nodes[k - level]);
                }
            }
            let mut powers = [0.0; DEGREE + 1];
            for k in (0..=DEGREE).rev() {
                for j in (1..=DEGREE).rev() {
                    powers[j] = powers[j - 1] - nodes[k] * powers[j];
                }
                powers[0] = differences[k] - nodes[k] * powers[0];
            }
            for x in [0.003, 0.25, 0.61, 0.997] {
                let fitted = powers.iter().rev().fold(0.0, |sum, c| sum * x + c);
                let value = signal.evaluate(t + step * x, &mut self.cursor)?;
                worst = worst.max((fitted - value).abs());
            }
            self.largest = self.largest.max(size);
            if worst * step <= tolerance.max(1e-13) * self.largest * longest || step <= shortest {
                coefficients.fill(0.0);
                let mut scale = 1.0;
                for (c, p) in coefficients.iter_mut().zip(powers) {
                    *c = p / scale;
                    scale *= step;
                }
                self.fitted = Some(step);
                return Ok(Expansion { until: t + step, fitted: true });
            }
            step *= 0.5;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[test]
    fn a_table_is_its_lines_and_its_ends() {
        let mut table = Table::linear(vec![0.0, 1.0, 3.0], vec![1.0, 3.0, -1.0]);
        table.right = Extension::Constant;
        let signal = Signal::Table(Arc::new(table));
        let mut expander = SignalExpander::default();
        let mut c = [0.0; 4];
        for (t, expected, until) in [
            (0.5, [2.0, 2.0], 1.0),
            (1.0, [3.0, -2.0], 3.0),
            (2.0, [1.0, -2.0], 3.0),
            (3.0, [-1.0, 0.0], f64::INFINITY),
        ] {
            let found = expander.expand(&signal, t, 1.0, 1e-12, &mut c).unwrap();
            assert_eq!((c[0], c[1], found), (expected[0], expected[1], Expansion { until, fitted: false }), "{t}");
        }
        assert!(matches!(expander.expand(&signal, -1.0, 1.0, 1e-12, &mut c), Err(SignalFault::Outside { .. })));
    }

    #[test]
    fn a_table_on_logarithmic_rules_is_fitted_to_the_tolerance() {
        let mut table = Table::linear(vec![1.0, 4.0], vec![2.0, 9.0]);
        table.interpolation = (Interpolation::Logarithmic, Interpolation::Logarithmic);
        let exact = |t: f64| 2.0 * libm::pow(t, libm::log(4.5) / libm::log(4.0));
        let signal = Signal::Table(Arc::new(table));
        let mut c = [0.0; 12];
        let found = SignalExpander::default().expand(&signal, 2.0, 1.0, 1e-12, &mut c).unwrap();
        assert!(found.fitted && found.until > 2.05 && found.until <= 3.0, "{found:?}");
        let x = 0.8 * (found.until - 2.0);
        let sum = c.iter().rev().fold(0.0, |sum, c| sum * x + c);
        assert!((sum - exact(2.0 + x)).abs() < 1e-11, "{sum}");
    }
}
