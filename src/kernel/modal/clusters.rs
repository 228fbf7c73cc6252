//! A fixed choice of modes inside groups of equal frequencies.
//!
//! A symmetric structure has repeated eigenvalues, and any rotation of their modes is as good a solution.
//! Here the first mode of a group takes all the participation along X, the next what is left along Y,
//! then Z; the others are chosen by their largest unknown. Truncating the set of modes inside a group is
//! then a reproducible choice.

use crate::linalg::{axpy, dot};
use crate::modal::eigenpair::Eigenpair;

/// Relative gap of frequencies below which they are equal.
const EQUAL: f64 = 1e-8;

/// Gap between rigid modes and the first elastic one.
const RIGID: f64 = 1e-6;

/// Rotates each group of `pairs` (sorted by value). `directions` are the vectors `M r`. Rigid modes form
/// one group: those whose eigenvalue is below `zero`, and below the next one by far.
pub fn rotate(pairs: &mut [Eigenpair], directions: &[Vec<f64>], zero: f64) {
    let (first, last) = rigid_modes(pairs, zero);
    let mut start = 0;
    while start < pairs.len() {
        let mut end = if start == first { last.max(start + 1) } else { start + 1 };
        while end < pairs.len() && end != first && equal(pairs[end - 1].value, pairs[end].value) {
            end += 1;
        }
        if end - start > 1 {
            rotate_group(&mut pairs[start..end], directions);
        }
        start = end;
    }
}

/// Tells whether two eigenvalues `ω²` belong to one group.
fn equal(a: f64, b: f64) -> bool {
    (b - a).abs() <= 2.0 * EQUAL * a.abs().max(b.abs())
}

/// Range of the rigid modes; empty when there is none.
fn rigid_modes(pairs: &[Eigenpair], zero: f64) -> (usize, usize) {
    let mut order: Vec<usize> = (0..pairs.len()).collect();
    order.sort_by(|&a, &b| pairs[a].value.abs().total_cmp(&pairs[b].value.abs()));
    let modulus = |k: usize| pairs[order[k]].value.abs();
    let far = |k: &usize| match *k == order.len() {
        true => modulus(*k - 1) <= 1e-5 * zero,
        false => modulus(*k - 1) <= zero && modulus(*k - 1) < RIGID * modulus(*k),
    };
    let Some(count) = (1..=order.len()).rev().find(far) else { return (pairs.len(), pairs.len()) };
    let first = order[..count].iter().copied().min().unwrap_or(0);
    let last = order[..count].iter().copied().max().map_or(0, |m| m + 1);
    if last - first == count { (first, last) } else { (pairs.len(), pairs.len()) }
}

fn rotate_group(group: &mut [Eigenpair], directions: &[Vec<f64>]) {
    let count = group.len();
    let mean = group.iter().map(|p| p.value).sum::<f64>() / count as f64;
    let mut vectors: Vec<Vec<f64>> = group.iter_mut().map(|p| std::mem::take(&mut p.vector)).collect();
    let mut first = 0;
    for direction in directions {
        let weights: Vec<f64> = vectors[first..].iter().map(|v| dot(v, direction)).collect();
        // Participations are compared with the largest that any unit-mass motion could have.
        let size = dot(direction, direction).sqrt() * largest_norm(&vectors[first..]);
        if first + 1 < count && dot(&weights, &weights).sqrt() > 1e-7 * size {
            turn_first_to(&mut vectors[first..], &weights);
            first += 1;
        }
    }
    while first + 1 < count {
        let weights = weights_at_largest_unknown(&vectors[first..]);
        turn_first_to(&mut vectors[first..], &weights);
        first += 1;
    }
    for (pair, vector) in group.iter_mut().zip(vectors) {
        pair.vector = vector;
        pair.value = mean;
    }
}

fn largest_norm(vectors: &[Vec<f64>]) -> f64 {
    vectors.iter().map(|v| dot(v, v).sqrt()).fold(0.0, f64::max)
}

/// Values of the vectors at the unknown where together they are largest (first of equals).
fn weights_at_largest_unknown(vectors: &[Vec<f64>]) -> Vec<f64> {
    let size = |i: usize| vectors.iter().map(|v| v[i] * v[i]).sum::<f64>();
    let sizes: Vec<f64> = (0..vectors[0].len()).map(size).collect();
    let top = sizes.iter().fold(0.0, |m: f64, s| m.max(*s));
    let unknown = sizes.iter().position(|&s| s >= (1.0 - 1e-9) * top).unwrap_or(0);
    vectors.iter().map(|v| v[unknown]).collect()
}

/// Householder reflection of an orthonormal set whose first vector becomes the combination `weights`.
fn turn_first_to(vectors: &mut [Vec<f64>], weights: &[f64]) {
    let norm = dot(weights, weights).sqrt();
    if norm == 0.0 {
        return;
    }
    // H = I - 2 w wᵀ / wᵀw with w = p + sign(p1) e1 sends e1 to -sign(p1) p.
    let sign = if weights[0] < 0.0 { -1.0 } else { 1.0 };
    let mut w: Vec<f64> = weights.iter().map(|p| p / norm).collect();
    w[0] += sign;
    let factor = 2.0 / dot(&w, &w);
    let mut combination = vec![0.0; vectors[0].len()];
    for (weight, vector) in w.iter().zip(vectors.iter()) {
        axpy(*weight, vector, &mut combination);
    }
    for (weight, vector) in w.iter().zip(vectors.iter_mut()) {
        axpy(-factor * weight, &combination, vector);
    }
    vectors[0].iter_mut().for_each(|x| *x *= -sign);
}
