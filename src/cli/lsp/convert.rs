//! Between values of the program and the JSON of the protocol: places, paths, diagnostics, symbols.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::catalogue::Form;
use crate::diag::{Diagnostic, Severity};
use crate::language::{Document, Encoding, Position, Symbol, SymbolKind, position};
use crate::source::{SourceFile, SourceMap, Span};

/// A range of a text.
pub fn range(source: &SourceFile, start: usize, end: usize, encoding: Encoding) -> Value {
    json!({ "start": place(position(source, start, encoding)), "end": place(position(source, end, encoding)) })
}

pub fn range_of(document: &Document, span: Span, encoding: Encoding) -> Value {
    range(&document.source, span.start as usize, span.end as usize, encoding)
}

fn place(at: Position) -> Value {
    json!({ "line": at.line, "character": at.column })
}

/// A position that a client gives.
pub fn position_of(json: &Value) -> Position {
    let number = |name: &str| json[name].as_u64().unwrap_or(0) as usize;
    Position { line: number("line"), column: number("character") }
}

/// The path of a `file:` address; an address of another kind is a path of its own, so that unsaved texts have one.
pub fn path_of(uri: &str) -> PathBuf {
    let Some(rest) = uri.strip_prefix("file://") else { return PathBuf::from(uri) };
    let rest = rest.strip_prefix("localhost").unwrap_or(rest);
    let mut bytes = Vec::with_capacity(rest.len());
    let mut from = rest.as_bytes();
    while let [first, others @ ..] = from {
        let digits = others.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        match digits.filter(|_| *first == b'%').and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                from = &others[2..];
            }
            None => {
                bytes.push(*first);
                from = others;
            }
        }
    }
    let text = String::from_utf8_lossy(&bytes).into_owned();
    // `/C:/...` of Windows.
    let drive = text.as_bytes().get(2) == Some(&b':') && cfg!(windows);
    super::texts::plain(Path::new(if drive { &text[1..] } else { &text }))
}

/// The `file:` address of a path.
pub fn uri_of(path: &Path) -> String {
    let text = path.to_string_lossy();
    if text.contains("://") || text.starts_with("untitled:") {
        return text.into_owned();
    }
    let mut uri = String::from(if text.starts_with('/') { "file://" } else { "file:///" });
    for byte in text.bytes() {
        match byte {
            b'\\' if cfg!(windows) => uri.push('/'),
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' => uri.push(char::from(byte)),
            _ => uri += &format!("%{byte:02X}"),
        }
    }
    uri
}

/// How places of a file that a check read are told: columns as the client counts them, with the byte order mark that the check
/// does not see.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reading {
    pub encoding: Encoding,
    /// The text of the client begins with a byte order mark.
    pub marked: bool,
}

impl Reading {
    pub fn range(self, source: &SourceFile, span: Span) -> Value {
        let place = |offset: u32| {
            let mut at = position(source, offset as usize, self.encoding);
            if self.marked && at.line == 0 {
                at.column += if self.encoding == Encoding::Utf8 { 3 } else { 1 };
            }
            self::place(at)
        };
        json!({ "start": place(span.start), "end": place(span.end) })
    }
}

/// Codes whose words are of no use, and those of forms of former versions: the tags of the protocol.
fn tags(code: &str) -> Option<u8> {
    match code {
        "L001" | "L005" | "L006" | "L017" => Some(1),
        "G030" | "L015" => Some(2),
        _ => None,
    }
}

/// A diagnostic of the file that its place is in; one without a place stands at the beginning.
pub fn diagnostic(found: &Diagnostic, sources: &SourceMap, source: &SourceFile, reading: Reading) -> Value {
    let at = match found.span {
        Some(span) => reading.range(source, span),
        None => range(source, 0, source.line_range(0).end, reading.encoding),
    };
    let message = match &found.help {
        Some(help) => format!("{}\n{help}", found.message),
        None => found.message.clone(),
    };
    let mut json = json!({
        "range": at,
        "severity": match found.severity { Severity::Error => 1, Severity::Warning => 2, Severity::Note => 3 },
        "code": found.code,
        "source": "stickslip",
        "message": message,
    });
    if let Some(tag) = tags(found.code).filter(|_| found.span.is_some()) {
        json["tags"] = json!([tag]);
    }
    let related: Vec<Value> = found
        .related
        .iter()
        .filter_map(|(span, text)| {
            let file = sources.get(span.file)?;
            let path = file.path.as_deref()?;
            let range = range(file, span.start as usize, span.end as usize, reading.encoding);
            Some(json!({ "location": { "uri": uri_of(path), "range": range }, "message": text }))
        })
        .collect();
    if !related.is_empty() {
        json["relatedInformation"] = Value::Array(related);
    }
    json
}

/// A form of former versions, as a hint: nothing is wrong with it.
pub fn form(found: &Form, source: &SourceFile, reading: Reading) -> Value {
    json!({
        "range": reading.range(source, found.span),
        "severity": 4,
        "code": "G030",
        "source": "stickslip",
        "message": found.sentence(),
        "tags": [2],
    })
}

pub fn symbol(found: &Symbol, document: &Document, encoding: Encoding) -> Value {
    let children: Vec<Value> = found.children.iter().map(|child| symbol(child, document, encoding)).collect();
    json!({
        "name": found.name,
        "detail": found.detail,
        "kind": symbol_kind(found.kind),
        "range": range_of(document, found.span, encoding),
        "selectionRange": range_of(document, found.at, encoding),
        "children": children,
    })
}

/// Number of the protocol for a kind of symbol.
pub fn symbol_kind(kind: SymbolKind) -> u8 {
    match kind {
        SymbolKind::Concept => 19,
        SymbolKind::Variable => 13,
        SymbolKind::Function => 12,
        SymbolKind::Block => 3,
        SymbolKind::Section => 15,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_keep_accents_and_blanks() {
        let path = Path::new("/tmp/é a#b/x.comm");
        assert_eq!(uri_of(path), "file:///tmp/%C3%A9%20a%23b/x.comm");
        assert_eq!(path_of(&uri_of(path)), path);
        assert_eq!(path_of("file:///a/./b/../c%2"), Path::new("/a/c%2"));
        assert_eq!(path_of("untitled:Untitled-1"), Path::new("untitled:Untitled-1"));
    }
}
