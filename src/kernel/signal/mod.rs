//! Functions of one real parameter: tables with their interpolation and extension rules, compiled
//! formulas, and the operations on them.

mod table;

pub use table::{Extension, Interpolation, SignalFault, Table};

/// A real function of one parameter as solvers evaluate it, many times and without allocating.
#[derive(Clone, Debug)]
pub enum Signal {
    Constant(f64),
    Table(Table),
}

impl Signal {
    /// Value at `x` by the solver rule. `cursor` remembers the bracket of the last call; any value
    /// is a valid start, and the result does not depend on it.
    pub fn evaluate(&self, x: f64, cursor: &mut usize) -> Result<f64, SignalFault> {
        match self {
            Signal::Constant(value) => Ok(*value),
            Signal::Table(table) => table.evaluate(x, cursor),
        }
    }
}
