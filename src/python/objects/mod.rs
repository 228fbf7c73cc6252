//! What each type of object can do: attributes and methods.

pub mod array;
pub mod components;
pub mod concepts;
pub mod dictionaries;
pub mod extracts;
pub mod files;
pub mod flow;
pub mod functions;
pub mod inside;
pub mod items;
pub mod lists;
pub mod mesh_objects;
pub mod numbering;
pub mod operations;
pub mod results;
pub mod scalars;
pub mod sets;
pub mod spectra;
pub mod splitting;
pub mod table;
pub mod table_methods;
pub mod templates;
pub mod texts;
pub mod transients;
pub mod ways;
