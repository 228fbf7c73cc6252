//! The catalogue of operators: keyword schema, the checker, and typed access to a checked call.

mod call;

pub use call::{Call, CallError, FreeValue, Given, Keywords, NewConcept, PythonFunction, Value};
