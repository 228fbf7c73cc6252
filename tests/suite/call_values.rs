//! What a call stands for: calls whose values depend on a computed number, concepts asked for with CO, and errors that a loop repeats.

use std::path::PathBuf;

use crate::program::{root, scratch, stickslip};

/// A table of a number that only a run knows.
const COMPUTED: &str = "DEBUT()
A = 1.7
F = DEFI_FONCTION(NOM_PARA='INST', VALE=(0., 0., 1., A))
P = F(0.7)
PEAKS = CREA_TABLE(LISTE=(_F(PARA='PEAK', LISTE_R=(P, PLUS)),))
TEST_TABLE(TABLE=PEAKS, NOM_PARA='PEAK', FILTRE=_F(NOM_PARA='PEAK', CRIT_COMP='MINI'), VALE_CALC=1.19)
FIN()
";

fn folder(name: &str, study: &str) -> PathBuf {
    let folder = scratch(&format!("standing_{name}"));
    std::fs::write(folder.join("s.comm"), study).unwrap();
    let mesh = root().join("tests/cases/modes/asked_in_lists.mail");
    std::fs::copy(mesh, folder.join("s.mail")).unwrap();
    folder
}

fn text_of(folder: &std::path::Path, arguments: &[&str]) -> (i32, String) {
    let output = stickslip(folder, arguments);
    let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    (output.status.code().unwrap_or(-1), text)
}

#[test]
fn a_table_of_computed_numbers_is_collected() {
    let folder = folder("collect", &COMPUTED.replace("PLUS", "max(F.Ordo())"));
    let plan = ["sweep", "plan", "s.comm", "--grid", "A=1.7,2.3", "-o", "c", "--assertions", "--collect"];
    let (code, text) = text_of(&folder, &[&plan[..], &["PEAKS"]].concat());
    assert_eq!(code, 0, "{text}");
    let (code, text) = text_of(&folder, &["sweep", "run", "c", "-j", "1"]);
    assert!(code == 0 && text.contains("2 cases run, 1 failed"), "the assertion holds for one value alone:\n{text}");
    text_of(&folder, &["sweep", "merge", "c", "-o", "m.csv"]);
    let merged = std::fs::read_to_string(folder.join("m.csv")).unwrap();
    assert!(merged.lines().next().unwrap().contains("PEAKS.PEAK"), "{merged}");
    assert!(merged.contains(",1.19,") && merged.contains(",1.60"), "{merged}");
    std::fs::remove_dir_all(folder.join("c")).unwrap();
    let (code, text) = text_of(&folder, &[&plan[..], &["PEAK"]].concat());
    assert!(code == 2 && text.contains("W003"), "{text}");
}

#[test]
fn a_call_in_doubt_is_a_node_with_edges() {
    let folder = folder("graph", &COMPUTED.replace("PLUS", "2.9"));
    let output = stickslip(&folder, &["graph", "s.comm", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let nodes: Vec<&str> = json["nodes"].as_array().unwrap().iter().map(|n| n["command"].as_str().unwrap()).collect();
    assert_eq!(nodes, ["DEFI_FONCTION", "CREA_TABLE", "TEST_TABLE"]);
    assert_eq!(json["nodes"][2]["needs"], serde_json::json!([1]));
    let (code, text) = text_of(&folder, &["check", "s.comm"]);
    assert!(code == 0 && text.contains("3 operators, nothing wrong"), "{text}");
    let (code, text) = text_of(&folder, &["run", "s.comm"]);
    assert_eq!(code, 0, "{text}");
}

/// A sum of matrices in a loop, one of which nobody made.
const LOOP: &str = "DEBUT()
MESH = LIRE_MAILLAGE(FORMAT='ASTER')
MODEL = AFFE_MODELE(MAILLAGE=MESH, AFFE=_F(GROUP_MA='MASS', PHENOMENE='MECANIQUE', MODELISATION='DIS_T'))
CARA = AFFE_CARA_ELEM(MODELE=MODEL, DISCRET=_F(GROUP_MA='MASS', CARA='K_T_D_N', VALE=(3., 4., 5.)))
for i in range(17):
    KEPT = CO('K_%d' % i)
    ASSEMBLAGE(MODELE=MODEL, CARA_ELEM=CARA, NUME_DDL=CO('NUM'), MATR_ASSE=_F(MATRICE=KEPT, OPTION='RIGI_MECA'))
    SUM = COMB_MATR_ASSE(COMB_R=_F(MATR_ASSE=MATRIX, COEF_R=0.3))
FIN()
";

#[test]
fn an_error_of_a_loop_is_told_once_with_a_count() {
    let study = folder("loop", &LOOP.replace("MATRIX", "KEPT"));
    let (code, text) = text_of(&study, &["check", "s.comm"]);
    assert_eq!(code, 0, "{text}");
    let wrong = folder("loop_wrong", &LOOP.replace("MATRIX", "CO('L_%d' % i)"));
    let (code, text) = text_of(&wrong, &["check", "s.comm"]);
    assert_eq!((code, text.matches("C004").count()), (2, 1), "{text}");
    assert!(text.contains("found CO('L_0')") && text.contains("and 16 more like it, in the loop of line 5"), "{text}");
    // Missing keywords of one call are all told.
    let calls = LOOP
        .replace("MATRIX", "KEPT")
        .replace("MAILLAGE=MESH, AFFE", "AFFE")
        .replace("MODELE=MODEL, DISCRET", "DISCRET");
    let (_, text) = text_of(&folder("loop_missing", &calls), &["check", "s.comm"]);
    assert!(text.contains("MAILLAGE") && text.contains("MODELE"), "{text}");
}

#[test]
fn max_errors_counts_what_it_leaves_out() {
    let study = folder("most", "DEBUT()\nA = F1()\nB = F2()\nC = F3()\nFIN()\n");
    let (code, text) = text_of(&study, &["check", "s.comm", "--max-errors", "1"]);
    assert_eq!(
        (code, text.matches("is not an operator").count() + text.matches("is not defined").count()),
        (2, 1),
        "{text}"
    );
    assert!(text.contains("2 more errors are not shown (--max-errors 1)"), "{text}");
    let (code, text) = text_of(&study, &["run", "s.comm", "--max-errors", "2"]);
    assert!(code == 2 && text.contains("1 more error is not shown (--max-errors 2)"), "{text}");
    let output = stickslip(&study, &["check", "s.comm", "--max-errors", "1", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["studies"][0]["errors_not_shown"], 2);
}

#[test]
fn a_name_made_twice_in_one_call_is_refused() {
    let study = folder("twice", &LOOP.replace("NUME_DDL=CO('NUM')", "NUME_DDL=CO('K_3')").replace("MATRIX", "KEPT"));
    let (code, text) = text_of(&study, &["check", "s.comm"]);
    assert!(code == 2 && text.contains("C014") && text.contains("ASSEMBLAGE makes K_3 twice"), "{text}");
}
