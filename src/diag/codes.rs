//! The stable codes: what each means, and an example that triggers it, as the files of `grammar/codes` have them.
//!
//! A page has one heading a code (`## C002 unknown-keyword`), its meaning, and its example: fenced texts, each the file that its first
//! line names (the first is `example.comm`). `after START` puts the study of `grammar/codes/starts` before it and brings its mesh.

use std::sync::LazyLock;

/// One code, as `stickslip explain` prints it.
#[derive(Debug)]
pub struct CodeInfo {
    pub code: &'static str,
    /// Short name of the kind of error (`unknown-keyword`).
    pub name: &'static str,
    /// What it means and what to do, a few sentences.
    pub meaning: String,
    /// Why no study shows it, where none can.
    pub unseen: Option<&'static str>,
    /// The command that triggers it, where running the study is not enough.
    pub command: Option<&'static str>,
    /// The fenced texts of the example.
    example: &'static str,
}

const PAGES: &str = include_str!(concat!(env!("OUT_DIR"), "/codes.md"));
/// The beginnings of studies that examples go on from, and their meshes, by file name.
const STARTS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/starts.rs"));

static CODES: LazyLock<Vec<CodeInfo>> = LazyLock::new(|| {
    let mut codes: Vec<CodeInfo> = PAGES.split("\n## ").skip(1).map(CodeInfo::read).collect();
    codes.sort_by_key(|info| info.code);
    codes
});

/// All codes, in the order of letters and numbers.
pub fn all_codes() -> impl Iterator<Item = &'static CodeInfo> {
    CODES.iter()
}

/// Looks a code up by its code (`C012`, any case) or by its short name.
pub fn explain(code: &str) -> Option<&'static CodeInfo> {
    all_codes().find(|info| info.code.eq_ignore_ascii_case(code) || info.name == code)
}

impl CodeInfo {
    /// Reads the section of a code, from its heading on.
    fn read(section: &'static str) -> Self {
        let (heading, text) = section.split_once('\n').unwrap_or((section, ""));
        let (code, name) = heading.split_once(' ').unwrap_or((heading, ""));
        let (words, example) = text.split_at(text.find("\n```").map_or(text.len(), |at| at + 1));
        let mut info = Self { code, name, meaning: String::new(), unseen: None, command: None, example };
        for line in words.lines().filter(|line| !line.is_empty()) {
            // The title of the next page ends the last section of a page.
            match line.split_once(": ") {
                _ if line.starts_with("# ") => break,
                Some(("No example", why)) => info.unseen = Some(why),
                Some(("Run", command)) => info.command = Some(command.trim_matches('`')),
                _ if info.meaning.is_empty() => info.meaning = line.to_string(),
                _ => info.meaning += &format!(" {line}"),
            }
        }
        info
    }

    /// The first sentence of the meaning.
    pub fn summary(&self) -> &str {
        self.meaning.find(". ").map_or(&self.meaning, |end| &self.meaning[..=end])
    }

    /// The study of the example and its other files, as (name, text).
    pub fn files(&self) -> Vec<(&'static str, String)> {
        let mut files = Vec::new();
        let mut rest = self.example;
        while let Some((_, fenced)) = rest.split_once("```") {
            let (first_line, text) = fenced.split_once('\n').unwrap_or((fenced, ""));
            let end = text.find("\n```").map_or(text.len(), |end| end + 1);
            let (text, start) = (&text[..end], first_line.split_once(" after ").map(|(_, start)| start));
            rest = fenced[first_line.len() + 1 + end..].strip_prefix("```").unwrap_or_default();
            let part = |kind: &str| {
                let name = format!("{}.{kind}", start?);
                STARTS.iter().find(|(file, _)| *file == name).map(|(_, text)| *text)
            };
            let name = first_line.split(' ').nth(1).filter(|word| *word != "after").unwrap_or("example.comm");
            files.push((name, format!("{}{text}", part("comm").unwrap_or_default())));
            files.extend(part("mail").map(|mesh| ("example.mail", mesh.to_string())));
        }
        files
    }
}
