//! Every example that `stickslip explain` shows triggers the code it is about.

use std::path::Path;
use std::process::{Command, Stdio};

use stickslip::diag::{all_codes, explain};
use stickslip::source::Disk;
use stickslip::study::events::Silent;
use stickslip::study::{Options, Project, evaluate};

use crate::program::{root, scratch, stickslip};

#[test]
fn examples_of_codes_trigger_them() {
    let mut wrong = Vec::new();
    for info in all_codes().filter(|info| info.unseen.is_none()) {
        let folder = scratch(&format!("explain_{}", info.code));
        let study = folder.join("example.comm");
        for (name, text) in info.files() {
            std::fs::write(folder.join(name), text).unwrap();
        }
        if let Some(command) = info.command {
            let shown = of_command(&folder, command);
            if !shown.contains(info.code) {
                wrong.push(format!("{} {}: `{command}` shows\n{shown}", info.code, info.name));
            }
            continue;
        }
        let world = Disk::default();
        let found: Vec<&str> = match Project::open(&study, None, &world) {
            Ok(project) => {
                let report = evaluate(&project, &Options::default(), &world, &Silent);
                report.diagnostics.iter().map(|d| d.code).collect()
            }
            Err(diagnostic) => vec![diagnostic.code],
        };
        if !found.contains(&info.code) {
            wrong.push(format!("{} {}: found {found:?}", info.code, info.name));
        }
    }
    assert!(wrong.is_empty(), "examples that do not show their code:\n{}", wrong.join("\n"));
}

/// What a command of an example prints, run as it is typed.
fn of_command(folder: &Path, command: &str) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_stickslip")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap_or_default());
    let out = Command::new("sh")
        .args(["-c", command])
        .current_dir(folder)
        .env("PATH", path)
        .env("NO_COLOR", "1")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    String::from_utf8_lossy(&[out.stdout, out.stderr].concat()).into_owned()
}

/// Codes that no study and no command shows; `stickslip explain` says why. The list may only become shorter.
const WITHOUT_EXAMPLE: &[&str] = &[
    "I110", "I111", "N205", "N206", "N209", "N314", "N319", "N334", "R001", "R120", "R140", "R143", "R300", "R333",
    "R406", "R419", "R420", "R443", "R452", "R464", "R710",
];

#[test]
fn every_code_has_an_example_or_says_why_not() {
    let none: Vec<_> =
        all_codes().filter(|info| info.unseen.is_none() && info.files().is_empty()).map(|info| info.code).collect();
    assert!(none.is_empty(), "these codes need an example: {none:?}");
    let unseen: Vec<_> = all_codes().filter(|info| info.unseen.is_some()).map(|info| info.code).collect();
    let new: Vec<_> = unseen.iter().filter(|code| !WITHOUT_EXAMPLE.contains(code)).collect();
    assert!(new.is_empty(), "these codes need an example: {new:?}");
    let done: Vec<_> = WITHOUT_EXAMPLE.iter().filter(|code| !unseen.contains(code)).collect();
    assert!(done.is_empty(), "these codes have an example now, take them off the list: {done:?}");
}

#[test]
fn explain_shows_study_command_or_reason() {
    let shown = |code: &str| {
        let out = stickslip(&root(), &["explain", code]);
        String::from_utf8_lossy(&out.stdout).into_owned()
    };
    assert!(shown("C002").contains("This study triggers it:\n\n  example.comm\n    DEBUT()"), "{}", shown("C002"));
    let command = "This triggers it:\n\n    stickslip run example.comm --max-time 1\n\n  example.comm\n    DEBUT()";
    assert!(shown("R006").contains(command), "{}", shown("R006"));
    let none = "\nNo example: it is a defect of the program; known ones are corrected.\n";
    assert!(shown("R001").ends_with(none), "{}", shown("R001"));
}

#[test]
fn codes_are_unique_and_in_order() {
    let codes: Vec<&str> = all_codes().map(|info| info.code).collect();
    let mut unique = codes.clone();
    unique.sort();
    unique.dedup();
    assert_eq!(codes.len(), unique.len(), "a code is registered twice");
    let mut names: Vec<&str> = all_codes().map(|info| info.name).collect();
    names.sort();
    let twice: Vec<&str> = names.windows(2).filter(|w| w[0] == w[1]).map(|w| w[0]).collect();
    assert!(twice.is_empty(), "a name is registered twice: {twice:?}");
}

/// Whatever code a message may carry can be explained.
#[test]
fn every_code_of_a_message_is_registered() {
    let mut folders = vec![root().join("src")];
    let mut missing = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            // Between quotes: one capital and three digits.
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            let codes = text.split('"').filter(|word| {
                let bytes = word.as_bytes();
                bytes.len() == 4 && b"CGILNRST".contains(&bytes[0]) && bytes[1..].iter().all(u8::is_ascii_digit)
            });
            missing.extend(
                codes.filter(|code| explain(code).is_none()).map(|code| format!("{code} in {}", path.display())),
            );
        }
    }
    missing.sort();
    missing.dedup();
    assert!(missing.is_empty(), "codes without explanation:\n{}", missing.join("\n"));
}
