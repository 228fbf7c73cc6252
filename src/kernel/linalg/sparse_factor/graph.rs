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
        let lists = Adjacency::new(matrix);
        let (vertex, members) = joined(&lists);
        let (mut starts, mut neighbours) = (vec![0], Vec::new());
        let mut seen = vec![usize::MAX; members.len()];
        for (v, unknowns) in members.iter().enumerate() {
            seen[v] = v;
            for &u in lists.of(unknowns[0]) {
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
struct Adjacency {
    starts: Vec<usize>,
    neighbours: Vec<usize>,
}

impl Adjacency {
    fn new<T: Copy + std::ops::AddAssign>(matrix: &SparseMatrix<T>) -> Self {
        let (starts, rows, n) = (matrix.column_starts(), matrix.rows(), matrix.size());
        let column = |c: usize| &rows[starts[c]..starts[c + 1]];
        let mut lists = Adjacency { starts: vec![0], neighbours: Vec::with_capacity(rows.len()) };
        if has_symmetric_pattern(starts, rows) {
            for c in 0..n {
                lists.neighbours.extend(column(c).iter().filter(|&&row| row != c));
                lists.starts.push(lists.neighbours.len());
            }
            return lists;
        }
        let mut sets = vec![Vec::new(); n];
        for c in 0..n {
            for &row in column(c).iter().filter(|&&row| row != c) {
                sets[row].push(c);
                sets[c].push(row);
            }
        }
        for mut set in sets {
            set.sort_unstable();
            set.dedup();
            lists.neighbours.extend(set);
            lists.starts.push(lists.neighbours.len());
        }
        lists
    }

    fn of(&self, unknown: usize) -> &[usize] {
        &self.neighbours[self.starts[unknown]..self.starts[unknown + 1]]
    }
}

/// Tells whether each stored term has one across the diagonal; rows are sorted within columns.
fn has_symmetric_pattern(starts: &[usize], rows: &[usize]) -> bool {
    // The terms of a row come in the order of its columns, which must be that of the rows of its column.
    let mut next = starts.to_vec();
    (0..starts.len() - 1).all(|column| {
        rows[starts[column]..starts[column + 1]].iter().all(|&row| {
            let place = next[row];
            next[row] += 1;
            place < starts[row + 1] && rows[place] == column
        })
    })
}

/// Vertex of each unknown, and the unknowns of each vertex: two unknowns are joined when they are neighbours and have
/// the same other neighbours.
fn joined(lists: &Adjacency) -> (Vec<usize>, Vec<Vec<usize>>) {
    let n = lists.starts.len() - 1;
    // Equal closed neighbourhoods have equal sums; the comparison decides.
    let sum = |u: usize| lists.of(u).iter().fold(scramble(u), |s, &v| s.wrapping_add(scramble(v)));
    let sums: Vec<u64> = (0..n).map(sum).collect();
    let (mut vertex, mut members) = (vec![usize::MAX; n], Vec::<Vec<usize>>::new());
    for u in 0..n {
        let same = lists.of(u).iter().take_while(|&&v| v < u).find(|&&v| sums[v] == sums[u] && equal(lists, u, v));
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

fn equal(lists: &Adjacency, u: usize, v: usize) -> bool {
    let others = |w: usize, x: usize| lists.of(w).iter().copied().filter(move |&y| y != x);
    lists.of(u).len() == lists.of(v).len() && others(u, v).eq(others(v, u))
}

fn scramble(u: usize) -> u64 {
    let z = (u as u64).wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (z ^ (z >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9)
}
