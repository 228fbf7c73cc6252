//! Order 1, bounded energy error.

use crate::transient::ModalScheme;
use crate::transient::tests::{Storage, energy_drift, observed_order};

#[test]
fn first_order() {
    for storage in [Storage::Diagonal, Storage::Full] {
        let (order, error) = observed_order(|_| ModalScheme::SymplecticEuler, 1e-3, storage);
        assert!((order - 1.0).abs() < 0.1 && error < 0.05, "order {order}, error {error}");
    }
}

/// Symplectic: over ten thousand periods the energy error stays what it is over ten, of order `w h`.
#[test]
fn the_energy_error_does_not_grow() {
    let (early, late) = energy_drift(ModalScheme::SymplecticEuler, 1.0 / 64.0, 10_000);
    assert!(late < 1.01 * early && early < 0.06, "{early} {late}");
}
