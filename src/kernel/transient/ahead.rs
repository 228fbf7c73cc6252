//! Values of formulas at the instants to come, eight at a time, where steps follow each other evenly.
//!
//! Instants are added up as the time loop adds them, so that a value is used only where its instant is that of the
//! loop to the last bit: forces are the same with and without.

use crate::signal::Signal;

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

/// Values of formulas at the points of [`QUADRATURE`] of a step and of the next of the same length. Empty where there is
/// no formula.
#[derive(Clone, Debug, Default)]
pub(super) struct TwoSteps {
    start: f64,
    length: f64,
    /// For each term its values, if they are known.
    values: Vec<Option<[f64; COUNT]>>,
}

impl TwoSteps {
    /// Values of so many terms; none is computed yet.
    pub fn new(terms: usize) -> Self {
        TwoSteps { start: f64::NAN, length: f64::NAN, values: vec![None; terms] }
    }

    /// Place of the values of the step of length `h` from `t`; `None`: no term is a formula.
    #[inline(always)]
    pub fn place<'a>(&mut self, t: f64, h: f64, signals: impl Iterator<Item = Option<&'a Signal>>) -> Option<usize> {
        if self.values.is_empty() {
            return None;
        }
        if t == self.start + self.length && h == self.length {
            return Some(COUNT / 2);
        }
        (self.start, self.length) = (t, h);
        let mut instants = [0.0; COUNT];
        for (half, start) in instants.chunks_exact_mut(COUNT / 2).zip([t, t + h]) {
            for (instant, (x, _)) in half.iter_mut().zip(QUADRATURE) {
                *instant = start + x * h;
            }
        }
        for (values, signal) in self.values.iter_mut().zip(signals) {
            *values = signal.and_then(|signal| signal.evaluate_eight(&instants));
        }
        Some(0)
    }

    /// The four values of a term, if they are known.
    #[inline(always)]
    pub fn values(&self, term: usize, place: usize) -> Option<[f64; 4]> {
        let values = self.values[term].as_ref()?;
        Some(std::array::from_fn(|k| values[place + k]))
    }
}
