//! Friction coefficient given by points: straight lines between them, a slope or nothing beyond the last.
//!
//! A smooth law that only a formula gives keeps its formula: the points find the stretch, the formula the root in it.

use std::fmt;
use std::sync::Arc;

/// A coefficient as a function of the slip speed; NaN where it has no value.
type Exact = Arc<dyn Fn(f64) -> f64 + Send + Sync>;

/// A friction coefficient by points, straight between them, as a function of the slip speed.
#[derive(Clone)]
pub struct Polyline {
    /// Slip speeds from 0 on, strictly increasing (m/s).
    speeds: Vec<f64>,
    /// Coefficients there.
    values: Vec<f64>,
    /// Slope beyond the last point; the law ends there when absent.
    last: Option<f64>,
    exact: Option<Exact>,
}

impl fmt::Debug for Polyline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Polyline({:?}, {:?}, {:?})", self.speeds, self.values, self.last)
    }
}

impl Polyline {
    /// Points with increasing speeds (m/s), and the slope beyond the last one; the law ends there when it is absent.
    pub fn new(speeds: Vec<f64>, values: Vec<f64>, last: Option<f64>) -> Polyline {
        Polyline { speeds, values, last, exact: None }
    }

    /// Adds the exact law that the points sample.
    pub fn of(self, exact: Exact) -> Polyline {
        Polyline { exact: Some(exact), ..self }
    }

    /// Stretch that holds `s`: the one that starts there when `s` is a point.
    fn stretch(&self, s: f64) -> usize {
        if self.speeds.len() < 8 {
            let mut i = 0;
            while i + 1 < self.speeds.len() && s >= self.speeds[i + 1] {
                i += 1;
            }
            return i;
        }
        self.speeds.partition_point(|x| *x <= s).max(1) - 1
    }

    /// Slope of the stretch that starts at point `i`.
    fn slope(&self, i: usize) -> f64 {
        if i + 1 < self.speeds.len() {
            (self.values[i + 1] - self.values[i]) / (self.speeds[i + 1] - self.speeds[i])
        } else {
            self.last.unwrap_or(f64::NAN)
        }
    }

    /// The coefficient at the slip speed `s` (m/s).
    pub fn value(&self, s: f64) -> f64 {
        if let Some(exact) = &self.exact {
            return exact(s);
        }
        let i = self.stretch(s);
        if s == self.speeds[i] {
            return self.values[i];
        }
        self.values[i] + self.slope(i) * (s - self.speeds[i])
    }

    /// Greatest decrease of the coefficient per speed (s/m); 0 where it never decreases.
    pub fn steepest(&self) -> f64 {
        (0..self.speeds.len()).map(|i| -self.slope(i)).filter(|s| s.is_finite()).fold(0.0, f64::max)
    }

    /// Tells whether `Phi` increases on the stretch that starts at point `i`.
    fn up(&self, k: f64, i: usize) -> bool {
        !(1.0 + k * self.slope(i) <= 0.0)
    }

    /// Ends (m/s) of the stretch of speeds around `s` on which `Phi` increases, the upper one infinite where it has no
    /// end; `s` twice where `Phi` does not increase at `s`.
    pub fn edges(&self, k: f64, s: f64) -> (f64, f64) {
        let mut low = self.stretch(s);
        if !self.up(k, low) {
            // At a point, the stretch below may still increase; a formula may turn inside the stretch.
            let turns = self.exact.is_some() && self.phi(k, s * (1.0 + 1e-6)) > self.phi(k, s);
            if !turns {
                if s > self.speeds[low] || low == 0 || !self.up(k, low - 1) {
                    return (s, s);
                }
                low -= 1;
            }
        }
        let mut high = low;
        while low > 0 && self.up(k, low - 1) {
            low -= 1;
        }
        while high + 1 < self.speeds.len() && self.up(k, high + 1) {
            high += 1;
        }
        let low = if low == 0 { 0.0 } else { self.turn(k, low, 1.0).min(s) };
        let high = if high + 1 < self.speeds.len() { self.turn(k, high + 1, -1.0).max(s) } else { f64::INFINITY };
        (low, high)
    }

    /// Speed near point `i` at which `Phi` turns: the lowest (`side` 1) or the highest (-1). The point itself for straight lines.
    fn turn(&self, k: f64, i: usize, side: f64) -> f64 {
        if self.exact.is_none() {
            return self.speeds[i];
        }
        let (mut a, mut b) = (self.speeds[i.saturating_sub(1)], self.speeds[(i + 1).min(self.speeds.len() - 1)]);
        for _ in 0..60 {
            let (c, d) = (a + (b - a) / 3.0, b - (b - a) / 3.0);
            if side * self.phi(k, c) > side * self.phi(k, d) { a = c } else { b = d }
        }
        0.5 * (a + b)
    }

    /// As [`Law::straight`](super::Law::straight).
    pub fn straight(&self, k: f64, s: f64) -> Option<(f64, f64, f64, f64, f64)> {
        let i = self.stretch(s);
        let slope = 1.0 + k * self.slope(i);
        if self.exact.is_some() || !(slope > 0.0) {
            return None;
        }
        let low = self.phi_at(k, i);
        let high = if i + 1 < self.speeds.len() { self.phi_at(k, i + 1) } else { f64::INFINITY };
        Some((low, high, self.speeds[i], low, 1.0 / slope))
    }

    /// As [`Law::turn_between`](super::Law::turn_between).
    pub fn turn_between(&self, k: f64, low: f64, high: f64) -> Option<f64> {
        let inside = |i: &usize| self.speeds[*i] > low && self.speeds[*i] <= high;
        (1..self.speeds.len()).filter(inside).find(|i| self.up(k, i - 1) != self.up(k, *i)).map(|i| self.speeds[i])
    }

    /// True where `Phi` increases between two speeds (m/s).
    pub fn increases(&self, k: f64, low: f64, high: f64) -> bool {
        let margin = 1e-9 * (high - low);
        (self.stretch(low + margin)..self.speeds.len())
            .take_while(|i| self.speeds[*i] < high - margin)
            .all(|i| self.up(k, i))
    }

    fn phi(&self, k: f64, s: f64) -> f64 {
        s + k * self.value(s)
    }

    fn phi_at(&self, k: f64, i: usize) -> f64 {
        self.speeds[i] + k * self.values[i]
    }

    /// As [`Law::rise`](super::Law::rise).
    pub fn rise(&self, k: f64, s: f64, y: f64) -> f64 {
        let (mut i, mut from) = (self.stretch(s), s);
        let mut at = self.phi(k, s);
        if at >= y {
            return s;
        }
        loop {
            let last = i + 1 == self.speeds.len();
            let next = if last { f64::NAN } else { self.phi_at(k, i + 1) };
            if last {
                let slope = 1.0 + k * self.slope(i);
                // A law that ends, or that falls for ever, has no such speed.
                return if slope > 0.0 { self.polish(k, from, from + (y - at) / slope, y, from) } else { f64::NAN };
            }
            if next >= y {
                let end = self.speeds[i + 1];
                return self.polish(k, from, from + (end - from) * (y - at) / (next - at), y, end);
            }
            (i, from, at) = (i + 1, self.speeds[i + 1], next);
        }
    }

    /// As [`Law::fall`](super::Law::fall).
    pub fn fall(&self, k: f64, s: f64, y: f64) -> Option<f64> {
        let (mut i, mut from) = (self.stretch(s), s);
        let mut at = self.phi(k, s);
        if at <= y {
            return Some(s);
        }
        loop {
            let start = self.speeds[i];
            if start < from {
                let next = self.phi_at(k, i);
                if next <= y {
                    let linear = start + (from - start) * (y - next) / (at - next);
                    return Some(self.polish(k, start, linear, y, from));
                }
                (from, at) = (start, next);
            }
            if i == 0 {
                return None;
            }
            i -= 1;
        }
    }

    /// The root of the law itself between two speeds that enclose it, from that of the straight line.
    fn polish(&self, k: f64, low: f64, guess: f64, y: f64, high: f64) -> f64 {
        if self.exact.is_none() {
            return guess;
        }
        let (mut low, mut high) = (low, high.max(guess));
        let (mut f_low, mut f_high) = (self.phi(k, low) - y, self.phi(k, high) - y);
        let mut s = guess;
        for turn in 0..200 {
            let f = self.phi(k, s) - y;
            if f.abs() <= 4e-16 * (y.abs() + s) || high - low <= 2e-16 * high {
                break;
            }
            if f > 0.0 {
                (high, f_high) = (s, f)
            } else {
                (low, f_low) = (s, f)
            }
            let secant = low - f_low * (high - low) / (f_high - f_low);
            let inside = secant > low && secant < high && turn % 3 != 2;
            s = if inside { secant } else { 0.5 * (low + high) };
        }
        s
    }

    /// As [`Law::count`](super::Law::count).
    pub fn count(&self, k: f64, y: f64) -> usize {
        let mut count = 0;
        for i in 0..self.speeds.len() {
            let (at, slope) = (self.phi_at(k, i), 1.0 + k * self.slope(i));
            let crossed = match self.values.get(i + 1) {
                Some(_) => {
                    let next = self.phi_at(k, i + 1);
                    (at < y && y <= next) || (next < y && y <= at)
                }
                None => (slope > 0.0 && at < y) || (slope < 0.0 && at > y),
            };
            count += usize::from(crossed);
        }
        count
    }
}
