//! Orders at constant step, control of the step.

use super::{AdaptiveOptions, AdaptiveOrder, ReferenceVelocity};
use crate::transient::tests::{Storage, complete, constant, energy_drift, final_error, observed_order, pair};
use crate::transient::{ModalScheme, StepLimits, TransientFault, run};

fn fixed(order: AdaptiveOrder) -> impl Fn(f64) -> ModalScheme {
    move |step| ModalScheme::Adaptive(AdaptiveOptions { order, limits: constant(step), ..AdaptiveOptions::default() })
}

#[test]
fn orders_one_and_two() {
    for storage in [Storage::Diagonal, Storage::Full] {
        let (order, _) = observed_order(fixed(AdaptiveOrder::First), 1e-3, storage);
        assert!((order - 1.0).abs() < 0.1, "{order}");
        let (order, error) = observed_order(fixed(AdaptiveOrder::Second), 1e-3, storage);
        assert!((order - 2.0).abs() < 0.1 && error < 1e-3, "order {order}, error {error}");
    }
}

/// Bounded by `(w h)^2`: the kept velocity is completed with the acceleration of the start of the step.
#[test]
fn the_energy_error_does_not_grow() {
    let scheme = fixed(AdaptiveOrder::Second)(1.0 / 64.0);
    let (early, late) = energy_drift(scheme, 1.0 / 64.0, 10_000);
    assert!(late < 1.01 * early && early < 9.7e-3, "{early} {late}");
}

/// More points per period, a smaller error; the step grows from a short one and is cut from a long one.
#[test]
fn the_step_follows_the_points_per_period() {
    let with = |points_per_period, reference, step| {
        let options = AdaptiveOptions { points_per_period, reference, ..AdaptiveOptions::default() };
        complete(pair(ModalScheme::Adaptive(options), step, 1.0, Storage::Diagonal))
    };
    for reference in [ReferenceVelocity::Norm, ReferenceVelocity::Largest] {
        let (coarse, fine) = (with(50.0, reference, 1e-4), with(400.0, reference, 1e-4));
        assert!(final_error(&fine) < 0.6 * final_error(&coarse));
        assert!(coarse.statistics.largest_step > 5e-4);
        assert!(fine.statistics.steps > 2 * coarse.statistics.steps);
        let cut = with(50.0, reference, 0.05);
        assert!(cut.statistics.rejected > 3 && cut.statistics.smallest_step < 0.01);
    }
}

#[test]
fn a_step_below_the_minimum_stops_with_its_numbers() {
    let limits = StepLimits { minimum: Some(1e-3), maximum: None };
    let options = AdaptiveOptions { points_per_period: 1e5, limits, ..AdaptiveOptions::default() };
    let run = run(pair(ModalScheme::Adaptive(options), 2e-3, 1.0, Storage::Diagonal), &mut |_| true);
    let Some(TransientFault::StepTooSmall { step, minimum, error, .. }) = run.fault else { panic!("{:?}", run.fault) };
    assert!(step < minimum && minimum == 1e-3 && error > 1.0);
}
