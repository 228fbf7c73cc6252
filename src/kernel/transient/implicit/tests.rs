//! Order 2 without contact: the schemes inside, in full storage.

use super::ImplicitScheme;
use crate::kernel::transient::Scheme;
use crate::kernel::transient::newmark::NewmarkOptions;
use crate::kernel::transient::tests::{Storage, observed_order};

#[test]
fn second_order() {
    for storage in [Storage::Diagonal, Storage::Full] {
        let newmark = ImplicitScheme::Newmark(NewmarkOptions::new(0.25, 0.5));
        for scheme in [newmark, ImplicitScheme::Trbdf2, ImplicitScheme::Itmi] {
            if scheme == ImplicitScheme::Itmi && storage == Storage::Full {
                continue;
            }
            let (order, error) = observed_order(|_| Scheme::Implicit(scheme), 1e-3, storage);
            assert!((order - 2.0).abs() < 0.1 && error < 1e-2, "{scheme:?}: order {order}, error {error}");
        }
    }
}
