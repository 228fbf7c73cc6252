//! Functions of one real parameter: tables with their interpolation and extension rules, compiled
//! formulas, and the operations on them.

use std::sync::Arc;

pub mod calculus;
pub mod filter;
pub mod fourier;
mod grid;
mod order;
pub mod oscillator;
pub mod program;
pub mod random;
pub mod regression;
pub mod restriction;
mod rules;
mod sines;
pub mod stochastic;
pub mod support;
mod table;
mod taylor;

pub use grid::{Grid, Line, Place};
pub use order::{Arrangement, OrderFault, arrange, check_increasing};
pub use program::Program;
pub use program::complex as of_complex;
pub use rules::{Extension, FormulaFault, Interpolation, SignalFault};
pub use table::Table;
pub use taylor::{Expansion, SignalExpander};

/// A real function of one parameter as solvers evaluate it, many times and without allocating.
#[derive(Clone, Debug)]
pub enum Signal {
    Constant(f64),
    Table(Arc<Table>),
    /// A formula of one parameter.
    Formula(Program),
}

impl Signal {
    /// Value at `x` by the solver rule. `cursor` remembers the bracket of the last call; any value
    /// is a valid start, and the result does not depend on it. Fails where the table ends or the formula has no value.
    #[inline(always)]
    pub fn evaluate(&self, x: f64, cursor: &mut usize) -> Result<f64, SignalFault> {
        match self {
            Signal::Constant(value) => Ok(*value),
            Signal::Table(table) => table.evaluate(x, cursor),
            Signal::Formula(program) => program.evaluate_real(&[x]),
        }
    }

    /// Values at eight `x` at once, the same as one by one; none where one by one is as good, or where some value is not
    /// finite.
    pub fn evaluate_eight(&self, x: &[f64; 8]) -> Option<[f64; 8]> {
        self.evaluate_eights(&[*x]).map(|[values]| values)
    }

    /// The same at several times eight `x`.
    pub fn evaluate_eights<const EIGHTS: usize>(&self, x: &[[f64; 8]; EIGHTS]) -> Option<[[f64; 8]; EIGHTS]> {
        match self {
            Signal::Formula(program) => program.evaluate_eights(x),
            Signal::Constant(_) | Signal::Table(_) => None,
        }
    }

    /// Value at `x` by the command rule: `f(x)` in a study or in a formula, assertions. Fails where the table ends or
    /// the formula has no value.
    pub fn evaluate_command(&self, x: f64) -> Result<f64, SignalFault> {
        match self {
            Signal::Constant(value) => Ok(*value),
            Signal::Table(table) => table.evaluate_command(x),
            Signal::Formula(program) => program.evaluate_real(&[x]),
        }
    }
}
