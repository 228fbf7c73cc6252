//! Files whole and broken.

use super::read;
use crate::kernel::mesh::CellKind;

const CHAIN: &str = include_str!("../../../tests/cases/meshes/chain.msh");

#[test]
fn physical_entities_are_groups() {
    let mesh = read("m.msh", CHAIN.as_bytes()).unwrap();
    assert_eq!(mesh.nodes[2].position, [2.0, 0.5, 0.0]);
    assert_eq!(mesh.cell_groups["SPRINGS"], [2, 3, 4]);
    assert_eq!(mesh.cell_groups["GM5"], [2, 3, 4]);
    assert_eq!(mesh.node_groups["LEFT"], [0]);
    assert_eq!(mesh.node_groups["SPRINGS"], [0, 1, 2, 3]);
    assert_eq!(mesh.cells[1].kind, CellKind::Point1);
}

/// The chain in the first version of the format: groups are those of the numbers.
#[test]
fn version_1_is_read() {
    let text = "$NOD\n4\n1 0 0 0\n2 1 0 0\n3 2 .5 0\n7 3 0 -1\n$ENDNOD\n$ELM\n4\n1 15 3 1 1 7\n2 1 5 1 2 1 2\n3 1 5 1 2 2 3\n\
                4 1 5 1 2 3 7\n$ENDELM\n";
    let mesh = read("m.msh", text.as_bytes()).unwrap();
    assert_eq!(mesh.nodes[3].position, [3.0, 0.0, -1.0]);
    assert_eq!(mesh.cells[3].nodes.to_vec(), [2, 3]);
    assert_eq!(mesh.cell_groups["GM5"], [1, 2, 3]);
    assert_eq!(mesh.node_groups["GM5"], [0, 1, 2, 3]);
    assert_eq!(mesh.node_groups["GM3"], [3]);
    let fault = read("m.msh", text.replace("2 1 5 1 2 1 2", "2 1 5 1 2 1").as_bytes()).unwrap_err();
    assert!(fault.message.starts_with("m.msh:11: expected 2 tags and 2 nodes"), "{}", fault.message);
    // Unknown sections are passed over up to their end in capitals.
    assert!(read("m.msh", format!("$XYZ\nany\n$ENDXYZ\n{text}").as_bytes()).is_ok());
}

#[test]
fn errors_say_the_line() {
    let fault = |from: &str, to: &str| {
        assert!(CHAIN.contains(from));
        let fault = read("m.msh", CHAIN.replacen(from, to, 1).as_bytes()).unwrap_err();
        format!("{} {}", fault.code, fault.message)
    };
    assert!(fault("2.2 0 8", "3.0 0 8").starts_with("I107 m.msh:2: gmsh files of version 3.0 (text) are not read"));
    assert!(fault("3 1 2 5 1 1 2", "3 1 2 5 1 1 9").starts_with("I104 m.msh:21: there is no node 9 (in element 3)"));
    assert!(fault("3 1 2 5 1 1 2", "3 1 9 5 1 1 2").starts_with("I106 m.msh:21: expected 9 tags and 2 nodes"));
    assert!(fault("3 1 2 5 1 1 2", "3 99 2 5 1 1 2").starts_with("I109 m.msh:21: cells of type 99"));
    assert!(read("m.msh", &CHAIN.as_bytes()[..150]).unwrap_err().message.contains("ends inside"));
}

const FILES: [&[u8]; 6] = [
    include_bytes!("../../../tests/cases/files/frame_1.msh"),
    include_bytes!("../../../tests/cases/files/frame_22.msh"),
    include_bytes!("../../../tests/cases/files/frame_22b.msh"),
    include_bytes!("../../../tests/cases/files/frame_40.msh"),
    include_bytes!("../../../tests/cases/files/frame_41.msh"),
    include_bytes!("../../../tests/cases/files/frame_41b.msh"),
];

/// A portal of 14 cells as gmsh 4.15 writes it, in each format: two posts and a beam, the groups ALL, POSTS, BEAM, FEET and the points 5
/// (without a name). The first two formats have the elements of two groups twice.
#[test]
fn an_element_of_several_groups_is_one_cell_in_all_formats() {
    for (rank, file) in FILES.iter().enumerate() {
        let mesh = read("m.msh", file).unwrap();
        assert_eq!((mesh.nodes.len(), mesh.cells.len()), (11, 14), "{rank}");
        assert_eq!(mesh.nodes[2].position, [4.0, 0.0, 3.0]);
        let group = |name: &str| mesh.cell_groups[name].as_slice();
        assert_eq!(group("GM1"), (4..14).collect::<Vec<_>>());
        assert_eq!((group("GM2"), group("GM3")), (&[4, 5, 6, 11, 12, 13][..], &[7, 8, 9, 10][..]));
        assert_eq!((group("GM4"), group("GM5")), (&[0, 3][..], &[1, 2][..]));
        assert_eq!(mesh.node_groups["GM3"], [1, 2, 6, 7, 8]);
        // The first version has no names.
        assert_eq!(mesh.cell_groups.len(), if rank == 0 { 5 } else { 9 });
        assert!(rank == 0 || mesh.node_groups["FEET"] == [0, 3]);
        assert_eq!(mesh.cells[4].nodes.to_vec(), [0, 4]);
    }
}

/// Equal lines of one group are two cells; the tag 0 is no group.
#[test]
fn two_elements_of_one_group_are_two_cells() {
    let text = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n2\n1 0 0 0\n2 1 0 0\n$EndNodes\n$Elements\n5\n\
                1 1 2 7 1 1 2\n2 1 2 8 1 1 2\n3 1 2 7 1 1 2\n4 1 2 7 2 1 2\n5 1 2 0 3 1 2\n$EndElements\n";
    let mesh = read("m.msh", text.as_bytes()).unwrap();
    assert_eq!(mesh.cells.iter().map(|c| c.label.as_str()).collect::<Vec<_>>(), ["M1", "M3", "M4", "M5"]);
    assert_eq!((mesh.cell_groups["GM7"].as_slice(), mesh.cell_groups["GM8"].as_slice()), (&[0, 1, 2][..], &[0][..]));
    assert_eq!(mesh.cell_groups.len(), 2);
}

/// The bytes of the binary file of version 4.1 with the high byte of each number first.
fn turned(file: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut at = 0;
    let line = |out: &mut Vec<u8>, at: &mut usize| {
        let end = *at + file[*at..].iter().position(|b| *b == b'\n').unwrap() + 1;
        out.extend(&file[*at..end]);
        let text = String::from_utf8_lossy(&file[*at..end]).trim().to_string();
        *at = end;
        text
    };
    fn number(file: &[u8], out: &mut Vec<u8>, at: &mut usize, size: usize) -> u64 {
        let bytes = &file[*at..*at + size];
        out.extend(bytes.iter().rev());
        *at += size;
        bytes.iter().rev().fold(0, |n, b| n << 8 | u64::from(*b))
    }
    while at < file.len() {
        match line(&mut out, &mut at).as_str() {
            "$MeshFormat" => {
                line(&mut out, &mut at);
                number(file, &mut out, &mut at, 4);
            }
            "$Entities" => {
                let counts: Vec<u64> = (0..4).map(|_| number(file, &mut out, &mut at, 8)).collect();
                for (dimension, count) in counts.iter().enumerate() {
                    for _ in 0..*count {
                        number(file, &mut out, &mut at, 4);
                        (0..if dimension == 0 { 3 } else { 6 }).for_each(|_| {
                            number(file, &mut out, &mut at, 8);
                        });
                        for _ in 0..if dimension == 0 { 1 } else { 2 } {
                            let tags = number(file, &mut out, &mut at, 8);
                            (0..tags).for_each(|_| {
                                number(file, &mut out, &mut at, 4);
                            });
                        }
                    }
                }
            }
            section @ ("$Nodes" | "$Elements") => {
                let is_nodes = section == "$Nodes";
                let blocks = number(file, &mut out, &mut at, 8);
                (0..3).for_each(|_| {
                    number(file, &mut out, &mut at, 8);
                });
                for _ in 0..blocks {
                    let head: Vec<u64> = (0..3).map(|_| number(file, &mut out, &mut at, 4)).collect();
                    let count = number(file, &mut out, &mut at, 8);
                    // A tag and three coordinates; a tag and the nodes of a point or of a segment.
                    let each = if is_nodes { 4 } else { 1 + if head[2] == 15 { 1 } else { 2 } };
                    (0..count * each).for_each(|_| {
                        number(file, &mut out, &mut at, 8);
                    });
                }
            }
            _ => {}
        }
    }
    out
}

#[test]
fn both_orders_of_bytes_are_read() {
    let (low, high) = (read("m.msh", FILES[5]).unwrap(), read("m.msh", &turned(FILES[5])).unwrap());
    assert_eq!((low.nodes, low.cells), (high.nodes, high.cells));
    assert_eq!(low.cell_groups, high.cell_groups);
}

#[test]
fn what_is_wrong_in_blocks_is_told_with_its_place() {
    let text = String::from_utf8(FILES[4].to_vec()).unwrap();
    let fault = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}:\n{text}");
        let fault = read("m.msh", text.replacen(from, to, 1).as_bytes()).unwrap_err();
        format!("{} {}", fault.code, fault.message)
    };
    assert!(fault("4.1 0 8", "4.2 0 8").starts_with("I107 m.msh:2: gmsh files of version 4.2 (text) are not read"));
    assert!(fault("4.1 0 8", "4 1 8").starts_with("I107 m.msh:2: gmsh files of version 4 (binary) are not read"));
    assert!(fault("7 11 1 11", "7 12 1 11").contains("$Nodes: 12 are announced, and the blocks hold 11"));
    assert!(fault("7 11 1 11", "7 99999999999 1 11").contains("$Nodes: 99999999999 of them cannot be in the"));
    assert!(fault("1 1 1 3\n", "1 1 77 3\n").contains("cells of type 77 are not read"));
    assert!(fault("5 1 5", "5 1 55").starts_with("I104 m.msh:"));
    let binary = |bytes: &[u8]| read("m.msh", bytes).unwrap_err().message;
    assert!(binary(&FILES[5][..900]).starts_with("m.msh, byte "), "{}", binary(&FILES[5][..900]));
    let mut odd = FILES[5].to_vec();
    let place = odd.windows(5).position(|w| w == b"1 8\n\x01").unwrap();
    odd[place + 4] = 2;
    assert!(binary(&odd).contains("$MeshFormat: the order of bytes is not told"));
    odd[place + 2] = b'4';
    assert!(binary(&odd).contains("gmsh files whose numbers have 4 bytes are not read"));
}
