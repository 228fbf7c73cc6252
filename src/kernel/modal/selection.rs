//! Which modes of a spectrum are asked for.

use crate::modal::eigenpair::Eigenpair;

/// Bounds on `ω²`, both included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    pub low: f64,
    pub high: f64,
    /// A bound that coincides with an eigenvalue moves outward by this fraction of itself.
    pub widening: f64,
    /// A bound of smaller modulus stands for zero and takes rigid modes in.
    pub zero: f64,
}

/// Selection of eigenvalues by size, by distance to a value, or by intervals.
#[derive(Clone, Debug, PartialEq)]
pub enum Selection {
    /// The eigenvalues of smallest modulus.
    Smallest(usize),
    /// The largest finite eigenvalues.
    Largest(usize),
    /// The eigenvalues nearest to `value`.
    Nearest {
        value: f64,
        count: usize,
    },
    /// The union of intervals, which follow each other.
    Intervals(Vec<Interval>),
    All,
    /// For each value, the nearest eigenvalue, in this order.
    Each(Vec<f64>),
}

impl Interval {
    /// The bounds to use, given a test of whether a value coincides with an eigenvalue.
    pub fn bounds(&self, hits: impl Fn(f64) -> bool) -> (f64, f64) {
        let place = |bound: f64, outward: f64| {
            if bound.abs() <= self.zero {
                return outward * self.zero;
            }
            let mut place = bound;
            for _ in 0..3 {
                if !hits(place) {
                    break;
                }
                place += outward * self.widening * place.abs();
            }
            place
        };
        (place(self.low, -1.0), place(self.high, 1.0))
    }
}

/// The bounds really used for an interval of `selection`, given the modes it found.
pub fn bounds_used(interval: &Interval, pairs: &[Eigenpair]) -> [f64; 2] {
    let (low, high) = interval.bounds(|bound| pairs.iter().any(|p| coincides(bound, p.value)));
    [low, high]
}

/// Tells whether `value` is an eigenvalue to rounding.
pub fn coincides(value: f64, eigenvalue: f64) -> bool {
    (value - eigenvalue).abs() <= 1e-10 * value.abs()
}

/// Picks among all modes of a problem, sorted by value.
pub fn select(pairs: Vec<Eigenpair>, selection: &Selection) -> Vec<Eigenpair> {
    match selection {
        Selection::All => pairs,
        Selection::Smallest(count) => nearest(pairs, 0.0, *count),
        Selection::Nearest { value, count } => nearest(pairs, *value, *count),
        Selection::Largest(count) => {
            let skipped = pairs.len().saturating_sub(*count);
            pairs.into_iter().skip(skipped).collect()
        }
        Selection::Intervals(intervals) => {
            let hits = |bound: f64| pairs.iter().any(|p| coincides(bound, p.value));
            let bounds: Vec<(f64, f64)> = intervals.iter().map(|i| i.bounds(hits)).collect();
            let inside = |p: &Eigenpair| bounds.iter().any(|b| b.0 <= p.value && p.value <= b.1);
            pairs.into_iter().filter(inside).collect()
        }
        Selection::Each(values) => {
            let closest = |v: &f64| pairs.iter().min_by(|a, b| distance(a, *v).total_cmp(&distance(b, *v))).cloned();
            values.iter().filter_map(closest).collect()
        }
    }
}

fn distance(pair: &Eigenpair, value: f64) -> f64 {
    (pair.value - value).abs()
}

fn nearest(pairs: Vec<Eigenpair>, value: f64, count: usize) -> Vec<Eigenpair> {
    let mut order: Vec<usize> = (0..pairs.len()).collect();
    order.sort_by(|&a, &b| distance(&pairs[a], value).total_cmp(&distance(&pairs[b], value)));
    order.truncate(count);
    order.sort_unstable();
    let mut kept = vec![false; pairs.len()];
    order.into_iter().for_each(|i| kept[i] = true);
    pairs.into_iter().zip(kept).filter_map(|(p, keep)| keep.then_some(p)).collect()
}
