//! `run --json - --events`: one object per line, in the order in which things happen, the report last.

use serde_json::Value;

use crate::program::{copy_of, root, scratch, stickslip};

fn lines(output: &std::process::Output) -> Vec<Value> {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("no JSON: {line}"))).collect()
}

#[test]
fn a_run_is_told_line_by_line() {
    let folder = copy_of(&root().join("examples/rubbing_shoe"), "run_events");
    let output = stickslip(&folder, &["run", "rubbing_shoe.comm", "--json", "-", "--events"]);
    let found = lines(&output);
    let of = |kind: &str| found.iter().filter(|line| line["event"] == kind).collect::<Vec<_>>();
    let report = &found.last().unwrap()["report"];
    assert_eq!(report["status"], "ok");
    assert_eq!(of("report").len(), 1);
    // Each verdict of the report was told before it, with the same content.
    let tests = report["tests"].as_array().unwrap();
    let told: Vec<Value> = of("verdict")
        .into_iter()
        .map(|line| {
            let mut line = line.clone();
            line.as_object_mut().unwrap().remove("event");
            assert_eq!(line.as_object_mut().unwrap().remove("found"), Some(line["computed"].clone()));
            line
        })
        .collect();
    assert!(!tests.is_empty() && told == *tests);
    // Each file is named, with its kind.
    let files = report["files"].as_array().unwrap();
    assert_eq!(of("file").len(), files.len());
    assert!(of("file").iter().all(|line| line["mime"].as_str().is_some_and(|mime| mime.contains('/'))));
    // Each node that begins ends.
    let at = |fraction: f64| of("progress").iter().filter(|line| line["fraction"] == fraction).count();
    assert!(at(0.0) > 3 && at(0.0) <= at(1.0), "{} begin, {} end", at(0.0), at(1.0));
    assert!(of("progress").iter().any(|line| line["title"].as_str().unwrap().ends_with("= DYNA_VIBRA")));
}

#[test]
fn what_is_wrong_is_told_too() {
    let folder = scratch("run_events_wrong");
    std::fs::write(folder.join("wrong.comm"), "DEBUT()\nX = DEFI_CONSTANTE(VALEUR=0.7)\nFIN()\n").unwrap();
    let output = stickslip(&folder, &["run", "wrong.comm", "--json", "-", "--events"]);
    assert_eq!(output.status.code(), Some(2));
    let found = lines(&output);
    assert!(found.iter().any(|line| line["event"] == "diagnostic" && line["line"] == 2), "{found:?}");
    assert_eq!(found.last().unwrap()["report"]["status"], "error");
    let output = stickslip(&folder, &["run", "none.comm", "--json", "-", "--events"]);
    assert_eq!(lines(&output).last().unwrap()["report"]["error"]["code"], "I001");
    // A run that a limit ends has its last words in the same form.
    std::fs::write(folder.join("long.comm"), "DEBUT()\nwhile True:\n    pass\n").unwrap();
    let output = stickslip(&folder, &["run", "long.comm", "--json", "-", "--events", "--max-time", "1"]);
    assert_eq!(lines(&output).last().unwrap()["report"]["status"], "error");
    // Without the standard output there is nowhere to write.
    let output = stickslip(&folder, &["run", "wrong.comm", "--json", "r.json", "--events"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("--json -"));
}
