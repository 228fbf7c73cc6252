//! The door of the library: its examples run, and sessions share nothing.

use std::path::PathBuf;

use crate::program::root;
use stickslip::api::{Memory, Names, Report, Session, Study, World};

#[path = "../../examples/api/find_errors.rs"]
mod find_errors;
#[path = "../../examples/api/look_up.rs"]
mod look_up;
#[path = "../../examples/api/two_sessions.rs"]
mod two_sessions;

#[test]
fn the_examples_of_the_door_run() {
    look_up::main().unwrap();
    find_errors::main().unwrap();
    two_sessions::main().unwrap();
}

/// Reads the disk and writes nothing.
struct Reading(stickslip::api::Disk);

impl World for Reading {
    fn read(&self, path: &std::path::Path) -> std::io::Result<Vec<u8>> {
        self.0.read(path)
    }

    fn write_pieces(&self, _: &std::path::Path, pieces: stickslip::source::Pieces<'_>) -> std::io::Result<()> {
        pieces(&mut std::io::sink())
    }

    fn exists(&self, path: &std::path::Path) -> bool {
        self.0.exists(path)
    }
}

/// All that a run says: diagnostics with their places and files, verdicts with all digits.
fn said(report: &Report) -> String {
    let mut text = String::new();
    for found in &report.diagnostics {
        text += &format!("{}\n", found.json(&report.sources));
    }
    for verdict in &report.verdicts {
        text += &format!("{verdict:?}\n");
    }
    text
}

fn run(path: &std::path::Path) -> String {
    match Study::open_in(path, Reading(stickslip::api::Disk::default())) {
        Ok(study) => said(&study.run()),
        Err(failure) => failure.to_string(),
    }
}

/// Small studies: those that hold and those that are wrong.
fn studies() -> Vec<PathBuf> {
    let mut waiting: Vec<PathBuf> =
        ["functions", "tables", "modes"].map(|part| root().join("tests/cases").join(part)).to_vec();
    waiting.push(root().join("tests/diagnostics"));
    let mut found = Vec::new();
    while let Some(folder) = waiting.pop() {
        for path in std::fs::read_dir(folder).unwrap().flatten().map(|entry| entry.path()) {
            match path.extension() {
                _ if path.is_dir() => waiting.push(path),
                Some(extension) if extension == "comm" => found.push(path),
                _ => {}
            }
        }
    }
    found.sort();
    found
}

#[test]
fn two_sessions_of_one_process_say_what_each_says_alone() {
    let studies = studies();
    assert!(studies.len() > 100, "{} studies", studies.len());
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    let mut draw = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as usize % studies.len()
    };
    let mut errors = 0;
    for _ in 0..100 {
        let (a, b) = (&studies[draw()], &studies[draw()]);
        let alone = (run(a), run(b));
        let together = std::thread::scope(|scope| {
            let (first, second) = (scope.spawn(|| run(a)), scope.spawn(|| run(b)));
            (first.join().unwrap(), second.join().unwrap())
        });
        assert!(together == alone, "{} beside {}", a.display(), b.display());
        for (path, text) in [(a, &alone.0), (b, &alone.1)] {
            let name = path.file_name().unwrap().to_string_lossy();
            if text.contains("\"file\"") {
                errors += 1;
                // An error inside a macro-command names its script.
                assert!(text.contains(&*name) || text.contains(".rhai\""), "{name} is not named in {text}");
            }
        }
    }
    assert!(errors > 20, "{errors}");
}

#[test]
fn what_is_not_there_is_said() {
    let mut session = Session::new(Memory::default());
    assert!(session.take("A = 0.7\nB = 'text'\nF = DEFI_CONSTANTE(VALE=1.3)").held);
    assert_eq!(session.number("A"), Ok(0.7));
    assert_eq!(session.number("C").unwrap_err().to_string(), "C has no value; a number was asked for");
    assert_eq!(session.table("B").unwrap_err().to_string(), "B is a text, not a table");
    assert_eq!(session.function("F").unwrap().ordinates(), [1.3]);
    let failure = Study::open("no/such.comm").err().unwrap();
    assert!(failure.to_string().starts_with("there is no study no/such.comm [I001]"), "{failure}");
}
