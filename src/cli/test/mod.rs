//! `stickslip test`: runs every study below some paths, each in a process of its own, and shows which pass.

mod about;
mod child;
mod choice;
mod command;
mod files;
mod last_line;
mod log;
mod select;
mod shown;
mod workers;

pub use choice::Choice;
pub use command::test;
pub use select::find_studies;
