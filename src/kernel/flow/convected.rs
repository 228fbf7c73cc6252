//! Forces known by their densities between points of a structure, projected on modes:
//! `S_ij(f) = sum_g sum_h w_g w_h phi_i,c(x_g) S_cd(x_g, x_h, f) phi_j,d(x_h)`, summed over pairs of components (c, d).

use num_complex::Complex64;
use rayon::prelude::*;

use super::quadrature::gauss;
use crate::linalg::has_threads;

/// Points of a beam cell.
const POINTS: usize = 3;

/// A point of the quadrature.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LoadedPoint {
    pub position: [f64; 3],
    /// Its share of the length.
    pub weight: f64,
    /// Ranks of the two nodes of its cell, and the share of the second one in what lies linear between them.
    pub nodes: [usize; 2],
    pub share: f64,
}

/// The points of a straight cell between two nodes (ranks, and places).
pub fn points_of_cell(nodes: [usize; 2], ends: [[f64; 3]; 2]) -> Vec<LoadedPoint> {
    let [a, b] = ends;
    let length = libm::sqrt((0..3).fold(0.0, |sum, k| sum + (b[k] - a[k]) * (b[k] - a[k])));
    let mut rule = gauss(POINTS);
    rule.reverse();
    let point = |(x, weight): (f64, f64)| {
        let share = 0.5 * (1.0 + x);
        let position = std::array::from_fn(|k| a[k] + share * (b[k] - a[k]));
        LoadedPoint { position, weight: 0.5 * length * weight, nodes, share }
    };
    rule.into_iter().map(point).collect()
}

/// Shapes along the two components of a density: mode i at point g at rank `i * points + g`.
#[derive(Clone, Debug)]
pub struct PairShapes {
    pub first: Vec<f64>,
    pub second: Vec<f64>,
}

/// The matrix of the modes at each frequency, row by row; `density` is that of a term between two points.
pub fn projected_pairs<E: Send>(
    points: &[LoadedPoint],
    terms: &[PairShapes],
    modes: usize,
    frequencies: &[f64],
    density: impl Fn(usize, &[f64; 3], &[f64; 3], f64) -> Result<Complex64, E> + Sync,
) -> Result<Vec<Vec<Complex64>>, E> {
    let count = points.len();
    let at = |f: &f64| {
        let mut sums = vec![Complex64::ZERO; modes * modes];
        let mut inner = vec![Complex64::ZERO; modes];
        for (rank, term) in terms.iter().enumerate() {
            for (g, first) in points.iter().enumerate() {
                inner.fill(Complex64::ZERO);
                for (h, second) in points.iter().enumerate() {
                    let value = density(rank, &first.position, &second.position, *f)? * second.weight;
                    for (j, sum) in inner.iter_mut().enumerate() {
                        *sum += value * term.second[j * count + h];
                    }
                }
                for i in 0..modes {
                    let own = first.weight * term.first[i * count + g];
                    for (j, part) in inner.iter().enumerate() {
                        sums[i * modes + j] += part * own;
                    }
                }
            }
        }
        Ok(sums)
    };
    match has_threads() {
        true => frequencies.par_iter().map(at).collect(),
        false => frequencies.iter().map(at).collect(),
    }
}
