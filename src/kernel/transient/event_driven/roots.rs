//! First root of a polynomial that starts positive.
//!
//! On a piece `[a, b]` the sum of the value at `a` and of all negative terms is a lower bound: positive, there is no
//! root. Where the bound on the derivative has a sign there is one root at most. Otherwise the piece is halved.

use super::scheme::TERMS;

/// Part of the largest term that counts as rounding.
const NOISE: f64 = 1e-13;

/// First `x` in `(0, h]` where the polynomial is no longer positive. `fresh`: it starts at 0 and its first term that
/// is more than rounding says on which side it goes; 0 is returned where that is the wrong one.
pub(super) fn first_root(coefficients: &[f64; TERMS], h: f64, fresh: bool) -> Option<f64> {
    let mut c = *coefficients;
    let mut last = 0;
    // In units of h, with the terms that count.
    let (mut scale, mut size) = (1.0, 0.0_f64);
    let mut low = c[0];
    for k in 0..TERMS {
        c[k] *= scale;
        scale *= h;
        size = size.max(c[k].abs());
        if k > 0 {
            low += c[k].min(0.0);
        }
    }
    if !fresh && low > 0.0 {
        return None;
    }
    for k in 0..TERMS {
        if c[k].abs() > 1e-18 * size {
            last = k;
        }
    }
    let mut first = 0;
    if fresh {
        while first < last && (first == 0 || c[first].abs() <= NOISE * size) {
            first += 1;
        }
        c.copy_within(first.., 0);
        c[TERMS - first..].fill(0.0);
        last -= first;
    }
    if size == 0.0 {
        return None;
    }
    if !(c[0] > 0.0) {
        return Some(0.0);
    }
    search(&c[..=last], 0.0, 1.0, 0).map(|x| x * h)
}

/// The same on `[start, start + width]` for a polynomial about `start`.
fn search(c: &[f64], start: f64, width: f64, depth: u32) -> Option<f64> {
    let (mut low, mut power) = (c[0], 1.0);
    let (mut steepest, mut flattest) = (0.0, 0.0);
    for (k, c) in c.iter().enumerate().skip(1) {
        let slope = k as f64 * c * power;
        power *= width;
        low += (c * power).min(0.0);
        if k == 1 {
            (steepest, flattest) = (slope, slope);
        } else {
            steepest += slope.min(0.0);
            flattest += slope.max(0.0);
        }
    }
    if low > 0.0 || steepest > 0.0 {
        return None;
    }
    let end = value(c, width);
    if flattest < 0.0 || depth > 46 {
        if end > 0.0 {
            return None;
        }
        return Some(start + refine(c, width, end));
    }
    let half = 0.5 * width;
    let mut shifted = [0.0; TERMS];
    let shifted = &mut shifted[..c.len()];
    shifted.copy_from_slice(c);
    // Taylor's shift to the middle.
    for j in 0..c.len() {
        for k in (j..c.len() - 1).rev() {
            shifted[k] += half * shifted[k + 1];
        }
    }
    if shifted[0] <= 0.0 {
        return search(c, start, half, depth + 1).or(Some(start + half));
    }
    search(c, start, half, depth + 1).or_else(|| search(shifted, start + half, half, depth + 1))
}

/// The root of a polynomial positive at 0 and not at `width`: Newton, kept between bounds.
fn refine(c: &[f64], width: f64, end: f64) -> f64 {
    let (mut a, mut b) = (0.0, width);
    let mut x = if c[0] - end > 0.0 { width * c[0] / (c[0] - end) } else { 0.5 * width };
    for _ in 0..60 {
        let (f, slope) = value_and_slope(c, x);
        if f == 0.0 {
            return x;
        }
        if f > 0.0 {
            a = x;
        } else {
            b = x;
        }
        let newton = x - f / slope;
        let next = if newton >= a && newton <= b { newton } else { 0.5 * (a + b) };
        if (next - x).abs() <= 1.2e-16 * x.max(1e-3) {
            return next;
        }
        x = next;
    }
    x
}

/// Value of a polynomial.
#[inline]
pub(super) fn value(c: &[f64], x: f64) -> f64 {
    c.iter().rev().fold(0.0, |sum, c| sum * x + c)
}

fn value_and_slope(c: &[f64], x: f64) -> (f64, f64) {
    let (mut f, mut slope) = (0.0, 0.0);
    for c in c.iter().rev() {
        slope = slope * x + f;
        f = f * x + c;
    }
    (f, slope)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn polynomial(c: &[f64]) -> [f64; TERMS] {
        let mut all = [0.0; TERMS];
        all[..c.len()].copy_from_slice(c);
        all
    }

    #[test]
    fn the_first_of_several_roots_is_found() {
        // (x - 0.3)(x - 0.30001)(x - 2) from its sign at 0 on.
        let (a, b, c) = (0.3, 0.30001, 2.0);
        let p = polynomial(&[a * b * c, -(a * b + a * c + b * c), a + b + c, -1.0]);
        let root = first_root(&p, 1.5, false).unwrap();
        assert!((root - 0.3).abs() < 1e-10, "{root}");
        assert_eq!(first_root(&p, 0.29, false), None);
    }

    #[test]
    fn a_start_at_zero_follows_the_first_term_that_counts() {
        assert_eq!(first_root(&polynomial(&[1e-18, -1e-19, 1.0, -1.0]), 0.5, true), None);
        let root = first_root(&polynomial(&[0.0, 0.0, 1.0, -1.0]), 3.0, true).unwrap();
        assert!((root - 1.0).abs() < 4e-15);
        assert_eq!(first_root(&polynomial(&[1e-18, -1.0, 1.0]), 0.5, true), Some(0.0));
    }

    #[test]
    fn a_root_that_is_only_touched_is_none() {
        // (x - 1/2)² + 1e-15
        let p = polynomial(&[0.25 + 1e-15, -1.0, 1.0]);
        assert_eq!(first_root(&p, 1.0, false), None);
    }
}
