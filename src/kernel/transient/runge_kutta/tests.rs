//! Orders at constant step, error against tolerance.

use super::{Pair, RungeKuttaOptions};
use crate::transient::tests::{Storage, complete, constant, final_error, observed_order, pair};
use crate::transient::{ModalScheme, StepLimits};

fn fixed(pair: Pair) -> impl Fn(f64) -> ModalScheme {
    move |step| ModalScheme::RungeKutta(RungeKuttaOptions { pair, tolerance: 1e-5, alpha: 0.0, limits: constant(step) })
}

#[test]
fn orders_three_and_five() {
    for storage in [Storage::Diagonal, Storage::Full] {
        let (order, error) = observed_order(fixed(Pair::BogackiShampine32), 2e-3, storage);
        assert!((order - 3.0).abs() < 0.15 && error < 1e-4, "order {order}, error {error}");
        let (order, error) = observed_order(fixed(Pair::DormandPrince54), 1e-2, storage);
        assert!((order - 5.0).abs() < 0.25 && error < 1e-4, "order {order}, error {error}");
    }
}

#[test]
fn a_smaller_tolerance_gives_a_smaller_error() {
    for which in [Pair::BogackiShampine32, Pair::DormandPrince54] {
        let error = |tolerance| {
            let options = RungeKuttaOptions { pair: which, tolerance, alpha: 1e-2, limits: StepLimits::default() };
            final_error(&complete(pair(ModalScheme::RungeKutta(options), 1e-3, 1.0, Storage::Diagonal)))
        };
        let errors = [1e-3, 1e-4, 1e-5, 1e-6, 1e-7].map(error);
        assert!(errors.windows(2).all(|e| e[1] < 0.5 * e[0]), "{errors:?}");
    }
}

/// Three and six evaluations per step, and one at the start.
#[test]
fn the_last_stage_serves_again() {
    for (which, stages) in [(Pair::BogackiShampine32, 3), (Pair::DormandPrince54, 6)] {
        let run = complete(pair(fixed(which)(1e-2), 1e-2, 1.0, Storage::Diagonal));
        assert_eq!(run.statistics.force_evaluations, stages * run.statistics.steps + 1);
    }
}
