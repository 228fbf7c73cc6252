//! Campaigns whose inputs change between their cases: rows of other inputs, of another build or of lower limits are computed again,
//! and no table mixes them.

use std::path::{Path, PathBuf};

use crate::program::{scratch, stickslip};

/// Reads a table of numbers, a module, an included file, a mesh that all cases share, a macro-command and a file that may be absent.
const STUDY: &str = "DEBUT()
K = 1.
LOAD = float(open('data.csv').read())
from helper import SHIFT
INCLUDE(UNITE=91)
M = LIRE_MAILLAGE(FORMAT='ASTER', UNITE=20)
L = LEVEL()
try:
    EXTRA = float(open('extra.txt').read())
except OSError:
    EXTRA = 0.
T = CREA_TABLE(LISTE=_F(PARA='SUM', LISTE_R=(K * LOAD + SHIFT + MORE + EXTRA,)))
FIN()
";
const FILES: &[(&str, &str)] = &[
    ("s.comm", STUDY),
    ("s.export", "F comm s.comm D 1\nF libr more.comm D 91\nF mail m.mail D 20\n"),
    ("data.csv", "0.7\n"),
    ("helper.py", "SHIFT = 10.\n"),
    ("more.comm", "MORE = 100.\n"),
    ("m.mail", "COOR_3D\nA 0. 0. 0.\nB 0.7 0. 0.\nFINSF\nSEG2\nS A B\nFINSF\nFIN\n"),
    (
        "macros/LEVEL.rhai",
        "fn describe() { #{ result: \"listr8_sdaster\", keywords: #{ VALE: #{ type: \"real\", \"default\": 1000.0 } } } }\nfn run(k) { DEFI_LIST_REEL(#{ VALE: [k.VALE] }) }\n",
    ),
];

fn folder(name: &str) -> PathBuf {
    let folder = scratch(name);
    std::fs::create_dir_all(folder.join("macros")).unwrap();
    FILES.iter().for_each(|(file, text)| std::fs::write(folder.join(file), text).unwrap());
    folder
}

fn sweep(folder: &Path, arguments: &str) -> (i32, String) {
    let (before, arguments) = arguments.split_once("sweep ").unwrap_or(("", arguments));
    let words: Vec<&str> = before.split_whitespace().chain(["sweep"]).chain(arguments.split_whitespace()).collect();
    let output = stickslip(folder, &words);
    let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    // Messages are wrapped where a line ends.
    let words: Vec<&str> = text.split_whitespace().filter(|word| *word != "|").collect();
    (output.status.code().unwrap_or(-1), words.join(" "))
}

/// The same, which must end well.
fn done(folder: &Path, arguments: &str) -> String {
    let (code, text) = sweep(folder, arguments);
    assert_eq!(code, 0, "{arguments}: {text}");
    text
}

/// The sums of all cases.
fn sums(folder: &Path) -> Vec<f64> {
    done(folder, "merge c -o out.csv");
    let mut table = csv::Reader::from_path(folder.join("out.csv")).unwrap();
    let at = table.headers().unwrap().iter().position(|name| name == "T.SUM").unwrap();
    table.records().map(|row| row.unwrap()[at].parse().unwrap()).collect()
}

#[test]
fn rows_of_other_inputs_are_computed_again() {
    let folder = folder("sweep_inputs");
    done(&folder, "plan s.export -o c --grid K=0.7,1.3,2.1 --collect T");
    done(&folder, "run c -j 1");
    let close = |found: Vec<f64>, expected: [f64; 3]| {
        assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-9), "{found:?} {expected:?}");
    };
    close(sums(&folder), [110.49, 110.91, 111.47]);
    let mesh = FILES[5].1.replace("0.7", "1.3");
    let level = FILES[6].1.replace("1000.0", "4000.0");
    for (name, text, expected) in [
        ("data.csv", "1.3\n", [110.91, 111.69, 112.73]),
        ("helper.py", "SHIFT = 20.\n", [120.91, 121.69, 122.73]),
        ("more.comm", "MORE = 200.\n", [220.91, 221.69, 222.73]),
        ("m.mail", mesh.as_str(), [220.91, 221.69, 222.73]),
        ("macros/LEVEL.rhai", level.as_str(), [220.91, 221.69, 222.73]),
        ("extra.txt", "0.09", [221.0, 221.78, 222.82]),
    ] {
        std::fs::write(folder.join(name), text).unwrap();
        let called = if name.contains("macros") { "macro LEVEL" } else { name };
        // Before, between and after the cases are run again.
        let (code, told) = sweep(&folder, "merge c -o out.csv");
        assert!(code == 2 && told.contains("W004") && told.contains(called), "{name}: {told}");
        let told = done(&folder, "run c --shard 2/3");
        assert!(
            told.contains(&format!("because of {called} (1 case)")) && told.contains("1 case run"),
            "{name}: {told}"
        );
        let (code, told) = sweep(&folder, "report c -o page.html");
        assert!(code == 2 && told.contains(called) && told.contains("2 cases"), "{name}: {told}");
        assert!(done(&folder, "status c").contains(" 2 left"));
        assert!(done(&folder, "run c").contains("2 cases run"), "{name}");
        close(sums(&folder), expected);
    }
    // As they were before: the rows of then count again.
    for (file, text) in FILES {
        std::fs::write(folder.join(file), text).unwrap();
    }
    std::fs::remove_file(folder.join("extra.txt")).unwrap();
    assert!(done(&folder, "run c").starts_with("0 cases run"));
    close(sums(&folder), [110.49, 110.91, 111.47]);
}

#[test]
fn a_neighbour_that_nothing_reads_makes_nothing_stale() {
    let folder = folder("sweep_neighbours");
    done(&folder, "plan s.export -o c --grid K=0.7,1.3 --collect T");
    done(&folder, "run c --shard 1/2");
    for (name, text) in [("other.comm", "DEBUT("), ("other.mail", "x"), ("notes.csv", "1"), ("other.py", "x = ")] {
        std::fs::write(folder.join(name), text).unwrap();
    }
    std::fs::write(folder.join("macros/OTHER.rhai"), FILES[6].1).unwrap();
    std::os::unix::fs::symlink("nowhere", folder.join("dangling.comm")).unwrap();
    assert!(done(&folder, "run c").starts_with("1 case run"));
    assert_eq!(sums(&folder).len(), 2);
}

/// The lines of results with another build in place of this one, each with its check sum.
fn of_another_build(folder: &Path, lines: usize) {
    for entry in std::fs::read_dir(folder.join("c/results")).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let mut left = lines;
        let changed = |line: &str| {
            let build = line.find("\"build\":\"").filter(|_| left > 0);
            let Some(at) = build.map(|at| at + 9) else { return format!("{line}\n") };
            left -= 1;
            let row = format!(
                "{}0.0.9 (0123456789 2020-02-02){}",
                &line[17..at],
                &line[at + line[at..].find('"').unwrap()..]
            );
            format!("{} {row}\n", &blake3::hash(row.as_bytes()).to_hex()[..16])
        };
        let new: String = text.lines().map(changed).collect();
        std::fs::write(path, new).unwrap();
    }
}

#[test]
fn rows_of_two_builds_do_not_mix() {
    let folder = folder("sweep_builds");
    done(&folder, "plan s.export -o c --grid K=0.7,1.3,2.1 --collect T");
    done(&folder, "run c -j 1");
    of_another_build(&folder, 1);
    let (code, told) = sweep(&folder, "merge c -o out.csv");
    assert!(code == 2 && told.contains("2 builds") && told.contains("0123456789"), "{told}");
    assert!(done(&folder, "run c").contains("run again because of the program (1 case)"));
    assert_eq!(sums(&folder).len(), 3);
    // All of another build: a table of one kind, which this program merges.
    std::fs::remove_dir_all(folder.join("c")).unwrap();
    done(&folder, "plan s.export -o c --grid K=0.7,1.3,2.1 --collect T");
    done(&folder, "run c -j 1");
    of_another_build(&folder, 9);
    assert_eq!(sums(&folder).len(), 3);
    // Without the study, rows that agree are merged.
    std::fs::rename(folder.join("s.export"), folder.join("away.export")).unwrap();
    assert_eq!(sums(&folder).len(), 3);
}

#[test]
fn cases_that_a_limit_ended_are_run_again_with_a_higher_one() {
    let folder = scratch("sweep_limits");
    let study = "DEBUT()\nN = 1\nx = 0\nwhile x < N * N * 1000:\n    x = x + 1\nif N == 3:\n    y = 1 / 0\nT = CREA_TABLE(LISTE=_F(PARA='SUM', LISTE_R=(1. * x,)))\nFIN()\n";
    std::fs::write(folder.join("s.comm"), study).unwrap();
    done(&folder, "plan s.comm -o c --grid N=0,900,3 --collect T");
    done(&folder, "--max-time 0.5 sweep run c");
    let told = done(&folder, "status c");
    assert!(told.contains("1 ok, 0 failed, 2 in error, 0 left") && told.contains("1 case ended by a limit"), "{told}");
    assert!(done(&folder, "--max-time 0.5 sweep run c").starts_with("0 cases run"));
    assert!(done(&folder, "--max-time 0.6 sweep run c").contains("run again because of a limit (1 case)"));
    let told = done(&folder, "--max-time 0.6 sweep run c --again limit");
    assert!(told.contains("run again because of --again (1 case) 1 case run"), "{told}");
    std::fs::write(folder.join("s.comm"), study.replace("N * N * 1000", "N")).unwrap();
    assert!(done(&folder, "run c").contains("3 cases run"));
    assert!(done(&folder, "status c").contains("2 ok, 0 failed, 1 in error, 0 left"));
    assert!(done(&folder, "run c --again limit").starts_with("0 cases run"));
    for (which, cases) in [("error", "1 case"), ("all", "3 cases")] {
        let told = done(&folder, &format!("run c --again {which}"));
        assert!(told.contains(&format!("because of --again ({cases}) {cases} run")), "{which}: {told}");
    }
    let (code, told) = sweep(&folder, "run c --again some");
    assert!(code == 2 && told.contains("error, limit or all"), "{told}");
}

#[test]
fn no_file_of_somebody_else_is_replaced() {
    let folder = folder("sweep_files");
    std::fs::write(folder.join("cases.csv"), "K\n0.7\n1.3\n").unwrap();
    let (code, told) = sweep(&folder, "plan s.export -o . --cases cases.csv");
    assert!(code == 2 && told.contains("cases.csv is there"), "{told}");
    assert_eq!(std::fs::read_to_string(folder.join("cases.csv")).unwrap(), "K\n0.7\n1.3\n");
    done(&folder, "plan s.export -o c --cases cases.csv --collect T");
    // A plan replaces a plan.
    done(&folder, "plan s.export -o c --grid K=0.7,1.3 --collect T");
    done(&folder, "run c");
    for own in
        ["merge c -o c/cases.csv", "report c -o c/plan.json", "merge c -o c/results/x.csv", "merge c -o s.export"]
    {
        let (code, told) = sweep(&folder, own);
        assert!(code == 2 && told.contains("the campaign itself"), "{own}: {told}");
    }
    assert_eq!(sums(&folder).len(), 2);
    let (code, told) = sweep(&folder, "plan s.export -o big --grid K=0:1:5000 --grid LOAD=0:1:5000");
    assert!(code == 2 && told.contains("25000000 cases") && told.contains("several campaigns"), "{told}");
    for many in ["--lhs 20000000 --range K=0:1", "--sobol 20000000 --range K=0:1", "--grid K=0:1:20000000"] {
        let (code, told) = sweep(&folder, &format!("--max-memory 300M sweep plan s.export -o big {many}"));
        assert!(code == 2 && told.contains("at most 5000000 values"), "{many}: {told}");
    }
    // The folder's name goes into a job script.
    for (name, sign) in [("a\ntouch pwned; #", "\\n"), ("a\"b", "\\\"")] {
        let output = stickslip(&folder, &["sweep", "plan", "s.export", "-o", name, "--grid", "K=0.7,1.3"]);
        assert_eq!(output.status.code(), Some(0));
        let output = stickslip(&folder, &["sweep", "submit", name, "--engine", "slurm", "--print"]);
        let told = String::from_utf8_lossy(&output.stderr) + String::from_utf8_lossy(&output.stdout);
        assert!(output.status.code() == Some(2) && told.contains(sign) && !told.contains("#SBATCH"), "{told}");
    }
}

#[test]
fn a_long_table_has_a_line_per_case_and_row() {
    let folder = scratch("sweep_long");
    let study = "DEBUT()\nK = 0.7\nn = 1 / K\nA = CREA_TABLE(LISTE=(_F(PARA='X', LISTE_R=(K, 2. * K)), _F(PARA='K', LISTE_I=(1, 2))))\nB = CREA_TABLE(LISTE=_F(PARA='Y', LISTE_R=(-K,)))\nFIN()\n";
    std::fs::write(folder.join("s.comm"), study).unwrap();
    done(&folder, "plan s.comm -o c --grid K=0.7,0,1.3 --collect A --collect B");
    done(&folder, "run c --shard 1/2");
    done(&folder, "run c");
    done(&folder, "merge c --long -o long.csv");
    let text = std::fs::read_to_string(folder.join("long.csv")).unwrap();
    let expected = "CASE,K,TABLE,ROW,X,A.K,Y,STATUS\n1,0.7,A,1,0.7,1,,ok\n1,0.7,A,2,1.4,2,,ok\n1,0.7,B,1,,,-0.7,ok\n2,0,,,,,,error\n\
                    3,1.3,A,1,1.3,1,,ok\n3,1.3,A,2,2.6,2,,ok\n3,1.3,B,1,,,-1.3,ok\n";
    assert_eq!(text, expected);
    done(&folder, "merge c --long -o long.npz");
    done(&folder, "plan s.comm -o d --grid K=0.7");
    let (code, told) = sweep(&folder, "merge d --long -o long.csv");
    assert!(code == 2 && told.contains("--collect"), "{told}");
}
