//! Every example that `stickslip explain` shows triggers the code it is about.

use stickslip::diag::{all_codes, explain};
use stickslip::source::Disk;
use stickslip::study::events::Silent;
use stickslip::study::{Options, Project, evaluate};

use crate::program::{root, scratch};

#[test]
fn examples_of_codes_trigger_them() {
    let mut wrong = Vec::new();
    for info in all_codes().filter(|info| !info.example.is_empty()) {
        let folder = scratch(&format!("explain_{}", info.code));
        let study = folder.join("example.comm");
        for (name, text) in info.files() {
            std::fs::write(folder.join(name), text).unwrap();
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

/// Codes that no example triggers yet. The list may only become shorter.
const WITHOUT_EXAMPLE: &[&str] = &[
    "G013", "G014", "G020", "G021", "G022", "G023", "G031", "G033", "I002", "I003", "I109", "I110", "I111", "N204",
    "N205", "N206", "N209", "N307", "N314", "N319", "N333", "N334", "R001", "R002", "R005", "R006", "R100", "R120",
    "R140", "R143", "R152", "R201", "R202", "R205", "R210", "R213", "R216", "R230", "R233", "R234", "R300", "R322",
    "R333", "R405", "R406", "R407", "R412", "R413", "R419", "R420", "R425", "R433", "R434", "R437", "R441", "R443",
    "R450", "R452", "R458", "R459", "R461", "R464", "R470", "R700", "R704", "R705", "R710", "R713", "R725", "R854",
    "R863", "W001", "W002", "W003",
];

#[test]
fn codes_without_example_are_those_of_the_list() {
    let bare: Vec<&str> = all_codes().filter(|info| info.example.is_empty()).map(|info| info.code).collect();
    let new: Vec<_> = bare.iter().filter(|code| !WITHOUT_EXAMPLE.contains(code)).collect();
    assert!(new.is_empty(), "these codes need an example: {new:?}");
    let done: Vec<_> = WITHOUT_EXAMPLE.iter().filter(|code| !bare.contains(code)).collect();
    assert!(done.is_empty(), "these codes have an example now, take them off the list: {done:?}");
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
