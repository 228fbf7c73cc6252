//! Formulas compiled to a small stack program, evaluated in a time loop without allocating.
//!
//! The language layer (`operators/functions/formule`) translates the syntax tree of a Python expression with the
//! [`Builder`]; constants are folded as they are emitted. Two machines run the same code: one on `f64`
//! alone, one on [`Scalar`] (real or complex). The first is used unless the formula is known to need
//! complex numbers, and hands over to the second when it meets one (a negative number to the power 1/3).
//! Integers are carried as `f64`: exact up to 2^53, which is all a formula of physics needs.

mod builder;
mod code;
pub mod complex;
mod fault;
mod instruction;
mod machine;
mod number;
mod operations;
mod taylor;

pub use crate::signal::program::instruction::Callable;
pub use builder::{Builder, Label, Mark};
pub use code::Program;
pub use number::{Scalar, Undefined};
pub use operations::{Binary, Unary, function_names};
pub use taylor::ExpansionMemory;
