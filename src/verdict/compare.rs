//! The tolerance model: when a computed value agrees with an expected one.
//!
//! Relative: |r - v| <= |tolerance r|. Absolute: |r - v| <= |tolerance G| with an order of magnitude G, 1
//! unless given. Of several expected values the first counts, unless a later one is strictly closer to the
//! computed value than the first. Expected values, tolerances and magnitudes that are not finite accept nothing.

use crate::kernel::linalg::modulus;
use num_complex::Complex64;

use super::record::{Compared, Criterion};

/// How to compare.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerance {
    pub criterion: Criterion,
    pub tolerance: f64,
    /// ORDRE_GRANDEUR: scale of an absolute comparison with a null expected value.
    pub magnitude: Option<f64>,
    /// VALE_ABS: compare absolute values.
    pub absolute_values: bool,
}

/// The outcome of one comparison.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The expected value that was compared.
    pub expected: Compared,
    pub computed: Compared,
    /// Relative or absolute as the criterion says; `None` for texts. A relative error to zero is 0 when
    /// the values are equal and infinite otherwise.
    pub error: Option<f64>,
    pub passed: bool,
}

/// Compares a computed value with the expected ones (at least one).
pub fn compare(computed: &Compared, expected: &[Compared], how: &Tolerance) -> Option<Comparison> {
    let first = expected.first()?;
    if let (Compared::Text(found), Compared::Text(_)) = (computed, first) {
        let padded = |t: &str| t.chars().take(80).collect::<String>().trim_end().to_string();
        let same = |e: &&Compared| matches!(e, Compared::Text(t) if padded(t) == padded(found));
        let passed = expected.iter().any(|e| same(&e));
        let shown = expected.iter().find(same).unwrap_or(first);
        return Some(Comparison { expected: shown.clone(), computed: computed.clone(), error: None, passed });
    }
    let shape = |value: &Compared| if how.absolute_values { value.absolute() } else { value.clone() };
    let computed = shape(computed);
    let v = computed.complex()?;
    let mut chosen = shape(first);
    let distance = |value: &Compared| value.complex().map(|r| modulus(r - v));
    let to_first = distance(&chosen)?;
    for other in &expected[1..] {
        let other = shape(other);
        if distance(&other)? < to_first {
            chosen = other;
        }
    }
    let (gap, size) = (distance(&chosen)?, modulus(chosen.complex()?));
    // An infinite bound would accept everything.
    let within = |bound: f64| bound.is_finite() && gap <= bound.abs();
    let (error, passed) = match how.criterion {
        Criterion::Relative => {
            let passed = within(how.tolerance * size);
            let error = if size > 0.0 {
                gap / size
            } else if passed {
                0.0
            } else {
                f64::INFINITY
            };
            (error, passed)
        }
        Criterion::Absolute => (gap, size.is_finite() && within(how.tolerance * how.magnitude.unwrap_or(1.0))),
    };
    Some(Comparison { expected: chosen, computed, error: Some(error), passed })
}

/// Whether a VALE_CALC is null, so that without ORDRE_GRANDEUR nothing is compared.
pub fn is_null(value: &Compared) -> bool {
    matches!(value, Compared::Real(x) if x.abs() <= f64::EPSILON)
}

impl Compared {
    pub fn complex(&self) -> Option<Complex64> {
        match self {
            Compared::Integer(i) => Some(Complex64::new(*i as f64, 0.0)),
            Compared::Real(x) => Some(Complex64::new(*x, 0.0)),
            Compared::Complex(z) => Some(*z),
            Compared::Text(_) => None,
        }
    }

    /// Absolute value; the modulus for a complex number.
    pub fn absolute(&self) -> Compared {
        match self {
            Compared::Integer(i) => Compared::Integer(i.saturating_abs()),
            Compared::Real(x) => Compared::Real(x.abs()),
            Compared::Complex(z) => Compared::Real(modulus(*z)),
            Compared::Text(t) => Compared::Text(t.clone()),
        }
    }

    /// Its kind with an article, for messages.
    pub fn kind(&self) -> &'static str {
        match self {
            Compared::Integer(_) => "an integer",
            Compared::Real(_) => "a real",
            Compared::Complex(_) => "a complex number",
            Compared::Text(_) => "a text",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn how(criterion: Criterion, tolerance: f64) -> Tolerance {
        Tolerance { criterion, tolerance, magnitude: None, absolute_values: false }
    }

    fn reals(values: &[f64]) -> Vec<Compared> {
        values.iter().map(|x| Compared::Real(*x)).collect()
    }

    fn judged(v: f64, expected: &[f64], how: Tolerance) -> Comparison {
        compare(&Compared::Real(v), &reals(expected), &how).unwrap()
    }

    #[test]
    fn the_bound_itself_passes() {
        assert!(judged(1.5, &[1.0], how(Criterion::Relative, 0.5)).passed);
        assert!(!judged(1.5000001, &[1.0], how(Criterion::Relative, 0.5)).passed);
        assert!(judged(-2.0, &[-2.5], how(Criterion::Absolute, 0.5)).passed);
        assert_eq!(judged(-2.0, &[-4.0], how(Criterion::Relative, 1.0)).error, Some(0.5));
    }

    #[test]
    fn relative_to_zero_means_exactly_zero() {
        let zero = judged(0.0, &[0.0], how(Criterion::Relative, 1e-3));
        assert_eq!((zero.passed, zero.error), (true, Some(0.0)));
        assert!(!judged(1e-300, &[0.0], how(Criterion::Relative, 1e-3)).passed);
        let scaled = Tolerance { magnitude: Some(1e3), ..how(Criterion::Absolute, 1e-6) };
        assert!(judged(1e-3, &[0.0], scaled).passed);
    }

    #[test]
    fn a_nan_never_passes() {
        assert!(!judged(f64::NAN, &[1.0], how(Criterion::Relative, 1e9)).passed);
        assert!(!judged(f64::NAN, &[0.0], how(Criterion::Absolute, 1e9)).passed);
    }

    #[test]
    fn infinite_references_and_tolerances_accept_nothing() {
        for criterion in [Criterion::Relative, Criterion::Absolute] {
            for infinite in [f64::INFINITY, f64::NEG_INFINITY] {
                assert!(!judged(2.0, &[infinite], how(criterion, 1e-6)).passed);
                assert!(!judged(infinite, &[infinite], how(criterion, 1e-6)).passed);
                assert!(!judged(2.0, &[1.0], how(criterion, infinite)).passed);
            }
        }
        let scaled = Tolerance { magnitude: Some(f64::INFINITY), ..how(Criterion::Absolute, 1e-6) };
        assert!(!judged(2.0, &[0.0], scaled).passed);
    }

    #[test]
    fn a_closer_later_reference_wins() {
        assert_eq!(judged(3.0, &[1.0, 2.5, 0.0], how(Criterion::Relative, 0.1)).expected, Compared::Real(2.5));
        // The last one closer than the first, even if another was closer still.
        assert_eq!(judged(3.0, &[1.0, 3.0, 2.0], how(Criterion::Relative, 0.1)).expected, Compared::Real(2.0));
    }

    #[test]
    fn signs_complex_integers_and_texts() {
        let mut absolute = how(Criterion::Relative, 1e-9);
        absolute.absolute_values = true;
        assert!(judged(-2.0, &[2.0], absolute).passed);
        let z = |re, im| Compared::Complex(Complex64::new(re, im));
        assert!(compare(&z(3.0, 4.1), &[z(3.0, 4.0)], &how(Criterion::Relative, 0.03)).unwrap().passed);
        assert!(
            compare(&Compared::Integer(3), &[Compared::Integer(3)], &how(Criterion::Relative, 0.0)).unwrap().passed
        );
        let text = |t: &str| Compared::Text(t.into());
        assert!(compare(&text("OUI"), &[text("OUI  ")], &how(Criterion::Relative, 0.0)).unwrap().passed);
        assert!(!compare(&text("OUI"), &[text("oui")], &how(Criterion::Relative, 0.0)).unwrap().passed);
    }
}
