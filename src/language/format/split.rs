//! Breaking of lines that do not fit: at the last bracket that helps, then between the items in it.

use std::collections::BTreeSet;

use super::leaf::{Bracket, Leaf, weight};
use super::line::{Line, Tracked, WIDTH};
use super::pieces::Kind;

/// A way of breaking does not apply.
pub struct CannotSplit;

pub type Split<'t> = Result<Vec<Line<'t>>, CannotSplit>;

/// A line broken at a pair of brackets.
pub struct Parts<'t> {
    pub head: Line<'t>,
    pub body: Line<'t>,
    pub tail: Line<'t>,
    pub open: Leaf<'t>,
    pub close: Leaf<'t>,
}

impl<'t> Parts<'t> {
    /// Lines up to an opening bracket, inside, and from the closing one on.
    fn of(line: &Line<'t>, open: usize, close: usize) -> Result<Self, CannotSplit> {
        let leaves = &line.leaves;
        let head = Line::new(leaves[..=open].to_vec(), line.depth, false, Tracked::Matching);
        let tail = Line::new(leaves[close..].to_vec(), line.depth, false, Tracked::Nothing);
        let mut inner = leaves[open + 1..close].to_vec();
        if needs_comma(line, &leaves[open], &inner) {
            let at = inner.iter().rposition(|leaf| leaf.kind != Kind::Comment).map_or(0, |at| at + 1);
            if at == 0 || inner[at - 1].kind != Kind::Comma {
                let comments = at.checked_sub(1).map(|last| std::mem::take(&mut inner[last].comments));
                let mut comma = comma();
                comma.comments = comments.unwrap_or_default();
                inner.insert(at, comma);
            }
        }
        let mut body = Line::new(inner, line.depth + 1, true, Tracked::All);
        if body.leaves.is_empty() && tail.render().trim().len() < 3 {
            return Err(CannotSplit);
        }
        body.explode_items(&leaves[open]);
        if line.is_import() && body.count(weight::COMMA) > 0 {
            body.explodes |= body.heaviest(true) == weight::COMMA;
        }
        Ok(Parts { head, body, tail, open: leaves[open].clone(), close: leaves[close].clone() })
    }

    /// The three lines, their brackets written.
    pub fn lines(mut self) -> Vec<Line<'t>> {
        let show = |leaf: Option<&mut Leaf<'t>>| {
            if let Some(leaf) = leaf {
                *leaf = leaf.clone().shown();
            }
        };
        show(self.head.leaves.last_mut());
        show(self.tail.leaves.first_mut());
        [self.head, self.body, self.tail].into_iter().filter(|line| !line.leaves.is_empty()).collect()
    }
}

pub fn comma<'t>() -> Leaf<'t> {
    let mut comma = Leaf::new(u32::MAX, Kind::Comma, ",");
    comma.after = weight::COMMA;
    comma
}

/// Names of an import and a single parameter of a function get a comma after them.
fn needs_comma(line: &Line<'_>, open: &Leaf<'_>, inner: &[Leaf<'_>]) -> bool {
    let definition =
        line.is_definition() && open.bracket == Bracket::Call && !inner.iter().any(|l| l.kind == Kind::Comma);
    !inner.is_empty() && (line.is_import() || definition)
}

/// Breaks at the first pair of brackets that is not empty: the parameters of a function.
pub fn first_brackets<'t>(line: &Line<'t>) -> Split<'t> {
    let open = line.leaves.iter().position(|leaf| leaf.text == "(").ok_or(CannotSplit)?;
    let close = closing(&line.leaves, open).ok_or(CannotSplit)?;
    if close == open + 1 {
        return Err(CannotSplit);
    }
    Ok(Parts::of(line, open, close)?.lines())
}

fn closing(leaves: &[Leaf<'_>], open: usize) -> Option<usize> {
    leaves.iter().position(|leaf| leaf.is_close() && leaf.pair == leaves[open].id)
}

/// Breaks at the last pair of brackets that is not left out.
pub fn last_brackets<'t>(line: &Line<'t>, left_out: &BTreeSet<u32>) -> Result<Parts<'t>, CannotSplit> {
    let mut end = line.leaves.len();
    loop {
        let wanted = |leaf: &Leaf<'_>| leaf.is_close() && !left_out.contains(&leaf.id);
        let close = line.leaves[..end].iter().rposition(wanted).ok_or(CannotSplit)?;
        let pair = line.leaves[close].pair;
        let open =
            line.leaves[..close].iter().rposition(|leaf| leaf.is_open() && leaf.id == pair).ok_or(CannotSplit)?;
        if open + 1 < close {
            return Parts::of(line, open, close);
        }
        // Nothing is between them: they stay as they are.
        end = open;
    }
}

/// Breaks between the items: after commas, before operators.
pub fn delimiters<'t>(line: &Line<'t>, stars: bool) -> Split<'t> {
    let Some(last) = line.leaves.last() else { return Err(CannotSplit) };
    let heaviest = line.heaviest(true);
    if heaviest == 0 || (heaviest == weight::DOT && line.count(heaviest) == 1) {
        return Err(CannotSplit);
    }
    let migrates = heaviest == weight::TEXT || heaviest == weight::COMMA;
    let mut building = Building::new(line);
    let mut lowest = u32::MAX;
    let mut safe = true;
    let last_code = line.leaves.iter().rposition(|leaf| leaf.kind != Kind::Comment);
    for (at, leaf) in line.leaves.iter().enumerate() {
        building.leaf(leaf);
        if migrates || at == 0 || line.breaks[at - 1] != heaviest {
            building.comments(leaf);
        }
        lowest = lowest.min(line.levels[at]);
        if safe && line.levels[at] == lowest {
            safe = stars || !leaf.star;
        }
        if last.kind == Kind::Comment && Some(at) == last_code {
            building.comma(safe && heaviest == weight::COMMA);
        }
        if line.breaks[at] == heaviest {
            if let Some(next) = line.leaves.get(at + 1).filter(|_| !migrates) {
                building.comments(next);
            }
            building.end();
        }
    }
    building.comma(safe && heaviest == weight::COMMA);
    Ok(building.finish())
}

/// Puts comments that have a line of their own on lines of their own.
pub fn comment_lines<'t>(line: &Line<'t>) -> Split<'t> {
    if !line.has_comment_lines() {
        return Err(CannotSplit);
    }
    let mut building = Building::new(line);
    for leaf in &line.leaves {
        building.leaf(leaf);
        building.comments(leaf);
    }
    Ok(building.finish())
}

/// The last resort: no comment may stand before code on a line.
pub fn forced_comment_lines<'t>(line: &Line<'t>) -> Vec<Line<'t>> {
    let mut building = Building::new(line);
    for leaf in &line.leaves {
        let comment = building.leaves.last().is_some_and(|last: &Leaf<'_>| last.kind == Kind::Comment);
        if !building.leaves.is_empty() && (leaf.kind == Kind::Comment || comment) {
            building.end();
        }
        building.leaves.push(leaf.clone());
    }
    building.finish()
}

/// Lines that are being made of the leaves of another.
struct Building<'l, 't> {
    line: &'l Line<'t>,
    leaves: Vec<Leaf<'t>>,
    depth: i64,
    done: Vec<Line<'t>>,
}

impl<'l, 't> Building<'l, 't> {
    fn new(line: &'l Line<'t>) -> Self {
        Building { line, leaves: Vec::new(), depth: 0, done: Vec::new() }
    }

    fn leaf(&mut self, leaf: &Leaf<'t>) {
        let comment = self.leaves.len() == 1 && self.leaves[0].kind == Kind::Comment;
        if self.depth <= 0 && (comment || (!self.leaves.is_empty() && leaf.kind == Kind::Comment)) {
            self.end();
        }
        self.depth += i64::from(leaf.is_open()) - i64::from(leaf.is_close());
        self.leaves.push(Leaf { comments: Vec::new(), ..leaf.clone() });
    }

    /// Comments of a leaf go behind the last one that is there.
    fn comments(&mut self, leaf: &Leaf<'t>) {
        for comment in &leaf.comments {
            match self.leaves.last() {
                Some(_) => {
                    let mut line = Line { leaves: std::mem::take(&mut self.leaves), ..Line::default() };
                    line.comment(comment.clone());
                    self.leaves = line.leaves;
                }
                None => self.leaves.push(Leaf::new(u32::MAX, Kind::Comment, comment.clone())),
            }
        }
    }

    /// A comma after the last item, its comments behind the comma.
    fn comma(&mut self, wanted: bool) {
        let Some(last) = self.leaves.last_mut().filter(|_| wanted) else { return };
        if !matches!(last.kind, Kind::Comma | Kind::Comment) {
            let comments = std::mem::take(&mut last.comments);
            let mut comma = comma();
            comma.comments = comments;
            self.leaves.push(comma);
        }
    }

    fn end(&mut self) {
        let leaves = std::mem::take(&mut self.leaves);
        self.depth = 0;
        if !leaves.is_empty() {
            self.done.push(Line::new(leaves, self.line.depth, self.line.inside, Tracked::Nothing));
        }
    }

    fn finish(mut self) -> Vec<Line<'t>> {
        self.end();
        self.done
    }
}

/// Sets of closing brackets to leave out, one after the other: those behind which all fits on a line.
pub fn left_out(line: &Line<'_>) -> Vec<BTreeSet<u32>> {
    let mut sets = Vec::new();
    let mut omitted = BTreeSet::new();
    if !line.magic {
        sets.push(omitted.clone());
    }
    let mut length = 4 * line.depth;
    let mut opening: Option<u32> = None;
    let mut closing: Option<u32> = None;
    let mut inner = BTreeSet::new();
    for (at, leaf) in line.leaves.iter().enumerate().rev() {
        if leaf.text.contains('\n') {
            break;
        }
        length += leaf.width();
        if length > WIDTH || leaf.kind == Kind::Comment || !leaf.comments.is_empty() {
            break;
        }
        let before = at.checked_sub(1).and_then(|at| line.leaves.get(at));
        let magic = before.is_some_and(|before| before.kind == Kind::Comma) && !leaf.single;
        if let Some(wanted) = opening {
            if leaf.id == wanted && leaf.is_open() {
                opening = None;
            } else if leaf.is_close() {
                if magic {
                    break;
                }
                inner.insert(leaf.id);
            }
        } else if leaf.is_close() {
            if before.is_some_and(Leaf::is_open) {
                inner.insert(leaf.id);
                continue;
            }
            if let Some(closing) = closing {
                omitted.insert(closing);
                omitted.append(&mut inner);
                sets.push(omitted.clone());
            }
            if magic {
                break;
            }
            if !leaf.is_hidden() {
                (opening, closing) = (Some(leaf.pair), Some(leaf.id));
            }
        }
    }
    sets
}
