//! The contract of the command line: exit codes, the JSON report, what each subcommand writes.

use std::path::Path;

use crate::program::{copy_of, root, run_study, scratch, stickslip};

fn text(output: &std::process::Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

fn code(output: &std::process::Output) -> i32 {
    output.status.code().unwrap_or(-1)
}

fn study(folder: &Path, name: &str, body: &str) {
    std::fs::write(folder.join(name), format!("DEBUT()\n{body}FIN()\n")).unwrap();
}

const FUNCTION: &str = "F = DEFI_FONCTION(NOM_PARA='INST', VALE=(0.0, 0.0, 1.0, 2.0))\n";

#[test]
fn exit_codes_and_json_say_the_same() {
    let folder = scratch("exit_codes");
    let test = |value: &str| {
        format!("{FUNCTION}TEST_FONCTION(VALEUR=_F(FONCTION=F, NOM_PARA='INST', VALE_PARA=0.5, VALE_CALC={value}))\n")
    };
    study(&folder, "good.comm", &test("1.0"));
    study(&folder, "bad.comm", &test("1.5"));
    study(&folder, "wrong.comm", "x = 1\nL = DEFI_LISTE_REEL(VALE=1.0)\n");
    let (status, _, json) = run_study(&folder, "good.comm", &[]);
    assert_eq!((status, json["status"].as_str(), &json["error"]), (0, Some("ok"), &serde_json::Value::Null));
    assert_eq!(json["study"], "good");
    assert!(json["wall_s"].as_f64().unwrap() > 0.0);
    let record = &json["tests"][0];
    assert_eq!((record["command"].as_str(), record["line"].as_u64()), (Some("TEST_FONCTION"), Some(3)));
    assert_eq!((record["computed"].as_f64(), record["passed"].as_bool()), (Some(1.0), Some(true)));
    let (status, _, json) = run_study(&folder, "bad.comm", &[]);
    assert_eq!((status, json["status"].as_str()), (1, Some("failed")));
    let (status, shown, json) = run_study(&folder, "wrong.comm", &[]);
    assert_eq!((status, json["status"].as_str()), (2, Some("error")));
    assert_eq!((json["error"]["code"].as_str(), json["error"]["line"].as_u64()), (Some("C001"), Some(3)));
    assert!(shown.contains("DEFI_LIST_REEL") && shown.contains("wrong.comm:3:5"), "{shown}");
    let (status, _, json) = run_study(&folder, "absent.comm", &[]);
    assert_eq!((status, json["error"]["code"].as_str()), (2, Some("I001")));
    assert_eq!(code(&stickslip(&folder, &["run"])), 2);
    assert_eq!(code(&stickslip(&folder, &["--version"])), 0);
}

#[test]
fn json_goes_to_the_standard_output_when_asked() {
    let folder = scratch("json_on_stdout");
    study(&folder, "s.comm", "print('chatter')\n");
    for (study, status) in [("s.comm", "ok"), ("absent.comm", "error")] {
        let output = stickslip(&folder, &["run", study, "--json", "-"]);
        let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(json["status"], status);
        assert_eq!(String::from_utf8_lossy(&output.stderr).contains("chatter"), status == "ok");
    }
    assert!(!folder.join("-").exists());
}

#[test]
fn settings_and_folder_of_results() {
    let folder = scratch("settings");
    let body = format!(
        "N = 1\nNAME = 'a'\nprint('N is', N, NAME)\n{FUNCTION}IMPR_FONCTION(UNITE=33, COURBE=_F(FONCTION=F))\n"
    );
    study(&folder, "s.comm", &body);
    let output =
        stickslip(&folder, &["run", "s.comm", "--set", "N=3 * 2", "--set", "NAME=b c", "--output", "out/deep"]);
    assert!(text(&output).contains("N is 6 b c"), "{}", text(&output));
    assert!(folder.join("out/deep/s.33").exists() && !folder.join("s.33").exists());
    let output = stickslip(&folder, &["run", "s.comm", "--set", "NN=3"]);
    assert!(code(&output) == 2 && text(&output).contains("did you mean N"), "{}", text(&output));
    assert_eq!(code(&stickslip(&folder, &["run", "s.comm", "--set", "N"])), 2);
}

#[test]
fn quiet_runs_show_what_is_wrong_and_the_last_line() {
    let folder = scratch("quiet");
    study(&folder, "s.comm", "print('chatter')\n");
    let output = stickslip(&folder, &["run", "s.comm", "--quiet"]);
    assert_eq!(text(&output).lines().count(), 1, "{}", text(&output));
    assert!(text(&output).starts_with("OK  "));
}

#[test]
fn checking_finds_errors_and_runs_nothing() {
    let folder = scratch("check");
    study(&folder, "a.comm", "print('chatter')\nL = DEFI_LIST_REEL(VALEUR=1.0)\nx = y\n");
    study(&folder, "b.comm", FUNCTION);
    let output = stickslip(&folder, &["check", "a.comm", "b.comm"]);
    let shown = text(&output);
    assert_eq!(code(&output), 2);
    assert!(
        shown.contains("C002") && shown.contains("G001") && !shown.lines().any(|line| line == "chatter"),
        "{shown}"
    );
    assert!(shown.contains("a.comm: 2 errors") && shown.contains("b.comm: 1 operator"), "{shown}");
}

#[test]
fn the_graph_is_written_in_three_forms() {
    let folder = copy_of(&root().join("examples/first_steps"), "graph");
    let of = |format: &str| {
        let output = stickslip(&folder, &["graph", "first_steps.comm", "--format", format]);
        assert_eq!(code(&output), 0, "{}", text(&output));
        String::from_utf8_lossy(&output.stdout).to_string()
    };
    let svg = of("svg");
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
    assert!(svg.contains("CALC_MODES") && svg.contains("MODES"));
    assert!(of("dot").contains("digraph"));
    let json: serde_json::Value = serde_json::from_str(&of("json")).unwrap();
    let nodes = json["nodes"].as_array().unwrap();
    let mesh = nodes.iter().find(|n| n["command"] == "LIRE_MAILLAGE").unwrap();
    let model = nodes.iter().find(|n| n["command"] == "AFFE_MODELE").unwrap();
    assert_eq!(model["needs"].as_array().unwrap(), &vec![mesh["id"].clone()]);
    assert_eq!(svg, of("svg"));
}

#[test]
fn a_folder_of_studies_is_tested() {
    let folder = scratch("tests_of_a_folder");
    std::fs::create_dir(folder.join("inner")).unwrap();
    let good =
        format!("{FUNCTION}TEST_FONCTION(VALEUR=_F(FONCTION=F, NOM_PARA='INST', VALE_PARA=0.5, VALE_CALC=1.0))\n");
    study(&folder, "good.comm", &good);
    study(&folder, "inner/part.comm", &good);
    std::fs::write(folder.join("inner/whole.export"), "F comm part.comm D 1\n").unwrap();
    let output = stickslip(&folder, &["test", ".", "-j", "2"]);
    let shown = text(&output);
    assert_eq!(code(&output), 0, "{shown}");
    assert!(shown.contains("whole.export") && !shown.contains("part.comm"), "{shown}");
    assert!(shown.contains("2 of 2 studies passed, 2 assertions held"), "{shown}");
    study(&folder, "bad.comm", &good.replace("CALC=1.0", "CALC=3.0"));
    assert_eq!(code(&stickslip(&folder, &["test"])), 1);
    assert_eq!(code(&stickslip(&folder, &["test", "-R", "go*d[.]comm"])), 0);
    assert_eq!(code(&stickslip(&folder, &["test", "-R", "nothing"])), 5);
}

#[test]
fn a_study_that_verifies_nothing_says_so() {
    let folder = scratch("unverified");
    let skipped =
        "T = CREA_TABLE(LISTE=_F(PARA='A', LISTE_R=(1.0,)))\nTEST_TABLE(TABLE=T, NOM_PARA='A', VALE_CALC=0.0)\n";
    study(&folder, "none.comm", FUNCTION);
    study(&folder, "skipped.comm", &format!("{FUNCTION}{skipped}"));
    for (name, tests, last) in [
        ("none.comm", 0, "OK  no assertion in the study, "),
        ("skipped.comm", 1, "OK  no assertion was verified, 1 not compared"),
    ] {
        let (status, shown, json) = run_study(&folder, name, &[]);
        assert_eq!((status, json["status"].as_str()), (0, Some("ok")), "{shown}");
        assert_eq!(json["tests"].as_array().map(Vec::len), Some(tests));
        assert!(json["note"].as_str().is_some_and(|note| note.starts_with("nothing was verified")), "{json}");
        assert!(shown.contains(last), "{shown}");
        assert_eq!(code(&stickslip(&folder, &["test", name, "--allow-empty"])), 0);
        let output = stickslip(&folder, &["test", name]);
        assert_eq!(code(&output), 1);
        assert!(text(&output).starts_with(&format!("NO_TEST {name}")), "{}", text(&output));
    }
}

#[test]
fn kept_slips_are_listed_and_said_once() {
    let folder = scratch("kept_slips");
    let listed = text(&stickslip(&folder, &["doc", "slips"]));
    assert!(stickslip::diag::SLIPS.iter().all(|slip| listed.contains(slip.name)), "{listed}");
    assert!(stickslip::diag::DIFFERENCES.iter().all(|d| listed.contains(d.place)), "{listed}");
    let integral = "G = CALC_FONCTION(INTEGRE=_F(FONCTION=F, METHODE='SIMPSON'))\n";
    study(&folder, "even.comm", &format!("{FUNCTION}{integral}"));
    let uneven = "F = DEFI_FONCTION(NOM_PARA='INST', VALE=(0., 0., 1., 1., 3., 4.))\n";
    study(&folder, "uneven.comm", &format!("{uneven}{integral}{}", integral.replace("G =", "H =")));
    for (name, notes) in [("even.comm", 0), ("uneven.comm", 1)] {
        let (_, shown, json) = run_study(&folder, name, &[]);
        assert_eq!(shown.matches("simpson-unequal-steps").count(), notes, "{shown}");
        let found = json["diagnostics"].as_array().unwrap();
        assert_eq!(found.iter().filter(|d| d["code"] == "R003" && d["severity"] == "note").count(), notes);
    }
}

#[test]
fn codes_are_explained() {
    let folder = scratch("explain");
    let output = stickslip(&folder, &["explain", "g001"]);
    assert!(code(&output) == 0 && text(&output).contains("undefined-name"));
    assert!(text(&stickslip(&folder, &["explain", "undefined-nam"])).contains("did you mean undefined-name"));
    assert!(text(&stickslip(&folder, &["explain"])).contains("C001"));
}

#[test]
fn tests_are_chosen_reported_and_run_again() {
    let folder = scratch("choice");
    let test = |value: &str| {
        format!("{FUNCTION}TEST_FONCTION(VALEUR=_F(FONCTION=F, NOM_PARA='INST', VALE_PARA=0.5, VALE_CALC={value}))\n")
    };
    study(&folder, "good.comm", &test("1.0"));
    study(&folder, "bad.comm", &test("1.5"));
    study(&folder, "wrong.comm", "L = DEFI_LISTE_REEL(VALE=1.0)\n");
    let output = stickslip(&folder, &["test", "--junit", "verdicts.xml"]);
    assert!(code(&output) == 2 && text(&output).contains("1 of 3 studies"), "{}", text(&output));
    let report = std::fs::read_to_string(folder.join("verdicts.xml")).unwrap();
    for part in [
        "tests=\"5\" skipped=\"0\" failures=\"1\" errors=\"1\"",
        "TEST_FONCTION F(0.5) (NON_REGRESSION)",
        "found 1, expected 1.5",
        "C001",
    ] {
        assert!(report.contains(part), "{part} in {report}");
    }
    // Only what failed, by name or from the last run.
    let output = stickslip(&folder, &["test", "-R", "^(./)?(g|b).*comm$"]);
    assert!(code(&output) == 1 && text(&output).contains("1 of 2 studies"), "{}", text(&output));
    let output = stickslip(&folder, &["test", "--rerun-failed"]);
    assert!(code(&output) == 2 && text(&output).contains("0 of 2 studies"), "{}", text(&output));
    study(&folder, "bad.comm", &test("1.0"));
    study(&folder, "wrong.comm", &test("1.0"));
    assert_eq!(code(&stickslip(&folder, &["test", "--rerun-failed"])), 0);
    let output = stickslip(&folder, &["test", "--rerun-failed"]);
    assert!(code(&output) == 2 && text(&output).contains("no study failed the last time"), "{}", text(&output));
    let output = stickslip(&folder, &["test", "-R", "a(b"]);
    assert!(code(&output) == 2 && text(&output).contains("-R 'a(b'"), "{}", text(&output));
}
