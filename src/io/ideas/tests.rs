use proptest::prelude::*;

use super::read;
use crate::kernel::mesh::CellKind;

const CHAIN: &str = include_str!("../../../tests/cases/meshes/chain.msup");

fn fault(text: &str) -> String {
    let fault = read("m.unv", text.as_bytes(), false).unwrap_err();
    format!("{} {}", fault.code, fault.message)
}

#[test]
fn nodes_elements_and_groups() {
    let (mesh, _) = read("m.unv", CHAIN.as_bytes(), true).unwrap();
    assert_eq!(mesh.nodes.iter().map(|n| n.label.as_str()).collect::<Vec<_>>(), ["N10", "N20", "N30", "N40"]);
    assert_eq!(mesh.nodes[3].position, [3.0, 0.0, -1.0]);
    let cells: Vec<_> = mesh.cells.iter().map(|c| (c.label.as_str(), c.kind, c.nodes.to_vec())).collect();
    let segment = |label, a, b| (label, CellKind::Segment2, vec![a, b]);
    assert_eq!(
        cells,
        [segment("M1", 0, 1), segment("M2", 1, 2), segment("M3", 2, 3), ("M7", CellKind::Point1, vec![3])]
    );
    assert_eq!(mesh.node_groups["ENDS"], [0, 3]);
    assert_eq!(mesh.cell_groups["SPRINGS"], [0, 1, 2]);
    assert_eq!(mesh.cell_groups["WEIGHT"], [3]);
    assert!(!mesh.node_groups.contains_key("SPRINGS"));
    assert_eq!(mesh.cell_groups["COUL_7"], [0, 1, 2]);
    assert_eq!(mesh.node_groups["COUL_11"], [0, 1, 2, 3]);
}

#[test]
fn parabolic_elements_have_their_corners_first() {
    let nodes: String = (1..=6).map(|n| format!("{n} 1 1 11\n{n}.0 0.0D+00 0.0\n")).collect();
    let text = format!("-1\n2411\n{nodes}-1\n-1\n2412\n1 92 1 1 7 6\n1 2 3 4 5 6\n-1\n");
    let (mesh, _) = read("m.unv", text.as_bytes(), false).unwrap();
    assert_eq!((mesh.cells[0].kind, mesh.cells[0].nodes.as_slice()), (CellKind::Triangle6, &[0, 2, 4, 1, 3, 5][..]));
}

#[test]
fn numbers_of_data_sets_may_have_a_comment_and_names_of_groups_are_cut() {
    let group = |name: &str| format!("1 0 0 0 0 0 0 1\n{name}\n7 1 0 0\n");
    let names = ["FIRST", "LONGER_THAN_EIGHT", "A POINT", "9TH", "COUL_3"].map(group).concat();
    let text = format!(
        "    -1\n  2411 %nodes\n1 1 1 11\n0. 0. 0.\n    -1\n    -1\n  what\n1\n    -1\n    -1\n  2467 %groups\n{names}    -1\n"
    );
    let (mesh, warnings) = read("m.unv", text.as_bytes(), false).unwrap();
    assert_eq!(mesh.node_groups.keys().collect::<Vec<_>>(), ["FIRST", "LONGER_T", "A"]);
    let lines: Vec<&str> = warnings.iter().map(|w| w.message.split(": ").next().unwrap()).collect();
    assert_eq!(lines, ["m.unv:16", "m.unv:19", "m.unv:22"]);
}

/// As gmsh writes groups of points: the elements are nowhere. The chain has the elements 1, 2, 3 and 7.
#[test]
fn members_of_groups_that_are_not_there_are_left_out() {
    let group = "    -1\n  2467\n1 0 0 0 0 0 0 4\nFEET\n7 10 0 0 8 98 0 0\n7 5 0 0 8 99 0 0\n2 0 0 0 0 0 0 1\nNONE\n8 98 0 0\n    -1\n";
    let (mesh, warnings) = read("m.unv", format!("{CHAIN}{group}").as_bytes(), false).unwrap();
    assert_eq!(mesh.node_groups["FEET"], [0]);
    assert!(!mesh.cell_groups.contains_key("FEET") && !mesh.cell_groups.contains_key("NONE"));
    let told: Vec<&str> = warnings.iter().map(|w| w.message.split_once(": ").unwrap().1).collect();
    let names = |group: &str, what: &str, remain: usize| {
        format!("the group {group} names {what} that the file does not have; {remain} remain")
    };
    assert_eq!(told, [names("FEET", "1 node", 1), names("FEET", "2 elements", 0), names("NONE", "1 element", 0)]);
    assert!(warnings.iter().all(|w| w.code == "I115"));
}

/// Lines 1-2-3 and, after the pen is lifted, 4-1: three cells numbered after the element 5.
#[test]
fn trace_lines_are_segments() {
    let nodes: String = (1..=4).map(|n| format!("{n} 1 1 11\n{n}.0 0.0 0.0\n")).collect();
    let sets = "-1\n82\n1 6 3\nNONE\n1 2 3 0\n4 1\n-1\n-1\n2412\n5 11 1 1 7 2\n0 1 1\n2 4\n-1\n-1\n2431\nwhat\n-1\n";
    let (mesh, warnings) = read("m.unv", format!("-1\n2411\n{nodes}-1\n{sets}").as_bytes(), true).unwrap();
    let cells: Vec<_> = mesh.cells.iter().map(|c| (c.label.as_str(), c.nodes.as_slice())).collect();
    assert_eq!(cells, [("M6", &[0, 1][..]), ("M7", &[1, 2]), ("M8", &[3, 0]), ("M5", &[1, 3])]);
    assert!(mesh.cells.iter().all(|c| c.kind == CellKind::Segment2));
    assert_eq!(mesh.cell_groups["COUL_3"], [0, 1, 2]);
    assert_eq!(warnings[0].code, "I113");
    assert!(fault("-1\n2411\n1 1 1 11\n0. 0. 0.\n-1\n-1\n82\n1 3 3\nNONE\n1 1\n-1\n").starts_with("I106"));
}

#[test]
fn errors_say_the_line() {
    assert!(fault("").starts_with("I102 m.unv:0: the universal file has no nodes"));
    assert!(fault("COOR_3D\n").starts_with("I105 m.unv:1: a data set must start here"));
    assert!(fault("-1\n2411\n1 1 1 11\n0. 0. 0.\n").starts_with("I102 m.unv:4: the mesh file ends inside the nodes"));
    assert!(fault("-1\n2411\n1 1 1 11\n0. 0. x\n-1\n").starts_with("I105 m.unv:4: `x` is no coordinate"));
    let node = "-1\n2411\n1 1 1 11\n0. 0. 0.\n-1\n";
    let element = format!("{node}-1\n2412\n1 21 1 1 7 2\n0 1 1\n1 2\n-1\n");
    assert!(fault(&element).starts_with("I104 m.unv:8: there is no node 2 (in element 1)"), "{}", fault(&element));
    let twice = format!("{node}{node}");
    assert!(fault(&twice).starts_with("I103 m.unv:10: the node 1 is there twice"));
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(
        changes in prop::collection::vec((any::<prop::sample::Index>(), "[-0-9a-z \n]"), 0..6),
        kept in any::<prop::sample::Index>(),
        cut in any::<bool>(),
    ) {
        let mut bytes = CHAIN.as_bytes().to_vec();
        for (place, text) in changes {
            let at = place.index(bytes.len());
            bytes[at] = text.as_bytes()[0];
        }
        if cut {
            bytes.truncate(kept.index(bytes.len()));
        }
        if let Ok((mesh, _)) = read("m.unv", &bytes, true) {
            prop_assert!(mesh.cells.iter().flat_map(|c| &c.nodes).all(|&n| n < mesh.nodes.len()));
        }
    }
}
