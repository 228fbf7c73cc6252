//! Scaling of modes.

use crate::linalg::dot;

/// Two components nearer than this fraction are equal: the first one decides the sign.
const TIE: f64 = 1e-9;

/// Scaling of a shape. Ranks are those of its components.
#[derive(Clone, Debug, PartialEq)]
pub enum Norm {
    /// `φᵀ A φ = 1` for a given matrix (mass or stiffness).
    Matrix,
    /// Unit Euclidean length over the components allowed.
    Euclidean(Vec<bool>),
    /// The component of largest modulus among those allowed becomes 1.
    Largest(Vec<bool>),
    /// That component becomes 1.
    Component(usize),
}

/// The component of largest modulus among those allowed; the first of equals.
pub fn largest_component(values: &[f64], imaginary: &[f64], allowed: &[bool]) -> Option<usize> {
    let modulus = |i: usize| match imaginary.get(i) {
        Some(y) => libm::hypot(values[i], *y),
        None => values[i].abs(),
    };
    let candidates = || (0..values.len()).filter(|&i| allowed.get(i).copied().unwrap_or(false));
    let top = candidates().map(modulus).fold(0.0, f64::max);
    if top == 0.0 {
        return None;
    }
    candidates().find(|&i| modulus(i) >= (1.0 - TIE) * top)
}

/// Divisor of a real shape; `energy` is `φᵀ A φ` for [`Norm::Matrix`]. `None` when the shape
/// vanishes in that norm, or the energy is not positive.
pub fn scale_divisor(values: &[f64], norm: &Norm, energy: f64) -> Option<f64> {
    let divisor = match norm {
        Norm::Matrix => {
            if energy <= 0.0 {
                return None;
            }
            energy.sqrt()
        }
        Norm::Euclidean(allowed) => {
            let part: Vec<f64> = values.iter().zip(allowed).map(|(v, &a)| if a { *v } else { 0.0 }).collect();
            dot(&part, &part).sqrt()
        }
        Norm::Largest(allowed) => values[largest_component(values, &[], allowed)?],
        Norm::Component(rank) => *values.get(*rank)?,
    };
    (divisor != 0.0 && divisor.is_finite()).then_some(divisor)
}

/// Sign (±1) that makes a component positive, or negative.
pub fn flip_to(value: f64, positive: bool) -> f64 {
    if (value < 0.0) == positive && value != 0.0 { -1.0 } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_components_of_opposite_sign_give_the_first() {
        let shape = [0.3, -0.7, 0.7 * (1.0 + 1e-12), 0.1];
        assert_eq!(largest_component(&shape, &[], &[true; 4]), Some(1));
        assert_eq!(largest_component(&shape, &[], &[true, false, true, true]), Some(2));
        assert_eq!(scale_divisor(&shape, &Norm::Largest(vec![true; 4]), 0.0), Some(-0.7));
        assert_eq!(scale_divisor(&[0.0; 4], &Norm::Largest(vec![true; 4]), 0.0), None);
    }

    #[test]
    fn euclidean_norm_counts_the_allowed_components() {
        let divisor = scale_divisor(&[3.0, 9.0, 4.0], &Norm::Euclidean(vec![true, false, true]), 0.0);
        assert_eq!(divisor, Some(5.0));
    }
}
