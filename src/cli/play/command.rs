//! The command: gathers the study, starts the server, says where it is.

use std::net::TcpListener;
use std::path::PathBuf;

use super::embedded::PAGE;
use super::gathered::gathered;
use super::server::serve;
use crate::cli::codes::{HELD, WRONG};
use crate::cli::console::Console;
use crate::cli::sandbox;
use crate::cli::settings::Settings;
use crate::cli::streams::{to_stderr, to_stdout};
use crate::source::World;

/// What is opened in the page, and where it is served.
#[derive(clap::Args)]
pub struct Play {
    /// Study to open in the page, with the files that it reads [default: an example]
    #[arg(value_name = "STUDY")]
    study: Option<PathBuf>,
    /// Port of 127.0.0.1 [default: one that is free]
    #[arg(long, value_name = "PORT", default_value_t = 0, hide_default_value = true)]
    port: u16,
}

pub fn play(options: &Play, disk: &dyn World) -> u8 {
    let study = match &options.study {
        None => None,
        Some(path) => {
            let world = sandbox::of_study(path, None, &[], disk);
            match gathered(&Settings::default(), path, &world) {
                Ok(study) => Some(study.to_string()),
                Err(failure) => {
                    Console::new(true).show(&failure.diagnostic, &failure.sources);
                    return WRONG;
                }
            }
        }
    };
    let Some(page) = PAGE else {
        to_stderr(
            "the page is not in this program. Archives of releases have it. From the sources: `scripts/web.sh --single`, then \
             `cargo build --release --features playground`; target/web/stickslip.html can be opened without a program, too",
        );
        return WRONG;
    };
    let listener = match TcpListener::bind(("127.0.0.1", options.port)) {
        Ok(listener) => listener,
        Err(error) => {
            to_stderr(&format!("port {} of 127.0.0.1 cannot be had: {error}", options.port));
            return WRONG;
        }
    };
    let port = listener.local_addr().map_or(options.port, |address| address.port());
    let place = if study.is_some() { "#study" } else { "" };
    to_stdout(&format!("http://127.0.0.1:{port}/{place}"));
    to_stderr("the page runs studies in the browser; Ctrl-C ends the server");
    serve(&listener, port, page, study.as_deref(), disk);
    HELD
}
