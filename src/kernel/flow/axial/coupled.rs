//! Modes of the tubes in their flow, speed by speed.

use std::f64::consts::PI;

use nalgebra::DMatrix;
use num_complex::Complex64;

use super::matrices::{AxialInput, Basis, Matrices, matrices, viscous};
use super::potential::potential;
use super::steady::steady;
use crate::linalg::complex_eigen;

/// Modes at one speed, in increasing frequency.
#[derive(Clone, Debug, PartialEq)]
pub struct AxialModes {
    /// Hz
    pub frequencies: Vec<f64>,
    /// Below zero: unstable.
    pub dampings: Vec<f64>,
    pub masses: Vec<f64>,
    /// Columns: shares of the modes without flow.
    pub shares: DMatrix<f64>,
    /// Columns: the mass matrix times the shares.
    pub moved: DMatrix<f64>,
}

/// Reasons for which there are no modes.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum AxialFault {
    #[error("the equations of the potential flow have no solution")]
    Potential,
    #[error("the mass matrix with the fluid has no inverse")]
    Mass,
    #[error("at {speed} m/s {found} modes oscillate, of {wanted}: the others have lost their stiffness")]
    Count { speed: f64, found: usize, wanted: usize },
    #[error("the eigenvalues at {speed} m/s do not converge")]
    Eigenvalues { speed: f64 },
}

/// The modes at each speed.
pub fn coupled(input: &AxialInput, basis: &Basis, speeds: &[f64]) -> Result<Vec<AxialModes>, AxialFault> {
    let flow = potential(&input.bundle).ok_or(AxialFault::Potential)?;
    let fluid = (input.density.as_slice(), input.viscosity.as_slice());
    let at =
        |speed: f64| steady(&input.bundle, &input.grids, &input.points, fluid, input.roughness, input.gravity, speed);
    let own = |r: usize| 4.0 * PI * basis.dampings[r] * basis.masses[r] * basis.frequencies[r];
    let mut damping: Vec<f64> = (0..basis.frequencies.len()).map(own).collect();
    let rest = solve(&matrices(input, basis, &flow, &at(0.0), 0.0, &damping), 0.0)?;
    for (r, c) in damping.iter_mut().enumerate() {
        *c += viscous(input, basis, &flow, r, rest.frequencies[r]);
    }
    speeds.iter().map(|&v| solve(&matrices(input, basis, &flow, &at(v), v, &damping), v)).collect()
}

/// Roots of `M z² + C z + K` with positive imaginary part.
fn solve(matrices: &Matrices, speed: f64) -> Result<AxialModes, AxialFault> {
    let Matrices { mass, damping, stiffness } = matrices;
    let n = mass.nrows();
    let inverse = mass.clone().try_inverse().ok_or(AxialFault::Mass)?;
    let (c, k) = (&inverse * damping, &inverse * stiffness);
    // Pulsations of the order of 1: the companion matrix is balanced.
    let scale = k.iter().fold(0.0, |top: f64, x| top.max(x.abs())).sqrt().max(f64::MIN_POSITIVE);
    let mut companion = DMatrix::from_element(2 * n, 2 * n, Complex64::ZERO);
    for i in 0..n {
        companion[(i, n + i)] = Complex64::new(1.0, 0.0);
        for j in 0..n {
            companion[(n + i, j)] = Complex64::new(-k[(i, j)] / (scale * scale), 0.0);
            companion[(n + i, n + j)] = Complex64::new(-c[(i, j)] / scale, 0.0);
        }
    }
    let (values, vectors) = complex_eigen(companion).map_err(|_| AxialFault::Eigenvalues { speed })?;
    let mut kept: Vec<usize> = (0..2 * n).filter(|i| values[*i].im > 1e-9 * values[*i].norm()).collect();
    if kept.len() != n {
        return Err(AxialFault::Count { speed, found: kept.len(), wanted: n });
    }
    kept.sort_by(|a, b| values[*a].norm_sqr().total_cmp(&values[*b].norm_sqr()));
    let mut shares = DMatrix::zeros(n, n);
    let mut made = (Vec::new(), Vec::new(), Vec::new());
    for (column, &i) in kept.iter().enumerate() {
        let size = libm::hypot(values[i].re, values[i].im);
        made.0.push(scale * size / (2.0 * PI));
        made.1.push(-values[i].re / size);
        let vector: Vec<Complex64> = (0..n).map(|r| vectors[(r, i)]).collect();
        shares.set_column(column, &real_shape(&vector).into());
    }
    let moved = mass * &shares;
    for column in 0..n {
        made.2.push(shares.column(column).dot(&moved.column(column)));
    }
    Ok(AxialModes { frequencies: made.0, dampings: made.1, masses: made.2, shares, moved })
}

/// A vector turned so that the squares of its imaginary parts are least, normed to 1; its real part.
fn real_shape(vector: &[Complex64]) -> Vec<f64> {
    let sum = vector.iter().fold(Complex64::ZERO, |sum, z| sum + z * z);
    let angle = -0.5 * libm::atan2(sum.im, sum.re);
    let turn = Complex64::new(libm::cos(angle), libm::sin(angle));
    let norm = vector.iter().fold(0.0, |sum, z| sum + z.norm_sqr()).sqrt();
    vector.iter().map(|z| (z * turn).re / norm).collect()
}
