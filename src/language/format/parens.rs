//! Parentheses around whole expressions: those that need not be written are hidden, and where some may be needed to break a
//! line, hidden ones are put.

use std::ops::Range;

use super::leaf::{Bracket, Leaf, weight};
use super::pieces::{Kind, is_keyword};

/// A leaf with the comments before it.
pub struct Placed<'t> {
    pub leaf: Leaf<'t>,
    pub comments: Vec<super::pieces::Comment<'t>>,
}

/// An expression of a statement that may stand in parentheses.
struct Part {
    range: Range<usize>,
    /// Parentheses around a tuple may go too.
    tuple: bool,
    /// Hidden parentheses go around it.
    wrap: bool,
}

/// Hides parentheses, and puts hidden ones.
pub fn normalize(leaves: &mut Vec<Placed<'_>>) {
    powers(leaves);
    lists(leaves);
    for part in parts(leaves).into_iter().rev() {
        let Range { start, end } = part.range;
        if start >= end {
            continue;
        }
        if covers(leaves, start, end) {
            hide(leaves, start, end, part.tuple);
        } else if commas(leaves, start, end) == 1 && leaves[end - 1].leaf.kind == Kind::Comma {
            wrap(leaves, start..end, true);
        } else if part.wrap && !(end == start + 1 && leaves[start].leaf.text.contains('\n')) {
            wrap(leaves, start..end, false);
        }
    }
    ternaries(leaves);
}

/// Whether one pair of parentheses goes around a range.
fn covers(leaves: &[Placed<'_>], start: usize, end: usize) -> bool {
    let (first, last) = (&leaves[start].leaf, &leaves[end - 1].leaf);
    end - start >= 2 && first.text == "(" && first.bracket == Bracket::Atom && last.is_close() && last.pair == first.id
}

/// Commas of a range outside its brackets, and the heaviest break there.
fn commas(leaves: &[Placed<'_>], start: usize, end: usize) -> usize {
    outside(leaves, start, end).filter(|&at| leaves[at].leaf.kind == Kind::Comma).count()
}

/// Leaves of a range that are in no brackets of it.
fn outside<'l>(leaves: &'l [Placed<'_>], start: usize, end: usize) -> impl Iterator<Item = usize> + 'l {
    let mut depth = 0;
    (start..end).filter(move |&at| {
        let leaf = &leaves[at].leaf;
        depth -= i32::from(leaf.is_close());
        let found = depth == 0;
        depth += i32::from(leaf.is_open());
        found
    })
}

/// Hides parentheses around an expression, unless they make a tuple or a generator of it.
fn hide(leaves: &mut Vec<Placed<'_>>, start: usize, end: usize, tuple: bool) {
    let (inner, last) = (start + 1..end - 1, end - 1);
    let weights = |at: usize| leaves[at].leaf.before.max(leaves[at].leaf.after);
    let heaviest = outside(leaves, inner.start, inner.end).map(weights).max().unwrap_or(0);
    let yields = leaves[inner.start].leaf.text == "yield";
    let generator = heaviest == weight::COMPREHENSION;
    if inner.is_empty() || leaves[start].leaf.single || yields || generator || (heaviest >= weight::COMMA && !tuple) {
        return;
    }
    leaves[start].leaf.text = "".into();
    leaves[last].leaf.text = "".into();
    // Parentheses inside them go for good.
    while covers(leaves, start + 1, leaves_end(leaves, start)) {
        let end = leaves_end(leaves, start);
        let inside = outside(leaves, start + 2, end - 1);
        let heaviest = inside.map(|at| leaves[at].leaf.before.max(leaves[at].leaf.after)).max().unwrap_or(0);
        if end - start == 3 || leaves[start + 1].leaf.single || heaviest >= weight::COMMA {
            return;
        }
        for at in [end - 1, start + 1] {
            let gone = leaves.remove(at);
            let space = leaves[at].leaf.space && gone.leaf.is_close();
            leaves[at].leaf.space = space;
            leaves[at].comments.splice(0..0, gone.comments);
        }
    }
}

/// Rank of the bracket that closes one.
fn leaves_end(leaves: &[Placed<'_>], open: usize) -> usize {
    let id = leaves[open].leaf.id;
    leaves.iter().rposition(|placed| placed.leaf.is_close() && placed.leaf.pair == id).unwrap_or(open)
}

/// Puts parentheses around a range.
fn wrap(leaves: &mut Vec<Placed<'_>>, range: Range<usize>, written: bool) {
    let id = leaves.iter().map(|placed| placed.leaf.id).max().unwrap_or(0) + 1;
    let mut open = Leaf::new(id, Kind::Open, if written { "(" } else { "" });
    let mut close = Leaf::new(id + 1, Kind::Close, if written { ")" } else { "" });
    (open.bracket, close.bracket) = (Bracket::Atom, Bracket::Atom);
    (open.pair, close.pair) = (id + 1, id);
    (open.single, close.single) = (written, written);
    let first = &mut leaves[range.start];
    open.space = std::mem::take(&mut first.leaf.space);
    let comments = std::mem::take(&mut first.comments);
    leaves.insert(range.end, Placed { leaf: close, comments: Vec::new() });
    leaves.insert(range.start, Placed { leaf: open, comments });
}

/// Expressions of a statement around which parentheses need not be written, in order.
fn parts(leaves: &[Placed<'_>]) -> Vec<Part> {
    let count = leaves.len();
    let text = |at: usize| &*leaves[at].leaf.text;
    let top: Vec<usize> = outside(leaves, 0, count).collect();
    let find = |wanted: &dyn Fn(usize) -> bool| top.iter().copied().find(|&at| at > 0 && wanted(at));
    let end = if leaves.last().is_some_and(|last| last.leaf.kind == Kind::Colon) { count - 1 } else { count };
    let part = |range: Range<usize>| Part { range, tuple: false, wrap: true };
    if count == 0 || leaves[0].leaf.kind != Kind::Name || !is_keyword(text(0)) {
        return assignment(leaves, &top);
    }
    match text(0) {
        "if" | "elif" | "while" | "return" | "del" => vec![part(1..end)],
        "assert" => match find(&|at| leaves[at].leaf.kind == Kind::Comma) {
            Some(comma) => vec![part(1..comma), part(comma + 1..count)],
            None => vec![part(1..count)],
        },
        "for" => match find(&|at| text(at) == "in" && leaves[at].leaf.closes > 0) {
            Some(at) => vec![Part { tuple: true, ..part(1..at) }, part(at + 1..end)],
            None => Vec::new(),
        },
        "except" => {
            let end = find(&|at| text(at) == "as").unwrap_or(end);
            vec![part(1..end)]
        }
        "from" => match find(&|at| text(at) == "import") {
            Some(at) if at + 1 < count && text(at + 1) != "*" => vec![Part { tuple: true, ..part(at + 1..count) }],
            _ => Vec::new(),
        },
        "not" | "lambda" => assignment(leaves, &top),
        _ => Vec::new(),
    }
}

/// Sides of an assignment; a lone sum.
fn assignment(leaves: &[Placed<'_>], top: &[usize]) -> Vec<Part> {
    let sign = |leaf: &Leaf<'_>| {
        let augmented = leaf.kind == Kind::Operator && leaf.text.ends_with('=') && leaf.before == 0;
        leaf.kind == Kind::Equal || augmented
    };
    let signs: Vec<usize> = top.iter().copied().filter(|&at| sign(&leaves[at].leaf)).collect();
    let Some(&first) = signs.first() else {
        let weights = top.iter().filter(|&&at| at > 0).map(|&at| leaves[at].leaf.before.max(leaves[at].leaf.after));
        let sum = matches!(weights.max(), Some(5..=8));
        return if sum { vec![Part { range: 0..leaves.len(), tuple: false, wrap: true }] } else { Vec::new() };
    };
    let targets = commas(leaves, 0, first) > 0;
    let mut found = vec![Part { range: 0..first, tuple: true, wrap: targets }];
    for (rank, &at) in signs.iter().enumerate() {
        let end = signs.get(rank + 1).copied().unwrap_or(leaves.len());
        found.push(Part { range: at + 1..end, tuple: false, wrap: true });
    }
    found
}

/// `[(a)]`: the parentheses go.
fn lists(leaves: &mut Vec<Placed<'_>>) {
    for at in (0..leaves.len()).rev() {
        let leaf = &leaves[at].leaf;
        if !leaf.is_open() || leaf.bracket != Bracket::Atom || !matches!(&*leaf.text, "[" | "{") {
            continue;
        }
        let end = leaves_end(leaves, at);
        if end > at + 3 && covers(leaves, at + 1, end) {
            hide(leaves, at + 1, end, false);
        }
    }
}

/// `-x**2` is `-(x**2)`.
fn powers(leaves: &mut Vec<Placed<'_>>) {
    let mut at = 0;
    while at + 2 < leaves.len() {
        at += 1;
        let sign = &leaves[at - 1].leaf;
        if sign.kind != Kind::Operator || sign.before > 0 || !matches!(&*sign.text, "+" | "-" | "~") {
            continue;
        }
        let base = match leaves[at].leaf.kind {
            Kind::Name | Kind::Number => at + 1,
            Kind::Open if leaves[at].leaf.bracket == Bracket::Atom => leaves_end(leaves, at) + 1,
            _ => continue,
        };
        if leaves.get(base).is_none_or(|leaf| leaf.leaf.text != "**") {
            continue;
        }
        let end = factor_end(leaves, base + 1);
        if end > base + 1 {
            wrap(leaves, at..end, true);
            let id = leaves[at].leaf.pair;
            leaves[at].leaf.single = false;
            if let Some(close) = leaves.iter_mut().find(|placed| placed.leaf.id == id) {
                close.leaf.single = false;
            }
        }
    }
}

/// Where an operand with its signs, trailers and powers ends.
fn factor_end(leaves: &[Placed<'_>], mut at: usize) -> usize {
    while leaves.get(at).is_some_and(|placed| matches!(&*placed.leaf.text, "+" | "-" | "~")) {
        at += 1;
    }
    match leaves.get(at).map(|placed| placed.leaf.kind) {
        Some(Kind::Name | Kind::Number | Kind::Text) => at += 1,
        Some(Kind::Open) => at = leaves_end(leaves, at) + 1,
        _ => return at,
    }
    while let Some(leaf) = leaves.get(at).map(|placed| &placed.leaf) {
        match leaf.kind {
            Kind::Dot => at += 2,
            Kind::Open => at = leaves_end(leaves, at) + 1,
            _ if leaf.text == "**" => return factor_end(leaves, at + 1),
            _ => break,
        }
    }
    at.min(leaves.len())
}

/// Hidden parentheses around `a if b else c` that stands among other items.
fn ternaries(leaves: &mut Vec<Placed<'_>>) {
    let mut at = 0;
    while at < leaves.len() {
        let leaf = &leaves[at].leaf;
        at += 1;
        if leaf.text != "if" || leaf.before != weight::TERNARY {
            continue;
        }
        let begins = |leaf: &Leaf<'_>| {
            leaf.is_open()
                || matches!(leaf.kind, Kind::Comma | Kind::Equal | Kind::Colon)
                || (leaf.kind == Kind::Name && matches!(&*leaf.text, "return" | "in" | "else" | "lambda" | "assert"))
        };
        let mut depth = 0;
        let mut start = at - 1;
        while start > 0 {
            let before = &leaves[start - 1].leaf;
            if depth == 0 && begins(before) {
                break;
            }
            depth += i32::from(before.is_close()) - i32::from(before.is_open());
            start -= 1;
        }
        if start == 0 || leaves[start - 1].leaf.text == "(" || leaves[start - 1].leaf.is_hidden() {
            continue;
        }
        let mut end = at;
        let mut depth = 0;
        while let Some(leaf) = leaves.get(end).map(|placed| &placed.leaf) {
            let ends = leaf.is_close() || leaf.kind == Kind::Comma || leaf.before == weight::COMPREHENSION;
            if depth == 0 && (ends || leaf.kind == Kind::Colon) {
                break;
            }
            depth += i32::from(leaf.is_open()) - i32::from(leaf.is_close());
            end += 1;
        }
        wrap(leaves, start..end, false);
        at += 1;
    }
}
