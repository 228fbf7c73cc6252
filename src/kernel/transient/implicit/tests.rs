//! Order 2 without contact: the schemes inside, in full storage.

use crate::transient::ModalScheme;
use crate::transient::newmark::NewmarkOptions;
use crate::transient::tests::{Storage, observed_order_implicit};

#[test]
fn second_order() {
    for storage in [Storage::Diagonal, Storage::Full] {
        let newmark = ModalScheme::Newmark(NewmarkOptions::new(0.25, 0.5));
        for scheme in [newmark, ModalScheme::Trbdf2, ModalScheme::Itmi] {
            if scheme == ModalScheme::Itmi && storage == Storage::Full {
                continue;
            }
            let (order, error) = observed_order_implicit(|_| scheme, 1e-3, storage);
            assert!((order - 2.0).abs() < 0.1 && error < 1e-2, "{scheme:?}: order {order}, error {error}");
        }
    }
}
