//! Products of the rows of a patch: coefficients from amplitudes, modal forces from moments.

use crate::lanes::Lanes;

/// Force of the moments, A^T moments, added to that of `others` if there are.
#[inline(always)]
pub(super) fn spread<L: Lanes<4>, const N: usize>(
    lanes: L,
    force: &mut [f64],
    rows: &[f64],
    moments: &[f64; 6],
    others: bool,
) {
    let rows: [&[[f64; 4]]; N] = rows_of(rows, force.len());
    let moments: [L::Parts; N] = splats(lanes, moments);
    for (k, force) in force.as_chunks_mut().0.iter_mut().enumerate() {
        let mut sum = if others { lanes.load(force) } else { lanes.splat(0.0) };
        for j in 0..N {
            sum = lanes.add(sum, lanes.multiply(lanes.load(&rows[j][k]), moments[j]));
        }
        lanes.store(sum, force);
    }
}

/// Products of `N` rows with the amplitudes `u`.
#[inline(always)]
pub(super) fn products<L: Lanes<4>, const N: usize>(lanes: L, rows: &[f64], u: &[f64]) -> [f64; N] {
    let rows: [&[[f64; 4]]; N] = rows_of(rows, u.len());
    let mut sums = [lanes.splat(0.0); N];
    for (k, u) in u.as_chunks().0.iter().enumerate() {
        let u = lanes.load(u);
        for j in 0..N {
            sums[j] = lanes.add(sums[j], lanes.multiply(lanes.load(&rows[j][k]), u));
        }
    }
    let mut totals = [0.0; N];
    for j in 0..N {
        totals[j] = lanes.total(sums[j]);
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
pub(super) fn splats<L: Lanes<4>, const N: usize>(lanes: L, values: &[f64]) -> [L::Parts; N] {
    let mut parts = [lanes.splat(0.0); N];
    for j in 0..N {
        parts[j] = lanes.splat(values[j]);
    }
    parts
}
