//! Pieces of a logical line: names, numbers, texts, operators, brackets, with the comments that stand before each.

/// Nature of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Name,
    Number,
    Text,
    Operator,
    Open,
    Close,
    Comma,
    Dot,
    Colon,
    Equal,
    Semicolon,
    /// A comment that stands on a line of its own inside brackets.
    Comment,
}

/// A comment, without the blanks after it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comment<'t> {
    pub text: &'t str,
    /// Nothing stands before it on its line.
    pub own_line: bool,
}

#[derive(Clone, Debug)]
pub struct Piece<'t> {
    pub kind: Kind,
    pub text: &'t str,
    /// Comments between the piece before and this one.
    pub comments: Vec<Comment<'t>>,
}

/// Operators of more than one character, longest first.
const LONG: &[&str] = &[
    "**=", "//=", ">>=", "<<=", "...", "**", "//", "<<", ">>", "<=", ">=", "==", "!=", "<>", "->", "+=", "-=", "*=",
    "/=", "%=", "&=", "|=", "^=", "@=", ":=",
];

/// Pieces of a logical line, and the comments after the last one.
pub fn pieces(text: &str) -> (Vec<Piece<'_>>, Vec<Comment<'_>>) {
    let mut found: Vec<Piece<'_>> = Vec::new();
    let mut comments = Vec::new();
    let mut own_line = false;
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        match c {
            '\n' => {
                own_line = true;
                at += 1;
            }
            '\\' if rest[1..].starts_with(['\n', '\r']) => at += 1,
            '#' => {
                let length = rest.find('\n').unwrap_or(rest.len());
                comments.push(Comment { text: rest[..length].trim_end(), own_line });
                at += length;
            }
            c if c.is_whitespace() => at += c.len_utf8(),
            _ => {
                let (kind, length) = piece(rest);
                found.push(Piece { kind, text: &rest[..length], comments: std::mem::take(&mut comments) });
                at += length;
                own_line = false;
            }
        }
    }
    (found, comments)
}

fn piece(rest: &str) -> (Kind, usize) {
    let bytes = rest.as_bytes();
    let first = rest.chars().next().unwrap_or(' ');
    if let Some(length) = text_length(rest) {
        return (Kind::Text, length);
    }
    if first.is_ascii_digit() || (first == '.' && bytes.get(1).is_some_and(u8::is_ascii_digit)) {
        return (Kind::Number, number_length(bytes));
    }
    if first.is_alphanumeric() || first == '_' {
        return (Kind::Name, rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len()));
    }
    if let Some(long) = LONG.iter().find(|long| rest.starts_with(**long)) {
        return (Kind::Operator, long.len());
    }
    let kind = match first {
        '(' | '[' | '{' => Kind::Open,
        ')' | ']' | '}' => Kind::Close,
        ',' => Kind::Comma,
        '.' => Kind::Dot,
        ':' => Kind::Colon,
        '=' => Kind::Equal,
        ';' => Kind::Semicolon,
        _ => Kind::Operator,
    };
    (kind, first.len_utf8())
}

fn number_length(bytes: &[u8]) -> usize {
    let hexadecimal = matches!(bytes.get(1), Some(b'x' | b'X'));
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let sign = matches!(byte, b'+' | b'-') && !hexadecimal && at > 0 && matches!(bytes[at - 1], b'e' | b'E');
        if !(byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'.' || sign) {
            break;
        }
        at += 1;
    }
    at
}

/// Length of the text in quotes that a text begins with, its prefix included.
fn text_length(rest: &str) -> Option<usize> {
    let prefix =
        rest.bytes().take(3).take_while(|b| matches!(b.to_ascii_lowercase(), b'r' | b'b' | b'u' | b'f')).count();
    let body = &rest[prefix..];
    let quote = body.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let long: String = quote.to_string().repeat(3);
    let mark = if body.starts_with(&long) { long.as_str() } else { &long[..1] };
    let mut at = mark.len();
    while let Some(c) = body[at..].chars().next() {
        if c == '\\' {
            let next = body[at + 1..].chars().next().map_or(0, char::len_utf8);
            at += 1 + next;
        } else if body[at..].starts_with(mark) {
            return Some(prefix + at + mark.len());
        } else if c == '\n' && mark.len() == 1 {
            break;
        } else {
            at += c.len_utf8();
        }
    }
    Some(prefix + at)
}

/// Words that are no names.
pub fn is_keyword(word: &str) -> bool {
    const WORDS: &[&str] = &[
        "and", "as", "assert", "break", "continue", "def", "del", "elif", "else", "except", "finally", "for", "from",
        "global", "if", "import", "in", "is", "lambda", "not", "or", "pass", "raise", "return", "try", "while", "with",
        "yield",
    ];
    WORDS.contains(&word)
}
