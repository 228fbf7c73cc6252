//! From one line to the lines it becomes: what fits stays, what does not is broken, and its parts again.

use std::collections::BTreeSet;

use super::leaf::{Bracket, Leaf, weight};
use super::line::{Line, WIDTH};
use super::pieces::Kind;
use super::split::{
    CannotSplit, Parts, Split, comment_lines, delimiters, first_brackets, forced_comment_lines, last_brackets, left_out,
};

/// How lines are broken.
#[derive(Clone, Copy)]
pub struct Ways {
    /// A comma may follow `*arguments`.
    pub stars: bool,
    /// Parentheses that may be written are.
    forced: bool,
}

impl Ways {
    pub fn new(stars: bool) -> Self {
        Ways { stars, forced: false }
    }
}

/// A way of breaking a line.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    Parameters,
    Items,
    Comments,
    LastBrackets,
}

/// Lines that a line becomes.
pub fn transformed<'t>(line: Line<'t>, ways: Ways, into: &mut Vec<Line<'t>>) {
    let text = line.render();
    if line.is_comment() || line.stays(&text) {
        return into.push(line);
    }
    let tried: &[Way] = if line.is_definition() {
        &[Way::Parameters]
    } else if line.inside {
        &[Way::Items, Way::Comments, Way::LastBrackets]
    } else {
        &[Way::LastBrackets]
    };
    for way in tried {
        if let Ok(lines) = carried_out(&line, *way, ways, &text) {
            return into.extend(lines);
        }
    }
    if line.has_comment_lines() { into.extend(forced_comment_lines(&line)) } else { into.push(line) }
}

fn carried_out<'t>(line: &Line<'t>, way: Way, ways: Ways, text: &str) -> Split<'t> {
    let parts = match way {
        Way::Parameters => first_brackets(line),
        Way::Items => delimiters(line, ways.stars),
        Way::Comments => comment_lines(line),
        Way::LastBrackets => with_less(line, ways),
    }?;
    let mut result = Vec::new();
    for part in parts {
        if part.render() == text {
            return Err(CannotSplit);
        }
        transformed(part, ways, &mut result);
    }
    let hidden: Vec<u32> = hidden(line);
    if ways.forced || way != Way::LastBrackets || hidden.is_empty() || line.has_long_texts() {
        return Ok(result);
    }
    let shown = |leaf: &Leaf<'_>| hidden.contains(&leaf.id) && !leaf.is_hidden();
    let written = result.iter().any(|line| line.leaves.iter().any(shown));
    if written || result.first().is_none_or(Line::fits) {
        return Ok(result);
    }
    // A second opinion: with the parentheses written.
    match carried_out(line, way, Ways { forced: true, ..ways }, text) {
        Ok(second) if second.iter().all(Line::fits) => Ok(second),
        _ => Ok(result),
    }
}

/// Parentheses of a line that are not written, outside its other brackets.
fn hidden(line: &Line<'_>) -> Vec<u32> {
    let leaves = line.leaves.iter().zip(&line.levels);
    let hidden = leaves.filter(|(leaf, level)| leaf.is_hidden() && (leaf.is_open() || leaf.is_close()) && **level == 0);
    hidden.map(|(leaf, _)| leaf.id).collect()
}

/// Breaks at the last brackets behind which all fits.
fn with_less<'t>(line: &Line<'t>, ways: Ways) -> Split<'t> {
    let mut first = None;
    for left_out in left_out(line) {
        if !left_out.is_empty() && begins_too_late(line, &left_out) {
            continue;
        }
        let lines = broken(last_brackets(line, &left_out)?, line, ways, &left_out)?;
        if lines.first().is_some_and(Line::fits) {
            return Ok(lines);
        }
        if left_out.is_empty() {
            first = Some(lines);
        }
    }
    match first {
        Some(lines) => Ok(lines),
        None => broken(last_brackets(line, &BTreeSet::new())?, line, ways, &BTreeSet::new()),
    }
}

/// Whether the bracket to break at stands beyond the end of the line.
fn begins_too_late(line: &Line<'_>, left_out: &BTreeSet<u32>) -> bool {
    let close = line.leaves.iter().rev().find(|leaf| leaf.is_close() && !left_out.contains(&leaf.id));
    let Some(close) = close else { return false };
    let mut width = 4 * line.depth;
    for leaf in &line.leaves {
        if leaf.is_open() && leaf.id == close.pair {
            return !leaf.is_hidden() && width > WIDTH;
        }
        width += leaf.width();
    }
    false
}

/// The lines of a break; where its parentheses are not written, those of a break further in if they read better.
fn broken<'t>(parts: Parts<'t>, line: &Line<'t>, ways: Ways, left_out: &BTreeSet<u32>) -> Split<'t> {
    let optional = parts.open.is_hidden() && parts.close.is_hidden() && !line.is_import();
    if !ways.forced && optional && can_leave_out(&parts) {
        let mut more = left_out.clone();
        more.insert(parts.close.id);
        let inner = last_brackets(line, &more);
        let found = match inner {
            Ok(inner) if prefers(&inner, &parts) => Some(broken(inner, line, ways, &more)),
            Ok(_) => None,
            Err(error) => Some(Err(error)),
        };
        match found {
            Some(Ok(lines)) => return Ok(lines),
            Some(Err(_)) if !line.is_chained() => {
                let fits = parts.body.fits();
                let long = parts.head.has_long_texts() || parts.tail.has_long_texts();
                if (!can_be_split(&parts.body) && !fits) || long {
                    return Err(CannotSplit);
                }
            }
            _ => {}
        }
    }
    Ok(parts.lines())
}

/// A break further in is better than one at parentheses that would have to be written.
fn prefers(inner: &Parts<'_>, outer: &Parts<'_>) -> bool {
    let head = &outer.head.leaves;
    let after_equal = head.len() >= 2 && head[head.len() - 2].kind == Kind::Equal;
    let bracket = |leaf: &Leaf<'_>| leaf.is_open() || leaf.is_close();
    if !after_equal || !head[..head.len() - 1].iter().any(bracket) {
        return true;
    }
    let text = outer.head.render();
    let short = !outer.head.has_comment_lines() && super::leaf::width(&text) < WIDTH;
    if !short || outer.head.magic {
        return true;
    }
    let equals = |line: &Line<'_>| line.leaves.iter().filter(|leaf| leaf.kind == Kind::Equal).count();
    if equals(&outer.head) > 1 && equals(&outer.head) > equals(&inner.head) {
        return false;
    }
    let after = inner.head.leaves.iter().rev().take_while(|leaf| leaf.kind != Kind::Equal);
    let closes = after.into_iter().any(Leaf::is_close);
    closes || (equals(&inner.head) > 0 && inner.head.fits())
}

/// Whether what stands between parentheses that need not be written breaks well without them.
fn can_leave_out(parts: &Parts<'_>) -> bool {
    if parts.head.leaves.last().is_some_and(|open| !open.comments.is_empty()) {
        return false;
    }
    let line = &parts.body;
    let mut depth = 0;
    for leaf in &line.leaves {
        if leaf.kind == Kind::Comment && depth == 0 {
            return false;
        }
        if !leaf.is_hidden() {
            depth += i32::from(leaf.is_open()) - i32::from(leaf.is_close());
        }
    }
    let heaviest = line.heaviest(false);
    if heaviest == 0 {
        return true;
    }
    if line.count(heaviest) > 1 {
        return false;
    }
    if heaviest == weight::DOT {
        return true;
    }
    let [first, second, ..] = line.leaves.as_slice() else { return false };
    if first.is_open() && !second.is_close() && begins_well(line, first) {
        return true;
    }
    let [.., before, last] = line.leaves.as_slice() else { return false };
    if last.is_close() && (last.text != "]" || last.bracket != Bracket::Index) {
        return !before.is_open() && (first.text.contains('\n') || ends_well(line, last));
    }
    false
}

/// What follows the first pair of brackets fits, or has brackets of its own.
fn begins_well(line: &Line<'_>, first: &Leaf<'_>) -> bool {
    let mut length = 4 * line.depth;
    let mut remainder = false;
    for leaf in &line.leaves {
        if leaf.text.contains('\n') {
            return false;
        }
        remainder |= leaf.is_close() && leaf.pair == first.id;
        if remainder {
            length += leaf.width() + leaf.comments.iter().map(|comment| comment.len()).sum::<usize>();
            if length > WIDTH {
                return false;
            }
            remainder &= !leaf.is_open();
        }
    }
    true
}

/// What is before the last pair of brackets fits, or has brackets of its own.
fn ends_well(line: &Line<'_>, last: &Leaf<'_>) -> bool {
    let mut length = 4 * line.depth;
    let mut others = false;
    for leaf in &line.leaves {
        if leaf.text.contains('\n') {
            return false;
        }
        length += leaf.width() + leaf.comments.iter().map(|comment| comment.len()).sum::<usize>();
        if leaf.is_open() && leaf.id == last.pair {
            return others || length <= WIDTH;
        }
        others |= leaf.is_open();
    }
    false
}

/// False when a line surely cannot be broken: a text with one method after it.
fn can_be_split(line: &Line<'_>) -> bool {
    let leaves = &line.leaves;
    if leaves.len() < 2 {
        return false;
    }
    if leaves[0].kind != Kind::Text || leaves[1].kind != Kind::Dot {
        return true;
    }
    let (mut calls, mut dots) = (0, 0);
    let last = &leaves[leaves.len() - 1];
    for leaf in leaves[..leaves.len() - 1].iter().rev() {
        match leaf.kind {
            Kind::Open if !last.is_close() => return false,
            Kind::Open => calls += 1,
            Kind::Dot => dots += 1,
            Kind::Name if !(last.kind == Kind::Dot || last.is_open()) => return false,
            Kind::Name | Kind::Close => {}
            _ => return false,
        }
        if dots > 1 && calls > 1 {
            return false;
        }
    }
    true
}
