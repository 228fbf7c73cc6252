//! What other programs and pictures are given of a mesh: points and cells, and arrays of values on them.

use crate::kernel::mesh::CellKind;

/// Places of the points (m), and the cells as ranks of points.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Grid {
    pub points: Vec<[f64; 3]>,
    pub cells: Vec<(CellKind, Vec<usize>)>,
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
