//! What studies are made of: texts and messages, the catalogue of operators, concepts, files, verdicts. One crate of the program; its
//! modules lie in the folders beside this one.

// Tests compare with tolerances: functions of the platform serve there.
#![cfg_attr(test, allow(clippy::disallowed_methods))]

#[path = "../catalogue/mod.rs"]
pub mod catalogue;
#[path = "../concepts/mod.rs"]
pub mod concepts;
#[path = "../diag/mod.rs"]
pub mod diag;
#[path = "../former/mod.rs"]
pub mod former;
#[path = "../io/mod.rs"]
pub mod io;
#[path = "../source/mod.rs"]
pub mod source;
#[path = "../syntax/mod.rs"]
pub mod syntax;
#[path = "../verdict/mod.rs"]
pub mod verdict;

pub use stickslip_kernel as kernel;
