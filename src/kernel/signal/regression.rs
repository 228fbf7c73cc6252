//! Least-squares polynomials (REGR_POLYNOMIALE).
//!
//! The polynomial of degree m closest to points (x_i, y_i) is sum_k c_k p_k(x), with p_k orthogonal over the
//! points: p_{k+1} = (x - alpha_k) p_k - beta_k p_{k-1} (Forsythe 1957). No normal equations are formed, so the
//! fit keeps its accuracy at degrees where a matrix of powers loses it.

/// A fitted polynomial.
#[derive(Clone, Debug, PartialEq)]
pub struct Polynomial {
    alpha: Vec<f64>,
    beta: Vec<f64>,
    coefficients: Vec<f64>,
}

impl Polynomial {
    /// The fit of degree `degree`; `None` when there are not more distinct points than that.
    pub fn fit(x: &[f64], y: &[f64], degree: usize) -> Option<Self> {
        if x.len() <= degree || x.len() != y.len() {
            return None;
        }
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).fold(0.0, |s, (a, b)| s + a * b);
        let mut before = vec![0.0; x.len()];
        let mut p = vec![1.0; x.len()];
        let mut residual = y.to_vec();
        let mut fitted = Polynomial { alpha: Vec::new(), beta: Vec::new(), coefficients: Vec::new() };
        let mut norm = dot(&p, &p);
        let mut norm_before = 1.0;
        for k in 0..=degree {
            // A polynomial that is zero at every point means as many points as its degree.
            if !(norm > 0.0) {
                return None;
            }
            let coefficient = dot(&residual, &p) / norm;
            residual.iter_mut().zip(&p).for_each(|(r, p)| *r -= coefficient * p);
            fitted.coefficients.push(coefficient);
            let shifted: Vec<f64> = p.iter().zip(x).map(|(p, x)| p * x).collect();
            let alpha = dot(&shifted, &p) / norm;
            let beta = if k == 0 { 0.0 } else { norm / norm_before };
            let next: Vec<f64> = (0..x.len()).map(|i| (x[i] - alpha) * p[i] - beta * before[i]).collect();
            fitted.alpha.push(alpha);
            fitted.beta.push(beta);
            (before, p) = (p, next);
            (norm_before, norm) = (norm, dot(&p, &p));
        }
        Some(fitted)
    }

    /// The polynomial at `x`.
    pub fn value(&self, x: f64) -> f64 {
        let (mut before, mut p, mut sum) = (0.0, 1.0, 0.0);
        for ((c, alpha), beta) in self.coefficients.iter().zip(&self.alpha).zip(&self.beta) {
            sum += c * p;
            (before, p) = (p, (x - alpha) * p - beta * before);
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_polynomial_is_found_again() {
        let exact = |x: f64| 2.0 - x + 0.5 * x * x * x;
        let x: Vec<f64> = (0..12).map(|k| 100.0 + f64::from(k) * 0.3).collect();
        let y: Vec<f64> = x.iter().map(|x| exact(*x)).collect();
        let fit = Polynomial::fit(&x, &y, 3).unwrap();
        assert!(x.iter().all(|x| (fit.value(*x) / exact(*x) - 1.0).abs() < 1e-13));
        assert!((fit.value(90.0) / exact(90.0) - 1.0).abs() < 1e-10);
    }

    #[test]
    fn the_line_of_least_squares() {
        // Normal equations by hand: slope 0.5, intercept 1.5 for these four points.
        let fit = Polynomial::fit(&[0.0, 1.0, 2.0, 3.0], &[1.0, 3.0, 2.0, 3.0], 1).unwrap();
        assert!((fit.value(0.0) - 1.5).abs() < 1e-14 && (fit.value(1.0) - fit.value(0.0) - 0.5).abs() < 1e-14);
        assert_eq!(Polynomial::fit(&[1.0, 2.0], &[1.0, 2.0], 2), None);
    }
}
