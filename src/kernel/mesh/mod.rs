//! Nodes, cells and groups.

use indexmap::IndexMap;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CellKind {
    Point1,
    Segment2,
    Segment3,
    Segment4,
    Triangle3,
    Triangle6,
    Quadrangle4,
    Quadrangle8,
    Quadrangle9,
    Tetrahedron4,
    Tetrahedron10,
    Pentahedron6,
    Pentahedron15,
    Hexahedron8,
    Hexahedron20,
    Other,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// Name the mesh file gives it; today's language numbers nodes by rank instead.
    pub label: String,
    /// Coordinates (m).
    pub position: [f64; 3],
}

#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    pub label: String,
    pub kind: CellKind,
    /// Ranks of its nodes, from 0.
    pub nodes: Vec<usize>,
}

/// A mesh. Nodes and cells are designated by their rank, from 0 here, from 1 in studies and tables.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    pub title: String,
    /// 2 when all coordinates were given in the plane, 3 otherwise.
    pub dimension: usize,
    pub nodes: Vec<Node>,
    pub cells: Vec<Cell>,
    pub node_groups: IndexMap<String, Vec<usize>>,
    pub cell_groups: IndexMap<String, Vec<usize>>,
}

impl Mesh {
    /// Distance between the first two nodes of a cell (m).
    pub fn length(&self, cell: usize) -> f64 {
        let c = &self.cells[cell];
        let (a, b) = (self.nodes[c.nodes[0]].position, self.nodes[c.nodes[1]].position);
        let d = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
        (d[0] * d[0] + d[1] * d[1] + d[2] * d[2]).sqrt()
    }
}
