//! What users of other sessions type by habit: `exit`, `help`, `X?`, `!ls`, `%time`. Each gets the answer it looks for.

use super::talk::Talk;
use crate::catalogue::names;
use crate::cli::doc;
use crate::cli::streams::to_stdout;

impl Talk<'_> {
    /// Answers a habit: whether the session goes on; `None` when the text is none.
    pub(super) fn habit(&self, text: &str) -> Option<bool> {
        // A name of the session means what it means there.
        let word = text.trim_end_matches("()").trim();
        if self.names().iter().any(|(name, _)| name == word) {
            return None;
        }
        match text {
            "exit()" | "quit()" => return Some(false),
            "exit" | "quit" | "bye" | "q" => to_stdout(":quit or Ctrl-D ends the session"),
            "help" | "help()" | "?" | "??" => to_stdout(
                ":help lists the commands of the session, :doc OPERATOR shows a manual page, :doc lists the operators",
            ),
            "ls" | "dir" | "who" | "whos" | "dir()" => to_stdout(":names lists the names of the session"),
            "undo" => to_stdout(":undo takes back the last input"),
            "clear" | "cls" => to_stdout("Ctrl-L clears the screen"),
            _ if text.starts_with('!') => {
                to_stdout("commands of the system are not run here; :help lists the commands of the session")
            }
            _ if text.starts_with("%time") => to_stdout(":time on shows how long each input takes"),
            _ if text.starts_with('%') => {
                to_stdout("there are no % commands here; :help lists the commands of the session")
            }
            _ => {
                let topic = about(text)?;
                match names().any(|name| name == topic.split('.').next().unwrap_or("")) {
                    true => doc::doc_in_pages(Some(topic), doc::Extent::default()) == 0,
                    false => to_stdout(&format!("there is no manual page of {topic}; {topic} alone shows a value")),
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
