//! Tools that rewrite studies keep their meaning: `fmt`, `lint --fix`, `check --fix`, `upgrade`. Studies of the tree, and variants of
//! them with former spellings, are run before and after each tool: the same values, verdicts, files and errors.
//!
//! `STICKSLIP_REWRITES=all` takes all studies of the tree, `STICKSLIP_VARIANTS=2000` so many variants.

use std::path::{Path, PathBuf};

use stickslip::api::Study;
use stickslip::source::BorrowedOrShared;

use crate::file_order::Slow;
use crate::former_variants::Variants;
use crate::program::{copy_of, root, scratch, stickslip};
use crate::studies::below;

/// Of the studies of the tree with former words, one in so many is rewritten and run.
const ONE_IN: usize = 31;
/// Variants that are tried.
const VARIANTS: u64 = 24;

/// The tools, each with the words of its command line; the study follows.
const TOOLS: [(&str, &[&str]); 4] = [
    ("fmt", &["fmt"]),
    ("lint --fix", &["lint", "--fix"]),
    ("check --fix", &["check", "--fix"]),
    ("upgrade", &["upgrade", "--in-place"]),
];

/// What a study says and writes; not what names its places and its age, nor the words of labels, which name groups in place of nodes.
/// The second value tells whether it is right.
fn outcome(study: &Path) -> (String, bool) {
    let world = Slow::default();
    let opened = Study::in_world(study, None, BorrowedOrShared::Lent(&world));
    let Ok(opened) = opened else { return ("not opened".into(), false) };
    let report = opened.run();
    let mut said = String::new();
    let mut codes: Vec<&str> = report.diagnostics.iter().filter(|d| d.is_error()).map(|d| d.code).collect();
    codes.sort_unstable();
    said += &format!("errors {codes:?}, {} operators\n", report.verdicts.len());
    for verdict in &report.verdicts {
        let numbers = (&verdict.expected, &verdict.computed, &verdict.tolerance, verdict.passed);
        said += &format!("{} {} {numbers:?}\n", verdict.command, verdict.reference);
    }
    for (path, bytes) in world.files_written() {
        said += &format!("{} {} bytes {:?}\n", path.display(), bytes.len(), blake3::hash(&bytes));
    }
    (said, codes.is_empty())
}

fn apply(folder: &Path, words: &[&str], study: &str) -> String {
    let output = stickslip(folder, &[words, &[study]].concat());
    [output.stderr, output.stdout].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat()
}

/// The name in error messages, and what differs.
fn compared(name: &str, before: &(String, bool), study: &Path, said: &str) -> Option<String> {
    let after = outcome(study);
    (before.0 != after.0).then(|| {
        let text = std::fs::read_to_string(study).unwrap_or_default();
        let first = before.0.lines().zip(after.0.lines()).find(|(a, b)| a != b);
        format!("{name}: {first:?}\n{said}\n{text}")
    })
}

#[test]
fn studies_of_the_tree_mean_the_same_after_each_tool() {
    let all = std::env::var("STICKSLIP_REWRITES").is_ok_and(|all| all == "all");
    let mut studies = Vec::new();
    below(&root().join("tests/cases"), &["comm"], &mut studies);
    below(&root().join("examples"), &["comm"], &mut studies);
    let is_former = |study: &PathBuf| has_former_word(&String::from_utf8_lossy(&std::fs::read(study).unwrap()));
    if !all {
        studies.retain(is_former);
        studies = studies.into_iter().step_by(ONE_IN).collect();
    }
    let (tried, mut changed, mut failures) = (studies.len(), 0, Vec::new());
    for (number, study) in studies.iter().enumerate() {
        let (folder, name) = (study.parent().unwrap(), study.file_name().unwrap().to_str().unwrap());
        let mut before = None;
        for (tool, words) in TOOLS {
            // The other two leave what is formatted and right.
            if !all && !matches!(tool, "lint --fix" | "upgrade") {
                continue;
            }
            let copy = copy_of(folder, &format!("rewritten_{number}"));
            let before = before.get_or_insert_with(|| outcome(&copy.join(name)));
            let said = apply(&copy, words, name);
            if std::fs::read(study).unwrap() != std::fs::read(copy.join(name)).unwrap() {
                changed += 1;
                failures.extend(compared(
                    &format!("{} after {tool}", study.display()),
                    before,
                    &copy.join(name),
                    &said,
                ));
            }
        }
    }
    println!("{tried} studies, {changed} rewritten, {} differ", failures.len());
    assert!(changed > 0, "{changed} studies are changed");
    assert!(failures.is_empty(), "{} of {changed}:\n{}", failures.len(), failures.join("\n\n"));
}

/// Whether a text may have a former spelling: a cheap look.
fn has_former_word(text: &str) -> bool {
    ["NOEUD", "MAILLE", "POURSUITE", "CONCEPT", "ENCASTRE", "NIV_PUB_WEB", "FORMAT_HDF", "_AMOR", "reuse"]
        .iter()
        .any(|word| text.contains(word))
}

/// Variants that the tools are given at once.
const AT_ONCE: u64 = 40;

#[test]
fn variants_with_former_spellings_mean_the_same_after_each_tool() {
    let number = |name: &str, otherwise| std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(otherwise);
    let (first, count) = (number("STICKSLIP_FIRST_VARIANT", 0), number("STICKSLIP_VARIANTS", VARIANTS));
    let mut variants = Variants::of_the_tree();
    let (mut tried, mut changed, mut failures) = (0, 0, Vec::new());
    let mut next = first;
    while next < first + count {
        let numbers = next..(next + AT_ONCE).min(first + count);
        next = numbers.end;
        let folder = scratch(&format!("former_variants_{first}"));
        let made: Vec<(String, String)> = numbers.filter_map(|number| variants.next(number, &folder)).collect();
        let before = made.into_iter().map(|(name, text)| {
            let before = outcome(&folder.join(&name));
            (name, text, before)
        });
        let before: Vec<_> = before.filter(|(.., before)| before.1).collect();
        tried += before.len() as u64;
        let names: Vec<&str> = before.iter().map(|(name, ..)| name.as_str()).collect();
        for (tool, words) in TOOLS {
            before.iter().for_each(|(name, text, _)| std::fs::write(folder.join(name), text).unwrap());
            match tool {
                "upgrade" => names.iter().for_each(|name| drop(apply(&folder, words, name))),
                _ => drop(stickslip(&folder, &[words, names.as_slice()].concat())),
            }
            for (name, text, before) in &before {
                let study = folder.join(name);
                if std::fs::read_to_string(&study).unwrap() == *text {
                    continue;
                }
                changed += 1;
                failures.extend(compared(&format!("{name} after {tool}, from\n{text}\n"), before, &study, ""));
            }
        }
    }
    println!("{tried} of {count} variants run, {changed} texts rewritten, {} differ", failures.len());
    assert!(tried * 2 > count && changed > tried, "{tried} of {count} variants, {changed} rewritten");
    assert!(failures.is_empty(), "{} differ:\n{}", failures.len(), failures.join("\n\n"));
}

/// A keyword that stands elsewhere today is moved, not dropped.
#[test]
fn keywords_that_stand_elsewhere_today_are_moved() {
    let folder = root().join("tests/cases/fields");
    for (_, words) in TOOLS {
        let copy = copy_of(&folder, "rewritten_moved");
        let study = copy.join("loads_kept_with_results.comm");
        let before = outcome(&study);
        let said = apply(&copy, words, "loads_kept_with_results.comm");
        assert_eq!(compared("moved", &before, &study, &said), None);
    }
}

/// A text in Latin-1 keeps its bytes but for what changes, as does one with Windows' line ends.
#[test]
fn tools_keep_the_encoding_of_a_text() {
    let folder = scratch("rewritten_encoding");
    let old = "# -*- coding: iso-8859-1 -*-\r\nDEBUT()\r\nL = DEFI_LIST_REEL(VALE=(0.7, 1.3))\r\ntitle = 'd\u{e9}placement'\r\nDETRUIRE(CONCEPT=_F(NOM=L))\r\nFIN()\r\n";
    let latin = |text: &str| -> Vec<u8> { text.chars().map(|c| c as u32 as u8).collect() };
    for (name, words) in [("a.comm", &["upgrade", "--in-place"][..]), ("b.comm", &["lint", "--fix"][..])] {
        std::fs::write(folder.join(name), latin(old)).unwrap();
        apply(&folder, words, name);
        let new = old.replace("CONCEPT=_F(NOM=L)", "NOM=L");
        assert_eq!(std::fs::read(folder.join(name)).unwrap(), latin(&new), "{words:?}");
    }
    std::fs::write(folder.join("c.comm"), latin(old)).unwrap();
    let shown = stickslip(&folder, &["upgrade", "c.comm"]).stdout;
    assert_eq!(shown, latin(&old.replace("CONCEPT=_F(NOM=L)", "NOM=L")));
}

/// A study of two command files, where words of the second are computed: names that it means stay names in the first too.
#[test]
fn command_files_of_a_study_are_upgraded_together() {
    let mesh = "COOR_3D\n2 0. 0. 0.\n1 1.3 0. 0.\n3 2. 0. 0.\nFINSF\nSEG2\nM1 2 1\nM2 1 3\nFINSF\nFIN\n";
    let one = "DEBUT(CODE=_F(NIV_PUB_WEB='INTERNET'))\nMA = LIRE_MAILLAGE(FORMAT='ASTER', UNITE=20)\n\
        MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='DIS_T'))\n\
        CA = AFFE_CARA_ELEM(MODELE=MO, DISCRET=(_F(MAILLE='M1', CARA='K_T_D_L', VALE=(70., 1., 1.)), _F(MAILLE='M2', CARA='K_T_D_L', VALE=(130., 1., 1.))))\n\
        CH = AFFE_CHAR_MECA(MODELE=MO, DDL_IMPO=(_F(NOEUD='2', DX=0., DY=0., DZ=0.), _F(NOEUD='1', DY=0., DZ=0.), _F(NOEUD='3', DY=0., DZ=0.)))\n\
        KE = CALC_MATR_ELEM(OPTION='RIGI_MECA', MODELE=MO, CARA_ELEM=CA, CHARGE=CH)\nNU = NUME_DDL(MATR_RIGI=KE)\n\
        K = ASSE_MATRICE(MATR_ELEM=KE, NUME_DDL=NU)\nPUSH = MODE_STATIQUE(MATR_RIGI=K, FORCE_NODALE=_F(TOUT='OUI', AVEC_CMP='DX'))\n\
        TEST_RESU(RESU=_F(RESULTAT=PUSH, NOEUD_CMP=('1', 'DX'), NOM_CHAM='DEPL', NOEUD='3', NOM_CMP='DX', VALE_CALC=1. / 70.))\nFIN(FORMAT_HDF='OUI')\n";
    let whole = "TEST_RESU(RESU=_F(RESULTAT=PUSH, NOEUD_CMP=('1', 'DX'), NOM_CHAM='DEPL', NOEUD='1', NOM_CMP='DX', VALE_CALC=1. / 70.))\n";
    let computed = "for word in ('1', '3'):\n    n = word\n    TEST_RESU(RESU=_F(RESULTAT=PUSH, NOEUD_CMP=(n, 'DX'), NOM_CHAM='DEPL', NOEUD=n, NOM_CMP='DX', VALE_CALC=1. / 70. + (word == '3') / 130.))\n";
    for (second, left) in
        [(format!("POURSUITE()\n{whole}FIN()\n"), false), (format!("POURSUITE()\n{computed}FIN()\n"), true)]
    {
        for (_, words) in TOOLS.into_iter().filter(|(tool, _)| matches!(*tool, "lint --fix" | "upgrade")) {
            let folder = scratch("rewritten_two");
            let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).unwrap();
            write("two.mail", mesh);
            write("one.comm", one);
            write("two.comm", &second);
            write("two.export", "F comm one.comm D 1\nF com1 two.comm D 1\nF mail two.mail D 20\n");
            let study = folder.join("two.export");
            let before = outcome(&study);
            assert!(before.1 && before.0.matches("Some(true)").count() == if left { 3 } else { 2 }, "{}", before.0);
            let said = apply(&folder, words, "two.export");
            assert_eq!(compared("two files", &before, &study, &said), None, "{words:?}: {said}");
            let named = std::fs::read_to_string(folder.join("one.comm")).unwrap().contains("NOEUD='1'");
            assert!(words[0] != "upgrade" || named == left, "{said}");
        }
    }
}
