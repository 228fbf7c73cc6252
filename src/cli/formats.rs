//! Forms of what `check` and `test` print.

use crate::diag::Diagnostic;
use crate::source::SourceMap;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// Messages and tables for people
    #[default]
    Human,
    /// One JSON object
    Json,
    /// One line per problem: FILE:LINE:COLUMN: severity[CODE]: message
    Short,
    /// Annotations of GitHub Actions
    Github,
}

/// A problem with its place, in a form of one line.
pub struct Problem<'p> {
    pub file: &'p str,
    pub line: Option<u64>,
    pub column: Option<u64>,
    /// `error`, `warning`, `note`
    pub severity: &'p str,
    pub title: &'p str,
    pub message: &'p str,
}

impl Problem<'_> {
    pub fn short(&self) -> String {
        let mut place = self.file.to_string();
        for number in [self.line, self.column].into_iter().flatten() {
            place.push_str(&format!(":{number}"));
        }
        format!("{place}: {}[{}]: {}", self.severity, self.title, one_line(self.message))
    }

    pub fn github(&self) -> String {
        let kind = if self.severity == "note" { "notice" } else { self.severity };
        let mut parts = vec![format!("file={}", property(self.file))];
        parts.extend(self.line.map(|line| format!("line={line}")));
        parts.extend(self.column.map(|column| format!("col={column}")));
        parts.push(format!("title={}", property(self.title)));
        format!("::{kind} {}::{}", parts.join(","), data(self.message))
    }

    /// The line of a format that has one per problem.
    pub fn line_of(&self, format: Format) -> String {
        if format == Format::Github { self.github() } else { self.short() }
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What the rules of annotations ask for.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

/// A diagnostic as one line.
pub fn line_of(diagnostic: &Diagnostic, sources: &SourceMap, path: &str, format: Format) -> String {
    let json = diagnostic.json(sources);
    let beside = json["file"].as_str().map(|file| beside(path, file));
    let message = match &diagnostic.help {
        Some(help) if format == Format::Github => format!("{}\n{help}", diagnostic.message),
        _ => diagnostic.message.clone(),
    };
    Problem {
        file: beside.as_deref().unwrap_or(path),
        line: json["line"].as_u64(),
        column: json["column"].as_u64(),
        severity: json["severity"].as_str().unwrap_or("error"),
        title: diagnostic.code,
        message: &message,
    }
    .line_of(format)
}

/// The path of a file that a message names, which stands in the folder of the study.
pub fn beside(study: &str, file: &str) -> String {
    let path = std::path::Path::new(study).with_file_name(file);
    path.to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn annotations_escape_what_would_end_them() {
        let problem = Problem {
            file: "a,b.comm",
            line: Some(3),
            column: None,
            severity: "error",
            title: "C:1",
            message: "5 %\nmore",
        };
        assert_eq!(problem.github(), "::error file=a%2Cb.comm,line=3,title=C%3A1::5 %25%0Amore");
        assert_eq!(problem.short(), "a,b.comm:3: error[C:1]: 5 % more");
    }
}
