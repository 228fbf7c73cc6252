//! Studies in the forms of version 15 beside their twins of today (`tests/cases/former`): the same figures, and the upgrade of
//! the former one gives them too.

use std::path::Path;

use crate::program::{copy_of, root, run_study, stickslip};

/// Studies in former forms (all but `NAME_today`), with their twin in today's syntax when there is one: `NAME_today` for `NAME`
/// or `NAME_of_2020`.
fn studies() -> Vec<(String, Option<String>)> {
    let entries = std::fs::read_dir(root().join("tests/cases/former")).unwrap();
    let mut stems: Vec<String> = entries
        .filter_map(|e| e.unwrap().file_name().to_string_lossy().strip_suffix(".comm").map(str::to_string))
        .collect();
    stems.sort();
    let twin = |stem: &String| {
        let today = format!("{}_today", stem.trim_end_matches("_of_2020"));
        stems.contains(&today).then_some(today)
    };
    let former: Vec<_> = stems.iter().filter(|s| !s.ends_with("_today")).map(|s| (s.clone(), twin(s))).collect();
    let twins = stems.len() - former.len();
    assert_eq!(former.iter().filter(|(_, t)| t.is_some()).count(), twins, "a twin without its former study");
    former
}

/// Exit code, and all that is printed.
fn command(folder: &Path, arguments: &[&str]) -> (i32, String) {
    let output = stickslip(folder, arguments);
    let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    (output.status.code().unwrap_or(-1), text)
}

/// What a study computes, bit by bit.
fn figures(json: &serde_json::Value) -> Vec<(String, String, String)> {
    let tests = json["tests"].as_array().cloned().unwrap_or_default();
    tests.iter().map(|t| (t["command"].to_string(), t["expected"].to_string(), t["computed"].to_string())).collect()
}

/// All of the JSON of a run but for its time, the notes about old forms, and what names places in the text: lines, and labels,
/// which hold the names of nodes or of their groups.
fn whole(json: &serde_json::Value) -> serde_json::Value {
    let mut json = json.clone();
    json["wall_s"].take();
    json["diagnostics"] = json["diagnostics"]
        .as_array()
        .map(|all| {
            // A study that was upgraded is one of today: what is said of former versions alone is gone.
            let former = ["G030", "G031", "G034"];
            let kept = all.iter().filter(|d| !former.iter().any(|code| d["code"] == *code));
            kept.map(|d| d["code"].clone()).collect()
        })
        .unwrap_or_default();
    for test in json["tests"].as_array_mut().into_iter().flatten() {
        test["line"].take();
        test["label"].take();
    }
    json
}

#[test]
fn former_studies_and_their_twins_of_today_give_the_same_figures() {
    let folder = copy_of(&root().join("tests/cases/former"), "former_twins");
    for (former, today) in studies().into_iter().filter_map(|(f, t)| Some((f, t?))) {
        let [(old, old_text, a), (new, new_text, b)] =
            [&former, &today].map(|study| run_study(&folder, &format!("{study}.comm"), &[]));
        assert_eq!((old, new), (0, 0), "{former}, {today}:\n{old_text}\n{new_text}");
        assert_eq!(figures(&a), figures(&b), "{former} and {today}");
        assert_eq!(old_text.matches("written for version 15").count(), 1, "one note in {former}:\n{old_text}");
        assert!(!new_text.contains("version 15"), "no note in {today}:\n{new_text}");
    }
}

#[test]
fn the_upgrade_of_a_former_study_gives_the_same_and_upgrading_twice_changes_nothing() {
    let folder = copy_of(&root().join("tests/cases/former"), "former_upgrade");
    for (former, _) in studies() {
        let study = format!("{former}.comm");
        let (status, text, before) = run_study(&folder, &study, &[]);
        assert_eq!(status, 0, "{text}");
        let upgrade = || command(&folder, &["upgrade", &study, "--in-place"]);
        let (status, table) = upgrade();
        assert_eq!(status, 0, "{table}");
        let first = std::fs::read_to_string(folder.join(&study)).unwrap();
        let (status, text, after) = run_study(&folder, &study, &[]);
        assert_eq!(status, 0, "{former} upgraded:\n{first}\n{text}");
        assert!(before["tests"].as_array().is_some_and(|tests| !tests.is_empty()), "{former}");
        assert_eq!(whole(&before), whole(&after), "{former}");
        let (_, table) = upgrade();
        assert_eq!(std::fs::read_to_string(folder.join(&study)).unwrap(), first, "{former} again:\n{table}");
    }
}

#[test]
fn each_form_is_listed_with_the_spelling_of_today() {
    let folder = copy_of(&root().join("tests/cases/former"), "former_list");
    let (status, text) = command(&folder, &["check", "--verbose", "names.comm"]);
    assert_eq!(status, 0, "{text}");
    for line in [
        "names.comm:2  DEBUT: CODE is now CODE='OUI'",
        "AFFE_CARA_ELEM: DISCRET/MAILLE is now DISCRET/GROUP_MA",
        "AFFE_CHAR_MECA: DDL_IMPO/LIAISON='ENCASTRE' is now DDL_IMPO/BLOCAGE=('DEPLACEMENT', 'ROTATION')",
        "TEST_RESU: RESU/NOEUD is now RESU/GROUP_NO",
        "FIN: FORMAT_HDF is no longer needed",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
}

#[test]
fn an_old_name_is_explained() {
    let said = |topic: &str| command(&root(), &["doc", topic]);
    for (topic, today) in [
        ("POURSUITE", "today DEBUT"),
        ("SEPAR", "LIRE_FONCTION: SEPAR is now SEPARATEUR"),
        ("AFFE_CHAR_MECA.LIAISON", "BLOCAGE=('DEPLACEMENT', 'ROTATION')"),
        ("EULER", "today DIFF_CENTRE"),
        ("ADAPT", "today ADAPT_ORDRE2"),
        ("METHODE", "today SCHEMA"),
        ("CHOC", "RELATION='DIS_CHOC'"),
        ("ENCASTRE", "BLOCAGE=('DEPLACEMENT', 'ROTATION')"),
        ("COMB_SISM_MODAL.EXCIT", "today SPECTRE"),
        ("aster.getvectjev", "getValues()"),
    ] {
        let (status, text) = said(topic);
        assert!(status == 0 && text.contains(today), "{topic}: {text}");
    }
    assert_ne!(said("SEPARER").0, 0);
}

#[test]
fn arrays_are_written_as_text() {
    let folder = copy_of(&root().join("tests/cases/former"), "former_text");
    let text = "import numpy\nnumpy.savetxt('a.csv', numpy.array([[1.0, 2.0], [3.0, 4.5]]), delimiter=',')\n";
    std::fs::write(folder.join("text.comm"), text).unwrap();
    let (status, text, _) = run_study(&folder, "text.comm", &[]);
    assert_eq!(status, 0, "{text}");
    let written = std::fs::read_to_string(folder.join("a.csv")).unwrap();
    // What numpy writes.
    let expected =
        "1.000000000000000000e+00,2.000000000000000000e+00\n3.000000000000000000e+00,4.500000000000000000e+00\n";
    assert_eq!(written, expected);
}

#[test]
fn the_age_can_be_given() {
    let folder = copy_of(&root().join("tests/cases/former"), "former_age");
    // The names of a former study are not ranks: read as today's, N1 is the first node, which does not move.
    let (status, text, _) = run_study(&folder, "names.comm", &["--former", "no"]);
    assert_ne!(status, 0, "{text}");
    std::fs::remove_file(folder.join("newmark_of_2020.export")).unwrap();
    std::fs::copy(folder.join("one_mass.mail"), folder.join("newmark_of_2020.mail")).unwrap();
    // Today's rule holds unless the former one is asked for, and the difference is said once.
    let (status, text, _) = run_study(&folder, "newmark_of_2020.comm", &[]);
    assert_eq!(status, 1, "{text}");
    assert_eq!(text.matches("took the forces at the start of the step").count(), 1, "{text}");
    let (status, text, _) = run_study(&folder, "newmark_of_2020.comm", &["--former", "2020"]);
    assert_eq!(status, 0, "{text}");
}
