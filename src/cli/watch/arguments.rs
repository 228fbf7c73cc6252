//! The options of `stickslip watch`.

use std::path::PathBuf;

use clap::Args;

use crate::cli::settings::Settings;

#[derive(Args)]
pub struct Watch {
    /// A command file (.comm) or a profile (.export)
    #[arg(value_name = "STUDY")]
    pub(super) study: PathBuf,
    /// Run the study in each round (the default)
    #[arg(long, conflicts_with = "check")]
    run: bool,
    /// Check the study in each round, and run nothing that takes long
    #[arg(long)]
    pub(super) check: bool,
    #[command(flatten)]
    pub(super) set: Settings,
    /// Number of threads [default: as many as the machine has]
    #[arg(long, value_name = "N")]
    pub(super) threads: Option<usize>,
    /// Folder for the files the study writes [default: beside the study]
    #[arg(long, value_name = "DIR")]
    pub(super) output: Option<PathBuf>,
    /// Show the log of the study in each round, too
    #[arg(long)]
    pub(super) log: bool,
    /// End after N rounds [default: at Ctrl-C]
    #[arg(long, value_name = "N")]
    pub(super) rounds: Option<usize>,
}
