//! One statement, or one header of a block: from its pieces to the lines it is written on.

use super::leaf::Leaf;
use super::line::{Line, Tracked};
use super::parens::{Placed, normalize};
use super::pieces::{Comment, Kind, Piece};
use super::transform::{Ways, transformed};
use super::{roles, spelling};

/// Lines of a statement at a depth; comments at its end stand behind its last line.
pub fn lines(pieces: &[Piece<'_>], tail: &[Comment<'_>], depth: usize, stars: bool) -> Vec<String> {
    let leaves = roles::leaves(pieces);
    let placed = leaves.into_iter().zip(pieces).map(|(leaf, piece)| Placed { leaf, comments: piece.comments.clone() });
    let mut placed: Vec<Placed<'_>> = placed.collect();
    normalize(&mut placed);
    let mut line = Line { depth, ..Line::default() };
    for Placed { leaf, comments } in placed {
        for comment in comments {
            let text = spelling::comment(comment.text, false);
            if comment.own_line || line.leaves.is_empty() {
                line.leaves.push(Leaf::new(u32::MAX, Kind::Comment, text));
            } else {
                line.comment(text);
            }
        }
        line.leaves.push(leaf);
    }
    for comment in tail {
        line.comment(spelling::comment(comment.text, false));
    }
    let line = Line::new(line.leaves, depth, false, Tracked::All);
    let mut lines = Vec::new();
    transformed(line, Ways::new(stars), &mut lines);
    lines.iter().map(Line::render).collect()
}
