//! Integral and derivative of points, and the baseline correction built on them.
//!
//! Points (x_k, y_k), k = 1..n, with increasing abscissae.
//!
//! * Trapezoids: F_k = F_{k-1} + (y_k + y_{k-1})/2 (x_k - x_{k-1}); exact for straight lines.
//! * Simpson on two interleaved chains: with h1 = x_{k-1} - x_{k-2}, h2 = x_k - x_{k-1}, F_k = F_{k-2} +
//!   (h1 + h2)/6 (a y_{k-2} + m y_{k-1} + b y_k). Equal steps: (a, m, b) = (1, 4, 1), exact for cubics. Unequal
//!   ones, D = h2 - h1, q = D/(h1 h2): (1 - q h2, 2 + q D, 1 + q h1). The parabola through the three points has
//!   4 + q D in the middle; the 2 is what the reference program computes and published values contain, so
//!   SIMPSON is not a quadrature on unequal steps: use trapezoids there. The second point starts its chain by a
//!   trapezoid.
//! * Derivative: slope of the chord through the neighbours; at the ends the slope of the first and the last
//!   segment. Exact for straight lines, and for parabolas inside when steps are equal.

/// Running trapezoid integral from `start`.
pub fn trapezoid_integral(x: &[f64], y: &[f64], start: f64) -> Vec<f64> {
    let mut sum = start;
    let mut integral = Vec::with_capacity(x.len());
    for k in 0..x.len() {
        if k > 0 {
            sum += (y[k] + y[k - 1]) * 0.5 * (x[k] - x[k - 1]);
        }
        integral.push(sum);
    }
    integral
}

/// The whole trapezoid integral of a function of the ordinates, summed in order.
pub fn trapezoid_total(x: &[f64], y: &[f64], of: impl Fn(f64) -> f64) -> f64 {
    let (mut sum, mut before) = (0.0, y.first().map_or(0.0, |y| of(*y)));
    for k in 1..x.len() {
        let here = of(y[k]);
        sum += (here + before) * 0.5 * (x[k] - x[k - 1]);
        before = here;
    }
    sum
}

/// Tells whether successive steps differ by less than a rounding that shows in no figure (1e-9 of their length).
pub fn has_equal_steps(x: &[f64]) -> bool {
    x.windows(3).all(|x| ((x[2] - x[1]) - (x[1] - x[0])).abs() <= 1e-9 * (x[1] - x[0]).abs())
}

/// Running Simpson integral from `start`.
pub fn simpson_integral(x: &[f64], y: &[f64], start: f64) -> Vec<f64> {
    let mut integral = Vec::with_capacity(x.len());
    for k in 0..x.len() {
        let value = match k {
            0 => start,
            1 => start + (y[0] + y[1]) * (x[1] - x[0]) * 0.5,
            _ => {
                let (h1, h2) = (x[k - 1] - x[k - 2], x[k] - x[k - 1]);
                let [a, m, b] = simpson_weights(h1, h2);
                integral[k - 2] + (h1 + h2) / 6.0 * (a * y[k - 2] + m * y[k - 1] + b * y[k])
            }
        };
        integral.push(value);
    }
    integral
}

fn simpson_weights(h1: f64, h2: f64) -> [f64; 3] {
    let difference = h2 - h1;
    if h1 == 0.0 || h2 == 0.0 || (difference / h1).abs() <= 1.0e-4 {
        return [1.0, 4.0, 1.0];
    }
    let q = difference / (h1 * h2);
    [1.0 - q * h2, 2.0 + q * difference, 1.0 + q * h1]
}

/// Derivative at each point; `None` when there are less than two points.
pub fn derivative(x: &[f64], y: &[f64]) -> Option<Vec<f64>> {
    let n = x.len();
    if n < 2 {
        return None;
    }
    let slope = |k: usize| (y[k + 1] - y[k]) / (x[k + 1] - x[k]);
    let inside = |k: usize| {
        let (before, after) = (x[k] - x[k - 1], x[k + 1] - x[k]);
        (slope(k) * after + slope(k - 1) * before) / (after + before)
    };
    Some(
        (0..n)
            .map(|k| {
                if k == 0 {
                    slope(0)
                } else if k == n - 1 {
                    slope(n - 2)
                } else {
                    inside(k)
                }
            })
            .collect(),
    )
}

/// Ordinates less their least-squares line, in centred sums.
///
/// The published formula of CORR_ACCE has another intercept, (Sxx Sx - Sx Sxy)/(n Sxx - Sx^2), whose first Sx stands where
/// least squares has Sy. Nothing depends on it: a constant left in the acceleration is a slope of the velocity, taken
/// out in its turn, and the last step is a derivative. It would only cost digits, being much larger than the record.
fn without_trend(x: &[f64], y: &[f64]) -> Vec<f64> {
    let n = x.len().max(1) as f64;
    let mean = |values: &[f64]| values.iter().fold(0.0, |s, v| s + v) / n;
    let (centre, level) = (mean(x), mean(y));
    let sum = |term: &dyn Fn(f64, f64) -> f64| x.iter().zip(y).fold(0.0, |s, (x, y)| s + term(x - centre, y - level));
    let square = sum(&|x, _| x * x);
    let slope = if square > 0.0 { sum(&|x, y| x * y) / square } else { 0.0 };
    x.iter().zip(y).map(|(x, y)| (y - level) - slope * (x - centre)).collect()
}

/// Acceleration corrected by polynomials (CORR_ACCE, POLYNOME): the trends of acceleration and velocity, and
/// of displacement when asked, are taken out. `None` for less than two points.
pub fn corrected_acceleration(x: &[f64], acceleration: &[f64], displacement_too: bool) -> Option<Vec<f64>> {
    let velocity = trapezoid_integral(x, &without_trend(x, acceleration), 0.0);
    let mut velocity = without_trend(x, &velocity);
    if displacement_too {
        let displacement = without_trend(x, &trapezoid_integral(x, &velocity, 0.0));
        velocity = derivative(x, &displacement)?;
    }
    derivative(x, &velocity)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn uneven(n: usize) -> Vec<f64> {
        (0..n).map(|k| k as f64 * 0.1 + if k % 2 == 1 { 0.03 } else { 0.0 }).collect()
    }

    fn largest(values: &[f64], expected: impl Fn(usize) -> f64) -> f64 {
        values.iter().enumerate().map(|(i, v)| (v - expected(i)).abs()).fold(0.0, f64::max)
    }

    #[test]
    fn trapezoids_integrate_lines_exactly() {
        let x = uneven(21);
        let y: Vec<f64> = x.iter().map(|x| 3.0 * x - 1.0).collect();
        let integral = trapezoid_integral(&x, &y, 2.0);
        assert!(largest(&integral, |i| 2.0 + 1.5 * x[i] * x[i] - x[i]) < 1e-14);
    }

    #[test]
    fn simpson_integrates_cubics_on_equal_steps() {
        let x: Vec<f64> = (0..21).map(|k| f64::from(k) * 0.25).collect();
        let y: Vec<f64> = x.iter().map(|x| x * x * x - 2.0 * x).collect();
        let integral = simpson_integral(&x, &y, 1.0);
        let exact = |x: f64| 1.0 + x * x * x * x / 4.0 - x * x;
        let even: Vec<f64> = integral.iter().step_by(2).copied().collect();
        assert!(largest(&even, |i| exact(x[2 * i])) < 1e-12);
    }

    #[test]
    fn simpson_on_unequal_steps_gives_the_published_values() {
        let x = [0.0, 0.4, 0.9, 1.0, 1.7, 2.6, 3.4, 5.0];
        let y = [0.3, 1.1, -0.6, -0.2, 2.4, 0.9, -1.3, 0.25];
        let integral = simpson_integral(&x, &y, 0.1);
        for (rank, published) in [(2, 0.364), (4, 1.167809523810), (7, 0.75187301587302)] {
            assert!((integral[rank] / published - 1.0).abs() < 1e-12, "{rank}: {}", integral[rank]);
        }
    }

    #[test]
    fn the_derivative_of_a_parabola_is_exact_inside_on_equal_steps() {
        let x: Vec<f64> = (0..9).map(|k| f64::from(k) * 0.5).collect();
        let y: Vec<f64> = x.iter().map(|x| x * x).collect();
        let slopes = derivative(&x, &y).unwrap();
        assert!(largest(&slopes[1..8], |i| 2.0 * x[i + 1]) < 1e-14);
        assert_eq!((slopes[0], slopes[8]), (0.5, 7.5));
        assert_eq!(derivative(&[1.0], &[1.0]), None);
    }

    #[test]
    fn the_trend_goes() {
        let x = [-2.0, -1.0, 0.5, 1.0, 2.0];
        let y: Vec<f64> = x.iter().map(|x| 4.0 + 3.0 * x).collect();
        assert!(largest(&without_trend(&x, &y), |_| 0.0) < 1e-14);
    }

    /// The intercept of the published formula changes nothing.
    #[test]
    fn a_constant_in_the_acceleration_leaves_no_trace() {
        let x = uneven(40);
        let y: Vec<f64> = x.iter().map(|x| libm::sin(7.0 * x) + 0.2 * x).collect();
        let shifted: Vec<f64> = y.iter().map(|y| y + 5.0).collect();
        for displacement_too in [false, true] {
            let corrected = corrected_acceleration(&x, &y, displacement_too).unwrap();
            let other = corrected_acceleration(&x, &shifted, displacement_too).unwrap();
            assert!(largest(&other, |i| corrected[i]) < 1e-11);
        }
    }
}
