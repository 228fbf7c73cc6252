//! A spectral matrix is positive at each frequency: `xᴴ S x` is the density of a combination of the signals.

use num_complex::Complex64;

use super::spectra::Spectra;

/// The first frequency where a matrix is not positive.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NotPositive {
    /// Hz
    pub frequency: f64,
    /// Rank of the row that shows it, from 0.
    pub row: usize,
    /// Rest on the diagonal of that row, in proportion to the largest term of the diagonal.
    pub share: f64,
}

/// Rounding of numbers written with few digits, in proportion to the diagonal.
const SLACK: f64 = 1e-6;

/// Looks for a pivot below zero in `S = L D Lᴴ` at each frequency.
pub fn first_not_positive(spectra: &Spectra) -> Option<NotPositive> {
    let n = spectra.size;
    let mut lower = vec![Complex64::ZERO; n * n];
    for (k, &frequency) in spectra.frequencies.iter().enumerate() {
        let largest = (0..n).fold(0.0, |top: f64, i| top.max(spectra.at(i, i, k).re.abs()));
        let mut pivots = vec![0.0; n];
        for row in 0..n {
            let own = spectra.at(row, row, k).re;
            for column in 0..row {
                let done = (0..column).fold(Complex64::ZERO, |sum, p| {
                    sum + lower[row * n + p] * lower[column * n + p].conj() * pivots[p]
                });
                let rest = spectra.at(row, column, k) - done;
                let flat = pivots[column] <= SLACK * spectra.at(column, column, k).re.abs();
                if flat && rest.norm() > SLACK.sqrt() * (own.abs() * spectra.at(column, column, k).re.abs()).sqrt() {
                    return Some(NotPositive { frequency, row, share: -rest.norm() / largest });
                }
                lower[row * n + column] = if flat { Complex64::ZERO } else { rest / pivots[column] };
            }
            let taken = (0..row).fold(0.0, |sum, p| sum + lower[row * n + p].norm_sqr() * pivots[p]);
            pivots[row] = own - taken;
            if pivots[row] < -SLACK * own.abs() || own < 0.0 {
                return Some(NotPositive { frequency, row, share: pivots[row] / largest });
            }
        }
    }
    None
}
