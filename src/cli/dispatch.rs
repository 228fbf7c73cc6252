//! From the words of the command line to the command that they name, and its exit code.

use std::process::ExitCode;
use std::sync::Arc;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};

use super::arguments::{Command, CommandLine};
use super::doc::Extent;
use super::interrupts::stop_on_interrupt;
use super::{check, codes, console, doc, explain, fmt, graph, install, limits, lint, manual, mesh};
use super::{lsp, play, repl, run, streams, sweep, test, upgrade, watch};
use crate::kernel::simd;
use crate::source::{Disk, memory, set_commit};

/// Does what the command line says, in a program built from `commit`.
pub fn main(commit: &'static str) -> ExitCode {
    set_commit(commit);
    let arguments = match CommandLine::try_parse_from(with_command(std::env::args_os().collect())) {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and version are no errors.
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { 2 } else { 0 });
        }
    };
    console::quiet_panics();
    console::set_colour(arguments.color);
    let command = match arguments.command {
        _ if arguments.licenses => {
            streams::to_stdout(install::NOTICES.trim_end());
            return ExitCode::from(codes::HELD);
        }
        Some(command) => command,
        None => {
            let missing = "a command is missing; `stickslip help` lists them";
            let _ = CommandLine::command().error(ErrorKind::MissingSubcommand, missing).print();
            return ExitCode::from(codes::WRONG);
        }
    };
    let world = Arc::new(if arguments.sandbox { Disk::of_sandbox() } else { Disk::default() });
    let several = matches!(command, Command::Test { .. });
    stop_on_interrupt(&world, several);
    arguments.max_memory.into_iter().for_each(memory::set_limit);
    if arguments.narrow {
        simd::stay_narrow();
    }
    let time = arguments.max_time;
    let one = matches!(&command, Command::Run(run) if run.studies.len() == 1);
    // A session that is typed goes on, and one of a program; one that is read from a pipe ends.
    let typed = matches!(&command, Command::Repl(options) if repl::goes_on(options));
    let ends = !several && !typed;
    limits::watch(&world, limits::Watched { ends, time: time.filter(|_| one) });
    let code = match command {
        Command::Run(options) => run::run_all(&options, &*world, time),
        Command::Check { studies, set, details } => check::check(&studies, &set, &details, &*world),
        Command::Fmt(options) => fmt::fmt(&options, &*world),
        Command::Lint(options) => lint::lint(&options, &*world),
        Command::Test { paths, choice } => test::test(&paths, &choice, time, &*world),
        Command::Upgrade { study, target, set } => upgrade::upgrade(&study, &target, &set, &*world),
        Command::Watch(options) => watch::watch(&options, &world, time),
        Command::Lsp(options) => lsp::lsp(&options, &world),
        Command::Repl(options) => repl::repl(&options, &world, time),
        Command::Play(options) => play::play(&options, &*world),
        Command::Graph { study, format, output, set } => graph::graph(&study, format, output.as_deref(), &set, &*world),
        Command::Mesh(options) => mesh::mesh(&options, &*world),
        Command::Sweep(command) => sweep::sweep(&command, time, &world),
        Command::Doc { html: Some(folder), .. } => manual::write(&folder, &*world),
        Command::Doc { topic: Some(topic), example: Some(folder), .. } => doc::write_example(&topic, &folder, &*world),
        Command::Doc { search, no_pager, .. } if !search.is_empty() => doc::search(&search, no_pager),
        Command::Doc { topic, all, full, no_pager: true, .. } => doc::doc(topic.as_deref(), Extent { all, full }),
        Command::Doc { topic, all, full, .. } => doc::doc_in_pages(topic.as_deref(), Extent { all, full }),
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

/// The names of all commands, `sweep run` and the like in two words, as the command line defines them.
pub fn commands() -> Vec<String> {
    let mut names = Vec::new();
    for command in CommandLine::command().get_subcommands() {
        let below: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
        match below.as_slice() {
            [] => names.push(command.get_name().to_string()),
            below => names.extend(below.iter().map(|name| format!("{} {name}", command.get_name()))),
        }
    }
    names
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
