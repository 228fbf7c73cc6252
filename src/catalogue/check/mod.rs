//! The checker: from a call as written to a call an operator can run, or to all that is wrong with it.
//!
//! Order of work: old spellings are rewritten; the keywords that exist are found level by level
//! ([`level`]), with defaults; then each level is checked (effects, types, counts, allowed values,
//! ranges, validators, unknown and missing keywords, rules); last come `reuse` and the type of the
//! result. Everything wrong is reported at once, each at its place; a value marked unknown fits
//! everywhere and has no consequences.

mod call;
mod checker;
mod conditions;
mod equality;
mod fitting;
mod keyword;
mod level;
mod names;
mod result;
mod rules;
mod spellings;
mod values;
mod walk;

#[cfg(test)]
mod tests;

pub use self::call::{check, check_against, completed};
pub use self::fitting::fitting;
pub use self::names::free_value;
pub use self::spellings::{group_of, spellings, successor};
