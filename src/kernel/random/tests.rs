//! Products against sums written out; closed forms of oscillators and of transforms.

use std::f64::consts::PI;

use num_complex::Complex64;

use super::*;

/// Reproducible numbers in ]-1, 1[.
fn numbers(count: usize, seed: u64) -> Vec<f64> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    };
    (0..count).map(|_| next()).collect()
}

/// `A Aᴴ` at some frequencies.
fn positive(size: usize, points: usize) -> Spectra {
    let mut spectra = Spectra::zeros(size, (0..points).map(|k| 0.7 * k as f64).collect());
    for k in 0..points {
        let parts = numbers(2 * size * size, k as u64 + 3);
        let a = |i: usize, j: usize| Complex64::new(parts[2 * (i * size + j)], parts[2 * (i * size + j) + 1]);
        for ((i, j), term) in Spectra::pairs(size).zip(&mut spectra.terms) {
            term[k] = (0..size).fold(Complex64::ZERO, |s, p| s + a(i, p) * a(j, p).conj());
        }
    }
    spectra
}

#[test]
fn a_congruence_is_the_product_of_three_matrices() {
    for (size, rows, points) in [(3, 5, 19), (7, 2, 8), (1, 1, 3)] {
        let spectra = positive(size, points);
        let mut factors = numbers(rows * size, 11);
        factors[0] = 0.0;
        let found = spectra.congruence(&factors);
        for k in 0..points {
            for i in 0..rows {
                for j in 0..rows {
                    let mut sum = Complex64::ZERO;
                    for p in 0..size {
                        for q in 0..size {
                            sum += spectra.at(p, q, k) * (factors[i * size + p] * factors[j * size + q]);
                        }
                    }
                    assert!((found.at(i, j, k) - sum).norm() < 1e-13, "{size} {i} {j} {k}");
                }
            }
        }
    }
}

#[test]
fn threads_and_registers_change_no_bit() {
    let spectra = positive(6, 100);
    let factors = numbers(24, 5);
    let alone = spectra.congruence(&factors);
    for threads in [1, 3] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        assert_eq!(pool.install(|| spectra.congruence(&factors)), alone);
    }
}

#[test]
fn matrices_are_linear_between_points_and_constant_outside() {
    let spectra = positive(2, 3);
    let at = spectra.at_frequencies(&[-1.0, 0.0, 0.35, 1.4, 9.0]);
    let middle = (spectra.at(0, 1, 0) + spectra.at(0, 1, 1)) * 0.5;
    assert_eq!((at.at(0, 1, 0), at.at(0, 1, 1)), (spectra.at(0, 1, 0), spectra.at(0, 1, 0)));
    assert!((at.at(0, 1, 2) - middle).norm() < 1e-15);
    assert_eq!((at.at(0, 1, 3), at.at(0, 1, 4)), (spectra.at(0, 1, 2), spectra.at(0, 1, 2)));
}

#[test]
fn products_of_a_matrix_are_positive_and_others_are_found() {
    let mut spectra = positive(5, 10);
    assert_eq!(first_not_positive(&spectra), None);
    // Of rank one: pivots of zero are not below zero.
    let vector = numbers(4, 9);
    let mut flat = Spectra::zeros(4, vec![1.0]);
    for ((i, j), term) in Spectra::pairs(4).zip(&mut flat.terms) {
        term[0] = Complex64::new(vector[i] * vector[j], 0.0);
    }
    assert_eq!(first_not_positive(&flat), None);
    let rank = Spectra::rank(0, 1);
    let bound = (spectra.at(0, 0, 4).re * spectra.at(1, 1, 4).re).sqrt();
    spectra.terms[rank][4] = Complex64::new(0.0, 1.001 * bound);
    let found = first_not_positive(&spectra).unwrap();
    assert_eq!((found.frequency, found.row), (spectra.frequencies[4], 1));
    spectra.terms[0][2] = Complex64::new(-1.0, 0.0);
    assert_eq!(first_not_positive(&spectra).map(|f| (f.frequency, f.row)), Some((spectra.frequencies[2], 0)));
}

#[test]
fn white_noise_moves_an_oscillator_by_the_closed_form() {
    let mode = Oscillator { frequency: 3.0, damping: 0.05 };
    let grid = equal_steps(0.0, 600.0, 0.02);
    let mut force = Spectra::zeros(1, grid.clone());
    force.terms[0].fill(Complex64::new(2.0, 0.0));
    for (response, power) in [(0, 3), (1, 1)] {
        let motion = Motion { response, imposed: None };
        let moved = modal_response(&force, &[mode], &[1.0], motion);
        let density: Vec<f64> = moved.terms[0].iter().map(|z| z.re).collect();
        let exact = 2.0 / (4.0 * 0.05 * (6.0 * PI).powi(power));
        // Left out above 600 Hz: about xi f0/F of the variance of the velocity.
        let bound = if response == 0 { 1e-6 } else { 4e-4 };
        assert!((moment(&grid, &density, 0) / exact - 1.0).abs() < bound);
    }
}

#[test]
fn factors_follow_the_orders_of_derivation() {
    let w = 2.0 * PI * 3.0;
    let at = |response, imposed| Motion { response, imposed }.factor(3.0);
    let close = |a: f64, b: f64| assert!((a / b - 1.0).abs() < 1e-14, "{a} {b}");
    close(at(0, Some(0)), w * w);
    close(at(2, Some(2)), w * w);
    close(at(1, Some(0)), -w * w * w);
    close(at(0, Some(2)), 1.0);
    close(at(0, None), 1.0);
    close(at(1, None), -w);
    close(at(2, None), w * w);
    assert_eq!(Motion { response: 2, imposed: Some(2) }.factor(0.0), 0.0);
    assert_eq!(Motion { response: 0, imposed: None }.factor(0.0), 1.0);
}

#[test]
fn transforms_there_and_back_give_the_signal_but_for_the_kept_slip() {
    let (n, size) = (16, 2);
    let values = numbers(n * size, 4).into_iter().map(|x| Complex64::new(x, 0.0)).collect();
    let signals = Signals { size, values };
    let half = forward(&signals, n, n / 2);
    let back = to_time(&half, n / 2);
    assert_eq!(back.values.len(), n * size);
    // What is lost: the term at the Nyquist frequency, and the one after it, which -Re/3 replaces.
    let whole = forward(&signals, n, n);
    for i in 0..size {
        let at = |k: usize| whole.values[k * size + i];
        let lost = at(n / 2 + 1) - Complex64::new(-at(n / 2 - 1).re / 3.0, 0.0);
        for j in 0..n {
            let turn = |k: usize| Complex64::from_polar(1.0, 2.0 * PI * (j * k) as f64 / n as f64);
            let expected = signals.values[j * size + i] - (at(n / 2) * turn(n / 2) + lost * turn(n / 2 + 1)) / n as f64;
            assert!((back.values[j * size + i].re - expected.re).abs() < 1e-13, "{i} {j}");
        }
    }
    assert_eq!([length(5, true, 0), length(5, false, 1), length(8, true, 0), length(1, false, 0)], [4, 16, 8, 2]);
}

#[test]
fn a_peak_factor_needs_a_signal_that_crosses_zero_often_enough() {
    let peak = PeakFactor { duration: 1e-3, fractile: 0.5 };
    assert_eq!(peak.value([1.0, 1.0, 2.0, 5.0]), None);
    let long = PeakFactor { duration: 100.0, ..peak };
    assert!(long.value([1.0, 6.0, 40.0, 5e3]).unwrap() > 2.0);
}
