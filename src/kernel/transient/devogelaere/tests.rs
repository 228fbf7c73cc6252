//! Orders, control of the step.

use super::DevogelaereOptions;
use crate::transient::tests::{Oscillator, PAIR, Storage, complete, constant, final_error, observed_order, pair};
use crate::transient::{Coefficients, Damping, ModalScheme, StepLimits, System};

fn fixed(step: f64) -> ModalScheme {
    ModalScheme::Devogelaere(DevogelaereOptions { tolerance: 1e-5, alpha: 0.0, limits: constant(step) })
}

#[test]
fn third_order_with_damping() {
    for storage in [Storage::Diagonal, Storage::Full] {
        let (order, error) = observed_order(fixed, 5e-4, storage);
        assert!((order - 3.0).abs() < 0.2 && error < 1e-7, "order {order}, error {error}");
    }
}

#[test]
fn fourth_order_without() {
    let o = Oscillator { c: 0.0, ..PAIR[0] };
    let error = |step: f64| {
        let mut problem = pair(fixed(step), step, 1.0, Storage::Diagonal);
        let diagonal = |value: fn(&Oscillator) -> f64| Coefficients::Diagonal(PAIR.iter().map(value).collect());
        problem.dynamics.system = System::new(diagonal(|o| o.m), diagonal(|o| o.k), Damping::None, None).unwrap();
        (complete(problem).archive.displacement[2] - o.exact(1.0).0).abs()
    };
    let (coarse, fine) = (error(4e-3), error(2e-3));
    let order = (coarse / fine).log2();
    assert!((order - 4.0).abs() < 0.2 && fine < 1e-6, "order {order}, error {fine}");
}

#[test]
fn a_smaller_tolerance_gives_a_smaller_error() {
    let error = |tolerance| {
        let options = DevogelaereOptions { tolerance, alpha: 0.0, limits: StepLimits::default() };
        final_error(&complete(pair(ModalScheme::Devogelaere(options), 1e-3, 1.0, Storage::Diagonal)))
    };
    let errors = [1e-4, 1e-5, 1e-6, 1e-7].map(error);
    assert!(errors.windows(2).all(|e| e[1] < 0.7 * e[0]), "{errors:?}");
}
