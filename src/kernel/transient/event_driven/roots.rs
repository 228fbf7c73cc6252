//! First root of a polynomial that starts positive.
//!
//! The length is cut in eight. With values and slopes at both ends of a part and bounds on the second and third
//! derivatives of the whole, most parts are seen to hold no root, or one; that one is found by Newton's method. A part
//! that is not so plain is halved: on a piece `[a, b]` the sum of the value at `a` and of all negative terms is a lower
//! bound (positive: no root), and where the bound on the derivative has a sign there is one root at most.

use super::scheme::TERMS;

/// Part of the largest term that counts as rounding.
const NOISE: f64 = 1e-13;
/// Parts that the length is cut in.
const PARTS: usize = 8;

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
    scan(&c[..=last]).map(|x| x * h)
}

/// First `x` in `(0, 1]` where the polynomial is no longer positive, interval by interval.
fn scan(c: &[f64]) -> Option<f64> {
    let width = 1.0 / PARTS as f64;
    let (values, slopes) = samples(c);
    let (mut second, mut third) = (0.0, 0.0);
    for (k, c) in c.iter().enumerate().skip(2) {
        let term = (k * (k - 1)) as f64 * c.abs();
        second += term;
        third += (k - 2) as f64 * term;
    }
    // A straight line between two ends is off by no more than this.
    let (bend, turn) = (0.125 * width * width * second, 0.125 * width * width * third);
    let (mut value_here, mut slope_here) = (c[0], c.get(1).copied().unwrap_or(0.0));
    for i in 0..PARTS {
        let (start, end) = (i as f64 * width, (i + 1) as f64 * width);
        let (value_then, slope_then) = (values[i], slopes[i]);
        let falls = slope_here.max(slope_then) + turn < 0.0;
        let rises = slope_here.min(slope_then) - turn > 0.0;
        if value_then > 0.0 {
            let ends = [(start, value_here, slope_here), (end, value_then, slope_then)];
            if !(value_here.min(value_then) > bend || falls || rises || clear(c, ends))
                && let Some(root) = part(c, start, width)
            {
                return Some(root);
            }
        } else if falls {
            let ends = [(start, value_here, slope_here), (end, value_then, slope_then)];
            return Some(refine(c, ends, second));
        } else {
            return Some(part(c, start, width).unwrap_or(end));
        }
        (value_here, slope_here) = (value_then, slope_then);
    }
    None
}

/// Values and slopes at the ends of the parts.
fn samples(c: &[f64]) -> ([f64; PARTS], [f64; PARTS]) {
    let (mut f, mut slope) = ([0.0; PARTS], [0.0; PARTS]);
    for c in c.iter().rev() {
        for i in 0..PARTS {
            let x = (i + 1) as f64 / PARTS as f64;
            slope[i] = slope[i] * x + f[i];
            f[i] = f[i] * x + c;
        }
    }
    (f, slope)
}

/// True where a polynomial positive at both ends of a part stays so because it bends to one side: its slope turns once, and
/// the tangents at the ends meet above zero, or the straight line between them lies below it.
fn clear(c: &[f64], ends: [(f64, f64, f64); 2]) -> bool {
    let (mut bends, mut fourth) = ([0.0; 2], 0.0);
    for (k, c) in c.iter().enumerate().skip(2).rev() {
        let pairs = (k * (k - 1)) as f64;
        fourth += pairs * ((k - 2) * k.saturating_sub(3)) as f64 * c.abs();
        for (bend, end) in bends.iter_mut().zip(&ends) {
            *bend = *bend * end.0 + pairs * c;
        }
    }
    let [(a, fa, sa), (b, fb, sb)] = ends;
    let off = 0.125 * (b - a) * (b - a) * fourth;
    if bends[0].max(bends[1]) + off < 0.0 {
        return true;
    }
    // Where both tangents meet.
    let x = (fa - fb + sb * (b - a)) / (sb - sa);
    bends[0].min(bends[1]) - off > 0.0 && fa + sa * x > 0.0
}

/// The first root of the part that starts at `start`, by halves.
fn part(c: &[f64], start: f64, width: f64) -> Option<f64> {
    if start == 0.0 {
        return search(c, 0.0, width, 0);
    }
    let mut shifted = [0.0; TERMS];
    let shifted = &mut shifted[..c.len()];
    shift(c, start, shifted);
    if shifted[0] > 0.0 { search(shifted, start, width, 0) } else { Some(start) }
}

/// Taylor's shift: the polynomial about `start`.
fn shift(c: &[f64], start: f64, shifted: &mut [f64]) {
    shifted.copy_from_slice(c);
    for j in 0..c.len() {
        for k in (j..c.len() - 1).rev() {
            shifted[k] += start * shifted[k + 1];
        }
    }
}

/// First root in `[start, start + width]` of a polynomial about `start`, by bisection.
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
        let (slope_here, slope_then) = (c.get(1).copied().unwrap_or(0.0), value_and_slope(c, width).1);
        return Some(start + refine(c, [(0.0, c[0], slope_here), (width, end, slope_then)], f64::INFINITY));
    }
    let half = 0.5 * width;
    let mut shifted = [0.0; TERMS];
    let shifted = &mut shifted[..c.len()];
    shift(c, half, shifted);
    if shifted[0] <= 0.0 {
        return search(c, start, half, depth + 1).or(Some(start + half));
    }
    search(c, start, half, depth + 1).or_else(|| search(shifted, start + half, half, depth + 1))
}

/// The root of a polynomial between two ends, of which abscissa, value and slope are given: it is positive at the
/// first and not at the second. Newton's method from the inverse cubic of both ends, kept between them. `second` bounds
/// the second derivative: where it shows that the next step is exact to rounding, that step is the last.
fn refine(c: &[f64], ends: [(f64, f64, f64); 2], second: f64) -> f64 {
    let [(mut a, fa, sa), (mut b, fb, sb)] = ends;
    let (span, share) = (fb - fa, fa / (fa - fb));
    let cubic = {
        let (s, t) = (share, 1.0 - share);
        t * t * (1.0 + 2.0 * s) * a + s * s * (3.0 - 2.0 * s) * b + s * t * span * (t / sa - s / sb)
    };
    let linear = a + (b - a) * share;
    let inside = |x: f64| x >= a && x <= b;
    let mut x = if inside(cubic) {
        cubic
    } else if inside(linear) {
        linear
    } else {
        0.5 * (a + b)
    };
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
        let step = (next - x).abs();
        let rounding = 2.2e-16 * x.max(1e-3);
        if step <= rounding || (next == newton && second * step * step < 0.1 * rounding * slope.abs()) {
            return next;
        }
        x = next;
    }
    x
}

/// Value of a polynomial.
#[inline]
pub(crate) fn value(c: &[f64], x: f64) -> f64 {
    c.iter().rev().fold(0.0, |sum, c| sum * x + c)
}

/// Slope of a polynomial.
pub(crate) fn slope_at(c: &[f64], x: f64) -> f64 {
    value_and_slope(c, x).1
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
