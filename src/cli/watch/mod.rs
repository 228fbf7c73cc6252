//! `stickslip watch`: a study is run again whenever one of its files changes.

mod arguments;
mod command;
mod looked;
mod round;
mod verdicts;

pub use arguments::Watch;
pub use command::watch;
