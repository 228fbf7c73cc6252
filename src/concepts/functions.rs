//! Functions, surfaces and formulas as studies see them: a kernel signal plus names.

use std::sync::Arc;

use num_complex::Complex64;

use crate::kernel::signal::{Extension, Interpolation, Signal, SignalFault, Table};

/// A real function of one parameter (DEFI_FONCTION, DEFI_CONSTANTE ...).
#[derive(Clone, Debug)]
pub struct Function {
    /// NOM_PARA
    pub parameter: String,
    /// NOM_RESU
    pub result: String,
    pub signal: Signal,
}

/// A complex function: abscissae, values, rules as in [`Table`].
#[derive(Clone, Debug)]
pub struct ComplexFunction {
    pub parameter: String,
    pub result: String,
    pub abscissae: Vec<f64>,
    pub values: Vec<Complex64>,
    pub interpolation: (Interpolation, Interpolation),
    pub left: Extension,
    pub right: Extension,
}

/// A function of two parameters: one inner function for each value of the first.
#[derive(Clone, Debug)]
pub struct Surface {
    /// NOM_PARA and its values.
    pub parameter: String,
    pub values: Vec<f64>,
    /// NOM_PARA_FONC
    pub inner_parameter: String,
    pub result: String,
    pub functions: Vec<Table>,
    pub interpolation: (Interpolation, Interpolation),
    pub left: Extension,
    pub right: Extension,
}

/// What a formula gives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FormulaValue {
    Real(f64),
    Complex(Complex64),
}

/// Evaluates the expression of a formula; compiled from the syntax tree, see `operators/formula.rs`.
pub trait Evaluate: Send + Sync + std::fmt::Debug {
    /// One value for each parameter, in the order of NOM_PARA.
    fn evaluate(&self, arguments: &[f64]) -> Result<FormulaValue, SignalFault>;
    /// The same as a signal of its single parameter, when it is real.
    fn signal(&self) -> Option<Signal>;
}

/// A formula (FORMULE).
#[derive(Clone, Debug)]
pub struct Formula {
    pub parameters: Vec<String>,
    pub text: String,
    pub complex: bool,
    pub program: Arc<dyn Evaluate>,
}
