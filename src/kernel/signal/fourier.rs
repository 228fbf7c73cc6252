//! Discrete Fourier transforms of any length: Y_k = sum_j y_j exp(-2 i pi j k / N), without scaling.
//!
//! Powers of two: radix 2, in place, decimation in time (Cooley and Tukey 1965). Other lengths: Bluestein's
//! chirp transform (1970), a convolution of power-of-two length. Twiddle factors are computed one by one from
//! `libm`, with the angle reduced exactly to the first turn, so results are the same on every machine; the
//! usual FFT crates choose their instructions at run time and are not. Relative error of a few units of
//! 1e-16 times log2 N.

use num_complex::Complex64;

/// Direct transform.
pub fn transform(values: &[Complex64]) -> Vec<Complex64> {
    let n = values.len();
    if n <= 1 {
        return values.to_vec();
    }
    if n.is_power_of_two() {
        let mut work = values.to_vec();
        radix_two(&mut work);
        return work;
    }
    bluestein(values)
}

/// Inverse transform, with its factor 1/N.
pub fn inverse(values: &[Complex64]) -> Vec<Complex64> {
    let conjugate: Vec<Complex64> = values.iter().map(Complex64::conj).collect();
    let scale = 1.0 / values.len().max(1) as f64;
    transform(&conjugate).into_iter().map(|z| z.conj() * scale).collect()
}

/// The number of points kept of a signal of `n`, and whether zeros must be appended to reach it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// PROL_ZERO: up to the next power of two.
    ZeroPadded,
    /// TRONCATURE: down to the previous power of two.
    Truncated,
    /// COMPLET: all points.
    Whole,
}

impl Length {
    /// Number of points of the transform of `n` values.
    pub fn of(self, n: usize) -> usize {
        let below = if n == 0 { 0 } else { 1 << n.ilog2() };
        match self {
            Length::Whole => n,
            Length::Truncated => below,
            Length::ZeroPadded => n.next_power_of_two().max(below),
        }
    }

    /// The signal cut or extended to its length.
    pub fn apply(self, values: &[Complex64]) -> Vec<Complex64> {
        let mut kept = values.to_vec();
        kept.resize(self.of(values.len()), Complex64::ZERO);
        kept
    }
}

/// The two-sided spectrum of a real signal whose one-sided part is `p` (SYME='NON'). `None` for less than
/// two values.
pub fn two_sided(p: &[Complex64]) -> Option<Vec<Complex64>> {
    let m = p.len();
    if m < 2 {
        return None;
    }
    let mut full = p.to_vec();
    let last = if m.is_multiple_of(2) {
        full.push(Complex64::new((4.0 * p[m - 1].re - p[m - 2].re) / 3.0, 0.0));
        m - 1
    } else {
        let end = p[m - 1];
        full[m - 1] = if end.im.abs() < 1.0e-6 * end.re.abs() {
            Complex64::new(end.re, 0.0)
        } else {
            Complex64::new((4.0 * p[m - 2].re - p[m - 3].re) / 3.0, 0.0)
        };
        m - 2
    };
    full.extend((1..=last).rev().map(|k| p[k].conj()));
    Some(full)
}

/// exp(-2 i pi k / n).
fn twiddle(k: usize, n: usize) -> Complex64 {
    let k = k % n;
    // Eighths of a turn exactly, the rest from an angle below one turn.
    let angle = -2.0 * std::f64::consts::PI * (k as f64 / n as f64);
    match 8 * k {
        0 => Complex64::new(1.0, 0.0),
        e if e == 2 * n => Complex64::new(0.0, -1.0),
        e if e == 4 * n => Complex64::new(-1.0, 0.0),
        e if e == 6 * n => Complex64::new(0.0, 1.0),
        _ => Complex64::new(libm::cos(angle), libm::sin(angle)),
    }
}

fn radix_two(values: &mut [Complex64]) {
    let n = values.len();
    let shift = usize::BITS - n.ilog2();
    for i in 0..n {
        let j = i.reverse_bits() >> shift;
        if i < j {
            values.swap(i, j);
        }
    }
    let factors: Vec<Complex64> = (0..n / 2).map(|k| twiddle(k, n)).collect();
    let mut half = 1;
    while half < n {
        let stride = n / (2 * half);
        for start in (0..n).step_by(2 * half) {
            for k in 0..half {
                let odd = values[start + half + k] * factors[k * stride];
                let even = values[start + k];
                values[start + k] = even + odd;
                values[start + half + k] = even - odd;
            }
        }
        half *= 2;
    }
}

fn bluestein(values: &[Complex64]) -> Vec<Complex64> {
    let n = values.len();
    // exp(-i pi k^2 / n), the square reduced modulo 2n.
    let chirp: Vec<Complex64> = (0..n).map(|k| twiddle((k * k) % (2 * n), 2 * n)).collect();
    let length = (2 * n - 1).next_power_of_two();
    let mut signal = vec![Complex64::ZERO; length];
    let mut filter = vec![Complex64::ZERO; length];
    for k in 0..n {
        signal[k] = values[k] * chirp[k];
        filter[k] = chirp[k].conj();
        filter[(length - k) % length] = chirp[k].conj();
    }
    radix_two(&mut signal);
    radix_two(&mut filter);
    let product: Vec<Complex64> = signal.iter().zip(&filter).map(|(a, b)| a * b).collect();
    let convolution = inverse(&product);
    (0..n).map(|k| convolution[k] * chirp[k]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn slow(values: &[Complex64]) -> Vec<Complex64> {
        let n = values.len();
        (0..n).map(|k| (0..n).fold(Complex64::ZERO, |s, j| s + values[j] * twiddle(j * k, n))).collect()
    }

    fn norm(values: &[Complex64]) -> f64 {
        values.iter().map(Complex64::norm_sqr).sum::<f64>().sqrt()
    }

    fn distance(a: &[Complex64], b: &[Complex64]) -> f64 {
        a.iter().zip(b).map(|(a, b)| (a - b).norm_sqr()).sum::<f64>().sqrt()
    }

    fn chirp(n: usize) -> Vec<Complex64> {
        let at = |k: usize| k as f64 / n as f64;
        (0..n).map(|k| Complex64::new(libm::sin(60.0 * at(k) * at(k)) + 0.3, 0.0)).collect()
    }

    #[test]
    fn a_chirp_and_back() {
        for n in [1, 2, 3, 64, 601, 1024, 1000, 4093] {
            let values = chirp(n);
            let spectrum = transform(&values);
            assert!(distance(&inverse(&spectrum), &values) <= 1e-12 * norm(&values), "{n}");
            // Parseval.
            let (time, frequency) = (norm(&values), norm(&spectrum) / (n as f64).sqrt());
            assert!((time - frequency).abs() <= 1e-13 * time, "{n}");
        }
    }

    #[test]
    fn one_sided_parts_make_real_signals() {
        for n in [16usize, 30] {
            let values = chirp(n);
            let spectrum = transform(&values);
            // With n/2 + 1 values, an odd number for 16 and an even one for 30.
            let full = two_sided(&spectrum[..n / 2 + 1]).unwrap();
            assert_eq!(full.len(), if n == 16 { 16 } else { 32 });
            let back = inverse(&full);
            assert!(back.iter().all(|z| z.im.abs() < 1e-13));
            if n == 16 {
                assert!(distance(&back, &values) < 1e-13);
            }
        }
        assert_eq!(two_sided(&[Complex64::ZERO]), None);
    }

    #[test]
    fn lengths() {
        let lengths = |n| [Length::ZeroPadded, Length::Truncated, Length::Whole].map(|l| l.of(n));
        assert_eq!(lengths(601), [1024, 512, 601]);
        assert_eq!(lengths(512), [512, 512, 512]);
        assert_eq!(lengths(1), [1, 1, 1]);
    }

    proptest! {
        /// For all signals of any length, the fast transform equals the sum that defines it.
        #[test]
        fn fast_equals_slow(parts in proptest::collection::vec((-1.0f64..1.0, -1.0f64..1.0), 1..80)) {
            let values: Vec<Complex64> = parts.into_iter().map(|(re, im)| Complex64::new(re, im)).collect();
            let expected = slow(&values);
            prop_assert!(distance(&transform(&values), &expected) <= 1e-13 * (1.0 + norm(&expected)));
        }
    }
}
