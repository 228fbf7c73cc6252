//! Tabulated functions.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interpolation {
    Linear,
    Logarithmic,
    /// Only at the tabulated points.
    None,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extension {
    Excluded,
    Constant,
    Linear,
}

/// Points with strictly increasing abscissae, and the rules between and beyond them.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    pub abscissae: Vec<f64>,
    pub ordinates: Vec<f64>,
    /// Rules of the abscissa and of the ordinate.
    pub interpolation: (Interpolation, Interpolation),
    pub left: Extension,
    pub right: Extension,
}

/// Why a function has no value at a point.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SignalFault {
    #[error("{x} lies outside [{first}, {last}] and the extension is EXCLU")]
    Outside { x: f64, first: f64, last: f64 },
    #[error("a logarithmic rule needs positive values, found {value}")]
    NotPositive { value: f64 },
    #[error("{x} is not one of the tabulated points and the interpolation is NON")]
    NotTabulated { x: f64 },
    #[error("the value at {x} is not a finite number")]
    NotFinite { x: f64 },
    #[error("{what} at {x}")]
    Domain { what: String, x: f64 },
}

impl Table {
    pub fn evaluate(&self, x: f64, _cursor: &mut usize) -> Result<f64, SignalFault> {
        Err(SignalFault::NotTabulated { x })
    }
}
