//! The stable codes: what each means, and an example that triggers it. One file per stage.

mod advice;
mod assembly;
mod catalogue;
mod contact;
mod cycles;
mod extraction;
mod fields;
mod flow;
mod former;
mod graph;
mod info;
mod input;
mod list;
mod mesh;
mod model;
mod modes;
mod nonlinear;
mod numerical;
mod one_spring;
mod prologue;
mod random;
mod response;
mod rough;
mod running;
mod slab;
mod spectrum;
mod substructure;
mod sweep;
mod syntax;
mod verdict;
mod wear;

pub use info::CodeInfo;
pub use list::{all_codes, explain};
