//! The command line as clap reads it: commands and the options common to all.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Parser, Subcommand};

use super::run::Run;
use super::settings::Settings;
use super::{check, codes, console, fmt, graph, limits, lint, lsp, mesh, play, repl, sweep, test, upgrade, watch};
use crate::source::build;

/// Runs studies of structural dynamics with contact, friction and wear.
#[derive(Parser)]
#[command(name = "stickslip", version = build(), arg_required_else_help = true)]
pub(super) struct CommandLine {
    #[command(subcommand)]
    pub(super) command: Option<Command>,
    /// Print who wrote what is in the program, and under which licences
    #[arg(long)]
    pub(super) licenses: bool,
    /// Most memory to use, such as 500M or 4G [default: nine tenths of what is free]
    #[arg(long, global = true, value_name = "SIZE", value_parser = limits::bytes)]
    pub(super) max_memory: Option<u64>,
    /// Longest time per study, such as 90 (seconds), 10m or 2h
    #[arg(long, global = true, value_name = "TIME", value_parser = limits::seconds)]
    pub(super) max_time: Option<Duration>,
    /// Use only the registers that all processors have, to check that the results are the same
    #[arg(long, global = true, hide = true)]
    pub(super) narrow: bool,
    /// When to use colours: if the output is a terminal, always, or never
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t = console::ColourChoice::Auto)]
    pub(super) color: console::ColourChoice,
    /// Restrict studies to reading and writing in their own folder and in that of their results
    #[arg(long, global = true)]
    pub(super) sandbox: bool,
}

#[derive(Subcommand)]
pub(super) enum Command {
    /// Run studies; the exit code is 0 if every assertion passes, 1 if one fails, 2 if a study cannot be run
    #[command(after_help = codes::OF_RUN)]
    Run(Run),
    /// Check studies and report all errors, without running transients or writing files
    #[command(after_help = codes::OF_CHECK)]
    Check {
        /// Studies, or folders of studies
        #[arg(required = true, value_name = "STUDY")]
        studies: Vec<PathBuf>,
        #[command(flatten)]
        set: Settings,
        #[command(flatten)]
        details: check::Details,
    },
    /// Format studies: double quotes, lines of at most 100 columns, one item per line where they do not fit
    Fmt(fmt::Fmt),
    /// Point out what is legal in studies and doubtful: unused concepts, assertions that test nothing, lost commas
    #[command(after_help = codes::OF_LINT)]
    Lint(lint::Lint),
    /// Run all studies below the given paths and print a table of verdicts
    #[command(after_help = codes::OF_TEST)]
    Test {
        /// Folders or studies [default: the current folder]
        #[arg(value_name = "PATH")]
        paths: Vec<PathBuf>,
        #[command(flatten)]
        choice: test::Choice,
    },
    /// Rewrite a study in today's syntax, and list the changes and the forms left unchanged
    Upgrade {
        #[arg(value_name = "STUDY")]
        study: PathBuf,
        #[command(flatten)]
        target: upgrade::Target,
        #[command(flatten)]
        set: Settings,
    },
    /// Run or check a study again whenever one of its files changes; what has not changed is not computed again
    #[command(after_help = codes::OF_WATCH)]
    Watch(watch::Watch),
    /// Serve editors: diagnostics, completion, hover, names, formatting (language server protocol)
    Lsp(lsp::Lsp),
    /// Start an interactive session
    Repl(repl::Repl),
    /// Serve the page that runs studies in a browser, on this machine alone
    Play(play::Play),
    /// Write the operation graph of a study
    Graph {
        #[arg(value_name = "STUDY")]
        study: PathBuf,
        /// Format of the graph [default: that of the file's suffix, otherwise SVG]
        #[arg(long, value_enum)]
        format: Option<graph::Format>,
        /// File to write instead of the standard output
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
        #[command(flatten)]
        set: Settings,
    },
    /// Print what is in a mesh file: nodes, cells, groups with their extents, what is doubtful; and draw it
    Mesh(mesh::Options),
    /// Run a study with many values of its variables, on any number of machines
    #[command(subcommand, after_help = codes::OF_SWEEP)]
    Sweep(sweep::Sweep),
    /// Print the manual of a command or a keyword, or search it
    Doc {
        /// A topic such as `DYNA_VIBRA`, `DYNA_VIBRA.RIGI_NOR`, `RIGI_NOR`, `EULER`, `laws` (of nonlinear analyses, with their internal variables) or `slips` (unintended behaviour of the reference program that is kept) [default: the list of commands]
        #[arg(value_name = "OPERATOR[.KEYWORD]")]
        topic: Option<String>,
        /// Search names, explanations and the French-English glossary for pages that contain all the words, best match first
        #[arg(short = 'k', long, value_name = "WORD", num_args = 1.., conflicts_with_all = ["topic", "html"])]
        search: Vec<String>,
        /// Print without a pager
        #[arg(long)]
        no_pager: bool,
        /// Write the example of an operator into a folder, ready to run
        #[arg(long, value_name = "DIR", requires = "topic")]
        example: Option<PathBuf>,
        /// Also show keywords without effect and keywords that are not implemented
        #[arg(short, long)]
        all: bool,
        /// Describe each keyword of a long page too, of which one line is printed otherwise
        #[arg(long)]
        full: bool,
        /// Write the whole manual into a folder as HTML pages
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
    /// Explain an error code, with an example that triggers it or the reason why there is none
    Explain {
        /// A code or its name, such as `C002` or `unknown-keyword` [default: the list of codes]
        code: Option<String>,
    },
}
