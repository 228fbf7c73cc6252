//! Published figures beside ours: the page above the examples is what its script writes, and the studies find its figures.

use std::process::Command;

use crate::program::{copy_of, root, run_study};

#[test]
fn the_page_of_published_figures_is_what_its_script_writes() {
    let run = Command::new("python3").arg(root().join("scripts/published.py")).arg("--check").output();
    let Ok(output) = run else {
        eprintln!("!!!! SKIPPED: the page of published figures: python3 cannot be run here !!!!");
        return;
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// The studies whose figures are those of the table as they stand, without longer runs: each figure to six digits.
#[test]
fn studies_find_the_figures_of_the_page() {
    let text = std::fs::read_to_string(root().join("scripts/published.json")).unwrap();
    let data: serde_json::Value = serde_json::from_str(&text).unwrap();
    for (folder, study) in [("elastic_slab", "elastic_slab.comm"), ("rough_sliding", "heights.comm")] {
        let copy = copy_of(&root().join("examples").join(folder), &format!("published_{folder}"));
        let (status, shown, report) = run_study(&copy, study, &["--quiet"]);
        assert_eq!(status, 0, "{shown}");
        let name = format!("{folder}/{study}");
        let rows = data["sources"].as_array().unwrap().iter().flat_map(|source| source["rows"].as_array().unwrap());
        let mut count = 0;
        for row in rows.filter(|row| row["study"] == *name) {
            let label = row["label"].as_str().unwrap();
            let tests = report["tests"].as_array().unwrap();
            let is = |test: &&serde_json::Value| test["label"].as_str().unwrap().ends_with(label);
            let found = tests.iter().find(is).unwrap_or_else(|| panic!("{name}: no assertion is called {label}"));
            let found = found["computed"].as_f64().unwrap() * row["factor"].as_f64().unwrap_or(1.0);
            let kept = row["ours"].as_f64().unwrap();
            assert!((found - kept).abs() <= 1e-6 * kept.abs() + 1e-12, "{name}, {label}: {found}, not {kept}");
            count += 1;
        }
        assert!(count > 10, "{name}: {count} figures");
    }
}
