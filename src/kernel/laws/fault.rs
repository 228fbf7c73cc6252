//! Why a law gives no answer, and why numbers make no law.

use crate::signal::SignalFault;

/// Fault of a law at one evaluation. A nonlinear analysis cuts the step at those that a shorter one may heal.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum LawFault {
    /// The local integration (ITER_INTE_MAXI, RESI_INTE) gives up.
    #[error("the local integration does not converge in {attempts} attempts (ITER_INTE_MAXI)")]
    Integration { attempts: u32 },
    /// The local integration takes too many sub-steps.
    #[error(
        "the local integration has made {count} sub-steps and is not at the end of the step; RESI_INTE may be too small"
    )]
    SubSteps { count: u32 },
    /// A curve ends before the value that is asked for.
    #[error("the {quantity} {value} is beyond the last point of {curve}")]
    EndOfCurve { quantity: &'static str, value: f64, curve: &'static str },
    /// A slope beyond the yield is that of the elastic part or more.
    #[error("{keyword} = {slope:e} Pa is not below E = {young:e} Pa")]
    Slope { keyword: &'static str, slope: f64, young: f64 },
    /// A quantity became infinite or not a number.
    #[error("{0} is not finite")]
    NotFinite(&'static str),
    /// A function of the law has no value.
    #[error("{keyword}: {source}")]
    Function { keyword: &'static str, source: SignalFault },
    /// The law depends on a temperature or an irradiation that the study does not give.
    #[error("the law depends on {0}, and the study gives none")]
    Missing(&'static str),
    /// An assigned stiffness that the law divides by is zero.
    #[error("the assigned stiffness of component {0} is zero")]
    ZeroStiffness(&'static str),
    /// Corner contact between nodes of which the mesh does not say the plane.
    #[error(
        "corner contact needs exactly one global component of the distance of the nodes within PRECISION: there are {0}"
    )]
    Corner(usize),
}

impl LawFault {
    /// The curve ends before `value`; or the value is no number, which no curve has.
    pub fn end_of_curve(quantity: &'static str, value: f64, curve: &'static str) -> LawFault {
        match value.is_finite() {
            true => LawFault::EndOfCurve { quantity, value, curve },
            false => LawFault::NotFinite(quantity),
        }
    }

    /// True where a shorter step may succeed.
    pub fn heals(&self) -> bool {
        matches!(self, LawFault::Integration { .. } | LawFault::SubSteps { .. } | LawFault::NotFinite(_))
    }
}

/// Why parameters make no law. The keyword is the one to point at.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SpecFault {
    #[error("{0} is missing")]
    Missing(&'static str),
    #[error("{keyword} must be positive; found {value}")]
    NotPositive { keyword: &'static str, value: f64 },
    #[error("{keyword} must not be negative; found {value}")]
    Negative { keyword: &'static str, value: f64 },
    #[error("{keyword} and {other} exclude each other")]
    Both { keyword: &'static str, other: &'static str },
    #[error("{keyword} is given without {other}")]
    Without { keyword: &'static str, other: &'static str },
    #[error("the curve {keyword} cannot be used: {reason}")]
    Curve { keyword: &'static str, reason: String },
    #[error("{keyword} = {value}: {reason}")]
    Value { keyword: &'static str, value: f64, reason: &'static str },
    #[error("{keyword}='{found}' is not available with this law; it takes {allowed}")]
    Text { keyword: &'static str, found: String, allowed: &'static str },
}

impl SpecFault {
    /// The keyword to point at.
    pub fn keyword(&self) -> &'static str {
        match self {
            SpecFault::Missing(keyword)
            | SpecFault::NotPositive { keyword, .. }
            | SpecFault::Negative { keyword, .. }
            | SpecFault::Both { keyword, .. }
            | SpecFault::Without { keyword, .. }
            | SpecFault::Curve { keyword, .. }
            | SpecFault::Value { keyword, .. }
            | SpecFault::Text { keyword, .. } => keyword,
        }
    }
}
