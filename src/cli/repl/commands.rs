//! The commands of the REPL itself.

use std::path::Path;

use super::talk::Talk;
use super::{asked, save};
use crate::api::LAST;
use crate::catalogue::manual::filled;
use crate::catalogue::replaced;
use crate::cli::codes::WRONG;
use crate::cli::console::terminal_width;
use crate::cli::{doc, graph};
use crate::io::pixels::Format;
use crate::language::shown::{Grid, Picture, curves, history, structure_of, together, versus};
use crate::language::sizes;
use crate::python::Value;
use crate::python::{read, represent};
use crate::syntax::decode;

/// Name, what follows it, what it does.
pub const COMMANDS: &[(&str, &str, &str)] = &[
    (":help", "", "this list"),
    (":names", "", "names of the session: type and size"),
    (":doc", "OPERATOR[.KEYWORD]", "the manual"),
    (
        ":plot",
        "NAME[.COLUMN...] ... [FILE.svg|.png]",
        "a chart of functions, tables, lists, transients; a structure, a mode",
    ),
    (":graph", "FILE.svg", "the operation graph of the session (or FILE.png, FILE.dot)"),
    (":save", "FILE.comm", "write the inputs that held, as a study (:save! replaces a file that is there)"),
    (":load", "FILE.comm", "type the text of a file"),
    (":undo", "", "take back the last input that changed something (files it wrote stay)"),
    (":time", "on|off", "how long each input takes"),
    (":quit", "", "end (or Ctrl-D)"),
];

/// Width of the list of commands when the terminal does not say.
const WIDTH: usize = 100;
/// Longest value shown by `:names`.
const VALUE_WIDTH: usize = 60;
/// Containers with more items are counted instead of shown.
const ITEMS_SHOWN: usize = 8;

impl Talk<'_> {
    /// Carries a command out; false when it ends the session.
    pub(super) fn command(&mut self, line: &str) -> bool {
        let mut words = line.split_whitespace();
        let name = words.next().unwrap_or("");
        let rest: Vec<&str> = words.collect();
        let done = match (name, rest.as_slice()) {
            (":quit" | ":q" | ":exit", []) => return false,
            (":help", _) => {
                self.voice.say(&help());
                Ok(())
            }
            (":names", []) => {
                self.show_names();
                Ok(())
            }
            (":doc", topic @ ([] | [_])) => doc::page(topic.first().copied()).map(|page| self.voice.page(&page)),
            (":plot", words @ [_, ..]) => self.plot(words),
            (":graph", [file]) => {
                let drawn = graph::drawing(&self.project.name, self.session.graph(), Path::new(file));
                drawn.map_err(|e| format!("{file} cannot be written: {e}")).and_then(|bytes| self.write(file, &bytes))
            }
            (":load", [file]) => self.load(file),
            (":undo", []) => match self.session.undo() {
                Some(number) => {
                    let went = self.held.drain(self.held.len().saturating_sub(number)..).next();
                    self.voice
                        .say(&format!("taken back: {}", went.map_or(String::new(), |(_, text)| shortened(&text))));
                    Ok(())
                }
                None => Err("there is no input to take back".to_string()),
            },
            (":save" | ":save!", [file]) => save::save(self, Path::new(file), name == ":save!"),
            (":time", ["on"]) => {
                self.timed = true;
                Ok(())
            }
            (":time", ["off"]) => {
                self.timed = false;
                Ok(())
            }
            _ => Err(misused(name)),
        };
        if let Err(why) = done {
            if !why.is_empty() {
                self.voice.complain(&why);
            }
            self.code = WRONG;
        }
        true
    }

    /// Types the text of a file, up to FIN.
    fn load(&mut self, file: &str) -> Result<(), String> {
        let path = Path::new(file);
        let bytes = self.world.read(path).map_err(|e| format!("{file} cannot be read: {e}"))?;
        // A study that is loaded again is a run of its own.
        self.session.begin_files();
        // What is wrong with it is said already.
        if self.evaluate(&decode(&bytes)) { Ok(()) } else { Err(String::new()) }
    }

    fn show_names(&self) {
        let mut grid = Grid::default();
        for (name, value) in self.session.values() {
            match &value {
                _ if *name == *LAST => {}
                Value::Module(_) | Value::Builtin(_) | Value::Command(_) | Value::ExceptionKind(_) => {}
                value => grid.push([name.to_string(), value.type_name().to_string(), size(value)]),
            }
        }
        let text = if grid.is_empty() { "no names yet".to_string() } else { grid.text() };
        self.voice.say(text.trim_end_matches('\n'));
    }

    fn plot(&self, words: &[&str]) -> Result<(), String> {
        let asked = asked::read(words)?;
        let names = self.session.values();
        let mut charts = Vec::new();
        for item in &asked.items {
            let name = item.name;
            let Some((_, value)) = names.iter().find(|(n, _)| **n == *name) else {
                // Any letter is near another one.
                let near = replaced(name, names.iter().map(|(n, _)| &**n), None).filter(|_| name.chars().count() > 1);
                let help = near.map_or(String::new(), |(help, _)| format!("; {help}"));
                return Err(format!("no name {name} in this session{help}"));
            };
            let concept = match value {
                Value::Concept(handle) => handle.get(),
                _ => None,
            };
            let alone = asked.items.len() == 1 && item.place.is_none() && item.parts.is_empty();
            if let Some(found) = concept.filter(|_| alone).and_then(|c| structure_of(name, c, item.state)) {
                return self.drawn(Picture::Structure(found?), asked.file);
            }
            let chart = match (item.place, concept) {
                (Some(place), Some(concept)) => history(name, concept, &item.parts, place)?,
                _ => curves(name, value, &item.parts)?,
            };
            charts.push((item.text(), chart));
        }
        let chart = if asked.versus { versus(charts)? } else { together(charts) };
        self.drawn(Picture::Chart(chart), asked.file)
    }

    /// Shows a picture, or writes it where a file is given.
    fn drawn(&self, picture: Picture, file: Option<&str>) -> Result<(), String> {
        let Some(file) = file else {
            self.voice.draw(&picture);
            return Ok(());
        };
        let bytes = Format::of(Path::new(file)).bytes(picture.svg());
        self.write(file, &bytes.map_err(|e| format!("{file} cannot be written: {e}"))?)
    }

    pub(super) fn write(&self, file: &str, bytes: &[u8]) -> Result<(), String> {
        let path = Path::new(file);
        self.world.write(path, bytes).map_err(|e| format!("{file} cannot be written: {e}"))?;
        self.voice.wrote(path, bytes.len() as u64);
        Ok(())
    }
}

/// The first line of an input, and how many follow.
fn shortened(text: &str) -> String {
    let mut lines = text.trim_end().lines();
    let first = lines.next().unwrap_or("");
    match lines.count() {
        0 => first.to_string(),
        1 => format!("{first} (and 1 more line)"),
        more => format!("{first} (and {more} more lines)"),
    }
}

fn help() -> String {
    let width = terminal_width().unwrap_or(WIDTH);
    let head = |(name, rest, _): &(&str, &str, &str)| format!("  {name} {rest}").trim_end().to_string();
    let column = COMMANDS.iter().map(|command| head(command).chars().count()).max().unwrap_or(0).min(width / 2);
    let lines = COMMANDS.iter().map(|command| {
        let head = head(command);
        // What follows a long name stands below it.
        let gap = column.saturating_sub(head.chars().count());
        filled(&format!("{head}{:gap$}  {}", "", command.2), 0, column + 2, width)
    });
    let keys = "Type statements and expressions of a study; an empty line ends a block. Tab completes operators, keywords, \
                values, groups, attributes and names. `_` is the last value shown. Ctrl-C interrupts, Ctrl-D ends.";
    let plots = [
        ":plot A B: together. :plot A vs B: one against the other. :plot RUN[.VITE] DX@NODE: motion of a node or of a group of one.",
        ":plot MODES 3, :plot MESH, :plot RESULT: the structure; in a file modes and motions move.",
    ];
    let plots = plots.iter().map(|text| filled(text, 2, 4, width));
    std::iter::once(filled(keys, 0, 0, width)).chain(lines).chain(plots).collect()
}

/// The command is unknown, or what follows it is not what it takes.
fn misused(name: &str) -> String {
    if let Some((name, rest, _)) = COMMANDS.iter().find(|(n, ..)| *n == name) {
        return format!("write {name} {rest}").trim_end().to_string();
    }
    match replaced(name, COMMANDS.iter().map(|(n, ..)| *n), None) {
        Some((help, _)) => format!("{name} is no command of the REPL; {help}"),
        None => format!("{name} is no command of the REPL; :help lists them"),
    }
}

/// What `:names` says of a value.
fn size(value: &Value) -> String {
    let items = match value {
        Value::Concept(handle) => return handle.get().map_or("not computed".to_string(), sizes),
        Value::List(items) => read(items).len(),
        Value::Tuple(items) => items.len(),
        Value::Dictionary(items) => read(items).len(),
        Value::Set(items) => read(items).len(),
        Value::Array(array) => {
            let shape: Vec<String> = read(array).shape.iter().map(usize::to_string).collect();
            return shape.join(" by ");
        }
        Value::Table(table) => {
            let table = read(table);
            return format!("{} rows of {} columns", table.rows.len(), table.columns.len());
        }
        _ => 0,
    };
    if items > ITEMS_SHOWN {
        return format!("{items} items");
    }
    let text = represent(value);
    match text.char_indices().nth(VALUE_WIDTH) {
        Some((at, _)) => format!("{}...", &text[..at]),
        None => text,
    }
}
