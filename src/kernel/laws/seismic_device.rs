//! Anti-seismic device (ANTI_SISM): two stiffnesses with a smooth passage at a threshold force, and a viscous term.
//!
//! With `g` the elongation along the line of the nodes and `vn = g'`, the force that pulls them together is
//!
//! ```text
//! K2 g + (K1 - K2) g / sqrt(1 + (K1 g/Fs)²) + C sign(vn) |vn g / dx_max|^alpha
//! ```

/// Numbers of an anti-seismic device.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeismicDeviceLaw {
    /// `K1`, `K2` (N/m), `Fs` (N).
    pub stiffness_1: f64,
    pub stiffness_2: f64,
    pub threshold: f64,
    /// `C`, `alpha`, `dx_max` (m).
    pub damping: f64,
    pub power: f64,
    pub stroke: f64,
}

impl SeismicDeviceLaw {
    /// Force (N) that pushes the nodes apart at elongation `g` (m) and its rate `vn` (m/s).
    pub fn force(&self, g: f64, vn: f64) -> f64 {
        let (k1, k2) = (self.stiffness_1, self.stiffness_2);
        let ratio = if k1 == 0.0 || g == 0.0 { 0.0 } else { k1 * g / self.threshold };
        let elastic = -k2 * g - (k1 - k2) * g / (1.0 + ratio * ratio).sqrt();
        if vn.abs() < f64::EPSILON {
            return elastic;
        }
        let sign = if vn.is_sign_negative() { -1.0 } else { 1.0 };
        elastic - self.damping * sign * libm::pow((vn * g / self.stroke).abs(), self.power)
    }
}
