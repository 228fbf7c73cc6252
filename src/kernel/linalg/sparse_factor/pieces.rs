//! Pieces of the elimination tree that threads share in solutions.
//!
//! A piece is a subtree, whose columns are consecutive; what is above all pieces is the top. The cut depends on the tree
//! alone, so that sums have the same order with any number of threads.

use std::ops::Range;

use super::analysis::{Analysis, Supernode};

/// Numbers of a factor below which there is one piece.
const WORTH: usize = 200_000;
/// Pieces have at most this share of the factor.
const SHARES: usize = 12;

/// The pieces of a tree and its top.
pub struct Pieces {
    /// In the order of elimination.
    pub pieces: Vec<Piece>,
    /// Supernodes above the pieces, in the order of elimination.
    pub top: Vec<usize>,
}

/// One subtree.
pub struct Piece {
    /// Its supernodes; the last one is its root.
    pub nodes: Range<usize>,
    /// Positions of its columns.
    pub positions: Range<usize>,
}

impl Pieces {
    /// Cuts the tree of an analysis.
    pub fn new(analysis: &Analysis) -> Self {
        let nodes = &analysis.supernodes;
        let mut entries: Vec<usize> = nodes.iter().map(|node| node.width * node.height()).collect();
        for (s, node) in nodes.iter().enumerate() {
            entries[s] += node.children.iter().map(|&child| entries[child]).sum::<usize>();
        }
        let total: usize = analysis.roots.iter().map(|&root| entries[root]).sum();
        let mut top = Vec::new();
        let mut roots = Vec::new();
        let mut stack = if total > WORTH { analysis.roots.clone() } else { Vec::new() };
        if stack.is_empty() {
            top.extend(0..nodes.len());
        }
        while let Some(root) = stack.pop() {
            if entries[root] * SHARES <= total || nodes[root].children.is_empty() {
                roots.push(root);
            } else {
                top.push(root);
                stack.extend(&nodes[root].children);
            }
        }
        top.sort_unstable();
        roots.sort_unstable();
        Pieces { pieces: roots.into_iter().map(|root| Piece::new(nodes, root)).collect(), top }
    }
}

impl Piece {
    fn new(nodes: &[Supernode], root: usize) -> Self {
        let first = nodes[root].subtree;
        Piece { nodes: first..root + 1, positions: nodes[first].first..nodes[root].first + nodes[root].width }
    }
}
