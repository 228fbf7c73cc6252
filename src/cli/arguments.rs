//! The command line as clap reads it: commands and the options common to all.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Parser, Subcommand};

use super::run::Run;
use super::settings::Settings;
use super::{console, formats, graph, limits, repl, sweep, test, upgrade};

/// Runs studies of structural dynamics with contact, friction and wear.
#[derive(Parser)]
#[command(name = "stickslip", version)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub(super) command: Command,
    /// Most memory to use, such as 500M or 4G [default: nine tenths of what is free]
    #[arg(long, global = true, value_name = "SIZE", value_parser = limits::bytes)]
    pub(super) max_memory: Option<u64>,
    /// Longest time per study, such as 90 (seconds), 10m or 2h
    #[arg(long, global = true, value_name = "TIME", value_parser = limits::seconds)]
    pub(super) max_time: Option<Duration>,
    /// Use no wider registers than all processors have: the same figures, to check that they are
    #[arg(long, global = true, hide = true)]
    pub(super) narrow: bool,
    /// Colours: where a terminal shows them, always, or never
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t = console::ColourChoice::Auto)]
    pub(super) color: console::ColourChoice,
    /// Studies read and write in their folder and in that of their results alone
    #[arg(long, global = true)]
    pub(super) sandbox: bool,
}

#[derive(Subcommand)]
pub(super) enum Command {
    /// Run a study: exit code 0 when every assertion holds, 1 when one fails, 2 when it cannot be run
    Run(Run),
    /// Look for all errors of studies without running anything
    Check {
        /// Studies, or folders of studies
        #[arg(required = true, value_name = "STUDY")]
        studies: Vec<PathBuf>,
        /// How the results are printed: messages, JSON, one line per problem (FILE:LINE), or GitHub annotations
        #[arg(long, value_enum, default_value_t = formats::Format::Human)]
        format: formats::Format,
        #[command(flatten)]
        set: Settings,
        /// List the forms of former versions too, with today's spelling
        #[arg(short, long)]
        verbose: bool,
    },
    /// Run every study below some paths and show which hold
    Test {
        /// Folders or studies [default: the current folder]
        #[arg(value_name = "PATH")]
        paths: Vec<PathBuf>,
        #[command(flatten)]
        choice: test::Choice,
    },
    /// Write a study in today's syntax, and list what was changed and what was left
    Upgrade {
        #[arg(value_name = "STUDY")]
        study: PathBuf,
        #[command(flatten)]
        target: upgrade::Target,
        #[command(flatten)]
        set: Settings,
    },
    /// Start an interactive session
    Repl(repl::Repl),
    /// Write the operation graph of a study
    Graph {
        #[arg(value_name = "STUDY")]
        study: PathBuf,
        /// Format; without it, that of the file's suffix, otherwise SVG
        #[arg(long, value_enum)]
        format: Option<graph::Format>,
        /// File to write instead of the standard output
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
        #[command(flatten)]
        set: Settings,
    },
    /// Run a study with many values of its variables, on any number of machines
    #[command(subcommand)]
    Sweep(sweep::Sweep),
    /// Print the manual of a command or a keyword, or search it
    Doc {
        /// `DYNA_VIBRA`, `DYNA_VIBRA.RIGI_NOR`, `RIGI_NOR`, `EULER`; `slips` (behaviour kept though not intended); all commands when absent
        #[arg(value_name = "OPERATOR[.KEYWORD]")]
        topic: Option<String>,
        /// Search names, explanations and the French-English glossary: what has all the words, the best first
        #[arg(short = 'k', long, value_name = "WORD", num_args = 1.., conflicts_with_all = ["topic", "html"])]
        search: Vec<String>,
        /// Print at once, without a pager
        #[arg(long)]
        no_pager: bool,
        /// Write the example of an operator into a folder, ready to run
        #[arg(long, value_name = "DIR", requires = "topic")]
        example: Option<PathBuf>,
        /// Show keywords without effect, and keywords that are not implemented, too
        #[arg(short, long)]
        all: bool,
        /// Write the whole manual into a folder, as pages to open in a browser
        #[arg(long, value_name = "DIR", conflicts_with = "topic")]
        html: Option<PathBuf>,
    },
    /// Write the completions of a shell on standard output
    Completions {
        #[arg(value_enum, value_name = "SHELL")]
        shell: clap_complete::Shell,
    },
    /// Write the manual page of this program (roff) on standard output
    Man,
    /// Say what an error code means, with an example that triggers it, or why there is none
    Explain {
        /// `C002`, `unknown-keyword`; all codes when absent
        code: Option<String>,
    },
}
