//! Values, errors, and what works on any value: items, comparison, arithmetic, display.

pub mod access;
pub mod arithmetic;
pub mod compare;
pub mod conversions;
pub mod display;
pub mod fault;
pub mod format;
pub mod function;
pub mod iteration;
pub mod percent;
pub mod room;
pub mod scope;
pub mod snapshot;
pub mod value;
