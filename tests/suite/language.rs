//! The chapters of the language reference under `tests/language/`: every block is run.
//!
//! A `comm` block is a study, without its `DEBUT()` and `FIN()`. The block after it says how it ends:
//! `error` lists the errors (line, column, code, message), `verdict` the comparisons (status, label,
//! reference); with neither, the study runs without an error and without a failing comparison.

use crate::program::{root, run_study, scratch};

struct Block<'t> {
    line: usize,
    kind: &'t str,
    lines: Vec<&'t str>,
}

fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for (number, line) in text.lines().enumerate() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(kind), None) => open = Some(Block { line: number + 1, kind, lines: Vec::new() }),
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (None, Some(block)) => block.lines.push(line),
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a block is not closed");
    blocks
}

/// `line:column code message` of each error, with lines of the block.
fn errors(report: &serde_json::Value) -> Vec<String> {
    let found = report["diagnostics"].as_array().cloned().unwrap_or_default();
    let one = |d: &serde_json::Value| {
        let line = d["line"].as_i64().unwrap_or(0) - 1;
        format!("{line}:{} {} {}", d["column"], d["code"].as_str().unwrap(), d["message"].as_str().unwrap())
    };
    found.iter().filter(|d| d["severity"] == "error").map(one).collect()
}

fn verdicts(report: &serde_json::Value) -> Vec<String> {
    let one = |t: &serde_json::Value| {
        let status = match t["passed"].as_bool() {
            Some(true) => "OK",
            Some(false) => "NOOK",
            None => "SKIP",
        };
        format!("{status} {} {}", t["label"].as_str().unwrap(), t["reference"].as_str().unwrap())
    };
    report["tests"].as_array().cloned().unwrap_or_default().iter().map(one).collect()
}

#[test]
fn the_language_is_as_its_chapters_say() {
    let folder = scratch("language");
    let mut chapters: Vec<_> =
        std::fs::read_dir(root().join("tests/language")).unwrap().map(|e| e.unwrap().path()).collect();
    chapters.retain(|p| p.extension().is_some_and(|e| e == "md"));
    chapters.sort();
    assert!(!chapters.is_empty());
    let mut wrong = Vec::new();
    for chapter in chapters {
        let name = chapter.file_name().unwrap().to_string_lossy().to_string();
        let text = std::fs::read_to_string(&chapter).unwrap();
        let blocks = blocks(&text);
        for (i, block) in blocks.iter().enumerate().filter(|(_, b)| b.kind == "comm") {
            let study = format!("{}_{}.comm", name.trim_end_matches(".md"), block.line);
            std::fs::write(folder.join(&study), format!("DEBUT()\n{}\nFIN()\n", block.lines.join("\n"))).unwrap();
            let (status, printed, report) = run_study(&folder, &study, &[]);
            let expected = blocks.get(i + 1).filter(|b| b.kind != "comm");
            let (found, ends) = match expected.map(|b| b.kind) {
                Some("error") => (errors(&report), 2),
                Some("verdict") => {
                    let verdicts = verdicts(&report);
                    let ends = i32::from(verdicts.iter().any(|v| v.starts_with("NOOK")));
                    (verdicts, ends)
                }
                _ => (Vec::new(), 0),
            };
            let expected = expected.map(|b| b.lines.clone()).unwrap_or_default();
            if found != expected || status != ends {
                let place = format!("{name}:{}", block.line);
                wrong.push(format!("{place}: status {status}, found:\n{}\n{printed}", found.join("\n")));
            }
        }
    }
    assert!(wrong.is_empty(), "{} blocks end in another way:\n\n{}", wrong.len(), wrong.join("\n"));
}
