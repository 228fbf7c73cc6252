//! Diagnostics as text: drawn around the source by miette, with colours and lines on a terminal, in plain
//! characters elsewhere; and as JSON.

use std::fmt;

use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, SourceCode};

use super::excerpt::{Excerpt, LONGEST_LINE};
use super::{Diagnostic, Fix, Quoted, Severity};
use crate::source::{FileId, SourceFile, SourceMap, Span};

/// How to draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Letters, dashes and bars only.
    Plain,
    /// Box drawing characters, no colour.
    Lines,
    Colour,
    /// Letters, dashes and bars, in colour.
    PlainColour,
}

impl Diagnostic {
    /// The message with the lines of the study it is about.
    pub fn render(&self, sources: &SourceMap, style: Style, width: usize) -> String {
        self.drawn(sources, style, width, LONGEST_LINE)
    }

    /// Renders for a terminal: source lines too long for it are cut around the place.
    pub fn render_within(&self, sources: &SourceMap, style: Style, width: usize) -> String {
        self.drawn(sources, style, width, width.saturating_sub(MARGIN))
    }

    fn drawn(&self, sources: &SourceMap, style: Style, width: usize, longest: usize) -> String {
        if self.severity == Severity::Note {
            return self.in_brief(sources);
        }
        let theme = match style {
            Style::Plain => GraphicalTheme::none(),
            Style::Lines => GraphicalTheme::unicode_nocolor(),
            Style::Colour => GraphicalTheme::unicode(),
            Style::PlainColour => GraphicalTheme::ascii(),
        };
        let handler = GraphicalReportHandler::new_themed(theme)
            .with_width(width)
            .with_links(false)
            .with_break_words(false)
            .without_syntax_highlighting();
        let mut out = String::new();
        match handler.render_report(&mut out, &Drawn::new(self, sources, longest)) {
            Ok(()) => out,
            // Only a source that cannot be read back fails: the words remain.
            Err(_) => format!("{}: {}\n", self.code, self.message),
        }
    }

    /// A note: one line with its place, and one of help.
    fn in_brief(&self, sources: &SourceMap) -> String {
        let place = self.span.and_then(|span| sources.place(span));
        let place = place.map_or(String::new(), |(file, at)| format!(" {file}:{}", at.line));
        let help = self.help.as_ref().map_or(String::new(), |help| format!("  help: {help}\n"));
        format!("note {}{place}: {}\n{help}", self.code, self.message)
    }

    /// `code`, `message`, and the place when there is one.
    pub fn json(&self, sources: &SourceMap) -> serde_json::Value {
        let place = self.span.and_then(|span| sources.place(span));
        let end = self.span.and_then(|span| sources.place(Span { start: span.end, ..span }));
        let mut json = serde_json::json!({
            "code": self.code,
            "severity": match self.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Note => "note",
            },
            "message": shortened(&self.message),
            "file": place.map(|(file, _)| file),
            "line": place.map(|(_, at)| at.line),
            "column": place.map(|(_, at)| at.column),
            "end_line": end.map(|(_, at)| at.line),
            "end_column": end.map(|(_, at)| at.column),
            "help": self.help,
            "fixes": self.placed_fixes(sources).iter().map(|fix| fix_json(fix, sources)).collect::<Vec<_>>(),
        });
        if let Some(missing) = &self.missing {
            json["missing"] = missing.as_str().into();
        }
        json
    }

    /// Its fixes whose places in the text are known.
    pub fn placed_fixes(&self, sources: &SourceMap) -> Vec<Fix> {
        self.fixes.iter().filter_map(|fix| fix.placed(sources)).collect()
    }
}

fn fix_json(fix: &Fix, sources: &SourceMap) -> serde_json::Value {
    let edit = |(span, text): &(Span, String)| {
        let (file, at) = sources.place(*span)?;
        let (_, end) = sources.place(Span { start: span.end, ..*span })?;
        Some(serde_json::json!({
            "file": file,
            "line": at.line,
            "column": at.column,
            "end_line": end.line,
            "end_column": end.column,
            "text": text,
        }))
    };
    serde_json::json!({
        "title": fix.title,
        "sure": fix.sure,
        "preferred": fix.preferred,
        "edits": fix.edits.iter().filter_map(edit).collect::<Vec<_>>(),
    })
}

/// Columns beside a source line: its number and the bars.
const MARGIN: usize = 10;

/// Most characters of a message: what a study holds may be quoted in it.
const LONGEST_MESSAGE: usize = 2_000;

/// The message, its middle left out when it is too long.
fn shortened(message: &str) -> String {
    let count = message.chars().count();
    if count <= LONGEST_MESSAGE {
        return message.to_string();
    }
    let half = LONGEST_MESSAGE / 2;
    let head: String = message.chars().take(half).collect();
    let tail: String = message.chars().skip(count - half).collect();
    format!("{head} [... {} characters ...] {tail}", count - 2 * half)
}

/// A diagnostic with its source, in the form miette draws.
struct Drawn<'d> {
    diagnostic: &'d Diagnostic,
    message: String,
    source: Option<Excerpt>,
    labels: Vec<LabeledSpan>,
    help: Option<String>,
}

impl<'d> Drawn<'d> {
    fn new(diagnostic: &'d Diagnostic, sources: &SourceMap, longest: usize) -> Self {
        let mut help = diagnostic.help.as_deref().map(shortened);
        if let Some(quoted) = &diagnostic.quoted {
            return Drawn::quoting(diagnostic, quoted, sources, help, longest);
        }
        let file = diagnostic.span.and_then(|span| sources.get(span.file));
        let beside = |span: &Span| diagnostic.span.is_some_and(|s| s.file == span.file);
        let mut places: Vec<Span> = diagnostic.span.iter().map(|span| first_line(*span, sources)).collect();
        places.extend(diagnostic.related.iter().map(|(s, _)| *s).filter(beside).map(|s| first_line(s, sources)));
        let source = file.map(|file| Excerpt::new(file, &places, longest));
        let drawn = |span: Span| source.as_ref().and_then(|source| source.place(span));
        let mut labels = Vec::new();
        if let Some(at) = places.first().filter(|_| diagnostic.span.is_some()).and_then(|span| drawn(*span)) {
            labels.push(LabeledSpan::new_primary_with_span(diagnostic.label.as_deref().map(shortened), at));
        }
        for (span, text) in &diagnostic.related {
            let at = Some(*span).filter(beside).and_then(|span| drawn(first_line(span, sources)));
            if let Some((start, length)) = at {
                labels.push(LabeledSpan::new(Some(text.clone()), start, length));
            } else if let Some((name, place)) = sources.place(*span) {
                let line = format!("{text}: {name}:{}:{}", place.line, place.column);
                help = Some(help.map_or(line.clone(), |h| format!("{h}\n{line}")));
            }
        }
        Drawn { diagnostic, message: shortened(&diagnostic.message), source, labels, help }
    }

    /// The lines of another file; the place in the study is a line of help.
    fn quoting(
        diagnostic: &'d Diagnostic,
        quoted: &Quoted,
        sources: &SourceMap,
        help: Option<String>,
        longest: usize,
    ) -> Self {
        let file = SourceFile::new(&quoted.file, None, quoted.text.clone());
        let place = Span::new(FileId(0), quoted.start, quoted.end);
        let source = Excerpt::new(&file, &[place], longest).after(quoted.first);
        let labels = source.place(place).map(|at| LabeledSpan::new_primary_with_span(None, at)).into_iter().collect();
        let read = diagnostic.span.and_then(|span| sources.place(span));
        let read = read.map(|(name, place)| format!("read at {name}:{}:{}", place.line, place.column));
        let help = help.into_iter().chain(read).collect::<Vec<_>>().join("\n");
        Drawn {
            diagnostic,
            message: shortened(&diagnostic.message),
            source: Some(source),
            labels,
            help: Some(help).filter(|help| !help.is_empty()),
        }
    }
}

/// A span cut at the end of its first line, so that a call of forty lines is not printed whole.
fn first_line(span: Span, sources: &SourceMap) -> Span {
    let text = sources.text(span);
    match text.find('\n') {
        Some(end) => Span { end: span.start + text[..end].trim_end().len() as u32, ..span },
        None => span,
    }
}

impl fmt::Debug for Drawn<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.diagnostic.fmt(f)
    }
}

impl fmt::Display for Drawn<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Drawn<'_> {}

impl miette::Diagnostic for Drawn<'_> {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(self.diagnostic.code))
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.diagnostic.severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
            Severity::Note => miette::Severity::Advice,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.source.as_ref().map(|source| source as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        if self.source.is_none() || self.labels.is_empty() { None } else { Some(Box::new(self.labels.iter().cloned())) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{FileId, SourceFile};

    #[test]
    fn the_place_is_underlined_and_the_help_follows() {
        let mut sources = SourceMap::default();
        let id = sources.add(SourceFile::new("a.comm", None, "DEBUT()\nx = MASS * 2\nFIN()\n".into()));
        let text = Diagnostic::error("G001", "name 'MASS' has no value")
            .at(Span::new(FileId(id.0), 12, 16))
            .label("not defined")
            .help("did you mean 'MASSE'?")
            .render(&sources, Style::Plain, 100);
        for part in ["G001", "a.comm:2:5", "x = MASS * 2", "not defined", "did you mean 'MASSE'?"] {
            assert!(text.contains(part), "{part} is missing from\n{text}");
        }
    }

    #[test]
    fn an_endless_line_is_cut_around_the_place() {
        let mut sources = SourceMap::default();
        let text = format!("DEBUT()\nx = ({}é, WRONG, {})\nFIN()\n", "1.0, ".repeat(20_000), "é".repeat(90_000));
        let at = text.find("WRONG").unwrap();
        let id = sources.add(SourceFile::new("a.comm", None, text));
        let shown = |start, end| {
            let message = "m".repeat(100_000);
            Diagnostic::error("G001", message).at(Span::new(id, start, end)).label("here").render(
                &sources,
                Style::Plain,
                100,
            )
        };
        let text = shown(at, at + 5);
        assert!(text.contains("a.comm:2:100009") && text.contains("é, WRONG, éé"), "{text}");
        assert!(text.contains("^^|^^") && text.len() < 5_000, "{} bytes\n{text}", text.len());
        // A place as long as the line, one inside the long run of two-byte characters, one at its end.
        for (start, end) in [(8, at + 170_000), (at + 1007, at + 170_007), (at + 180_007, at + 180_007)] {
            let text = shown(start, end);
            assert!(text.contains("here") && text.len() < 5_000, "{} bytes\n{text}", text.len());
        }
    }

    #[test]
    fn json_has_the_place() {
        let mut sources = SourceMap::default();
        sources.add(SourceFile::new("a.comm", None, "DEBUT()\nx\n".into()));
        let json = Diagnostic::error("G001", "no").at(Span::new(FileId(0), 8, 9)).json(&sources);
        assert_eq!((json["line"].as_u64(), json["column"].as_u64()), (Some(2), Some(1)));
        assert_eq!((json["end_line"].as_u64(), json["end_column"].as_u64()), (Some(2), Some(2)));
    }
}
