//! The command: threads that read messages and check studies, around the server.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::channel;

use super::files::Files;
use super::jobs::Event;
use super::log::Log;
use super::server::{Server, Threads};
use super::wire::{Incoming, read};
use super::worker::work;
use crate::cli::codes::WRONG;
use crate::cli::streams::to_stderr;
use crate::source::Disk;
use crate::study::on_its_stack;

/// How editors are connected.
const EDITORS: &str = "\
VS Code: the folder clients/editors/vscode of the sources is an extension
Neovim:  vim.lsp.start({ name = \"stickslip\", cmd = { \"stickslip\", \"lsp\" } }), in an autocommand for *.comm
Others:  a language server with the command `stickslip lsp` for *.comm; clients/editors has pages for Helix, Emacs, Kate";

/// Options of the server.
#[derive(clap::Args)]
#[command(after_help = EDITORS)]
pub struct Lsp {
    /// Write one line per message with its time to a file
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Accepted for editors that give it; standard input and output are always used
    #[arg(long, hide = true)]
    stdio: bool,
}

pub fn lsp(options: &Lsp, disk: &Arc<Disk>) -> u8 {
    let log = match Log::open(options.log.as_deref(), &**disk) {
        Ok(log) => log,
        Err(error) => {
            let path = options.log.as_deref().unwrap_or(std::path::Path::new("")).display();
            to_stderr(&format!("{path} cannot be written: {error}"));
            return WRONG;
        }
    };
    let _ = options.stdio;
    let (events, incoming) = channel();
    let (jobs, asked) = channel();
    let of_checks = events.clone();
    let of_files = disk.clone();
    std::thread::spawn(move || work(&asked, &of_checks, &*of_files));
    let of_runs = events.clone();
    std::thread::spawn(move || {
        let mut input = std::io::stdin().lock();
        loop {
            let found = read(&mut input);
            let ends = matches!(found, Incoming::End(_));
            if events.send(Event::Incoming(found)).is_err() || ends {
                return;
            }
        }
    });
    let disk = disk.clone();
    let run = move || {
        let mut output = std::io::stdout();
        Server::new(&mut output, log, Threads { jobs, events: of_runs }, Files { disk }).run(&incoming)
    };
    on_its_stack(run).unwrap_or(WRONG)
}
