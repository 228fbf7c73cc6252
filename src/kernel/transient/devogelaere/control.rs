//! Step control: two estimates of the displacement at mid-step are compared, those of the previous step
//! and of this one together.
//!
//! With `hh = h/2` and the halves `p0`, `p1` of the two previous steps:
//!
//! ```text
//! E = sum_i [ (al2 (q3e_i - q3_i) - al1 (qe_i - qm_i)) / beta ]^2 ,  e = sqrt(E) hh / n
//! mag = (1/n) sqrt( sum_i max(|q3_i|, |v3_i h|)^2 ) ,  err = e / (TOLERANCE (mag + ALPHA))
//! ```
//!
//! `qm` and `q3` are the displacements at the previous mid-step and at this one, `qe` and `q3e` the
//! independent estimates. The weights depend on the ratios of the three lengths.

use super::workspace::DevogelaereStepper;
use crate::transient::dynamics::ModalState;
use crate::transient::matrix::Square;

/// Verdict on an attempt.
pub(super) enum Verdict {
    /// Keep it; propose this length.
    Accept(f64),
    /// Try again with this length.
    Repeat(f64),
    /// Too large an error at the shortest step.
    Stuck { error: f64, mode: usize },
}

/// Attempts made of one step at most.
const ATTEMPTS: u32 = 25;

impl DevogelaereStepper {
    pub(super) fn judge(&mut self, measure: Option<&Square>, state: &ModalState, h: f64, attempts: u32) -> Verdict {
        let (error, mode) = self.error(measure, state, h, attempts);
        let mut next = (self.factor(error) * h).max(self.minimum).min(self.maximum);
        if error < 1.0 && (next / h - 1.0).abs() < 0.15 {
            next = h;
        }
        if error > 1.0 && attempts < ATTEMPTS {
            return if next == h { Verdict::Stuck { error, mode } } else { Verdict::Repeat(next) };
        }
        Verdict::Accept(next)
    }

    #[inline]
    fn error(&mut self, measure: Option<&Square>, state: &ModalState, h: f64, attempts: u32) -> (f64, usize) {
        let n = state.q.len();
        let half = h / 2.0;
        let [before, last] = [self.lengths[0] / 2.0, self.lengths[1] / 2.0];
        let same = |a: f64, b: f64| (a - b).abs() <= f64::EPSILON;
        let (g, g_half, g_end) = (&self.g, &self.half.g, &self.end.g);

        let (al1, al2, beta);
        if same(half, last) {
            // As in the reference program, also when the step before the last had another length.
            self.slipped[2] |= !same(last, before);
            (al1, al2, beta) = (1.0, 1.0, 45.0 * half / 4.0);
            for i in 0..n {
                let sum = 7.0 * g_end[i] + 6.0 * g_half[i] - g[i];
                self.q_half[i] = self.end.q[i] - half * self.end.v[i] + half * half / 24.0 * sum;
            }
        } else {
            for i in 0..n {
                let sum = 7.0 * g[i] + 6.0 * g_half[i] - g_end[i];
                self.q_half[i] = state.q[i] + half * state.v[i] + half * half / 24.0 * sum;
            }
            let c = half / last;
            al1 = c * c * c * (2.0 + c) / 3.0;
            let rise = 12.0 + 7.0 * c - c * c;
            if same(last, before) {
                (al2, beta) = (1.0, 5.0 * last * rise / (8.0 * c));
            } else {
                let c0 = last / before;
                let sum = c0 * c0 * rise + c0 * (20.0 + 12.0 * c - 2.0 * c * c) + 2.0 * c + 4.0;
                al2 = (1.0 + 2.0 / c0) / 3.0;
                beta = 5.0 * half * sum / (24.0 * c0 * c0 * c * c);
            }
        }
        if attempts == 2 {
            let (previous, middle) = (&self.previous, &self.middle);
            self.slipped[1] |= self.first;
            for i in 0..n {
                let sum = 7.0 * previous.g[i] + 6.0 * middle.g[i] - g[i];
                self.q_middle[i] = previous.q[i] + last * previous.v[i] + last * last / 24.0 * sum;
            }
        }
        let (mut sum, mut size, mut largest, mut mode) = (0.0, 0.0, 0.0, 0);
        let difference = |i: usize| {
            let here = al2 * (self.q_half[i] - self.half.q[i]);
            let there = al1 * (self.q_middle[i] - self.middle.q[i]);
            (here - there) / beta
        };
        if let Some(measure) = measure {
            (0..n).for_each(|i| self.part[i] = difference(i));
            return self.measured(measure, h);
        }
        for i in 0..n {
            let difference = difference(i);
            let square = difference * difference;
            sum += square;
            if square > largest {
                (largest, mode) = (square, i);
            }
            let amplitude = self.half.q[i].abs().max((self.half.v[i] * h).abs());
            size += amplitude * amplitude;
        }
        (self.ratio(n, sum, size, half), mode)
    }

    /// Step error and the mode that contributes most, in other coordinates; the differences are in `part`.
    fn measured(&mut self, measure: &Square, h: f64) -> (f64, usize) {
        let n = self.part.len();
        let (mut sum, mut size, mut largest, mut mode) = (0.0, 0.0, 0.0, 0);
        measure.multiply(&self.part, &mut self.product);
        for (i, difference) in self.product.iter().enumerate() {
            let square = difference * difference;
            sum += square;
            if square > largest {
                (largest, mode) = (square, i);
            }
        }
        measure.multiply(&self.half.q, &mut self.product);
        measure.multiply(&self.half.v, &mut self.part);
        for (q, v) in self.product.iter().zip(&self.part) {
            let amplitude = q.abs().max((v * h).abs());
            size += amplitude * amplitude;
        }
        (self.ratio(n, sum, size, h / 2.0), mode)
    }

    /// Error over tolerance from the sums of squares of differences and amplitudes.
    #[inline]
    fn ratio(&self, n: usize, sum: f64, size: f64, half: f64) -> f64 {
        let n = n as f64;
        let tolerance = self.options.tolerance * (size.sqrt() / n + self.options.alpha);
        if tolerance <= f64::EPSILON { 0.9 * 0.9 * 0.9 * 0.9 } else { sum.sqrt() * half / n / tolerance }
    }

    fn factor(&self, error: f64) -> f64 {
        let [most, least] = self.bounds;
        if error < most {
            1.5
        } else if error > least {
            0.5
        } else {
            0.9 * libm::pow(error, -0.25)
        }
    }
}
