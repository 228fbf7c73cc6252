//! The pattern of a symmetric matrix as a graph, with unknowns that have the same neighbours joined.
//!
//! The unknowns of one node of a structure nearly always have the same neighbours: one vertex for all of them makes the
//! graph several times smaller, and fronts fall into dense blocks by themselves.

use crate::assembly::SparseMatrix;

/// Vertices, their unknowns and their neighbours.
#[derive(Clone, Debug)]
pub struct Graph {
    /// Unknowns of each vertex, increasing.
    pub members: Vec<Vec<usize>>,
    starts: Vec<usize>,
    neighbours: Vec<usize>,
}

impl Graph {
    /// Graph of the pattern of `A + Aᵀ`.
    pub fn new<T: Copy + std::ops::AddAssign>(matrix: &SparseMatrix<T>) -> Self {
        let lists = adjacency(matrix);
        let (vertex, members) = joined(&lists);
        let (mut starts, mut neighbours) = (vec![0], Vec::new());
        let mut seen = vec![usize::MAX; members.len()];
        for (v, unknowns) in members.iter().enumerate() {
            seen[v] = v;
            for &u in &lists[unknowns[0]] {
                let w = vertex[u];
                if seen[w] != v {
                    seen[w] = v;
                    neighbours.push(w);
                }
            }
            starts.push(neighbours.len());
        }
        Graph { members, starts, neighbours }
    }

    /// Number of vertices.
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Number of unknowns of a vertex.
    pub fn weight(&self, vertex: usize) -> usize {
        self.members[vertex].len()
    }

    /// Vertices joined to one of them (ranks from 0).
    pub fn neighbours(&self, vertex: usize) -> &[usize] {
        &self.neighbours[self.starts[vertex]..self.starts[vertex + 1]]
    }
}

/// Neighbours of each unknown, itself left out, increasing.
fn adjacency<T: Copy + std::ops::AddAssign>(matrix: &SparseMatrix<T>) -> Vec<Vec<usize>> {
    let mut lists = vec![Vec::new(); matrix.size()];
    for (row, column, _) in matrix.triplets().filter(|t| t.0 != t.1) {
        lists[row].push(column);
        lists[column].push(row);
    }
    lists.iter_mut().for_each(|list| {
        list.sort_unstable();
        list.dedup();
    });
    lists
}

/// Vertex of each unknown, and the unknowns of each vertex: two unknowns are joined when they are neighbours and have
/// the same other neighbours.
fn joined(lists: &[Vec<usize>]) -> (Vec<usize>, Vec<Vec<usize>>) {
    let n = lists.len();
    // Equal closed neighbourhoods have equal sums; the comparison decides.
    let sum = |u: usize| lists[u].iter().fold(scramble(u), |s, &v| s.wrapping_add(scramble(v)));
    let sums: Vec<u64> = (0..n).map(sum).collect();
    let (mut vertex, mut members) = (vec![usize::MAX; n], Vec::<Vec<usize>>::new());
    for u in 0..n {
        let same = lists[u].iter().take_while(|&&v| v < u).find(|&&v| sums[v] == sums[u] && equal(lists, u, v));
        vertex[u] = match same {
            Some(&v) => vertex[v],
            None => {
                members.push(Vec::new());
                members.len() - 1
            }
        };
        members[vertex[u]].push(u);
    }
    (vertex, members)
}

fn equal(lists: &[Vec<usize>], u: usize, v: usize) -> bool {
    let others = |w: usize, x: usize| lists[w].iter().copied().filter(move |&y| y != x);
    lists[u].len() == lists[v].len() && others(u, v).eq(others(v, u))
}

fn scramble(u: usize) -> u64 {
    let z = (u as u64).wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (z ^ (z >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9)
}
