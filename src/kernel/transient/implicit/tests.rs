//! Order 2 without contact: the schemes inside, in full storage.

use super::ImplicitScheme;
use crate::kernel::transient::Scheme;
use crate::kernel::transient::newmark::NewmarkOptions;
use crate::kernel::transient::tests::{Storage, observed_order};

#[test]
fn second_order() {
    for storage in [Storage::Diagonal, Storage::Full] {
        for scheme in [ImplicitScheme::Newmark(NewmarkOptions { beta: 0.25, gamma: 0.5 }), ImplicitScheme::Trbdf2] {
            let (order, error) = observed_order(|_| Scheme::Implicit(scheme), 1e-3, storage);
            assert!((order - 2.0).abs() < 0.1 && error < 1e-2, "{scheme:?}: order {order}, error {error}");
        }
    }
}
