//! Eigenvalues of real matrices that end: of general ones by Francis's double steps, of symmetric ones by those of the library.
//!
//! A general matrix is scaled and balanced by powers of 2 (E. Osborne; B. Parlett and C. Reinsch, Numer. Math. 13 (1969) 293), brought
//! to Hessenberg form by reflections, and reduced by the implicit double shift (J. Francis, Computer J. 4 (1961); the variant of
//! EISPACK: B. Smith et al., 1976). Subdiagonal terms vanish beside their neighbours on the diagonal; every tenth step that ends
//! nothing takes an exceptional shift; 30 steps an eigenvalue are made, 300 at least.

use nalgebra::{ComplexField, DMatrix, DVector, Dyn, SymmetricEigen};
use num_complex::Complex64;

use super::complex_eigen::QrFault;

/// Eigenvalues of a square matrix; those that are not real come in pairs, positive imaginary part first. Fails where a term is not
/// finite, or where the steps are spent.
pub fn real_eigenvalues(mut a: DMatrix<f64>) -> Result<Vec<Complex64>, QrFault> {
    let n = a.nrows();
    if !a.iter().all(|x| x.is_finite()) {
        return Err(QrFault { size: n });
    }
    let largest = a.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
    if largest == 0.0 {
        return Ok(vec![Complex64::default(); n]);
    }
    // In two steps: the inverse of the smallest numbers is infinite.
    let exponent = libm::ilogb(largest);
    let half = exponent / 2;
    let scaled = |x: f64, by: i32| libm::scalbn(libm::scalbn(x, by / 2), by - by / 2);
    a.iter_mut().for_each(|x| *x = scaled(*x, -exponent));
    balance(&mut a);
    to_hessenberg(&mut a);
    let mut values = francis(&mut a)?;
    let back = |x: f64| libm::scalbn(libm::scalbn(x, half), exponent - half);
    values.iter_mut().for_each(|z| *z = Complex64::new(back(z.re), back(z.im)));
    Ok(values)
}

/// Eigenvalues and eigenvectors of a symmetric (Hermitian) matrix: those of the library, whose iteration has no bound of its own. NaN
/// where it does not end, as on terms that are not finite.
pub fn symmetric_eigen<T: ComplexField<RealField = f64>>(matrix: DMatrix<T>) -> SymmetricEigen<T, Dyn> {
    let n = matrix.nrows();
    let most = 100 * (n + 1);
    for tolerance in [f64::EPSILON, 16.0 * f64::EPSILON, 1e-12] {
        if let Some(eigen) = SymmetricEigen::try_new(matrix.clone(), tolerance, most) {
            return eigen;
        }
    }
    SymmetricEigen {
        eigenvectors: DMatrix::from_element(n, n, T::from_real(f64::NAN)),
        eigenvalues: DVector::from_element(n, f64::NAN),
    }
}

/// Scales rows and columns by powers of 2 until they are of one size.
fn balance(a: &mut DMatrix<f64>) {
    let n = a.nrows();
    // Each pass brings rows and columns nearer; a few are enough.
    for _ in 0..100 {
        let mut done = true;
        for i in 0..n {
            let others = || (0..n).filter(|j| *j != i);
            let column: f64 = others().map(|j| a[(j, i)].abs()).sum();
            let row: f64 = others().map(|j| a[(i, j)].abs()).sum();
            if column == 0.0 || row == 0.0 {
                continue;
            }
            let power = libm::floor(0.5 * (libm::log2(row) - libm::log2(column)) + 0.5).clamp(-500.0, 500.0) as i32;
            let factor = libm::scalbn(1.0, power);
            if power == 0 || column * factor + row / factor >= 0.95 * (column + row) {
                continue;
            }
            done = false;
            for j in 0..n {
                a[(i, j)] /= factor;
                a[(j, i)] *= factor;
            }
        }
        if done {
            return;
        }
    }
}

fn to_hessenberg(a: &mut DMatrix<f64>) {
    let n = a.nrows();
    for k in 0..n.saturating_sub(2) {
        let mut v: Vec<f64> = (k + 1..n).map(|i| a[(i, k)]).collect();
        if v[1..].iter().all(|x| *x == 0.0) {
            continue;
        }
        let size = v.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
        v.iter_mut().for_each(|x| *x /= size);
        let length = v.iter().map(|x| x * x).sum::<f64>().sqrt();
        v[0] += length.copysign(v[0]);
        let square: f64 = v.iter().map(|x| x * x).sum();
        for j in k..n {
            let sum: f64 = v.iter().enumerate().map(|(i, v)| v * a[(k + 1 + i, j)]).sum();
            v.iter().enumerate().for_each(|(i, v)| a[(k + 1 + i, j)] -= 2.0 * sum / square * v);
        }
        for i in 0..n {
            let sum: f64 = v.iter().enumerate().map(|(j, v)| v * a[(i, k + 1 + j)]).sum();
            v.iter().enumerate().for_each(|(j, v)| a[(i, k + 1 + j)] -= 2.0 * sum / square * v);
        }
        (k + 2..n).for_each(|i| a[(i, k)] = 0.0);
    }
}

fn francis(h: &mut DMatrix<f64>) -> Result<Vec<Complex64>, QrFault> {
    let n = h.nrows();
    let norm: f64 = (0..n).flat_map(|i| (i.saturating_sub(1)..n).map(move |j| (i, j))).map(|at| h[at].abs()).sum();
    let mut values = vec![Complex64::default(); n];
    let (mut left, mut shifts, mut since) = (30 * n.max(10), 0.0, 0);
    // The block that is left is that of the rows before `end`.
    let mut end = n;
    while end > 0 {
        let last = end - 1;
        let start = block_start(h, last, norm);
        let x = h[(last, last)];
        if start == last {
            values[last] = Complex64::new(x + shifts, 0.0);
            (end, since) = (last, 0);
            continue;
        }
        let (y, w) = (h[(last - 1, last - 1)], h[(last, last - 1)] * h[(last - 1, last)]);
        if start + 1 == last {
            (values[last - 1], values[last]) = pair(x, y, w, shifts);
            (end, since) = (last - 1, 0);
            continue;
        }
        if left == 0 {
            return Err(QrFault { size: n });
        }
        left -= 1;
        since += 1;
        let mut shift = [x, y, w];
        if since % 10 == 0 {
            // An exceptional shift breaks a cycle.
            shifts += x;
            (0..end).for_each(|i| h[(i, i)] -= x);
            let s = h[(last, last - 1)].abs() + h[(last - 1, last - 2)].abs();
            shift = [0.75 * s, 0.75 * s, -0.4375 * s * s];
        }
        double_step(h, start, last, shift);
    }
    Ok(values)
}

/// Row where the last block that does not split begins; the negligible term before it becomes zero.
fn block_start(h: &mut DMatrix<f64>, last: usize, norm: f64) -> usize {
    for l in (1..=last).rev() {
        let beside = h[(l - 1, l - 1)].abs() + h[(l, l)].abs();
        let scale = if beside == 0.0 { norm } else { beside };
        if h[(l, l - 1)].abs() <= f64::EPSILON * scale {
            h[(l, l - 1)] = 0.0;
            return l;
        }
    }
    0
}

/// Both eigenvalues of a block of two rows: `y`, `x` on its diagonal, `w` the product of the two others.
fn pair(x: f64, y: f64, w: f64, shifts: f64) -> (Complex64, Complex64) {
    let p = 0.5 * (y - x);
    let q = p * p + w;
    let z = q.abs().sqrt();
    if q < 0.0 {
        let re = x + p + shifts;
        return (Complex64::new(re, z), Complex64::new(re, -z));
    }
    let far = p + z.copysign(p);
    let second = if far == 0.0 { x } else { x - w / far };
    (Complex64::new(x + far + shifts, 0.0), Complex64::new(second + shifts, 0.0))
}

/// One implicit double step on the rows from `start` to `last`.
fn double_step(h: &mut DMatrix<f64>, start: usize, last: usize, [x, y, w]: [f64; 3]) {
    // The step may begin where two terms in a row are small.
    let mut m = last - 2;
    let (mut p, mut q, mut r);
    loop {
        let z = h[(m, m)];
        let (a, b) = (x - z, y - z);
        p = (a * b - w) / h[(m + 1, m)] + h[(m, m + 1)];
        q = h[(m + 1, m + 1)] - z - a - b;
        r = h[(m + 2, m + 1)];
        let size = p.abs() + q.abs() + r.abs();
        if size > 0.0 && size.is_finite() {
            (p, q, r) = (p / size, q / size, r / size);
        }
        if m == start {
            break;
        }
        let before = h[(m, m - 1)].abs() * (q.abs() + r.abs());
        let around = p.abs() * (h[(m - 1, m - 1)].abs() + z.abs() + h[(m + 1, m + 1)].abs());
        if before <= f64::EPSILON * around {
            break;
        }
        m -= 1;
    }
    for i in m + 2..=last {
        h[(i, i - 2)] = 0.0;
        if i > m + 2 {
            h[(i, i - 3)] = 0.0;
        }
    }
    for k in m..last {
        let three = k + 1 < last;
        let mut size = 1.0;
        if k > m {
            (p, q, r) = (h[(k, k - 1)], h[(k + 1, k - 1)], if three { h[(k + 2, k - 1)] } else { 0.0 });
            size = p.abs() + q.abs() + r.abs();
            if size != 0.0 {
                (p, q, r) = (p / size, q / size, r / size);
            }
        }
        let s = (p * p + q * q + r * r).sqrt().copysign(p);
        if !(s != 0.0) {
            continue;
        }
        if k > m {
            h[(k, k - 1)] = -s * size;
        } else if start != m {
            h[(k, k - 1)] = -h[(k, k - 1)];
        }
        p += s;
        let (a, b, c) = (p / s, q / s, r / s);
        (q, r) = (q / p, r / p);
        for j in k..=last {
            let mut sum = h[(k, j)] + q * h[(k + 1, j)];
            if three {
                sum += r * h[(k + 2, j)];
                h[(k + 2, j)] -= sum * c;
            }
            h[(k + 1, j)] -= sum * b;
            h[(k, j)] -= sum * a;
        }
        for i in start..=last.min(k + 3) {
            let mut sum = a * h[(i, k)] + b * h[(i, k + 1)];
            if three {
                sum += c * h[(i, k + 2)];
                h[(i, k + 2)] -= sum * r;
            }
            h[(i, k + 1)] -= sum * q;
            h[(i, k)] -= sum;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Largest distance of a coefficient of the characteristic polynomial from that of the values, through traces of powers.
    fn trace_errors(a: &DMatrix<f64>, values: &[Complex64]) -> f64 {
        let (mut power, mut worst) = (a.clone(), 0.0_f64);
        for k in 1..=3 {
            let sum: Complex64 = values.iter().map(|z| z.powu(k)).sum();
            let size: f64 = values.iter().map(|z| z.norm().powi(k as i32)).sum::<f64>() + power.norm();
            worst = worst.max((sum - power.trace()).norm() / size.max(f64::MIN_POSITIVE));
            power = &power * a;
        }
        worst
    }

    #[test]
    fn values_have_the_traces_of_the_powers() {
        for n in [1, 2, 3, 5, 6, 17, 60] {
            for seed in 0..40 {
                let term = |i: usize, j: usize| libm::sin((7 * i + 13 * j + 31 * seed + i * j * seed) as f64 * 0.7);
                let a = DMatrix::from_fn(n, n, term);
                let values = real_eigenvalues(a.clone()).unwrap();
                assert!(trace_errors(&a, &values) < 1e-12, "{n} {seed}");
            }
        }
    }

    #[test]
    fn known_values_at_any_scale() {
        // Eigenvalues 1, 2, 3 +- 4i, in a basis that is far from orthogonal.
        let core = DMatrix::from_row_slice(4, 4, &[1., 0., 0., 0., 0., 2., 0., 0., 0., 0., 3., -4., 0., 0., 4., 3.]);
        let basis = DMatrix::from_fn(4, 4, |i, j| 1.0 / (i + 2 * j + 1) as f64 + f64::from(u8::from(i == j)));
        let a = &basis * core * basis.clone().try_inverse().unwrap();
        for scale in [1.0, 0.7e300, 1.3e-300] {
            let mut values = real_eigenvalues(&a * scale).unwrap();
            values.sort_by(|x, y| x.re.total_cmp(&y.re).then(y.im.total_cmp(&x.im)));
            for (z, (re, im)) in values.iter().zip([(1.0, 0.0), (2.0, 0.0), (3.0, 4.0), (3.0, -4.0)]) {
                assert!((z.re / scale - re).abs() < 1e-11 && (z.im / scale - im).abs() < 1e-11, "{scale} {z}");
            }
        }
    }

    #[test]
    fn degenerate_matrices_end() {
        let n = 8;
        let cycle = DMatrix::from_fn(n, n, |i, j| f64::from(u8::from((i + 1) % n == j)));
        assert!(real_eigenvalues(cycle).unwrap().iter().all(|z| (z.powu(8) - 1.0).norm() < 1e-12));
        let nilpotent = DMatrix::from_fn(n, n, |i, j| f64::from(u8::from(i + 1 == j)));
        assert!(real_eigenvalues(nilpotent).unwrap().iter().all(|z| z.norm() == 0.0));
        assert!(real_eigenvalues(DMatrix::from_element(n, n, 1.0)).is_ok());
        assert!(real_eigenvalues(DMatrix::from_element(2, 2, f64::INFINITY)).is_err());
        let symmetric = symmetric_eigen(DMatrix::from_element(3, 3, f64::NAN));
        assert!(symmetric.eigenvalues.iter().all(|x| x.is_nan()));
    }
}
