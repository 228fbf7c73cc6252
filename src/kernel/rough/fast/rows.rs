//! Products of the rows of a patch: coefficients from amplitudes, modal forces from moments.

use crate::fours::Fours;

/// Force of the moments, A^T moments, added to that of `others` if there are.
#[inline(always)]
pub(super) fn spread<F: Fours, const N: usize>(
    fours: F,
    force: &mut [f64],
    rows: &[f64],
    moments: &[f64; 6],
    others: bool,
) {
    let rows: [&[[f64; 4]]; N] = rows_of(rows, force.len());
    let moments: [F::Four; N] = splats(fours, moments);
    for (k, force) in force.as_chunks_mut().0.iter_mut().enumerate() {
        let mut sum = if others { fours.load(force) } else { fours.splat(0.0) };
        for j in 0..N {
            sum = fours.add(sum, fours.mul(fours.load(&rows[j][k]), moments[j]));
        }
        fours.store(sum, force);
    }
}

/// Products of `N` rows with the amplitudes `u`.
#[inline(always)]
pub(super) fn products<F: Fours, const N: usize>(fours: F, rows: &[f64], u: &[f64]) -> [f64; N] {
    let rows: [&[[f64; 4]]; N] = rows_of(rows, u.len());
    let mut sums = [fours.splat(0.0); N];
    for (k, u) in u.as_chunks().0.iter().enumerate() {
        let u = fours.load(u);
        for j in 0..N {
            sums[j] = fours.add(sums[j], fours.mul(fours.load(&rows[j][k]), u));
        }
    }
    let mut totals = [0.0; N];
    for j in 0..N {
        totals[j] = fours.total(sums[j]);
    }
    totals
}

/// The first `N` rows of `width` numbers. A loop: closures of `array::from_fn` would stay out of line, and narrow.
#[inline(always)]
fn rows_of<const N: usize>(rows: &[f64], width: usize) -> [&[[f64; 4]]; N] {
    let mut parts: [&[[f64; 4]]; N] = [&[]; N];
    for j in 0..N {
        parts[j] = rows[j * width..(j + 1) * width].as_chunks().0;
    }
    parts
}

/// Each of the first `N` numbers four times.
#[inline(always)]
pub(super) fn splats<F: Fours, const N: usize>(fours: F, values: &[f64]) -> [F::Four; N] {
    let mut parts = [fours.splat(0.0); N];
    for j in 0..N {
        parts[j] = fours.splat(values[j]);
    }
    parts
}
