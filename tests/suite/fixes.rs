//! Fixes of diagnostics: each, applied, removes what it is the fix of; `check --fix` writes the sure ones.

use std::path::PathBuf;

use stickslip::diag::Diagnostic;
use stickslip::language::{Rehearsal, rehearse};
use stickslip::source::Disk;

use crate::program::{copy_of, root, scratch, stickslip};

/// Code and message of the errors.
fn errors(found: &Rehearsal) -> Vec<(&'static str, String)> {
    let errors = found.diagnostics.iter().filter(|d| d.is_error());
    errors.map(|d: &Diagnostic| (d.code, d.message.clone())).collect()
}

#[test]
fn every_fix_of_the_broken_studies_removes_its_error() {
    let top = root().join("tests/diagnostics");
    let disk = Disk::default();
    let mut applied = 0;
    for stage in ["catalogue", "graph", "mesh", "syntax", "functions", "former"] {
        let folder = copy_of(&top.join(stage), &format!("fixes_{stage}"));
        let mut studies: Vec<PathBuf> = std::fs::read_dir(&folder).unwrap().map(|e| e.unwrap().path()).collect();
        studies.retain(|path| path.extension().is_some_and(|e| e == "comm"));
        studies.sort();
        for study in studies {
            let Ok(text) = std::fs::read_to_string(&study) else { continue };
            let before = rehearse(&study, &disk);
            for diagnostic in before.diagnostics.iter().filter(|d| d.is_error()) {
                for fix in diagnostic.placed_fixes(&before.sources) {
                    let (span, new) = &fix.edits[0];
                    let file = before.sources.get(span.file).unwrap();
                    if file.text != text {
                        continue;
                    }
                    let mended = format!("{}{new}{}", &text[..span.start as usize], &text[span.end as usize..]);
                    std::fs::write(&study, mended).unwrap();
                    let after = errors(&rehearse(&study, &disk));
                    let same = (diagnostic.code, diagnostic.message.clone());
                    let count = |all: &[(&str, String)]| all.iter().filter(|e| e.0 == same.0 && e.1 == same.1).count();
                    let (was, is) = (count(&errors(&before)), count(&after));
                    assert!(is < was, "{}: {} leaves {same:?}", study.display(), fix.title);
                    applied += 1;
                }
            }
            std::fs::write(&study, &text).unwrap();
        }
    }
    println!("{applied} fixes applied");
    assert!(applied >= 10, "{applied}");
}

#[test]
fn check_writes_the_sure_fixes_alone() {
    let folder = scratch("check_fix");
    let text = "DEBUT()\r\nF = DEFI_CONSTANT(VALEE=0.7)\r\nG = F2 if False else masse\r\nFIN()\r\n";
    std::fs::write(folder.join("a.comm"), text).unwrap();
    let json = stickslip(&folder, &["check", "a.comm", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    let fix = &json["studies"][0]["diagnostics"][0]["fixes"][0];
    assert_eq!((&fix["title"], &fix["sure"]), (&"change DEFI_CONSTANT to DEFI_CONSTANTE".into(), &true.into()));
    assert_eq!((fix["edits"][0]["line"].as_u64(), fix["edits"][0]["column"].as_u64()), (Some(2), Some(5)));
    let output = stickslip(&folder, &["check", "a.comm", "--fix"]);
    assert_eq!(output.status.code(), Some(2));
    let new = std::fs::read_to_string(folder.join("a.comm")).unwrap();
    assert_eq!(new, text.replace("CONSTANT(", "CONSTANTE(").replace("VALEE", "VALE"));
}
