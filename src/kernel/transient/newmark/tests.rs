//! Order 2 for the average acceleration, energy.

use super::NewmarkOptions;
use crate::transient::ModalScheme;
use crate::transient::tests::{Storage, energy_drift, observed_order};

#[test]
fn second_order_for_gamma_one_half_only() {
    for storage in [Storage::Diagonal, Storage::Full] {
        let with = |beta, gamma| move |_| ModalScheme::Newmark(NewmarkOptions::new(beta, gamma));
        for beta in [0.25, 1.0 / 6.0] {
            let (order, error) = observed_order(with(beta, 0.5), 1e-3, storage);
            assert!((order - 2.0).abs() < 0.1 && error < 1e-2, "order {order}, error {error}");
        }
        let (order, _) = observed_order(with(0.36, 0.7), 2e-4, storage);
        assert!((order - 1.0).abs() < 0.15, "order {order}");
    }
}

/// The average acceleration conserves the energy of a free linear oscillator.
#[test]
fn the_energy_is_conserved() {
    let (_, late) = energy_drift(ModalScheme::Newmark(NewmarkOptions::new(0.25, 0.5)), 1.0 / 64.0, 10_000);
    assert!(late < 1e-9, "{late}");
}
