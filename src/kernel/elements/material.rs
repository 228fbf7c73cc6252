//! Constants of an elastic material.

/// Young's modulus (Pa), Poisson's ratio, density (kg/m³).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elasticity {
    pub young: f64,
    pub poisson: f64,
    pub density: f64,
}

impl Elasticity {
    /// Shear modulus.
    pub fn shear(&self) -> f64 {
        self.young / (2.0 * (1.0 + self.poisson))
    }
}
