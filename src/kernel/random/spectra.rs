//! Hermitian matrices of one size at a list of frequencies.

use num_complex::Complex64;

/// Matrices of spectral densities: the terms on and above the diagonal, each over all frequencies.
#[derive(Clone, Debug, PartialEq)]
pub struct Spectra {
    pub size: usize,
    /// Hz, increasing.
    pub frequencies: Vec<f64>,
    /// Term (i, j), i <= j, has rank `j (j + 1)/2 + i`: (1,1) (1,2) (2,2) (1,3) ...
    pub terms: Vec<Vec<Complex64>>,
}

impl Spectra {
    /// Rank of the term (i, j) with `i <= j`, both from 0.
    pub fn rank(i: usize, j: usize) -> usize {
        j * (j + 1) / 2 + i
    }

    /// Pairs (i, j), `i <= j`, in the order of the terms.
    pub fn pairs(size: usize) -> impl Iterator<Item = (usize, usize)> {
        (0..size).flat_map(|j| (0..=j).map(move |i| (i, j)))
    }

    /// Matrices of zeros.
    pub fn zeros(size: usize, frequencies: Vec<f64>) -> Spectra {
        let terms = vec![vec![Complex64::ZERO; frequencies.len()]; size * (size + 1) / 2];
        Spectra { size, frequencies, terms }
    }

    /// The term (i, j) at the frequency of rank `k`, whichever of i and j is larger.
    pub fn at(&self, i: usize, j: usize, k: usize) -> Complex64 {
        if i <= j { self.terms[Spectra::rank(i, j)][k] } else { self.terms[Spectra::rank(j, i)][k].conj() }
    }

    /// The matrices at other frequencies: real and imaginary parts linear between the points, constant outside.
    pub fn at_frequencies(&self, frequencies: &[f64]) -> Spectra {
        if frequencies == self.frequencies {
            return self.clone();
        }
        let places: Vec<(usize, f64)> = frequencies.iter().map(|f| place(&self.frequencies, *f)).collect();
        let moved = |values: &Vec<Complex64>| {
            let value = |&(k, share): &(usize, f64)| match share {
                0.0 => values[k],
                _ => values[k] + (values[k + 1] - values[k]) * share,
            };
            places.iter().map(value).collect()
        };
        Spectra { size: self.size, frequencies: frequencies.to_vec(), terms: self.terms.iter().map(moved).collect() }
    }

    /// Row and column `i` times `factors[i]` (and its conjugate), at each frequency: `D S Dᴴ` with D diagonal.
    pub fn scaled(mut self, factors: &[Vec<Complex64>]) -> Spectra {
        for ((i, j), term) in Spectra::pairs(self.size).zip(&mut self.terms) {
            for ((value, a), b) in term.iter_mut().zip(&factors[i]).zip(&factors[j]) {
                let product = *value * (a * b.conj());
                *value = if i == j { Complex64::new(product.re, 0.0) } else { product };
            }
        }
        self
    }

    /// Sets the terms off the diagonal to zero.
    pub fn diagonal(mut self) -> Spectra {
        for ((i, j), term) in Spectra::pairs(self.size).zip(&mut self.terms) {
            if i != j {
                term.fill(Complex64::ZERO);
            }
        }
        self
    }
}

/// Rank of the point at or before `f`, and the share of the next one.
fn place(points: &[f64], f: f64) -> (usize, f64) {
    let after = points.partition_point(|p| *p <= f);
    match (after.checked_sub(1), points.get(after)) {
        (Some(k), Some(next)) => (k, (f - points[k]) / (next - points[k])),
        (Some(k), None) => (k, 0.0),
        (None, _) => (0, 0.0),
    }
}
