//! All modes of a problem of moderate size, to high relative accuracy.
//!
//! With `K + σM = L Lᵀ` (σ = 0 unless `K` is singular) and `M = F Fᵀ` (rank-revealing), the finite modes
//! are the singular triplets of `X = L⁻¹ F`: `X v = s u` gives `λ = 1/s² - σ` and `φ = L⁻ᵀ u`. One-sided
//! Jacobi finds them with an error relative to each of them, so that low modes are right in the presence
//! of very stiff parts, and high modes in the presence of very soft ones. `λ` is then the Rayleigh
//! quotient of `φ`, in twice the precision: its error is the square of that of `φ`.

use nalgebra::DMatrix;

use crate::assembly::SparseMatrix;
use crate::linalg::{LowerTriangle, RootFactor, bilinear, dense, orthogonalise_columns, symmetrised};
use crate::modal::eigenpair::{EigenFault, Eigenpair};

/// Every finite mode, by increasing value. Fails where the mass is not positive or an unknown has neither mass nor
/// stiffness.
pub fn all_modes(stiffness: &SparseMatrix<f64>, mass: &SparseMatrix<f64>) -> Result<Vec<Eigenpair>, EigenFault> {
    let (k, m) = (symmetrised(&dense(stiffness)), symmetrised(&dense(mass)));
    let root = mass_root(&m)?;
    let lower = shifted_factor(&k, &m, smallest_ratio(stiffness, mass))?;
    let mut columns = root.columns;
    columns.iter_mut().for_each(|c| lower.solve_lower(c));
    let norms = orthogonalise_columns(&mut columns);
    let mut pairs: Vec<Eigenpair> = columns
        .into_iter()
        .zip(norms)
        .map(|(mut u, s)| {
            // u has norm s; φ = L⁻ᵀ (u/s) has φᵀMφ = s².
            u.iter_mut().for_each(|x| *x /= s * s);
            lower.solve_upper(&mut u);
            let value = rayleigh_quotient(stiffness, mass, &u);
            Eigenpair { value, rank: 0, vector: u }
        })
        .collect();
    pairs.sort_by(|a, b| a.value.total_cmp(&b.value));
    clear_of_lower_modes(stiffness, mass, &mut pairs);
    pairs.iter_mut().enumerate().for_each(|(i, p)| p.rank = i + 1);
    Ok(pairs)
}

/// Cosine (in `M`) of two modes above which the lower one is taken out of the higher one.
const ORTHOGONAL: f64 = 1e-13;

/// Makes modes sorted by increasing value orthogonal in `M` (modified Gram-Schmidt from below), and gives
/// each that changed its Rayleigh quotient again. Modes that are orthogonal to rounding keep their bits.
fn clear_of_lower_modes(stiffness: &SparseMatrix<f64>, mass: &SparseMatrix<f64>, pairs: &mut [Eigenpair]) {
    let mut inertia: Vec<Vec<f64>> = Vec::with_capacity(pairs.len());
    for i in 0..pairs.len() {
        let (lower, rest) = pairs.split_at_mut(i);
        let mode = &mut rest[0];
        let mut changed = false;
        for (low, m_low) in lower.iter().zip(&inertia) {
            let part: f64 = mode.vector.iter().zip(m_low).map(|(x, y)| x * y).sum();
            if part.abs() > ORTHOGONAL {
                mode.vector.iter_mut().zip(&low.vector).for_each(|(x, y)| *x -= part * y);
                changed = true;
            }
        }
        if changed {
            mode.value = rayleigh_quotient(stiffness, mass, &mode.vector);
        }
        let mut product = vec![0.0; mode.vector.len()];
        mass.multiply(&mode.vector, &mut product);
        inertia.push(product);
    }
}

/// `M = F Fᵀ`.
pub fn mass_root(m: &DMatrix<f64>) -> Result<RootFactor, EigenFault> {
    RootFactor::new(m).map_err(|unknown| match m[(unknown, unknown)] {
        value if value < 0.0 => EigenFault::NegativeMass { unknown, value },
        _ => EigenFault::IndefiniteMass { unknown },
    })
}

/// Factorizes `K + σM` with the smallest σ of a fixed list that makes it definite.
fn shifted_factor(k: &DMatrix<f64>, m: &DMatrix<f64>, ratio: f64) -> Result<LowerTriangle, EigenFault> {
    let mut failed = match LowerTriangle::new(k) {
        Ok(lower) => return Ok(lower),
        Err(unknown) => unknown,
    };
    let mut shift = 1e-2 * ratio;
    for _ in 0..12 {
        match LowerTriangle::new(&(k + m * shift)) {
            Ok(lower) => return Ok(lower),
            Err(unknown) => failed = unknown,
        }
        shift *= 1e3;
    }
    let column = |a: &DMatrix<f64>| a.column(failed).iter().fold(0.0, |t: f64, v| t.max(v.abs()));
    match column(k) <= 1e-12 * k.amax() && column(m) <= 1e-12 * m.amax() {
        true => Err(EigenFault::Undetermined { unknown: failed }),
        false => Err(EigenFault::IndefinitePencil { unknown: failed }),
    }
}

/// Smallest positive `k_ii / m_ii`: an upper bound of the first non-zero `ω²` up to couplings.
pub fn smallest_ratio(stiffness: &SparseMatrix<f64>, mass: &SparseMatrix<f64>) -> f64 {
    let diagonal = |a: &SparseMatrix<f64>, i: usize| a.get(i, i).unwrap_or(0.0);
    let ratios = (0..stiffness.size()).filter_map(|i| {
        let (k, m) = (diagonal(stiffness, i), diagonal(mass, i));
        (k > 0.0 && m > 0.0).then_some(k / m)
    });
    let smallest = ratios.fold(f64::INFINITY, f64::min);
    if smallest.is_finite() { smallest } else { 1.0 }
}

/// Taken with the largest component equal to 1, which makes one-mass answers exact.
fn rayleigh_quotient(k: &SparseMatrix<f64>, m: &SparseMatrix<f64>, vector: &[f64]) -> f64 {
    let top = vector.iter().fold(0.0, |t: f64, x| if x.abs() > t.abs() { *x } else { t });
    let scaled: Vec<f64> = vector.iter().map(|x| x / top).collect();
    bilinear(k, &scaled, &scaled) / bilinear(m, &scaled, &scaled)
}
