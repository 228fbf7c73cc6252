//! The options that all commands which evaluate a study have.

use std::path::PathBuf;

use clap::Args;

use crate::former::Request;

#[derive(Args, Clone, Default)]
pub struct Settings {
    /// Value of a variable of the study, in place of its first assignment
    #[arg(long = "set", value_name = "NAME=VALUE")]
    pub(super) set: Vec<String>,
    /// Variable of the environment that the study sees (`os.environ`, `os.getenv`), with its value here or the one given
    #[arg(long = "env", value_name = "NAME[=VALUE]")]
    pub(super) env: Vec<String>,
    /// Folder of macro-commands (NAME.rhai), beside `macros` in the study's folder
    #[arg(long, value_name = "DIR")]
    pub(super) macros: Vec<PathBuf>,
    #[command(flatten)]
    pub(super) age: Age,
}

/// Version of the language that studies were written for.
#[derive(Args, Clone, Copy, Default)]
pub struct Age {
    /// Follow the rules of version 15, numbers included (2020), or today's rules (no) [default: recognised from the study]
    #[arg(long, value_name = "2020|no")]
    pub(super) former: Option<Request>,
}
