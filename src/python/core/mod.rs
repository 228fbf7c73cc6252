//! Values, errors, and what works on any value: items, comparison, arithmetic, display.

pub mod access;
pub mod arithmetic;
pub mod asked;
pub mod compare;
pub mod display;
pub mod entry;
mod factor;
pub mod fault;
pub mod format;
pub mod function;
pub mod host;
pub mod identity;
pub mod integer;
pub mod interpreter;
pub mod iteration;
pub mod methods;
pub mod percent;
mod plain;
pub mod room;
pub mod scope;
pub mod snapshot;
pub mod unknown;
pub mod value;
