//! Campaigns: the same bytes whoever runs them, in whatever order, however often interrupted.

use std::path::{Path, PathBuf};

use crate::program::{scratch, stickslip};

const STUDY: &str = "DEBUT()
X = 1.0
Z = 1
F = DEFI_FONCTION(NOM_PARA='INST', VALE=(0., 0., 1., 2.))
G = DEFI_FONCTION(NOM_PARA='INST', VALE=(0., 0., 1., X / Z))
T = CREA_TABLE(LISTE=(_F(PARA='A', LISTE_R=(X, 2. * X)), _F(PARA='N', LISTE_I=(1, 2))))
ONE = CREA_TABLE(LISTE=_F(PARA='SQUARE', LISTE_R=X * X))
TEST_FONCTION(VALEUR=_F(FONCTION=F, NOM_PARA='INST', VALE_PARA=0.5, VALE_CALC=1.0))
TEST_FONCTION(VALEUR=_F(FONCTION=G, NOM_PARA='INST', VALE_PARA=0.5, VALE_CALC=0.5, LEGENDE='half'))
IMPR_TABLE(TABLE=T, UNITE=38)
FIN()
";

fn folder(name: &str) -> PathBuf {
    let folder = scratch(name);
    std::fs::write(folder.join("s.comm"), STUDY).unwrap();
    folder
}

fn sweep(folder: &Path, arguments: &[&str]) -> (i32, String) {
    let arguments: Vec<&str> = std::iter::once("sweep").chain(arguments.iter().copied()).collect();
    let output = stickslip(folder, &arguments);
    let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    (output.status.code().unwrap_or(-1), text)
}

/// The same, which must end well.
fn done(folder: &Path, arguments: &[&str]) -> String {
    let (code, text) = sweep(folder, arguments);
    assert_eq!(code, 0, "{arguments:?}: {text}");
    text
}

fn plan(folder: &Path, name: &str) {
    let more = ["--grid", "X=0.5:2:4", "--grid", "Z=1,0,2", "--collect", "T", "--collect", "ONE", "--assertions"];
    let arguments: Vec<&str> = ["plan", "s.comm", "-o", name].into_iter().chain(more).collect();
    assert!(done(folder, &arguments).contains("12 cases"));
}

fn merged(folder: &Path, name: &str) -> String {
    done(folder, &["merge", name, "-o", "out.csv"]);
    std::fs::read_to_string(folder.join("out.csv")).unwrap()
}

#[test]
fn shards_in_any_order_and_interruptions_give_the_same_bytes() {
    let folder = folder("sweep_shards");
    plan(&folder, "whole");
    done(&folder, &["run", "whole", "-j", "3"]);
    let expected = merged(&folder, "whole");
    plan(&folder, "parts");
    assert!(merged(&folder, "parts").contains("missing"));
    for shard in ["3/5", "1/5", "5/5", "2/5", "4/5"] {
        done(&folder, &["run", "parts", "--shard", shard, "-j", "1"]);
    }
    assert_eq!(merged(&folder, "parts"), expected);
    assert!(done(&folder, &["status", "parts"]).contains("12 cases: 2 ok, 6 failed, 4 in error, 0 left"));
    // Results that a killed process left half-written are done again, the others are not.
    for file in std::fs::read_dir(folder.join("parts/results")).unwrap() {
        let path = file.unwrap().path();
        let bytes = std::fs::read(&path).unwrap();
        std::fs::write(&path, &bytes[..bytes.len() - 7]).unwrap();
    }
    assert!(done(&folder, &["status", "parts"]).contains(" 5 left"));
    assert!(done(&folder, &["run", "parts"]).starts_with("5 cases run"));
    assert!(done(&folder, &["run", "parts"]).starts_with("0 cases run"));
    assert_eq!(merged(&folder, "parts"), expected);
    // Nothing is written beside the study.
    assert!(!folder.join("fort.38").exists());
}

#[test]
fn columns_are_the_case_the_parameters_the_status_the_assertions_and_the_cells() {
    let folder = folder("sweep_columns");
    plan(&folder, "c");
    done(&folder, &["run", "c"]);
    let text = merged(&folder, "c");
    let mut rows = csv::Reader::from_reader(text.as_bytes());
    let head: Vec<String> = rows.headers().unwrap().iter().map(String::from).collect();
    assert_eq!(head[..4], ["CASE", "X", "Z", "STATUS"]);
    assert_eq!(head[head.len() - 6..], ["T.A.1", "T.N.1", "T.A.2", "T.N.2", "ONE.SQUARE", "ERROR"]);
    let at = |name: &str| head.iter().position(|h| h.contains(name)).unwrap();
    let rows: Vec<csv::StringRecord> = rows.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 12);
    // X = 1, Z = 1: everything holds. A division by zero is one row, with its place.
    assert_eq!((&rows[3][1], &rows[3][2], &rows[3][3], &rows[3][at("half")]), ("1.0", "1", "ok", "0.5"));
    assert_eq!((&rows[9][3], &rows[9][at("ONE.SQUARE")], &rows[9][at("T.A.2")]), ("failed", "4.0", "4.0"));
    assert_eq!(&rows[1][3], "error");
    assert!(rows[1][head.len() - 1].contains("ZeroDivisionError") && rows[1][head.len() - 1].contains("s.comm:5"));
    done(&folder, &["merge", "c", "-o", "out.npz"]);
    let bytes = std::fs::read(folder.join("out.npz")).unwrap();
    assert!(bytes.starts_with(b"PK") && bytes.windows(14).any(|w| w == b"ONE.SQUARE.npy"));
    done(&folder, &["report", "c", "-o", "page.html"]);
    let page = std::fs::read_to_string(folder.join("page.html")).unwrap();
    assert!(page.contains("\"ONE.SQUARE\""));
    assert!(page.matches("<script").count() == 1 && !page.contains("src="));
}

#[test]
fn assertions_are_not_judged_unless_that_is_asked() {
    let folder = folder("sweep_unjudged");
    let arguments = ["plan", "s.comm", "-o", "free", "--grid", "X=0.7,1.0", "--grid", "Z=1,0,3"];
    done(&folder, &arguments);
    assert!(done(&folder, &["run", "free"]).starts_with("6 cases run, 0 failed, 2 in error"));
    assert!(done(&folder, &["status", "free"]).contains("6 cases: 4 ok, 0 failed, 2 in error, 0 left"));
    let rows = merged(&folder, "free");
    assert!(rows.contains(",ok,") && !rows.contains("failed"), "{rows}");
    done(&folder, &["report", "free", "-o", "page.html"]);
    assert!(std::fs::read_to_string(folder.join("page.html")).unwrap().contains("[6,4,0,2,0]"));
    // What was computed is judged when the campaign is planned so.
    done(&folder, &[&arguments[..], &["--assertions"]].concat());
    assert!(done(&folder, &["run", "free"]).starts_with("0 cases run"));
    assert!(done(&folder, &["status", "free"]).contains("6 cases: 1 ok, 3 failed, 2 in error, 0 left"));
}

#[test]
fn samples_files_and_wrong_plans() {
    let folder = folder("sweep_plans");
    std::fs::write(folder.join("cases.csv"), "X,Z\n1,2\n3,4\n").unwrap();
    assert!(done(&folder, &["plan", "s.comm", "-o", "a", "--cases", "cases.csv"]).contains("2 cases"));
    let lhs = ["--lhs", "8", "--range", "X=0:1", "--range", "Z=1:2", "--seed", "5"];
    let planned = |name: &str, more: &[&str]| {
        let arguments: Vec<&str> = ["plan", "s.comm", "-o", name].into_iter().chain(more.iter().copied()).collect();
        done(&folder, &arguments);
        std::fs::read_to_string(folder.join(name).join("cases.csv")).unwrap()
    };
    assert_eq!(planned("b", &lhs), planned("c", &lhs));
    assert!(planned("d", &["--sobol", "4", "--range", "X=0:1"]).ends_with("1,0.0\n2,0.5\n3,0.75\n4,0.25\n"));
    for (wrong, word) in [
        (&["--grid", "XX=1,2"][..], "XX"),
        (&["--grid", "X=1,2", "--grid", "X=3"], "twice"),
        (&["--grid", "X=1,2", "--collect", "TT"], "TT"),
        (&["--lhs", "3"], "range"),
        (&[], "parameter"),
        (&["--grid", "X=1:2"], "X=1:2"),
    ] {
        let arguments: Vec<&str> = ["plan", "s.comm", "-o", "w"].into_iter().chain(wrong.iter().copied()).collect();
        let (code, text) = sweep(&folder, &arguments);
        assert!(code == 2 && text.contains(word), "{wrong:?}: {text}");
    }
    let (code, text) = sweep(&folder, &["run", "w"]);
    assert!(code == 2 && text.contains("no plan"), "{text}");
    // The cases of a study that has changed are run again.
    done(&folder, &["run", "a"]);
    std::fs::write(folder.join("s.comm"), STUDY.replace("X * X", "X * X * X")).unwrap();
    let text = done(&folder, &["run", "a"]);
    assert!(text.contains("because of s.comm (2 cases)") && text.contains("2 cases run"), "{text}");
}

#[test]
fn a_batch_system_gets_an_array_of_the_right_size() {
    let folder = folder("sweep_submit");
    plan(&folder, "c");
    let shown = done(&folder, &["submit", "c", "--engine", "slurm", "--shards", "4", "--print", "--", "--time=1:00"]);
    for line in ["#SBATCH --array=1-4\n", "#SBATCH --time=1:00\n", "STICKSLIP_SHARDS=4", "sweep run", "sweep merge"] {
        assert!(shown.contains(line), "{line}: {shown}");
    }
    assert!(!folder.join("c/array.sh").exists());
}

/// What a case asks of the machine is its own affair: the others are run, and merge to the same bytes with any number of jobs.
#[cfg(target_os = "linux")]
#[test]
fn a_case_that_asks_for_too_much_memory_is_one_row() {
    let folder = scratch("sweep_greedy");
    // 1 and 4: memory that nobody asks for before it is taken; 2: memory that is asked for.
    let study = "DEBUT()
X = 0
if X == 1 or X == 4:
    y = sorted([0] * 1900000)
if X == 2:
    y = [0] * 49000000
T = CREA_TABLE(LISTE=_F(PARA='A', LISTE_R=1. * X))
FIN()
";
    std::fs::write(folder.join("s.comm"), study).unwrap();
    let mut merged = Vec::new();
    for (name, jobs) in [("one", "1"), ("four", "4")] {
        done(&folder, &["plan", "s.comm", "-o", name, "--grid", "X=0:7:8", "--collect", "T"]);
        let text = done(&folder, &["run", name, "-j", jobs, "--max-memory", "300M"]);
        let told = done(&folder, &["status", name]);
        assert!(told.contains("8 cases: 5 ok, 0 failed, 3 in error, 0 left"), "{told} {text}");
        done(&folder, &["merge", name, "-o", "out.csv"]);
        merged.push(std::fs::read_to_string(folder.join("out.csv")).unwrap());
    }
    assert_eq!(merged[0], merged[1]);
    let errors: Vec<&str> = merged[0].lines().filter(|line| line.contains("error")).collect();
    assert!(errors[0].contains("R005 at s.comm:4") && errors[2].contains("R005 at s.comm:4"), "{errors:?}");
    assert!(errors[1].contains("MemoryError"), "{errors:?}");
}

/// A case that looks at no limit ends at its limit of time all the same, and is one row.
#[cfg(unix)]
#[test]
fn a_case_that_does_not_end_is_one_row() {
    let folder = scratch("sweep_endless");
    let study = "DEBUT()
import numpy as np
X = 0
if X == 1:
    y = sorted(np.linspace(0., 1., 6000000))
if X == 2:
    while True:
        pass
T = CREA_TABLE(LISTE=_F(PARA='A', LISTE_R=1. * X))
FIN()
";
    std::fs::write(folder.join("s.comm"), study).unwrap();
    done(&folder, &["plan", "s.comm", "-o", "c", "--grid", "X=0:3:4", "--collect", "T"]);
    done(&folder, &["run", "c", "-j", "2", "--max-time", "1"]);
    done(&folder, &["merge", "c", "-o", "out.csv"]);
    let merged = std::fs::read_to_string(folder.join("out.csv")).unwrap();
    assert!(done(&folder, &["status", "c"]).contains("2 ok, 0 failed, 2 in error, 0 left"), "{merged}");
    assert!(merged.matches("R006").count() == 2, "{merged}");
}
