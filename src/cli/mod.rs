//! The command line: the only part that knows terminals. `stickslip help` is its documentation.

mod check;
mod codes;
mod console;
mod doc;
mod explain;
mod formats;
mod going_on;
mod graph;
mod install;
mod last_words;
mod limits;
mod manual;
mod options;
mod overall;
mod pager;
mod repl;
mod run;
mod streams;
mod study_report;
mod sweep;
mod test;
mod upgrade;
mod words;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::{Args, Parser, Subcommand};

use crate::former::Request;
use crate::source::{Disk, Stop, memory};

/// Runs studies of structural dynamics with contact, friction and wear.
#[derive(Parser)]
#[command(name = "stickslip", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
    /// Most memory to use, such as 500M or 4G [default: nine tenths of what is free]
    #[arg(long, global = true, value_name = "SIZE", value_parser = limits::bytes)]
    max_memory: Option<u64>,
    /// Longest time per study, such as 90 (seconds), 10m or 2h
    #[arg(long, global = true, value_name = "TIME", value_parser = limits::seconds)]
    max_time: Option<Duration>,
    /// Use no wider registers than all processors have: the same figures, to check that they are
    #[arg(long, global = true, hide = true)]
    narrow: bool,
    /// Colours: where a terminal shows them, always, or never
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t = console::ColourChoice::Auto)]
    color: console::ColourChoice,
    /// Studies read and write in their folder and in that of their results alone
    #[arg(long, global = true)]
    sandbox: bool,
}

#[derive(Subcommand)]
enum Command {
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
        #[arg(long, value_enum, default_value = "svg")]
        format: graph::Format,
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

#[derive(Args)]
struct Run {
    /// Command files (.comm) or profiles (.export), run one after the other; `-` reads a command file from standard input
    #[arg(required = true, value_name = "STUDY")]
    studies: Vec<PathBuf>,
    #[command(flatten)]
    set: Settings,
    /// Write the results as JSON; `-` writes to standard output and moves the log to standard error
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Number of threads [default: as many as the machine has]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Folder for the files the study writes [default: beside the study]
    #[arg(long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Print errors, failed assertions and the last line only
    #[arg(short, long)]
    quiet: bool,
    /// End when the standard input is closed, as it is when the program that started this one ends
    #[arg(long, hide = true)]
    with_parent: bool,
}

#[derive(Args, Clone, Default)]
struct Settings {
    /// Value of a variable of the study, instead of what its first assignment gives
    #[arg(long = "set", value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// Folder of macro-commands (NAME.rhai), beside `macros` in the study's folder
    #[arg(long, value_name = "DIR")]
    macros: Vec<PathBuf>,
    #[command(flatten)]
    age: Age,
}

/// When studies were written.
#[derive(Args, Clone, Copy, Default)]
struct Age {
    /// Rules of version 15, figures included (2020), or today's (no) [default: as the study shows]
    #[arg(long, value_name = "2020|no")]
    former: Option<Request>,
}

pub fn main() -> ExitCode {
    let arguments = match Arguments::try_parse_from(with_command(std::env::args_os().collect())) {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and version are no errors.
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { 2 } else { 0 });
        }
    };
    console::quiet_panics();
    console::set_colour(arguments.color);
    let world = Arc::new(Disk::default());
    let several = matches!(arguments.command, Command::Test { .. });
    stop_on_interrupt(&world, several);
    arguments.max_memory.into_iter().for_each(memory::set_limit);
    if arguments.narrow {
        crate::kernel::wide::stay_narrow();
    }
    options::set_sandbox(arguments.sandbox);
    let time = arguments.max_time;
    let one = matches!(&arguments.command, Command::Run(run) if run.studies.len() == 1);
    // A session that is typed goes on; one that is read from a pipe ends.
    let typed = matches!(arguments.command, Command::Repl(_)) && repl::is_edited();
    let ends = !several && !typed;
    limits::watch(&world, limits::Watched { ends, time: time.filter(|_| one) });
    let code = match arguments.command {
        Command::Run(options) => run::run_all(&options, &*world, time),
        Command::Check { studies, format, set, verbose } => check::check(&studies, &set, (format, verbose), &*world),
        Command::Test { paths, choice } => test::test(&paths, &choice, time, &*world),
        Command::Upgrade { study, target, set } => upgrade::upgrade(&study, &target, &set, &*world),
        Command::Repl(options) => repl::repl(&options, &world),
        Command::Graph { study, format, output, set } => graph::graph(&study, format, output.as_deref(), &set, &*world),
        Command::Sweep(command) => sweep::sweep(&command, time, &world),
        Command::Doc { html: Some(folder), .. } => manual::write(&folder, &*world),
        Command::Doc { topic: Some(topic), example: Some(folder), .. } => doc::write_example(&topic, &folder, &*world),
        Command::Doc { search, no_pager, .. } if !search.is_empty() => doc::search(&search, no_pager),
        Command::Doc { topic, all, no_pager: true, .. } => doc::doc(topic.as_deref(), all),
        Command::Doc { topic, all, .. } => doc::doc_in_pages(topic.as_deref(), all),
        Command::Completions { shell } => install::completions(shell),
        Command::Man => install::man(),
        Command::Explain { code } => explain::explain(code.as_deref()),
    };
    if let Some(why) = console::lost_output() {
        streams::to_stderr(&format!("the standard output cannot be written: {why}"));
        return ExitCode::from(codes::WRONG);
    }
    ExitCode::from(code)
}

/// `stickslip study.comm` runs the study.
fn with_command(mut words: Vec<std::ffi::OsString>) -> Vec<std::ffi::OsString> {
    let is_study = |word: &std::ffi::OsString| {
        std::path::Path::new(word).extension().is_some_and(|extension| extension == "comm" || extension == "export")
    };
    if words.get(1).is_some_and(is_study) {
        words.insert(1, "run".into());
    }
    words
}

/// Signals that come so soon after the first one are the same one: `timeout` sends it to the process, then to its group.
const SAME_SIGNAL: Duration = Duration::from_secs(2);

/// The first Ctrl-C (SIGTERM, SIGHUP: the same) stops the run cleanly, the second one at once. A run of `several` studies
/// writes its reports first, unless the second comes a while after.
fn stop_on_interrupt(world: &Arc<Disk>, several: bool) {
    let world = world.clone();
    let mut first: Option<Instant> = None;
    // Without a handler Ctrl-C still ends the program, only less cleanly.
    let _ = ctrlc::set_handler(move || {
        use crate::source::World;
        let since = *first.get_or_insert_with(Instant::now);
        if several && since.elapsed() < SAME_SIGNAL {
            world.cancel(Stop::Asked);
        } else if world.cancelled() {
            crate::source::remove_temporaries();
            std::process::exit(130);
        }
        world.cancel(Stop::Asked);
    });
}
