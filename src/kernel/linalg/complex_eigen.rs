//! Eigenvalues and eigenvectors of a general complex matrix.
//!
//! Householder reduction to Hessenberg form, then the QR algorithm with Wilkinson's shift and Givens
//! rotations, then back substitution in the triangular factor (G. Golub and C. Van Loan, Matrix
//! Computations, chapter 7).

use nalgebra::{DMatrix, DVector};
use num_complex::Complex64;

/// The QR iteration did not converge, or the matrix holds a value that is not finite.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("the eigenvalues of a matrix of size {size} were not found")]
pub struct QrFault {
    pub size: usize,
}

/// Eigenvalues, and for each an eigenvector of unit length. Fails where the QR iteration does
/// not converge, or a value is not finite.
pub fn complex_eigen(mut a: DMatrix<Complex64>) -> Result<(Vec<Complex64>, DMatrix<Complex64>), QrFault> {
    let n = a.nrows();
    if !a.iter().all(|z| z.is_finite()) {
        return Err(QrFault { size: n });
    }
    let mut q = DMatrix::identity(n, n);
    to_hessenberg(&mut a, &mut q);
    to_triangle(&mut a, &mut q)?;
    let values = (0..n).map(|i| a[(i, i)]).collect();
    Ok((values, triangle_vectors(&a, &q)))
}

fn to_hessenberg(a: &mut DMatrix<Complex64>, q: &mut DMatrix<Complex64>) {
    let n = a.nrows();
    for k in 0..n.saturating_sub(2) {
        let mut v: Vec<Complex64> = (k + 1..n).map(|i| a[(i, k)]).collect();
        let length = norm(&v);
        if v[1..].iter().all(|z| z.norm_sqr() == 0.0) || length == 0.0 {
            continue;
        }
        let phase = if modulus(v[0]) == 0.0 { Complex64::new(1.0, 0.0) } else { v[0] / modulus(v[0]) };
        v[0] += phase * length;
        let square = norm(&v) * norm(&v);
        reflect_rows(a, &v, square, k + 1, k);
        reflect_columns(a, &v, square, k + 1);
        reflect_columns(q, &v, square, k + 1);
    }
}

/// `|z|`, the same on every machine.
pub fn modulus(z: Complex64) -> f64 {
    libm::hypot(z.re, z.im)
}

/// The square root of non-negative real part.
pub fn square_root(z: Complex64) -> Complex64 {
    let large = (0.5 * (modulus(z) + z.re.abs())).sqrt();
    if large == 0.0 {
        return Complex64::default();
    }
    let small = 0.5 * z.im / large;
    if z.re >= 0.0 { Complex64::new(large, small) } else { Complex64::new(small.abs(), large.copysign(z.im)) }
}

fn norm(v: &[Complex64]) -> f64 {
    v.iter().map(|z| z.norm_sqr()).sum::<f64>().sqrt()
}

/// `A ← (I - 2 v vᴴ/|v|²) A` on the rows from `row` on, columns from `first` on.
fn reflect_rows(a: &mut DMatrix<Complex64>, v: &[Complex64], square: f64, row: usize, first: usize) {
    let n = a.nrows();
    for column in a.as_mut_slice().chunks_exact_mut(n).skip(first) {
        let part = &mut column[row..];
        let sum: Complex64 = v.iter().zip(part.iter()).map(|(v, x)| v.conj() * x).sum();
        let factor = sum * (2.0 / square);
        part.iter_mut().zip(v).for_each(|(x, v)| *x -= v * factor);
    }
}

/// `A ← A (I - 2 v vᴴ/|v|²)` on the columns from `column` on.
fn reflect_columns(a: &mut DMatrix<Complex64>, v: &[Complex64], square: f64, column: usize) {
    let n = a.nrows();
    let mut product = vec![Complex64::default(); n];
    for (x, part) in v.iter().zip(a.as_slice().chunks_exact(n).skip(column)) {
        product.iter_mut().zip(part).for_each(|(p, value)| *p += value * x);
    }
    for (x, part) in v.iter().zip(a.as_mut_slice().chunks_exact_mut(n).skip(column)) {
        let factor = x.conj() * (2.0 / square);
        part.iter_mut().zip(&product).for_each(|(value, p)| *value -= p * factor);
    }
}

fn to_triangle(a: &mut DMatrix<Complex64>, q: &mut DMatrix<Complex64>) -> Result<(), QrFault> {
    let n = a.nrows();
    let fault = QrFault { size: n };
    let mut high = n;
    let mut tries = 0;
    while high > 1 {
        let low = split(a, high);
        if low + 1 == high {
            high -= 1;
            tries = 0;
            continue;
        }
        tries += 1;
        if tries > 60 {
            return Err(fault);
        }
        // Now and then an arbitrary shift breaks a cycle.
        let shift = match tries % 11 {
            10 => a[(high - 1, high - 1)] + modulus(a[(high - 1, high - 2)]),
            _ => wilkinson(a, high),
        };
        sweep(a, q, low, high, shift);
    }
    Ok(())
}

/// Start of the last block that does not split; negligible subdiagonal terms become zero.
fn split(a: &mut DMatrix<Complex64>, high: usize) -> usize {
    for i in (1..high).rev() {
        let scale = a[(i, i)].l1_norm() + a[(i - 1, i - 1)].l1_norm();
        if a[(i, i - 1)].l1_norm() <= f64::EPSILON * scale.max(f64::MIN_POSITIVE) {
            a[(i, i - 1)] = Complex64::default();
            return i;
        }
    }
    0
}

/// The eigenvalue of the last 2 × 2 block nearest to its last term.
fn wilkinson(a: &DMatrix<Complex64>, high: usize) -> Complex64 {
    let (i, j) = (high - 2, high - 1);
    let (p, q, r, s) = (a[(i, i)], a[(i, j)], a[(j, i)], a[(j, j)]);
    let half = (p - s) * 0.5;
    let root = square_root(half * half + q * r);
    let denominator = if modulus(half + root) > modulus(half - root) { half + root } else { half - root };
    if modulus(denominator) == 0.0 { s } else { s - q * r / denominator }
}

/// One QR step on rows `low..high`, by Givens rotations.
fn sweep(a: &mut DMatrix<Complex64>, q: &mut DMatrix<Complex64>, low: usize, high: usize, shift: Complex64) {
    let n = a.nrows();
    let mut rotations = Vec::with_capacity(high - low);
    (low..high).for_each(|i| a[(i, i)] -= shift);
    for i in low..high - 1 {
        let (x, y) = (a[(i, i)], a[(i + 1, i)]);
        let length = libm::hypot(modulus(x), modulus(y));
        let (c, s) =
            if length == 0.0 { (Complex64::new(1.0, 0.0), Complex64::default()) } else { (x / length, y / length) };
        for j in i..n {
            let (u, v) = (a[(i, j)], a[(i + 1, j)]);
            a[(i, j)] = c.conj() * u + s.conj() * v;
            a[(i + 1, j)] = c * v - s * u;
        }
        rotations.push((c, s));
    }
    for (k, &(c, s)) in rotations.iter().enumerate() {
        let i = low + k;
        rotate_columns(a, i, (i + 2).min(high), c, s);
        rotate_columns(q, i, n, c, s);
    }
    (low..high).for_each(|i| a[(i, i)] += shift);
}

/// Columns `i` and `i + 1`, rows `0..rows`, times the adjoint of a rotation.
fn rotate_columns(a: &mut DMatrix<Complex64>, i: usize, rows: usize, c: Complex64, s: Complex64) {
    let n = a.nrows();
    let (left, right) = a.as_mut_slice()[i * n..(i + 2) * n].split_at_mut(n);
    for (x, y) in left.iter_mut().zip(right).take(rows) {
        let (u, v) = (*x, *y);
        *x = u * c + v * s;
        *y = v * c.conj() - u * s.conj();
    }
}

/// Eigenvectors of the triangle, brought back by `q`.
fn triangle_vectors(t: &DMatrix<Complex64>, q: &DMatrix<Complex64>) -> DMatrix<Complex64> {
    let n = t.nrows();
    let small = f64::EPSILON * t.iter().fold(0.0, |m: f64, z| m.max(modulus(*z))).max(f64::MIN_POSITIVE);
    let mut vectors = DMatrix::zeros(n, n);
    for k in 0..n {
        let mut x = DVector::from_element(n, Complex64::default());
        x[k] = Complex64::new(1.0, 0.0);
        for i in (0..k).rev() {
            let sum: Complex64 = (i + 1..=k).map(|j| t[(i, j)] * x[j]).sum();
            let mut gap = t[(k, k)] - t[(i, i)];
            if modulus(gap) < small {
                gap = Complex64::new(small, 0.0);
            }
            x[i] = sum / gap;
        }
        let mut vector = vec![Complex64::default(); n];
        for (j, column) in q.as_slice().chunks_exact(n).enumerate().take(k + 1) {
            vector.iter_mut().zip(column).for_each(|(v, c)| *v += c * x[j]);
        }
        let length = norm(&vector);
        (0..n).for_each(|i| vectors[(i, k)] = vector[i] / length);
    }
    vectors
}

#[cfg(test)]
mod tests {
    use super::*;

    fn residual(a: &DMatrix<Complex64>) -> f64 {
        let n = a.nrows();
        let (values, vectors) = complex_eigen(a.clone()).unwrap();
        let mut worst = 0.0_f64;
        for k in 0..n {
            for i in 0..n {
                let sum: Complex64 = (0..n).map(|j| a[(i, j)] * vectors[(j, k)]).sum();
                worst = worst.max((sum - values[k] * vectors[(i, k)]).norm());
            }
        }
        worst
    }

    #[test]
    fn eigenpairs_of_a_full_matrix() {
        for n in [1, 2, 3, 10, 41] {
            let term =
                |i: usize, j: usize| Complex64::new(libm::sin((3 * i + 7 * j) as f64), libm::cos((i * j) as f64));
            assert!(residual(&DMatrix::from_fn(n, n, term)) < 1e-12 * n as f64, "{n}");
        }
    }

    #[test]
    fn square_roots_in_each_quadrant() {
        for (x, y) in [(3.0, 4.0), (-3.0, 4.0), (-3.0, -4.0), (5.0, 0.0), (-4.0, 0.0), (0.0, -2.0), (0.0, 0.0)] {
            let root = square_root(Complex64::new(x, y));
            assert!(root.re >= 0.0 && (root * root - Complex64::new(x, y)).l1_norm() < 1e-15);
        }
    }

    #[test]
    fn roots_of_unity_and_repeated_values() {
        // A cyclic permutation has the roots of unity, which unshifted QR would never separate.
        let n = 8;
        let cycle = DMatrix::from_fn(n, n, |i, j| Complex64::new(f64::from(u8::from((i + 1) % n == j)), 0.0));
        assert!(residual(&cycle) < 1e-13);
        let values = complex_eigen(cycle).unwrap().0;
        assert!(values.iter().all(|z| (z.powu(8) - 1.0).norm() < 1e-12));
        let block = DMatrix::from_fn(4, 4, |i, j| Complex64::new(if i == j { 2.0 } else { 0.0 }, 0.0));
        assert!(residual(&block) == 0.0);
        assert!(complex_eigen(DMatrix::from_element(2, 2, Complex64::new(f64::NAN, 0.0))).is_err());
    }
}
