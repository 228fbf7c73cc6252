//! Modes far above the others, while contacts stay what they are.
//!
//! Between two events the motion obeys `y' = S y + g(t)`, `y = (q, v)`: with stops that press and friction that follows them, and
//! with closed and sticking points held. Where eigenvalues of `S` lie far above all others, their invariant subspaces on the right
//! and on the left are found by powers of `S` and of its transpose, whose part of the other eigenvalues falls by the gap each
//! time. Every step combines columns alone, so that each row keeps its digits, be it 1e18 times smaller than another (a mode that
//! a stiff contact or a point at rest barely mixes). Within the subspaces the small matrix `L S R` has the eigenvalues.

use nalgebra::DMatrix;
use num_complex::Complex64;

use super::swings::{FastMode, Part, Separation};
use super::variation::Variation;
use super::workspace::{Normal, Tangential};
use crate::linalg::{complex_eigen, modulus, real_eigenvalues};
use crate::transient::dynamics::Dynamics;

/// Least ratio of the slowest fast rate to the fastest of the others.
const GAP: f64 = 100.0;
/// Powers of the matrix: the part of the others falls to `GAP^-POWERS`, wherever it starts.
const POWERS: usize = 24;
/// Largest residual of an eigenvector, and largest product of the lengths of left and right ones, whose scalar product is 1.
const RESIDUAL: f64 = 1e-11;
const CONDITION: f64 = 1e4;

impl Separation {
    /// Modes of the contacts taken up by `variation`; none where rates have no gap, or no mode lies far above `least` (rad/s).
    pub fn new(variation: &mut Variation, dynamics: &mut Dynamics, least: f64) -> Option<Separation> {
        let n = dynamics.system.size();
        let mut matrix = rates_of_change(variation, dynamics, n);
        let mut rates: Vec<f64> = real_eigenvalues(matrix.clone()).ok()?.into_iter().map(modulus).collect();
        rates.sort_by(|a, b| b.total_cmp(a));
        let below = |count: usize| rates.get(count).copied().unwrap_or(0.0);
        let gap = |count: &usize| rates[count - 1] / below(*count).max(least);
        let count = (1..=2 * n).max_by(|a, b| gap(a).total_cmp(&gap(b)))?;
        if !(gap(&count) >= GAP && rates[0].is_finite()) {
            return None;
        }
        let (fast, slow) = (rates[count - 1], below(count));
        // Coordinates and velocities of fast modes of one size.
        let pace = (rates[0] * fast).sqrt();
        let scale = |j: usize| dynamics.system.mass[j % n].abs().sqrt() * if j < n { pace } else { 1.0 };
        let scales: Vec<f64> = (0..2 * n).map(scale).collect();
        for i in 0..2 * n {
            for j in 0..2 * n {
                matrix[(i, j)] *= scales[i] / scales[j];
            }
        }
        let mut modes = fast_modes(&matrix, count)?;
        for mode in &mut modes {
            mode.right.iter_mut().zip(&scales).for_each(|(x, scale)| *x /= scale);
            mode.left.iter_mut().zip(&scales).for_each(|(x, scale)| *x *= scale);
            mode.parts = parts(variation, dynamics, &mode.right);
        }
        Some(Separation { modes, fast, slow })
    }
}

/// The matrix `S`, column after column.
fn rates_of_change(variation: &mut Variation, dynamics: &mut Dynamics, n: usize) -> DMatrix<f64> {
    let mut matrix = DMatrix::zeros(2 * n, 2 * n);
    let mut column = vec![0.0; 2 * n];
    for j in 0..2 * n {
        column.fill(0.0);
        column[j] = 1.0;
        variation.expand(dynamics, &column);
        for i in 0..n {
            matrix[(i, j)] = column[n + i];
            matrix[(n + i, j)] = variation.stepper.v[n + i];
        }
    }
    matrix
}

/// Eigenvalues and eigenvectors of the `count` largest rates.
fn fast_modes(matrix: &DMatrix<f64>, count: usize) -> Option<Vec<FastMode>> {
    let right = dominant(matrix, count)?;
    let transposed = matrix.transpose();
    let left = dominant(&transposed, count)?;
    let moved = product(matrix, &right);
    let inverse = between(&left, &right).try_inverse()?;
    let small = product(&inverse, &between(&left, &moved));
    let (rates, shapes) = complex_eigen(small.map(|x| Complex64::new(x, 0.0))).ok()?;
    let duals = shapes.clone().try_inverse()?;
    let size = matrix.nrows();
    let mut modes = Vec::with_capacity(count);
    for (k, rate) in rates.into_iter().enumerate() {
        let own = |i: usize| (0..count).map(|j| shapes[(j, k)] * right[(i, j)]).sum();
        let dual = |i: usize| {
            let row = |j: usize| (0..count).map(|l| inverse[(j, l)] * left[(i, l)]).sum::<f64>();
            (0..count).map(|j| duals[(k, j)] * row(j)).sum()
        };
        let mode = FastMode {
            rate,
            right: (0..size).map(own).collect(),
            left: (0..size).map(dual).collect(),
            parts: Vec::new(),
        };
        let sound =
            residual(matrix, rate, &mode.right) <= RESIDUAL && residual(&transposed, rate, &mode.left) <= RESIDUAL;
        if !(sound && length(&mode.right) * length(&mode.left) <= CONDITION) {
            return None;
        }
        modes.push(mode);
    }
    Some(modes)
}

/// Columns that span the invariant subspace of the `count` largest rates.
fn dominant(matrix: &DMatrix<f64>, count: usize) -> Option<DMatrix<f64>> {
    // Columns without any symmetry.
    let mut columns =
        DMatrix::from_fn(matrix.nrows(), count, |i, j| libm::sin((7 * i + 1) as f64 * (j + 2) as f64 + 0.3));
    for _ in 0..POWERS {
        columns = product(matrix, &columns);
        for j in 0..count {
            // Twice, as the first columns may be nearly the same.
            for k in (0..j).chain(0..j) {
                let part: f64 = (0..columns.nrows()).map(|i| columns[(i, j)] * columns[(i, k)]).sum();
                (0..columns.nrows()).for_each(|i| columns[(i, j)] -= part * columns[(i, k)]);
            }
            let size = (0..columns.nrows()).map(|i| columns[(i, j)] * columns[(i, j)]).sum::<f64>().sqrt();
            if !(size > 0.0 && size.is_finite()) {
                return None;
            }
            (0..columns.nrows()).for_each(|i| columns[(i, j)] /= size);
        }
    }
    Some(columns)
}

/// `A B`
fn product(a: &DMatrix<f64>, b: &DMatrix<f64>) -> DMatrix<f64> {
    DMatrix::from_fn(a.nrows(), b.ncols(), |i, j| (0..a.ncols()).map(|k| a[(i, k)] * b[(k, j)]).sum())
}

/// `A^T B`
fn between(a: &DMatrix<f64>, b: &DMatrix<f64>) -> DMatrix<f64> {
    DMatrix::from_fn(a.ncols(), b.ncols(), |i, j| (0..a.nrows()).map(|k| a[(k, i)] * b[(k, j)]).sum())
}

/// Length of `A x - rate x` over that of `rate x`.
fn residual(matrix: &DMatrix<f64>, rate: Complex64, x: &[Complex64]) -> f64 {
    let row = |i: usize| x.iter().enumerate().map(|(j, x)| x * matrix[(i, j)]).sum::<Complex64>() - rate * x[i];
    let rest: Vec<Complex64> = (0..x.len()).map(row).collect();
    length(&rest) / (modulus(rate) * length(x))
}

fn length(x: &[Complex64]) -> f64 {
    x.iter().map(Complex64::norm_sqr).sum::<f64>().sqrt()
}

/// Parts of one mode in what is looked at of each contact.
fn parts(variation: &mut Variation, dynamics: &mut Dynamics, right: &[Complex64]) -> Vec<Part> {
    let mut parts = vec![Part::default(); variation.stepper.tracks.len()];
    for (component, unit) in [(0, Complex64::new(1.0, 0.0)), (1, Complex64::new(0.0, 1.0))] {
        let column: Vec<f64> = right.iter().map(|x| if component == 0 { x.re } else { x.im }).collect();
        variation.expand(dynamics, &column);
        let stepper = &variation.stepper;
        for ((part, track), point) in parts.iter_mut().zip(&stepper.tracks).zip(&stepper.contacts.points) {
            if point.moves && track.normal != Normal::Closed {
                part.u += unit * track.u[0];
            }
            if !track.touches() {
                continue;
            }
            part.force += unit * track.force[0];
            if track.tangential == Tangential::Free {
                continue;
            }
            for k in (0..2).filter(|&k| point.along[k]) {
                part.friction[k] += unit * track.friction[k][0];
                if track.tangential != Tangential::Stick {
                    part.slip[k] += unit * track.slip[k][0];
                }
            }
        }
    }
    parts
}
