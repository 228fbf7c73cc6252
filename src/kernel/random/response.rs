//! Response of modes to motions or forces known by their spectral densities: `S = J G Jᴴ`.
//!
//! J has a row for each imposed motion (its static part, 1 in its own column), then one for each mode: `c H_r P_rp` with
//! `H_r = 1/[ω_r² (1 - x² + 2 i ξ x)]`, `x = f/f_r`, P the participations, and `c = ± ω^(e+2)`, e the difference of the orders of
//! derivation of response and excitation, two less for forces.

use num_complex::Complex64;

use super::spectra::Spectra;

/// A mode.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Oscillator {
    /// Hz
    pub frequency: f64,
    pub damping: f64,
}

impl Oscillator {
    /// Amplitude of the motion under a force of unit amplitude at frequency `f`, for a unit mass.
    pub fn transfer(&self, f: f64) -> Complex64 {
        let natural = 2.0 * std::f64::consts::PI * self.frequency;
        let x = f / self.frequency;
        let turned = Complex64::new(1.0 - x * x, 2.0 * self.damping * x);
        Complex64::new(1.0, 0.0) / (turned * (natural * natural))
    }
}

/// Orders of derivation.
#[derive(Clone, Copy, Debug)]
pub struct Motion {
    /// Of the response: 0 displacement, 1 velocity, 2 acceleration.
    pub response: i32,
    /// Of the motion imposed; none for forces.
    pub imposed: Option<i32>,
}

impl Motion {
    /// The factor of the transfer at a frequency. At zero it is 0 where nothing is derived, 1 elsewhere, as in the reference.
    pub fn factor(self, f: f64) -> f64 {
        let between = self.response - self.imposed.unwrap_or(0);
        let order = if self.imposed.is_some() { between } else { between - 2 };
        if f == 0.0 {
            return if order == 0 { 0.0 } else { 1.0 };
        }
        let omega = 2.0 * std::f64::consts::PI * f;
        let power = (0..order + 2).fold(1.0, |product, _| product * omega);
        let power = (order + 2..0).fold(power, |quotient, _| quotient / omega);
        if between.rem_euclid(2) == 1 { -power } else { power }
    }
}

/// Response on imposed motions (when there are any), then modes. `participation`: a row for each mode, a column for each excitation.
pub fn modal_response(excitation: &Spectra, modes: &[Oscillator], participation: &[f64], motion: Motion) -> Spectra {
    let n = excitation.size;
    let statics = if motion.imposed.is_some() { n } else { 0 };
    let mut factors = vec![0.0; statics * n];
    (0..statics).for_each(|p| factors[p * n + p] = 1.0);
    factors.extend_from_slice(participation);
    let frequencies = &excitation.frequencies;
    let mut scales = vec![vec![Complex64::new(1.0, 0.0); frequencies.len()]; statics];
    let of_mode = |mode: &Oscillator| frequencies.iter().map(|f| mode.transfer(*f) * motion.factor(*f)).collect();
    scales.extend(modes.iter().map(of_mode));
    excitation.congruence(&factors).scaled(&scales)
}
