//! `stickslip doc`: the manual, from the data that checks studies.

use std::path::Path;

use super::console::terminal_width;
use super::law_pages;
use super::pager;
use super::sandbox;
use super::trade;
use crate::catalogue::manual::{self, View};
use crate::catalogue::{names, nearest, way_out};
use crate::cli::codes::{HELD, WRONG};
use crate::cli::streams::{to_stderr, to_stdout};
use crate::diag::{DIFFERENCES, SLIPS, all_codes, did_you_mean};
use crate::former::explained;
use crate::script::ScriptMacros;
use crate::source::World;
use crate::study::{Macros, is_built};

/// Width of pages when the terminal does not say.
const WIDTH: usize = 100;

/// How much of a page is printed.
#[derive(Clone, Copy, Default)]
pub struct Extent {
    /// The keywords that have no effect here, too.
    pub all: bool,
    /// All about each keyword, on long pages too.
    pub full: bool,
}

/// Prints a page.
pub fn doc(topic: Option<&str>, extent: Extent) -> u8 {
    printed(answer(topic, extent), to_stdout)
}

/// A page as text, or why there is none.
pub fn page(topic: Option<&str>) -> Result<String, String> {
    answer(topic, Extent::default())
}

/// Prints a page, through the user's pager when there is one.
pub fn doc_in_pages(topic: Option<&str>, extent: Extent) -> u8 {
    printed(answer(topic, extent), pager::show)
}

/// Writes the example of an operator, and the mesh it reads, into a folder, which is made when it is not there.
pub fn write_example(topic: &str, folder: &Path, world: &dyn World) -> u8 {
    let name = topic.to_uppercase();
    let Some(example) = manual::example(&name) else {
        to_stderr(&unknown(
            &format!("{name} has no example"),
            nearest(&name, manual::examples()),
            "`stickslip doc` lists the operators",
        ));
        return WRONG;
    };
    let files = example.files();
    let world = sandbox::within(&[folder], world);
    let written = std::fs::create_dir_all(folder)
        .and_then(|()| files.iter().try_for_each(|(file, text)| world.write(&folder.join(file), text.as_bytes())));
    if let Err(error) = written {
        to_stderr(&format!("the example cannot be written into {}: {error}", folder.display()));
        return WRONG;
    }
    let names: Vec<String> = files.iter().map(|(file, _)| folder.join(file).display().to_string()).collect();
    to_stdout(&format!("written: {}; run it with `stickslip run {}`", names.join(", "), names[0]));
    HELD
}

/// What the manual has about some words.
pub fn search(words: &[String], at_once: bool) -> u8 {
    let codes = all_codes().map(|c| (format!("{} {}", c.code, c.name), c.summary().to_string()));
    let embedded = ScriptMacros::embedded();
    let gloss = |name: &str| embedded.description(name).map_or("", |d| d.gloss).to_string();
    let macros = embedded.names().into_iter().map(|name| (name.to_string(), gloss(name)));
    let asked = words.join(" ");
    let mut found = String::new();
    for meaning in trade::meanings(&asked) {
        found += &format!("{}\n    examples: {}\n", meaning.places, meaning.examples.join(", "));
    }
    // A word with hyphens is as many words.
    let words: Vec<String> = words.iter().map(|word| word.replace('-', " ")).collect();
    found += &manual::search(&words, codes.chain(macros).collect(), width());
    let found = match found.is_empty() {
        true => Err(format!("nothing in the manual has {asked}; `stickslip doc` lists the operators")),
        false => Ok(found),
    };
    printed(found, if at_once { to_stdout } else { pager::show })
}

fn printed(answer: Result<String, String>, show: impl Fn(&str) -> bool) -> u8 {
    match answer {
        Ok(text) => {
            show(&text);
            HELD
        }
        Err(why) => {
            to_stderr(&why);
            WRONG
        }
    }
}

fn width() -> usize {
    terminal_width().unwrap_or(WIDTH)
}

fn answer(topic: Option<&str>, Extent { all, full }: Extent) -> Result<String, String> {
    let view = View { all, full, width: width(), values: false };
    let Some(topic) = topic else {
        return Ok(format!("{}{}", manual::index(is_built, view.width), macros()));
    };
    if topic.eq_ignore_ascii_case("slips") {
        return Ok(slips());
    }
    if topic.eq_ignore_ascii_case("laws") {
        return Ok(law_pages::list());
    }
    let (command, keyword) = topic.split_once(['.', '/']).map_or((topic, None), |(c, k)| (c, Some(k)));
    let name = command.to_uppercase();
    let embedded = ScriptMacros::embedded();
    if let Some(description) = embedded.description(&name) {
        let page = manual::text(&manual::page_of(&name, description), view);
        return Ok(format!("{page}\nA macro-command, written in rhai."));
    }
    let Some(page) = manual::page(&name) else {
        let way = way_out(&name).map_or(String::new(), |way| format!("{name} is not available: {way}."));
        let what = joined([manual::elsewhere(topic, view.width), law_pages::page(&name), former(topic, None), way]);
        return what.ok_or_else(|| {
            let hint = format!("there is no command, keyword or value {topic}");
            unknown(&hint, nearest(&name, names()), &format!("`stickslip doc -k {topic}` searches the manual"))
        });
    };
    let Some(keyword) = keyword.map(str::to_uppercase) else {
        let missing = match is_built(&name) {
            true => String::new(),
            false => "This command is not implemented: a study that calls it is refused.\n".to_string(),
        };
        return Ok(joined([manual::text(&page, view), former(&name, None), missing]).unwrap_or_default());
    };
    let text = manual::keyword_page(&name, &keyword, view.width).unwrap_or_default();
    joined([text.trim_end().to_string(), former(&keyword, Some(&name))]).ok_or_else(|| {
        let wanted = keyword.rsplit(['.', '/']).next().unwrap_or(&keyword);
        let hint = format!("`stickslip doc {name}` lists its keywords");
        unknown(&format!("{name} has no keyword {wanted}"), nearest(wanted, manual::keyword_names(&name)), &hint)
    })
}

/// The texts that are not empty, a blank line between them; `None` when all are.
fn joined<const N: usize>(texts: [String; N]) -> Option<String> {
    let texts: Vec<String> = texts.into_iter().filter(|text| !text.is_empty()).collect();
    let whole: Vec<&str> = texts.iter().map(|text| text.trim_end()).collect();
    (!whole.is_empty()).then(|| format!("{}\n", whole.join("\n\n")))
}

/// What a name of former versions is today; empty when no version had it, or it is one of today.
fn former(word: &str, within: Option<&str>) -> String {
    let word = word.rsplit(['.', '/']).next().unwrap_or(word);
    match explained(word, within) {
        lines if lines.is_empty() => String::new(),
        lines => format!("Former versions:\n{}\n", lines.join("\n")),
    }
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

fn unknown(what: &str, near: Option<&str>, hint: &str) -> String {
    match near {
        Some(near) => format!("{what}; {}", did_you_mean(near)),
        None => format!("{what}; {hint}"),
    }
}
