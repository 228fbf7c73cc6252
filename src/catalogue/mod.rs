//! The catalogue of operators: keyword schema, the checker, and typed access to a checked call.
//!
//! The data are `grammar/commands/*.json`, one file per operator; `build.rs` puts them into the program in a compact form.

mod beyond;
mod call;
mod check;
mod data;
mod glossary;
pub mod manual;
mod raw;
mod reading;
mod schema;
mod store;
mod suggest;
mod values;
mod words;

pub use beyond::{beyond, way_out};
pub use call::{Call, CallError, Given, Keywords};
pub use check::{check, check_against, completed, fitting, free_value, group_of, spellings, successor};
pub use data::command as described;
pub use glossary::{Word, glossary};
pub use raw::{Checked, Form, RawArgument, RawCall, RawValue};
pub use schema::{
    Block, Command, Condition, Constant, Effect, FormerKeyword, FormerSpelling, Keyword, Level, Named, ResultType,
    ReusePolicy, Rule, Shape, Simple, Status, Type,
};
pub use store::{RECONSTRUCTED, command, names};
pub use suggest::{nearest, quoted, replaced, replaced_as, suggest};
pub use values::{FreeKeywords, FreeValue, NewConcept, PythonFunction, Value, Values, WHOLE_EXPRESSION};
