//! Tools that rewrite studies keep their meaning: `fmt`, `lint --fix`, `check --fix`, `upgrade`. Studies of the tree, and variants of
//! them with former spellings, are run before and after each tool: the same values, verdicts, files and errors.
//!
//! `STICKSLIP_REWRITES=all` takes all studies of the tree, `STICKSLIP_VARIANTS=2000` so many variants.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use stickslip::api::Study;
use stickslip::source::Held;

use crate::file_order::Slow;
use crate::former_variants::Variants;
use crate::program::{copy_of, root, scratch, stickslip};
use crate::studies::below;

/// Of the studies of the tree that a tool changes, one in so many is run.
const ONE_IN: usize = 9;
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
    let opened = Study::in_world(study, None, Held::Lent(&world));
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
    let top = root();
    let mut studies = Vec::new();
    below(&top.join("tests/cases"), &["comm"], &mut studies);
    below(&top.join("examples"), &["comm"], &mut studies);
    let folders: BTreeSet<PathBuf> = studies.iter().filter_map(|study| Some(study.parent()?.to_path_buf())).collect();
    let (mut changed, mut failures) = (0, Vec::new());
    for (number, folder) in folders.into_iter().enumerate() {
        for (tool, words) in TOOLS {
            // All of a folder at once, where the tool takes that.
            let copy = copy_of(&folder, &format!("rewritten_{number}_{}", words[0]));
            let names: Vec<String> =
                std::fs::read_dir(&copy).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
            let mut studies: Vec<&String> = names.iter().filter(|name| name.ends_with(".comm")).collect();
            studies.sort();
            let mut said = String::new();
            match tool {
                "upgrade" => studies.iter().for_each(|study| {
                    let text = std::fs::read(copy.join(study)).unwrap();
                    // An upgrade needs a check of the study: only those with some former word are worth it here.
                    if all || has_former_word(&String::from_utf8_lossy(&text)) {
                        said += &apply(&copy, words, study);
                    }
                }),
                "lint --fix" if !all => {
                    let former: Vec<&str> = studies
                        .iter()
                        .filter(|study| {
                            has_former_word(&String::from_utf8_lossy(&std::fs::read(copy.join(study)).unwrap()))
                        })
                        .map(|study| study.as_str())
                        .collect();
                    if !former.is_empty() {
                        stickslip(&copy, &[words, &former].concat());
                    }
                }
                _ => {
                    let studies: Vec<&str> = studies.iter().map(|study| study.as_str()).collect();
                    stickslip(&copy, &[words, &studies].concat());
                }
            }
            for study in studies {
                let (old, new) = (folder.join(study), copy.join(study));
                if std::fs::read(&old).unwrap() == std::fs::read(&new).unwrap() {
                    continue;
                }
                changed += 1;
                if !all && changed % ONE_IN != 0 {
                    continue;
                }
                // Both where nothing but the text differs.
                let beside = copy_of(&folder, &format!("rewritten_{number}_before"));
                let before = outcome(&beside.join(study));
                let before = (before.0.replace("_before", &format!("_{}", words[0])), before.1);
                failures.extend(compared(&format!("{} after {tool}", old.display()), &before, &new, &said));
            }
        }
    }
    assert!(changed > 2 * ONE_IN, "{changed} studies are changed");
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
