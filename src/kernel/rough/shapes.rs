//! Mode shapes of a uniform beam of unit width, pinned at both ends or free, of unit norm on its length.
//!
//! Pinned: psi_k = sqrt(2/L) sin(kappa x), kappa = (k + 1) pi / L. Free: a translation, a rotation, then for the roots a
//! of cos a cosh a = 1, with xi = kappa x, kappa = a / L, e = exp(-a):
//!
//! ```text
//! psi = L^(-1/2) { cos xi - sigma sin xi + [ r e^(xi - a) + (2 - r e) e^(-xi) ] / 2 }
//! r = 2 (cos a - sin a - e) / (1 - e^2 - 2 e sin a),   sigma = 1 - r e
//! ```
//!
//! No exponential has a positive argument, so that every mode can be evaluated; beyond the middle the symmetry
//! psi(L - x) = (-1)^k psi(x) keeps the accuracy.

use std::f64::consts::PI;

/// Supports of a beam.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Support {
    Pinned,
    Free,
}

/// The first shapes of a beam.
#[derive(Clone, Debug, PartialEq)]
pub struct Shapes {
    pub support: Support,
    /// Length L (m).
    pub length: f64,
    /// Wave number kappa of each mode (rad/m); 0 for rigid modes.
    pub wave_numbers: Vec<f64>,
    /// Constants of free flexible modes.
    free: Vec<FreeMode>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct FreeMode {
    a: f64,
    e: f64,
    sigma: f64,
    r: f64,
}

impl Shapes {
    /// The first `count` shapes of a beam of a given length (m).
    pub fn new(support: Support, length: f64, count: usize) -> Shapes {
        let free: Vec<FreeMode> = match support {
            Support::Pinned => Vec::new(),
            Support::Free => (0..count).map(free_mode).collect(),
        };
        let wave_number = |k: usize| match support {
            Support::Pinned => (k + 1) as f64 * PI / length,
            Support::Free => free[k].a / length,
        };
        Shapes { support, length, wave_numbers: (0..count).map(wave_number).collect(), free }
    }

    /// Rigid modes: 2 of a free beam, none of a pinned one.
    pub fn rigid(&self) -> usize {
        if self.support == Support::Free { 2.min(self.wave_numbers.len()) } else { 0 }
    }

    /// psi_k at `x` (m), in m^(-1/2).
    pub fn value(&self, k: usize, x: f64) -> f64 {
        self.derivative(k, 0, x)
    }

    /// Derivative of order `order` of psi_k at `x`.
    pub fn derivative(&self, k: usize, order: usize, x: f64) -> f64 {
        let (length, kappa) = (self.length, self.wave_numbers[k]);
        if self.support == Support::Pinned {
            // The angle is reduced to the nearest multiple of pi of the exact product, near it sin is accurate.
            let (sine, cosine) = turned((k + 1) as f64 * (x / length));
            let value = [sine, cosine, -sine, -cosine][order % 4];
            return libm::sqrt(2.0 / length) * power(kappa, order) * value;
        }
        match (k, order) {
            (0, 0) => return 1.0 / libm::sqrt(length),
            (1, 0) => return libm::sqrt(12.0 / length) * (x / length - 0.5),
            (1, 1) => return libm::sqrt(12.0 / length) / length,
            (0 | 1, _) => return 0.0,
            _ => {}
        }
        let FreeMode { a, e, sigma, r } = self.free[k];
        let mirrored = x > 0.5 * length;
        let xi = a * (if mirrored { length - x } else { x } / length);
        let (sine, cosine) = (libm::sin(xi), libm::cos(xi));
        let [c, s] = [[cosine, sine], [-sine, cosine], [-cosine, -sine], [sine, -cosine]][order % 4];
        let odd = if order % 2 == 1 { -1.0 } else { 1.0 };
        let value = c - sigma * s + 0.5 * (r * libm::exp(xi - a) + odd * (2.0 - r * e) * libm::exp(-xi));
        let sign = if mirrored && (k + order) % 2 == 1 { -1.0 } else { 1.0 };
        sign * power(kappa, order) * value / libm::sqrt(length)
    }

    /// psi_k continued beyond the end by its tangent there.
    pub fn extended(&self, k: usize, x: f64) -> f64 {
        let end = x.min(self.length);
        self.value(k, end) + (x - end) * self.derivative(k, 1, end)
    }

    /// A bound of the derivative of order `order` of psi_k over the beam.
    pub fn bound(&self, k: usize, order: usize) -> f64 {
        let (length, kappa) = (self.length, self.wave_numbers[k]);
        match (self.support, k, order) {
            (Support::Pinned, _, _) => libm::sqrt(2.0 / length) * power(kappa, order),
            (Support::Free, 0, 0) => 1.0 / libm::sqrt(length),
            (Support::Free, 1, 0) => libm::sqrt(3.0 / length),
            (Support::Free, 1, 1) => libm::sqrt(12.0 / length) / length,
            (Support::Free, 0 | 1, _) => 0.0,
            (Support::Free, _, 0) => 2.0 * (1.0 + 1e-9) / libm::sqrt(length),
            (Support::Free, _, _) => 2.5 * power(kappa, order) / libm::sqrt(length),
        }
    }

    /// Integral of psi_k over the beam (m^(1/2)).
    pub fn integral(&self, k: usize) -> f64 {
        match (self.support, k) {
            (Support::Pinned, k) if k % 2 == 1 => 0.0,
            (Support::Pinned, k) => 2.0 * libm::sqrt(2.0 * self.length) / ((k + 1) as f64 * PI),
            (Support::Free, 0) => libm::sqrt(self.length),
            (Support::Free, _) => 0.0,
        }
    }
}

/// Sine and cosine of pi times `t`, the argument reduced exactly.
pub(super) fn turned(t: f64) -> (f64, f64) {
    let whole = libm::round(t);
    let rest = PI * (t - whole);
    let sign = if libm::fmod(whole, 2.0) == 0.0 { 1.0 } else { -1.0 };
    (sign * libm::sin(rest), sign * libm::cos(rest))
}

fn power(x: f64, n: usize) -> f64 {
    (0..n).fold(1.0, |p, _| p * x)
}

/// Root and constants of mode `k` of a free beam.
fn free_mode(k: usize) -> FreeMode {
    if k < 2 {
        return FreeMode::default();
    }
    // Newton on cos a - 1/cosh a: the form cosh a cos a - 1 loses all its digits.
    let mut a = (2.0 * k as f64 - 1.0) * PI / 2.0;
    for _ in 0..8 {
        let e = libm::exp(-a);
        let inverse = 2.0 * e / (1.0 + e * e);
        let tangent = (1.0 - e * e) / (1.0 + e * e);
        a -= (libm::cos(a) - inverse) / (-libm::sin(a) + inverse * tangent);
    }
    let e = libm::exp(-a);
    let r = 2.0 * (libm::cos(a) - libm::sin(a) - e) / (1.0 - e * e - 2.0 * e * libm::sin(a));
    FreeMode { a, e, sigma: 1.0 - r * e, r }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_of_a_free_beam_are_the_published_ones() {
        let shapes = Shapes::new(Support::Free, 1.0, 9);
        let roots = [4.730040744862704, 7.853204624095838, 10.995607838001671, 14.137165491257464, 17.278759657399481];
        for (k, root) in roots.iter().enumerate() {
            assert!((shapes.wave_numbers[k + 2] - root).abs() < 4e-15 * root, "{k}");
        }
    }

    #[test]
    fn shapes_of_a_free_beam_have_the_published_values_and_no_end_moment() {
        let length = 0.02;
        let shapes = Shapes::new(Support::Free, length, 400);
        let root = libm::sqrt(length);
        for (k, x, value) in [(2, 0.5, -1.2156444588325248), (5, 0.1, -0.58802034909099), (40, 0.1, 1.1441268861355574)]
        {
            assert!((shapes.value(k, x * length) * root - value).abs() < 3e-14, "{k}");
        }
        for k in 2..400 {
            assert!((shapes.value(k, 0.0) * root - 2.0).abs() < 1e-12, "{k}");
            let moment = shapes.derivative(k, 2, 0.0) / power(shapes.wave_numbers[k], 2) * root;
            let shear = shapes.derivative(k, 3, length) / power(shapes.wave_numbers[k], 3) * root;
            assert!(moment.abs() < 1e-11 && shear.abs() < 1e-11, "{k}: {moment} {shear}");
        }
    }

    #[test]
    fn shapes_are_orthonormal() {
        // Gauss-Legendre with 5 points on each of 400 intervals.
        let (p, w) = ([0.906179845938664, 0.538469310105683], [0.236926885056189, 0.478628670499366]);
        let rule = [(-p[0], w[0]), (-p[1], w[1]), (0.0, 0.568888888888889), (p[1], w[1]), (p[0], w[0])];
        for support in [Support::Pinned, Support::Free] {
            let shapes = Shapes::new(support, 0.45, 14);
            for i in 0..14 {
                for j in 0..=i {
                    let mut sum = 0.0;
                    for interval in 0..400 {
                        for (point, weight) in rule {
                            let x = 0.45 * (f64::from(interval) + 0.5 + 0.5 * point) / 400.0;
                            sum += 0.5 * weight * 0.45 / 400.0 * shapes.value(i, x) * shapes.value(j, x);
                        }
                    }
                    let expected = if i == j { 1.0 } else { 0.0 };
                    assert!((sum - expected).abs() < 1e-12, "{support:?} {i} {j}: {sum}");
                }
            }
        }
    }

    #[test]
    fn bounds_hold() {
        for support in [Support::Pinned, Support::Free] {
            let shapes = Shapes::new(support, 0.3, 30);
            for k in 0..30 {
                for order in 0..5 {
                    let bound = shapes.bound(k, order) * (1.0 + 1e-12);
                    assert!(
                        (0..=3000).all(|i| shapes.derivative(k, order, 1e-4 * f64::from(i)).abs() <= bound),
                        "{k} {order}"
                    );
                }
            }
        }
    }
}
