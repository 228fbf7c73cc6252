//! The two root finders of the wear depths. Published depths carry their stopping rules, so these are kept
//! as they are.

/// Given where no depth is found.
pub const FAILURE: f64 = 9999.0;

const TOLERANCE: f64 = 1e-6;
const MAX_ITERATIONS: usize = 100;

/// Bisection of an increasing `f` on [`low`, `high`] until `|f(x) - target| <= 1e-6 |target|`.
pub(super) fn bisect(f: impl Fn(f64) -> f64, target: f64, low: f64, high: f64) -> f64 {
    let close = |x: f64| (f(x) - target).abs() <= TOLERANCE * target.abs();
    for end in [low, high] {
        if close(end) {
            return end;
        }
    }
    let (mut a, mut b) = (low, high);
    for _ in 0..MAX_ITERATIONS {
        let x = (a + b) / 2.0;
        let value = f(x);
        if (value - target).abs() <= TOLERANCE * target.abs() {
            return x;
        }
        if value < target {
            a = x;
        } else {
            b = x;
        }
    }
    FAILURE
}

/// Newton's method safeguarded by [`low`, `high`], for `f` with its derivative; the root is not below
/// `floor`. Its fallback multiplies where a bisection would add, and it stops at steps of 1e-6, which limits
/// the accuracy on small intervals.
pub(super) fn newton(f: impl Fn(f64) -> (f64, f64), low: f64, high: f64, floor: f64) -> f64 {
    let (mut xl, mut xh) = (low, high);
    let mut x = (xl + xh) / 2.0;
    let mut last = (xh - xl).abs();
    let mut step = last;
    let (mut value, mut slope) = f(x);
    for _ in 0..MAX_ITERATIONS {
        let leaves = ((x - xh) * slope - value) * ((x - xl) * slope - value) >= 0.0;
        if leaves || (2.0 * value).abs() > (last * slope).abs() {
            last = step;
            step = (xh - xl) / 2.0;
            x = (step * xl).max(floor);
            if (xl - x).abs() <= TOLERANCE * x.abs() {
                return x;
            }
        } else {
            last = step;
            step = value / slope;
            let before = x;
            x = (x - step).max(floor);
            if (before - x).abs() <= TOLERANCE * x.abs() {
                return x;
            }
        }
        if step.abs() < TOLERANCE {
            return x;
        }
        (value, slope) = f(x);
        if value < 0.0 {
            xl = x;
        } else {
            xh = x;
        }
    }
    FAILURE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bisection_accepts_ends_and_middles() {
        assert_eq!(bisect(|x| x * x, 4.0, 2.0, 8.0), 2.0);
        assert_eq!(bisect(|x| x, 3.0, 0.0, 4.0), 3.0);
        assert_eq!(bisect(|x| x, 9.0, 0.0, 4.0), FAILURE);
        let root = bisect(|x| x * x * x, 2.0, 0.0, 2.0);
        assert!((root - 2f64.cbrt()).abs() < 1e-6);
    }

    #[test]
    fn newton_finds_a_root_it_can_reach() {
        let root = newton(|x| (x * x - 2.0, 2.0 * x), 1.0, 2.0, 0.0);
        assert!((root - 2f64.sqrt()).abs() < 1e-6, "{root}");
    }
}
