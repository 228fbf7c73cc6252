//! What all operators read and write through: the context of a run, entities of a mesh, stored states, units, commands made by
//! commands, numbers that cannot be meant.

pub(in crate::operators) mod access;
pub(in crate::operators) mod coefficients;
pub(in crate::operators) mod context;
pub(in crate::operators) mod entities;
pub(in crate::operators) mod expression;
mod file_keys;
pub(in crate::operators) mod inner;
pub(in crate::operators) mod lost_digits;
pub(in crate::operators) mod names;
pub(in crate::operators) mod output;
mod plain_path;
pub(in crate::operators) mod states;
mod suffixes;
pub(in crate::operators) mod terms;
#[cfg(test)]
pub(in crate::operators) mod testing;
pub(in crate::operators) mod units;
pub(in crate::operators) mod variables;
