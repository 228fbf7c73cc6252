//! Gauss-Legendre rules.

use std::f64::consts::PI;

/// Points in ]-1, 1[ and weights of the rule of `n` points: exact for polynomials of degree `2 n - 1`.
pub fn gauss(n: usize) -> Vec<(f64, f64)> {
    let root = |k: usize| {
        let mut x = libm::cos(PI * (k as f64 + 0.75) / (n as f64 + 0.5));
        let mut slope = 1.0;
        for _ in 0..20 {
            let (mut before, mut p) = (1.0, x);
            for j in 2..=n {
                let j = j as f64;
                (before, p) = (p, ((2.0 * j - 1.0) * x * p - (j - 1.0) * before) / j);
            }
            slope = n as f64 * (x * p - before) / (x * x - 1.0);
            x -= p / slope;
        }
        (x, 2.0 / ((1.0 - x * x) * slope * slope))
    };
    (0..n).map(root).collect()
}
