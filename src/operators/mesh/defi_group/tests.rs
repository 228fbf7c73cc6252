use super::{cells, nodes};
use crate::catalogue::{Given, Keywords, Value};
use crate::io::mail;
use crate::kernel::mesh::Mesh;
use crate::operators::call::testing::{completed_occurrence, span};

fn mesh() -> Mesh {
    let text = "COOR_3D A 0 0 0 B 1 0 0 C 2 0 0 D 0 3 0 E 0 0 -2 FINSF
        SEG2 S A B T C B FINSF POI1 P D Q E FINSF
        GROUP_MA BEAM T S FINSF GROUP_MA POINTS P Q FINSF GROUP_MA SOME Q S FINSF
        GROUP_NO ONE A FINSF GROUP_NO TWO B FINSF GROUP_NO THREE C FINSF GROUP_NO LIST D C B FINSF FIN";
    mail::read("m.mail", text.as_bytes()).unwrap()
}

fn texts(pairs: &[(&'static str, &[&str])]) -> Keywords {
    let mut keywords = Keywords::new(None);
    for (name, values) in pairs {
        let values = values.iter().map(|v| Value::Text((*v).into())).collect();
        keywords.insert(name, Given { values, span: Some(span()) });
    }
    keywords
}

fn with_reals(mut keywords: Keywords, pairs: &[(&'static str, &[f64])]) -> Keywords {
    for (name, values) in pairs {
        let values = values.iter().map(|v| Value::Real(*v)).collect();
        keywords.insert(name, Given { values, span: Some(span()) });
    }
    keywords
}

fn of_nodes(keywords: Keywords) -> Keywords {
    completed_occurrence("DEFI_GROUP", "CREA_GROUP_NO", keywords)
}

fn of_cells(keywords: Keywords) -> Keywords {
    completed_occurrence("DEFI_GROUP", "CREA_GROUP_MA", keywords)
}

fn nodes_of(pairs: &[(&'static str, &[&str])]) -> Vec<usize> {
    nodes::groups(&of_nodes(texts(pairs)), &mesh()).unwrap().remove(0).1
}

fn cells_of(pairs: &[(&'static str, &[&str])]) -> Vec<usize> {
    cells::group(&of_cells(texts(pairs)), &mesh()).unwrap().1
}

#[test]
fn sets_of_cells() {
    assert_eq!(cells_of(&[("UNION", &["SOME", "BEAM"])]), [0, 1, 3]);
    assert_eq!(cells_of(&[("INTERSEC", &["BEAM", "SOME"])]), [0]);
    assert_eq!(cells_of(&[("DIFFE", &["BEAM", "SOME"])]), [1]);
    assert_eq!(cells_of(&[("TOUT", &["OUI"]), ("TYPE_MAILLE", &["POI1"])]), [2, 3]);
    assert_eq!(cells_of(&[("GROUP_MA", &["BEAM"]), ("POSITION", &["INIT"])]), [1]);
    assert_eq!(cells_of(&[("OPTION", &["APPUI"]), ("GROUP_NO", &["LIST"]), ("TYPE_APPUI", &["TOUT"])]), [1, 2]);
    assert_eq!(cells_of(&[("OPTION", &["APPUI"]), ("GROUP_NO", &["ONE"]), ("TYPE_APPUI", &["AU_MOINS_UN"])]), [0]);
}

#[test]
fn sets_of_nodes() {
    assert_eq!(nodes_of(&[("NOM", &["X"]), ("GROUP_MA", &["BEAM"])]), [0, 1, 2]);
    assert_eq!(nodes_of(&[("NOM", &["X"]), ("UNION", &["THREE", "ONE"])]), [2, 0]);
    assert_eq!(nodes_of(&[("NOM", &["X"]), ("GROUP_NO", &["LIST"]), ("POSITION", &["MILIEU"])]), [2]);
    assert_eq!(nodes_of(&[("NOM", &["X"]), ("DIFFE", &["LIST", "TWO"])]), [3, 2]);
    let all = nodes::groups(&of_nodes(texts(&[("TOUT_GROUP_MA", &["OUI"])])), &mesh()).unwrap();
    assert_eq!(all.iter().map(|g| g.0.as_str()).collect::<Vec<_>>(), ["BEAM", "POINTS", "SOME"]);
    let unnamed = nodes::groups(&of_nodes(texts(&[("GROUP_MA", &["POINTS", "BEAM"])])), &mesh()).unwrap();
    assert_eq!(unnamed, [("POINTS".to_string(), vec![3, 4]), ("BEAM".to_string(), vec![0, 1, 2])]);
}

#[test]
fn regions() {
    let option = |name| texts(&[("OPTION", &[name]), ("NOM", &["X"])]);
    let of = |k: Keywords| nodes::groups(&of_nodes(k), &mesh()).unwrap().remove(0).1;
    let sphere = [("POINT", &[0.0, 0.0][..]), ("RAYON", &[2.0]), ("PRECISION", &[0.01])];
    assert_eq!(of(with_reals(option("ENV_SPHERE"), &sphere)), [2, 4]);
    let cylinder =
        [("POINT", &[0.0; 3][..]), ("RAYON", &[2.0]), ("PRECISION", &[0.01]), ("VECT_NORMALE", &[0.0, 5.0, 0.0])];
    assert_eq!(of(with_reals(option("ENV_CYLINDRE"), &cylinder)), [2, 4]);
    let plane = [("POINT", &[0.0; 3][..]), ("PRECISION", &[0.01]), ("ANGL_NAUT", &[90.0, 0.0])];
    assert_eq!(of(with_reals(option("PLAN"), &plane)), [0, 1, 2, 4]);
    let band = with_reals(
        texts(&[("OPTION", &["BANDE"])]),
        &[("POINT", &[0.0; 3]), ("DIST", &[1.5]), ("VECT_NORMALE", &[1.0, 0.0, 0.0])],
    );
    assert_eq!(cells::group(&of_cells(band), &mesh()).unwrap().1, [0, 1, 2, 3]);
}

#[test]
fn ordered_lines() {
    let ends = [
        ("OPTION", &["SEGM_DROI_ORDO"][..]),
        ("NOM", &["X"]),
        ("GROUP_NO_ORIG", &["THREE"]),
        ("GROUP_NO_EXTR", &["ONE"]),
        ("CRITERE", &["ABSOLU"]),
    ];
    let line = with_reals(texts(&ends), &[("PRECISION", &[1e-6])]);
    assert_eq!(nodes::groups(&line, &mesh()).unwrap()[0].1, [2, 1, 0]);
    let chain =
        [("OPTION", &["NOEUD_ORDO"][..]), ("NOM", &["X"]), ("GROUP_MA", &["BEAM"]), ("GROUP_NO_ORIG", &["ONE"])];
    assert_eq!(nodes_of(&chain), [0, 1, 2]);
}

#[test]
fn a_part_beyond_the_group_is_refused() {
    let mut keywords = texts(&[("NOM", &["X"]), ("GROUP_NO", &["LIST"])]);
    keywords.insert("NUME_INIT", Given { values: vec![Value::Integer(2)].into(), span: Some(span()) });
    keywords.insert("NUME_FIN", Given { values: vec![Value::Integer(4)].into(), span: Some(span()) });
    assert_eq!(nodes::groups(&keywords, &mesh()).unwrap_err().code, "R108");
}

#[test]
fn a_closed_line_begins_where_and_as_it_is_told() {
    let text = "COOR_2D A 0 0 B 1 0 C 1 1 FINSF SEG2 S A B T B C U C A FINSF
        GROUP_MA RING S T U FINSF GROUP_NO FIRST B FINSF FIN";
    let mesh = mail::read("m.mail", text.as_bytes()).unwrap();
    let ordered = |more: &[(&'static str, &[&str])], along: &[f64]| {
        let pairs: Vec<(&'static str, &[&str])> =
            [("OPTION", &["NOEUD_ORDO"][..]), ("NOM", &["LINE"]), ("GROUP_MA", &["RING"])]
                .into_iter()
                .chain(more.iter().copied())
                .collect();
        let keywords = with_reals(texts(&pairs), &[("VECT_ORIE", along)]);
        nodes::groups(&keywords, &mesh).unwrap().remove(0).1
    };
    assert_eq!(ordered(&[("GROUP_NO_ORIG", &["FIRST"])], &[0.0, 1.0]), [1, 2, 0, 1]);
    assert_eq!(ordered(&[("GROUP_NO_ORIG", &["FIRST"])], &[-1.0, 0.0]), [1, 0, 2, 1]);
    assert_eq!(ordered(&[("ORIGINE", &["SANS"])], &[1.0, 0.1]), [0, 1, 2, 0]);
}
