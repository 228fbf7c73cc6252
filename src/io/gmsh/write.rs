//! Fields in gmsh's text format: the mesh once, then one view for each vector, scalar and state.
//!
//! ```text
//! $NodeData
//! 1 "DEPL"             the name of the view
//! 1 0.02               instant, frequency or number
//! 3 4 3 120            rank of the state, number of components (1 or 3), number of lines that follow
//! label values
//! ```
//!
//! An array of three components is a vector, any other gives one scalar view for each component (`EFGE_ELNO_1 VY`). Points and
//! cells without a value have no line.

use std::fmt::Write;

use super::kinds::{KINDS, order};
use crate::io::grid::{Array, Grid, Snapshot};

/// The mesh, as text.
fn mesh(grid: &Grid) -> String {
    let mut text = String::from("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n");
    let _ = writeln!(text, "$Nodes\n{}", grid.points.len());
    for (rank, [x, y, z]) in grid.points.iter().enumerate() {
        let _ = writeln!(text, "{} {x:?} {y:?} {z:?}", rank + 1);
    }
    let _ = writeln!(text, "$EndNodes\n$Elements\n{}", grid.cells.len());
    for (rank, (kind, nodes)) in grid.cells.iter().enumerate() {
        let number = KINDS.iter().find(|k| k.1 == *kind).map_or(15, |k| k.0);
        let _ = write!(text, "{} {number} 2 0 0", rank + 1);
        for place in 0..nodes.len() {
            let _ = write!(text, " {}", nodes[order(*kind).get(place).copied().unwrap_or(place)] + 1);
        }
        text.push('\n');
    }
    text.push_str("$EndElements\n");
    text
}

/// The text of a file, or what is to follow `before` when that starts with the same mesh.
pub fn write(grid: &Grid, states: &[(f64, &Snapshot)], before: &str) -> String {
    let mesh = mesh(grid);
    let mut text = if before.starts_with(&mesh) { String::new() } else { mesh };
    for (rank, (at, snapshot)) in states.iter().enumerate() {
        snapshot.on_points.iter().for_each(|array| views(&mut text, "NodeData", array, rank, *at));
        snapshot.on_cells.iter().for_each(|array| views(&mut text, "ElementData", array, rank, *at));
    }
    text
}

fn views(text: &mut String, section: &str, array: &Array, rank: usize, at: f64) {
    let width = array.components.len();
    if width == 3 {
        return view(text, section, &array.name, array, 0..3, (rank, at));
    }
    for (column, name) in array.components.iter().enumerate() {
        let title = if name.is_empty() { array.name.clone() } else { format!("{} {name}", array.name) };
        view(text, section, &title, array, column..column + 1, (rank, at));
    }
}

fn view(
    text: &mut String,
    section: &str,
    title: &str,
    array: &Array,
    columns: std::ops::Range<usize>,
    (rank, at): (usize, f64),
) {
    let count = array.values.len() / array.components.len().max(1);
    let rows: Vec<(usize, &[f64])> = (0..count)
        .map(|row| (row, &array.row(row)[columns.clone()]))
        .filter(|(_, values)| values.iter().all(|x| !x.is_nan()))
        .collect();
    let title = title.replace('"', "'");
    let _ = writeln!(text, "${section}\n1\n\"{title}\"\n1\n{at:?}\n3\n{rank}\n{}\n{}", columns.len(), rows.len());
    for (row, values) in rows {
        let _ = write!(text, "{}", row + 1);
        values.iter().for_each(|x| {
            let _ = write!(text, " {x:?}");
        });
        text.push('\n');
    }
    let _ = writeln!(text, "$End{section}");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::mesh::CellKind;

    #[test]
    fn the_mesh_reads_the_same_and_lines_without_value_are_left_out() {
        let points = (0..20).map(|i| [f64::from(i) / 7.0, 1e-20, -2.0]).collect();
        let solid = (CellKind::Hexahedron20, (0..20).rev().collect::<Vec<_>>());
        let grid = Grid { points, cells: vec![solid, (CellKind::Segment2, vec![1, 0])] };
        let forces = Array {
            name: "EFGE".into(),
            components: vec!["N".into(), "VY".into()],
            values: vec![1.5, f64::NAN, -3.0, 0.1],
        };
        let snapshot = Snapshot { on_cells: vec![forces], ..Snapshot::default() };
        let text = write(&grid, &[(0.5, &snapshot)], "");
        let again = super::super::read("a.msh", text.as_bytes()).unwrap();
        let places: Vec<[f64; 3]> = again.nodes.iter().map(|n| n.position).collect();
        assert_eq!(places, grid.points);
        let cells: Vec<_> = again.cells.iter().map(|c| (c.kind, c.nodes.to_vec())).collect();
        assert_eq!(cells, grid.cells);
        assert!(text.contains("\"EFGE N\"\n1\n0.5\n3\n0\n1\n2\n1 1.5\n2 -3.0\n$End"), "{text}");
        assert!(text.contains("\"EFGE VY\"\n1\n0.5\n3\n0\n1\n1\n2 0.1\n$End"), "{text}");
        assert!(write(&grid, &[(0.5, &snapshot)], &text).starts_with("$ElementData"));
    }
}
