//! From the words of the command line to the command that they name, and its exit code.

use std::process::ExitCode;
use std::sync::Arc;

use clap::Parser;

use super::arguments::{Arguments, Command};
use super::interrupts::stop_on_interrupt;
use super::{check, codes, console, doc, explain, fmt, graph, install, limits, manual};
use super::{lsp, options, repl, run, streams, sweep, test, upgrade};
use crate::kernel::simd;
use crate::source::{Disk, memory};

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
        simd::stay_narrow();
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
        Command::Check { studies, set, details } => check::check(&studies, &set, &details, &*world),
        Command::Fmt(options) => fmt::fmt(&options, &*world),
        Command::Test { paths, choice } => test::test(&paths, &choice, time, &*world),
        Command::Upgrade { study, target, set } => upgrade::upgrade(&study, &target, &set, &*world),
        Command::Lsp(options) => lsp::lsp(&options),
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
