//! Fourier transforms between the states of a transient and those of a harmonic response.

use num_complex::Complex64;

use crate::signal::fourier::{inverse, transform};

/// Signals of some coordinates: `values[k * size + i]` is coordinate i of state k.
#[derive(Clone, Debug)]
pub struct Signals {
    pub size: usize,
    pub values: Vec<Complex64>,
}

/// Points of the direct transform of `n` states, and of one half of the inverse one: `n` cut down to a power of two, or extended by zeros to one times `2^power`.
pub fn length(n: usize, truncated: bool, power: u32) -> usize {
    let next = n.max(2).next_power_of_two();
    match truncated {
        true if next != n => next / 2,
        true => next,
        false => next << power,
    }
}

impl Signals {
    fn states(&self) -> usize {
        self.values.len().checked_div(self.size).unwrap_or(0)
    }

    fn coordinate(&self, i: usize, points: usize) -> Vec<Complex64> {
        let states = self.states();
        (0..points).map(|k| if k < states { self.values[k * self.size + i] } else { Complex64::ZERO }).collect()
    }

    fn from_coordinates(size: usize, columns: &[Vec<Complex64>]) -> Signals {
        let states = columns.first().map_or(0, Vec::len);
        let values = (0..states).flat_map(|k| columns.iter().map(move |column| column[k])).collect();
        Signals { size, values }
    }
}

/// `X_k = sum_j x_j exp(-2 i pi j k/N)`, without scaling, for the first `kept` ranks.
pub fn forward(signals: &Signals, points: usize, kept: usize) -> Signals {
    let column = |i| {
        let mut values = transform(&signals.coordinate(i, points));
        values.truncate(kept);
        values
    };
    Signals::from_coordinates(signals.size, &(0..signals.size).map(column).collect::<Vec<_>>())
}

/// Signals of `2 points` instants from one half of their spectrum: `Y_k = H_k`, its conjugate at `2 N - k`, `Y_N = 0`, and the term
/// after it replaced by `-Re Y_{N-1}/3`, as in the reference.
pub fn to_time(spectrum: &Signals, points: usize) -> Signals {
    let column = |i| {
        let half = spectrum.coordinate(i, points);
        let mut whole = half.clone();
        whole.push(Complex64::ZERO);
        whole.extend(half[1..].iter().rev().map(Complex64::conj));
        whole[points + 1] = Complex64::new(-half[points - 1].re / 3.0, 0.0);
        inverse(&whole).into_iter().map(|z| Complex64::new(z.re, 0.0)).collect()
    };
    Signals::from_coordinates(spectrum.size, &(0..spectrum.size).map(column).collect::<Vec<_>>())
}
