//! What an installation puts beside the program: completions of shells, the manual page, the notices of third parties.

use clap::CommandFactory;

use super::arguments::CommandLine;
use crate::cli::codes::{HELD, WRONG};
use crate::cli::streams::{to_stderr, to_stdout};

/// Who wrote what is in the program, made by `scripts/notices.py`.
pub const NOTICES: &str = include_str!("../../NOTICES");

pub fn completions(shell: clap_complete::Shell) -> u8 {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut CommandLine::command(), "stickslip", &mut text);
    to_stdout(&String::from_utf8_lossy(&text));
    HELD
}

/// One page: the program, then each of its commands.
pub fn man() -> u8 {
    let mut command = CommandLine::command();
    command.build();
    let mut text = Vec::new();
    let mut written = clap_mangen::Man::new(command.clone()).render(&mut text);
    for part in command.get_subcommands().filter(|part| !part.is_hide_set() && part.get_name() != "help") {
        let page = clap_mangen::Man::new(part.clone());
        text.extend_from_slice(format!("\n.SH \"COMMAND {}\"\n", part.get_name().to_uppercase()).as_bytes());
        written = written
            .and_then(|()| page.render_synopsis_section(&mut text))
            .and_then(|()| page.render_description_section(&mut text))
            .and_then(|()| page.render_options_section(&mut text))
            .and_then(|()| if part.get_after_help().is_some() { page.render_extra_section(&mut text) } else { Ok(()) });
    }
    if let Err(error) = written {
        to_stderr(&error.to_string());
        return WRONG;
    }
    to_stdout(&String::from_utf8_lossy(&text));
    HELD
}
