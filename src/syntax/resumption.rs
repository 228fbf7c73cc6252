//! Start of the next command after brackets that were never closed, judged from the first words of a physical line.

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Resumes {
    No,
    /// `NAME = ...`, `name(...)`: a command, unless the text before asks for more.
    Likely,
    /// `NAME = COMMAND(...)` or `COMMAND(...)`.
    Surely,
}

/// Judges whether a new command starts at the start of a physical line, judged from its first words.
pub(super) fn resumes(bytes: &[u8], at: usize) -> Resumes {
    let rest = &bytes[at.min(bytes.len())..];
    let (name, rest) = split_name(rest);
    if name.is_empty() {
        return Resumes::No;
    }
    let rest = skip_blanks(rest);
    if BLOCK_WORDS.contains(&name) {
        let end = rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
        return if rest[..end].trim_ascii_end().ends_with(b":") { Resumes::Likely } else { Resumes::No };
    }
    if EXPRESSION_WORDS.contains(&name) {
        return Resumes::No;
    }
    match rest {
        [b'(', ..] if is_command(name) => Resumes::Surely,
        [b'(', ..] => Resumes::Likely,
        [b'=', b'=', ..] => Resumes::No,
        [b'=', value @ ..] => {
            let (function, rest) = split_name(skip_blanks(value));
            let call = is_command(function) && skip_blanks(rest).starts_with(b"(");
            if call { Resumes::Surely } else { Resumes::Likely }
        }
        _ if STATEMENT_WORDS.contains(&name) => Resumes::Likely,
        _ => Resumes::No,
    }
}

/// True when the text cannot end after this byte.
pub(super) fn asks_for_more(last: u8) -> bool {
    matches!(last, b',' | b'(' | b'[' | b'{' | b'=' | b'+' | b'-' | b'*' | b'/' | b'%' | b'<' | b'>' | b':' | b'.')
}

const BLOCK_WORDS: &[&[u8]] = &[b"for", b"if", b"while", b"with", b"def", b"try"];
const STATEMENT_WORDS: &[&[u8]] = &[b"import", b"from", b"return", b"del", b"raise", b"assert", b"pass"];
const EXPRESSION_WORDS: &[&[u8]] = &[b"and", b"or", b"not", b"in", b"is", b"else", b"elif", b"lambda", b"except"];

fn is_command(name: &[u8]) -> bool {
    name.len() > 2 && name != b"_F" && name.iter().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || *b == b'_')
}

fn split_name(bytes: &[u8]) -> (&[u8], &[u8]) {
    let is_part = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_';
    if bytes.first().is_none_or(u8::is_ascii_digit) {
        return (&[], bytes);
    }
    bytes.split_at(bytes.iter().position(|b| !is_part(b)).unwrap_or(bytes.len()))
}

fn skip_blanks(bytes: &[u8]) -> &[u8] {
    let blanks = bytes.iter().take_while(|b| matches!(b, b' ' | b'\t')).count();
    &bytes[blanks..]
}
