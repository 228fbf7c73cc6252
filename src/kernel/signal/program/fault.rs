//! Faults of an evaluation.

/// Why an operation has no result.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Fault {
    DivisionByZero,
    ZeroToNegative,
    /// The real machine met a complex number: run again with [`Scalar`].
    NeedsComplex,
    Domain(&'static str, f64),
    Range(&'static str, f64),
    /// A function that takes real numbers only, or an order between complex numbers.
    RealOnly(&'static str),
    Index {
        index: f64,
        length: usize,
    },
    /// A function called by the formula.
    Callee(String),
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Fault::DivisionByZero => write!(f, "division by zero"),
            Fault::ZeroToNegative => write!(f, "zero cannot be raised to a negative power"),
            Fault::NeedsComplex => write!(f, "a complex number where a real one is needed"),
            Fault::Domain(name, x) => write!(f, "{name}({x}) does not exist (domain error)"),
            Fault::Range(name, x) => write!(f, "{name}({x}) is too large (range error)"),
            Fault::RealOnly(name) => write!(f, "{name} takes real numbers and met a complex one"),
            Fault::Index { index, length } => write!(f, "index {index} of a sequence of {length} values"),
            Fault::Callee(text) => write!(f, "{text}"),
        }
    }
}
