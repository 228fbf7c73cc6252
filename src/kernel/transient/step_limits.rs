//! Bounds of an adaptive step.

/// PAS_MINI and PAS_MAXI, where given (s).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StepLimits {
    pub minimum: Option<f64>,
    pub maximum: Option<f64>,
}

impl StepLimits {
    /// The bounds (s), those not given replaced by `minimum` and `maximum`.
    pub fn or(self, minimum: f64, maximum: f64) -> (f64, f64) {
        (self.minimum.unwrap_or(minimum), self.maximum.unwrap_or(maximum))
    }
}
