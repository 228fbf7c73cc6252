//! The same bits from the same study: in two syntaxes, with any number of threads, with and without wide registers.

use std::path::Path;

use crate::program::{copy_of, root, run_study};
use crate::studies::ran;

/// The digits of all that the assertions of a study compared, as the program computes them.
fn figures(copy: &Path, study: &str, options: &[&str]) -> Vec<String> {
    let (status, text, json) = run_study(copy, study, &[&["--quiet"], options].concat());
    assert_eq!(status, 0, "{text}");
    let tests = json["tests"].as_array().unwrap().clone();
    tests.iter().map(|t| t["computed"].to_string()).collect()
}

/// The same study in two syntaxes, and with one thread, two and eight: the same bits.
#[test]
fn both_syntaxes_and_any_number_of_threads_give_the_same_bits() {
    let folder = "examples/rubbing_shoe";
    let two = ran(folder, "rubbing_shoe.export", |ran| ran.figures.clone());
    assert_eq!(two.len(), 2 * 4 * 5, "four accelerations, five schemes, two records each");
    let copy = copy_of(&root().join(folder), "same_bits");
    assert_eq!(two, figures(&copy, "rubbing_shoe.export", &["--threads", "1"]), "one thread");
    assert_eq!(two, figures(&copy, "rubbing_shoe.export", &["--threads", "8"]), "eight threads");
    let legacy = ran(folder, "rubbing_shoe_legacy.export", |ran| ran.figures.clone());
    assert_eq!(two, legacy, "syntaxes");
}

/// Contacts, factors of large matrices, combined responses: all that is computed has the same bits with one thread, two and
/// eight.
#[test]
fn one_two_and_eight_threads_give_the_same_bits() {
    for (folder, study) in [
        ("contact", "exact_contacts.comm"),
        ("cycles", "two_masses.comm"),
        ("laws_nets", "dis_ecro_cine.comm"),
        ("nets", "buckling_05.comm"),
        ("nonlinear", "contact_motions.comm"),
        ("response", "spectrum_moving_supports.comm"),
        ("transient", "xt18_stick_slip.export"),
    ] {
        let two = ran(&format!("tests/cases/{folder}"), study, |ran| ran.figures.clone());
        assert!(!two.is_empty());
        let copy = copy_of(&root().join("tests/cases").join(folder), &format!("threads_{folder}"));
        for threads in ["1", "8"] {
            assert_eq!(two, figures(&copy, study, &["--threads", threads]), "{folder}/{study}, {threads} threads");
        }
    }
}

/// Studies that run long in the loops that take wider registers: contacts, slabs, exact friction, factors of large matrices.
const WIDE: &[(&str, &[&str])] = &[
    ("contact", &["bouncing.comm", "exact_contacts.comm", "random_obstacles.comm", "implicit_contacts.comm"]),
    ("cycles", &["beam_with_stop.comm", "two_masses.comm"]),
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
            let wide = ran(&format!("tests/cases/{folder}"), study, |ran| ran.figures.clone());
            assert!(!wide.is_empty());
            assert_eq!(wide, figures(&copy, study, &["--narrow"]), "{folder}/{study}");
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
