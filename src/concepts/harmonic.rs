//! The harmonic response of generalised coordinates.

use std::sync::Arc;

use num_complex::Complex64;

use super::modes::ModeSet;

/// Complex amplitudes by frequency. State `k` has coordinates `q[k*n .. (k+1)*n]`.
#[derive(Clone, Debug)]
pub struct HarmonicResponse {
    pub basis: Arc<ModeSet>,
    /// Number of generalised coordinates.
    pub size: usize,
    /// From 1.
    pub orders: Vec<i64>,
    /// In Hz, in the order given.
    pub frequencies: Vec<f64>,
    pub displacement: Vec<Complex64>,
    /// Amplitudes of fields that do not follow from the displacements: transforms of signals.
    pub transformed: Vec<(String, Vec<Complex64>)>,
    /// Those of DEPL, VITE, ACCE that are kept.
    pub fields: Vec<String>,
}

impl HarmonicResponse {
    /// Number of frequencies.
    pub fn len(&self) -> usize {
        self.frequencies.len()
    }

    /// True without any frequency.
    pub fn is_empty(&self) -> bool {
        self.frequencies.is_empty()
    }

    /// Displacement amplitudes of state `k`.
    pub fn q(&self, k: usize) -> &[Complex64] {
        &self.displacement[k * self.size..(k + 1) * self.size]
    }

    /// The amplitudes of state `k` that [`factor`](Self::factor) multiplies to give the field.
    pub fn q_of(&self, field: &str, k: usize) -> &[Complex64] {
        match self.own(field) {
            Some(values) => &values[k * self.size..(k + 1) * self.size],
            None => self.q(k),
        }
    }

    fn own(&self, field: &str) -> Option<&[Complex64]> {
        self.transformed.iter().find(|(name, _)| name == field).map(|(_, values)| values.as_slice())
    }

    /// The factor of [`q_of`](Self::q_of), whether the field is kept or not.
    pub fn transform_factor(&self, field: &str, k: usize) -> Complex64 {
        if self.own(field).is_some() { Complex64::new(1.0, 0.0) } else { motion_factor(field, self.frequencies[k]) }
    }

    /// Factor by which displacements of state `k` give the field: 1, `iω` or `-ω²`; `None` when
    /// the field is not kept.
    pub fn factor(&self, field: &str, k: usize) -> Option<Complex64> {
        let kept = self.fields.iter().any(|f| f == field);
        kept.then(|| self.transform_factor(field, k))
    }
}

/// 1 for DEPL, `iω` for VITE, `-ω²` for ACCE, at a frequency (Hz).
pub fn motion_factor(field: &str, frequency: f64) -> Complex64 {
    let omega = 2.0 * std::f64::consts::PI * frequency;
    match field {
        "VITE" => Complex64::new(0.0, omega),
        "ACCE" => Complex64::new(-omega * omega, 0.0),
        _ => Complex64::new(1.0, 0.0),
    }
}
