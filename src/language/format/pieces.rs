//! Pieces of a logical line: names, numbers, texts, operators, brackets, with the comments that stand before each.

pub use crate::syntax::scan::Kind;
use crate::syntax::scan::tokens;

/// A comment, without the blanks after it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comment<'t> {
    pub text: &'t str,
    /// Nothing stands before it on its line.
    pub own_line: bool,
}

/// A name, a number, a text, a sign; [`Kind::Comment`] is a comment that stands on a line of its own inside brackets.
#[derive(Clone, Debug)]
pub struct Piece<'t> {
    pub kind: Kind,
    pub text: &'t str,
    /// Comments between the piece before and this one.
    pub comments: Vec<Comment<'t>>,
}

/// Pieces of a logical line, and the comments after the last one.
pub fn pieces(text: &str) -> (Vec<Piece<'_>>, Vec<Comment<'_>>) {
    let mut found: Vec<Piece<'_>> = Vec::new();
    let mut comments = Vec::new();
    let mut own_line = false;
    for token in tokens(text) {
        match token.kind {
            Kind::Newline => own_line = true,
            Kind::Blank => {}
            Kind::Comment => comments.push(Comment { text: token.text.trim_end(), own_line }),
            kind => {
                found.push(Piece { kind, text: token.text, comments: std::mem::take(&mut comments) });
                own_line = false;
            }
        }
    }
    (found, comments)
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
