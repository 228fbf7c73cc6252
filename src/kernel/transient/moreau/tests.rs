//! The shoe at three steps: the errors of an independent implementation, and no slip where there is none.

use super::MoreauOptions;
use crate::transient::ModalScheme;
use crate::transient::tests::shoe::{POWERS, exact_power};

#[test]
fn the_shoe_has_the_errors_of_the_method() {
    let expected =
        [(1e-2, [-4.0e-3, -1.3e-3, -5.1e-3]), (1e-3, [-2.6e-4, -3.5e-6, -5.3e-4]), (1e-4, [-3.4e-5, -1.4e-7, -2.4e-7])];
    for (step, errors) in expected {
        for ((a0, exact), error) in POWERS[1].into_iter().zip(errors) {
            let power = exact_power(ModalScheme::Moreau(MoreauOptions::default()), 0.0, a0, step, 4.0, 12.0);
            let found = power / exact - 1.0;
            assert!((found / error - 1.0_f64).abs() < 0.05, "{a0}, step {step}: {found:e} for {error:e}");
        }
        assert_eq!(exact_power(ModalScheme::Moreau(MoreauOptions::default()), 0.0, 0.99, step, 4.0, 12.0), 0.0);
    }
}
