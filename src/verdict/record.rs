//! One comparison made by an assertion.

use std::sync::Arc;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Against VALE_REFE, tolerance PRECISION.
    Reference,
    /// Against VALE_CALC, tolerance TOLE_MACHINE.
    Regression,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Criterion {
    Relative,
    Absolute,
}

/// A value of a comparison, as shown and as written to JSON.
#[derive(Clone, Debug, PartialEq)]
pub enum Compared {
    Integer(i64),
    Real(f64),
    Complex(num_complex::Complex64),
    Text(String),
}

/// One comparison: a TEST_ entry with both VALE_CALC and VALE_REFE gives two. A study may have a million: texts that
/// many of them have in common are shared.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// `TEST_RESU` ...
    pub command: Arc<str>,
    /// Name of the file and line (from 1) of the command.
    pub file: Arc<str>,
    pub line: usize,
    /// What is tested: `PUIS_USURE`, `DX at N4, INST 0.09` ...
    pub label: Box<str>,
    pub kind: Kind,
    /// ANALYTIQUE, SOURCE_EXTERNE, AUTRE_ASTER, NON_REGRESSION, NON_DEFINI.
    pub reference: Arc<str>,
    pub expected: Compared,
    pub computed: Compared,
    /// Relative or absolute, as `criterion` says; `None` for text.
    pub error: Option<f64>,
    pub tolerance: f64,
    pub criterion: Criterion,
    /// `None` when nothing was compared (a null VALE_CALC): SKIP.
    pub passed: Option<bool>,
}

impl AsRef<Record> for Record {
    fn as_ref(&self) -> &Record {
        self
    }
}
