//! Values of formulas at the instants to come, and their means over the steps to come, eight at a time, where steps follow each
//! other evenly.
//!
//! Instants are added up as the time loop adds them, so that a value is used only where its instant is that of the
//! loop to the last bit: forces are the same with and without.
//!
//! A second way for speed: `benches/README.md` has what it gives.

use crate::signal::Signal;
use crate::simd::wide;

/// Instants evaluated at a time.
const COUNT: usize = 8;
/// Even steps in a row before any is foreseen.
const PATIENCE: u8 = 8;

/// Empty where there is no formula.
#[derive(Clone, Debug, Default)]
pub(super) struct Ahead {
    instants: [f64; COUNT],
    /// Place of the instant that comes next.
    next: usize,
    last: f64,
    even: u8,
    /// For each term its values, if they are known.
    values: Vec<Option<[f64; COUNT]>>,
}

impl Ahead {
    /// Values ahead of so many terms; none is computed yet.
    pub fn new(terms: usize) -> Self {
        Ahead { next: COUNT, last: f64::NAN, values: vec![None; terms], ..Ahead::default() }
    }

    /// Place of instant `t` among the values, at the end of a step of length `step`; `None`: not known.
    #[inline(always)]
    pub fn place<'a>(&mut self, t: f64, step: f64, signals: impl Iterator<Item = Option<&'a Signal>>) -> Option<usize> {
        if self.values.is_empty() {
            return None;
        }
        if self.next < COUNT && self.instants[self.next] == t {
            self.last = t;
            self.next += 1;
            return Some(self.next - 1);
        }
        self.look_ahead(t, step, signals)
    }

    #[inline(never)]
    fn look_ahead<'a>(
        &mut self,
        t: f64,
        step: f64,
        signals: impl Iterator<Item = Option<&'a Signal>>,
    ) -> Option<usize> {
        self.even = if t == self.last + step { (self.even + 1).min(PATIENCE) } else { 0 };
        self.last = t;
        self.next = COUNT;
        if self.even < PATIENCE {
            return None;
        }
        let mut instant = t;
        for place in &mut self.instants {
            *place = instant;
            instant += step;
        }
        for (values, signal) in self.values.iter_mut().zip(signals) {
            *values = signal.and_then(|signal| signal.evaluate_eight(&self.instants));
        }
        self.next = 1;
        Some(0)
    }

    /// Values of each term.
    #[inline(always)]
    pub fn values(&self) -> &[Option<[f64; COUNT]>] {
        &self.values
    }
}

/// Gauss's points on [0, 1] and their weights.
pub(super) const QUADRATURE: [(f64, f64); 4] = [
    (0.06943184420297371, 0.17392742256872693),
    (0.33000947820757187, 0.32607257743127307),
    (0.66999052179242813, 0.32607257743127307),
    (0.93056815579702629, 0.17392742256872693),
];
/// Steps foreseen at a time.
const STEPS: usize = 8;

/// Means of formulas over the steps to come, at the points of [`QUADRATURE`]. Empty where there is no formula. The starts of steps are
/// added up as the time loop adds them, so that a mean is used only where its step starts at the instant of the loop to the last bit.
#[derive(Clone, Debug, Default)]
pub(super) struct Means {
    starts: [f64; STEPS],
    length: f64,
    /// Steps foreseen, and the one that comes next.
    count: usize,
    next: usize,
    /// For each term its means, if they are known.
    means: Vec<Option<[f64; STEPS]>>,
}

impl Means {
    /// Means of so many terms; none is computed yet.
    pub fn new(terms: usize) -> Self {
        Means { starts: [f64::NAN; STEPS], means: vec![None; terms], ..Means::default() }
    }

    /// Place of the step of length `h` from `t`; `None`: not known.
    #[inline(always)]
    pub fn place<'a>(&mut self, t: f64, h: f64, signals: impl Iterator<Item = Option<&'a Signal>>) -> Option<usize> {
        if self.next < self.count && self.starts[self.next] == t && self.length == h {
            self.next += 1;
            return Some(self.next - 1);
        }
        if self.means.is_empty() { None } else { self.look_ahead(t, h, signals) }
    }

    #[inline(never)]
    fn look_ahead<'a>(&mut self, t: f64, h: f64, signals: impl Iterator<Item = Option<&'a Signal>>) -> Option<usize> {
        let last = self.next.checked_sub(1).filter(|_| self.length == h);
        if let Some(last) = last.filter(|last| *last < self.count && self.starts[*last] == t) {
            return Some(last);
        }
        let follows = last.is_some_and(|last| self.starts[last] + h == t);
        (self.starts[0], self.length, self.count, self.next) = (t, h, 0, 1);
        if !follows {
            return None;
        }
        for k in 1..STEPS {
            self.starts[k] = self.starts[k - 1] + h;
        }
        let points = wide(
            #[inline(always)]
            || points_of(&self.starts, h),
        );
        for (means, signal) in self.means.iter_mut().zip(signals) {
            *means = signal.and_then(|signal| signal.evaluate_eights(&points)).map(|values| {
                wide(
                    #[inline(always)]
                    || means_of(&values),
                )
            });
        }
        self.count = STEPS;
        Some(0)
    }

    /// Mean of a term over the step at a place, if it is known.
    #[inline(always)]
    pub fn mean(&self, term: usize, place: usize) -> Option<f64> {
        Some(self.means[term].as_ref()?[place])
    }
}

#[inline(always)]
fn points_of(starts: &[f64; STEPS], h: f64) -> [[f64; STEPS]; 4] {
    let mut points = [[0.0; STEPS]; 4];
    for (points, (x, _)) in points.iter_mut().zip(QUADRATURE) {
        for step in 0..STEPS {
            points[step] = starts[step] + x * h;
        }
    }
    points
}

#[inline(always)]
fn means_of(values: &[[f64; STEPS]; 4]) -> [f64; STEPS] {
    let mut means = [0.0; STEPS];
    for step in 0..STEPS {
        means[step] = mean([values[0][step], values[1][step], values[2][step], values[3][step]]);
    }
    means
}

/// Mean over a step from the values at the points of [`QUADRATURE`].
#[inline(always)]
pub(super) fn mean(values: [f64; 4]) -> f64 {
    let [(_, a), (_, b), (_, c), (_, d)] = QUADRATURE;
    a * values[0] + b * values[1] + c * values[2] + d * values[3]
}
