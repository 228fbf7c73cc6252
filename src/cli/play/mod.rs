//! `stickslip play`: the page that runs studies in a browser, served on this machine.

mod command;
mod embedded;
mod gathered;
mod server;

pub use command::{Play, play};
pub use embedded::PAGE;
