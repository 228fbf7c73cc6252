//! The answers to requests, except where they come from.

use std::path::Path;
use std::time::Instant;

use serde_json::{Value as Json, json};

use super::names::{described, find, listed, own};
use super::requests::Request;
use crate::answers::{form, kind, literal, offers};
use crate::cli::codes::{HELD, WRONG};
use crate::cli::graph;
use crate::cli::injected_faults::fault_if_asked;
use crate::cli::repl::save::save;
use crate::cli::repl::tab::offered;
use crate::cli::repl::talk::Talk;
use crate::cli::wire::Wire;
use crate::language::{Document, hover, shown, signature};
use crate::python::represent;
use crate::syntax::{Ending, ending};

/// A session and where its answers go.
pub struct Session<'s, 't> {
    pub talk: &'s mut Talk<'t>,
    pub wire: &'s Wire,
}

/// What came of a request: the fields of its last line, and whether the session goes on.
pub struct Done {
    pub fields: Json,
    pub goes_on: bool,
}

fn ok(mut fields: Json) -> Result<Done, String> {
    let mut first = json!({"done": "ok"});
    if let (Json::Object(first), Json::Object(fields)) = (&mut first, &mut fields) {
        first.append(fields);
    }
    Ok(Done { fields: first, goes_on: true })
}

impl Session<'_, '_> {
    /// Carries a request out.
    ///
    /// # Errors
    /// Why it cannot be carried out.
    pub fn answer(&mut self, request: &Request) -> Result<Done, String> {
        let text = |key: &str| request.text(key).ok_or_else(|| format!("the request has no text `{key}`"));
        let at = |text: &str| bytes_of(text, request.fields["at"].as_u64());
        let wanted = request.text("do").unwrap_or_default();
        fault_if_asked(wanted);
        match wanted {
            "run" => {
                let silent = request.fields["silent"].as_bool().unwrap_or(false);
                self.wire.begin(request.fields["id"].clone(), silent);
                self.talk.session.begin_files();
                Ok(self.run(text("text")?, request.text("name")))
            }
            "complete" => ok(self.complete(text("text")?, at(text("text")?))),
            "inspect" => ok(json!({"markdown": self.inspect(text("text")?, at(text("text")?))})),
            "whole" => {
                let text = text("text")?;
                let state = match ending(text) {
                    _ if text.trim_start().starts_with(':') => "whole",
                    Ending::Whole => "whole",
                    Ending::Block => "block",
                    _ => "open",
                };
                ok(json!({"state": state}))
            }
            "value" => {
                let name = text("name")?;
                let value = find(&self.talk.session, name).ok_or_else(|| self.unknown(name))?;
                ok(form(name, &value, request.text("as").unwrap_or("arrays"))?)
            }
            "set" => self.set(&request.fields["values"]),
            "names" => ok(json!({"names": described(&self.talk.session)})),
            "graph" => {
                let svg = graph::drawing(&self.talk.project.name, self.talk.session.graph(), Path::new("graph.svg"));
                let svg = svg.map_err(|error| error.to_string())?;
                ok(json!({"svg": String::from_utf8_lossy(&svg)}))
            }
            "save" => {
                let replaces = request.fields["replace"].as_bool().unwrap_or(false);
                save(self.talk, Path::new(text("path")?), replaces)?;
                ok(json!({}))
            }
            "undo" => Ok(self.run(":undo", None)),
            "end" => Ok(Done { fields: json!({"done": "ok"}), goes_on: false }),
            other => Err(format!(
                "{other} is no request: run, complete, inspect, whole, value, set, names, graph, save, undo, interrupt and end are"
            )),
        }
    }

    /// Runs the study that was given.
    pub fn start(&mut self) -> Done {
        let start = Instant::now();
        (self.talk.code, self.talk.ran) = (HELD, (0, 0));
        self.talk.start();
        self.done(start, self.talk.ran, true)
    }

    /// Runs a text. Lines that start with a colon are commands of the session; what stands between them is run as one input.
    pub fn run(&mut self, text: &str, name: Option<&str>) -> Done {
        let start = Instant::now();
        (self.talk.code, self.talk.ran) = (HELD, (0, 0));
        let (mut goes_on, mut ran) = (true, (0, 0));
        for piece in pieces(text) {
            self.talk.input = name.map(str::to_string);
            goes_on = self.talk.answer(&piece);
            let (run, taken) = std::mem::take(&mut self.talk.ran);
            ran = (ran.0 + run, ran.1 + taken);
            if !goes_on || self.talk.code == WRONG {
                break;
            }
        }
        self.talk.input = None;
        self.done(start, ran, goes_on)
    }

    /// Tells the files that were written, and what came of a run.
    fn done(&self, start: Instant, (run, taken): (usize, usize), goes_on: bool) -> Done {
        for (path, bytes) in self.talk.session.take_written() {
            self.wire.file(&path, bytes);
        }
        let done = if self.talk.code == WRONG { "error" } else { "ok" };
        let seconds = start.elapsed().as_secs_f64();
        let names = listed(&self.talk.session);
        Done { fields: json!({"done": done, "run": run, "taken": taken, "names": names, "seconds": seconds}), goes_on }
    }

    /// Gives names values, as assignments do; a name that is new keeps its value at the first assignment to it, as with `--set`.
    fn set(&mut self, values: &Json) -> Result<Done, String> {
        let values = values.as_object().ok_or("the request has no object `values`")?;
        for name in values.keys() {
            let plain = name.chars().all(|c| c.is_alphanumeric() || c == '_')
                && !name.starts_with(|c: char| c.is_ascii_digit());
            if name.is_empty() || !plain {
                return Err(format!("{name} is no name of a variable"));
            }
        }
        let mut text = String::new();
        let mut kept = Vec::new();
        for (name, value) in values {
            text.push_str(&format!("{name} = {}\n", literal(value)));
            if self.talk.session.forget_kept(name) || find(&self.talk.session, name).is_none() {
                kept.push(name);
            }
        }
        let done = self.run(&text, Some("set"));
        kept.into_iter().for_each(|name| self.talk.session.keep_once(name));
        Ok(done)
    }

    fn complete(&self, text: &str, at: usize) -> Json {
        let text = &text[..at];
        // A command of the session is a line of its own.
        let line = text.rfind('\n').map_or(0, |end| end + 1);
        let from = if text[line..].starts_with(':') { line } else { 0 };
        let (start, words) = offered(&text[from..], &self.talk.names());
        json!({"from": text[..from + start].chars().count(), "offers": offers(&words)})
    }

    /// What is known of a place: the manual of an operator, a keyword, a value; a name of the session; the call around it.
    fn inspect(&self, text: &str, at: usize) -> String {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let start =
            text[..at].rfind(|c| !is_word(c)).map_or(0, |i| i + text[i..].chars().next().map_or(1, char::len_utf8));
        let end = text[at..].find(|c| !is_word(c)).map_or(text.len(), |i| at + i);
        let word = &text[start..end];
        if let Some((name, value)) = own(&self.talk.session).into_iter().find(|(name, _)| name == word) {
            let shown = match &value {
                crate::python::Value::Concept(handle) => shown::described(handle, 10),
                other => represent(other),
            };
            return format!("**{name}**: {}\n\n```text\n{}\n```\n", kind(&value), shown.trim_end());
        }
        let document = Document::new(Path::new("cell.comm"), text.to_string());
        let names = self.talk.names();
        if let Some(found) = hover(&document, at, &names).or_else(|| hover(&document, start, &names)) {
            return found.markdown;
        }
        if let Some(manual) = crate::language::topic(word).filter(|_| !word.is_empty()) {
            return manual;
        }
        let Some(found) = signature(&text[..at], &names) else { return String::new() };
        let keywords =
            found.parameters.iter().map(|(place, gloss)| format!("- `{}`: {gloss}\n", &found.label[place.clone()]));
        format!("{}\n\n{}", found.gloss, keywords.collect::<String>())
    }

    fn unknown(&self, name: &str) -> String {
        let names = own(&self.talk.session);
        let near = crate::catalogue::replaced(name, names.iter().map(|(known, _)| known.as_str()), None);
        let help = near.map_or(String::new(), |(help, _)| format!("; {help}"));
        format!("the session has no name {name}{help}")
    }
}

/// A place counted in characters, in bytes; the end of the text where there is none.
fn bytes_of(text: &str, at: Option<u64>) -> usize {
    let place = at.and_then(|at| text.char_indices().nth(usize::try_from(at).ok()?));
    place.map_or(text.len(), |(byte, _)| byte)
}

/// Commands of the session and the texts between them, each on the lines where it stands.
fn pieces(text: &str) -> Vec<String> {
    let (mut found, mut piece, mut begun) = (Vec::new(), String::new(), 0);
    let mut close = |piece: &mut String, begun: &mut usize, next: usize| {
        if !piece.trim().is_empty() {
            found.push("\n".repeat(*begun) + piece.as_str());
        }
        piece.clear();
        *begun = next;
    };
    for (rank, line) in text.split_inclusive('\n').enumerate() {
        let is_command = line.starts_with(':') && (piece.trim().is_empty() || !matches!(ending(&piece), Ending::Open));
        if is_command {
            close(&mut piece, &mut begun, rank);
            piece.push_str(line);
            close(&mut piece, &mut begun, rank + 1);
        } else {
            piece.push_str(line);
        }
    }
    close(&mut piece, &mut begun, 0);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_stand_between_texts_and_keep_their_lines() {
        assert_eq!(pieces("x = 1\ny = 2\n"), ["x = 1\ny = 2\n"]);
        let expected = [":names\n", "\nx = (1,\n:2)\n", "\n\n\n:plot F\n", "\n\n\n\n1/0"];
        assert_eq!(pieces(":names\nx = (1,\n:2)\n:plot F\n1/0"), expected);
        assert_eq!(pieces("x = 1\n:names\n\ny"), ["x = 1\n", "\n:names\n", "\n\n\ny"]);
        assert!(pieces("\n \n").is_empty());
    }

    #[test]
    fn places_are_counted_in_characters() {
        assert_eq!((bytes_of("é𝛼x", Some(2)), bytes_of("é", Some(9)), bytes_of("é", None)), (6, 2, 2));
    }
}
