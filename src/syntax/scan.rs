//! Names, numbers, texts, operators, brackets, comments and blanks of a text, whole or half typed: it never fails. Who wants to know
//! where a text in quotes or a comment ends asks here; what the tokens mean together is the grammar's.

/// Nature of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Name,
    Number,
    /// In quotes, with its prefix.
    Text,
    Operator,
    Open,
    Close,
    Comma,
    Dot,
    Colon,
    Equal,
    Semicolon,
    /// Up to the end of its line.
    Comment,
    /// Blanks within a line; a backslash that continues the line.
    Blank,
    Newline,
}

/// A token and where it starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'t> {
    pub kind: Kind,
    pub at: usize,
    pub text: &'t str,
}

/// A text in quotes, in its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quoted<'t> {
    /// Letters before the quotes (`r`, `f`).
    pub prefix: &'t str,
    /// One quote or three.
    pub mark: &'t str,
    pub content: &'t str,
    /// Its end stands in the text; a text of one line that is not closed ends before the end of its line.
    pub closed: bool,
}

/// Operators of more than one character, longest first.
const LONG: &[&str] = &[
    "**=", "//=", ">>=", "<<=", "...", "**", "//", "<<", ">>", "<=", ">=", "==", "!=", "<>", "->", "+=", "-=", "*=",
    "/=", "%=", "&=", "|=", "^=", "@=", ":=",
];

/// The tokens of a text; together they are the text.
pub fn tokens(text: &str) -> impl Iterator<Item = Token<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let token = token_at(text, at)?;
        at += token.text.len();
        Some(token)
    })
}

/// The token that starts at `at`; none at the end.
pub fn token_at(text: &str, at: usize) -> Option<Token<'_>> {
    let rest = text.get(at..)?;
    let (kind, length) = first(rest)?;
    Some(Token { kind, at, text: &rest[..length] })
}

fn first(rest: &str) -> Option<(Kind, usize)> {
    let bytes = rest.as_bytes();
    let c = rest.chars().next()?;
    let while_all = |good: fn(char) -> bool| rest.find(|c| !good(c)).unwrap_or(rest.len());
    let kind = match c {
        '\n' => Kind::Newline,
        '#' => return Some((Kind::Comment, while_all(|c| c != '\n'))),
        '\\' if matches!(&bytes[1..], [] | [b'\n', ..] | [b'\r', b'\n', ..]) => Kind::Blank,
        c if c.is_whitespace() => return Some((Kind::Blank, while_all(|c| c.is_whitespace() && c != '\n'))),
        '(' | '[' | '{' => Kind::Open,
        ')' | ']' | '}' => Kind::Close,
        ',' => Kind::Comma,
        ';' => Kind::Semicolon,
        '0'..='9' => return Some((Kind::Number, number_length(bytes))),
        '.' if bytes.get(1).is_some_and(u8::is_ascii_digit) => return Some((Kind::Number, number_length(bytes))),
        c => match quoted(rest) {
            Some(quoted) => return Some((Kind::Text, quoted.length())),
            None if is_of_name(c) => return Some((Kind::Name, while_all(is_of_name))),
            None => match bytes
                .get(1)
                .filter(|next| b"*/<>=.".contains(next))
                .and(LONG.iter().find(|long| rest.starts_with(**long)))
            {
                Some(long) => return Some((Kind::Operator, long.len())),
                None => match c {
                    '.' => Kind::Dot,
                    ':' => Kind::Colon,
                    '=' => Kind::Equal,
                    _ => Kind::Operator,
                },
            },
        },
    };
    Some((kind, c.len_utf8()))
}

/// Whether names have such a character.
pub fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
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

/// The text in quotes that `rest` begins with.
pub fn quoted(rest: &str) -> Option<Quoted<'_>> {
    let bytes = rest.as_bytes();
    let prefix = bytes.iter().take(3).take_while(|byte| b"rbufRBUF".contains(byte)).count();
    let quote = *bytes.get(prefix).filter(|byte| matches!(byte, b'"' | b'\''))?;
    let long = bytes[prefix..].starts_with(&[quote; 3]);
    let start = prefix + if long { 3 } else { 1 };
    let mark = &rest[prefix..start];
    let mut at = start;
    let closed = loop {
        match bytes.get(at) {
            None => break false,
            Some(b'\\') => at += if bytes[at + 1..].starts_with(b"\r\n") { 3 } else { 2 },
            Some(b'\n') if !long => break false,
            Some(byte) if *byte == quote && (!long || bytes[at..].starts_with(mark.as_bytes())) => break true,
            Some(_) => at += 1,
        }
    };
    // A character of several bytes behind a backslash is passed byte by byte.
    Some(Quoted { prefix: &rest[..prefix], mark, content: &rest[start..at.min(rest.len())], closed })
}

impl Quoted<'_> {
    /// Bytes before the content.
    pub fn opening(&self) -> usize {
        self.prefix.len() + self.mark.len()
    }

    pub fn length(&self) -> usize {
        self.opening() + self.content.len() + if self.closed { self.mark.len() } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn kinds(text: &str) -> Vec<(Kind, &str)> {
        tokens(text).filter(|token| token.kind != Kind::Blank).map(|token| (token.kind, token.text)).collect()
    }

    #[test]
    fn tokens_are_those_of_the_language() {
        use Kind::{Close, Comma, Comment, Equal, Name, Newline, Number, Open, Operator, Text};
        assert_eq!(
            kinds("F(A=-1.5e-3, B=rb'it\\'s')  # end\n"),
            [
                (Name, "F"),
                (Open, "("),
                (Name, "A"),
                (Equal, "="),
                (Operator, "-"),
                (Number, "1.5e-3"),
                (Comma, ","),
                (Name, "B"),
                (Equal, "="),
                (Text, "rb'it\\'s'"),
                (Close, ")"),
                (Comment, "# end"),
                (Newline, "\n")
            ]
        );
        assert_eq!(kinds("a **= é"), [(Name, "a"), (Operator, "**="), (Name, "é")]);
        assert_eq!(kinds("'''a\nb''' 'open\nx").len(), 4);
    }

    #[test]
    fn texts_end_where_they_are_closed() {
        let parts = |text| quoted(text).map(|q| (q.content, q.closed, q.length()));
        assert_eq!(parts("'a\\\r\nb' c"), Some(("a\\\r\nb", true, 7)));
        assert_eq!(parts("u\"\"\"x\" \"\"\""), Some(("x\" ", true, 10)));
        assert_eq!(parts("'half\nx"), Some(("half", false, 5)));
        assert_eq!(parts("'half\\"), Some(("half\\", false, 6)));
        assert_eq!(parts("ruff'x'"), None);
    }

    proptest! {
        #[test]
        fn tokens_cover_the_text(text in r#"([a-c0-9._=*<>:;,#(){}'"fr]|\\|\n|\r\n|é|\t| |'''|.){0,40}"#) {
            let mut end = 0;
            for token in tokens(&text) {
                prop_assert_eq!(token.at, end);
                prop_assert!(!token.text.is_empty());
                end += token.text.len();
            }
            prop_assert_eq!(end, text.len());
        }
    }
}
