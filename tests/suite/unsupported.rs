//! Truth for those who bring studies: what is not here and what to do instead, and messages about pasted texts and damaged meshes.

use std::path::{Path, PathBuf};

use crate::program::{scratch, stickslip};

const MESH: &str = "COOR_3D\nA 0. 0. 0.\nB 1.3 0. 0.\nFINSF\nSEG2\nS A B\nFINSF\nPOI1\nP B\nFINSF\n\
    GROUP_MA\nBAR S\nFINSF\nGROUP_MA\nWEIGHT P\nFINSF\nGROUP_NO\nEND A\nFINSF\nFIN\n";

fn folder(name: &str, study: &str, mesh: &str) -> PathBuf {
    let folder = scratch(&format!("truth_{name}"));
    std::fs::write(folder.join("s.comm"), study).unwrap();
    std::fs::write(folder.join("s.mail"), mesh).unwrap();
    folder
}

/// What `check` says of a study.
fn said(name: &str, study: &str, mesh: &str) -> String {
    let folder = folder(name, study, mesh);
    text_of(&folder, &["check", "s.comm"])
}

fn text_of(folder: &Path, arguments: &[&str]) -> String {
    let output = stickslip(folder, arguments);
    [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat()
}

/// All parts stand in the text.
fn has(text: &str, parts: &[&str]) {
    // Lines of messages are filled.
    let filled = text.replace("\n  | ", " ").split_whitespace().collect::<Vec<_>>().join(" ");
    for part in parts {
        assert!(filled.contains(part), "{part}\n{text}");
    }
}

#[test]
fn what_is_missing_has_a_way_out_and_is_listed_at_the_end() {
    let study = "DEBUT()\nA = OBSERVATION()\nB = STAT_VISCO()\nC = LISS_SPECTRE()\nD = LISS_SPECTRE()\n\
        M = DEFI_MATERIAU(MAZARS=_F(EPSD0=1.e-4))\nFIN()\n";
    let text = said("missing", study, MESH);
    has(
        &text,
        &[
            "G003",
            "OBSERVATION is not available",
            "measured data are not expanded",
            "numpy on their values",
            "not available here: OBSERVATION (line 2), LISS_SPECTRE (lines 4, 5), MAZARS of DEFI_MATERIAU (line 6)",
        ],
    );
    let doc = text_of(&folder("doc", study, MESH), &["doc", "LISS_SPECTRE"]);
    has(&doc, &["LISS_SPECTRE is not available: smoothing and envelope of spectra"]);
}

#[test]
fn a_folder_ends_with_a_table_of_what_is_missing() {
    let folder = folder("folder", "DEBUT()\nA = MAC_MODES()\nB = ELIM_LAGR()\nFIN()\n", MESH);
    std::fs::write(folder.join("t.comm"), "DEBUT()\nA = MAC_MODES()\nFIN()\n").unwrap();
    std::fs::write(folder.join("u.comm"), "DEBUT()\nassert 0.7 < 1.3\nFIN()\n").unwrap();
    let expected =
        ["not available here, by number of studies (2 of 3 need some of it):", "2 1 MAC_MODES 1 0 ELIM_LAGR"];
    has(&text_of(&folder, &["check", "."]), &expected);
    has(&text_of(&folder, &["test", "."]), &expected);
    let output = stickslip(&folder, &["check", ".", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["missing"][0], serde_json::json!({"what": "MAC_MODES", "studies": 2, "nothing_else": 1}));
}

#[test]
fn wrong_groups_behind_a_wrong_model_are_told_too() {
    let study = "DEBUT()\nMA = LIRE_MAILLAGE(FORMAT='ASTER')\n\
        MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(GROUP_MA='BARR', PHENOMENE='MECANIQUE', MODELISATION='DIS_T'))\n\
        CA = AFFE_CARA_ELEM(MODELE=MO, DISCRET=(_F(GROUP_MA='BRA', CARA='M_T_D_L', VALE=0.7),\n\
        _F(GROUP_MA='BAAR', CARA='K_T_D_L', VALE=(3., 4., 5.))))\n\
        CH = AFFE_CHAR_MECA(MODELE=MO, DDL_IMPO=_F(GROUP_NO='ENDD', DX=0.))\nFIN()\n";
    let text = said("groups", study, MESH);
    for group in ["BARR", "BAAR", "BRA", "ENDD"] {
        assert!(
            text.contains(&format!("group named {group}")) || text.contains(&format!("'{group}'")),
            "{group}\n{text}"
        );
    }
}

#[test]
fn modules_of_the_reference_program_are_told_apart() {
    let text = said("modules", "from code_aster.Objects.table_graph import Graph\n", MESH);
    has(
        &text,
        &[
            "whose classes are not here",
            "CREA_TABLE",
            "not available here: Python module code_aster.Objects.table_graph",
        ],
    );
}

#[test]
fn english_names_are_answered_by_meaning() {
    let text = said("glossary", "DEBUT()\nMA = READ_MESH()\nF = DEFI_OBSTACLE(GAP=0.3)\nFIN()\n", MESH);
    has(&text, &["LIRE_MAILLAGE"]);
    let study = "DEBUT()\nR = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE',\n\
        COMPORTEMENT=_F(RELATION='DIS_CHOC', FRICTION=0.17))\nFIN()\n";
    let text = said("friction", study, MESH);
    has(&text, &["has no keyword FRICTION", "did you mean"]);
    assert!(text.contains("COULOMB") || text.contains("FROTTEMENT"), "{text}");
    assert!(!text.contains("did you mean FONCTION"), "{text}");
}

#[test]
fn pasted_listings_are_one_message() {
    let numbers = "7 DEBUT()\n8 A = 0.7\n9 B = (1.3,\n10     2.9)\n11 FIN()\n";
    let prompts = ">>> DEBUT()\n>>> B = (1.3,\n...     2.9)\n>>> FIN()\n";
    for (name, text, expected) in [
        ("numbers", numbers, "each line begins with its number: pasted from a listing?"),
        ("prompts", prompts, "each line begins with a prompt: pasted from a session?"),
        ("fences", "```\nDEBUT()\nFIN()\n```\n", "the file stands between the fences of a page"),
    ] {
        let text = said(name, text, MESH);
        has(&text, &[expected, "s.comm: 1 error"]);
    }
}

#[test]
fn characters_that_are_not_seen_and_cut_words_are_named() {
    let text = said("invisible", "DEBUT()\nA\u{ad}B = 0.3\nC = 1\u{200b}3\nFIN()\n", MESH);
    has(&text, &["U+00AD (soft hyphen)", "U+200B (zero-width space)", "remove it"]);
    let text = said("hyphen", "DEBUT()\nR = DYNA_VIBRA(INCRE-\nMENT=_F(PAS=0.3))\nFIN()\n", MESH);
    has(&text, &["a word cut at the end of a line? write INCREMENT in one piece"]);
}

#[test]
fn decimal_commas_are_guessed() {
    let study = "DEBUT()\nMA = LIRE_MAILLAGE(FORMAT='ASTER')\n\
        MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(GROUP_MA='BAR', PHENOMENE='MECANIQUE', MODELISATION='DIS_T'))\n\
        CA = AFFE_CARA_ELEM(MODELE=MO, DISCRET=_F(GROUP_MA='BAR', CARA='K_T_D_L', VALE=(17,3, 2,09, 0,7)))\nFIN()\n";
    has(
        &said("tuple", &study.replace("2,09", "2,9"), MESH),
        &["needs 3 values; found 6", "decimals use a point: (17.3, 2.9, 0.7)"],
    );
    has(&said("assigned", "A = 2,7\nB = A + 0.3\n", MESH), &["decimals use a point: 2.7, not 2,7"]);
    let mesh = MESH.replace("1.3 0.", "1,3 0.");
    has(
        &said("mesh", "MA = LIRE_MAILLAGE(FORMAT='ASTER')\n", &mesh),
        &["`1,3` is no coordinate of node B", "decimals use a point: 1.3"],
    );
}

#[test]
fn meshes_show_their_own_lines() {
    let read = "MA = LIRE_MAILLAGE(FORMAT='ASTER')\n";
    let text = said("own_lines", read, &MESH.replace("S A B", "S A C"));
    has(&text, &["s.mail:6", "6 | S A C", "read at s.comm:1"]);
    let text = said("finsf", read, &MESH.replace("S A B\nFINSF", "S A B"));
    has(&text, &["FINSF is missing before POI1"]);
    let text = said("finsf_nodes", read, &MESH.replace("0. 0.\nFINSF\nSEG2", "0. 0.\nSEG2"));
    has(&text, &["FINSF is missing before SEG2"]);
    let text = said("gmsh4", read, "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n");
    has(&text, &["a mesh of gmsh, version 4.1", "export version 2.2"]);
    let text = said("html", read, "<!DOCTYPE html>\n<html></html>\n");
    has(&text, &["a page of HTML"]);
    let text = said(
        "empty",
        &format!("{read}FIN()\n"),
        &MESH.replace("GROUP_NO\nEND A", "GROUP_NO\nGB\nFINSF\nGROUP_NO\nEND A"),
    );
    has(&text, &["a group holds nothing: GB (nodes)", "no error, 1 warning"]);
}
