//! Reverse Cuthill-McKee ordering, which keeps bands narrow (A. George and J. Liu, Computer Solution of Large Sparse
//! Positive Definite Systems, 1981, chapter 4).

use crate::assembly::SparseMatrix;

/// Reverse Cuthill-McKee ordering of the pattern of a matrix.
pub fn bandwidth_order<T: Copy + std::ops::AddAssign>(matrix: &SparseMatrix<T>) -> Vec<usize> {
    let n = matrix.size();
    let mut neighbours: Vec<Vec<usize>> = vec![Vec::new(); n];
    for (row, column, _) in matrix.triplets().filter(|t| t.0 != t.1) {
        neighbours[row].push(column);
        neighbours[column].push(row);
    }
    neighbours.iter_mut().for_each(|list| {
        list.sort_unstable();
        list.dedup();
    });
    let mut order = Vec::with_capacity(n);
    let mut seen = vec![false; n];
    for start in 0..n {
        if !seen[start] {
            let start = far_end(start, &neighbours);
            walk(start, &neighbours, &mut seen, &mut order);
        }
    }
    order.reverse();
    order
}

/// A node of least degree in the last level of a walk, repeated while walks get longer.
fn far_end(start: usize, neighbours: &[Vec<usize>]) -> usize {
    let (mut node, mut depth) = (start, 0);
    loop {
        let (last, levels) = last_level(node, neighbours);
        if levels <= depth {
            return node;
        }
        depth = levels;
        node = last.into_iter().min_by_key(|&u| (neighbours[u].len(), u)).unwrap_or(node);
    }
}

fn last_level(start: usize, neighbours: &[Vec<usize>]) -> (Vec<usize>, usize) {
    let mut seen = std::collections::BTreeSet::from([start]);
    let (mut level, mut levels) = (vec![start], 1);
    loop {
        let mut next = Vec::new();
        for &u in &level {
            next.extend(neighbours[u].iter().filter(|&&v| seen.insert(v)));
        }
        if next.is_empty() {
            return (level, levels);
        }
        (level, levels) = (next, levels + 1);
    }
}

/// Breadth first, neighbours by increasing degree.
fn walk(start: usize, neighbours: &[Vec<usize>], seen: &mut [bool], order: &mut Vec<usize>) {
    let mut next = order.len();
    seen[start] = true;
    order.push(start);
    while next < order.len() {
        let mut around: Vec<usize> = neighbours[order[next]].iter().copied().filter(|&v| !seen[v]).collect();
        around.sort_by_key(|&v| (neighbours[v].len(), v));
        for v in around {
            seen[v] = true;
            order.push(v);
        }
        next += 1;
    }
}
