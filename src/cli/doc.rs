//! `stickslip doc`: the manual, from the data that checks studies.

use super::console::{terminal_width, to_stderr, to_stdout};
use super::run::{HELD, WRONG};
use crate::catalogue::manual::{self, View};
use crate::catalogue::{names, nearest};
use crate::diag::{DIFFERENCES, SLIPS};
use crate::former::explained;
use crate::script::ScriptMacros;
use crate::study::{Macros, is_built};

/// Width of pages when the terminal does not say.
const WIDTH: usize = 100;

/// Prints a page; `all`: with the keywords that have no effect here.
pub fn doc(topic: Option<&str>, all: bool) -> u8 {
    let view = View { all, width: terminal_width().unwrap_or(WIDTH) };
    let Some(topic) = topic else {
        to_stdout(&format!("{}{}", manual::index(is_built, view.width), macros()));
        return HELD;
    };
    if topic.eq_ignore_ascii_case("slips") {
        to_stdout(&slips());
        return HELD;
    }
    let (command, keyword) = topic.split_once(['.', '/']).map_or((topic, None), |(c, k)| (c, Some(k)));
    let name = command.to_uppercase();
    let embedded = ScriptMacros::embedded();
    if let Some(description) = embedded.description(&name) {
        to_stdout(&format!(
            "{}\nA macro-command, written in rhai.",
            manual::text(&manual::page_of(&name, description), view)
        ));
        return HELD;
    }
    let Some(page) = manual::page(&name) else {
        return match former(topic, None) {
            true => HELD,
            false => unknown(&format!("there is no command {command}"), nearest(&name, names())),
        };
    };
    match keyword.map(str::to_uppercase) {
        None => {
            to_stdout(&manual::text(&page, view));
            former(&name, None);
            if !is_built(&name) {
                to_stdout("This command is not implemented: a study that calls it is refused.");
            }
            HELD
        }
        Some(keyword) => match manual::keyword_page(&name, &keyword, view.width) {
            Some(text) => {
                to_stdout(text.trim_end());
                former(&keyword, Some(&name));
                HELD
            }
            None if former(&keyword, Some(&name)) => HELD,
            None => {
                let wanted = keyword.rsplit(['.', '/']).next().unwrap_or(&keyword).to_string();
                unknown(&format!("{name} has no keyword {wanted}"), nearest(&wanted, manual::keyword_names(&name)))
            }
        },
    }
}

/// Says what a name of former versions is today; false when no version had it, or it is one of today.
fn former(word: &str, within: Option<&str>) -> bool {
    let word = word.rsplit(['.', '/']).next().unwrap_or(word);
    let lines = explained(word, within);
    if !lines.is_empty() {
        to_stdout(format!("\nFormer versions:\n{}", lines.join("\n")).trim_start_matches('\n'));
    }
    !lines.is_empty()
}

/// The slips, kept and not, one line each.
fn slips() -> String {
    let mut out =
        "Slips of the reference program that are kept because published figures contain them:\n\n".to_string();
    for slip in SLIPS {
        out.push_str(&format!("{}  [{}]  {}.  Textbook: {}\n", slip.name, slip.place, slip.what, slip.textbook));
    }
    out.push_str(
        "\nNot kept: what the reference program does there is not done here, and figures published with it differ:\n\n",
    );
    for d in DIFFERENCES {
        out.push_str(&format!("[{}]  {}.  Here: {}\n", d.place, d.there, d.here));
    }
    out
}

/// The macro-commands of the program, for the index.
fn macros() -> String {
    let embedded = ScriptMacros::embedded();
    let mut out = "\nMacro-commands:\n\n".to_string();
    for name in embedded.names() {
        let gloss = embedded.description(name).map_or("", |d| d.gloss);
        out.push_str(&format!("{name:18}  {gloss}\n"));
    }
    out
}

fn unknown(what: &str, near: Option<&str>) -> u8 {
    match near {
        Some(near) => to_stderr(&format!("{what}; did you mean {near}?")),
        None => to_stderr(what),
    }
    WRONG
}
