//! What each type of object can do: attributes and methods.

pub mod array;
pub mod collections;
pub mod concepts;
pub mod extracts;
pub mod inside;
pub mod methods;
pub mod table;
pub mod table_methods;
pub mod texts;
pub mod transients;
