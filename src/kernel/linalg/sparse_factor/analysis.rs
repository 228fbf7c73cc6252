//! Symbolic factorization: elimination tree, supernodes, and where each number goes.
//!
//! A supernode is a range of consecutive columns of `L` with the same rows below. Its front has these columns and rows:
//! `width` columns that are eliminated there and `rows.len()` that go to the front of the parent (J. Liu, SIAM J. Matrix
//! Anal. Appl. 11 (1990) 134). Small supernodes are joined with their parents where that adds few zeros.

use super::dissection::dissect;
use super::graph::Graph;
use super::minimum_degree::minimum_degree;
use crate::assembly::SparseMatrix;

/// Multiplications per number of the factor that count beside those of the factorization itself: solutions take one
/// each, and are bound by what memory gives.
const SOLUTIONS: f64 = 200.0;

/// One supernode.
#[derive(Clone, Debug)]
pub struct Supernode {
    /// Position of its first column, and number of columns.
    pub first: usize,
    pub width: usize,
    /// Positions of the rows below, increasing.
    pub rows: Vec<usize>,
    pub children: Vec<usize>,
    /// For each row below: its place in the front of the parent.
    pub places: Vec<usize>,
    /// Terms of the matrix: rank among its values, and place in the columns of the front.
    terms: Vec<(usize, usize)>,
    /// Multiplications of the subtree.
    pub work: f64,
    /// First supernode of the subtree; the others follow up to this one.
    pub subtree: usize,
}

impl Supernode {
    /// Rows of the front.
    pub fn height(&self) -> usize {
        self.width + self.rows.len()
    }

    /// Terms of the matrix in the columns of this supernode: rank among its values, and place in the columns.
    pub fn terms(&self) -> &[(usize, usize)] {
        &self.terms
    }
}

/// Symbolic part of a factorization, before the values: shared by all matrices with the same pattern.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// `order[i]` is the unknown in position `i`.
    pub order: Vec<usize>,
    pub supernodes: Vec<Supernode>,
    /// Supernodes without parent.
    pub roots: Vec<usize>,
    /// Fingerprint of the pattern it was made for.
    pattern: u64,
}

impl Analysis {
    /// Analysis of the pattern of a matrix that stores both triangles.
    pub fn new<T: Copy + std::ops::AddAssign>(matrix: &SparseMatrix<T>) -> Self {
        let graph = Graph::new(matrix);
        let columns = orderings(&graph);
        let mut order = Vec::with_capacity(matrix.size());
        let mut starts = Vec::with_capacity(graph.len() + 1);
        for &v in &columns.order {
            starts.push(order.len());
            order.extend(&graph.members[v]);
        }
        starts.push(order.len());
        let expanded = |ranks: &[usize]| ranks.iter().flat_map(|&r| starts[r]..starts[r + 1]).collect::<Vec<usize>>();
        let supernodes = columns.groups.iter().map(|group| Supernode {
            first: starts[group.first],
            width: starts[group.last + 1] - starts[group.first],
            rows: expanded(&group.below),
            children: Vec::new(),
            places: Vec::new(),
            terms: Vec::new(),
            work: 0.0,
            subtree: 0,
        });
        let mut analysis =
            Analysis { order, supernodes: supernodes.collect(), roots: Vec::new(), pattern: fingerprint(matrix) };
        analysis.link();
        analysis.place(matrix);
        analysis
    }

    /// Tells whether a matrix has the pattern this was made for.
    pub fn fits<T: Copy + std::ops::AddAssign>(&self, matrix: &SparseMatrix<T>) -> bool {
        self.order.len() == matrix.size() && self.pattern == fingerprint(matrix)
    }

    /// Numbers in the factor.
    pub fn entries(&self) -> f64 {
        self.supernodes.iter().map(|s| s.width as f64 * s.height() as f64).sum()
    }

    /// Numbers in memory at the worst moment of a factorization by one thread; `keeps`: the factor stays.
    pub fn room(&self, keeps: bool) -> f64 {
        let (mut stack, mut kept, mut now, mut most) = (Vec::new(), 0.0, 0.0, 0.0_f64);
        for node in &self.supernodes {
            let (columns, square) =
                (node.width as f64 * node.height() as f64, node.rows.len() as f64 * node.rows.len() as f64);
            most = most.max(kept + now + columns + square);
            let given: Vec<f64> = stack.split_off(stack.len() - node.children.len());
            now += square - given.iter().sum::<f64>();
            stack.push(square);
            kept += if keeps { columns } else { 0.0 };
        }
        most
    }

    /// Children, places in the parents' fronts, work.
    fn link(&mut self) {
        let mut owner = vec![0; self.order.len()];
        for (s, node) in self.supernodes.iter().enumerate() {
            owner[node.first..node.first + node.width].fill(s);
        }
        for s in 0..self.supernodes.len() {
            let node = &mut self.supernodes[s];
            let (w, m) = (node.width as f64, node.height() as f64);
            node.work += w * m * m;
            let Some(&next) = node.rows.first() else {
                self.roots.push(s);
                continue;
            };
            let (rows, work) = (node.rows.clone(), node.work);
            let parent = &mut self.supernodes[owner[next]];
            parent.children.push(s);
            parent.work += work;
            let last = parent.first + parent.width;
            let mut below = 0;
            let places = rows.iter().map(|&row| {
                if row < last {
                    return row - parent.first;
                }
                while parent.rows[below] != row {
                    below += 1;
                }
                parent.width + below
            });
            let places = places.collect();
            self.supernodes[s].places = places;
        }
        for s in 0..self.supernodes.len() {
            let first = self.supernodes[s].children.first().copied();
            self.supernodes[s].subtree = first.map_or(s, |c| self.supernodes[c].subtree);
        }
    }

    /// Fixes the places of the terms of the lower triangle.
    fn place<T: Copy + std::ops::AddAssign>(&mut self, matrix: &SparseMatrix<T>) {
        let n = self.order.len();
        let mut position = vec![0; n];
        self.order.iter().enumerate().for_each(|(i, &u)| position[u] = i);
        let starts = matrix.column_starts();
        let mut local = vec![0; n];
        for node in &mut self.supernodes {
            let m = node.height();
            node.rows.iter().enumerate().for_each(|(i, &row)| local[row] = node.width + i);
            for j in 0..node.width {
                let unknown = self.order[node.first + j];
                for k in starts[unknown]..starts[unknown + 1] {
                    let row = position[matrix.rows()[k]];
                    if row >= node.first + j {
                        let i = if row < node.first + node.width { row - node.first } else { local[row] };
                        node.terms.push((k, j * m + i));
                    }
                }
            }
        }
    }
}

/// A number that differs for different patterns of stored terms, except with one chance in 2⁶⁴.
fn fingerprint<T: Copy + std::ops::AddAssign>(matrix: &SparseMatrix<T>) -> u64 {
    let mix = |h: u64, &k: &usize| (h ^ k as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29);
    let starts = matrix.column_starts().iter().fold(matrix.size() as u64, mix);
    matrix.rows().iter().fold(starts, mix)
}

/// Columns of consecutive vertices (ranks in the ordering) and the ranks of their rows below.
struct Group {
    first: usize,
    last: usize,
    below: Vec<usize>,
}

struct Structure {
    /// Vertices in the order of elimination, which is a postorder of the elimination tree.
    order: Vec<usize>,
    groups: Vec<Group>,
    /// Unknowns of each rank.
    weights: Vec<usize>,
}

/// Columns of the factor for the ordering that costs less: dissection for bulky structures, minimum degree for slender ones.
fn orderings(graph: &Graph) -> Structure {
    let (dissected, eliminated) = (structure(graph, dissect(graph)), structure(graph, minimum_degree(graph)));
    joined(if eliminated.cost() < dissected.cost() { eliminated } else { dissected })
}

impl Structure {
    /// Multiplications of a factorization and of some solutions.
    fn cost(&self) -> f64 {
        let column = |group: &Group| {
            let width = self.weights[group.first] as f64;
            let height = width + group.below.iter().map(|&r| self.weights[r]).sum::<usize>() as f64;
            width * height * (height + SOLUTIONS)
        };
        self.groups.iter().map(column).sum()
    }
}

/// Column structures of the factor, one group per vertex, for an order of elimination.
fn structure(graph: &Graph, first: Vec<usize>) -> Structure {
    let parents = elimination_tree(graph, &first);
    let order: Vec<usize> = postorder(&parents).into_iter().map(|rank| first[rank]).collect();
    let mut rank = vec![0; graph.len()];
    order.iter().enumerate().for_each(|(i, &v)| rank[v] = i);
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); graph.len()];
    let mut groups: Vec<Group> = Vec::with_capacity(graph.len());
    let mut seen = vec![usize::MAX; graph.len()];
    for (i, &v) in order.iter().enumerate() {
        seen[i] = i;
        let mut below = Vec::new();
        let direct = graph.neighbours(v).iter().map(|&w| rank[w]).filter(|&r| r > i);
        let inherited = children[i].iter().flat_map(|&c| groups[c].below.iter().copied());
        for r in direct.chain(inherited) {
            if seen[r] != i {
                seen[r] = i;
                below.push(r);
            }
        }
        below.sort_unstable();
        if let Some(&parent) = below.first() {
            children[parent].push(i);
        }
        groups.push(Group { first: i, last: i, below });
    }
    let weights = order.iter().map(|&v| graph.weight(v)).collect();
    Structure { order, groups, weights }
}

/// Parent of each rank (J. Liu, 1990, algorithm 4.2, with path compression).
fn elimination_tree(graph: &Graph, order: &[usize]) -> Vec<Option<usize>> {
    let mut rank = vec![0; order.len()];
    order.iter().enumerate().for_each(|(i, &v)| rank[v] = i);
    let (mut parents, mut ancestors) = (vec![None; order.len()], vec![None; order.len()]);
    for (i, &v) in order.iter().enumerate() {
        for &w in graph.neighbours(v) {
            let mut r = rank[w];
            while r < i {
                let next = ancestors[r].replace(i);
                match next {
                    Some(above) if above == i => break,
                    Some(above) => r = above,
                    None => {
                        parents[r] = Some(i);
                        break;
                    }
                }
            }
        }
    }
    parents
}

fn postorder(parents: &[Option<usize>]) -> Vec<usize> {
    let n = parents.len();
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); n];
    let mut stack = Vec::new();
    for i in (0..n).rev() {
        match parents[i] {
            Some(p) => children[p].push(i),
            None => stack.push(i),
        }
    }
    let mut order = Vec::with_capacity(n);
    // Parents before children, last ones first; then turned round.
    stack.reverse();
    while let Some(i) = stack.pop() {
        order.push(i);
        stack.extend(children[i].iter().rev());
    }
    order.reverse();
    order
}

/// Joins the group of a column with that of its last child where the fronts become no or little larger.
fn joined(mut columns: Structure) -> Structure {
    let weights = &columns.weights;
    let size = |ranks: &[usize]| ranks.iter().map(|&r| weights[r]).sum::<usize>();
    let mut result: Vec<(Group, usize, usize, f64)> = Vec::with_capacity(columns.groups.len());
    for group in columns.groups {
        // Width, rows below and zeros stored so far.
        let mut current = (weights[group.first], size(&group.below), 0.0);
        let mut group = group;
        while let Some((child, width, below, zeros)) = result.last() {
            let parent_of_child = child.below.first().copied();
            if parent_of_child != Some(group.first) {
                break;
            }
            let height = current.0 + current.1;
            let added = *width as f64 * (height - below.min(&height)) as f64;
            let total = zeros + current.2 + added;
            let joined_width = width + current.0;
            let entries = joined_width as f64 * (joined_width + current.1) as f64;
            let allowed = match joined_width {
                ..=8 => 0.5,
                9..=32 => 0.2,
                33..=96 => 0.08,
                _ => 0.03,
            };
            if total > allowed * entries {
                break;
            }
            group.first = child.first;
            current = (joined_width, current.1, total);
            result.pop();
        }
        result.push((group, current.0, current.1, current.2));
    }
    columns.groups = result.into_iter().map(|r| r.0).collect();
    columns
}
