//! The orders of the table of schemes, observed.

use super::{Storage, observed_order};
use crate::schemes::{SCHEMES, SchemeInfo};
use crate::transient::ModalScheme;

/// Step (s) at which the order of each penalised scheme shows with damping, and how near it comes. ITMI needs diagonal matrices;
/// TRBDF2 is right for unit masses only where damping is diagonal.
const STEPS: [(&str, Storage, f64, f64); 9] = [
    ("DIFF_CENTRE", Storage::Full, 1e-3, 0.1),
    ("DEVOGE", Storage::Full, 5e-4, 0.2),
    ("ADAPT_ORDRE1", Storage::Full, 1e-3, 0.1),
    ("ADAPT_ORDRE2", Storage::Full, 1e-3, 0.1),
    ("RUNGE_KUTTA_32", Storage::Full, 2e-3, 0.15),
    ("RUNGE_KUTTA_54", Storage::Full, 1e-2, 0.25),
    ("NEWMARK", Storage::Full, 1e-3, 0.1),
    ("TRBDF2", Storage::Full, 1e-3, 0.1),
    ("ITMI", Storage::Diagonal, 4e-3, 0.1),
];

fn penalised() -> impl Iterator<Item = &'static SchemeInfo> {
    SCHEMES.iter().filter(|info| info.modal.is_some() && !info.is_exact)
}

#[test]
fn schemes_are_made_by_the_names_of_the_table() {
    for info in SCHEMES {
        let made = ModalScheme::standard(info.name, 1e-3);
        assert_eq!(made.map(|scheme| scheme.name()), info.modal.map(|_| info.name));
    }
}

#[test]
fn observed_orders_are_those_of_the_table() {
    assert_eq!(penalised().count(), STEPS.len());
    for info in penalised() {
        let (_, storage, step, near) = STEPS.into_iter().find(|row| row.0 == info.name).unwrap();
        let (order, error) = observed_order(|h| ModalScheme::standard(info.name, h).unwrap(), step, storage);
        let expected = f64::from(info.modal.unwrap().damped);
        assert!((order - expected).abs() < near && error < 0.05, "{}: order {order}, error {error}", info.name);
    }
}
