//! Campaigns whose processes are killed (SIGKILL) at random moments of plan, run and merge: nothing wrong is believed, and nothing is
//! lost but the cases under way. `STICKSLIP_KILLS=N` sets the kills (15 by default).

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::program::{scratch, stickslip};

/// A case takes some milliseconds: a loop of its own Python.
const STUDY: &str = "DEBUT()
X = 1.0
Z = 1
total = 0.0
for i in range(4000):
    total = total + X * i
F = DEFI_FONCTION(NOM_PARA='INST', VALE=(0., 0., 1., X / Z))
T = CREA_TABLE(LISTE=(_F(PARA='A', LISTE_R=(X, total)),))
TEST_FONCTION(VALEUR=_F(FONCTION=F, NOM_PARA='INST', VALE_PARA=0.5, VALE_CALC=0.5))
FIN()
";
const CASES: usize = 60;
const PLAN: &[&str] =
    &["sweep", "plan", "s.comm", "-o", "c", "--grid", "X=0.5:2:20", "--grid", "Z=1,0,2", "--collect", "T"];
const MERGE: &[&str] = &["sweep", "merge", "c", "-o", "out.csv"];
const JOBS: usize = 2;

struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound.max(1)
    }
}

/// Runs it to its end and says how long that took.
fn done(folder: &Path, arguments: &[&str]) -> Duration {
    let start = Instant::now();
    let output = stickslip(folder, arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    start.elapsed()
}

/// Starts it and kills it after a while; whether it was still there.
fn killed(folder: &Path, arguments: &[&str], after: Duration) -> bool {
    let mut child = Command::new(env!("CARGO_BIN_EXE_stickslip"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    std::thread::sleep(after);
    let _ = child.kill();
    !child.wait().unwrap().success()
}

/// Cells by case and column, without the cases that are missing. A table has the columns that its cases have.
fn rows(folder: &Path) -> BTreeMap<String, BTreeMap<String, String>> {
    done(folder, MERGE);
    let mut table = csv::Reader::from_path(folder.join("out.csv")).unwrap();
    let head: Vec<String> = table.headers().unwrap().iter().map(String::from).collect();
    let rows = table.records().map(Result::unwrap).filter(|row| !row.iter().any(|cell| cell == "missing"));
    let cells = |row: csv::StringRecord| {
        let filled = head.iter().zip(row.iter()).filter(|(_, cell)| !cell.is_empty());
        (row[0].to_string(), filled.map(|(name, cell)| (name.clone(), cell.to_string())).collect())
    };
    rows.map(cells).collect()
}

/// Rows in the files of results; the other lines name what rows were computed from.
fn stored(folder: &Path) -> usize {
    let files = std::fs::read_dir(folder.join("c/results")).into_iter().flatten().flatten();
    let rows = |text: String| text.lines().filter(|line| line.contains("{\"key\":")).count();
    files.map(|file| rows(std::fs::read_to_string(file.path()).unwrap())).sum()
}

#[test]
fn killed_campaigns_believe_nothing_wrong_and_lose_nothing() {
    let folder = scratch("kills");
    std::fs::write(folder.join("s.comm"), STUDY).unwrap();
    let jobs = JOBS.to_string();
    let run = ["sweep", "run", "c", "-j", &jobs];
    let (plan_time, run_time) = (done(&folder, PLAN), done(&folder, &run));
    let merge_time = done(&folder, MERGE);
    let (expected, whole) = (rows(&folder), std::fs::read(folder.join("out.csv")).unwrap());
    let planned = ["plan.json", "cases.csv"].map(|name| std::fs::read(folder.join("c").join(name)).unwrap());
    assert_eq!(expected.len(), CASES);

    let wanted: usize = std::env::var("STICKSLIP_KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(15);
    let mut random = Random(20_261_123);
    let mut hits = [0usize; 3];
    let mut kills = 0;
    while kills < wanted {
        let kind = kills % 3;
        kills += 1;
        let span = [plan_time, run_time, merge_time][kind];
        let after = Duration::from_micros(random.below(span.as_micros() as u64 * 11 / 10));
        match kind {
            0 => {
                let _ = std::fs::remove_dir_all(folder.join("c"));
                hits[0] += usize::from(killed(&folder, PLAN, after));
                // Either no plan is there, or the whole of it.
                let status = stickslip(&folder, &["sweep", "status", "c"]);
                if status.status.success() {
                    let found =
                        ["plan.json", "cases.csv"].map(|name| std::fs::read(folder.join("c").join(name)).unwrap());
                    assert!(found == planned, "a plan was believed that is not the one asked for");
                } else {
                    assert!(!folder.join("c/plan.json").exists(), "{}", String::from_utf8_lossy(&status.stderr));
                }
                done(&folder, PLAN);
            }
            1 => {
                let before = rows(&folder);
                hits[1] += usize::from(killed(&folder, &run, after));
                let now = rows(&folder);
                assert!(before.keys().all(|case| now.contains_key(case)), "a case was lost");
                assert!(now.iter().all(|(case, row)| expected[case] == *row), "a wrong row was believed");
            }
            _ => {
                std::fs::write(folder.join("out.csv"), b"before\n").unwrap();
                hits[2] += usize::from(killed(&folder, MERGE, after));
                let found = std::fs::read(folder.join("out.csv")).unwrap();
                let complete = found == b"before\n" || found.iter().filter(|b| **b == b'\n').count() == CASES + 1;
                assert!(complete, "half a table was left: {} bytes", found.len());
            }
        }
        if kind == 2 && random.below(3) == 0 {
            // To the end: the bytes of a campaign that nobody killed, and no case done twice but those under way.
            let halves = stored(&folder);
            done(&folder, &run);
            done(&folder, MERGE);
            assert!(std::fs::read(folder.join("out.csv")).unwrap() == whole, "the merged bytes differ");
            assert!(stored(&folder) <= CASES.max(halves), "cases were done again");
        }
    }
    done(&folder, &run);
    done(&folder, MERGE);
    assert!(std::fs::read(folder.join("out.csv")).unwrap() == whole, "the merged bytes differ");
    println!("{kills} kills; under way then: {} plans, {} runs, {} merges", hits[0], hits[1], hits[2]);
    assert!(hits.iter().sum::<usize>() > kills / 3, "the kills came too late: {hits:?}");
}

/// The inputs of a campaign that change while it runs: what each holds, given a number.
const INPUTS: [(&str, fn(usize) -> String); 3] = [
    ("data.csv", |n| format!("{n}\n")),
    ("helper.py", |n| format!("SHIFT = {n}\n")),
    ("macros/LEVEL.rhai", |n| {
        format!(
            "fn describe() {{ #{{ result: \"listr8_sdaster\", keywords: #{{ VALE: #{{ type: \"real\", \"default\": {n}.0 }} }} }} }}\n\
             fn run(k) {{ DEFI_LIST_REEL(#{{ VALE: [k.VALE] }}) }}\n"
        )
    }),
];
const CHANGING: &str = "DEBUT()
X = 1.0
LOAD = int(open('data.csv').read())
from helper import SHIFT
L = LEVEL()
total = 0.0
for i in range(1500):
    total = total + X * i
T = CREA_TABLE(LISTE=(_F(PARA='LOAD', LISTE_I=(LOAD,)), _F(PARA='SHIFT', LISTE_I=(SHIFT,))))
FIN()
";

/// `STICKSLIP_KILLED_CAMPAIGNS=N` sets their number (3 by default).
#[test]
fn killed_campaigns_whose_inputs_change_never_mix_them() {
    let folder = scratch("kills_inputs");
    let wanted: usize = std::env::var("STICKSLIP_KILLED_CAMPAIGNS").ok().and_then(|n| n.parse().ok()).unwrap_or(3);
    let mut random = Random(20_261_126);
    let run = ["sweep", "run", "c", "-j", "2"];
    let (mut kills, mut refused, mut tables) = (0, 0, 0);
    std::fs::create_dir_all(folder.join("macros")).unwrap();
    std::fs::write(folder.join("s.comm"), CHANGING).unwrap();
    let put =
        |(name, text): &(&str, fn(usize) -> String), n: usize| std::fs::write(folder.join(name), text(n)).unwrap();
    for campaign in 0..wanted {
        let _ = std::fs::remove_dir_all(folder.join("c"));
        let mut held = [campaign, campaign, campaign];
        INPUTS.iter().zip(held).for_each(|(input, n)| put(input, n));
        done(&folder, &["sweep", "plan", "s.comm", "-o", "c", "--grid", "X=0.5:2:30", "--collect", "T"]);
        for round in 0..5 {
            // The last round goes to its end.
            if round == 4 {
                done(&folder, &run);
            } else {
                let child = std::thread::scope(|scope| {
                    let after = Duration::from_millis(random.below(120));
                    let (folder, run) = (&folder, &run);
                    let child = scope.spawn(move || killed(folder, run, after));
                    // Half of the changes come while it runs.
                    std::thread::sleep(Duration::from_millis(random.below(120)));
                    let which = random.below(3) as usize;
                    held[which] += 1 + random.below(3) as usize;
                    put(&INPUTS[which], held[which]);
                    child.join().unwrap()
                });
                kills += usize::from(child);
            }
            let merge = stickslip(&folder, MERGE);
            if !merge.status.success() {
                let told = String::from_utf8_lossy(&merge.stderr);
                assert!(told.contains("W004") && round < 4, "{told}");
                refused += 1;
                continue;
            }
            tables += 1;
            let expected: Vec<String> = held.iter().map(usize::to_string).collect();
            for (case, row) in rows(&folder) {
                assert_eq!([&row["T.LOAD"], &row["T.SHIFT"]], [&expected[0], &expected[1]], "{campaign}, case {case}");
            }
            assert!(round < 4 || rows(&folder).len() == 30);
        }
    }
    println!("{wanted} campaigns, {kills} kills, {tables} tables of one kind, {refused} refused");
}
