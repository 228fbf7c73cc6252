//! Macro-commands: scripts that go wrong are stopped within a second, with a message that names script, line and call.

use std::time::{Duration, Instant};

use crate::program::{scratch, stickslip};

const STUDY: &str = "DEBUT()\nL = TRY_IT(VALE=2.0)\nM = DEFI_LIST_REEL(VALE=L.getValues())\nFIN()\n";

/// Runs a study that calls the macro with this body.
fn message(name: &str, body: &str) -> String {
    let folder = scratch(&format!("macro_{name}"));
    std::fs::create_dir_all(folder.join("macros")).unwrap();
    let script = format!(
        "fn describe() {{\n    #{{ result: \"listr8_sdaster\", keywords: #{{ VALE: #{{ type: \"real\", status: \"mandatory\" }} }} }}\n}}\n\
         fn run(k) {{\n    {body}\n}}\n"
    );
    std::fs::write(folder.join("macros/TRY_IT.rhai"), script).unwrap();
    std::fs::write(folder.join("study.comm"), STUDY).unwrap();
    let start = Instant::now();
    let output = stickslip(&folder, &["run", "study.comm"]);
    assert!(start.elapsed() < Duration::from_secs(10), "{name} took {:?}", start.elapsed());
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

#[test]
fn a_macro_makes_calls_of_operators() {
    let shown = message("right", "DEFI_LIST_REEL(#{ VALE: [1.0, k.VALE] })");
    assert!(shown.contains("OK  no assertion in the study, 2 operators run"), "{shown}");
}

#[test]
fn scripts_that_go_wrong_are_stopped() {
    for (name, body, what, line) in [
        // The limit of operations or that of time, whichever this machine meets first.
        ("loop", "let i = 0; loop { i += 1; }", "TRY_IT stopped: it ", 4),
        ("bomb", "let s = \"ab\"; loop { s += s; }", "too large", 4),
        ("keyword", "DEFI_LIST_REEL(#{ VALEUR: 1.0 })", "DEFI_LIST_REEL has no keyword VALEUR", 5),
        ("missing", "DEFI_FONCTION(#{ VALE: [0.0, 1.0] })", "NOM_PARA is missing", 5),
        ("zero", "DEFI_LIST_REEL(#{ VALE: 1.0 / (k.VALE - 2.0) })", "division by zero", 5),
        ("result", "DEFI_CONSTANTE(#{ VALE: 1.0 })", "declares the type listr8_sdaster", 0),
        ("deep", "TRY_IT(#{ VALE: k.VALE })", "calls itself", 5),
        ("eval", "eval(\"1\")", "", 5),
        ("file", "open_file(\"/etc/passwd\")", "no function open_file", 5),
        (
            "value",
            "let f = DEFI_CONSTANTE(#{ VALE: k.VALE }); DEFI_LIST_REEL(#{ VALE: f.ordinates })",
            "a concept has no ordinates here",
            5,
        ),
        ("unknown", "DEFI_LISTE_REEL(#{ VALE: 1.0 })", "did you mean DEFI_LIST_REEL", 5),
    ] {
        let shown = message(name, body);
        assert!(shown.contains(what), "{name}: {shown}");
        assert!(line == 0 || shown.contains(&format!("TRY_IT.rhai:{line}:")), "{name}: {shown}");
        assert!(name == "eval" || shown.contains("study.comm:2:"), "{name}: {shown}");
        assert!(shown.contains("nothing run") || name == "eval", "{name}: {shown}");
    }
}

#[test]
fn calls_are_checked_as_those_of_operators() {
    let folder = scratch("macro_call");
    std::fs::write(
        folder.join("a.comm"),
        "DEBUT()\nM = MODAL_ANALYSIS(MODELES=1, NMAX_FREQ='two')\nT = MODE_TABLES()\nFIN()\n",
    )
    .unwrap();
    let output = stickslip(&folder, &["check", "a.comm"]);
    let shown = String::from_utf8_lossy(&output.stderr).to_string();
    assert!(shown.contains("did you mean MODELE"), "{shown}");
    assert!(shown.contains("NMAX_FREQ") && shown.contains("an integer"), "{shown}");
    assert!(shown.contains("did you mean MODE_TABLE?"), "{shown}");
}
