//! What Tab offers at the prompt: the words after a command of the REPL; what the language offers everywhere else.

use super::commands::COMMANDS;
use super::plot_words::after_plot;
use crate::catalogue::names;
use crate::language::{Name, Word, complete, starting_with};

/// Where what is typed starts that the words offered replace, and the words. `text` ends at the cursor.
pub fn offered(text: &str, session: &[Name]) -> (usize, Vec<Word>) {
    if text.trim_start().starts_with(':') { of_command(text, session) } else { complete(text, session) }
}

fn of_command(text: &str, session: &[Name]) -> (usize, Vec<Word>) {
    let start =
        text.rfind(char::is_whitespace).map_or(0, |at| at + text[at..].chars().next().map_or(0, char::len_utf8));
    let prefix = &text[start..];
    let words = match text.split_whitespace().next().unwrap_or("") {
        _ if prefix.starts_with(':') => COMMANDS
            .iter()
            .map(|(name, rest, gloss)| {
                Word::new(if rest.is_empty() { name.to_string() } else { format!("{name} ") }, *gloss)
            })
            .collect(),
        ":doc" => names().map(Word::plain).collect(),
        ":plot" => {
            let before: Vec<&str> = text[..start].split_whitespace().collect();
            after_plot(&before, prefix, session)
        }
        ":time" => vec![Word::plain("on"), Word::plain("off")],
        ":load" | ":save" => files(prefix),
        _ => Vec::new(),
    };
    (start, starting_with(prefix, words))
}

/// Command files and folders that start so.
fn files(prefix: &str) -> Vec<Word> {
    let folder = prefix.rsplit_once('/').map_or("", |(folder, _)| folder);
    let read = std::fs::read_dir(if folder.is_empty() && !prefix.starts_with('/') { "." } else { folder });
    let mut found: Vec<String> = read
        .map(|entries| entries.flatten())
        .into_iter()
        .flatten()
        .filter_map(|entry| {
            let name = entry.file_name().into_string().ok()?;
            let name = if prefix.contains('/') { format!("{folder}/{name}") } else { name };
            match entry.path().is_dir() {
                true => Some(name + "/"),
                false => Some(name).filter(|name| name.ends_with(".comm")),
            }
        })
        .collect();
    found.sort();
    found.into_iter().map(Word::plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::concepts::Handle;

    fn texts(text: &str) -> Vec<String> {
        let concept =
            |id, name: &str, kind: &str| Name::new(name, Some(crate::python::Value::Concept(Handle::new(id, kind))));
        let session = [concept(1, "MODEL", "modele_sdaster"), concept(2, "MODES", "mode_meca")];
        offered(text, &session).1.into_iter().map(|word| word.text).collect()
    }

    #[test]
    fn commands_of_the_repl() {
        assert_eq!((texts(":na"), texts(":pl")), (vec![":names".to_string()], vec![":plot ".to_string()]));
        assert_eq!(texts(":plot MODE"), ["MODEL", "MODES"]);
        assert_eq!(texts(":doc DYNA_VIB"), ["DYNA_VIBRA"]);
        assert_eq!(texts("MODEL"), ["MODEL"]);
        assert!(texts(":save \u{3000}é").is_empty());
    }

    #[test]
    fn nothing_typed_panics() {
        let text = ":plot é='ü\\\"', \u{2028}:'@.vs";
        for (at, _) in text.char_indices() {
            offered(&text[..at], &[]);
            offered(&format!(":{}", &text[at..]), &[]);
        }
    }
}
