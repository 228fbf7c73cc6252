//! One unstructured grid with its fields (`.vtu`).

use std::fmt::Write;

use super::series::escaped;
use crate::io::base64;
use crate::io::grid::{Array, Grid, Snapshot};
use crate::kernel::mesh::CellKind;

/// Kind, number of the type in VTK, and the order of the nodes when it differs.
const KINDS: [(CellKind, u8, &[usize]); 15] = [
    (CellKind::Point1, 1, &[]),
    (CellKind::Segment2, 3, &[]),
    (CellKind::Segment3, 21, &[]),
    (CellKind::Segment4, 35, &[]),
    (CellKind::Triangle3, 5, &[]),
    (CellKind::Triangle6, 22, &[]),
    (CellKind::Quadrangle4, 9, &[]),
    (CellKind::Quadrangle8, 23, &[]),
    (CellKind::Quadrangle9, 28, &[]),
    (CellKind::Tetrahedron4, 10, &[]),
    (CellKind::Tetrahedron10, 24, &[]),
    (CellKind::Pentahedron6, 13, &[]),
    (CellKind::Pentahedron15, 26, &[0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 13, 14, 9, 10, 11]),
    (CellKind::Hexahedron8, 12, &[]),
    (CellKind::Hexahedron20, 25, &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 16, 17, 18, 19, 12, 13, 14, 15]),
];

/// Whether VTK has cells of this kind.
pub fn has(kind: CellKind) -> bool {
    KINDS.iter().any(|k| k.0 == kind)
}

/// The text of a `.vtu` file. Cells of a kind that VTK lacks must have been left out.
pub fn grid(grid: &Grid, snapshot: &Snapshot) -> String {
    let kinds: Vec<(u8, &[usize])> = grid
        .cells
        .iter()
        .map(|(kind, _)| KINDS.iter().find(|k| k.0 == *kind).map_or((1, &[] as &[usize]), |k| (k.1, k.2)))
        .collect();
    let mut nodes: Vec<u8> = Vec::new();
    let mut offsets: Vec<u8> = Vec::new();
    let mut end = 0_i64;
    for ((_, own), (_, order)) in grid.cells.iter().zip(&kinds) {
        for place in 0..own.len() {
            let place = order.get(place).copied().unwrap_or(place);
            nodes.extend((own[place] as i64).to_le_bytes());
        }
        end += own.len() as i64;
        offsets.extend(end.to_le_bytes());
    }
    let types: Vec<u8> = kinds.iter().map(|k| k.0).collect();
    let places = Array {
        name: "Points".into(),
        components: vec![String::new(); 3],
        values: grid.points.iter().flatten().copied().collect(),
    };
    let mut text = String::from("<?xml version=\"1.0\"?>\n");
    text.push_str(
        "<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\">\n",
    );
    text.push_str("<UnstructuredGrid>\n");
    if !snapshot.parameters.is_empty() {
        text.push_str("<FieldData>\n");
        for (name, value) in &snapshot.parameters {
            let _ = write!(text, "<DataArray type=\"Float64\" Name=\"{}\" NumberOfTuples=\"1\"", escaped(name));
            data(&mut text, &value.to_le_bytes());
        }
        text.push_str("</FieldData>\n");
    }
    let (points, cells) = (grid.points.len(), grid.cells.len());
    let _ = writeln!(text, "<Piece NumberOfPoints=\"{points}\" NumberOfCells=\"{cells}\">\n<Points>");
    array(&mut text, &places);
    text.push_str("</Points>\n<Cells>\n");
    for (name, kind, bytes) in
        [("connectivity", "Int64", nodes), ("offsets", "Int64", offsets), ("types", "UInt8", types)]
    {
        let _ = write!(text, "<DataArray type=\"{kind}\" Name=\"{name}\"");
        data(&mut text, &bytes);
    }
    text.push_str("</Cells>\n<PointData>\n");
    snapshot.on_points.iter().for_each(|a| array(&mut text, a));
    text.push_str("</PointData>\n<CellData>\n");
    snapshot.on_cells.iter().for_each(|a| array(&mut text, a));
    text.push_str("</CellData>\n</Piece>\n</UnstructuredGrid>\n</VTKFile>\n");
    text
}

fn array(text: &mut String, array: &Array) {
    let width = array.components.len();
    let _ = write!(text, "<DataArray type=\"Float64\" Name=\"{}\"", escaped(&array.name));
    let _ = write!(text, " NumberOfComponents=\"{width}\"");
    for (rank, name) in array.components.iter().enumerate().filter(|(_, name)| !name.is_empty()) {
        let _ = write!(text, " ComponentName{rank}=\"{}\"", escaped(name));
    }
    let bytes: Vec<u8> = array.values.iter().flat_map(|x| x.to_le_bytes()).collect();
    data(text, &bytes);
}

fn data(text: &mut String, bytes: &[u8]) {
    let mut block = (bytes.len() as u64).to_le_bytes().to_vec();
    block.extend_from_slice(bytes);
    text.push_str(" format=\"binary\">");
    base64::encode(&block, text);
    text.push_str("</DataArray>\n");
}

#[cfg(test)]
mod tests {
    use super::super::series::series;
    use super::*;

    /// The content of the array `name`.
    fn bytes(text: &str, name: &str) -> Vec<u8> {
        let from = text.find(&format!("Name=\"{name}\"")).unwrap();
        let from = from + text[from..].find('>').unwrap() + 1;
        let to = from + text[from..].find('<').unwrap();
        let block = base64::decode(&text[from..to]);
        let length = u64::from_le_bytes(block[..8].try_into().unwrap());
        assert_eq!(length as usize, block.len() - 8);
        block[8..].to_vec()
    }

    #[test]
    fn arrays_are_written_bit_for_bit_and_middle_nodes_in_the_order_of_vtk() {
        let solid = (CellKind::Hexahedron20, (0..20).collect::<Vec<_>>());
        let spring = (CellKind::Segment2, vec![3, 1]);
        let points = (0..20).map(|i| [f64::from(i) / 3.0, -0.0, 1e-300]).collect();
        let one = Grid { points, cells: vec![spring, solid] };
        let values: Vec<f64> = (0..20).map(|i| f64::from(i).sqrt()).collect();
        let snapshot = Snapshot {
            on_points: vec![Array::scalar("A<B", values.clone())],
            on_cells: vec![Array::scalar("X", vec![f64::NAN, 2.0])],
            parameters: vec![("TimeValue".into(), 0.1)],
        };
        let text = grid(&one, &snapshot);
        let reals = |name: &str| -> Vec<u64> {
            bytes(&text, name).chunks(8).map(|b| u64::from_le_bytes(b.try_into().unwrap())).collect()
        };
        assert_eq!(reals("A&lt;B"), values.iter().map(|x| x.to_bits()).collect::<Vec<_>>());
        assert_eq!(reals("X"), [f64::NAN.to_bits(), 2.0_f64.to_bits()]);
        assert_eq!(reals("TimeValue"), [0.1_f64.to_bits()]);
        assert_eq!(reals("Points")[3..6], [(1.0_f64 / 3.0).to_bits(), (-0.0_f64).to_bits(), 1e-300_f64.to_bits()]);
        let order = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 16, 17, 18, 19, 12, 13, 14, 15];
        assert_eq!(reals("connectivity"), [vec![3, 1], order.to_vec()].concat());
        assert_eq!(reals("offsets"), [2, 22]);
        assert_eq!(bytes(&text, "types"), [3, 25]);
    }

    #[test]
    fn a_series_names_its_files() {
        let text = series(&[(0.1, "a&b/0001.vtu".into()), (1e-9, "a&b/0002.vtu".into())]);
        assert!(text.contains("<DataSet timestep=\"0.1\" part=\"0\" file=\"a&amp;b/0001.vtu\"/>"), "{text}");
        assert!(text.contains("timestep=\"0.000000001\""), "{text}");
    }
}
