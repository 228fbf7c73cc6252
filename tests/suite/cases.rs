//! Every study under `tests/cases` and `examples` is a test: it must end with every assertion held,
//! and with at least one. A file dropped there is picked up by itself.

use std::path::{Path, PathBuf};

use crate::program::{copy_of, root, run_study};

/// Folders that hold command files, below `top`.
pub fn study_folders(top: &Path) -> Vec<PathBuf> {
    let mut folders = vec![top.to_path_buf()];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        let mut has_study = false;
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "comm") {
                has_study = true;
            }
        }
        if has_study {
            found.push(folder);
        }
    }
    found.sort();
    found
}

/// The studies of a folder: profiles, and command files that belong to no profile.
pub fn studies(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    let profiles: Vec<String> = names.iter().filter(|n| n.ends_with(".export")).cloned().collect();
    let texts: Vec<String> =
        profiles.iter().map(|p| std::fs::read_to_string(folder.join(p)).unwrap_or_default()).collect();
    let claimed = |name: &str| texts.iter().any(|t| t.split_whitespace().any(|word| word == name));
    let lone = names.iter().filter(|n| n.ends_with(".comm") && !claimed(n)).cloned();
    profiles.iter().cloned().chain(lone).collect()
}

fn all_hold(top: &str) {
    let mut failures = Vec::new();
    let mut count = 0;
    for folder in study_folders(&root().join(top)) {
        let name = folder.strip_prefix(root()).unwrap().to_string_lossy().replace('/', "_");
        let copy = copy_of(&folder, &format!("cases_{name}"));
        for study in studies(&folder) {
            count += 1;
            let (status, text, json) = run_study(&copy, &study, &["--quiet"]);
            let tests = json["tests"].as_array().map_or(0, Vec::len);
            if status != 0 || tests == 0 {
                failures.push(format!("{}/{study}: status {status}, {tests} assertions\n{text}", folder.display()));
            }
        }
    }
    assert!(count > 0, "no study under {top}");
    assert!(failures.is_empty(), "{} of {count} studies fail:\n{}", failures.len(), failures.join("\n\n"));
}

#[test]
fn every_case_holds() {
    all_hold("tests/cases");
}

#[test]
fn every_example_holds() {
    all_hold("examples");
}

/// The same study in two syntaxes, and with one thread, two and eight: the same bits.
#[test]
fn both_syntaxes_and_any_number_of_threads_give_the_same_bits() {
    let folder = copy_of(&root().join("examples/rubbing_shoe"), "same_bits");
    let figures = |study: &str, threads: &str| {
        let (status, text, json) = run_study(&folder, study, &["--quiet", "--threads", threads]);
        assert_eq!(status, 0, "{text}");
        let tests = json["tests"].as_array().unwrap().clone();
        let values: Vec<u64> = tests.iter().map(|t| t["computed"].as_f64().unwrap().to_bits()).collect();
        assert_eq!(values.len(), 2 * 4 * 5, "four accelerations, five schemes, two records each");
        values
    };
    let one = figures("rubbing_shoe.export", "1");
    assert_eq!(one, figures("rubbing_shoe.export", "2"), "two threads");
    assert_eq!(one, figures("rubbing_shoe.export", "8"), "eight threads");
    assert_eq!(one, figures("rubbing_shoe_legacy.export", "2"), "syntaxes");
}

/// Contacts, factors of large matrices, combined responses: all that is computed has the same bits with one thread, two and
/// eight.
#[test]
fn one_two_and_eight_threads_give_the_same_bits() {
    for (folder, study) in [
        ("contact", "exact_contacts.comm"),
        ("laws_nets", "dis_ecro_cine.comm"),
        ("nets", "buckling_05.comm"),
        ("nonlinear", "contact_motions.comm"),
        ("response", "spectrum_moving_supports.comm"),
        ("transient", "xt18_stick_slip.export"),
    ] {
        let copy = copy_of(&root().join("tests/cases").join(folder), &format!("threads_{folder}"));
        let figures = |threads: &str| {
            let (status, text, json) = run_study(&copy, study, &["--quiet", "--threads", threads]);
            assert_eq!(status, 0, "{text}");
            let tests = json["tests"].as_array().unwrap().clone();
            tests.iter().map(|t| t["computed"].to_string()).collect::<Vec<_>>()
        };
        let one = figures("1");
        assert!(!one.is_empty());
        assert_eq!((&one, &one), (&figures("2"), &figures("8")), "{folder}/{study}");
    }
}

/// Studies that run long in the loops that take wider registers: contacts, slabs, exact friction, factors of large matrices.
const WIDE: &[(&str, &[&str])] = &[
    ("contact", &["bouncing.comm", "exact_contacts.comm", "random_obstacles.comm", "implicit_contacts.comm"]),
    ("nets", &["beams_01.comm", "buckling_05.comm"]),
    ("response", &["spectrum_moving_supports.comm"]),
    ("rough", &["one_against_six.comm", "tables_of_runs.comm"]),
    ("slab", &["closed_forms.comm", "two_directions.comm"]),
    ("transient", &["xt18_stick_slip.export"]),
];

/// With and without the wider registers of this processor: the same bits.
#[test]
fn wider_registers_give_the_same_bits() {
    for (folder, names) in WIDE {
        let copy = copy_of(&root().join("tests/cases").join(folder), &format!("wide_{folder}"));
        for study in *names {
            let figures = |extra: &[&str]| {
                let (status, text, json) = run_study(&copy, study, extra);
                assert_eq!(status, 0, "{text}");
                let tests = json["tests"].as_array().unwrap().clone();
                tests.iter().map(|t| t["computed"].to_string()).collect::<Vec<_>>()
            };
            let wide = figures(&["--quiet"]);
            assert!(!wide.is_empty());
            assert_eq!(wide, figures(&["--quiet", "--narrow"]), "{folder}/{study}");
        }
    }
}

/// Runs of several surfaces and speeds, all at once: the digits of every level with one thread, two and five.
#[test]
fn runs_of_rough_bodies_give_the_same_bits_with_any_number_of_threads() {
    let folder = copy_of(&root().join("examples/rough_sliding"), "same_levels");
    let campaign = std::fs::read_to_string(folder.join("campaign.comm")).unwrap();
    let exact = campaign.replace("ALL = CREA_TABLE", "print('LEVELS', [repr(l[2]) for l in levels])\nALL = CREA_TABLE");
    assert_ne!(campaign, exact);
    std::fs::write(folder.join("exact.comm"), exact).unwrap();
    let levels = |threads: &str| {
        let (status, text, _) = run_study(&folder, "exact.comm", &["--threads", threads]);
        assert_eq!(status, 0, "{text}");
        let line = text.lines().find(|line| line.contains("LEVELS")).unwrap().to_string();
        assert!(line.matches('.').count() == 6 && line.len() > 100, "six levels, all digits: {line}");
        line
    };
    let one = levels("1");
    assert_eq!((&one, &one), (&levels("2"), &levels("5")));
}
