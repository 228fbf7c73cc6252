//! A code: name, meaning, and the example that triggers it.

use super::prologue;

/// One code, as `stickslip explain` prints it.
#[derive(Clone, Copy, Debug)]
pub struct CodeInfo {
    pub code: &'static str,
    /// Short name of the kind of error (`unknown-keyword`).
    pub name: &'static str,
    /// What it means and what to do, a few sentences.
    pub meaning: &'static str,
    /// A whole study that triggers it (tests run it in a folder of its own), the files and the command it needs, or why there
    /// is none: see [`CodeInfo::files`].
    pub example: &'static str,
}

impl CodeInfo {
    /// The first sentence of the meaning.
    pub fn summary(&self) -> &'static str {
        self.meaning.find(". ").map_or(self.meaning, |end| &self.meaning[..=end])
    }

    /// Why no study shows the code, where none can.
    pub fn unseen(&self) -> Option<&'static str> {
        self.example.strip_prefix("#### none: ").map(str::trim_end)
    }

    /// The command that triggers it, where running the study is not enough.
    pub fn command(&self) -> Option<&'static str> {
        self.example.strip_prefix("#### command: ")?.lines().next()
    }

    /// The study of the example and its other files, as (name, text): a line `#### name` opens a file, and what
    /// comes before the first is the study, `example.comm`. `#### after the prologue` (or `#### after two parts`) as first
    /// line puts a common beginning before the study and brings its mesh. A line above all that says what to run
    /// ([`Self::command`]), or that there is no example and why ([`Self::unseen`]).
    pub fn files(&self) -> Vec<(&'static str, String)> {
        if self.unseen().is_some() {
            return Vec::new();
        }
        let text = if self.command().is_some() {
            self.example.split_once('\n').map_or("", |(_, text)| text)
        } else {
            self.example
        };
        let starts = [
            ("#### after the prologue\n", prologue::STUDY, prologue::MESH),
            ("#### after two parts\n", prologue::PARTS, prologue::PARTS_MESH),
        ];
        for (first_line, study, mesh) in starts {
            if let Some(end) = text.strip_prefix(first_line) {
                return vec![("example.comm", format!("{study}{end}")), ("example.mail", mesh.into())];
            }
        }
        let mut files = Vec::new();
        let (mut name, mut rest) = ("example.comm", text);
        while let Some((text, next)) = rest.split_once("#### ") {
            files.push((name, text.to_string()));
            (name, rest) = next.split_once('\n').unwrap_or((next, ""));
        }
        files.push((name, rest.to_string()));
        files
    }
}
