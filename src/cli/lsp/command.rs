//! The command: threads that read messages and check studies, around the server.

use std::path::PathBuf;
use std::sync::mpsc::channel;

use super::jobs::Event;
use super::log::Log;
use super::server::Server;
use super::wire::{Incoming, read};
use super::worker::work;
use crate::cli::codes::WRONG;
use crate::cli::streams::to_stderr;
use crate::study::on_its_stack;

/// How editors are connected.
const EDITORS: &str = "\
Editors start the server themselves:
  VS Code   the folder clients/editors/vscode of the sources is an extension
  Neovim    vim.filetype.add({ extension = { comm = \"comm\" } })
            vim.lsp.config(\"stickslip\", { cmd = { \"stickslip\", \"lsp\" }, filetypes = { \"comm\" } })
            vim.lsp.enable(\"stickslip\")
  Others    a language server with the command `stickslip lsp` for files *.comm; clients/editors has pages for Helix,
            Emacs and Kate";

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

pub fn lsp(options: &Lsp) -> u8 {
    let log = match Log::open(options.log.as_deref()) {
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
    std::thread::spawn(move || work(&asked, &of_checks));
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
    let run = move || {
        let mut output = std::io::stdout();
        Server::new(&mut output, jobs, log).run(&incoming)
    };
    on_its_stack(run).unwrap_or(WRONG)
}
