//! A mesh, its nodes and its cells.

use indexmap::IndexMap;
use smallvec::SmallVec;

use super::cell_kind::CellKind;
use super::label::Label;
use super::naming::Naming;
use super::vector::{minus, norm};

/// Node of a mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// Name the mesh file gives it; today's language numbers nodes by rank instead.
    pub label: Label,
    /// Coordinates (m).
    pub position: [f64; 3],
}

/// Cell of a mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    pub label: Label,
    pub kind: CellKind,
    /// Ranks of its nodes, from 0.
    pub nodes: CellNodes,
}

/// Ranks of the nodes of a cell: one or two, as of beams, without memory of their own.
pub type CellNodes = SmallVec<[usize; 2]>;

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
    /// True where `N6` is the sixth node or the node the file calls `N6`.
    pub naming: Naming,
    /// In a mesh that joins sub-structures: for each node, the name of its sub-structure and its rank there.
    pub origins: Vec<(String, usize)>,
    /// Curvilinear abscissa of each node (m), once MODI_MAILLAGE has computed it.
    pub abscissae: Option<Vec<f64>>,
}

impl Mesh {
    /// Vector from the first to the second node of a cell (m); zero for a cell of one node.
    pub fn direction(&self, cell: usize) -> [f64; 3] {
        match self.cells[cell].nodes.as_slice() {
            &[a, b, ..] => {
                let (a, b) = (self.nodes[a].position, self.nodes[b].position);
                minus(b, a)
            }
            _ => [0.0; 3],
        }
    }

    /// Distance between the first two nodes of a cell (m); zero for a cell of one node.
    pub fn length(&self, cell: usize) -> f64 {
        norm(self.direction(cell))
    }
}
