//! The rules of a tabulated function, and the reasons why one has no value.

/// Rule between two points, for the abscissa or for the ordinate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interpolation {
    Linear,
    Logarithmic,
    /// Only at the tabulated points.
    None,
}

/// Rule beyond the first or the last point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extension {
    Excluded,
    Constant,
    Linear,
}

impl Interpolation {
    /// The word of the command language: `LIN`, `LOG`, `NON`.
    pub fn word(self) -> &'static str {
        match self {
            Interpolation::Linear => "LIN",
            Interpolation::Logarithmic => "LOG",
            Interpolation::None => "NON",
        }
    }

    /// The rule of a word of the command language (`LIN`, `LOG`, `NON`).
    pub fn from_word(word: &str) -> Option<Self> {
        [Interpolation::Linear, Interpolation::Logarithmic, Interpolation::None].into_iter().find(|i| i.word() == word)
    }
}

impl Extension {
    /// The word of the command language: `EXCLU`, `CONSTANT`, `LINEAIRE`.
    pub fn word(self) -> &'static str {
        match self {
            Extension::Excluded => "EXCLU",
            Extension::Constant => "CONSTANT",
            Extension::Linear => "LINEAIRE",
        }
    }

    /// The rule of a word of the command language (`EXCLU`, `CONSTANT`, `LINEAIRE`).
    pub fn from_word(word: &str) -> Option<Self> {
        [Extension::Excluded, Extension::Constant, Extension::Linear].into_iter().find(|e| e.word() == word)
    }
}

/// A number without the noise of its last digits, unless it would then be one of the others.
fn brief(x: f64, a: f64, b: f64) -> f64 {
    let short: f64 = format!("{x:.11e}").parse().unwrap_or(x);
    if short != x && (short == a || short == b) { x } else { short }
}

/// Why a function has no value at a point.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SignalFault {
    #[error("{} lies outside [{}, {}] and the extension is EXCLU", brief(*.x, *.first, *.last), brief(*.first, *.x, *.x), brief(*.last, *.x, *.x))]
    Outside { x: f64, first: f64, last: f64 },
    #[error("a logarithmic rule needs positive values, found {value}")]
    NotPositive { value: f64 },
    #[error("{x} is not one of the tabulated points and the interpolation is NON")]
    NotTabulated { x: f64 },
    #[error("the value at {x} is not a finite number")]
    NotFinite { x: f64 },
    #[error("{what} at {x}")]
    Domain { what: String, x: f64 },
    #[error(transparent)]
    Formula(#[from] Box<FormulaFault>),
}

/// Why a formula has no value: which operation, in which part of it, for which arguments.
#[derive(Clone, Debug, PartialEq)]
pub struct FormulaFault {
    /// The whole expression.
    pub expression: String,
    /// The part of it that has no value; empty when unknown.
    pub part: String,
    /// `division by zero`, `math domain error in sqrt(-1)` ...
    pub reason: String,
    /// Parameters and their values.
    pub arguments: Vec<(String, f64)>,
}

impl std::fmt::Display for FormulaFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the formula `{}` has no value for ", self.expression)?;
        for (i, (name, value)) in self.arguments.iter().enumerate() {
            write!(f, "{}{name} = {value}", if i > 0 { ", " } else { "" })?;
        }
        write!(f, ": {}", self.reason)?;
        if !self.part.is_empty() && self.part != self.expression {
            write!(f, " in `{}`", self.part)?;
        }
        Ok(())
    }
}

impl std::error::Error for FormulaFault {}
