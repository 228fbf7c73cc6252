//! What users of other sessions type by habit: `exit`, `help`, `X?`, `!ls`, `%time`. Each gets the answer it looks for.

use super::talk::Talk;
use crate::catalogue::names;
use crate::cli::doc;

impl Talk<'_> {
    /// Answers a habit: whether the session goes on; `None` when the text is none.
    pub(super) fn habit(&self, text: &str) -> Option<bool> {
        // A name of the session means what it means there.
        let word = text.trim_end_matches("()").trim();
        if self.names().iter().any(|known| known.name == word) {
            return None;
        }
        match text {
            "exit()" | "quit()" => return Some(false),
            "exit" | "quit" | "bye" | "q" => self.voice.say(":quit or Ctrl-D ends the session"),
            "help" | "help()" | "?" | "??" => self.voice.say(
                ":help lists the commands of the session, :doc OPERATOR shows a manual page, :doc lists the operators",
            ),
            "ls" | "dir" | "who" | "whos" | "dir()" => self.voice.say(":names lists the names of the session"),
            "undo" => self.voice.say(":undo takes back the last input"),
            "clear" | "cls" => self.voice.say("Ctrl-L clears the screen"),
            _ if text.starts_with('!') => {
                self.voice.say("commands of the system are not run here; :help lists the commands of the session")
            }
            _ if text.starts_with("%time") => self.voice.say(":time on shows how long each input takes"),
            _ if text.starts_with('%') => {
                self.voice.say("there are no % commands here; :help lists the commands of the session")
            }
            _ => {
                let topic = about(text)?;
                match names().any(|name| name == topic.split('.').next().unwrap_or("")) {
                    true => match doc::page(Some(topic)) {
                        Ok(page) => self.voice.page(&page),
                        Err(why) => self.voice.complain(&why),
                    },
                    false => {
                        self.voice.say(&format!("there is no manual page of {topic}; {topic} alone shows a value"))
                    }
                }
            }
        };
        Some(true)
    }
}

/// The subject of `help(X)`, `X?` and `?X`.
fn about(text: &str) -> Option<&str> {
    let inside = text.strip_prefix("help(").and_then(|rest| rest.strip_suffix(')'));
    let topic = inside.or_else(|| text.strip_suffix('?')).or_else(|| text.strip_prefix('?'))?;
    let topic = topic.trim().trim_matches(['"', '\'']);
    let plain = !topic.is_empty() && topic.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '.');
    plain.then_some(topic)
}

#[cfg(test)]
mod tests {
    use super::about;

    #[test]
    fn subjects_of_questions() {
        assert_eq!(about("help(DYNA_VIBRA)"), Some("DYNA_VIBRA"));
        assert_eq!((about("CALC_MODES?"), about("?CALC_MODES.NORM")), (Some("CALC_MODES"), Some("CALC_MODES.NORM")));
        assert_eq!((about("x = 1"), about("1 if a else b?")), (None, None));
    }
}
