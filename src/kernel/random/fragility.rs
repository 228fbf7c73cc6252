//! Fragility: the probability of failure as a lognormal function of an intensity, from runs of a model.

use std::f64::consts::SQRT_2;

/// `Phi(ln(a/median)/beta)`
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fragility {
    /// Intensity at which half of the runs fail.
    pub median: f64,
    /// Logarithmic standard deviation.
    pub beta: f64,
}

impl Fragility {
    /// Probability of failure at an intensity.
    pub fn probability(&self, intensity: f64) -> f64 {
        normal_distribution(libm::log(intensity / self.median) / self.beta)
    }
}

/// Distribution function of a standard normal variable.
pub fn normal_distribution(x: f64) -> f64 {
    0.5 * libm::erfc(-x / SQRT_2)
}

/// From demands: `ln demand = A + b ln a + error`. The median is where the line meets the threshold; beta is the standard error of
/// the estimate (n - 2 degrees of freedom) over b. `None` with fewer than three runs, or no slope.
pub fn regression(intensities: &[f64], demands: &[f64], threshold: f64) -> Option<Fragility> {
    let n = intensities.len() as f64;
    let x: Vec<f64> = intensities.iter().map(|a| libm::log(*a)).collect();
    let y: Vec<f64> = demands.iter().map(|d| libm::log(*d)).collect();
    let mean = |v: &[f64]| v.iter().fold(0.0, |s, x| s + x) / n;
    let (mx, my) = (mean(&x), mean(&y));
    let sum = |f: &dyn Fn(f64, f64) -> f64| x.iter().zip(&y).fold(0.0, |s, (x, y)| s + f(x - mx, y - my));
    let slope = sum(&|x, y| x * y) / sum(&|x, _| x * x);
    let constant = my - slope * mx;
    let residual = sum(&|x, y| (y - slope * x) * (y - slope * x));
    let found = Fragility {
        median: libm::exp((libm::log(threshold) - constant) / slope),
        beta: (residual / (n - 2.0)).sqrt() / slope,
    };
    (n > 2.0 && found.median.is_finite() && found.beta.is_finite()).then_some(found)
}

/// From failures: the parameters of largest likelihood, by the simplex method (Nelder and Mead 1965) from a first guess.
pub fn likelihood(intensities: &[f64], failed: &[bool], start: Fragility) -> Option<Fragility> {
    let cost = |&[median, beta]: &[f64; 2]| {
        if !(median > 0.0 && beta > 0.0) {
            return f64::INFINITY;
        }
        let curve = Fragility { median, beta };
        let share = |a: f64, fails: bool| {
            let p = curve.probability(a);
            libm::log(if fails { p } else { 1.0 - p }.max(f64::MIN_POSITIVE))
        };
        -intensities.iter().zip(failed).fold(0.0, |sum, (a, fails)| sum + share(*a, *fails))
    };
    let [median, beta] = simplex(cost, [start.median, start.beta])?;
    Some(Fragility { median, beta })
}

/// Minimum of a function of two variables; `None` when it is not found.
fn simplex(cost: impl Fn(&[f64; 2]) -> f64, start: [f64; 2]) -> Option<[f64; 2]> {
    let mut points = [start, [start[0] * 1.05, start[1]], [start[0], start[1] * 1.05]].map(|x| (cost(&x), x));
    for _ in 0..2000 {
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        let [(low, best), (middle, second), (high, worst)] = points;
        let spread = (0..2).fold(0.0, |s: f64, i| s.max((worst[i] - best[i]).abs() / best[i].abs()));
        if spread < 1e-10 && (high - low).abs() <= 1e-12 * low.abs().max(1e-12) {
            return Some(best);
        }
        let towards = |t: f64| [0, 1].map(|i| 0.5 * (best[i] + second[i]) * (1.0 + t) - t * worst[i]);
        let evaluated = |t: f64| {
            let x = towards(t);
            (cost(&x), x)
        };
        let reflected = evaluated(1.0);
        let chosen = if reflected.0 < low {
            let expanded = evaluated(2.0);
            if expanded.0 < reflected.0 { expanded } else { reflected }
        } else if reflected.0 < middle {
            reflected
        } else {
            let contracted = evaluated(if reflected.0 < high { 0.5 } else { -0.5 });
            if contracted.0 < high.min(reflected.0) {
                contracted
            } else {
                let half = |x: [f64; 2]| [0, 1].map(|i| best[i] + 0.5 * (x[i] - best[i]));
                points[1] = (cost(&half(second)), half(second));
                (cost(&half(worst)), half(worst))
            }
        };
        points[2] = chosen;
    }
    points.iter().all(|(cost, _)| cost.is_finite()).then_some(points[0].1)
}
