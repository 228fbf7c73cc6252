//! The options of `stickslip repl`.

use std::path::PathBuf;

use clap::Args;

use crate::cli::settings::Settings;

#[derive(Args)]
pub struct Repl {
    /// A command file (.comm) or a profile (.export) to run first
    #[arg(value_name = "STUDY")]
    pub(super) study: Option<PathBuf>,
    /// Read requests and write answers as JSON, one object per line, for programs
    #[arg(long)]
    pub(super) json: bool,
    /// End when the standard input is closed, as it is when the program that started this one ends
    #[arg(long, requires = "json")]
    pub(super) with_parent: bool,
    #[command(flatten)]
    pub(super) set: Settings,
    /// Number of threads [default: as many as the machine has]
    #[arg(long, value_name = "N")]
    pub(super) threads: Option<usize>,
    /// Folder for the files that are written [default: beside the study, or the current folder]
    #[arg(long, value_name = "DIR")]
    pub(super) output: Option<PathBuf>,
}
