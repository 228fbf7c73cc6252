//! Norms of complex modes, solutions of `(λ² M + λ C + K) φ = 0`.
//!
//! Products are without conjugates. MASS_GENE divides by `sqrt(φᵀ (2λ M + C) φ)`, RIGI_GENE by `sqrt(φᵀ (λ² M - K) φ)`, both
//! complex: the phase turns. `λ` is made again of the parameters stored, `ω = sqrt(OMEGA2)` and `ξ = AMOR_REDUIT`:
//! `λ = -|ξ ω| / sqrt(1 - ξ²) + i ω`. All other norms divide by a modulus and leave the phase as it is.

use num_complex::Complex64;

use super::scaling::{Measures, Scaling};
use crate::concepts::Mode;
use crate::kernel::assembly::SparseMatrix;
use crate::kernel::linalg::{bilinear, square_root};
use crate::kernel::modal::{Norm, largest_component};

impl Measures {
    /// What a complex shape is divided by; `None` when it vanishes in that norm.
    pub(super) fn complex_divisor(&self, mode: &Mode, scaling: &Scaling) -> Option<Complex64> {
        let modulus = |rank: usize| libm::hypot(mode.values[rank], mode.imaginary[rank]);
        let divisor = match scaling {
            Scaling::Mass => {
                let lambda = eigenvalue(mode);
                let damping = self.damping.as_ref().map_or(Complex64::default(), |c| product(c, mode));
                square_root(2.0 * lambda * product(&self.mass, mode) + damping)
            }
            Scaling::Stiffness => {
                let lambda = eigenvalue(mode);
                let loss = self.loss.as_ref().map_or(Complex64::default(), |k| product(k, mode));
                let stiffness = product(&self.stiffness, mode) + Complex64::I * loss;
                square_root(lambda * lambda * product(&self.mass, mode) - stiffness)
            }
            Scaling::Norm(Norm::Largest(allowed)) => {
                Complex64::from(modulus(largest_component(&mode.values, &mode.imaginary, allowed)?))
            }
            Scaling::Norm(Norm::Component(rank)) if *rank < mode.values.len() => Complex64::from(modulus(*rank)),
            Scaling::Norm(Norm::Euclidean(allowed)) => {
                let squares = (0..mode.values.len()).filter(|&i| allowed[i]).map(|i| modulus(i) * modulus(i));
                Complex64::from(squares.sum::<f64>().sqrt())
            }
            Scaling::Norm(_) => return None,
        };
        let size = divisor.norm_sqr();
        (size > 0.0 && size.is_finite()).then_some(divisor)
    }
}

/// `λ` from FREQ and AMOR_REDUIT of a mode.
fn eigenvalue(mode: &Mode) -> Complex64 {
    let omega = mode.parameter("OMEGA2").unwrap_or(0.0).sqrt();
    let damping = mode.parameter("AMOR_REDUIT").unwrap_or(0.0);
    Complex64::new(-(damping * omega).abs() / (1.0 - damping * damping).sqrt(), omega)
}

/// `φᵀ A φ`
fn product(matrix: &SparseMatrix<f64>, mode: &Mode) -> Complex64 {
    let (x, y) = (&mode.values, &mode.imaginary);
    let across = bilinear(matrix, x, y) + bilinear(matrix, y, x);
    Complex64::new(bilinear(matrix, x, x) - bilinear(matrix, y, y), across)
}
