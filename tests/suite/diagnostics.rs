//! Broken studies under `tests/diagnostics/<stage>/`, each with what the program says about it as a
//! snapshot. After a deliberate change of wording: `INSTA_UPDATE=always cargo test diagnostics`, then
//! read the difference.

use crate::program::{copy_of, root, stickslip};

#[test]
fn broken_studies_are_told_what_is_wrong_where() {
    let top = root().join("tests/diagnostics");
    let mut stages: Vec<_> = std::fs::read_dir(&top).unwrap().map(|e| e.unwrap().path()).collect();
    stages.retain(|s| s.is_dir() && !s.ends_with("snapshots"));
    stages.sort();
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(top.join("snapshots"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    for stage in stages {
        let name = stage.file_name().unwrap().to_string_lossy().to_string();
        let folder = copy_of(&stage, &format!("diagnostics_{name}"));
        let mut studies: Vec<_> = std::fs::read_dir(&stage).unwrap().map(|e| e.unwrap().path()).collect();
        studies.retain(|p| p.extension().is_some_and(|e| e == "comm"));
        studies.sort();
        for study in studies {
            let file = study.file_name().unwrap().to_string_lossy().to_string();
            let output = stickslip(&folder, &["run", &file, "--threads", "1"]);
            let text = format!(
                "exit status: {}\n{}{}",
                output.status.code().unwrap_or(-1),
                String::from_utf8_lossy(&output.stdout),
                String::from_utf8_lossy(&output.stderr)
            );
            let stem = file.trim_end_matches(".comm");
            settings.bind(|| insta::assert_snapshot!(format!("{name}__{stem}"), without_times(&text)));
        }
    }
}

/// Replaces what a run took (`12.3 ms`, `0.5 s`) at the end of a line, which differs from run to run.
fn without_times(text: &str) -> String {
    let mask = |line: &str| {
        let mut words: Vec<&str> = line.split(' ').collect();
        if let [.., number, unit] = words.as_slice()
            && matches!(*unit, "s" | "ms")
            && number.parse::<f64>().is_ok()
        {
            words.truncate(words.len() - 2);
            words.push("[time]");
        }
        words.join(" ")
    };
    text.lines().map(mask).collect::<Vec<_>>().join("\n")
}
