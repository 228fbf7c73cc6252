//! A line under way: leaves at one indentation, with what its brackets say of it.

use std::borrow::Cow;

use super::leaf::{Bracket, Leaf, weight, width};
use super::pieces::Kind;

/// Columns of a line.
pub const WIDTH: usize = 100;

#[derive(Clone, Debug, Default)]
pub struct Line<'t> {
    pub depth: usize,
    pub leaves: Vec<Leaf<'t>>,
    /// Its brackets are open on a line above.
    pub inside: bool,
    /// Its items go on lines of their own even if they fit.
    pub explodes: bool,
    /// A comma before a closing bracket asks for one item per line.
    pub magic: bool,
    /// By leaf: brackets around it that are open on this line.
    pub levels: Vec<u32>,
    /// By leaf: weight of a break after it, outside the brackets of this line.
    pub breaks: Vec<u8>,
}

/// Leaves of a line whose brackets count.
#[derive(Clone, Copy, PartialEq)]
pub enum Tracked {
    All,
    /// Those between brackets that both stand on the line.
    Matching,
    Nothing,
}

impl<'t> Line<'t> {
    pub fn new(leaves: Vec<Leaf<'t>>, depth: usize, inside: bool, tracked: Tracked) -> Self {
        let mut line = Line { depth, inside, leaves, ..Line::default() };
        line.track(if inside { Tracked::All } else { tracked });
        line
    }

    fn track(&mut self, tracked: Tracked) {
        let count = self.leaves.len();
        (self.levels, self.breaks) = (vec![0; count], vec![0; count]);
        if tracked == Tracked::Nothing {
            return;
        }
        let counted = if tracked == Tracked::Matching { self.matching() } else { vec![true; count] };
        let imports = self.is_import();
        let mut depth: u32 = 0;
        for at in (0..count).filter(|&at| counted[at]) {
            let leaf = &self.leaves[at];
            depth = depth.saturating_sub(leaf.closes.into());
            if leaf.is_close() {
                depth = depth.saturating_sub(1);
            }
            self.levels[at] = depth;
            if depth == 0 && leaf.before > 0 && at > 0 {
                self.breaks[at - 1] = leaf.before;
            } else if depth == 0 && leaf.after > 0 {
                self.breaks[at] = leaf.after;
            }
            if leaf.is_close() && at > 0 && self.leaves[at - 1].kind == Kind::Comma {
                self.magic |= imports || !leaf.single;
            }
            depth += u32::from(leaf.opens) + u32::from(leaf.is_open());
        }
    }

    /// Leaves between brackets that both stand on the line.
    fn matching(&self) -> Vec<bool> {
        let mut inside = vec![false; self.leaves.len()];
        let mut open = Vec::new();
        let first = self.leaves.iter().position(Leaf::is_open).unwrap_or(self.leaves.len());
        for at in first..self.leaves.len() {
            if self.leaves[at].is_open() {
                open.push(at);
            } else if self.leaves[at].is_close() {
                let Some(from) = open.pop() else { break };
                inside[from..=at].fill(true);
            }
        }
        inside
    }

    pub fn is_import(&self) -> bool {
        self.leaves.first().is_some_and(|first| first.kind == Kind::Name && matches!(&*first.text, "import" | "from"))
    }

    pub fn is_definition(&self) -> bool {
        self.leaves.first().is_some_and(|first| first.text == "def")
    }

    /// `a = b = ...`
    pub fn is_chained(&self) -> bool {
        self.leaves.iter().filter(|leaf| leaf.kind == Kind::Equal).count() > 1
    }

    pub fn is_comment(&self) -> bool {
        self.leaves.len() == 1 && self.leaves[0].kind == Kind::Comment
    }

    pub fn has_comment_lines(&self) -> bool {
        self.leaves.iter().any(|leaf| leaf.kind == Kind::Comment)
    }

    /// Some text goes over several lines.
    pub fn has_long_texts(&self) -> bool {
        self.leaves.iter().any(|leaf| leaf.text.contains('\n'))
    }

    /// Texts side by side with a comment between them.
    fn has_commented_texts(&self) -> bool {
        let texts = |pair: &[Leaf<'_>]| pair.iter().all(|leaf| leaf.kind == Kind::Text);
        self.leaves.windows(2).any(|pair| texts(pair) && pair.iter().any(|leaf| !leaf.comments.is_empty()))
    }

    /// The heaviest break; a break after the last leaf is left out if asked.
    pub fn heaviest(&self, without_last: bool) -> u8 {
        let count = self.breaks.len() - usize::from(without_last && !self.breaks.is_empty());
        self.breaks[..count].iter().copied().max().unwrap_or(0)
    }

    pub fn count(&self, weight: u8) -> usize {
        self.breaks.iter().filter(|&&found| found == weight).count()
    }

    /// The line as it is written.
    pub fn render(&self) -> String {
        let mut text = " ".repeat(4 * self.depth);
        for (at, leaf) in self.leaves.iter().enumerate() {
            if leaf.space && at > 0 {
                text.push(' ');
            }
            text.push_str(&leaf.text);
        }
        for comment in self.leaves.iter().flat_map(|leaf| &leaf.comments) {
            text.push_str("  ");
            text.push_str(comment);
        }
        text
    }

    /// Whether it may stay on one line.
    pub fn fits(&self) -> bool {
        !self.has_comment_lines() && self.is_short(&self.render())
    }

    fn is_short(&self, text: &str) -> bool {
        if !text.contains('\n') {
            return width(text) <= WIDTH;
        }
        let ends = [text.split('\n').next(), text.rsplit('\n').next()];
        let long = self.leaves.iter().filter(|leaf| leaf.text.contains('\n')).count();
        ends.into_iter().flatten().all(|line| width(line) <= WIDTH) && long == 1 && !self.separates_long_text()
    }

    /// Whether a comma stands beside a text of several lines, at its level or around it.
    fn separates_long_text(&self) -> bool {
        let Some(at) = self.leaves.iter().position(|leaf| leaf.text.contains('\n')) else { return false };
        let last = self.leaves.len() - 1;
        let before = self.leaves[..at].iter().rev().map(|leaf| (leaf, leaf.is_open(), leaf.is_close()));
        let after = self.leaves[at + 1..].iter().enumerate();
        let after = after.filter(|(rank, leaf)| leaf.kind != Kind::Comma || at + 1 + rank < last);
        let after = after.map(|(_, leaf)| (leaf, leaf.is_close(), leaf.is_open()));
        let depth = i64::from(self.levels.get(at).copied().unwrap_or(0));
        let lowest = depth + i64::from(self.inside) - 1;
        beside(before, lowest) || beside(after, lowest)
    }

    /// Whether nothing asks for it to be broken.
    pub fn stays(&self, text: &str) -> bool {
        let inner = self.inside && self.has_comment_lines();
        let fits = !self.has_comment_lines() && self.is_short(text);
        !self.explodes && !self.magic && fits && !inner && !self.has_commented_texts()
    }

    /// Appends a comment to the end of the line.
    pub fn comment(&mut self, text: Cow<'t, str>) {
        let count = self.leaves.len();
        let Some(last) = self.leaves.last() else { return };
        // Parentheses that may go around one leaf leave their comments to it.
        let wraps = last.is_close() && last.is_hidden() && count >= 2 && !self.has_comment_lines();
        let alone =
            wraps && self.leaves.get(count.wrapping_sub(3)).is_some_and(|leaf| leaf.is_open() && leaf.id == last.pair);
        let at = if alone { count - 2 } else { count - 1 };
        self.leaves[at].comments.push(text);
    }

    /// Marks the body of brackets whose items go on lines of their own.
    pub fn explode_items(&mut self, open: &Leaf<'_>) {
        if open.is_hidden() && open.bracket != Bracket::Atom {
            return;
        }
        let trailing = self.leaves.last().is_some_and(|last| last.kind == Kind::Comma);
        let imports = open.opens == u8::MAX;
        if !self.leaves.is_empty() && self.heaviest(trailing) == weight::COMMA {
            self.explodes = trailing || open.bracket == Bracket::Atom || imports;
        }
    }
}

/// Whether a comma stands among leaves at the level where they begin or around it; `inside` levels can be left.
fn beside<'l, 't: 'l>(leaves: impl Iterator<Item = (&'l Leaf<'t>, bool, bool)>, inside: i64) -> bool {
    let (mut level, mut lowest) = (0_i64, 0_i64);
    for (leaf, leaves_level, enters_level) in leaves {
        level += i64::from(enters_level) - i64::from(leaves_level);
        lowest = lowest.min(level);
        if leaf.kind == Kind::Comma && level == lowest && inside + level >= 0 {
            return true;
        }
    }
    false
}
