//! Operators: what each command reads and runs. A wing per part of a study (mesh, model, matrices, modes, ...), in it a
//! file or folder per operator or family; registration is the list that [`find`] looks in (`list`).

mod assertions;
pub mod call;
pub mod contact;
mod cycles;
pub(in crate::operators) mod flow;
mod functions;
mod list;
mod matrices;
mod mesh;
mod model;
mod modes;
mod operator;
mod printing;
mod random;
mod response;
mod results;
mod rough;
mod slab;
mod statics;
mod tables;

use call::context::counted;
pub use call::context::{Context, Message, set_result};
pub use call::names::names;
pub use call::units::Units;
pub use list::find;
pub use operator::{Check, Operator, Outcome};
