//! Studies: what they are made of, their evaluation, the operation graph, its execution.
//!
//! [`evaluate`] is the whole way: the command files are read and evaluated, each call of an operator
//! becomes a node, and once all is known to be right the nodes run.

mod batches;
mod bindings;
mod commands;
mod convert;
mod evaluation;
pub mod events;
mod expansion;
mod formula;
mod formula_expression;
mod formula_values;
mod formulas;
pub mod graph;
mod history;
mod host;
mod input;
mod interactive;
mod macros;
mod mesh_identity;
mod named_values;
mod options;
mod outbox;
mod outside;
mod places;
mod plan;
mod prepare;
mod profile;
mod project;
mod ranks;
mod register;
mod rehearsal;
mod repeats;
mod replaced;
mod report;
mod requested_macros;
mod run_context;
mod runner;
mod session;
mod setup;
mod shared;
mod stack;
mod step_count;
mod stops;
mod task;
#[cfg(test)]
mod tests;
mod undo;
mod without_states;

pub use evaluation::{evaluate, evaluate_in_place, is_built};
pub use interactive::Answer;
pub use macros::{Emission, Emitted, MacroFault, Macros};
pub use options::Options;
pub use places::StudyPlaces;
pub use plan::State;
pub use project::Project;
pub use report::Report;
pub use requested_macros::RequestedMacros;
pub use session::{LAST, Session};
pub use shared::{Limits, Shared};
pub use stack::on_its_stack;
pub use stops::stop_diagnostic;
