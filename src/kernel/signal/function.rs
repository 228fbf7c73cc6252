//! A real function of one parameter: a constant, a table or a formula.

use std::sync::Arc;

use super::program::Program;
use super::rules::SignalFault;
use super::table::Table;

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

    /// Values at several groups of eight `x`, equal to those one by one; none in the cases of [`Signal::evaluate_eight`].
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
