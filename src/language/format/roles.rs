//! From pieces to leaves: which signs are unary, which `=` names an argument, which `:` belongs to a slice; blanks between
//! them, weights of the breaks.

use std::borrow::Cow;

use super::leaf::{Bracket, Leaf, weight};
use super::pieces::{Kind, Piece, is_keyword};
use super::spelling;

/// An open bracket of the statement.
struct Frame {
    open: usize,
    bracket: Bracket,
    brace: char,
    /// A `for` stands in it: what follows `if` filters.
    comprehension: bool,
    /// `lambda` and `for` whose `:` or `in` is to come.
    lambdas: usize,
    targets: usize,
    /// A parameter with an annotation is under way.
    annotated: bool,
    commas: usize,
}

/// Leaves of one statement or header, without the comments of the pieces.
pub fn leaves<'t>(pieces: &[Piece<'t>]) -> Vec<Leaf<'t>> {
    let mut reader = Reader { pieces, leaves: Vec::with_capacity(pieces.len() + 4), frames: Vec::new() };
    reader.frames.push(frame(0, Bracket::None, ' '));
    for rank in 0..pieces.len() {
        reader.read(rank);
    }
    let mut leaves = reader.leaves;
    slices(&mut leaves);
    powers(&mut leaves);
    leaves
}

fn frame(open: usize, bracket: Bracket, brace: char) -> Frame {
    Frame { open, bracket, brace, comprehension: false, lambdas: 0, targets: 0, annotated: false, commas: 0 }
}

struct Reader<'p, 't> {
    pieces: &'p [Piece<'t>],
    leaves: Vec<Leaf<'t>>,
    frames: Vec<Frame>,
}

/// Marks a colon of a slice until its blanks are known.
const SLICE: u8 = 255;

impl<'t> Reader<'_, 't> {
    fn read(&mut self, rank: usize) {
        let piece = &self.pieces[rank];
        let docstring = rank == 0 && self.pieces.len() == 1;
        let text: Cow<'t, str> = match piece.kind {
            Kind::Text if !docstring => spelling::text(piece.text),
            Kind::Number => spelling::number(piece.text),
            _ => Cow::Borrowed(piece.text),
        };
        let mut leaf = Leaf::new(rank as u32, piece.kind, text);
        let operand = self.leaves.last().is_some_and(is_operand);
        leaf.space = self.space(&leaf, operand);
        match piece.kind {
            Kind::Open => self.open(&mut leaf, operand),
            Kind::Close => self.close(&mut leaf),
            Kind::Comma => {
                leaf.after = weight::COMMA;
                if let Some(frame) = self.frames.last_mut() {
                    (frame.commas, frame.annotated) = (frame.commas + 1, false);
                    if frame.targets > 0 {
                        leaf.after = 0;
                    }
                }
            }
            Kind::Colon => self.colon(&mut leaf),
            Kind::Dot => {
                let imports = self.leaves.first().is_some_and(|first| matches!(&*first.text, "import" | "from"));
                if !imports && self.leaves.last().is_some_and(Leaf::is_close) {
                    leaf.before = weight::DOT;
                }
            }
            Kind::Text if self.leaves.last().is_some_and(|last| last.kind == Kind::Text) => leaf.before = weight::TEXT,
            Kind::Operator => operator(&mut leaf, operand),
            Kind::Name => self.word(&mut leaf),
            _ => {}
        }
        self.leaves.push(leaf);
    }

    fn open(&mut self, leaf: &mut Leaf<'t>, operand: bool) {
        let brace = leaf.text.chars().next().unwrap_or('(');
        leaf.bracket = match (brace, operand) {
            ('(', true) => Bracket::Call,
            ('[', true) => Bracket::Index,
            _ => Bracket::Atom,
        };
        self.frames.push(frame(self.leaves.len(), leaf.bracket, brace));
    }

    fn close(&mut self, leaf: &mut Leaf<'t>) {
        if self.frames.len() < 2 {
            return;
        }
        let Some(frame) = self.frames.pop() else { return };
        let ends_with_comma = self.leaves.last().is_some_and(|last| last.kind == Kind::Comma);
        let single = frame.commas == 1 && ends_with_comma && frame.bracket != Bracket::Call && frame.brace != '{';
        (leaf.bracket, leaf.single) =
            (frame.bracket, single && (frame.brace == '(' || frame.bracket == Bracket::Index));
        leaf.pair = frame.open as u32;
        let open = &mut self.leaves[frame.open];
        (open.pair, open.single) = (leaf.id, leaf.single);
    }

    fn colon(&mut self, leaf: &mut Leaf<'t>) {
        let definition = self.is_definition();
        let Some(frame) = self.frames.last_mut() else { return };
        if frame.lambdas > 0 {
            frame.lambdas -= 1;
            leaf.closes = 1;
        } else if frame.bracket == Bracket::Index {
            leaf.before = SLICE;
        } else if frame.bracket == Bracket::Call && definition {
            frame.annotated = true;
        }
    }

    fn word(&mut self, leaf: &mut Leaf<'t>) {
        let statement = self.leaves.is_empty();
        let previous = self.leaves.last().map(|last| last.text.to_string()).unwrap_or_default();
        let inside = self.frames.len() > 1;
        let Some(frame) = self.frames.last_mut() else { return };
        match &*leaf.text {
            "for" => {
                frame.targets += 1;
                leaf.opens = 1;
                if inside {
                    (leaf.before, frame.comprehension) = (weight::COMPREHENSION, true);
                }
            }
            "in" if frame.targets > 0 => {
                frame.targets -= 1;
                leaf.closes = 1;
            }
            "in" if previous != "not" => leaf.before = weight::COMPARISON,
            "is" => leaf.before = weight::COMPARISON,
            "not" if previous != "is" && self.leaves.last().is_some_and(is_operand) => leaf.before = weight::COMPARISON,
            "lambda" => {
                frame.lambdas += 1;
                leaf.opens = 1;
            }
            "if" if frame.comprehension => leaf.before = weight::COMPREHENSION,
            "if" | "else" if !statement => leaf.before = weight::TERNARY,
            "and" | "or" => leaf.before = weight::LOGIC,
            _ => {}
        }
    }

    fn is_definition(&self) -> bool {
        self.leaves.first().is_some_and(|first| first.text == "def") && self.frames.len() == 2
    }

    /// Whether an `=` names an argument or gives a default.
    fn names_argument(&self) -> bool {
        let lambda = self.frames.iter().any(|frame| frame.lambdas > 0);
        lambda || self.frames.last().is_some_and(|frame| frame.bracket == Bracket::Call)
    }

    fn space(&self, leaf: &Leaf<'t>, operand: bool) -> bool {
        let Some(last) = self.leaves.last() else { return false };
        let annotated = self.frames.last().is_some_and(|frame| frame.annotated);
        match (last.kind, leaf.kind) {
            (_, Kind::Comma | Kind::Close | Kind::Semicolon | Kind::Colon) | (Kind::Open, _) => false,
            (Kind::Dot, _) => leaf.text == "import",
            (_, Kind::Dot) => last.kind == Kind::Number || is_keyword(&last.text),
            (_, Kind::Open) if operand && leaf.text != "{" => false,
            (_, Kind::Equal) => !self.names_argument() || annotated,
            (Kind::Equal, _) if self.names_argument() => annotated,
            (Kind::Operator, _) if last.star || is_unary(last) => false,
            _ => true,
        }
    }
}

/// A sign before one operand: it has no weight.
fn is_unary(leaf: &Leaf<'_>) -> bool {
    leaf.kind == Kind::Operator && leaf.before == 0 && matches!(&*leaf.text, "+" | "-" | "~")
}

fn operator(leaf: &mut Leaf<'_>, operand: bool) {
    leaf.before = match (&*leaf.text, operand) {
        ("+" | "-" | "~", false) => 0,
        ("*" | "**", false) => {
            leaf.star = true;
            0
        }
        ("|", _) => 9,
        ("^", _) => 8,
        ("&", _) => 7,
        ("<<" | ">>", _) => 6,
        ("+" | "-", _) => 5,
        ("*" | "/" | "//" | "%" | "@", _) => 4,
        ("**", _) => 2,
        ("<" | ">" | "<=" | ">=" | "==" | "!=" | "<>", _) => weight::COMPARISON,
        _ => 0,
    };
}

fn is_operand(leaf: &Leaf<'_>) -> bool {
    match leaf.kind {
        Kind::Name => !is_keyword(&leaf.text),
        Kind::Number | Kind::Text | Kind::Close => true,
        _ => false,
    }
}

/// Blanks around the colons of slices: none where the bounds are simple, one on both sides where they are not.
fn slices(leaves: &mut [Leaf<'_>]) {
    for at in 0..leaves.len() {
        if leaves[at].before != SLICE {
            continue;
        }
        let complex = is_complex(leaves, at);
        let (last, next) = (leaves[at - 1].kind, leaves.get(at + 1).map(|next| (next.kind, next.before == SLICE)));
        let after_colon = last == Kind::Colon;
        leaves[at].before = 0;
        leaves[at].space = match last {
            Kind::Open => false,
            Kind::Comma => true,
            _ => complex && !after_colon,
        };
        if let Some((kind, colon)) = next
            && !matches!(kind, Kind::Close | Kind::Comma)
            && !colon
        {
            leaves[at + 1].space = complex;
        }
    }
}

/// Whether an operation, a call or an attribute stands in the item of a subscript.
fn is_complex(leaves: &[Leaf<'_>], at: usize) -> bool {
    let mut depth = 0;
    let before = leaves[..at].iter().rev().take_while(|leaf| {
        depth += i32::from(leaf.is_close()) - i32::from(leaf.is_open());
        depth >= 0 && !(depth == 0 && leaf.kind == Kind::Comma)
    });
    let mut depth = 0;
    let after = leaves[at..].iter().take_while(|leaf| {
        depth += i32::from(leaf.is_open()) - i32::from(leaf.is_close());
        depth >= 0 && !(depth == 0 && leaf.kind == Kind::Comma)
    });
    before.chain(after).any(|leaf| {
        let trailer = leaf.kind == Kind::Dot || (leaf.is_open() && leaf.bracket != Bracket::Atom);
        trailer || leaf.star || (leaf.before > 0 && leaf.before != SLICE) || matches!(&*leaf.text, "not" | "lambda")
    })
}

/// `x**2`: no blanks around the sign where both sides are simple.
fn powers(leaves: &mut [Leaf<'_>]) {
    for at in 1..leaves.len().saturating_sub(1) {
        if leaves[at].text != "**"
            || leaves[at].star
            || !simple_base(&leaves[..at])
            || !simple_exponent(&leaves[at + 1..])
        {
            continue;
        }
        leaves[at].space = false;
        leaves[at + 1].space = false;
    }
}

fn simple_base(leaves: &[Leaf<'_>]) -> bool {
    match leaves {
        [.., before, dot, last] if last.kind == Kind::Name && dot.kind == Kind::Dot => !before.is_close(),
        [.., last] => last.kind == Kind::Number || (last.kind == Kind::Name && !is_keyword(&last.text)),
        [] => false,
    }
}

fn simple_exponent(leaves: &[Leaf<'_>]) -> bool {
    match leaves {
        [minus, number, ..] if minus.text == "-" => number.kind == Kind::Number,
        [first, ..] if first.kind == Kind::Number => true,
        [first, ..] if first.kind == Kind::Name && !is_keyword(&first.text) => {
            let part =
                |leaf: &&Leaf<'_>| leaf.kind == Kind::Dot || (leaf.kind == Kind::Name && !is_keyword(&leaf.text));
            let next = leaves.iter().find(|leaf| !part(leaf));
            !next.is_some_and(|next| next.is_open() && next.bracket != Bracket::Atom)
        }
        _ => false,
    }
}
