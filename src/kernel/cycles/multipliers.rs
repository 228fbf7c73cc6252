//! Floquet multipliers of a cycle from the derivative of its return map.

use nalgebra::DMatrix;
use num_complex::Complex64;

use crate::linalg::{complex_eigen, modulus};

/// Distance from the unit circle that counts as none.
pub const MARGIN: f64 = 1e-9;

/// Stability of a cycle.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Multipliers {
    /// All of them by falling modulus; of a pair the one with positive imaginary part first.
    pub all: Vec<Complex64>,
    /// Those of half a symmetric cycle, whose squares they are.
    pub half: Option<Vec<Complex64>>,
    /// Rank of the trivial one of an autonomous cycle.
    pub trivial: Option<usize>,
    /// Multipliers 1 of directions without any effect.
    pub neutral: usize,
    /// `|D f| / |f|` of an autonomous cycle, 0 but for rounding: the trivial multiplier less 1.
    pub drift: f64,
}

impl Multipliers {
    /// From the derivative of the return map, column after column; `speed` is the right-hand side at the end where the cycle
    /// is autonomous, and the derivative then that at the event. Half of a symmetric cycle has those of the half. `None` where they are not found.
    pub fn of(
        derivative: &[f64],
        size: usize,
        symmetric: bool,
        speed: Option<&[f64]>,
        neutral: usize,
    ) -> Option<Multipliers> {
        let matrix = DMatrix::from_fn(size, size, |i, j| Complex64::new(derivative[j * size + i], 0.0));
        let (mut all, _) = complex_eigen(matrix).ok()?;
        let half = symmetric.then(|| all.clone());
        if symmetric {
            all.iter_mut().for_each(|z| *z = *z * *z);
        }
        let mut drift = 0.0;
        sort(&mut all);
        let mut trivial = None;
        if let Some(f) = speed {
            let moved: f64 = (0..size)
                .map(|i| (0..size).map(|j| derivative[j * size + i] * f[j]).sum::<f64>())
                .map(|x: f64| x * x)
                .sum::<f64>()
                .sqrt();
            let length: f64 = f.iter().map(|x| x * x).sum::<f64>().sqrt();
            drift = moved / length;
            // The direction of the motion is mapped on nothing at the event, and on itself in time.
            all.pop();
            all.push(Complex64::new(1.0, 0.0));
            sort(&mut all);
            trivial = (0..all.len()).min_by(|a, b| modulus(all[*a] - 1.0).total_cmp(&modulus(all[*b] - 1.0)));
        }
        Some(Multipliers { all, half, trivial, neutral, drift })
    }

    /// Those that decide: without the trivial one and as many nearest to 1 as there are neutral directions.
    pub fn deciding(&self) -> Vec<Complex64> {
        let mut left: Vec<Complex64> =
            self.all.iter().enumerate().filter(|(rank, _)| Some(*rank) != self.trivial).map(|(_, z)| *z).collect();
        for _ in 0..self.neutral {
            let nearest = (0..left.len()).min_by(|a, b| modulus(left[*a] - 1.0).total_cmp(&modulus(left[*b] - 1.0)));
            if let Some(nearest) = nearest.filter(|i| modulus(left[*i] - 1.0) < 1e-6) {
                left.remove(nearest);
            }
        }
        left
    }

    /// Number of multipliers outside the unit circle.
    pub fn unstable(&self) -> usize {
        self.deciding().iter().filter(|z| modulus(**z) > 1.0 + MARGIN).count()
    }

    /// True where all are inside.
    pub fn is_stable(&self) -> bool {
        self.deciding().iter().all(|z| modulus(*z) < 1.0 - MARGIN)
    }

    /// The largest: neither trivial nor a second one of a pair.
    pub fn largest(&self) -> Option<Complex64> {
        self.all.iter().enumerate().find(|(rank, _)| Some(*rank) != self.trivial).map(|(_, z)| *z)
    }
}

/// By falling modulus, then by falling imaginary part; rounding decides nothing.
fn sort(all: &mut [Complex64]) {
    for z in all.iter_mut() {
        if z.im.abs() <= 1e-13 * z.re.abs() {
            z.im = 0.0;
        }
    }
    all.sort_by(|a, b| {
        let (x, y) = (modulus(*a), modulus(*b));
        if (x - y).abs() <= 1e-10 * x.max(y) { b.im.total_cmp(&a.im) } else { y.total_cmp(&x) }
    });
}
