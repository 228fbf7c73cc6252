//! Runs the program itself, as a user would.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The project's folder.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// A folder for one test, empty at the start.
pub fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Copies the files of a folder (of its sub-folders only `macros`) into a scratch folder, so that what a study
/// writes does not land in the sources.
pub fn copy_of(folder: &Path, name: &str) -> PathBuf {
    let copy = scratch(name);
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            std::fs::copy(&path, copy.join(path.file_name().unwrap())).unwrap();
        } else if path.ends_with("macros") {
            copy_into(&path, &copy.join("macros"));
        }
    }
    copy
}

fn copy_into(folder: &Path, target: &Path) {
    std::fs::create_dir_all(target).unwrap();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            std::fs::copy(&path, target.join(path.file_name().unwrap())).unwrap();
        }
    }
}

pub fn stickslip(folder: &Path, arguments: &[&str]) -> Output {
    stickslip_reading(folder, arguments, b"")
}

/// The same, with something to read on the standard input.
pub fn stickslip_reading(folder: &Path, arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_stickslip"))
        .args(arguments)
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // One that does not read its input closes it.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    child.wait_with_output().expect("the program ends")
}

/// Runs a study and returns the exit code, what it printed, and its JSON report.
pub fn run_study(folder: &Path, study: &str, extra: &[&str]) -> (i32, String, serde_json::Value) {
    let report = folder.join(format!("{study}.json"));
    let report = report.to_str().unwrap().to_string();
    let mut arguments = vec!["run", study, "--json", &report];
    arguments.extend_from_slice(extra);
    let output = stickslip(folder, &arguments);
    let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let json = std::fs::read_to_string(&report).ok().and_then(|t| serde_json::from_str(&t).ok());
    (output.status.code().unwrap_or(-1), text, json.unwrap_or(serde_json::Value::Null))
}
