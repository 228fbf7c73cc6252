//! Leaves: pieces that know their place in the statement, and what may break before or after them.

use std::borrow::Cow;

use super::pieces::Kind;

/// Nature of a bracket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bracket {
    None,
    /// Of a call or of the parameters of a function.
    Call,
    Index,
    /// Parentheses around an expression, lists, dictionaries.
    Atom,
}

/// Weight of the places where a line may break; the heaviest breaks first.
pub mod weight {
    pub const COMPREHENSION: u8 = 20;
    pub const COMMA: u8 = 18;
    pub const TERNARY: u8 = 16;
    pub const LOGIC: u8 = 14;
    pub const TEXT: u8 = 12;
    pub const COMPARISON: u8 = 10;
    pub const DOT: u8 = 1;
}

#[derive(Clone, Debug)]
pub struct Leaf<'t> {
    /// Rank in its statement; the same in all lines that it goes through.
    pub id: u32,
    pub kind: Kind,
    /// Empty for parentheses that are not written.
    pub text: Cow<'t, str>,
    /// A blank stands before it, unless it begins a line.
    pub space: bool,
    /// Weight of a break before it.
    pub before: u8,
    /// Weight of a break after it.
    pub after: u8,
    /// Levels that it closes and opens without being a bracket: targets of `for`, parameters of `lambda`.
    pub closes: u8,
    pub opens: u8,
    pub bracket: Bracket,
    /// The other bracket of the pair.
    pub pair: u32,
    /// The brackets hold one item and a comma that belongs to it: `(a,)`, `t[0,]`.
    pub single: bool,
    /// `*` or `**` before an argument.
    pub star: bool,
    /// Comments at its line's end.
    pub comments: Vec<Cow<'t, str>>,
}

impl<'t> Leaf<'t> {
    pub fn new(id: u32, kind: Kind, text: impl Into<Cow<'t, str>>) -> Self {
        Leaf {
            id,
            kind,
            text: text.into(),
            space: false,
            before: 0,
            after: 0,
            closes: 0,
            opens: 0,
            bracket: Bracket::None,
            pair: u32::MAX,
            single: false,
            star: false,
            comments: Vec::new(),
        }
    }

    pub fn is_open(&self) -> bool {
        self.kind == Kind::Open
    }

    pub fn is_close(&self) -> bool {
        self.kind == Kind::Close
    }

    /// Parentheses that are not written.
    pub fn is_hidden(&self) -> bool {
        self.text.is_empty()
    }

    /// Width of its text and of the blank before it.
    pub fn width(&self) -> usize {
        width(&self.text) + usize::from(self.space)
    }

    /// The leaf with its parenthesis written.
    pub fn shown(mut self) -> Self {
        if self.text.is_empty() {
            self.text = Cow::Borrowed(if self.is_open() { "(" } else { ")" });
        }
        self
    }
}

/// Columns of a text.
pub fn width(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.chars().count() }
}
