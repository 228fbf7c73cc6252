//! Random signals with given spectral densities.
//!
//! At each frequency f_m = f_0 + m df, m = 0..n-1, the Hermitian matrix S of the two-sided densities is factored,
//! S = H H*, H its eigenvectors times the square roots of its eigenvalues (those that are negative or due to rounding
//! count as zero). With uniform numbers u_j the phases x_j = exp(2 i pi u_j) give V = H x, and a signal is the inverse
//! transform of the Hermitian spectrum of 2 n points made of V_k(f_m), times sqrt(2 n/dt), dt = 1/(2 n df). Its mean is
//! zero and its mean square 2 df sum_m S_kk(f_m) over m = 1..n-1, for each draw when S has one row (Shinozuka and Deodatis,
//! 1991). Each eigenvector is turned so that its largest component is real and positive: eigenvectors are free up to a
//! phase, and the draw depends on it when S has several rows and is not of rank one.

use nalgebra::DMatrix;
use num_complex::Complex64;

use crate::linalg::symmetric_eigen;

use super::fourier::inverse;
use super::random::Generator;

/// Frequencies f_0 + m df.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrequencyGrid {
    pub first: f64,
    pub step: f64,
    pub count: usize,
}

impl FrequencyGrid {
    /// Frequency of a rank from 0 (Hz).
    pub fn frequency(&self, rank: usize) -> f64 {
        self.first + rank as f64 * self.step
    }

    /// Step of the signals drawn.
    pub fn time_step(&self) -> f64 {
        1.0 / (2.0 * self.count as f64 * self.step)
    }
}

/// The factors H of the matrices of a spectrum, row by row.
pub struct Factors {
    dimension: usize,
    grid: FrequencyGrid,
    /// One matrix per frequency, row by row.
    rows: Vec<Complex64>,
}

impl Factors {
    /// `density` gives S at a frequency, row by row.
    pub fn new(dimension: usize, grid: FrequencyGrid, density: impl Fn(f64) -> Vec<Complex64>) -> Factors {
        let mut rows = Vec::with_capacity(dimension * dimension * grid.count);
        for m in 0..grid.count {
            rows.extend(factor(dimension, &density(grid.frequency(m))));
        }
        Factors { dimension, grid, rows }
    }

    /// One draw: 2 n values of each signal.
    pub fn draw(&self, generator: &mut Generator) -> Vec<Vec<f64>> {
        let (d, n) = (self.dimension, self.grid.count);
        let mut spectra = vec![vec![Complex64::ZERO; 2 * n]; d];
        for m in 0..n {
            let phases: Vec<Complex64> = (0..d).map(|_| phase(generator.uniform())).collect();
            if m == 0 {
                continue;
            }
            for (k, spectrum) in spectra.iter_mut().enumerate() {
                let row = &self.rows[(m * d + k) * d..][..d];
                let value = row.iter().zip(&phases).fold(Complex64::ZERO, |sum, (h, x)| sum + h * x);
                spectrum[m] = value;
                spectrum[2 * n - m] = value.conj();
            }
        }
        let scale = (2.0 * n as f64 / self.grid.time_step()).sqrt();
        spectra.iter().map(|spectrum| inverse(spectrum).iter().map(|z| z.re * scale).collect()).collect()
    }
}

fn phase(turn: f64) -> Complex64 {
    let angle = 2.0 * std::f64::consts::PI * turn;
    Complex64::new(libm::cos(angle), libm::sin(angle))
}

/// H with S = H H*.
fn factor(dimension: usize, density: &[Complex64]) -> Vec<Complex64> {
    if dimension == 1 {
        return vec![Complex64::new(density[0].re.max(0.0).sqrt(), 0.0)];
    }
    if density.iter().all(|z| *z == Complex64::ZERO) {
        return density.to_vec();
    }
    let eigen = symmetric_eigen(DMatrix::from_row_slice(dimension, dimension, density));
    // Largest eigenvalue first.
    let mut order: Vec<usize> = (0..dimension).collect();
    order.sort_by(|a, b| eigen.eigenvalues[*b].total_cmp(&eigen.eigenvalues[*a]));
    // The square root of a zero computed as 1e-16 would be 1e-8.
    let rounding = 8.0 * dimension as f64 * f64::EPSILON * eigen.eigenvalues[order[0]].abs();
    let mut rows = vec![Complex64::ZERO; dimension * dimension];
    for (j, rank) in order.into_iter().enumerate() {
        let column = eigen.eigenvectors.column(rank);
        let norm = |z: &Complex64| z.norm_sqr();
        let largest =
            column.iter().fold(Complex64::ZERO, |l, z| if norm(z) > norm(&l) * (1.0 + 1e-9) { *z } else { l });
        let turn = if largest == Complex64::ZERO { Complex64::ZERO } else { largest.conj() / norm(&largest).sqrt() };
        let value = eigen.eigenvalues[rank];
        let size = if value > rounding { value.sqrt() } else { 0.0 };
        column.iter().enumerate().for_each(|(i, z)| rows[i * dimension + j] = z * turn * size);
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_factor_times_its_conjugate_is_the_matrix() {
        let c = Complex64::new;
        let matrix = [
            c(2.0, 0.0),
            c(0.5, 0.3),
            c(0.0, 0.1),
            c(0.5, -0.3),
            c(1.0, 0.0),
            c(0.2, 0.0),
            c(0.0, -0.1),
            c(0.2, 0.0),
            c(3.0, 0.0),
        ];
        let h = factor(3, &matrix);
        for i in 0..3 {
            for j in 0..3 {
                let product = (0..3).fold(Complex64::ZERO, |s, k| s + h[3 * i + k] * h[3 * j + k].conj());
                assert!((product - matrix[3 * i + j]).norm() < 1e-14, "{i} {j}");
            }
        }
    }

    #[test]
    fn the_mean_square_is_the_integral_of_the_density() {
        let grid = FrequencyGrid { first: 0.0, step: 0.5, count: 64 };
        let factors = Factors::new(1, grid, |f| vec![Complex64::new(1.0 + f, 0.0)]);
        let mut generator = Generator::new(3);
        for _ in 0..3 {
            let signal = &factors.draw(&mut generator)[0];
            let square = signal.iter().map(|x| x * x).sum::<f64>() / signal.len() as f64;
            let exact: f64 = (1..64).map(|m| 2.0 * 0.5 * (1.0 + 0.5 * f64::from(m))).sum();
            assert!((square / exact - 1.0).abs() < 1e-13);
            assert!(signal.iter().sum::<f64>().abs() < 1e-11);
        }
    }
}
