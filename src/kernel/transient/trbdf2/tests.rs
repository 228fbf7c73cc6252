//! Order 2.

use crate::transient::ModalScheme;
use crate::transient::tests::{Storage, complete, observed_order, pair};

/// In full storage: with diagonal damping the scheme is right for unit masses only.
#[test]
fn second_order() {
    let (order, error) = observed_order(|_| ModalScheme::Trbdf2, 1e-3, Storage::Full);
    assert!((order - 2.0).abs() < 0.1 && error < 1e-2, "order {order}, error {error}");
}

#[test]
fn three_evaluations_a_step() {
    let run = complete(pair(ModalScheme::Trbdf2, 1e-2, 1.0, Storage::Full));
    assert_eq!(run.statistics.force_evaluations, 3 * run.statistics.steps + 1);
}
