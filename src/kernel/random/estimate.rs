//! Spectral densities estimated from signals: the mean over windows of the products of their transforms (Welch 1967, without
//! window function).

use num_complex::Complex64;

use super::spectra::Spectra;
use crate::signal::fourier::transform;

/// Windows of a record.
#[derive(Clone, Copy, Debug)]
pub struct Windows {
    /// Instant of the first sample of the first window (s).
    pub first: f64,
    /// Length of a window (s).
    pub length: f64,
    /// From a window to the next (s).
    pub shift: f64,
    pub count: usize,
    /// Samples of a window.
    pub points: usize,
}

impl Windows {
    /// Instant of a sample.
    pub fn instant(&self, window: usize, sample: usize) -> f64 {
        self.first + window as f64 * self.shift + sample as f64 * (self.length / self.points as f64)
    }
}

/// The densities of signals, `value(signal, t)`, at `k/length`, `k < points/2`: `S_ab = mean of X_a conj(X_b)/length`.
pub fn estimate<E>(
    windows: Windows,
    signals: usize,
    value: impl Fn(usize, f64) -> Result<f64, E>,
) -> Result<Spectra, E> {
    let kept = windows.points / 2;
    let step = windows.length / windows.points as f64;
    let frequencies = (0..kept).map(|k| k as f64 / windows.length).collect();
    let mut spectra = Spectra::zeros(signals, frequencies);
    let scale = step * step / windows.length / windows.count as f64;
    for window in 0..windows.count {
        let mut transforms = Vec::with_capacity(signals);
        for signal in 0..signals {
            let sample = |k| value(signal, windows.instant(window, k)).map(|x| Complex64::new(x, 0.0));
            transforms.push(transform(&(0..windows.points).map(sample).collect::<Result<Vec<_>, E>>()?));
        }
        for ((i, j), term) in Spectra::pairs(signals).zip(&mut spectra.terms) {
            let products = transforms[i].iter().zip(&transforms[j]).take(kept);
            term.iter_mut().zip(products).for_each(|(sum, (a, b))| *sum += a * b.conj() * scale);
        }
    }
    Ok(spectra)
}
