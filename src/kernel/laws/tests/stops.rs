//! CHOC_ENDO and CHOC_ENDO_PENA under prescribed motion.

use std::sync::Arc;

use super::*;
use crate::laws::{BucklingPenalty, BucklingStop, Parameters};
use crate::signal::{Extension, Signal, Table};

/// Threshold 7 up to 0.02, falling to 3 at 0.12; constant stiffness 700.
fn parameters(scale: f64, damping: f64, criterion: &str) -> Parameters {
    let table = |ys: [f64; 5]| {
        let ys = ys.iter().map(|y| y * scale).collect();
        let table = Table::linear(vec![0.0, 0.01, 0.02, 0.12, 0.4], ys);
        Signal::Table(Arc::new(Table { right: Extension::Constant, ..table }))
    };
    Parameters {
        functions: [
            ("FX".to_string(), table([7.0, 7.0, 7.0, 3.0, 3.0])),
            ("RIGI_NOR".to_string(), table([700.0; 5])),
            ("AMOR_NOR".to_string(), table([damping; 5])),
        ]
        .into(),
        texts: [("CRIT_AMOR".to_string(), criterion.to_string())].into(),
        numbers: [("DIST_1".to_string(), 0.5)].into(),
        ..Default::default()
    }
}

/// Threshold over the cumulated plastic displacement, from the same figures: points `x - F/k`.
fn threshold(p: f64) -> f64 {
    let (a, b) = (0.02 - 0.01, 0.12 - 3.0 / 700.0);
    if p < a { 7.0 } else { 7.0 - 4.0 * (p - a) / (b - a) }
}

#[test]
fn a_stop_crushes_along_its_threshold() {
    for scale in [1.0, 1e4] {
        let law = BucklingStop::new(&parameters(scale, 0.0, "INCLUS")).unwrap();
        let mut bench = Bench::new(law, LINK, &[0.0; 3], [0.6, 0.0, 0.0]);
        bench.behaviour.control.tolerance = 1e-9;
        bench.advance(&[-0.05, 0.0, 0.0], 0.2).unwrap();
        assert_eq!(bench.forces[3], 0.0);
        // Plastic crushing p at penetration x: k (x - p) = S(p).
        let crushed = |x: f64| {
            let (mut low, mut high) = (0.0, x);
            for _ in 0..200 {
                let p = 0.5 * (low + high);
                if 700.0 * (x - p) > threshold(p) { low = p } else { high = p }
            }
            low
        };
        bench.advance(&[-0.1 - 0.07, 0.0, 0.0], 0.4).unwrap();
        let p = crushed(0.07);
        assert_close(bench.memory[0], p, 1e-7);
        assert_close(bench.forces[3] / scale, -threshold(p), 1e-4);
        // Elastic unloading, then crushing goes on.
        bench.advance(&[-0.1 - 0.066, 0.0, 0.0], 0.1).unwrap();
        assert_close(bench.forces[3] / scale, -700.0 * (0.066 - p), 1e-4);
        bench.advance(&[-0.1 - 0.09, 0.0, 0.0], 0.3).unwrap();
        assert_close(bench.forces[3] / scale, -threshold(crushed(0.09)), 1e-4);
        bench.advance(&[0.0, 0.0, 0.0], 0.3).unwrap();
        assert_close(bench.forces[3] / scale, 0.0, 1e-4);
        // The prediction is stiff even when open.
        let tangent = bench.evaluate(Ask::Tangent, 1, &[0.0; 6], 0.1).unwrap();
        assert_eq!(tangent.matrix[0], 700.0 * scale);
    }
}

#[test]
fn the_first_evaluation_gives_the_elastic_force_only_to_who_asks_for_forces() {
    let law = BucklingStop::new(&parameters(1.0, 0.0, "INCLUS")).unwrap();
    let mut bench = Bench::new(law, LINK, &[0.0; 3], [0.6, 0.0, 0.0]);
    bench.dynamic = true;
    let increment = [0.0, 0.0, 0.0, -0.15, 0.0, 0.0];
    let forces = bench.evaluate(Ask::Forces, 1, &increment, 0.1).unwrap();
    assert_close(forces.forces[3], -700.0 * 0.05, 1e-11);
    let full = bench.evaluate(Ask::Full, 1, &increment, 0.1).unwrap();
    assert_eq!((full.forces[3], full.matrix[0]), (0.0, 700.0));
    assert_eq!(full.memory, bench.memory);
}

#[test]
fn the_penalty_form_keeps_its_residual() {
    for scale in [1.0, 1e4] {
        let law = BucklingPenalty::new(&parameters(scale, 0.0, "EXCLUS")).unwrap();
        let mut bench = Bench::new(law, LINK, &[5.0, 5.0, 5.0], [0.6, 0.0, 0.0]);
        let falls = |x: f64| 7.0 - 4.0 * (x - 0.02) / 0.1;
        for (x, force, state) in [
            (-0.01, 0.0, 0.0),
            (0.005, 3.5, 1.0),
            (0.07, falls(0.07), 2.0),
            (0.068, falls(0.07) - 1.4, 1.0),
            (0.03, 0.0, 0.0),
            (0.09, falls(0.09), 2.0),
        ] {
            bench.advance(&[-0.1 - x, 0.2, 0.0], 0.1).unwrap();
            assert_close(bench.forces[3] / scale, -force, 1e-11);
            // On the threshold, rounding decides between 1 and 2.
            assert_eq!((bench.memory[2] > 0.0, bench.forces[4]), (state > 0.0, 0.0));
        }
        assert_eq!(bench.matrix, bench.stiffness);
    }
}

#[test]
fn damping_outside_of_the_criterion_is_added_and_never_pulls() {
    let law = BucklingPenalty::new(&parameters(1.0, 20.0, "EXCLUS")).unwrap();
    let mut bench = Bench::new(law, LINK, &[0.0; 3], [0.6, 0.0, 0.0]);
    bench.velocity[3] = -0.04;
    bench.advance(&[-0.105, 0.0, 0.0], 0.1).unwrap();
    assert_close(bench.forces[3], -3.5 - 0.8, 1e-11);
    bench.velocity[3] = 0.4;
    bench.advance(&[-0.105, 0.0, 0.0], 0.1).unwrap();
    assert_eq!(bench.forces[3], 0.0);
}

#[test]
fn damping_acts_whatever_the_criterion_counts() {
    // Closed and elastic, the velocity changes by -0.04 m/s over a step: F' = K u' - A sw w'.
    for criterion in ["INCLUS", "EXCLUS"] {
        let law = BucklingStop::new(&parameters(1.0, 20.0, criterion)).unwrap();
        let mut bench = Bench::new(law, LINK, &[0.0; 3], [0.6, 0.0, 0.0]);
        bench.dynamic = true;
        bench.advance(&[-0.101, 0.0, 0.0], 0.1).unwrap();
        let before = bench.forces[3];
        assert_close(before, -0.7, 1e-3);
        bench.velocity[3] = -0.04;
        bench.advance(&[-0.105, 0.0, 0.0], 0.1).unwrap();
        // The sign of w turns at the start: an error of the local integration.
        assert_close(bench.forces[3] - before, -2.8 - 0.8, 1e-3);
    }
}
