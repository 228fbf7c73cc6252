//! `stickslip doc`: the manual, from the data that checks studies.

use super::console::{to_stderr, to_stdout};
use super::run::{HELD, WRONG};
use crate::catalogue::{manual, names, nearest};
use crate::study::is_built;

pub fn doc(topic: Option<&str>) -> u8 {
    let Some(topic) = topic else {
        to_stdout(&manual::index(is_built));
        return HELD;
    };
    let (command, keyword) = topic.split_once(['.', '/']).map_or((topic, None), |(c, k)| (c, Some(k)));
    let name = command.to_uppercase();
    let Some(page) = manual::page(&name) else {
        return unknown(&format!("there is no command {command}"), nearest(&name, names()));
    };
    match keyword.map(str::to_uppercase) {
        None => {
            to_stdout(&page);
            if !is_built(&name) {
                to_stdout("This command is not built yet: a study that calls it is refused.");
            }
            HELD
        }
        Some(keyword) => match manual::keyword_page(&name, &keyword) {
            Some(text) => {
                to_stdout(text.trim_end());
                HELD
            }
            None => {
                let wanted = keyword.rsplit(['.', '/']).next().unwrap_or(&keyword).to_string();
                unknown(&format!("{name} has no keyword {wanted}"), nearest(&wanted, manual::keyword_names(&name)))
            }
        },
    }
}

fn unknown(what: &str, near: Option<&str>) -> u8 {
    match near {
        Some(near) => to_stderr(&format!("{what}; did you mean {near}?")),
        None => to_stderr(what),
    }
    WRONG
}
