//! What other programs and pictures are given of a mesh: points and cells, and arrays of values on them.

use crate::kernel::mesh::{CellKind, Mesh};

/// Places of the points (m), and the cells as ranks of points.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Grid {
    pub points: Vec<[f64; 3]>,
    pub cells: Vec<(CellKind, Vec<usize>)>,
}

impl Grid {
    /// All the nodes of a mesh, and its cells of the kinds that have a name.
    pub fn of_mesh(mesh: &Mesh) -> Grid {
        let cells = mesh.cells.iter().filter(|cell| cell.kind != CellKind::Other);
        Grid {
            points: mesh.nodes.iter().map(|node| node.position).collect(),
            cells: cells.map(|cell| (cell.kind, cell.nodes.to_vec())).collect(),
        }
    }
}

/// Values on points or cells, row by row: one row for each, one column for each component.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Array {
    pub name: String,
    /// Names of the components; a single empty name for a scalar.
    pub components: Vec<String>,
    pub values: Vec<f64>,
}

impl Array {
    pub fn scalar(name: impl Into<String>, values: Vec<f64>) -> Self {
        Array { name: name.into(), components: vec![String::new()], values }
    }

    /// Values of one point or cell.
    pub fn row(&self, rank: usize) -> &[f64] {
        let width = self.components.len();
        &self.values[rank * width..(rank + 1) * width]
    }
}

/// One state of a grid.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Snapshot {
    pub on_points: Vec<Array>,
    pub on_cells: Vec<Array>,
    /// Parameters of the state (`TimeValue`, `FREQ` ...).
    pub parameters: Vec<(String, f64)>,
}
