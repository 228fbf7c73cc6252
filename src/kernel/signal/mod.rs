//! Functions of one real parameter: tables with their interpolation and extension rules, compiled
//! formulas, and the operations on them.

pub mod between;
pub mod calculus;
pub mod filter;
pub mod fourier;
mod function;
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

pub use function::Signal;
pub use grid::{Grid, GridPlace, Line};
pub use order::{Arrangement, OrderFault, arrange, check_increasing};
pub use program::Program;
pub use program::complex as of_complex;
pub use rules::{Extension, FormulaFault, Interpolation, SignalFault};
pub use table::Table;
pub use taylor::{Expansion, SignalExpander};
