//! MED files whole and broken. The files are those of the study `tests/cases/meshes/med.comm`.

use proptest::prelude::*;

use super::read;
use crate::kernel::mesh::{CellKind, Mesh};

const FILES: [&[u8]; 3] = [
    include_bytes!("../../../tests/cases/meshes/chain_tables.med"),
    include_bytes!("../../../tests/cases/meshes/chain_dense.med"),
    include_bytes!("../../../tests/cases/meshes/chain_recent.med"),
];

fn fault(bytes: Vec<u8>, wanted: Option<&str>) -> String {
    let fault = read("m.med", bytes, wanted).unwrap_err();
    format!("{} {} {}", fault.code, fault.message, fault.help.unwrap_or_default())
}

fn chain(bytes: &[u8]) -> Mesh {
    let (mesh, warnings) = read("m.med", bytes.to_vec(), Some("CHAIN")).unwrap();
    assert!(warnings.is_empty());
    mesh
}

#[test]
fn the_three_containers_hold_the_same_chain() {
    let meshes = FILES.map(chain);
    for mesh in &meshes {
        assert_eq!(mesh.nodes.iter().map(|n| n.label.as_str()).collect::<String>(), "ABCD");
        let positions: Vec<[f64; 3]> = mesh.nodes.iter().map(|n| n.position).collect();
        assert_eq!(positions, [[0.0; 3], [1.0, 0.0, 0.0], [2.0, 0.5, 0.0], [3.0, 0.0, -1.0]]);
        let cells: Vec<_> = mesh.cells.iter().map(|c| (c.kind, c.nodes.to_vec())).collect();
        let segment = |a, b| (CellKind::Segment2, vec![a, b]);
        assert_eq!(cells, [(CellKind::Point1, vec![3]), segment(0, 1), segment(1, 2), segment(2, 3)]);
        assert_eq!(mesh.node_groups["ENDS"], [0, 3]);
        assert_eq!(mesh.node_groups["TIP"], [3]);
        assert_eq!(mesh.cell_groups["SPRINGS"], [1, 2, 3]);
        assert_eq!(mesh.cell_groups["WEIGHT"], [0]);
        assert_eq!(mesh.dimension, 3);
    }
    assert_eq!(meshes[1].cells[1].label, "K1");
}

#[test]
fn the_first_mesh_is_read_unless_one_is_named() {
    let (first, _) = read("m.med", FILES[2].to_vec(), None).unwrap();
    assert_eq!((first.title.as_str(), first.dimension), ("ANOTHER", 2));
    assert_eq!(first.nodes[2].position, [20.0, 5.0, 0.0]);
    let unknown = fault(FILES[2].to_vec(), Some("CHAINS"));
    assert!(unknown.starts_with("I110 m.med: there is no mesh named CHAINS"), "{unknown}");
    assert!(unknown.contains("ANOTHER, CHAIN;"), "{unknown}");
}

#[test]
fn what_is_no_med_file_is_told() {
    assert!(fault(Vec::new(), None).starts_with("I108 m.med: this is no MED file"));
    assert!(fault(b"COOR_3D\nA 0 0 0\nFINSF\nFIN".to_vec(), None).contains("FORMAT=\"ASTER\""));
    assert!(fault(b"$MeshFormat\n2.2 0 8\n".to_vec(), None).contains("FORMAT=\"GMSH\""));
    let half = FILES[0][..FILES[0].len() / 2].to_vec();
    assert!(fault(half, None).starts_with("I108 m.med: the MED file is damaged"));
}

/// The file with one sequence of bytes, that is there once, turned into another.
fn altered(file: usize, from: &[u8], to: &[u8]) -> Vec<u8> {
    let mut bytes = FILES[file].to_vec();
    let places: Vec<usize> = (0..bytes.len() - from.len()).filter(|&i| bytes[i..].starts_with(from)).collect();
    assert_eq!(places.len(), 1, "{places:?}");
    bytes[places[0]..places[0] + to.len()].copy_from_slice(to);
    bytes
}

#[test]
fn numbers_that_do_not_fit_are_told() {
    let numbers = |n: [i32; 6]| n.iter().flat_map(|v| v.to_le_bytes()).collect::<Vec<u8>>();
    let of_segments = numbers([1, 2, 3, 2, 3, 4]);
    for (number, wrong) in [(5, [1, 2, 3, 2, 3, 5]), (0, [1, 2, 3, 2, 0, 4]), (-4, [1, -4, 3, 2, 3, 4])] {
        let told = fault(altered(0, &of_segments, &numbers(wrong)), None);
        let end = format!("of MAI/SE2 is on node {number}; the mesh has nodes 1 to 4 ");
        assert!(told.starts_with("I109 m.med: cell ") && told.ends_with(&end), "{told}");
    }
    let reals: Vec<u8> = [0.0_f64, 1.0, 2.0, 3.0].iter().flat_map(|v| v.to_le_bytes()).collect();
    let told = fault(altered(0, &reals, &f64::NAN.to_le_bytes()), None);
    assert!(told.starts_with("I109 m.med: node 1 has a coordinate"), "{told}");
}

#[test]
fn every_truncation_is_an_error() {
    for file in FILES {
        for length in (0..file.len()).step_by(97) {
            let fault = read("m.med", file[..length].to_vec(), None).unwrap_err();
            assert!(["I108", "I109", "I110"].contains(&fault.code), "{length}: {}", fault.message);
        }
    }
}

proptest! {
    /// Whatever the bytes, there is a mesh or an error with a code.
    #[test]
    fn any_bytes_are_read_or_refused(
        file in 0_usize..3,
        flips in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        kept in prop::option::weighted(0.1, any::<prop::sample::Index>()),
    ) {
        let mut bytes = FILES[file].to_vec();
        for (place, value) in flips {
            let at = place.index(bytes.len());
            bytes[at] = value;
        }
        if let Some(length) = kept {
            bytes.truncate(length.index(bytes.len()));
        }
        match read("m.med", bytes, Some("CHAIN")) {
            Ok((mesh, _)) => {
                prop_assert!(mesh.cells.iter().flat_map(|c| &c.nodes).all(|&n| n < mesh.nodes.len()));
            }
            Err(fault) => prop_assert!(["I108", "I109", "I110"].contains(&fault.code)),
        }
    }
}

/// The contiguous layouts of a file (version 3) as old libraries wrote them: version 2, one dimension.
fn with_old_layouts(bytes: &[u8]) -> Vec<u8> {
    let mut old = bytes.to_vec();
    let mut changed = 0;
    for start in (0..old.len() - 40).step_by(8) {
        if let [8, 0, 24, 0, _, 0, 0, 0, 3, 1, rest @ ..] = &old[start..start + 34]
            && let (Some(address), Some(size)) = (rest.get(..8), rest.get(8..12))
        {
            let message = [&[2, 1, 1, 0, 0, 0, 0, 0], address, size, &[0, 0, 0, 0]].concat();
            old[start + 8..start + 32].copy_from_slice(&message);
            changed += 1;
        }
    }
    assert!(changed > 3, "{changed} layouts");
    old
}

#[test]
fn layouts_of_old_libraries_are_read() {
    let old = with_old_layouts(FILES[0]);
    let (mesh, expected) = (chain(&old), chain(FILES[0]));
    assert_eq!(mesh.nodes, expected.nodes);
    assert_eq!(mesh.cells, expected.cells);
    assert_eq!(mesh.cell_groups, expected.cell_groups);
    // Damage is told all the same.
    assert!(fault(old[..old.len() - 400].to_vec(), None).starts_with("I108"));
}
