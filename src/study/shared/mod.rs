//! What evaluations share in a process: the trees of files, and the results of nodes, which are known by their content.
//!
//! A node is what it calls, with which values, and what it reads: see [`content`]. Where it stands, how its concepts are
//! called and how they are numbered matter only where its operator asks (`facts.rs`); what it says moves with its call
//! (`said.rs`). Never shared: nodes that write files, that read files the study wrote, that hold Python functions, and
//! what reads those.

mod facts;
mod files;
mod identity;
mod limits;
mod results;
mod said;
mod store;

pub use files::Read;
pub use identity::{Key, content};
pub use limits::Limits;
pub use store::{Made, Shared};
