//! The walk through the tree of a study: statements, expressions, calls, names.

pub mod assignment;
pub mod attributes;
pub mod calls;
pub mod expressions;
pub mod handlers;
pub mod imports;
pub mod instead;
pub mod names;
pub mod statements;
