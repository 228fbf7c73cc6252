use super::read;
use crate::kernel::mesh::CellKind;

const EXAMPLE: &str = "TITRE
two masses and a spring
FINSF
COOR_3D
A  0.0  0.0  0.0
B  1.0  0.0  0.0
FINSF
SEG2
S1 A B
FINSF
POI1
P1 B
FINSF
GROUP_MA
SPRING S1
FINSF
GROUP_NO NOM = TIP
B
FINSF
FIN
";

#[test]
fn reads_the_example_of_the_format() {
    let mesh = read("m.mail", EXAMPLE.as_bytes()).unwrap();
    assert_eq!(mesh.title, "two masses and a spring");
    assert_eq!(mesh.nodes[1].position, [1.0, 0.0, 0.0]);
    assert_eq!((mesh.cells[0].kind, &mesh.cells[0].nodes[..]), (CellKind::Segment2, &[0, 1][..]));
    assert_eq!(mesh.cell_groups["SPRING"], [0]);
    assert_eq!(mesh.node_groups["TIP"], [1]);
    assert_eq!(mesh.dimension, 3);
}

#[test]
fn any_order_heads_comments_tabs_and_fortran_numbers() {
    let text =
        "% a comment\nGROUP_NO\nALL\nA 7\nFINSF\nGROUP_MA NOM=EMPTY FINSF\nGROUP_NO\tNOM =\tHALF\tNBOBJ=1\n7\nFINSF
SEG2 NOM=X NBLIGE = 1\nS1 A\n 7 % continued\nFINSF\nCOOR_2D\nA\t1. -2.5E-01 7 1.0D+03\n\t.5\nFINSF\nFIN\njunk";
    let mesh = read("m.mail", text.as_bytes()).unwrap();
    assert_eq!(mesh.dimension, 2);
    assert_eq!(mesh.nodes[0].position, [1.0, -0.25, 0.0]);
    assert_eq!(mesh.nodes[1].position, [1000.0, 0.5, 0.0]);
    assert_eq!(mesh.node_groups["ALL"], [0, 1]);
    assert_eq!(mesh.node_groups["HALF"], [1]);
    assert!(mesh.cell_groups["EMPTY"].is_empty());
    assert_eq!(mesh.cells[0].nodes.as_slice(), [0, 1]);
}

#[test]
fn titles_hold_any_bytes() {
    let mut bytes = b"TITRE\n\xe9t\xe9 FIN COOR_3D\nFINSF\n".to_vec();
    bytes.extend(b"COOR_3D\nA 0 0 0\nFINSF FIN");
    assert_eq!(read("m.mail", &bytes).unwrap().title, "été FIN COOR_3D");
}

fn message(text: &str) -> (String, &'static str) {
    let fault = *read("m.mail", text.as_bytes()).unwrap_err();
    (format!("{} [{}]", fault.message, fault.help.unwrap_or_default()), fault.code)
}

#[test]
fn every_error_says_where() {
    let cases = [
        ("COOR_3D\nA 0 0 0\n", "I102", "m.mail:2:8: the mesh file ends inside the block COOR_3D of line 1"),
        ("COOR_3D\nA 0 0 0\nFINSF\n", "I102", "m.mail:3:6: the mesh file ends without FIN"),
        ("COOR_3D\nA 0 0 0\n A 1 0 0\nFINSF\nFIN", "I103", "m.mail:3:2: node A is there twice, first at line 2"),
        ("COOR_3D\nBOB 0 0 0\nFINSF\nPOI1\nP BOP\nFINSF\nFIN", "I104", "m.mail:5:3: there is no node BOP (in cell P)"),
        ("COOR_3D\nA 0 0 0\nFINSF\nSEG2\nS A\nT A A\nFINSF\nFIN", "I106", "m.mail:5:1: cell S has 1 of the 2 nodes"),
        ("COOR_3D\nA 0 0 0\nFINSF\nSEG2\nS A\nFINSF\nFIN", "I106", "m.mail:5:1: cell S has 1 of the 2 nodes of a SEG2"),
        ("COOR_3D\nA 0 0 0\nFINSF\nGROUP_MA\nG M\nFINSF\nFIN", "I104", "m.mail:5:3: there is no cell M (in group G)"),
        ("COOR_3D\nA 0 0,5 0\nFINSF\nFIN", "I105", "m.mail:2:5: `0,5` is no coordinate of node A"),
        ("COOR_3D\nA 0 nan 0\nFINSF\nFIN", "I105", "m.mail:2:5: `nan` is no coordinate of node A"),
        ("COOR_3D\nA 0 0\nB 0 0 0\nFINSF\nFIN", "I106", "m.mail:2:1: node A has 2 of its 3 coordinates"),
        (
            "COORD_3D\nA 0 0 0\nFINSF\nFIN",
            "I105",
            "m.mail:1:1: unknown block `COORD_3D` in the mesh file [did you mean COOR_3D?]",
        ),
        ("GROUP_NO\nFINSF\nFIN", "I105", "m.mail:1:1: GROUP_NO without a name"),
        ("GROUP_NO A FINSF\nGROUP_NO A FINSF\nFIN", "I103", "m.mail:2:10: group A of nodes is there twice"),
        ("TITRE\nx", "I102", "m.mail:2:2: the mesh file ends inside the block TITRE of line 1"),
        ("", "I102", "m.mail:1:1: the mesh file ends without FIN"),
    ];
    for (text, code, expected) in cases {
        let (found, found_code) = message(text);
        assert_eq!(found_code, code, "{found}");
        assert!(found.starts_with(expected), "{found}\n{expected}");
    }
    assert!(message("COOR_3D\nBOB 0 0 0\nFINSF\nPOI1\nP BOP\nFINSF\nFIN").0.ends_with("[did you mean BOB?]"));
}

mod any_input {
    use proptest::prelude::*;

    use super::super::read;

    proptest! {
        /// For all texts made of the words of the format, reading ends and does not panic.
        #[test]
        fn never_panics(words in prop::collection::vec(
            prop::sample::select(vec!["COOR_3D", "SEG2", "GROUP_NO", "NOM", "=", "A", "B", "1.5", "FINSF", "FIN", "\n", "%", "TITRE"]),
            0..40,
        )) {
            let _ = read("m.mail", words.join(" ").as_bytes());
        }

        #[test]
        fn never_panics_on_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = read("m.mail", &bytes);
        }
    }
}
